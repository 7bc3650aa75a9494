// Moves and flips of a board of one word, four lines at once where the processor has vectors for it.
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../bits.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

#if defined(__AVX2__)

// Along rows, columns, falling and rising diagonals.
typedef std::uint64_t Lines __attribute__((vector_size(32), may_alias));
constexpr Lines STEPS = {1, 8, 9, 7};

inline Lines on_lines(SmallBits bits) { return Lines{} + bits; }
inline SmallBits joined(const Lines& lines) { return (lines[0] | lines[2]) | (lines[1] | lines[3]); }

// From each place to the edge, to higher bits and to lower ones.
struct Rays {
    SmallBits from[64][8] = {};  // four forwards, four backwards

    constexpr Rays() {
        constexpr int DOWN[4] = {0, 1, 1, 1}, RIGHT[4] = {1, 0, 1, -1};
        for (int place = 0; place < 64; place++)
            for (int line = 0; line < 4; line++)
                for (int way = 1; way >= -1; way -= 2) {
                    SmallBits ray = 0;
                    const int down = way * DOWN[line], right = way * RIGHT[line];
                    int row = place / 8 + down, col = place % 8 + right;
                    for (; row >= 0 && row < 8 && col >= 0 && col < 8; row += down, col += right)
                        ray |= SmallBits(1) << (8 * row + col);
                    from[place][way > 0 ? line : line + 4] = ray;
                }
    }
};
alignas(64) constexpr Rays RAYS;

[[gnu::always_inline]] inline SmallBits fast_flips(int place, SmallBits own, SmallBits other) {
    const Lines mine = on_lines(own), not_theirs = on_lines(~other);
    const Lines ahead = *reinterpret_cast<const Lines*>(RAYS.from[place]);
    const Lines behind = *reinterpret_cast<const Lines*>(RAYS.from[place] + 4);
    // Ahead, the run ends at the lowest bit that is not theirs; if that is an own disc, all below it flip.
    Lines stop = ahead & not_theirs;
    stop &= -stop & mine;
    Lines flips = ahead & (stop + Lines(stop != 0));
#if defined(__AVX512CD__) && defined(__AVX512VL__)
    // Behind, it ends at the highest such bit, and all above that flip.
    const __m256i above = _mm256_lzcnt_epi64(__m256i(behind & not_theirs));
    const Lines bracket = Lines(_mm256_srlv_epi64(__m256i(on_lines(SmallBits(1) << 63)), above)) & mine;
    flips |= behind & -(bracket + bracket);
#else
    // Behind, everything from the highest such bit down is smeared over, and what is left is the run.
    const Lines stops = behind & not_theirs;
    Lines past = stops | (stops >> STEPS);
    past |= past >> (STEPS * 2);
    past |= past >> (STEPS * 4);
    const Lines bracket = stops & ~(past >> STEPS) & mine;
    flips |= behind & ~past & Lines(bracket != 0);
#endif
    return joined(flips);
}

[[gnu::always_inline]] inline SmallBits fast_moves(SmallBits own, SmallBits other, SmallBits empty) {
    constexpr SmallBits INNER = Rows<SmallBits>::INNER;
    const Lines through = on_lines(other) & Lines{INNER, ~SmallBits(0), INNER, INNER}, mine = on_lines(own);
    Lines up = (mine << STEPS) & through, down = (mine >> STEPS) & through;
    up |= (up << STEPS) & through;
    down |= (down >> STEPS) & through;
    const Lines pairs_up = through & (through << STEPS), pairs_down = through & (through >> STEPS);
    up |= (up << (STEPS * 2)) & pairs_up;
    down |= (down >> (STEPS * 2)) & pairs_down;
    up |= (up << (STEPS * 2)) & pairs_up;
    down |= (down >> (STEPS * 2)) & pairs_down;
    return joined((up << STEPS) | (down >> STEPS)) & empty;
}

#else

inline SmallBits fast_flips(int place, SmallBits own, SmallBits other) {
    return flips_of(SmallBits(1) << place, own, other);
}
inline SmallBits fast_moves(SmallBits own, SmallBits other, SmallBits empty) { return moves_of(own, other, empty); }

#endif

inline LargeBits fast_flips(int place, const LargeBits& own, const LargeBits& other) {
    return flips_at(place, own, other);
}
inline LargeBits fast_moves(const LargeBits& own, const LargeBits& other, const LargeBits& empty) {
    constexpr int FEW = 24;
    if (count_of(empty) > FEW) return moves_of(own, other, empty);
    LargeBits moves;
    for_places(empty, [&](int place) {
        if (flips_at(place, own, other)) moves |= bit_at<LargeBits>(place);
    });
    return moves;
}

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
