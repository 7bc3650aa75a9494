// From positions to the kernels' plain data.
#pragma once

#include <algorithm>

#include "../cancel.hpp"
#include "kernels/kernels.hpp"
#include "position.hpp"

namespace tengen::othello {

inline const Kernel& best_kernel() { return kernels().front(); }

inline void put(const Sides<SmallBits>& sides, PlainSides& plain) {
    plain.own[0] = sides.own;
    plain.other[0] = sides.other;
    plain.empty[0] = sides.empty;
}
inline void put(const Sides<LargeBits>& sides, PlainSides& plain) {
    std::copy_n(sides.own.words, 4, plain.own);
    std::copy_n(sides.other.words, 4, plain.other);
    std::copy_n(sides.empty.words, 4, plain.empty);
}

// Of a board up to 16x16.
inline PlainSides plain_sides(const Position& position) {
    const Board& board = position.board();
    PlainSides plain{};
    plain.height = board.height;
    plain.width = board.width;
    plain.large = !fits_small(board);
    plain.has_holes = std::find(board.cells.begin(), board.cells.end(), std::uint8_t(HOLE)) != board.cells.end();
    if (plain.large)
        put(Sides<LargeBits>(board, position.to_play()), plain);
    else
        put(Sides<SmallBits>(board, position.to_play()), plain);
    return plain;
}

inline Poll poll_of(const Cancel* cancel) {
    return {[](const void* asked) { return cancelled(static_cast<const Cancel*>(asked)); }, cancel};
}

}  // namespace tengen::othello
