// Boards of one word, one in each lane of a vector: their moves and flips.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "../bits.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

#if defined(__AVX512F__) && defined(__AVX512BW__)
constexpr int VECTOR_BYTES = 64;
#elif defined(__AVX2__)
constexpr int VECTOR_BYTES = 32;
#else
constexpr int VECTOR_BYTES = 16;
#endif
constexpr int LANES = VECTOR_BYTES / 8;

typedef std::uint64_t Vec __attribute__((vector_size(VECTOR_BYTES)));
typedef std::int32_t Halves __attribute__((vector_size(VECTOR_BYTES)));

inline Vec all(std::uint64_t word) { return Vec{} + word; }

// Of lanes less than 2^31: ones in the lower half where a >= b. Any processor has this comparison, few that of words.
inline Vec at_least(const Vec& a, const Vec& b) { return ~Vec(Halves(b) > Halves(a)); }

// Bit k: is lane k all ones (lanes are all ones or zero)?
inline unsigned lanes_set(const Vec& mask) {
#if defined(__AVX512F__) && defined(__AVX512BW__)
    return _mm512_test_epi64_mask(__m512i(mask), __m512i(mask));
#elif defined(__AVX2__)
    return unsigned(_mm256_movemask_pd(__m256d(mask)));
#elif defined(__SSE2__)
    return unsigned(_mm_movemask_pd(__m128d(mask)));
#else
    return unsigned(mask[0] & 1) | unsigned(mask[1] & 2);
#endif
}

// Products of the low halves.
inline Vec product(const Vec& a, const Vec& b) {
#if defined(__AVX512F__) && defined(__AVX512BW__)
    return Vec(_mm512_maskz_mul_epu32(0xff, __m512i(a), __m512i(b)));  // unmasked, gcc 12 warns (its bug 105593)
#elif defined(__AVX2__)
    return Vec(_mm256_mul_epu32(__m256i(a), __m256i(b)));
#elif defined(__SSE2__)
    return Vec(_mm_mul_epu32(__m128i(a), __m128i(b)));
#else
    return a * b;
#endif
}

// One line, both ways: where moves are, and what a disc put there flips. The runs from own discs are found for the
// moves; those of them that also run from the new disc flip.
template <int STEP>
struct Line {
    Vec ahead, behind;  // discs of the other side in a run from an own disc, towards higher and towards lower bits

    Line(const Vec& own, const Vec& through) {
        const Vec pairs_ahead = through & (through << STEP), pairs_behind = through & (through >> STEP);
        ahead = run<true>(own, through, pairs_ahead);
        behind = run<false>(own, through, pairs_behind);
    }

    Vec moves() const { return (ahead << STEP) | (behind >> STEP); }

    Vec flips(const Vec& disc) const {
        return run<false>(disc, ahead, ahead & (ahead >> STEP)) | run<true>(disc, behind, behind & (behind << STEP));
    }

private:
    template <bool FORWARDS>
    static Vec run(const Vec& from, const Vec& through, const Vec& pairs) {
        Vec found = shifted<FORWARDS, STEP>(from) & through;
        found |= shifted<FORWARDS, STEP>(found) & through;
        found |= shifted<FORWARDS, 2 * STEP>(found) & pairs;
        return found | (shifted<FORWARDS, 2 * STEP>(found) & pairs);
    }
};

// The moves of one side in every lane.
struct LaneMoves {
    Line<1> row;
    Line<8> column;
    Line<9> falling;
    Line<7> rising;
    Vec moves;

    LaneMoves(const Vec& own, const Vec& other, const Vec& empty)
        : row(own, other & Rows<SmallBits>::INNER), column(own, other), falling(own, other & Rows<SmallBits>::INNER),
          rising(own, other & Rows<SmallBits>::INNER),
          moves((row.moves() | column.moves() | falling.moves() | rising.moves()) & empty) {}

    Vec flips(const Vec& disc) const {
        return (row.flips(disc) | column.flips(disc)) | (falling.flips(disc) | rising.flips(disc));
    }
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
