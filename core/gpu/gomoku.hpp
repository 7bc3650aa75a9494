// A random game of Gomoku, a stone at a time, in one lane.
//
// Each line of the board - a row, a column, a diagonal - is a word for each colour, with a bit for each stone. A stone
// is in four of them, and what it makes there is a run of ones around its bit.
#pragma once

#include "lane.hpp"

namespace tengen::gpu {

// VARIANT is one more than that of core/gomoku/rows.hpp; renju is not played.
template <class Bits, int HEIGHT, int WIDTH, int ROW, int VARIANT>
struct GomokuGame {
    using Word = Bits;
    using Slot = Word;
    static constexpr int FREESTYLE = 1, STANDARD = 2, CARO = 3;
    static constexpr int MOST_SIDE = 31;  // a word has a bit to spare

    // Words about the start: height, width, how many in a row win, the variant; how many points are empty, or 0 if the
    // game is over; is White to play; who has won (2: nobody). The lines of Black follow, those of White, and the empty
    // points, each as 32 * row + column.
    static constexpr int HEADER = 7;

    Number<HEIGHT> height;
    Number<WIDTH> width;
    Number<ROW> row;
    Number<VARIANT> variant;
    Stream stream;
    int left, white, won;
    uint32_t plies;
    int first;

    template <class Memory>
    static GomokuGame begin(const Memory& memory, Stream stream) {
        auto word = [&](int k) { return int(memory[k]); };
        return {Number<HEIGHT>::of(word(0)),
                Number<WIDTH>::of(word(1)),
                Number<ROW>::of(word(2)),
                Number<VARIANT>::of(word(3)),
                stream,
                word(4),
                word(5),
                word(6),
                0,
                0};
    }

    static int lines(int height, int width) { return 3 * (height + width) - 2; }

    bool is_over() const { return left == 0; }
    int winner() const { return won; }

    template <class Memory>
    void step(const Memory& memory) {
        const int points = HEADER + 2 * lines(height, width);
        const int slot = points + int(stream.below(uint32_t(left))), place = int(memory[slot]);
        left--;
        memory[slot] = memory[points + left];
        first = plies == 0 ? place : first;
        plies++;
        const bool wins = put(memory, place >> 5, place & 31);
        won = wins ? white : won;
        left = wins ? 0 : left;
        white ^= 1;
    }

    bool has_first() const { return plies != 0; }
    uint32_t first_point() const { return uint32_t((first >> 5) * width + (first & 31)); }

    template <class Memory>
    int stone(const Memory& memory, uint32_t point) const {
        const int line = HEADER + int(point) / width, bit = int(point) % width;
        return memory[line] >> bit & 1 ? 1 : memory[line + lines(height, width)] >> bit & 1 ? 2 : 0;
    }

    // The four lines of a point, and where it is on them.
    struct Place {
        int line[4], bit[4];
    };
    static Place place_of(int y, int x, int height, int width) {
        const int columns = height, falling = columns + width, rising = falling + height + width - 1;
        return {{y, columns + x, falling + y - x + width - 1, rising + y + x}, {x, y, y, y}};
    }

private:
    // Puts a stone of the side to move there. Does it win?
    template <class Memory>
    bool put(const Memory& memory, int y, int x) const {
        const Place place = place_of(y, x, height, width);
        const int all = lines(height, width), own = HEADER + (white ? all : 0), other = HEADER + (white ? 0 : all);
        bool wins = false;
        for (int k = 0; k < 4; k++) {
            const int bit = place.bit[k];
            const uint32_t stones = uint32_t(memory[own + place.line[k]]) | 1u << bit;
            memory[own + place.line[k]] = Word(stones);
            const int up = zeros_below(~(stones >> bit)), down = zeros_above(~(stones << (31 - bit)));
            const int run = up + down - 1;
            if (variant == FREESTYLE) wins |= run >= row;
            if (variant == STANDARD) wins |= run == row;
            if (variant == CARO) {
                const uint32_t others = uint32_t(memory[other + place.line[k]]);
                const bool above = others >> (bit + up) & 1, below = down <= bit && (others >> (bit - down) & 1);
                wins |= run > row || (run == row && !(above && below));
            }
        }
        return wins;
    }
};

}  // namespace tengen::gpu
