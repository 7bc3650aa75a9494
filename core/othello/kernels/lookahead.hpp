// Best play for a number of plies on 8x8, where the patterns judge positions; or to the end, where discs are counted.
// Alpha-beta with a table. Where a shallow search says that a deep one would most likely fall outside of the window,
// the deep one is left out (Michael Buro's ProbCut); how likely it must be is the confidence.
#pragma once

#include "lookahead_table.hpp"
#include "pattern_sum.hpp"
#include "solving.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

class Lookahead {
public:
    static void run(LookaheadJob& job) {
        Lookahead lookahead(job);
        const PatternNode node = PatternNode::of(job.own, job.other);
        const int empties = count_of(node.empty());
        job.score = lookahead.value(node, job.depth, empties, job.alpha, job.beta);
        job.gave_up = lookahead.gave_up_ || lookahead.solver_.gave_up();
        job.nodes = lookahead.nodes_ + lookahead.solver_.nodes();
    }

private:
    using Table = LookaheadTable;

    static constexpr int DISC = LookaheadJob::DISC, HIGHEST = 64 * DISC, INFINITE = HIGHEST + 1;
    static constexpr std::uint64_t POLL_NODES = 1024;
    static constexpr int FEWEST_UNSOLVED = 11;  // with fewer empty points, a search to the end is the solver's
    static constexpr int SHALLOWEST_CUT = 3, SHALLOWEST_FORESEEN = 4;  // depths
    static constexpr int MOST_MOVES = 34;

    struct Move {
        int rank, place;
        PatternNode next;
    };

    explicit Lookahead(LookaheadJob& job)
        : job_(job), table_(job.memory, job.log_entries, job.generation), solve_job_(solve_job(job)),
          solver_(solve_job_, ~SmallBits(0)) {}

    static SolveJob solve_job(const LookaheadJob& job) {
        SolveJob solve{};
        solve.sides.height = solve.sides.width = 8;
        solve.poll = job.poll;
        solve.memory = job.solve_memory;
        solve.log_entries = job.log_solve_entries;
        solve.most_nodes = ~std::uint64_t(0);
        return solve;
    }

    bool gives_up() {
        nodes_++;
        if (nodes_ >= next_poll_) {
            next_poll_ = nodes_ + POLL_NODES;
            if (nodes_ + solver_.nodes() >= job_.most_nodes || job_.poll()) gave_up_ = true;
        }
        return gave_up_ || solver_.gave_up();
    }

    int evaluate(const PatternNode& node, int empties) const {
        constexpr int LIMIT = HIGHEST - DISC;
        const int score = node.sum(job_.tables[empties]) >> LookaheadJob::SHIFT;
        return score > LIMIT ? LIMIT : score < -LIMIT ? -LIMIT : score;
    }

    static int counted(const PatternNode& node) { return DISC * (count_of(node.own) - count_of(node.other)); }

    // If it is above alpha and below beta it is exact, else a bound on that side.
    int value(const PatternNode& node, int depth, int empties, int alpha, int beta) {
        if (depth <= 0 && empties) {
            nodes_++;
            return evaluate(node, empties);
        }
        if (gives_up()) return 0;
        if (depth >= empties) {
            if (empties < FEWEST_UNSOLVED) return solved(node, empties, alpha, beta);
            depth = empties;
        }
        const SmallBits moves = fast_moves(node.own, node.other, node.empty());
        if (!moves) {
            if (!fast_moves(node.other, node.own, node.empty())) return counted(node);
            return -value(node.passed(), depth, empties, -beta, -alpha);
        }
        return depth == 1 ? last_ply(node, moves, empties, beta) : deep(node, moves, depth, empties, alpha, beta);
    }

    int last_ply(const PatternNode& node, SmallBits moves, int empties, int beta) {
        int best = -INFINITE;
        for (; moves && best < beta; moves &= moves - 1) {
            const int place = lowest(moves);
            const PatternNode next = node.played(place, fast_flips(place, node.own, node.other));
            nodes_++;
            const int here = next.own ? -evaluate(next, empties - 1) : -counted(next);
            if (here > best) best = here;
        }
        return best;
    }

