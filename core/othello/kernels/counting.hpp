// Counts the complete games from a position by outcome.
//
// From a position with e empty points there are at most e! games. So with nine or fewer the three counts fit one word,
// 21 bits each (9! < 2^21), added in one addition; above that they are 128 bits each, which 34 empty points cannot
// fill and where an overflow is noticed.
#pragma once

#include "one_empty.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
class Counter {
public:
    static void run(CountJob& job) {
        const Bits own = bits_from<Bits>(job.sides.own), other = bits_from<Bits>(job.sides.other);
        Counter counter(job, own, other, bits_from<Bits>(job.sides.empty));
        Tally tally;
        if (job.reached)
            tally = counter.count_reached(job.reached, job.reached_count);
        else if (bool(own | other))
            tally = counter.count(own, other, counter.empty_, counter.empties_);
        else
            tally.draws = 1;
        job.own = tally.own;
        job.other = tally.other;
        job.draws = tally.draws;
        job.overflowed = counter.overflowed_;
        job.cancelled = counter.cancelled_;
    }

private:
    using Wide = unsigned __int128;

    struct Tally {
        Wide own = 0, other = 0, draws = 0;
    };

    static constexpr int MOST_PACKED = 9, FEWEST_FAR = 6, FIELD = 21;
    using Packed = std::uint64_t;
    static constexpr Packed OWN = 1, OTHER = Packed(1) << FIELD, DRAW = Packed(1) << 2 * FIELD, LOW = OTHER - 1;

    static Packed swapped(Packed counts) {
        return (counts & (LOW << 2 * FIELD)) | ((counts & LOW) << FIELD) | ((counts >> FIELD) & LOW);
    }
    static Packed outcome(int margin) { return Packed(1) << FIELD * ((margin <= 0) + (margin == 0)); }

    struct PackedEntry {
        Bits own, other;
        Packed counts;
    };
    struct WideEntry {
        Bits own, other;
        Tally tally;
    };

    // Of positions in order: what they have in common is still in the caches.
    Tally count_reached(const Reached* reached, std::size_t count) {
        Tally sum;
        if constexpr (sizeof(Bits) == sizeof(SmallBits)) {
            const auto add = [&](Wide& to, Wide games, std::uint64_t lines) {
                Wide product;
                overflowed_ |= __builtin_mul_overflow(games, Wide(lines), &product);
                overflowed_ |= __builtin_add_overflow(to, product, &to);
            };
            for (const Reached* at = reached; at < reached + count && !(cancelled_ = poll_()); at++) {
                const Bits empty = points_ & ~(at->own | at->other);
                const Tally part = this->count(at->own, at->other, empty, count_of(empty));
                add(sum.own, part.own, at->lines[0]);
                add(sum.own, part.other, at->lines[1]);
                add(sum.other, part.other, at->lines[0]);
                add(sum.other, part.own, at->lines[1]);
                add(sum.draws, part.draws, at->lines[0]);
                add(sum.draws, part.draws, at->lines[1]);
            }
        }
        return sum;
    }

    // Found by trial: what is near the end lives in the second-level cache, what is far from it may spill out.
    Counter(const CountJob& job, const Bits& own, const Bits& other, const Bits& empty)
        : points_(own | other | empty), empty_(empty), empties_(count_of(empty)), has_holes_(job.sides.has_holes),
          poll_(job.poll), symmetries_(job.sides, own, other, empty), near_(empties_ <= 8    ? 10
                                                                            : empties_ <= 10 ? 13
                                                                                             : 15),
          far_(empties_ <= 8    ? 8
               : empties_ <= 10 ? 11
               : empties_ <= 12 ? 14
               : job.reached    ? 20
                                : 17),
          wide_(empties_ <= 10   ? 1
                : empties_ <= 12 ? 11
                : empties_ <= 14 ? 15
                                 : 19) {}

