// Perfect play with at most four empty points left, where looking at each of them costs less than listing the moves.
#pragma once

#include "one_empty.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

struct Neighbours {
    std::uint64_t of[64] = {};

    constexpr Neighbours() {
        for (int place = 0; place < 64; place++)
            for (int on = 0; on < 64; on++) {
                const int down = on / 8 - place / 8, right = on % 8 - place % 8;
                if (on != place && down * down <= 1 && right * right <= 1) of[place] |= std::uint64_t(1) << on;
            }
    }
};
constexpr Neighbours NEIGHBOURS;

// Every answer is either more than alpha, and at least so much can be reached; or not, and no more can be.
template <class Bits>
class FewEmpties {
public:
    static constexpr int LOWEST = -1000;

    // Quarters of the board stand for its regions: who moves first into one with an odd number of empty points may
    // move last there.
    FewEmpties(bool has_holes, bool winner_takes_empties, int points, const Bits* quarters)
        : has_holes_(has_holes), winner_takes_empties_(winner_takes_empties), points_(points) {
        for (int quarter = 0; quarter < 4; quarter++)
            for_places(quarters[quarter], [&](int place) { quarter_[place] = std::uint8_t(quarter); });
    }

    // Of a game that is over.
    int ended(const Bits& own, const Bits& other) const {
        const int owns = count_of(own), others = count_of(other), margin = owns - others;
        if (!winner_takes_empties_ || margin == 0) return margin;
        return margin > 0 ? margin + (points_ - owns - others) : margin - (points_ - owns - others);
    }

    int one(const Bits& own, const Bits& other, int place) const {
        const int margin = last_margin(own, other, place, has_holes_);
        if (!winner_takes_empties_ || margin == 0) return margin;
        // A full board's margin is odd or even as its points are. If this is not, the point stayed empty.
        return (margin ^ points_) & 1 ? margin + (margin > 0 ? 1 : -1) : margin;
    }

    int two(const Bits& own, const Bits& other, int a, int b, int alpha, std::uint64_t& nodes) const {
        nodes++;
        int best = LOWEST;
        const auto try_one = [&](int place, int last) {
            if (const Bits flips = flips_if_any(place, own, other); bool(flips))
                best = higher(best, -one(other ^ flips, own | flips | bit_at<Bits>(place), last));
        };
        try_one(a, b);
        if (best > alpha) return best;
        try_one(b, a);
        if (best != LOWEST) return best;
        best = -LOWEST;
        const auto answer = [&](int place, int last) {
            if (const Bits flips = flips_if_any(place, other, own); bool(flips))
                best = lower(best, one(own ^ flips, other | flips | bit_at<Bits>(place), last));
        };
        answer(a, b);
        if (best <= alpha) return best;
        answer(b, a);
        return best != -LOWEST ? best : ended(own, other);
    }

    int three(const Bits& own, const Bits& other, int a, int b, int c, int alpha, std::uint64_t& nodes) const {
        nodes++;
        // The one alone in its region goes first.
        if (quarter_[a] == quarter_[b]) {
            const int first = c;
            c = a;
            a = first;
        } else if (quarter_[a] == quarter_[c]) {
            const int first = b;
            b = a;
            a = first;
        }
        int best = LOWEST;
        const auto try_one = [&](int place, int x, int y) {
            if (const Bits flips = flips_if_any(place, own, other); bool(flips))
                best = higher(best, -two(other ^ flips, own | flips | bit_at<Bits>(place), x, y, -1 - alpha, nodes));
            return best > alpha;
        };
        if (try_one(a, b, c) || try_one(b, a, c) || try_one(c, a, b) || best != LOWEST) return best;
        best = -LOWEST;
        const auto answer = [&](int place, int x, int y) {
            if (const Bits flips = flips_if_any(place, other, own); bool(flips))
                best = lower(best, two(own ^ flips, other | flips | bit_at<Bits>(place), x, y, alpha, nodes));
            return best <= alpha;
        };
        if (answer(a, b, c) || answer(b, a, c) || answer(c, a, b) || best != -LOWEST) return best;
        return ended(own, other);
    }

    int four(const Bits& own, const Bits& other, const Bits& empty, const Bits& odd, int alpha,
             std::uint64_t& nodes) const {
        nodes++;
        int places[4], count = 0;
        for_places(empty & odd, [&](int place) { places[count++] = place; });
        for_places(empty & ~odd, [&](int place) { places[count++] = place; });
        const int a = places[0], b = places[1], c = places[2], d = places[3];
        int best = LOWEST;
        const auto try_one = [&](int place, int x, int y, int z) {
            if (const Bits flips = flips_if_any(place, own, other); bool(flips))
                best =
                    higher(best, -three(other ^ flips, own | flips | bit_at<Bits>(place), x, y, z, -1 - alpha, nodes));
            return best > alpha;
        };
        if (try_one(a, b, c, d) || try_one(b, a, c, d) || try_one(c, a, b, d) || try_one(d, a, b, c) || best != LOWEST)
            return best;
        best = -LOWEST;
        const auto answer = [&](int place, int x, int y, int z) {
            if (const Bits flips = flips_if_any(place, other, own); bool(flips))
                best = lower(best, three(own ^ flips, other | flips | bit_at<Bits>(place), x, y, z, alpha, nodes));
            return best <= alpha;
        };
        if (answer(a, b, c, d) || answer(b, a, c, d) || answer(c, a, b, d) || answer(d, a, b, c) || best != -LOWEST)
            return best;
        return ended(own, other);
    }

private:
    static int higher(int a, int b) { return a > b ? a : b; }
    static int lower(int a, int b) { return a < b ? a : b; }

    static Bits flips_if_any(int place, const Bits& mover, const Bits& waiter) {
        if constexpr (sizeof(Bits) == sizeof(SmallBits))
            if (!(NEIGHBOURS.of[place] & waiter)) return 0;
        return fast_flips(place, mover, waiter);
    }

    bool has_holes_, winner_takes_empties_;
    int points_;
    std::uint8_t quarter_[Rows<Bits>::WIDTH * Rows<Bits>::WIDTH] = {};
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
