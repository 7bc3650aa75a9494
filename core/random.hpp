// The one source of chance: the same numbers on every machine.
#pragma once

#include <cstdint>

namespace tengen {

// SplitMix64 (Steele, Lea, Flood 2014): any seed is a good seed.
struct Random {
    std::uint64_t state;

    explicit Random(std::uint64_t seed) : state(seed) {}

    std::uint64_t next() {
        state += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // Uniform over 0 .. n-1, exactly: multiply, and redraw in the short interval (Lemire 2019).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (std::uint32_t(product) < n) {
            const std::uint32_t threshold = (0u - n) % n;
            while (std::uint32_t(product) < threshold) product = (next() >> 32) * n;
        }
        return std::uint32_t(product >> 32);
    }
};

// A seed for part number `part` of the job seeded `seed`, unrelated to its neighbours'.
inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t part) {
    Random mixer(seed ^ (0xd1342543de82ef95u * (part + 1)));
    mixer.next();
    return mixer.next();
}

}  // namespace tengen
