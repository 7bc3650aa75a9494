// Vectors of lanes, one word a lane, for the lockstep player; see kernel.hpp. GCC's vector types do the work;
// only asking all lanes at once takes intrinsics.
#pragma once

#include <cstdint>

#if LOCKSTEP_BYTES > 16
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace tengen::nogo::LOCKSTEP_ISA {

template <class Word>
struct Vectors {
    static constexpr int LANES = LOCKSTEP_BYTES / int(sizeof(Word));
    static constexpr int COLUMNS = 8 * int(sizeof(Word)), SHIFT = COLUMNS == 16 ? 4 : COLUMNS == 32 ? 5 : 6;
    static constexpr Word ALL = Word(~Word(0));

    typedef Word Vec __attribute__((vector_size(LOCKSTEP_BYTES)));
    typedef Word Row __attribute__((vector_size(COLUMNS * sizeof(Word)), aligned(32)));  // one lane, a word a column
    typedef std::uint32_t Numbers[LANES] __attribute__((aligned(64)));

    static Vec all(Word word) { return Vec{} + word; }
    static Vec select(Vec mask, Vec yes, Vec no) { return (mask & yes) | (~mask & no); }
    static Word& at(Vec& vec, int lane) { return reinterpret_cast<Word*>(&vec)[lane]; }

    static bool any(Vec vec) {
#if LOCKSTEP_BYTES == 64
        return _mm512_test_epi64_mask(__m512i(vec), __m512i(vec));
#elif LOCKSTEP_BYTES == 32
        return !_mm256_testz_si256(__m256i(vec), __m256i(vec));
#elif defined(__SSE2__)
        return _mm_movemask_epi8(_mm_cmpeq_epi8(__m128i(vec), _mm_setzero_si128())) != 0xffff;
#elif defined(__wasm_simd128__)
        return wasm_v128_any_true(v128_t(vec));
#else
        Word sum = 0;
        for (int lane = 0; lane < LANES; lane++) sum |= vec[lane];
        return sum != 0;
#endif
    }

    // Calls visit(lane) where the mask is all ones.
    template <class Visit>
    static void for_lanes(Vec mask, Visit&& visit) {
#if LOCKSTEP_BYTES > 16 || defined(__SSE2__) || defined(__wasm_simd128__)
        constexpr int BITS = int(sizeof(Word));
#if LOCKSTEP_BYTES == 64
        std::uint64_t bits = _mm512_movepi8_mask(__m512i(mask));
#elif LOCKSTEP_BYTES == 32
        std::uint64_t bits = std::uint32_t(_mm256_movemask_epi8(__m256i(mask)));
#elif defined(__wasm_simd128__)
        std::uint64_t bits = wasm_i8x16_bitmask(v128_t(mask));
#else
        std::uint64_t bits = std::uint32_t(_mm_movemask_epi8(__m128i(mask)));
#endif
        bits &= ~std::uint64_t(0) / ((1u << BITS) - 1);  // one bit a lane
        for (; bits; bits &= bits - 1) visit(__builtin_ctzll(bits) / BITS);
#else
        for (int lane = 0; lane < LANES; lane++)
            if (mask[lane]) visit(lane);
#endif
    }

    // 1 << shift, lane by lane.
    static Vec bit(Vec shift) {
#if LOCKSTEP_BYTES == 64
        return all(1) << shift;
#else
        Vec result = all(1);
        for (int step = 1; step < COLUMNS; step *= 2)
            result = select(Vec((shift & Word(step)) != 0), result << step, result);
        return result;
#endif
    }

    // sfc32 (Doty-Humphrey): one stream per lane.
    struct Streams {
        Numbers a, b, c, counter;
    };

    // Fresh numbers for the active lanes' streams; the others stay where they are.
    static void next(Streams& streams, Vec active, Numbers& numbers) {
        alignas(64) Word active_in[LANES];
        __builtin_memcpy(active_in, &active, sizeof active);
        for (int lane = 0; lane < LANES; lane++) {
            const std::uint32_t a = streams.a[lane], b = streams.b[lane], c = streams.c[lane];
            const std::uint32_t sum = a + b + streams.counter[lane];
            const bool on = active_in[lane];
            numbers[lane] = sum;
            streams.counter[lane] += on;
            streams.a[lane] = on ? b ^ (b >> 9) : a;
            streams.b[lane] = on ? c + (c << 3) : b;
            streams.c[lane] = on ? ((c << 21) | (c >> 11)) + sum : c;
        }
    }

    // number * count / 2^32, exactly, in 32-bit arithmetic.
    static Vec scaled(const Numbers& numbers, Vec count) {
        alignas(64) Word result[LANES], counts[LANES];
        __builtin_memcpy(counts, &count, sizeof count);
        for (int lane = 0; lane < LANES; lane++) {
            const std::uint32_t high = numbers[lane] >> 16, low = numbers[lane] & 0xffff;
            const std::uint32_t n = std::uint32_t(counts[lane]);
            result[lane] = Word((high * n + ((low * n) >> 16)) >> 16);
        }
        __builtin_memcpy(&count, result, sizeof count);
        return count;
    }

    static void seed_streams(Streams& streams, const std::uint64_t* seeds) {
        for (int lane = 0; lane < LANES; lane++) {
            streams.a[lane] = std::uint32_t(seeds[2 * lane]);
            streams.b[lane] = std::uint32_t(seeds[2 * lane] >> 32);
            streams.c[lane] = std::uint32_t(seeds[2 * lane + 1]);
            streams.counter[lane] = std::uint32_t(seeds[2 * lane + 1] >> 32);
        }
        Numbers numbers;
        for (int k = 0; k < 12; k++) next(streams, all(ALL), numbers);
    }
};

}  // namespace tengen::nogo::LOCKSTEP_ISA
