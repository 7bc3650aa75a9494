// Which points of an 8x8 board the patterns lie on. A pattern is a few points and a table with a number for each way to
// fill them. It lies on the board in every turn and reflection that differ: those are its places.
#pragma once

#include <cstdint>

namespace tengen::othello {

constexpr int PATTERNS = 11, PATTERN_PLACES = 46, MOST_PATTERN_POINTS = 10;

struct Pattern {
    int points;
    int at[MOST_PATTERN_POINTS];  // row * 8 + col
    bool is_symmetric;  // a reflection of the board maps it onto itself
};

constexpr Pattern PATTERN[PATTERNS] = {
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}, true},  // a corner
    {10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, false},  // beside a corner
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, true},  // an edge, and the points diagonally beside its corners
    {8, {8, 9, 10, 11, 12, 13, 14, 15}, true},  // rows
    {8, {16, 17, 18, 19, 20, 21, 22, 23}, true},
    {8, {24, 25, 26, 27, 28, 29, 30, 31}, true},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}, true},  // diagonals
    {7, {1, 10, 19, 28, 37, 46, 55}, true},
    {6, {2, 11, 20, 29, 38, 47}, true},
    {5, {3, 12, 21, 30, 39}, true},
    {4, {4, 13, 22, 31}, true},
};

// The symmetries of the board: reflected up and down, left and right, along the falling diagonal.
constexpr int image_of(int place, int symmetry) {
    int row = place / 8, col = place % 8;
    if (symmetry & 4) {
        const int swapped = row;
        row = col;
        col = swapped;
    }
    if (symmetry & 1) row = 7 - row;
    if (symmetry & 2) col = 7 - col;
    return 8 * row + col;
}

struct PatternLayout {
    int pattern[PATTERN_PLACES] = {};
    int at[PATTERN_PLACES][MOST_PATTERN_POINTS] = {};
    int fills[PATTERNS] = {};  // 3 to the number of points
    int mirrored[PATTERNS][MOST_PATTERN_POINTS] = {};  // of a symmetric one: where each of its points goes
    int offset[PATTERNS] = {};  // of its table, the tables one after the other
    int table_size = 0;
    int count = 0;

    constexpr PatternLayout() {
        for (int k = 0; k < PATTERNS; k++) {
            offset[k] = table_size;
            fills[k] = 1;
            for (int point = 0; point < PATTERN[k].points; point++) fills[k] *= 3;
            table_size += fills[k];
            const int first = count;
            for (int symmetry = 0; symmetry < 8; symmetry++) {
                std::uint64_t cells = 0;
                for (int point = 0; point < PATTERN[k].points; point++)
                    cells |= std::uint64_t(1) << image_of(PATTERN[k].at[point], symmetry);
                bool is_new = true;
                for (int place = first; place < count; place++) {
                    std::uint64_t there = 0;
                    for (int point = 0; point < PATTERN[k].points; point++)
                        there |= std::uint64_t(1) << at[place][point];
                    is_new &= there != cells;
                }
                if (is_new) {
                    pattern[count] = k;
                    for (int point = 0; point < PATTERN[k].points; point++)
                        at[count][point] = image_of(PATTERN[k].at[point], symmetry);
                    count++;
                } else if (PATTERN[k].is_symmetric && symmetry) {
                    mirror(k, symmetry);
                }
            }
        }
    }

private:
    constexpr void mirror(int k, int symmetry) {
        int where[MOST_PATTERN_POINTS] = {};
        for (int point = 0; point < PATTERN[k].points; point++) {
            where[point] = -1;
            for (int other = 0; other < PATTERN[k].points; other++)
                if (PATTERN[k].at[other] == image_of(PATTERN[k].at[point], symmetry)) where[point] = other;
            if (where[point] < 0) return;
        }
        for (int point = 0; point < PATTERN[k].points; point++) mirrored[k][point] = where[point];
    }
};

constexpr PatternLayout PATTERN_LAYOUT;
static_assert(PATTERN_LAYOUT.count == PATTERN_PLACES);
constexpr int PATTERN_TABLE = PATTERN_LAYOUT.table_size;  // numbers in the tables of all patterns

}  // namespace tengen::othello
