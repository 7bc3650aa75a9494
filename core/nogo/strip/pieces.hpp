// NoGo on a strip, a board of one row, taken apart into pieces that have nothing to do with each other.
//
// How long a chain is makes no difference on a strip, only what it stands beside. So a piece is its empty points in a
// row, a gap between each two of them in which a chain of Black or of White may stand, and what is at its two ends.
// A chain in a gap has both points beside it as liberties. A chain at an end has one, the first or last point, unless
// it is safe: then it will have a liberty elsewhere whatever happens here.
//
// Three facts cut a strip into pieces and make them smaller:
//  1. Where chains of two colours touch, each has only the liberty on its own side: nothing passes between the sides.
//  2. A point where neither side may play stays empty for ever (a move once illegal stays so), so the chains beside it
//     are safe; and nothing passes through a chain that is safe.
//  3. Between two chains of one colour, one of them safe, only that side can play, at any time and with no effect but
//     to join them. So this is one free move for that side, and the other chain is safe too.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../grid.hpp"

namespace tengen::nogo {

// What is beyond the first or the last point of a piece.
enum class End : std::uint8_t { WALL, BLACK, WHITE, SAFE_BLACK, SAFE_WHITE };

constexpr End opposite(End end) {
    constexpr End swapped[] = {End::WALL, End::WHITE, End::BLACK, End::SAFE_WHITE, End::SAFE_BLACK};
    return swapped[int(end)];
}

struct Piece {
    static constexpr int MOST_POINTS = 64;

    // Bit k: a chain in the gap between the points k and k + 1.
    std::uint64_t black = 0, white = 0;
    std::uint8_t points = 0;
    End left = End::WALL, right = End::WALL;

    auto operator<=>(const Piece&) const = default;

    std::uint64_t all() const { return ~std::uint64_t(0) >> (MOST_POINTS - points); }

    // Where Black may play. The stone must have a liberty: on one of its sides there is another point and no white
    // chain before it, or the end is a safe black chain. And it must not take White's last liberty: a white chain in a
    // gap has another one, a white chain at an end has not unless it is safe.
    std::uint64_t black_moves() const { return moves(white, End::WHITE, End::SAFE_BLACK); }
    std::uint64_t white_moves() const { return moves(black, End::BLACK, End::SAFE_WHITE); }

    Piece colours_swapped() const { return {white, black, points, opposite(left), opposite(right)}; }
    Piece reversed() const { return {reversed_gaps(black), reversed_gaps(white), points, right, left}; }

    // Of this piece and its mirror image, always the same one.
    Piece normal() const {
        const Piece mirrored = reversed();
        return mirrored < *this ? mirrored : *this;
    }

private:
    std::uint64_t moves(std::uint64_t others, End mortal, End safe) const {
        const std::uint64_t first = 1, last = std::uint64_t(1) << (points - 1);
        const std::uint64_t closed_left = others << 1 | (left == safe ? 0 : first);
        const std::uint64_t closed_right = others | (right == safe ? 0 : last);
        return all() & ~(closed_left & closed_right) & ~(left == mortal ? first : 0) & ~(right == mortal ? last : 0);
    }

