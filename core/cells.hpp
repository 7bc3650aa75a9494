// What stands on a point, and how points and moves are numbered. A graphics card has this file too.
#pragma once

#include <cstdint>

namespace tengen {

// HOLE: no point there (written '#').
enum Cell : std::uint8_t { EMPTY = 0, BLACK = 1, WHITE = 2, HOLE = 3 };

constexpr Cell opponent(Cell colour) { return Cell(BLACK + WHITE - colour); }

// 0 for Black, 1 for White: an index into pairs kept per colour.
constexpr int side(Cell colour) { return colour - BLACK; }

// A point is its index, row * width + col from the top-left.
using Index = std::int32_t;
constexpr Index NOWHERE = -1;
constexpr Index PASS = -2;  // a move that is no point

}  // namespace tengen