    Tally count(Bits own, Bits other, const Bits& empty, int empties) {
        if (empties <= MOST_PACKED) {
            const Packed counts = packed(own, other, empty, empties);
            return {counts & LOW, counts >> FIELD & LOW, counts >> 2 * FIELD};
        }
        if (cancelled_ || (cancelled_ = poll_())) return {};
        Bits remaining = empty;
        if (!symmetries_.none()) {
            symmetries_.normalise(own, other);
            remaining = empty_ & ~(own | other);
        }
        WideEntry& entry = wide_.slot(own, other);
        if (entry.own == own && entry.other == other) return entry.tally;
        const Bits moves = fast_moves(own, other, remaining);
        Tally sum;
        if (moves) {
            for_places(moves, [&](int place) {
                const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
                const Tally part = count(other ^ flips, own | flips | disc, remaining ^ disc, empties - 1);
                overflowed_ |= __builtin_add_overflow(sum.own, part.other, &sum.own);
                overflowed_ |= __builtin_add_overflow(sum.other, part.own, &sum.other);
                overflowed_ |= __builtin_add_overflow(sum.draws, part.draws, &sum.draws);
            });
        } else if (fast_moves(other, own, remaining)) {
            const Tally part = count(other, own, remaining, empties);
            sum = {part.other, part.own, part.draws};
        } else {
            const int margin = count_of(own) - count_of(other);
            (margin > 0 ? sum.own : margin < 0 ? sum.other : sum.draws) = 1;
        }
        if (!cancelled_) entry = {own, other, sum};
        return sum;
    }

    Packed packed(const Bits& own, const Bits& other, const Bits& empty, int empties) {
        if (empties == 2) {
            const int first = lowest(empty);
            return last_two(own, other, first, lowest(empty ^ bit_at<Bits>(first)));
        }
        if (empties == 1) return outcome(last_margin(own, other, lowest(empty), has_holes_));
        if (empties == 0) return outcome(count_of(own) - count_of(other));
        PackedEntry& entry = empties < FEWEST_FAR ? near_.slot(own, other) : far_.slot(own, other);
        if (entry.own == own && entry.other == other) return entry.counts;
        Packed sum = after_moves(own, other, empty, empties);
        if (sum)
            sum = swapped(sum);
        else if (!(sum = after_moves(other, own, empty, empties)))
            sum = outcome(count_of(own) - count_of(other));
        entry = {own, other, sum};
        return sum;
    }

    // The games after each of own's moves, seen from the other side; 0 if there is none.
    Packed after_moves(const Bits& own, const Bits& other, const Bits& empty, int empties) {
        Packed sum = 0;
        for_places(fast_moves(own, other, empty), [&](int place) {
            const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
            sum += packed(other ^ flips, own | flips | disc, empty ^ disc, empties - 1);
        });
        return sum;
    }

    Packed last_two(const Bits& own, const Bits& other, int first, int second) {
        Packed sum = 0;
        const auto margin = [&](const Bits& mover, const Bits& waiter, int last) {
            return last_margin(mover, waiter, last, has_holes_);
        };
        const auto try_both = [&](const Bits& mover, const Bits& waiter, int sign) {
            const Bits by_first = fast_flips(first, mover, waiter), by_second = fast_flips(second, mover, waiter);
            if (by_first)
                sum += outcome(sign * margin(waiter ^ by_first, mover | by_first | bit_at<Bits>(first), second));
            if (by_second)
                sum += outcome(sign * margin(waiter ^ by_second, mover | by_second | bit_at<Bits>(second), first));
        };
        try_both(own, other, -1);
        if (!sum) try_both(other, own, 1);
        return sum ? sum : outcome(count_of(own) - count_of(other));
    }

    Bits points_, empty_;
    int empties_;
    bool has_holes_;
    Poll poll_;
    Symmetries<Bits> symmetries_;
    Cache<PackedEntry> near_, far_;  // of positions with few empty points, and with more
    Cache<WideEntry> wide_;
    bool overflowed_ = false, cancelled_ = false;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
