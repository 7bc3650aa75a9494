// Who wins a NoGo strip, and with which moves: a search of sums of pieces (sum.hpp) for a win or a loss.
#pragma once

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "../../budget.hpp"
#include "../position.hpp"
#include "../solving/table.hpp"
#include "sum.hpp"

namespace tengen::nogo {

class StripSolver {
public:
    static constexpr Index MOST_LENGTH = 1024;

    struct Finding {
        int lower, upper;         // 1: the mover wins, -1: loses
        std::vector<Index> line;  // the move, and how it may go on
    };

    static bool is_strip(const Board& board) { return board.height == 1 || board.width == 1; }

    // Of sound positions that are not over.
    static bool takes(const Position& position) {
        const Board& board = position.board();
        return is_strip(board) && board.size() <= MOST_LENGTH && coupled_points(board) <= Piece::MOST_POINTS;
    }

    // How many empty points there are in the greatest piece: more than Piece::MOST_POINTS are not taken.
    static int coupled_points(const Board& strip) {
        Pieces pieces;
        return take_strip_apart(strip, pieces);
    }

    StripSolver(const Position& position, std::size_t most_bytes, std::uint64_t seed = 0)
        : position_(position), sums_(small_points(position.board(), most_bytes),
                                     unsigned(std::bit_width(most_bytes / 64 / 16 | 1)), seed, [this] { poll(); }),
          table_(most_bytes - most_bytes / 4) {
        for (const Index move : position.legal_moves()) findings_.push_back({-1, 1, {move}});
    }

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double done() const { return done_.load(std::memory_order_relaxed); }
    std::pair<std::uint64_t, std::uint64_t> table() const { return {table_.used(), table_.size()}; }
    const Position& position() const { return position_; }

    std::vector<Finding> report() const {
        const std::lock_guard lock(mutex_);
        return findings_;
    }

    // Until every move is known, or only the position if not all_moves; or the seconds (if not negative) have passed.
    void run(bool all_moves, double seconds, const Cancel* cancel) {
        budget_ = Budget(seconds, cancel);
        try {
            check_time();
            look_at_moves(all_moves);
            done_.store(1, std::memory_order_relaxed);
        } catch (const Stopped&) {
        }
    }

private:
    struct Stopped {};

    struct Move {
        std::size_t component;
        int option;
        double promise;
        std::uint64_t slot;  // of the sum it leads to, to see the same one twice
    };

    // What the search needs at one depth.
    struct Frame {
        Sum sum, negative;
        std::vector<Move> moves;
        std::size_t tried = 0;
    };

    // Values take up to a quarter of the memory: about 40 MB for all pieces of up to 10 points, three times as much
    // for each point more. A third of the points repays the time that it takes.
    static int small_points(const Board& strip, std::size_t most_bytes) {
        int small = 5;
        const int most = std::min(coupled_points(strip) / 3, 14);
        for (std::size_t bytes = 500'000; small < most && bytes <= most_bytes / 4; bytes *= 3) small++;
        return small;
    }

    void poll() {
        if (++polls_ > polls_allowed_) throw Stopped{};
        if (polls_ % 1024 == 0) check_time();
    }
    // For a whole board: as much work as this many nodes.
    void poll_board() {
        for (Index k = 0; k <= position_.board().size() / 32; k++) poll();
    }
    void check_time() const {
        if (budget_.is_spent()) throw Stopped{};
    }

    // The position after a move, seen by the side then to move.
    Sum after(const Position& before, Index move) {
        Position position = before;
        position.play(move);
        return sum_of(position);
    }
    Sum sum_of(const Position& position) {
        Pieces pieces;
        take_strip_apart(position.board(), pieces);
        return sums_.sum_of(pieces, position.to_play() == WHITE);
    }

    void look_at_moves(bool all_moves) {
        struct Candidate {
            std::size_t number;
            Sum sum;
            double promise;
        };
        std::vector<Candidate> candidates;
        for (std::size_t k = 0; k < findings_.size(); k++) {
            Sum sum = after(position_, findings_[k].line[0]);
            const double promise = sums_.promise(sum);
            candidates.push_back({k, std::move(sum), promise});
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& one, const Candidate& other) { return one.promise < other.promise; });
        root_moves_ = all_moves ? candidates.size() : 0;
        for (root_tried_ = 0; root_tried_ < candidates.size(); root_tried_++) {
            const auto& [number, sum, promise] = candidates[root_tried_];
            if (findings_[number].lower != findings_[number].upper) {
                const int value = wins(sum) ? -1 : 1;
                std::vector<Index> line = line_after(findings_[number].line[0], value == 1);
                const std::lock_guard lock(mutex_);
                findings_[number] = {value, value, std::move(line)};
            }
            if (!all_moves && findings_[number].lower == 1) return;
        }
    }

    bool wins(const Sum& sum) {
        const Verdict known = verdict(sum);
        if (known != Verdict::UNKNOWN) return known == Verdict::WON;
        if (frames_.empty()) frames_.emplace_back();
        frames_[0].sum = sum;
        return search(0);
    }

