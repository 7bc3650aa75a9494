// Rows of Gomoku on a board.
#pragma once

#include <utility>
#include <vector>

#include "../grid.hpp"
#include "lines.hpp"

namespace tengen::gomoku {

struct StoneRow {
    Cell colour;
    Index first, step, length;  // its points are first, first + step, ...

    bool operator==(const StoneRow&) const = default;
};

inline bool contains(const StoneRow& row, Index point) {
    if (row.length == 1) return point == row.first;
    const Index steps = (point - row.first) / row.step;
    return steps >= 0 && steps < row.length && row.first + steps * row.step == point;
}

// Calls visit(row, blocked) for each row of so many stones or more, by its first stone, row by row; blocked: at both
// ends, by opposing stones. Stops if visit says false.
template <class Visit>
inline void for_rows(const Board& board, Index shortest, Visit&& visit) {
    for (Index row = 0, point = 0; row < board.height; row++)
        for (Index col = 0; col < board.width; col++, point++) {
            const Cell colour = board[point];
            if (colour == EMPTY || colour == HOLE) continue;
            for (const Direction way : DIRECTIONS) {
                const Index step = way.rows * board.width + way.columns;
                const bool starts_inside = steps_to_edge(board, row, col, {-way.rows, -way.columns}) > 0;
                if (starts_inside && board[point - step] == colour) continue;
                const Index ahead = steps_to_edge(board, row, col, way);
                if (ahead + 1 < shortest) continue;
                Index length = 1;
                while (length <= ahead && board[point + length * step] == colour) length++;
                if (length < shortest) continue;
                const bool blocked = starts_inside && board[point - step] == opponent(colour) && length <= ahead &&
                                     board[point + length * step] == opponent(colour);
                if (!visit(StoneRow{colour, point, step, length}, blocked)) return;
            }
        }
}

// Calls visit(row) for each row that wins; stops if visit says false.
template <class Visit>
inline void for_winning_rows(const Board& board, const Rules& rules, Visit&& visit) {
    for_rows(board, rules.in_a_row, [&](const StoneRow& row, bool blocked) {
        return !wins(rules, row.colour, row.length, blocked) || visit(row);
    });
}

inline std::vector<StoneRow> winning_rows(const Board& board, const Rules& rules) {
    std::vector<StoneRow> rows;
    for_winning_rows(board, rules, [&](const StoneRow& row) {
        rows.push_back(row);
        return true;
    });
    return rows;
}

}  // namespace tengen::gomoku