    int deep(const PatternNode& node, SmallBits moves, int depth, int empties, int alpha, int beta) {
        const Key key = key_of(node.own, node.other);
        int first = Table::NO_PLACE;
        if (const auto* known = table_.find(key)) {
            if (known->depth >= depth && known->confidence >= job_.confidence) {
                if (known->least >= beta) return known->least;
                if (known->most <= alpha) return known->most;
                if (known->least == known->most) return known->least;
            }
            first = known->place;
        }
        if (beta - alpha == 1 && depth >= SHALLOWEST_CUT && job_.confidence < LookaheadJob::SURE) {
            int bound;
            if (is_likely_outside(node, depth, empties, alpha, beta, bound)) return bound;
            if (gave_up_) return 0;
        }
        Move ordered[MOST_MOVES];
        int order[MOST_MOVES];
        int best = -INFINITE, best_place = Table::NO_PLACE;
        const int count = list(ordered, order, node, moves, depth, empties, beta, first, best, best_place);
        int floor = alpha;
        for (int k = 0; k < count && best < beta; k++) {
            const Move& move = ordered[order[k]];
            int here;
            if (k == 0) {
                here = -value(move.next, depth - 1, empties - 1, -beta, -floor);
            } else {
                here = -value(move.next, depth - 1, empties - 1, -floor - 1, -floor);
                if (here > floor && here < beta) here = -value(move.next, depth - 1, empties - 1, -beta, -here);
            }
            if (gave_up_ || solver_.gave_up()) return 0;
            if (here > best) {
                best = here;
                best_place = move.place;
                if (best > floor) floor = best;
            }
        }
        table_.store(key, depth, job_.confidence, best > alpha ? best : -INFINITE, best < beta ? best : INFINITE,
                     best_place);
        return best;
    }

    // The moves, as an order of the list: the most promising first. One that the table knows to be enough is `best`.
    int list(Move* moves_found, int* order, const PatternNode& node, SmallBits moves, int depth, int empties, int beta,
             int first, int& best, int& best_place) {
        int count = 0;
        for (; moves; moves &= moves - 1) {
            const int place = lowest(moves);
            Move& move = moves_found[count];
            move.place = place;
            move.next = node.played(place, fast_flips(place, node.own, node.other));
            if (!move.next.own) {  // wiped out
                best = -counted(move.next);
                best_place = place;
                return 0;
            }
            if (depth >= SHALLOWEST_FORESEEN) {
                const auto* known = table_.find(key_of(move.next.own, move.next.other));
                if (known && known->depth >= depth - 1 && known->confidence >= job_.confidence &&
                    -known->most >= beta) {
                    best = -known->most;
                    best_place = place;
                    return 0;
                }
            }
            if (place == first) {
                move.rank = -(1 << 24);
            } else {
                const int replies = count_of(fast_moves(move.next.own, move.next.other, move.next.empty()));
                move.rank = evaluate(move.next, empties - 1) + LookaheadJob::DISC / 2 * replies;
            }
            int at = count;
            for (; at > 0 && moves_found[order[at - 1]].rank > move.rank; at--) order[at] = order[at - 1];
            order[at] = count++;
        }
        return count;
    }

    // Would a search of this depth most likely fall outside of a window of no width?
    bool is_likely_outside(const PatternNode& node, int depth, int empties, int alpha, int beta, int& bound) {
        const int shallow = LookaheadJob::shallow(depth);
        const int error = job_.error(empties, depth, shallow), looks = evaluate(node, empties);
        const int error_of_looks = (job_.error(empties, depth, 0) + error) / 2;
        if (const int above = beta + error; looks >= beta + error_of_looks - error && above < HIGHEST) {
            if (value(node, shallow, empties, above - 1, above) >= above) {
                bound = beta;
                return true;
            }
        }
        if (const int below = alpha - error; looks <= alpha - error_of_looks + error && below > -HIGHEST) {
            if (value(node, shallow, empties, below, below + 1) <= below) {
                bound = alpha;
                return true;
            }
        }
        return false;
    }

    // The last moves, perfectly.
    int solved(const PatternNode& node, int empties, int alpha, int beta) {
        const auto discs_below = [](int score) { return (score + HIGHEST) / DISC - 64; };  // rounded down
        int asked = discs_below(alpha < -HIGHEST ? -HIGHEST : alpha);
        int found = solver_.value(node.own, node.other, node.empty(), empties, asked);
        while (found > asked && DISC * found < beta && !solver_.gave_up()) {
            asked = found;
            const int next = solver_.value(node.own, node.other, node.empty(), empties, asked);
            if (next <= asked) break;
            found = next;
        }
        return DISC * found;
    }

    LookaheadJob& job_;
    Table table_;
    SolveJob solve_job_;
    Solver<SmallBits> solver_;
    std::uint64_t nodes_ = 0, next_poll_ = POLL_NODES;
    bool gave_up_ = false;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
