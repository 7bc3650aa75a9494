// A position of 8x8 searched ply after ply, and then to the end, with patterns.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "../budget.hpp"
#include "endgame.hpp"
#include "kernels/lookahead_table.hpp"
#include "patterns.hpp"

namespace tengen::othello {

// `report` may be called while another thread is in `run`.
class Deepening {
public:
    static constexpr int PASS_PLACE = -1;
    static constexpr int LOOK = 4;  // plies

    struct Move {
        int place = PASS_PLACE;
        int score = 0;  // for the side that makes it, in parts of a disc (LookaheadJob::DISC)
        bool is_bound = true;  // it is worth no more than that, and less than the best
        int looks = LookaheadJob::UNKNOWN;  // a few plies ahead
        std::uint64_t nodes = 0;
        std::vector<int> line;  // how it goes on, as places
    };
    struct Report {
        std::vector<Move> moves;  // the best first
        int depth = 0;
        bool is_sure = false;  // discs at the end of perfect play
    };

    static int log_entries(std::size_t bytes) {
        int log = 10;
        while (log < 26 && (SOLVE_ENTRY_BYTES << (log + 1)) <= bytes) log++;
        return log;
    }

    // Three quarters of the memory are for the middle of the game, a quarter for its end.
    explicit Deepening(std::size_t bytes, const Kernel& kernel = best_kernel())
        : kernel_(kernel), log_entries_(log_entries(bytes / 4 * 3)), log_solve_entries_(log_entries(bytes / 4)),
          memory_(log_entries_), solve_memory_(log_solve_entries_) {}

    // Another position from now on, which is not over.
    void begin(const Sides<SmallBits>& sides) {
        generation_++;
        Report fresh;
        for_places(sides.moves(), [&](int place) { fresh.moves.emplace_back().place = place; });
        if (fresh.moves.empty()) fresh.moves.emplace_back();
        const std::lock_guard lock(mutex_);
        sides_ = sides;
        report_ = std::move(fresh);
        confidence_ = 0;
        nodes_ = 0;
    }

    // Goes on until perfect play is known, the budget is spent, or this many plies were looked ahead.
    void run(const Patterns& patterns, const Budget& budget, int most_depth = 64) {
        budget_ = &budget;
        patterns_ = &patterns;
        const int empties = count_of(sides_.empty);
        while (!report_.is_sure && report_.depth < std::max(1, most_depth) && !budget.is_spent(nodes_)) {
            int depth = report_.depth + 1, confidence = 0;
            if (depth > empties - FEWEST_LEFT_OUT || report_.depth >= empties) {
                confidence = empties <= SOLVED_AT_ONCE  ? LookaheadJob::SURE
                             : report_.depth >= empties ? confidence_ + 1
                                                        : 0;
                depth = empties;
            }
            if (!deepen(depth, confidence)) break;
            const std::lock_guard lock(mutex_);
            report_.depth = depth;
            report_.is_sure = depth >= empties && confidence == LookaheadJob::SURE;
            confidence_ = confidence;
            if (depth > most_depth) break;
        }
    }

    // A few plies ahead, what is every move worth? A search that looks for the best one learns of the others only that
    // they are not better.
    void look_at_all(const Patterns& patterns, const Budget& budget) {
        budget_ = &budget;
        patterns_ = &patterns;
        std::vector<Move> moves = report().moves;
        if (moves[0].looks != LookaheadJob::UNKNOWN || budget.is_spent(nodes_)) return;
        const int depth = std::min(LOOK, count_of(sides_.empty));
        for (Move& move : moves)
            if (int found; ask(move, depth, LookaheadJob::SURE, -HIGHEST, HIGHEST, found)) move.looks = found;
        const std::lock_guard lock(mutex_);
        report_.moves = std::move(moves);
    }

