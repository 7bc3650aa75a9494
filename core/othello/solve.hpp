// The margin of a position with perfect play, proven move by move.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "../budget.hpp"
#include "../threads.hpp"
#include "endgame.hpp"
#include "evaluation.hpp"

namespace tengen::othello {

// Asks of each move, again and again: is it worth more than this? So at any time it has bounds that are proven.
class Proof {
public:
    struct Finding {
        int lower, upper;  // what the move is worth to the side that makes it
        std::vector<Index> line;
    };

    // Of positions that are not over.
    static bool takes(const Position& position) {
        return fits_large(position.board()) && empties_of(position.board()) <= MOST_SOLVE_EMPTIES;
    }

    Proof(const Position& position, std::size_t most_bytes, bool winner_takes_empties = false,
          const Kernel& kernel = best_kernel())
        : position_(position), winner_takes_empties_(winner_takes_empties), kernel_(kernel), evaluator_(position),
          points_(points_of(position.board())), empties_(empties_of(position.board())),
          log_entries_(log_entries(empties_, most_bytes)), memory_(log_entries_), busy_(std::size_t(1) << LOG_BUSY) {
        for (const Index move : position.legal_moves()) {
            Position after = position;
            after.play(move);
            findings_.push_back({-points_, points_, {move}});
            after_.push_back(std::move(after));
            guesses_.push_back({});
            twins_.push_back(twin_of(findings_.size() - 1));
        }
    }

