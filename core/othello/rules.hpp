// Othello's one rule, walked point by point on a board of any size.
#pragma once

#include <vector>

#include "../grid.hpp"

namespace tengen::othello {

// Calls visit(row step, column step, run length) for each direction in which a disc of this colour put on the point
// would bracket a run of the other colour. Edges, holes and empty points end a run without bracketing it.
template <class Visit>
inline void for_bracketed_runs(const Board& board, Index point, Cell colour, Visit&& visit) {
    const Index row = point / board.width, col = point % board.width;
    for (Index down = -1; down <= 1; down++)
        for (Index right = -1; right <= 1; right++) {
            if (down == 0 && right == 0) continue;
            Index run = 0;
            for (Index r = row + down, c = col + right;; r += down, c += right, run++) {
                if (r < 0 || r >= board.height || c < 0 || c >= board.width) break;
                const Cell cell = board[r * board.width + c];
                if (cell == opponent(colour)) continue;
                if (cell == colour && run > 0) visit(down, right, run);
                break;
            }
        }
}

// The discs that a disc of this colour put on the point would flip; none: it may not be put there.
inline std::vector<Index> flipped_discs(const Board& board, Index point, Cell colour) {
    std::vector<Index> discs;
    if (board[point] != EMPTY) return discs;
    for_bracketed_runs(board, point, colour, [&](Index down, Index right, Index run) {
        for (Index k = 1; k <= run; k++) discs.push_back(point + k * (down * board.width + right));
    });
    return discs;
}

// The usual start: four discs on the middle 2x2, the first mover's on its rising diagonal (Black's on d5 and e4 of
// 8x8). On a board of odd height or width the exact middle is the upper or the left one of them.
inline Board standard_start(Index height, Index width) {
    Board board(height, width);
    if (height < 2 || width < 2) return board;
    const Index corner = ((height - 1) / 2) * width + (width - 1) / 2;
    for (const Index white : {corner, corner + width + 1}) board.cells[std::size_t(white)] = WHITE;
    for (const Index black : {corner + 1, corner + width}) board.cells[std::size_t(black)] = BLACK;
    return board;
}

}  // namespace tengen::othello