    Report report() const {
        const std::lock_guard lock(mutex_);
        return report_;
    }
    const Sides<SmallBits>& sides() const { return sides_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

private:
    using Score = int;
    static constexpr int DISC = LookaheadJob::DISC, HIGHEST = 64 * DISC + 1;
    static constexpr int FEWEST_LEFT_OUT = 10;  // a search that stops closer to the end may as well go there
    static constexpr int SOLVED_AT_ONCE = 13;   // empty points
    static constexpr int WINDOW = 2 * DISC;

    // All moves at this depth. Says whether it was not stopped.
    bool deepen(int depth, int confidence) {
        const int last = report_.moves[0].score;
        int alpha = depth > 3 ? last - WINDOW : -HIGHEST, beta = depth > 3 ? last + WINDOW : HIGHEST;
        for (int width = 2 * WINDOW;; width *= 2) {
            if (!try_moves(depth, confidence, alpha, beta)) return false;
            const int found = report_.moves[0].score;
            if (found <= alpha && alpha > -HIGHEST)
                alpha = std::max(found - width, -HIGHEST);
            else if (found >= beta && beta < HIGHEST)
                beta = std::min(found + width, HIGHEST);
            else
                return true;
        }
    }

    bool try_moves(int depth, int confidence, int alpha, int beta) {
        std::vector<Move> moves = report_.moves;
        int best = -HIGHEST;
        for (std::size_t k = 0; k < moves.size() && best < beta; k++) {
            Move& move = moves[k];
            int found = 0;
            const int floor = std::max(alpha, best);
            if (k == 0) {
                if (!ask(move, depth, confidence, alpha, beta, found)) return false;
            } else {
                if (!ask(move, depth, confidence, floor, floor + 1, found)) return false;
                if (found > floor && found < beta && !ask(move, depth, confidence, floor, beta, found)) return false;
            }
            move.score = found;
            move.is_bound = k > 0 && found <= floor;
            if (found > best) {
                best = found;
                move.line = line_after(move.place);
                std::rotate(moves.begin(), moves.begin() + std::ptrdiff_t(k), moves.begin() + std::ptrdiff_t(k) + 1);
            }
            const std::lock_guard lock(mutex_);
            report_.moves = moves;
        }
        return true;
    }

    Sides<SmallBits> after(int place) const { return place == PASS_PLACE ? sides_.passed() : sides_.played(place); }

    // What a move is worth, if that is between alpha and beta. Says whether it found out.
    bool ask(Move& move, int depth, int confidence, int alpha, int beta, int& found) {
        const Sides<SmallBits> next = after(move.place);
        LookaheadJob job{};
        job.own = next.own;
        job.other = next.other;
        job.tables = patterns_->tables();
        job.errors = patterns_->errors(confidence);
        job.poll = {[](const void* budget) { return static_cast<const Budget*>(budget)->is_spent(); }, budget_};
        job.memory = memory_.get();
        job.solve_memory = solve_memory_.get();
        job.log_entries = log_entries_;
        job.log_solve_entries = log_solve_entries_;
        job.generation = generation_ & 0xff;
        job.depth = move.place == PASS_PLACE ? depth : depth - 1;
        job.confidence = confidence;
        job.alpha = -beta;
        job.beta = -alpha;
        job.most_nodes = budget_->nodes_left(nodes_);
        kernel_.look_ahead(job);
        nodes_.fetch_add(job.nodes, std::memory_order_relaxed);
        move.nodes += job.nodes;
        found = -job.score;
        return !job.gave_up;
    }

    // As far as the table knows.
    std::vector<int> line_after(int place) const {
        constexpr std::size_t LONGEST = 24;
        const LookaheadTable table(memory_.get(), log_entries_, generation_ & 0xff);
        std::vector<int> line{place};
        Sides<SmallBits> at = after(place);
        while (line.size() < LONGEST) {
            const SmallBits moves = at.moves();
            if (!moves) {
                if (!at.passed().moves()) break;
                line.push_back(PASS_PLACE);
                at = at.passed();
                continue;
            }
            const auto* known = table.find(key_of(at.own, at.other));
            if (!known || known->place == LookaheadTable::NO_PLACE || !(moves >> known->place & 1)) break;
            line.push_back(known->place);
            at = at.played(known->place);
        }
        return line;
    }

    const Kernel& kernel_;
    const int log_entries_, log_solve_entries_;
    SolveMemory memory_, solve_memory_;
    Sides<SmallBits> sides_;
    const Budget* budget_ = nullptr;
    const Patterns* patterns_ = nullptr;
    int generation_ = 0, confidence_ = 0;
    std::atomic<std::uint64_t> nodes_{0};
    mutable std::mutex mutex_;  // of the report
    Report report_;
};

}  // namespace tengen::othello
