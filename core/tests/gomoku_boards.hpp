// What the tests of Gomoku try: every variant, on boards of any fill.
#pragma once

#include <cstdint>

#include "../gomoku/position.hpp"
#include "../random.hpp"

namespace tengen::testing {

constexpr gomoku::Variant VARIANTS[] = {gomoku::Variant::FREESTYLE, gomoku::Variant::STANDARD, gomoku::Variant::CARO};

// `empty` of a hundred points are empty, and `holes` of a hundred of the others are holes.
inline Board random_board(Random& random, Index height, Index width, std::uint32_t empty, std::uint32_t holes) {
    Board board(height, width);
    for (auto& cell : board.cells)
        cell = random.below(100) < empty ? EMPTY : random.below(100) < holes ? HOLE : random.below(2) ? BLACK : WHITE;
    return board;
}

}  // namespace tengen::testing
