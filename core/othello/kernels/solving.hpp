// Perfect play to the end of the game: alpha-beta on the margin in discs, with windows of no width, so that every
// search answers one question: more than alpha, or not? Moves that leave the other side few replies come first, and
// among them those into regions with an odd number of empty points, where the mover also moves last. A narrow search
// looks at the first few moves only: it proves nothing, but it is quick, and its best moves are good ones to try first.
#pragma once

#include "evaluation.hpp"
#include "few_empties.hpp"
#include "solve_table.hpp"
#include "stability.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
class Solver {
public:
    static void run(SolveJob& job) {
        const Bits own = bits_from<Bits>(job.sides.own), other = bits_from<Bits>(job.sides.other);
        const Bits empty = bits_from<Bits>(job.sides.empty);
        Solver solver(job, own | other | empty);
        solver.settle(own, other, empty);
    }

private:
    using Last = FewEmpties<Bits>;

    static constexpr int LOWEST = Last::LOWEST;
    static constexpr std::uint64_t POLL_NODES = 4096;
    // Found by trial, as the weights in `order` were. With fewer empty points:
    static constexpr int FEWEST_SORTED = 7;  // remembering and sorting cost more than they save,
    static constexpr int FEWEST_FORESEEN = 9;  // moves are not looked up before one is searched,
    static constexpr int FEWEST_FAR = 10;  // what is found is kept for a short while only,
    static constexpr int FEWEST_JUDGED = 14;  // how a move looks says less than the number of replies,
    static constexpr int FEWEST_GUESSED = 12;  // a guess says nothing of use,
    static constexpr int FEWEST_TRIED = 15;  // a move to try first is not looked for,
    static constexpr int FEWEST_SHARED = 12;  // threads may as well do the same work.

    struct Move {
        int rank;
        int place;
        Bits flips;
    };

    struct Quarters {
        Bits of[4] = {}, corners{};

        Quarters(const PlainSides& sides, const Bits& points) {
            const auto is_end = [](int at, int length) { return at == 0 || at == length - 1; };
            for_places(points, [&](int place) {
                const int row = place / Rows<Bits>::WIDTH, col = place % Rows<Bits>::WIDTH;
                of[2 * (row >= sides.height / 2) + (col >= sides.width / 2)] |= bit_at<Bits>(place);
                if (is_end(row, sides.height) && is_end(col, sides.width)) corners |= bit_at<Bits>(place);
            });
        }
    };

    Solver(SolveJob& job, const Bits& points)
        : job_(job), quarters_(job.sides, points), points_(count_of(points)), stability_(points),
          last_(job.sides.has_holes, job.winner_takes_empties, points_, quarters_.of),
          table_(job.memory, job.log_entries), width_(job.width) {
        poll_later();
    }

    // Asks one question after the other until the margin is known or beyond the window.
    void settle(const Bits& own, const Bits& other, const Bits& empty) {
        const int empties = root_empties_ = count_of(empty);
        int least = -points_, most = points_;
        job_.place = -1;
        while (least < most && least < job_.beta && most > job_.alpha && !gave_up_) {
            int asked = least < 0 && most >= 0 ? -1 : least < 0 ? most - 1 : least;
            if (asked < job_.alpha) asked = job_.alpha;
            if (asked >= job_.beta) asked = job_.beta - 1;
            const int found = value_and_place(own, other, empty, empties, asked);
            if (gave_up_) break;
            if (found > asked)
                least = found;
            else
                most = found;
        }
        job_.margin = least >= job_.beta || most > job_.alpha ? least : most;
        job_.nodes = nodes_;
        job_.stored = stored_;
        job_.gave_up = gave_up_;
    }

    // The quarters of the board stand for its regions.
    Bits odd_regions(const Bits& empty) const {
        Bits odd{};
        for (const Bits& quarter : quarters_.of)
            if (count_of(empty & quarter) & 1) odd |= quarter;
        return odd;
    }

