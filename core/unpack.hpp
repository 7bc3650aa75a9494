// Sets of points as arrays: a byte or a number for each point, eight at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "grid.hpp"
#include "processor.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tengen {

static_assert(std::endian::native == std::endian::little);

// What eight bits become, for each of their 256 values.
template <class Number>
struct Unpacked {
    using Eight = std::array<Number, 8>;
    std::array<Eight, 256> of{};

    constexpr Unpacked() {
        for (unsigned bits = 0; bits < 256; bits++)
            for (unsigned k = 0; k < 8; k++) of[bits][k] = Number(bits >> k & 1);
    }
};

template <class Number>
inline void unpack_by_eight(const std::uint64_t* words, Index points, Number* to) {
    alignas(64) static constexpr Unpacked<Number> UNPACKED;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(words);
    const Index whole = points / 8;
    for (Index k = 0; k < whole; k++) std::memcpy(to + 8 * k, UNPACKED.of[bytes[k]].data(), 8 * sizeof(Number));
    for (Index point = 8 * whole; point < points; point++) to[point] = UNPACKED.of[bytes[whole]][point % 8];
}

#if defined(__x86_64__)

// A word at a time, where the processor has registers for it.
[[gnu::target("avx512f,avx512bw")]] inline void unpack_by_word(const std::uint64_t* words, Index points,
                                                               std::uint8_t* to) {
    const __m512i ones = _mm512_set1_epi8(1);
    const Index whole = points / 64;
    for (Index k = 0; k < whole; k++) _mm512_storeu_si512(to + 64 * k, _mm512_maskz_mov_epi8(words[k], ones));
    if (const Index rest = points % 64)
        _mm512_mask_storeu_epi8(to + 64 * whole, (std::uint64_t(1) << rest) - 1,
                                _mm512_maskz_mov_epi8(words[whole], ones));
}
[[gnu::target("avx512f,avx512bw")]] inline void unpack_by_word(const std::uint64_t* words, Index points, float* to) {
    const __m512 ones = _mm512_set1_ps(1);
    for (Index from = 0; from < points; from += 16) {
        const auto room = __mmask16(points - from < 16 ? (1u << (points - from)) - 1 : ~0u);
        const auto set = __mmask16(words[from / 64] >> from % 64);
        _mm512_mask_storeu_ps(to + from, room, _mm512_maskz_mov_ps(set, ones));
    }
}

template <class Number>
inline void unpack(const std::uint64_t* words, Index points, Number* to) {
    static const bool has_registers = this_processor() >= Processor::AVX512;
    has_registers ? unpack_by_word(words, points, to) : unpack_by_eight(words, points, to);
}

#else

template <class Number>
inline void unpack(const std::uint64_t* words, Index points, Number* to) {
    unpack_by_eight(words, points, to);
}

#endif

}  // namespace tengen
