// What the points put down so far mean to those still to come, when a board is filled point by point.
//
// The border is the last point of each column. After Tromp and Farneback, "Combinatorics of Go": of a chain that has a
// liberty already, only the colour of its stones on the border matters; of one that still needs a liberty, also which
// stones of the border belong to it. Chains do not cross in the plane, so that is told as brackets are matched: each
// stone says whether its chain has another stone to the left and to the right of it on the border.
#pragma once

#include <bit>
#include <cstdint>

#include "../grid.hpp"

namespace tengen {

class Border {
public:
    static constexpr int BITS = 4;  // a column
    static constexpr int MOST_COLUMNS = 64 / BITS;

    // Above the first row there is nothing: the edge of the board and a hole mean the same.
    Border() = default;
    explicit Border(std::uint64_t code) : code_(code) {}

    std::uint64_t code() const { return code_; }

    // Puts this on the next point, which is in that column. False if a chain is then left without a liberty for good.
    bool put(int column, Cell cell) {
        const unsigned above = at(column);
        if (cell == EMPTY) {
            give_liberty(column);
            if (column > 0) give_liberty(column - 1);
            set(column, OPEN);
            return true;
        }
        const bool joins_above = has_stone(above, cell);
        if (needs_liberty(above) && !joins_above && !leave(column)) return false;
        if (cell == HOLE) {
            set(column, NOTHING);
            return true;
        }
        const unsigned left = column > 0 ? at(column - 1) : unsigned(NOTHING);
        const bool joins_left = has_stone(left, cell);
        if (above == OPEN || left == OPEN || (joins_above && !needs_liberty(above)) ||
            (joins_left && !needs_liberty(left))) {
            if (joins_above) give_liberty(column);
            if (joins_left) give_liberty(column - 1);
            set(column, LIVING | unsigned(side(cell)));
            return true;
        }
        if (!joins_above) set(column, NEEDY | unsigned(side(cell)) << 2);
        if (joins_left) join(column - 1);
        return true;
    }

    bool any_needs_liberty() const { return code_ & EVERY * NEEDY; }

    // Of this border and the one with the colours exchanged, always the same one.
    Border canonical() const {
        const std::uint64_t needy = code_ >> 3 & EVERY;
        const std::uint64_t living = code_ >> 1 & EVERY & ~needy;
        const std::uint64_t stones = needy | living;
        if (!stones) return *this;
        const unsigned first = unsigned(code_ >> std::countr_zero(stones)) & 15;
        return side_of(first) ? Border(code_ ^ living ^ needy << 2) : *this;
    }

private:
    // A column's four bits. With a stone that needs a liberty: NEEDY, its side times 4, and which way its chain goes
    // on.
    enum : unsigned { NOTHING = 0, OPEN = 1, LIVING = 2, NEEDY = 8, GOES_LEFT = 2, GOES_RIGHT = 1 };
    static constexpr std::uint64_t EVERY = 0x1111111111111111;

    static bool needs_liberty(unsigned column) { return column & NEEDY; }
    static unsigned side_of(unsigned column) { return needs_liberty(column) ? column >> 2 & 1 : column & 1; }
    static bool has_stone(unsigned column, Cell colour) {
        return column >= LIVING && colour != HOLE && side_of(column) == unsigned(side(colour));
    }

    unsigned at(int column) const { return unsigned(code_ >> BITS * column) & 15; }
    void set(int column, unsigned value) {
        code_ = (code_ & ~(std::uint64_t(15) << BITS * column)) | std::uint64_t(value) << BITS * column;
    }
    void flip(int column, unsigned bits) { code_ ^= std::uint64_t(bits) << BITS * column; }

    // The chain's next stone to the right of this one (step 1) or to the left (-1), which is there.
    int next(int column, int step) const {
        const unsigned onward = step > 0 ? GOES_RIGHT : GOES_LEFT, back = onward ^ (GOES_LEFT | GOES_RIGHT);
        for (int inside = 0;;) {
            const unsigned here = at(column += step);
            if (!needs_liberty(here)) continue;
            const bool comes = here & back, goes = here & onward;
            if (comes && inside == 0) return column;
            inside += int(goes) - int(comes);
        }
    }

    int last(int column, int step) const {
        while (at(column) & (step > 0 ? GOES_RIGHT : GOES_LEFT)) column = next(column, step);
        return column;
    }

    void give_liberty(int column) {
        if (!needs_liberty(at(column))) return;
        const unsigned living = LIVING | side_of(at(column));
        for (column = last(column, -1);;) {
            const bool more = at(column) & GOES_RIGHT;
            const int following = more ? next(column, 1) : column;
            set(column, living);
            if (!more) return;
            column = following;
        }
    }

    // The stone of this column is no longer on the border; false if it was the last of its chain there.
    bool leave(int column) {
        const bool left = at(column) & GOES_LEFT, right = at(column) & GOES_RIGHT;
        if (!left && !right) return false;
        if (!left) flip(next(column, 1), GOES_LEFT);
        if (!right) flip(next(column, -1), GOES_RIGHT);
        return true;
    }

    // Joins the chains of this column and the next. If they are not one chain already, at most one of them has stones
    // on both sides of the other: chains do not cross.
    void join(int column) {
        const bool around = at(column) & GOES_RIGHT, inside = at(column + 1) & GOES_LEFT;
        if (around && inside) return;
        if (around)
            flip(last(column + 1, 1), GOES_RIGHT);
        else
            flip(column, GOES_RIGHT);
        if (inside)
            flip(last(column, -1), GOES_LEFT);
        else
            flip(column + 1, GOES_LEFT);
    }

    std::uint64_t code_ = 0;
};

}  // namespace tengen
