// The end of a game with one empty point left.
#pragma once

#include "lines.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

// A line with all its other points filled: how many discs a disc on place `at` flips, by the set of the own discs on
// it. Points outside a smaller board count as the opponent's there, and are never bracketed.
struct LineFlips {
    std::uint8_t counts[8][256] = {};

    constexpr LineFlips() {
        for (int at = 0; at < 8; at++)
            for (int own = 0; own < 256; own++) {
                int up = at + 1, down = at - 1, flips = 0;
                while (up < 8 && !(own >> up & 1)) up++;
                while (down >= 0 && !(own >> down & 1)) down--;
                if (up < 8) flips += up - at - 1;
                if (down >= 0) flips += at - down - 1;
                counts[at][own] = std::uint8_t(flips);
            }
    }
};
constexpr LineFlips LINE_FLIPS;

struct Diagonals {
    std::uint64_t falling[64] = {}, rising[64] = {};

    constexpr Diagonals() {
        for (int place = 0; place < 64; place++)
            for (int on = 0; on < 64; on++) {
                if (place / 8 - place % 8 == on / 8 - on % 8) falling[place] |= std::uint64_t(1) << on;
                if (place / 8 + place % 8 == on / 8 + on % 8) rising[place] |= std::uint64_t(1) << on;
            }
    }
};
constexpr Diagonals DIAGONALS;

// How many discs `own` flips on the one empty point of a board without holes. A multiplication gathers a line's bits.
[[gnu::always_inline]] inline int last_flips(int place, SmallBits own) {
    constexpr std::uint64_t COLUMN = 0x0101010101010101, GATHER_COLUMN = 0x0102040810204080;
    const int row = place >> 3, col = place & 7;
    return LINE_FLIPS.counts[col][own >> (row * 8) & 0xff] +
           LINE_FLIPS.counts[row][((own >> col & COLUMN) * GATHER_COLUMN) >> 56] +
           LINE_FLIPS.counts[col][((own & DIAGONALS.falling[place]) * COLUMN) >> 56] +
           LINE_FLIPS.counts[col][((own & DIAGONALS.rising[place]) * COLUMN) >> 56];
}

// Own's discs more than the other's at the end of the game, with one empty point left.
template <class Bits>
[[gnu::always_inline]] inline int last_margin(const Bits& own, const Bits& other, int place, bool has_holes) {
    int by_own, by_other;
    if constexpr (sizeof(Bits) == sizeof(SmallBits)) {
        if (!has_holes) {
            by_own = last_flips(place, own);
            by_other = by_own ? 0 : last_flips(place, other);
        } else {
            by_own = count_of(fast_flips(place, own, other));
            by_other = count_of(fast_flips(place, other, own));
        }
    } else {
        by_own = count_of(fast_flips(place, own, other));
        by_other = by_own ? 0 : count_of(fast_flips(place, other, own));
    }
    return count_of(own) - count_of(other) + (by_own ? 2 * by_own + 1 : by_other ? -2 * by_other - 1 : 0);
}

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
