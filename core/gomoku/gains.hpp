// What a move of Gomoku looks worth at once.
#pragma once

#include <vector>

#include "windows.hpp"

namespace tengen::gomoku {

// For each legal move: what its windows are worth. A row completed is worth more than one denied, and that more than
// any windows.
inline std::vector<double> gains(const Position& position) {
    constexpr double COMPLETED = 1e12, DENIED = 1e11;
    Windows windows(position.board(), position.rules());
    const Cell mover = position.to_play();
    std::vector<double> extra(position.board().cells.size()), gains;
    std::vector<Index> rows;
    windows.completing(mover, rows);
    for (const Index point : rows) extra[std::size_t(point)] += COMPLETED;
    windows.completing(opponent(mover), rows);
    for (const Index point : rows) extra[std::size_t(point)] += DENIED;
    for (const Index move : position.legal_moves())
        gains.push_back(windows.worth(move, mover) + extra[std::size_t(move)]);
    return gains;
}

}  // namespace tengen::gomoku