    const Position& position() const { return position_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::pair<std::uint64_t, std::uint64_t> table() const {
        return {stored_.load(std::memory_order_relaxed), std::uint64_t(1) << log_entries_};
    }

    // The share of the moves that are settled, with what has been tried of the one that is asked about.
    double done() const { return done_.load(std::memory_order_relaxed); }

    // Goes on until the position's value is known, and with `all_moves` that of each of its moves; or the seconds, if
    // not negative, have passed, or this many positions in all were looked at.
    void run(bool all_moves, double seconds, int threads, const Cancel* cancel,
             std::uint64_t most_nodes = Budget::ANY) {
        asking_ = {Budget(seconds, cancel, most_nodes), all_moves, threads};
        if (order_.empty()) put_in_order();
        if (!improve(guess_, position_, empties_)) return;
        for (std::size_t move = 0; move < findings_.size(); move++)
            if (guess_.place >= 0 && findings_[move].line[0] == at_place(guess_.place)) put_first(move);
        for (int move; (move = next_move()) >= 0;)
            if (!ask(std::size_t(move))) return;
        for (std::size_t move = 0; move < findings_.size(); move++)
            if (!find_line(move)) return;
        done_.store(1.0, std::memory_order_relaxed);
    }

    // For each legal move. May be asked while it runs.
    std::vector<Finding> report() const {
        const std::lock_guard lock(mutex_);
        return findings_;
    }

private:
    struct Asking {
        Budget budget;
        bool all_moves = true;
        int threads = 1;
    };

    // What a position is likely to be worth to the side to move, by looking at so many moves, and one that gets it.
    struct Guess {
        int margin = 0, width = 1, place = -1;
    };

    // Another move that a turn or reflection of the board makes the same.
    struct Twin {
        std::size_t move;
        int symmetry;
    };

    // Called by a running job now and then: adds its numbers to the proof's, and says whether it is to stop.
    struct Watch {
        Proof& proof;
        const SolveJob& job;
        std::atomic<bool>& answered;
        bool tells_share;
        std::uint64_t nodes = 0, stored = 0;

        bool poll() {
            proof.nodes_.fetch_add(job.nodes - nodes, std::memory_order_relaxed);
            proof.stored_.fetch_add(job.stored - stored, std::memory_order_relaxed);
            nodes = job.nodes;
            stored = job.stored;
            if (tells_share) proof.tell_done(job.share);
            return answered.load(std::memory_order_relaxed) || proof.is_stopped();
        }
    };

    static constexpr int FEWEST_SHARED = 14;  // with fewer empty points, one thread is done before others are at work
    // Found by trial: from 16 empty points on the guess looks at two moves, then at three, and so on.
    static constexpr int FEWEST_GUESSED = 12, MOST_GUESSED = 5;

    static int points_of(const Board& board) {
        int points = 0;
        for (const auto cell : board.cells) points += cell != HOLE;
        return points;
    }
    static int empties_of(const Board& board) {
        int empties = 0;
        for (const auto cell : board.cells) empties += cell == EMPTY;
        return empties;
    }

    // As many as fit, but no more than are likely to be of use.
    static int log_entries(int empties, std::size_t most_bytes) {
        int log = 12;
        while (log < empties - 4 && (SOLVE_ENTRY_BYTES << (log + 1)) <= most_bytes) log++;
        return log;
    }

    bool is_stopped() const { return asking_.budget.is_spent(nodes()); }

    Twin twin_of(std::size_t move) const {
        const Board& board = after_[move].board();
        for (std::size_t earlier = 0; earlier < move; earlier++)
            for (int symmetry = 1; symmetry < (board.height == board.width ? 8 : 4); symmetry++)
                if (transformed(after_[earlier].board(), symmetry) == board) return {earlier, symmetry};
        return {move, 0};
    }
    bool is_twin(std::size_t move) const { return twins_[move].move != move; }

    int lower() const {
        int best = -points_;
        for (const Finding& found : findings_) best = std::max(best, found.lower);
        return best;
    }
    int upper() const {
        int best = -points_;
        for (const Finding& found : findings_) best = std::max(best, found.upper);
        return best;
    }

    // The number to ask about next: is it worth more than this? First, whether it is worth what is expected; then one
    // disc at a time, from the upper bound down or from the lower bound up.
    static int question(int lower, int upper, int expected) {
        if (lower < expected && upper >= expected) return expected - 1;
        return lower < expected ? upper - 1 : lower;
    }

    // Wrong guesses cost questions, so a good one is worth some time: searches that look at a few moves only, more each
    // time. Says whether it was not stopped.
    bool improve(Guess& guess, const Position& position, int empties) {
        while (guess.width < std::min((empties - FEWEST_GUESSED) / 2, MOST_GUESSED)) {
            int least = -points_, most = points_;
            while (least < most) {
                const int asked = question(least, most, guess.margin);
                const SolveJob job = search(position, asked, threads_for(empties), guess.width + 1);
                if (job.gave_up) return false;
                (job.margin > asked ? least : most) = job.margin;
                if (job.margin > asked) guess.place = job.place;
            }
            guess.margin = least;
            guessed_ = ++guess.width;
        }
        return true;
    }

    bool is_settled(const Finding& found) const {
        return found.lower == found.upper || (!asking_.all_moves && found.upper <= lower());
    }

    // The move to ask about, or -1 if nothing is left to ask.
    int next_move() {
        const int asked = question(lower(), upper(), guess_.margin);
        const bool known = lower() == upper();
        for (const std::size_t move : order_) {
            const Finding& found = findings_[move];
            if (is_twin(move) || found.lower == found.upper) continue;
            if (known ? asking_.all_moves : found.lower <= asked && asked < found.upper) return int(move);
        }
        return -1;
    }

    // Those that look best first.
    void put_in_order() {
        std::vector<std::pair<float, std::size_t>> ranked;
        for (std::size_t move = 0; move < findings_.size(); move++)
            ranked.emplace_back(chances_after(after_[move]), move);
        std::sort(ranked.begin(), ranked.end());
        for (const auto& [chances, move] : ranked) order_.push_back(move);
    }
    void put_first(std::size_t move) {
        const auto at = std::find(order_.begin(), order_.end(), move);
        std::rotate(order_.begin(), at, at + 1);
    }
    float chances_after(const Position& after) const {
        constexpr int PLIES = 2;
        if (fits_small(after.board()))
            return evaluator_.chances(Sides<SmallBits>(after.board(), after.to_play()), PLIES);
        return evaluator_.chances(Sides<LargeBits>(after.board(), after.to_play()), PLIES);
    }

    // Asks about a move. Says whether it found out.
    bool ask(std::size_t move) {
        int asked = question(lower(), upper(), guess_.margin);
        if (lower() == upper()) {  // the position's value is known, the move's is wanted
            if (!improve(guesses_[move], after_[move], empties_ - 1)) return false;
            asked = question(findings_[move].lower, findings_[move].upper, -guesses_[move].margin);
        }
        const SolveJob job = search(after_[move], -1 - asked, threads_for(empties_ - 1));
        if (job.gave_up) return false;
        const std::lock_guard lock(mutex_);
        for (std::size_t each = 0; each < findings_.size(); each++) {
            if (twins_[each].move != move) continue;
            if (job.margin > -1 - asked)
                findings_[each].upper = -job.margin;
            else
                findings_[each].lower = -job.margin;
        }
        if (job.margin <= -1 - asked) put_first(move);
        tell_done(0);
        return true;
    }

    int threads_for(int empties) const { return empties >= FEWEST_SHARED ? asking_.threads : 1; }

    // Is the margin of this position more than alpha? The first thread that knows answers.
    SolveJob search(const Position& position, int alpha, int threads, int width = 0) {
        SolveJob job{};
        job.sides = plain_sides(position);
        job.memory = memory_.get();
        job.log_entries = log_entries_;
        job.busy = threads > 1 ? busy_.data() : nullptr;
        job.layout = &evaluator_.layout();
        job.weights = evaluator_.weights();
        job.winner_takes_empties = winner_takes_empties_;
        job.alpha = alpha;
        job.beta = alpha + 1;
        job.width = width;
        job.guessed = guessed_;
        job.most_nodes = ~std::uint64_t(0);
        job.gave_up = true;  // until it has run, which it will not without a thread
        std::fill(busy_.begin(), busy_.end(), 0);
        std::vector<SolveJob> jobs(std::size_t(threads), job);
        std::atomic<bool> answered{false};
        const auto work = [&](int number) {
            SolveJob& own = jobs[std::size_t(number)];
            Watch watch{*this, own, answered, number == 0 && width == 0};
            own.poll = {[](const void* asked) { return const_cast<Watch*>(static_cast<const Watch*>(asked))->poll(); },
                        &watch};
            kernel_.solve(own);
            if (!own.gave_up) answered.store(true, std::memory_order_relaxed);
            watch.tells_share = false;
            watch.poll();
        };
        on_threads(threads, work);
        for (const SolveJob& each : jobs)
            if (!each.gave_up) return each;
        return jobs[0];
    }

    // How it goes on after a move whose value is known. Says whether it was not stopped.
    bool find_line(std::size_t move) {
        if (findings_[move].lower != findings_[move].upper || findings_[move].line.size() > 1) return true;
        std::vector<Index> line = findings_[move].line;
        if (is_twin(move)) {
            for (std::size_t k = 1; k < findings_[twins_[move].move].line.size(); k++)
                line.push_back(image(findings_[twins_[move].move].line[k], twins_[move].symmetry));
        } else {
            Position at = after_[move];
            for (int margin = -findings_[move].lower; !at.is_over(); margin = -margin) {
                const auto moves = at.legal_moves();
                if (moves.size() == 1 || margin == -points_) {  // no choice, or no choice that matters
                    line.push_back(moves[0]);
                } else {
                    const SolveJob job = search(at, margin - 1, 1);
                    if (job.gave_up) return false;
                    line.push_back(at_place(job.place));
                }
                if (!at.play(line.back())) {
                    line.pop_back();
                    break;
                }
            }
        }
        const std::lock_guard lock(mutex_);
        findings_[move].line = std::move(line);
        return true;
    }

    Index at_place(int place) const {
        const Index width = position_.board().width;
        return fits_small(position_.board()) ? point_of<SmallBits>(place, width) : point_of<LargeBits>(place, width);
    }

    // Where a point comes to, on a board that the symmetry leaves in shape.
    Index image(Index point, int symmetry) const {
        if (point == PASS) return PASS;
        const Index height = position_.board().height, width = position_.board().width;
        Index row = point / width, col = point % width;
        if (symmetry & 4) std::swap(row, col);
        if (symmetry & 1) row = height - 1 - row;
        if (symmetry & 2) col = width - 1 - col;
        return row * width + col;
    }

    void tell_done(double share) {
        double settled = 0;
        for (const Finding& found : findings_) settled += is_settled(found);
        const double all = double(findings_.size());
        done_.store(settled < all ? (settled + share) / (all + 1) : 1.0, std::memory_order_relaxed);
    }

    const Position position_;
    const bool winner_takes_empties_;
    const Kernel& kernel_;
    const Evaluator evaluator_;
    const int points_, empties_, log_entries_;
    const SolveMemory memory_;
    std::vector<std::uint64_t> busy_;
    std::vector<Position> after_;  // each legal move
    std::vector<Twin> twins_;
    std::vector<std::size_t> order_;
    Guess guess_;
    std::vector<Guess> guesses_;  // after each legal move
    int guessed_ = 0;  // the last guess's width
    Asking asking_;
    mutable std::mutex mutex_;  // of the findings
    std::vector<Finding> findings_;
    std::atomic<std::uint64_t> nodes_{0}, stored_{0};
    std::atomic<double> done_{0};
};

}  // namespace tengen::othello