    // What is known without a search.
    Verdict verdict(const Sum& sum) {
        const Verdict seen = sums_.verdict(sum);
        return seen != Verdict::UNKNOWN ? seen : looked_up(sum);
    }
    Verdict looked_up(const Sum& sum) const {
        const SumKey key = sums_.key(sum);
        return table_.look_up(key.slot, key.check);
    }

    // Does the side to move win the sum in this frame, which is not known?
    bool search(std::size_t depth) {
        const std::uint64_t nodes_before = nodes();
        nodes_.store(nodes_before + 1, std::memory_order_relaxed);
        poll();
        if (frames_.size() == depth + 1) frames_.emplace_back();
        Frame& frame = frames_[depth];
        Sum& child = frames_[depth + 1].sum;
        frame.moves.clear();
        frame.tried = 0;
        sums_.negate(frame.sum, frame.negative);
        const SumKey key = sums_.key(frame.sum);

        bool is_won = false;
        const auto look_at = [&](std::size_t component) {
            sums_.for_options(frame.sum, component, [&](int option) {
                sums_.play(frame.sum, frame.negative, component, option, child);
                const Verdict known = verdict(child);
                is_won = known == Verdict::LOST;
                if (known == Verdict::UNKNOWN)
                    frame.moves.push_back({component, option, sums_.promise(child), sums_.key(child).slot});
                return !is_won;
            });
        };
        for (std::size_t k = 0; k < Sums::components(frame.sum) && !is_won; k++)
            if (!Sums::is_repeated(frame.sum, k)) look_at(k);

        if (!is_won) {
            std::sort(frame.moves.begin(), frame.moves.end(), [](const Move& one, const Move& other) {
                return one.promise != other.promise ? one.promise < other.promise : one.slot < other.slot;
            });
            for (; frame.tried < frame.moves.size() && !is_won; frame.tried++) {
                const Move& move = frame.moves[frame.tried];
                if (depth < PROGRESS_DEPTH && polls_allowed_ == NO_LIMIT) show_progress(depth);
                sums_.play(frame.sum, frame.negative, move.component, move.option, child);
                const Verdict known = looked_up(child);
                is_won = known == Verdict::UNKNOWN ? !search(depth + 1) : known == Verdict::LOST;
            }
        }
        table_.store(key.slot, key.check, is_won ? Verdict::WON : Verdict::LOST,
                     unsigned(std::bit_width(nodes() - nodes_before)));
        return is_won;
    }

    // An estimate of the share of the work that is done. Where all replies have to be tried, each is an equal share.
    // Where one move may be enough, the first is half of the work, the next half of the rest, and so on.
    void show_progress(std::size_t deepest) {
        double from = 0, share = 1;
        const auto go_into = [&](std::size_t tried, std::size_t all) {
            if (all > 0) {
                share /= double(all);
                from += share * double(tried);
            } else {
                from += share * (1 - std::exp2(-double(tried)));
                share *= std::exp2(-double(tried) - 1);
            }
        };
        go_into(root_tried_, root_moves_);
        for (std::size_t depth = 0; depth <= deepest; depth++)
            go_into(frames_[depth].tried, depth % 2 == 0 ? frames_[depth].moves.size() : 0);
        done_.store(from, std::memory_order_relaxed);
    }

    // A move followed by how the game may go on: whoever wins makes a winning move, the other one what looks best. It
    // ends early where a winning move is no longer in the table and would take too long to find again.
    std::vector<Index> line_after(Index move, bool mover_wins) {
        std::vector<Index> line{move};
        Position position = position_;
        position.play(move);
        polls_allowed_ = polls_ + MOST_POLLS_FOR_LINES / findings_.size();
        try {
            for (bool is_winner = !mover_wins; !position.is_over(); is_winner = !is_winner) {
                const auto next = is_winner ? winning_move(position) : promising_move(position);
                line.push_back(next);
                position.play(next);
            }
        } catch (const Stopped&) {
        }
        polls_allowed_ = NO_LIMIT;
        return line;
    }

    // In a position that the side to move wins.
    Index winning_move(const Position& position) {
        const std::vector<Index> moves = position.legal_moves();
        for (const Index move : moves) {
            poll_board();
            if (verdict(after(position, move)) == Verdict::LOST) return move;
        }
        for (const Index move : moves)
            if (!wins(after(position, move))) return move;
        return moves[0];
    }

    Index promising_move(const Position& position) {
        std::pair<double, Index> best{std::numeric_limits<double>::infinity(), NOWHERE};
        for (const Index move : position.legal_moves()) {
            poll_board();
            best = std::min(best, std::pair(sums_.promise(after(position, move)), move));
        }
        return best.second;
    }

    static constexpr std::size_t PROGRESS_DEPTH = 4;
    static constexpr std::uint64_t MOST_POLLS_FOR_LINES = 400'000, NO_LIMIT = ~std::uint64_t(0);

    Position position_;
    Sums sums_;
    solving::Table table_;
    std::deque<Frame> frames_;
    std::vector<Finding> findings_;
    mutable std::mutex mutex_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<double> done_{0};
    std::size_t root_moves_ = 0, root_tried_ = 0;
    Budget budget_;
    std::uint64_t polls_ = 0, polls_allowed_ = NO_LIMIT;
};

}  // namespace tengen::nogo