    std::uint64_t reversed_gaps(std::uint64_t gaps) const {
        gaps = (gaps >> 1 & 0x5555555555555555) | (gaps & 0x5555555555555555) << 1;
        gaps = (gaps >> 2 & 0x3333333333333333) | (gaps & 0x3333333333333333) << 2;
        gaps = (gaps >> 4 & 0x0f0f0f0f0f0f0f0f) | (gaps & 0x0f0f0f0f0f0f0f0f) << 4;
        gaps = (gaps >> 8 & 0x00ff00ff00ff00ff) | (gaps & 0x00ff00ff00ff00ff) << 8;
        gaps = (gaps >> 16 & 0x0000ffff0000ffff) | (gaps & 0x0000ffff0000ffff) << 16;
        gaps = gaps >> 32 | gaps << 32;
        return points == 1 ? 0 : gaps >> (MOST_POINTS + 1 - points);
    }
};

// What a position or a move comes to: free moves of Black less those of White, and pieces, each the normal one of two.
struct Pieces {
    std::int64_t free_moves = 0;
    std::vector<Piece> pieces;
};

// The part of a piece from point `from` up to but not including `to`, with these ends.
inline Piece part(const Piece& piece, int from, int to, End left, End right) {
    const int points = to - from;
    const std::uint64_t gaps = points == 1 ? 0 : ~std::uint64_t(0) >> (Piece::MOST_POINTS + 1 - points);
    return {piece.black >> from & gaps, piece.white >> from & gaps, std::uint8_t(points), left, right};
}

// Adds a piece taken apart as far as it goes.
inline void take_apart(Piece piece, Pieces& into) {
    const auto safe = [](bool is_black) { return is_black ? End::SAFE_BLACK : End::SAFE_WHITE; };
    while (piece.points > 0) {
        const std::uint64_t dead = piece.all() & ~piece.black_moves() & ~piece.white_moves();
        if (dead) {
            // On both sides of a dead point there is a chain, or an end.
            const int point = std::countr_zero(dead);
            if (point > 0) take_apart(part(piece, 0, point, piece.left, safe(piece.black >> (point - 1) & 1)), into);
            if (point + 1 == piece.points) return;
            piece = part(piece, point + 1, piece.points, safe(piece.black >> point & 1), piece.right);
            continue;
        }
        const bool is_single = piece.points == 1;
        const bool first_black = piece.black & 1, first_white = piece.white & 1;
        if (is_single) {
            // Both ends are safe chains of different colours, or only one side can play, once.
            const bool black = piece.black_moves(), white = piece.white_moves();
            if (black && white) break;
            into.free_moves += black ? 1 : -1;
            return;
        }
        if ((piece.left == End::SAFE_BLACK && first_black) || (piece.left == End::SAFE_WHITE && first_white)) {
            into.free_moves += first_black ? 1 : -1;
            piece = part(piece, 1, piece.points, piece.left, piece.right);
            continue;
        }
        const int last = piece.points - 2;
        const bool last_black = piece.black >> last & 1, last_white = piece.white >> last & 1;
        if ((piece.right == End::SAFE_BLACK && last_black) || (piece.right == End::SAFE_WHITE && last_white)) {
            into.free_moves += last_black ? 1 : -1;
            piece = part(piece, 0, piece.points - 1, piece.left, piece.right);
            continue;
        }
        // An end chain with one liberty, and a chain of its colour in the first gap: the end may as well be a wall.
        // Either way the other side may not play on the point between them, and a stone of their colour there has only
        // the liberty beyond the chain in the gap.
        if (piece.left == End::BLACK ? first_black : piece.left == End::WHITE && first_white) piece.left = End::WALL;
        if (piece.right == End::BLACK ? last_black : piece.right == End::WHITE && last_white) piece.right = End::WALL;
        break;
    }
    if (piece.points > 0) into.pieces.push_back(piece.normal());
}

// Adds what a piece is after a legal move of Black.
inline void play_black(const Piece& piece, int point, Pieces& into) {
    const int beyond = point + 1;
    const bool is_first = point == 0, is_last = beyond == piece.points;
    const bool meets_left = !is_first && (piece.white >> (point - 1) & 1);
    const bool meets_right = !is_last && (piece.white >> point & 1);
    if (!is_first && !is_last && !meets_left && !meets_right) {
        // The stone, with the chains it joins, stands in the gap between the points that were beside it.
        const std::uint64_t low = (std::uint64_t(1) << (point - 1)) - 1, own = std::uint64_t(1) << (point - 1);
        Piece after = piece;
        after.points--;
        after.black = (piece.black & low) | own | (piece.black >> 1 & ~low);
        after.white = (piece.white & low) | (piece.white >> 1 & ~low & ~own);
        take_apart(after, into);
        return;
    }
    const bool is_safe = (is_first && piece.left == End::SAFE_BLACK) || (is_last && piece.right == End::SAFE_BLACK);
    const End own = is_safe ? End::SAFE_BLACK : End::BLACK;
    if (!is_first) take_apart(part(piece, 0, point, piece.left, meets_left ? End::WHITE : own), into);
    if (!is_last) take_apart(part(piece, beyond, piece.points, meets_right ? End::WHITE : own, piece.right), into);
}

// Adds the pieces of a board of one row or one column, where every chain has a liberty. Gives the points of the
// greatest piece as it stands; if there are more than a piece can hold, the pieces are not complete.
inline int take_strip_apart(const Board& board, Pieces& into) {
    Piece piece;
    int points = 0, most = 0;
    // The chains since the last empty point: the first and the last of them.
    Cell first = EMPTY, last = EMPTY;
    const auto end = [](Cell chain) { return chain == EMPTY ? End::WALL : chain == BLACK ? End::BLACK : End::WHITE; };
    const auto finish = [&] {
        piece.points = std::uint8_t(points);
        piece.right = end(first);
        if (points > 0 && points <= Piece::MOST_POINTS) take_apart(piece, into);
        piece = {};
        points = 0;
    };
    for (Index point = 0; point <= board.size(); point++) {
        const Cell cell = point < board.size() ? board[point] : HOLE;
        if (cell == HOLE) {
            finish();
            first = last = EMPTY;
        } else if (cell == EMPTY) {
            if (points > 0 && first != last) finish();
            if (points == 0)
                piece.left = end(last);
            else if (points < Piece::MOST_POINTS && first != EMPTY)
                (first == BLACK ? piece.black : piece.white) |= std::uint64_t(1) << (points - 1);
            most = std::max(most, ++points);
            first = last = EMPTY;
        } else {
            if (first == EMPTY) first = cell;
            last = cell;
        }
    }
    return most;
}

}  // namespace tengen::nogo