    void poll_later() {
        next_poll_ = nodes_ + POLL_NODES;
        if (next_poll_ > job_.most_nodes) next_poll_ = job_.most_nodes;
    }
    bool gives_up() {
        if (++nodes_ >= next_poll_) {
            job_.nodes = nodes_;
            job_.stored = stored_;
            if (nodes_ >= job_.most_nodes || job_.poll()) gave_up_ = true;
            poll_later();
        }
        return gave_up_;
    }

    // More than alpha, and at least what is returned; or not, and at most that.
    int value(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha) {
        if (empties < FEWEST_SORTED) return near_end(own, other, empty, empties, alpha);
        if (gives_up()) return 0;
        if (const int most = bound(other, empty, empties, alpha); most <= alpha) return most;
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) {
            if (!fast_moves(other, own, empty)) return last_.ended(own, other);
            return -value(other, own, empty, empties, -1 - alpha);
        }
        int place;
        return remembered(own, other, empty, empties, alpha, moves, place);
    }

    // The same at the root, where a move that reaches it is wanted too.
    int value_and_place(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha) {
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) return value(own, other, empty, empties, alpha);
        int best = LOWEST, best_place = -1;
        if (empties >= FEWEST_SORTED) {
            if (gives_up()) return 0;
            best = remembered(own, other, empty, empties, alpha, moves, best_place);
        } else {
            for_places(moves, [&](int place) {
                if (best > alpha) return;
                const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
                const int here = -value(other ^ flips, own | flips | disc, empty ^ disc, empties - 1, -1 - alpha);
                if (here <= best) return;
                best = here;
                best_place = place;
            });
        }
        if (best > alpha) job_.place = best_place;
        return best;
    }

    int remembered(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha, const Bits& moves,
                   int& place) {
        const Key key = key_at(own, other, empties);
        Known known{std::int16_t(-points_), std::int16_t(points_), 0};
        place = -1;
        if (find(key, empties, known)) {
            place = known.place;
            if (known.least > alpha) return known.least;
            if (known.most <= alpha) return known.most;
        } else if (Known guessed; job_.guessed && empties >= FEWEST_GUESSED &&
                                  table_.find(guessing(key_of(own, other), job_.guessed), guessed)) {
            place = guessed.place;
        } else if (!width_ && empties >= FEWEST_TRIED) {  // the narrowest search finds a move
            width_ = 2;
            remembered(own, other, empty, empties, alpha, moves, place);
            width_ = 0;
        }
        const int best = best_of(own, other, empty, empties, alpha, moves, place);
        if (!gave_up_) remember(key, known, best, alpha, place, empties);
        return best;
    }

    // What is found by looking at some of the moves is kept apart from what is known.
    Key key_at(const Bits& own, const Bits& other, int empties) const {
        const Key key = key_of(own, other);
        return is_narrow(empties) ? guessing(key, width_) : key;
    }
    static Key guessing(const Key& key, int width) {
        return {key.signature ^ (0x9e3779b97f4a7c15u * std::uint64_t(width)), key.place};
    }
    bool is_narrow(int empties) const { return width_ && empties >= FEWEST_FAR; }

    // The place of a move to try first, if there is one, becomes that of the best one.
    int best_of(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha, Bits moves,
                int& best_place) {
        int best = LOWEST, tried = 0;
        const int total = count_of(moves);
        const auto try_move = [&](int place, const Bits& flips) {
            const Bits disc = bit_at<Bits>(place);
            tell_share(empties, tried++, total);
            const int here = -value(other ^ flips, own | flips | disc, empty ^ disc, empties - 1, -1 - alpha);
            if (here > best) {
                best = here;
                best_place = place;
            }
        };
        // What was good before often is again, and then the others need not be put in order.
        if (best_place >= 0) {
            const int first = best_place;
            try_move(first, fast_flips(first, own, other));
            if (best > alpha || gave_up_) return best;
            moves ^= bit_at<Bits>(first);
        }
        Move ordered[MOST_SOLVE_EMPTIES];
        const int count = order(ordered, moves, own, other, empty, empties, alpha, best, best_place);
        const bool shares = job_.busy && empties >= FEWEST_SHARED;
        const int most = is_narrow(empties) && width_ - tried < count ? width_ - tried : count;
        int deferred = 0;
        for (int k = 0; k < most && best <= alpha && !gave_up_; k++) {
            const Move move = taken_best(ordered + k, count - k);
            if (!shares) {
                try_move(move.place, move.flips);
            } else if (Claim claim(job_.busy, key_of(other ^ move.flips, own | move.flips | bit_at<Bits>(move.place)));
                       tried == 0 || claim.take()) {
                try_move(move.place, move.flips);
            } else {
                ordered[deferred++] = move;
            }
        }
        for (int k = 0; k < deferred && best <= alpha && !gave_up_; k++) try_move(ordered[k].place, ordered[k].flips);
        return best;
    }

    // Of these moves the most promising, which trades places with the first. Often no more than one is wanted.
    static Move taken_best(Move* moves, int count) {
        int best = 0;
        for (int k = 1; k < count; k++)
            if (moves[k].rank < moves[best].rank) best = k;
        const Move taken = moves[best];
        moves[best] = moves[0];
        return taken;
    }

    // What a thread is at work on, for the others to leave it alone until they have nothing else to do ("simplified
    // ABDADA", after Tom Kerrigan).
    class Claim {
    public:
        Claim(std::uint64_t* busy, const Key& key)
            : slot_(busy + (key.place & ((std::uint64_t(1) << LOG_BUSY) - 1))), signature_(key.signature) {}
        bool take() {
            if (__atomic_load_n(slot_, __ATOMIC_RELAXED) == signature_) return false;
            __atomic_store_n(slot_, signature_, __ATOMIC_RELAXED);
            taken_ = true;
            return true;
        }
        ~Claim() {
            if (taken_ && __atomic_load_n(slot_, __ATOMIC_RELAXED) == signature_)
                __atomic_store_n(slot_, std::uint64_t(0), __ATOMIC_RELAXED);
        }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        std::uint64_t* slot_;
        std::uint64_t signature_;
        bool taken_ = false;
    };

    void tell_share(int empties, int tried, int moves) {
        if (empties == root_empties_) {
            tried_ = double(tried) / moves;
            weight_ = 1.0 / moves;
            job_.share = tried_;
        } else if (empties == root_empties_ - 1) {
            job_.share = tried_ + weight_ * tried / moves;
        }
    }

    void remember(const Key& key, Known known, int best, int alpha, int place, int empties) {
        if (best > alpha)
            known.least = std::int16_t(best);
        else
            known.most = std::int16_t(best);
        if (best > alpha || known.least == -points_) known.place = std::uint8_t(place);
        if (empties < FEWEST_FAR)
            table_.store_near(key, known, empties);
        else
            stored_ += table_.store(key, known, empties);
    }
    bool find(const Key& key, int empties, Known& known) const {
        return empties < FEWEST_FAR ? table_.find_near(key, known) : table_.find(key, known);
    }

    // No more than this can be reached, since this many of the other side's discs never turn again; asked only where
    // the answer may be of use.
    int bound(const Bits& other, const Bits& empty, int empties, int alpha) const {
        if (alpha < 2 * empties || 2 * count_of(other) < points_ - alpha) return points_;
        return points_ - 2 * count_of(stability_.of(other, empty));
    }

    // Lists the moves and how promising they are. If a move is found in the table to be good enough, `best` says so.
    int order(Move* ordered, const Bits& moves, const Bits& own, const Bits& other, const Bits& empty, int empties,
              int alpha, int& best, int& best_place) {
        int count = 0;
        for (Bits left = moves; bool(left);) {
            const int place = lowest(left);
            left ^= bit_at<Bits>(place);
            ordered[count++] = {0, place, fast_flips(place, own, other)};
        }
        if (empties >= FEWEST_FORESEEN && foreseen(ordered, count, own, other, empties, alpha, best, best_place))
            return 0;
        const Bits odd = odd_regions(empty);
        for (int k = 0; k < count; k++) {
            Move& move = ordered[k];
            const Bits disc = bit_at<Bits>(move.place);
            const Bits next_own = other ^ move.flips, next_other = own | move.flips | disc, next_empty = empty ^ disc;
            const Bits replies = fast_moves(next_own, next_other, next_empty);
            int rank = 4 * (count_of(replies) + count_of(replies & quarters_.corners)) +
                       count_of(Steps<Bits>::beside(next_other) & next_empty);
            if (disc & odd) rank -= 2;
            if (disc & quarters_.corners) rank -= 6;
            if (empties >= FEWEST_JUDGED && job_.layout) rank += looks(next_own, next_other, next_empty, empties);
            move.rank = rank;
        }
        return count;
    }

    // Is one of these moves known to be good enough?
    bool foreseen(const Move* moves, int count, const Bits& own, const Bits& other, int empties, int alpha, int& best,
                  int& best_place) const {
        Key keys[MOST_SOLVE_EMPTIES];
        for (int k = 0; k < count; k++) {
            const Bits disc = bit_at<Bits>(moves[k].place);
            keys[k] = key_at(other ^ moves[k].flips, own | moves[k].flips | disc, empties - 1);
            if (empties > FEWEST_FAR) table_.prefetch(keys[k]);
        }
        for (int k = 0; k < count; k++)
            if (Known known; find(keys[k], empties - 1, known) && -known.most > alpha) {
                best = -known.most;
                best_place = moves[k].place;
                return true;
            }
        return false;
    }

    // How good a position looks to the side to move.
    int looks(const Bits& own, const Bits& other, const Bits& empty, int empties) const {
        using Judge = Evaluation<Bits>;
        const int plies = empties < FEWEST_JUDGED + 4 ? 1 : empties < FEWEST_JUDGED + 8 ? 2 : 3;
        return Judge(*job_.layout, job_.weights).ahead(own, other, empty, plies, -Judge::INFINITE, Judge::INFINITE) /
               384;
    }

    // The same without remembering and sorting, which cost more than they save here.
    int near_end(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha) {
        if (empties <= 4) return last_few(own, other, empty, empties, alpha);
        if (gives_up()) return 0;
        if (const int most = bound(other, empty, empties, alpha); most <= alpha) return most;
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) {
            if (!fast_moves(other, own, empty)) return last_.ended(own, other);
            return -near_end(other, own, empty, empties, -1 - alpha);
        }
        const Bits odd = odd_regions(empty), parts[2] = {moves & odd, moves & ~odd};
        int best = LOWEST;
        for (const Bits& part : parts)
            for (Bits left = part; bool(left) && best <= alpha;) {
                const int place = lowest(left);
                const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
                left ^= disc;
                const int here = -near_end(other ^ flips, own | flips | disc, empty ^ disc, empties - 1, -1 - alpha);
                if (here > best) best = here;
            }
        return best;
    }

    int last_few(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha) {
        if (empties == 4) return last_.four(own, other, empty, odd_regions(empty), alpha, nodes_);
        int places[3], count = 0;
        for_places(empty, [&](int place) { places[count++] = place; });
        if (empties == 3) return last_.three(own, other, places[0], places[1], places[2], alpha, nodes_);
        if (empties == 2) return last_.two(own, other, places[0], places[1], alpha, nodes_);
        return empties == 1 ? last_.one(own, other, places[0]) : last_.ended(own, other);
    }

    SolveJob& job_;
    Quarters quarters_;
    int points_;
    Stability<Bits> stability_;
    Last last_;
    SolveTable table_;
    std::uint64_t nodes_ = 0, next_poll_ = 0, stored_ = 0;
    int root_empties_ = 0, width_;
    double tried_ = 0, weight_ = 1;  // at the root
    bool gave_up_ = false;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
