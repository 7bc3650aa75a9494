// Boards as sets of points, and back.
#pragma once

#include "grid.hpp"
#include "point_sets.hpp"

namespace tengen {

// The words of the set that holds the points of a board: one of a few sizes. Past MOST_SET_POINTS there is none.
constexpr Index MOST_SET_POINTS = 4096;

template <class Use>
auto with_words_for(const Board& board, Use&& use) {
    const bool narrow = board.width < 64;
    if (narrow && board.size() <= 64) return use.template operator()<1>();
    if (narrow && board.size() <= 128) return use.template operator()<2>();
    if (narrow && board.size() <= 256) return use.template operator()<4>();
    if (narrow && board.size() <= 384) return use.template operator()<6>();
    return use.template operator()<MOST_SET_POINTS / 64>();
}

template <int WORDS>
PointSet<WORDS> points_with(const Board& board, Cell cell) {
    PointSet<WORDS> set;
    for (Index point = 0; point < board.size(); point++)
        if (board[point] == cell) set.add(point);
    return set;
}

template <int WORDS>
Shape<WORDS> shape_of(const Board& board) {
    Shape<WORDS> shape{board.height, board.width, {}, {}, {}};
    for (Index point = 0; point < board.size(); point++) {
        if (board[point] != HOLE) shape.points.add(point);
        if (point % board.width != 0) shape.not_first.add(point);
        if (point % board.width != board.width - 1) shape.not_last.add(point);
    }
    return shape;
}

template <int WORDS>
Board board_of(const Shape<WORDS>& shape, const PointSet<WORDS>& black, const PointSet<WORDS>& white) {
    Board board(shape.height, shape.width);
    for (Index point = 0; point < board.size(); point++)
        board.cells[std::size_t(point)] = black.has(point)          ? BLACK
                                          : white.has(point)        ? WHITE
                                          : shape.points.has(point) ? EMPTY
                                                                    : HOLE;
    return board;
}

}  // namespace tengen
