// A board of at most 64 columns and 64 rows as one word per row and colour, to ask quickly whether k stand in line.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "position.hpp"

namespace tengen::gomoku {

// Row: an unsigned word with at least as many bits as the board has columns.
template <class Row>
class BitRows {
public:
    static constexpr Index MOST_ROWS = 64;
    static constexpr Index MOST_COLUMNS = sizeof(Row) * 8;

    static bool fits(Index height, Index width, const Rules& rules) {
        return height <= MOST_ROWS && width <= MOST_COLUMNS && rules.in_a_row <= LONGEST &&
               rules.variant != Variant::RENJU;  // whose rows that win are not the same for both colours
    }

    BitRows(Index height, Index width, const Rules& rules) : height_(height), width_(width), rules_(rules) {
        for (auto& rows : rows_) rows.fill(0);
    }

    // Takes the stones of a board of this size. Eight bytes at a time while that stays on the board.
    void read(const std::uint8_t* cells) {
        stones_[0] = stones_[1] = 0;
        const std::uint8_t* const end = cells + height_ * width_;
        for (Index row = 0; row < height_; row++, cells += width_) {
            std::uint64_t black = 0, white = 0, black_bytes = 0, white_bytes = 0;
            for (Index col = 0; col < width_; col += 8) {
                // In the codes of cells the low bit is black or a hole, the next one white or a hole.
                std::uint64_t eight = 0;
                if (end - cells - col >= 8)
                    std::memcpy(&eight, cells + col, 8);
                else
                    std::memcpy(&eight, cells + col, std::size_t(end - cells - col));
                if (width_ - col < 8) eight &= (std::uint64_t(1) << 8 * (width_ - col)) - 1;
                const std::uint64_t low = eight & LOW, next = eight >> 1 & LOW;
                black_bytes += low & ~next;
                white_bytes += next & ~low;
                black |= gathered(low & ~next) << col;
                white |= gathered(next & ~low) << col;
            }
            stones_[0] += Index(black_bytes * LOW >> 56);
            stones_[1] += Index(white_bytes * LOW >> 56);
            rows_[0][std::size_t(row) + MARGIN] = Row(black);
            rows_[1][std::size_t(row) + MARGIN] = Row(white);
        }
    }

    Index stones(Cell colour) const { return stones_[side(colour)]; }

    void set(Index row, Index col, Cell colour, bool there) {
        Row& bits = rows_[side(colour)][std::size_t(row) + MARGIN];
        bits = there ? bits | Row(1) << col : bits & ~(Row(1) << col);
    }

    Row row(Index number, Cell colour) const { return rows_[side(colour)][std::size_t(number) + MARGIN]; }

    bool has_row(Cell colour) const {
        const Row* const own = rows_[side(colour)].data() + MARGIN;
        const Row* const other = rows_[side(opponent(colour))].data() + MARGIN;
        if (rules_.in_a_row != 5) return find_row(colour, [](Index, Index, Direction) {});
        switch (rules_.variant) {
            case Variant::FREESTYLE: return has_five<Variant::FREESTYLE>(own, other);
            case Variant::STANDARD: return has_five<Variant::STANDARD>(own, other);
            case Variant::CARO: return has_five<Variant::CARO>(own, other);
            case Variant::RENJU: break;  // does not fit
        }
        return false;
    }

    // Looks for k in line that win. Calls found(row, col, direction) for the first that is met, with where it begins;
    // says whether there is one.
    template <class Found>
    bool find_row(Cell colour, Found&& found) const {
        for (Index row = 0; row < height_; row++)
            for (const Direction way : DIRECTIONS)
                if (const Row starts = starts_in(row, way, colour); starts != 0) {
                    found(row, Index(std::countr_zero(starts)), way);
                    return true;
                }
        return false;
    }

private:
    static constexpr Index LONGEST = 31;  // the longest k: this many rows of zeros follow the board
    static constexpr std::size_t MARGIN = 1;
    static constexpr std::uint64_t LOW = 0x0101010101010101u;

    // The low bits of eight bytes, first byte lowest. (The product has them in its top byte, no two meeting below.)
    static std::uint64_t gathered(std::uint64_t bytes) { return bytes * 0x0102040810204080u >> 56; }

    template <Variant variant>
    bool has_five(const Row* own, const Row* other) const {
        const auto winning = [](Row starts, Row own_before, Row own_after, Row other_before, Row other_after) {
            if constexpr (variant == Variant::STANDARD) return Row(starts & ~(own_before | own_after));
            if constexpr (variant == Variant::CARO) return Row(starts & ~(other_before & other_after));
            return starts;
        };
        Row any = 0;
        // Four at a time, the last ones past the board where only zeros are: a known count makes vector code.
        for (Index block = 0; block < height_; block += 4)
            for (Index row = block; row < block + 4; row++) {
                const Row *r = own + row, *o = other + row;
                any |= winning(r[0] & (r[0] >> 1) & (r[0] >> 2) & (r[0] >> 3) & (r[0] >> 4), Row(r[0] << 1),
                               Row(r[0] >> 5), Row(o[0] << 1), Row(o[0] >> 5));
                any |= winning(r[0] & r[1] & r[2] & r[3] & r[4], r[-1], r[5], o[-1], o[5]);
                any |= winning(r[0] & (r[1] >> 1) & (r[2] >> 2) & (r[3] >> 3) & (r[4] >> 4), Row(r[-1] << 1),
                               Row(r[5] >> 5), Row(o[-1] << 1), Row(o[5] >> 5));
                any |= winning(r[0] & (r[1] << 1) & (r[2] << 2) & (r[3] << 3) & (r[4] << 4), Row(r[-1] >> 1),
                               Row(r[5] << 5), Row(o[-1] >> 1), Row(o[5] << 5));
            }
        return any != 0;
    }

    // Bit c: the cell `steps` steps on from (row, c).
    Row shifted(const Row* rows, Index row, Direction way, Index steps) const {
        const Row bits = rows[row + way.rows * steps];
        const Index by = way.columns * steps;
        if (by >= MOST_COLUMNS || -by >= MOST_COLUMNS) return 0;
        return by >= 0 ? Row(bits >> by) : Row(bits << -by);
    }

    Row starts_in(Index row, Direction way, Cell colour) const {
        const Row* const own = rows_[side(colour)].data() + MARGIN;
        const Row* const other = rows_[side(opponent(colour))].data() + MARGIN;
        const Index k = rules_.in_a_row;
        Row starts = own[row];
        for (Index j = 1; j < k && starts != 0; j++) starts &= shifted(own, row, way, j);
        if (starts == 0) return 0;
        if (rules_.variant == Variant::STANDARD) starts &= ~(shifted(own, row, way, -1) | shifted(own, row, way, k));
        if (rules_.variant == Variant::CARO) starts &= ~(shifted(other, row, way, -1) & shifted(other, row, way, k));
        return starts;
    }

    Index height_, width_;
    Rules rules_;
    Index stones_[2] = {0, 0};
    std::array<Row, MARGIN + MOST_ROWS + LONGEST + 1> rows_[2];
};

}  // namespace tengen::gomoku
