// The rectangle every game is played on, and its neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace tengen {

constexpr Index NO_LIMIT = std::numeric_limits<Index>::max();  // to the plies of a game

// No board has more: indices with a wall around the board then fit an Index with room to spare.
constexpr Index MOST_POINTS = 100'000'000;

struct Board {
    std::int32_t height = 0, width = 0;
    std::vector<std::uint8_t> cells;

    Board() = default;
    Board(std::int32_t rows, std::int32_t columns)
        : height(rows), width(columns), cells(std::size_t(rows) * std::size_t(columns), EMPTY) {}

    Index size() const { return Index(cells.size()); }
    Cell operator[](Index point) const { return Cell(cells[std::size_t(point)]); }
    bool operator==(const Board&) const = default;
};

// The eight ways to lay a board down again: transposed or not (4), then rows (1) and columns (2) reversed or not.
inline Board transformed(const Board& board, int symmetry) {
    const bool transpose = symmetry & 4;
    Board result(transpose ? board.width : board.height, transpose ? board.height : board.width);
    for (Index row = 0; row < result.height; row++)
        for (Index col = 0; col < result.width; col++) {
            Index from_row = symmetry & 1 ? result.height - 1 - row : row;
            Index from_col = symmetry & 2 ? result.width - 1 - col : col;
            if (transpose) std::swap(from_row, from_col);
            result.cells[std::size_t(row * result.width + col)] = board[from_row * board.width + from_col];
        }
    return result;
}

inline Board colours_swapped(Board board) {
    for (auto& cell : board.cells)
        if (cell == BLACK || cell == WHITE) cell = opponent(Cell(cell));
    return board;
}

// Calls visit(neighbour) for each point of the rectangle beside this one, holes included.
template <class Visit>
inline void for_neighbours(const Board& board, Index point, Visit&& visit) {
    const Index col = point % board.width;
    if (point >= board.width) visit(point - board.width);
    if (col > 0) visit(point - 1);
    if (col + 1 < board.width) visit(point + 1);
    if (point + board.width < board.size()) visit(point + board.width);
}

}  // namespace tengen
