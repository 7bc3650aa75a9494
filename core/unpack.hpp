// Sets of points as arrays: a byte or a number for each point, eight at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "grid.hpp"

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
inline void unpack(const std::uint64_t* words, Index points, Number* to) {
    alignas(64) static constexpr Unpacked<Number> UNPACKED;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(words);
    const Index whole = points / 8;
    for (Index k = 0; k < whole; k++) std::memcpy(to + 8 * k, UNPACKED.of[bytes[k]].data(), 8 * sizeof(Number));
    for (Index point = 8 * whole; point < points; point++) to[point] = UNPACKED.of[bytes[whole]][point % 8];
}

}  // namespace tengen
