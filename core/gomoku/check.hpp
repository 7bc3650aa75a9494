// Can this position arise in a game of Gomoku that Black began on a board with these holes and no stones?
//
// Necessary under every variant:
//   1. Black has as many stones as White, or one more. That says who moved last.
//   2. If there are stones, then there is a stone of that side, the last one put, whose removal leaves no winning row:
//      before it the game was not over. What must be shown is that a winning row on the board means that the game is
//      over. When the last stone of a row (as long as it gets) was put, all of the row was there, and nothing longer,
//      since stones stay. FREESTYLE and STANDARD look only at its length, so it won then. CARO: an end that is not
//      blocked now was not blocked then, since stones stay; so it won then too. RENJU: as STANDARD for Black, as
//      FREESTYLE for White.
// Under RENJU moreover:
//   3. Without the last stone Black has no overline: the last stone of one was forbidden, or made five elsewhere and
//      ended the game.
//   4. The last stone, if it is Black's, was not forbidden.
//
// Sufficient under FREESTYLE: what is left is five-free, so is each of its subsets, and so it can have been put in any
// order. Not known to be sufficient under the others, where a subset can have a winning row that the whole has not (a
// five that grew to six, a five blocked later), and where stones may have been forbidden in every order: there no
// contradiction is no proof.
#pragma once

#include <cstdint>
#include <vector>

#include "../cancel.hpp"
#include "bit_rows.hpp"
#include "position.hpp"

