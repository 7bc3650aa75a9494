// Rows of Gomoku: stones of one colour that follow each other along a line, and which of them win. Holes break lines as
// the edge does. A graphics card has this file too.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../cells.hpp"

namespace tengen::gomoku {

// Which rows win. A row is as long as it gets: all the stones of the colour one after the other along a line.
//   FREESTYLE: k or more.
//   STANDARD: exactly k.
//   CARO: more than k, or exactly k with not both of its ends blocked. Only an opposing stone blocks, the edge and a
//     hole do not. ("the winner must have an overline or an unbroken row of five stones that is not blocked at either
//     end (overlines are immune to this rule)": Wikipedia, Gomoku, on Caro. Here it takes a block at both ends to
//     spoil a five.) In other words: k stones in line win unless opposing stones stand at both ends of them.
//   RENJU: for Black exactly k, for White k or more; k is 5. Black may not play everywhere: see forbidden.hpp.
enum class Variant : std::uint8_t { FREESTYLE, STANDARD, CARO, RENJU };

struct Rules {
    Index in_a_row = 5;  // k, at least 1
    Variant variant = Variant::FREESTYLE;

    bool operator==(const Rules&) const = default;
};

// The four lines through a point, as steps of (row, column).
struct Direction {
    Index rows, columns;
};
constexpr Direction DIRECTIONS[4] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// How many steps that way the board goes on from here. (Grid: a Board, or what looks like one.)
template <class Grid>
inline Index steps_to_edge(const Grid& board, Index row, Index col, Direction way) {
    const Index down = way.rows > 0 ? board.height - 1 - row : way.rows < 0 ? row : board.size();
    const Index along = way.columns > 0 ? board.width - 1 - col : way.columns < 0 ? col : board.size();
    return std::min(down, along);
}

inline bool wins(const Rules& rules, Cell colour, Index length, bool blocked_at_both_ends) {
    const bool exactly = rules.variant == Variant::STANDARD || (rules.variant == Variant::RENJU && colour == BLACK);
    if (length != rules.in_a_row) return length > rules.in_a_row && !exactly;
    return !(rules.variant == Variant::CARO && blocked_at_both_ends);
}

// Would a stone of this colour be part of a winning row here? (What stands on the point is not looked at.)
template <class Grid>
inline bool makes_row(const Grid& board, Index point, Cell colour, const Rules& rules) {
    const Index row = point / board.width, col = point - row * board.width;
    for (const Direction way : DIRECTIONS) {
        const Index step = way.rows * board.width + way.columns;
        const Index ahead = steps_to_edge(board, row, col, way);
        const Index behind = steps_to_edge(board, row, col, {-way.rows, -way.columns});
        if (ahead + behind + 1 < rules.in_a_row) continue;
        // Past k stones more it does not matter how many there are.
        const Index far_ahead = std::min(ahead, rules.in_a_row), far_behind = std::min(behind, rules.in_a_row);
        Index after = 0, before = 0;
        while (after < far_ahead && board[point + (after + 1) * step] == colour) after++;
        while (before < far_behind && board[point - (before + 1) * step] == colour) before++;
        const Index length = before + 1 + after;
        if (length < rules.in_a_row) continue;
        const bool blocked = after < ahead && board[point + (after + 1) * step] == opponent(colour) &&
                             before < behind && board[point - (before + 1) * step] == opponent(colour);
        if (wins(rules, colour, length, blocked)) return true;
    }
    return false;
}

}  // namespace tengen::gomoku
