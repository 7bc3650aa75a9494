// What one game on the card has: memory of its own, and chance.
//
// The files in this folder are compiled twice: for a graphics card when it is asked to play, by NVRTC, which has no
// standard library; and into the core, where the same games are played one after the other. So what the card plays can
// be tested without one.
#pragma once

#include <cstdint>

#include "../random.hpp"

namespace tengen::gpu {

using std::int16_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t;

inline int ones(uint32_t bits) {
#ifdef __CUDACC_RTC__
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
}

// The last bit first.
inline uint32_t reversed(uint32_t bits) {
#ifdef __CUDACC_RTC__
    return __brev(bits);
#else
    bits = (bits >> 1 & 0x55555555) | (bits & 0x55555555) << 1;
    bits = (bits >> 2 & 0x33333333) | (bits & 0x33333333) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f) | (bits & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(bits);
#endif
}

// Zeros above the highest one, of which there is one.
inline int zeros_above(uint32_t bits) {
#ifdef __CUDACC_RTC__
    return __clz(int(bits));
#else
    return __builtin_clz(bits);
#endif
}

// Zeros below the lowest one, of which there is one.
inline int zeros_below(uint32_t bits) {
#ifdef __CUDACC_RTC__
    return __ffs(int(bits)) - 1;
#else
    return __builtin_ctz(bits);
#endif
}

// A lane's words; some have negative numbers. On the card a warp of 32 lanes plays side by side, and word k of lane 1
// lies beside word k of lane 0: lanes that read at once, wherever in their boards, then hardly wait for each other.
//
// The words from 0 on are slots. A game whose slots are no words, but smaller, asks for them by `slot` alone: the less
// memory a lane takes, the more of them play.
template <class Word, class Slot, int LANES>
struct Memory {
    Word* origin;
    Slot* slots;
    Word& operator[](int k) const { return origin[k * LANES]; }
    Slot& slot(int k) const { return slots[k * LANES]; }
};

// A number that is known when a kernel is compiled, as most are on the card; 0: when it is run.
template <int VALUE>
struct Number {
    static Number of(int) { return {}; }
    constexpr operator int() const { return VALUE; }
};
template <>
struct Number<0> {
    int value;
    static Number of(int value) { return {value}; }
    operator int() const { return value; }
};

// A game's chance: sfc32 (Doty-Humphrey), for a card is at its best with 32 bits. It depends on the seed and on the
// game's number alone, whichever lane plays it.
struct Stream {
    uint32_t a, b, c, counter;

    static Stream of(uint64_t seed, uint64_t number) {
        Random random(derived_seed(seed, number));
        const uint64_t x = random.next(), y = random.next();
        return {uint32_t(x), uint32_t(x >> 32), uint32_t(y), uint32_t(y >> 32)};
    }

    uint32_t next() {
        const uint32_t sum = a + b + counter++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = ((c << 21) | (c >> 11)) + sum;
        return sum;
    }

    // Uniform over 0 .. n-1, exactly, as Random::below.
    uint32_t below(uint32_t n) {
        uint64_t product = uint64_t(next()) * n;
        if (uint32_t(product) < n) {
            const uint32_t threshold = (0u - n) % n;
            while (uint32_t(product) < threshold) product = uint64_t(next()) * n;
        }
        return uint32_t(product >> 32);
    }
};

}  // namespace tengen::gpu
