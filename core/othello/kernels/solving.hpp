// Perfect play to the end of the game: alpha-beta on the margin in discs. Moves that leave the other side few replies
// come first, and among them those into regions with an odd number of empty points, where the mover also moves last.
#pragma once

#include "last_disc.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
class Solver {
public:
    static void run(SolveJob& job) {
        const Bits own = bits_from<Bits>(job.sides.own), other = bits_from<Bits>(job.sides.other);
        const Bits empty = bits_from<Bits>(job.sides.empty);
        Solver solver(job, own | other | empty);
        job.margin = solver.value(own, other, empty, count_of(empty), job.alpha, job.beta);
        job.nodes = solver.nodes_;
        job.gave_up = solver.gave_up_;
    }

private:
    static constexpr int FEWEST_SORTED = 6, LOWEST = -1000;

    // What is known of a position's margin; zeroed memory has none, since no position asked for is without discs.
    struct Entry {
        Bits own, other;
        std::int16_t least, most;
        std::int16_t place;  // of the move that was best
    };
    static_assert(sizeof(Entry) <= solve_entry_bytes(sizeof(Bits) > sizeof(SmallBits)));

    struct Move {
        std::int16_t place, rank;
    };

    Solver(const SolveJob& job, const Bits& points)
        : has_holes_(job.sides.has_holes), poll_(job.poll), most_nodes_(job.most_nodes), shift_(64 - job.log_entries),
          entries_(static_cast<Entry*>(job.memory)) {
        for_places(points, [&](int place) {
            const bool low = place / Rows<Bits>::WIDTH >= job.sides.height / 2;
            const bool right = place % Rows<Bits>::WIDTH >= job.sides.width / 2;
            quarters_[2 * low + right] |= bit_at<Bits>(place);
            const auto edges = [&](int at, int length) { return at == 0 || at == length - 1; };
            if (edges(place / Rows<Bits>::WIDTH, job.sides.height) && edges(place % Rows<Bits>::WIDTH, job.sides.width))
                corners_ |= bit_at<Bits>(place);
        });
    }

    // The quarters of the board stand for its regions.
    Bits odd_regions(const Bits& empty) const {
        Bits odd{};
        for (const Bits& quarter : quarters_)
            if (count_of(empty & quarter) & 1) odd |= quarter;
        return odd;
    }

    bool gives_up() {
        nodes_++;
        if (nodes_ >= most_nodes_ || ((nodes_ & 0xfff) == 0 && poll_())) gave_up_ = true;
        return gave_up_;
    }

    // The margin if it is between alpha and beta, else a bound beyond that side.
    int value(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha, int beta) {
        if (empties < FEWEST_SORTED) return near_end(own, other, empty, empties, alpha, beta);
        if (gives_up()) return 0;
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) {
            if (!fast_moves(other, own, empty)) return count_of(own) - count_of(other);
            return -value(other, own, empty, empties, -beta, -alpha);
        }
        Entry& entry = entries_[hash_of(own, other) >> shift_];
        int first = -1;
        if (entry.own == own && entry.other == other) {
            if (entry.least >= beta || entry.least == entry.most) return entry.least;
            if (entry.most <= alpha) return entry.most;
            first = entry.place;
        }
        Move ordered[Rows<Bits>::WIDTH * Rows<Bits>::WIDTH];
        const int count = order(ordered, moves, own, other, empty, first);
        int best = LOWEST, best_place = ordered[0].place;
        for (int k = 0; k < count && best < beta; k++) {
            const int place = ordered[k].place, floor = best > alpha ? best : alpha;
            const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
            const int here = -value(other ^ flips, own | flips | disc, empty ^ disc, empties - 1, -beta, -floor);
            if (gave_up_) return 0;
            if (here > best) {
                best = here;
                best_place = place;
            }
        }
        remember(entry, own, other, best, alpha, beta, best_place);
        return best;
    }

    static void remember(Entry& entry, const Bits& own, const Bits& other, int best, int alpha, int beta, int place) {
        int least = LOWEST, most = -LOWEST;
        if (entry.own == own && entry.other == other) {
            least = entry.least;
            most = entry.most;
        }
        if (best > alpha) least = best;
        if (best < beta) most = best;
        entry = {own, other, std::int16_t(least), std::int16_t(most), std::int16_t(place)};
    }

    // Lists the moves, the most promising first.
    int order(Move* ordered, const Bits& moves, const Bits& own, const Bits& other, const Bits& empty, int first) {
        const Bits odd = odd_regions(empty);
        int count = 0;
        for_places(moves, [&](int place) {
            const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
            const Bits replies = fast_moves(other ^ flips, own | flips | disc, empty ^ disc);
            int rank = 4 * (count_of(replies) + count_of(replies & corners_));
            if (disc & odd) rank -= 2;
            if (disc & corners_) rank -= 6;
            if (place == first) rank = LOWEST;
            int at = count++;
            for (; at > 0 && ordered[at - 1].rank > rank; at--) ordered[at] = ordered[at - 1];
            ordered[at] = {std::int16_t(place), std::int16_t(rank)};
        });
        return count;
    }

    // The same without remembering and sorting, which cost more than they save here.
    int near_end(const Bits& own, const Bits& other, const Bits& empty, int empties, int alpha, int beta) {
        if (empties == 1) return last_margin(own, other, lowest(empty), has_holes_);
        if (empties == 0) return count_of(own) - count_of(other);
        if (gives_up()) return 0;
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) {
            if (!fast_moves(other, own, empty)) return count_of(own) - count_of(other);
            return -near_end(other, own, empty, empties, -beta, -alpha);
        }
        const Bits odd = odd_regions(empty), parts[2] = {moves & odd, moves & ~odd};
        int best = LOWEST;
        for (const Bits& part : parts)
            for (Bits left = part; bool(left) && best < beta;) {
                const int place = lowest(left), floor = best > alpha ? best : alpha;
                const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
                left ^= disc;
                const int here = -near_end(other ^ flips, own | flips | disc, empty ^ disc, empties - 1, -beta, -floor);
                if (here > best) best = here;
            }
        return best;
    }

    bool has_holes_;
    Poll poll_;
    std::uint64_t most_nodes_, nodes_ = 0;
    int shift_;
    Entry* entries_;
    Bits quarters_[4] = {}, corners_{};
    bool gave_up_ = false;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