namespace tengen::gomoku {

enum class Contradiction : std::uint8_t {
    NONE,
    COUNTS,            // #black - #white is neither 0 nor 1
    OTHER_SIDE_WON,    // the side that did not move last has a winning row
    NO_LAST_STONE,     // no one stone of the last mover's accounts for its rows, or leaves none behind
    OVERLINE           // in renju: Black has one that was forbidden
};

struct Finding {
    Contradiction contradiction = Contradiction::NONE;
    bool is_proof = true;  // that the position can arise, where no contradiction was found
    Index stones[2] = {0, 0};
    Cell last_mover = EMPTY;        // EMPTY: nobody has moved, or the counts do not say
    std::vector<Index> last;        // every stone that could have been the last one, row by row
    std::vector<StoneRow> rows;     // what wins on the board; of OVERLINE, the overlines
};

// Does taking this stone off bring about a winning row? Only rows that end beside it can be new: what is left of a
// row of its own, and one that it blocked.
inline bool removal_makes_row(Board& board, Index point, const Rules& rules) {
    const Cell colour = board[point];
    board.cells[std::size_t(point)] = EMPTY;
    const Index row = point / board.width, col = point % board.width;
    bool makes = false;
    for (Index r = std::max<Index>(0, row - 1); r <= std::min(row + 1, board.height - 1); r++)
        for (Index c = std::max<Index>(0, col - 1); c <= std::min(col + 1, board.width - 1); c++) {
            const Index at = r * board.width + c;
            const bool is_stone = board[at] == BLACK || board[at] == WHITE;
            makes = makes || (is_stone && makes_row(board, at, board[at], rules));
        }
    board.cells[std::size_t(point)] = colour;
    return makes;
}

inline std::vector<StoneRow> black_overlines(const Board& board, const Rules& rules) {
    std::vector<StoneRow> rows;
    if (rules.variant != Variant::RENJU) return rows;
    for_rows(board, rules.in_a_row + 1, [&](const StoneRow& row, bool) {
        if (row.colour == BLACK) rows.push_back(row);
        return true;
    });
    return rows;
}

inline Finding check(const Board& board, const Rules& rules) {
    Finding finding;
    finding.is_proof = rules.variant == Variant::FREESTYLE;
    for (const std::uint8_t cell : board.cells)
        if (cell == BLACK || cell == WHITE) finding.stones[side(Cell(cell))]++;
    finding.rows = winning_rows(board, rules);
    const Index more = finding.stones[side(BLACK)] - finding.stones[side(WHITE)];
    if (more != 0 && more != 1) {
        finding.contradiction = Contradiction::COUNTS;
        return finding;
    }
    if (finding.stones[0] == 0) return finding;
    finding.last_mover = more == 1 ? BLACK : WHITE;
    for (const StoneRow& row : finding.rows)
        if (row.colour != finding.last_mover) {
            finding.contradiction = Contradiction::OTHER_SIDE_WON;
            return finding;
        }
    const std::vector<StoneRow> overlines = black_overlines(board, rules);
    if (!overlines.empty() && (finding.last_mover == WHITE || finding.rows.empty())) {
        finding.contradiction = Contradiction::OVERLINE;
        finding.rows = overlines;
        return finding;
    }
    // Taking off a stone of the last mover's breaks the rows through it and no other.
    Board work = board;
    const auto try_stone = [&](Index point) {
        if (finding.is_proof && finding.rows.empty())
            finding.last.push_back(point);  // what is left of a board without a five has none either
        else if (!removal_makes_row(work, point, rules))
            finding.last.push_back(point);
    };
    if (finding.rows.empty()) {
        for (Index point = 0; point < board.size(); point++)
            if (board[point] == finding.last_mover) try_stone(point);
    } else {
        const StoneRow& first = finding.rows.front();
        for (Index k = 0; k < first.length; k++) {
            const Index point = first.first + k * first.step;
            bool in_all = true;
            for (const StoneRow& row : finding.rows) in_all = in_all && contains(row, point);
            if (in_all) try_stone(point);
        }
    }
    if (rules.variant == Variant::RENJU && finding.last_mover == BLACK)
        std::erase_if(finding.last, [&](Index point) {
            work.cells[std::size_t(point)] = EMPTY;
            const bool was_forbidden = is_forbidden(work, point);
            const bool leaves_overline = !overlines.empty() && !black_overlines(work, rules).empty();
            work.cells[std::size_t(point)] = BLACK;
            return was_forbidden || leaves_overline;
        });
    if (!finding.last.empty()) return finding;
    finding.contradiction = overlines.empty() ? Contradiction::NO_LAST_STONE : Contradiction::OVERLINE;
    if (!overlines.empty()) finding.rows = overlines;
    return finding;
}

namespace detail {

// One board of many; the same answer as check.
template <class Row>
inline bool has_no_contradiction(BitRows<Row>& rows, const std::uint8_t* cells, Index height, const Rules& rules) {
    rows.read(cells);
    const Index more = rows.stones(BLACK) - rows.stones(WHITE);
    if (more != 0 && more != 1) return false;
    const Cell last_mover = more == 1 ? BLACK : WHITE, other = opponent(last_mover);
    if (rows.has_row(other)) return false;
    const auto could_be_last = [&](Index row, Index col) {
        rows.set(row, col, last_mover, false);
        const bool leaves_none = !rows.has_row(last_mover) && (rules.variant != Variant::CARO || !rows.has_row(other));
        rows.set(row, col, last_mover, true);
        return leaves_none;
    };
    if (rows.has_row(last_mover)) {
        // The last stone is in every k in line that win, so in these.
        Index row = 0, col = 0;
        Direction way{};
        rows.find_row(last_mover, [&](Index r, Index c, Direction w) { row = r, col = c, way = w; });
        for (Index j = 0; j < rules.in_a_row; j++)
            if (could_be_last(row + j * way.rows, col + j * way.columns)) return true;
        return false;
    }
    if (rules.variant == Variant::FREESTYLE || rows.stones(BLACK) == 0) return true;
    for (Index row = 0; row < height; row++)
        for (Row left = rows.row(row, last_mover); left != 0; left &= left - 1)
            if (could_be_last(row, Index(std::countr_zero(left)))) return true;
    return false;
}

template <class Row>
inline void check_many_in_bits(const std::uint8_t* cells, std::size_t boards, Index height, Index width,
                               const Rules& rules, const Cancel* cancel, std::uint8_t* verdicts) {
    BitRows<Row> rows(height, width, rules);
    const std::size_t size = std::size_t(height) * std::size_t(width);
    for (std::size_t k = 0; k < boards; k++) {
        if ((k & 0xff) == 0 && cancelled(cancel)) return;
        verdicts[k] = has_no_contradiction(rows, cells + k * size, height, rules);
    }
}

}  // namespace detail

// Boards one after the other, all of this size, a byte a cell: verdicts[k] is 1 if no contradiction was found in
// board k, else 0. What was not reached when cancelled is left as it was.
inline void check_many(const std::uint8_t* cells, std::size_t boards, Index height, Index width, const Rules& rules,
                       const Cancel* cancel, std::uint8_t* verdicts) {
    if (BitRows<std::uint32_t>::fits(height, width, rules))
        return detail::check_many_in_bits<std::uint32_t>(cells, boards, height, width, rules, cancel, verdicts);
    if (BitRows<std::uint64_t>::fits(height, width, rules))
        return detail::check_many_in_bits<std::uint64_t>(cells, boards, height, width, rules, cancel, verdicts);
    Board board(height, width);
    for (std::size_t k = 0; k < boards && !cancelled(cancel); k++) {
        std::memcpy(board.cells.data(), cells + k * board.cells.size(), board.cells.size());
        verdicts[k] = check(board, rules).contradiction == Contradiction::NONE;
    }
}

}  // namespace tengen::gomoku
