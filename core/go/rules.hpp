// What can be chosen about Go's rules, and who is ahead by them. A graphics card has this file too.
#pragma once

#include <cstdint>

#include "../cells.hpp"

namespace tengen::go {

// SIMPLE: no taking back at once the single stone that just took a single stone.
// POSITIONAL: no move may make a board that was there before; SITUATIONAL: none that was there with the same side to
// play. A pass is always legal.
enum class KoRule : std::uint8_t { SIMPLE, POSITIONAL, SITUATIONAL };

struct Rules {
    std::int32_t komi_halves = 15;  // what White is given, in half points: 15 is 7.5
    bool suicide = false;
    KoRule ko = KoRule::POSITIONAL;

    bool operator==(const Rules&) const = default;
};

struct Area {
    std::int64_t black = 0, white = 0, neutral = 0;  // points; together, all points of the board

    bool operator==(const Area&) const = default;

    // Who has more, White with the komi added; EMPTY when it is even.
    Cell leader(const Rules& rules) const {
        const std::int64_t lead = 2 * (black - white) - rules.komi_halves;
        return lead > 0 ? BLACK : lead < 0 ? WHITE : EMPTY;
    }
};

}  // namespace tengen::go
