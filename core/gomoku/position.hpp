// Gomoku: a stone goes on any empty point; a row of k stones of one colour, along a line in any of four directions,
// wins. Nobody passes; a full board without such a row is a draw. Holes break lines as the edge does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../grid.hpp"

namespace tengen::gomoku {

// Which rows win. A row is as long as it gets: all the stones of the colour one after the other along a line.
//   FREESTYLE: k or more.
//   STANDARD: exactly k.
//   CARO: more than k, or exactly k with not both of its ends blocked. Only an opposing stone blocks, the edge and a
//     hole do not. ("the winner must have an overline or an unbroken row of five stones that is not blocked at either
//     end (overlines are immune to this rule)": Wikipedia, Gomoku, on Caro. Here it takes a block at both ends to
//     spoil a five.) In other words: k stones in line win unless opposing stones stand at both ends of them.
enum class Variant : std::uint8_t { FREESTYLE, STANDARD, CARO };

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

inline bool wins(const Rules& rules, Index length, bool blocked_at_both_ends) {
    if (length != rules.in_a_row) return length > rules.in_a_row && rules.variant != Variant::STANDARD;
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
        if (wins(rules, length, blocked)) return true;
    }
    return false;
}

struct WinningRow {
    Cell colour;
    Index first, step, length;  // its points are first, first + step, ...

    bool operator==(const WinningRow&) const = default;
};

inline bool contains(const WinningRow& row, Index point) {
    if (row.length == 1) return point == row.first;
    const Index steps = (point - row.first) / row.step;
    return steps >= 0 && steps < row.length && row.first + steps * row.step == point;
}

// Calls visit(WinningRow) for each winning row on the board, by its first stone, row by row; stops if visit says false.
template <class Visit>
inline void for_winning_rows(const Board& board, const Rules& rules, Visit&& visit) {
    for (Index row = 0, point = 0; row < board.height; row++)
        for (Index col = 0; col < board.width; col++, point++) {
            const Cell colour = board[point];
            if (colour == EMPTY || colour == HOLE) continue;
            for (const Direction way : DIRECTIONS) {
                const Index step = way.rows * board.width + way.columns;
                const bool starts_inside = steps_to_edge(board, row, col, {-way.rows, -way.columns}) > 0;
                if (starts_inside && board[point - step] == colour) continue;
                const Index ahead = steps_to_edge(board, row, col, way);
                if (ahead + 1 < rules.in_a_row) continue;
                Index length = 1;
                while (length <= ahead && board[point + length * step] == colour) length++;
                if (length < rules.in_a_row) continue;
                const bool blocked = starts_inside && board[point - step] == opponent(colour) && length <= ahead &&
                                     board[point + length * step] == opponent(colour);
                if (wins(rules, length, blocked) && !visit(WinningRow{colour, point, step, length})) return;
            }
        }
}

inline std::vector<WinningRow> winning_rows(const Board& board, const Rules& rules) {
    std::vector<WinningRow> rows;
    for_winning_rows(board, rules, [&](const WinningRow& row) {
        rows.push_back(row);
        return true;
    });
    return rows;
}

class Position {
public:
    static constexpr bool HAS_PASSES = false;

    Position(Board board, Cell to_play, Rules rules = {})
        : board_(std::move(board)), to_play_(to_play), rules_(rules),
          empty_(Index(std::count(board_.cells.begin(), board_.cells.end(), std::uint8_t(EMPTY)))) {
        // Should both sides have a row, which no game leads to, it is the last mover's that counts.
        for_winning_rows(board_, rules_, [&](const WinningRow& row) {
            winner_ = row.colour;
            return winner_ != opponent(to_play_);
        });
    }

    const Board& board() const { return board_; }
    Cell to_play() const { return to_play_; }
    const Rules& rules() const { return rules_; }
    Index empty_points() const { return empty_; }

    bool is_sound() const { return true; }  // a position with a winning row is over, whatever else it is
    bool is_over() const { return winner_ != EMPTY || empty_ == 0; }
    Cell winner() const { return winner_; }  // EMPTY: nobody, so far or for good

    bool is_legal(Index point) const {
        return point >= 0 && point < board_.size() && board_[point] == EMPTY && winner_ == EMPTY;
    }

    std::vector<Index> legal_moves() const {
        std::vector<Index> moves;
        if (is_over()) return moves;
        moves.reserve(std::size_t(empty_));
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY) moves.push_back(point);
        return moves;
    }

    // Plays the move if it is legal; says whether it was. Only the stone just put can have made a row: stones of the
    // other colour lengthen none and unblock none.
    bool play(Index point) {
        if (!is_legal(point)) return false;
        board_.cells[std::size_t(point)] = to_play_;
        empty_--;
        if (makes_row(board_, point, to_play_, rules_)) winner_ = to_play_;
        to_play_ = opponent(to_play_);
        return true;
    }

    bool operator==(const Position& other) const {
        return to_play_ == other.to_play_ && rules_ == other.rules_ && board_ == other.board_;
    }

private:
    Board board_;
    Cell to_play_;
    Rules rules_;
    Index empty_;
    Cell winner_ = EMPTY;
};

}  // namespace tengen::gomoku
