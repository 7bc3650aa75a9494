// What a move of Gomoku looks worth at once.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "windows.hpp"

namespace tengen::gomoku {

// For each legal move. A row completed is worth more than one denied, and that more than any number of windows.
inline std::vector<double> gains(const Position& position) {
    constexpr double ROW = 1e12, DENIED = 1e11;
    std::vector<double> gains;
    if (position.is_over()) return gains;
    Windows windows(position.board(), position.rules());
    const Cell mover = position.to_play();
    const auto moves = position.legal_moves();
    const Board& board = position.board();
    gains.reserve(moves.size());
    std::vector<Index> rows[2];
    windows.completing(mover, rows[0]);
    windows.completing(opponent(mover), rows[1]);
    for (auto& points : rows) std::sort(points.begin(), points.end());
    const auto adds_to = [](const std::vector<Index>& points, Index move) {
        return std::binary_search(points.begin(), points.end(), move);
    };
    for (const Index move : moves) {
        const Index row = move / board.width, col = move - row * board.width;
        // Where nothing else tells points apart: towards the middle.
        const double off = std::max(std::abs(2 * row - board.height + 1), std::abs(2 * col - board.width + 1));
        gains.push_back(windows.worth(move, mover) - off / (2.0 * (board.height + board.width)) +
                        ROW * adds_to(rows[0], move) + DENIED * adds_to(rows[1], move));
    }
    return gains;
}

}  // namespace tengen::gomoku
