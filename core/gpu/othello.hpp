// A random game of Othello on a board up to 8x8, a disc or a pass at a time, in one lane. It is all in registers.
#pragma once

#include "../othello/runs.hpp"
#include "lane.hpp"

namespace tengen::gpu {

struct OthelloGame {
    using Word = uint32_t;
    using Slot = Word;

    // Words about the start: the board's width; is White to play; then sets of points, as core/othello/bits.hpp has
    // them, in two words each: the discs of the side to move, those of the other, and the empty points.
    static constexpr int HEADER = 8;

    Stream stream;
    int width, white;
    uint64_t own, other, empty, moves;
    bool over;
    uint32_t plies;
    int first;  // the place of the first disc, or -1

    template <class Memory>
    static OthelloGame begin(const Memory& memory, Stream stream) {
        auto set = [&](int k) { return memory[k] | uint64_t(memory[k + 1]) << 32; };
        OthelloGame game{stream, int(memory[0]), int(memory[1]), set(2), set(4), set(6), 0, false, 0, -1};
        game.moves = othello::moves_of(game.own, game.other, game.empty);
        game.over = !game.moves && !othello::moves_of(game.other, game.own, game.empty);
        return game;
    }

    bool is_over() const { return over; }

    int winner() const {
        const int ahead =
            ones(uint32_t(own)) + ones(uint32_t(own >> 32)) - ones(uint32_t(other)) - ones(uint32_t(other >> 32));
        return ahead == 0 ? 2 : (ahead > 0) == (white != 0) ? 1 : 0;
    }

    // A side without a move passes here as others put a disc, so that all lanes go the same way. The pass becomes a ply
    // when the other side has a move.
    template <class Memory>
    void step(const Memory&) {
        const bool passes = !moves;
        const int low = ones(uint32_t(moves)), count = low + ones(uint32_t(moves >> 32));
        const int place = place_number(int(stream.below(uint32_t(count))), low);
        const uint64_t disc = passes ? 0 : uint64_t(1) << place;
        const uint64_t flips = passes ? 0 : flips_at(place);
        first = plies == 0 && !passes ? place : first;
        const uint64_t mine = own | flips | disc;
        own = other ^ flips;
        other = mine;
        empty ^= disc;
        white ^= 1;
        moves = othello::moves_of(own, other, empty);
        over = (passes && !moves) || !empty;
        plies += !(passes && over);
    }

    bool has_first() const { return first >= 0; }
    uint32_t first_point() const { return uint32_t((first >> 3) * width + (first & 7)); }

    template <class Memory>
    int stone(const Memory&, uint32_t point) const {
        const int place = int(point) / width * 8 + int(point) % width;
        const bool is_own = own >> place & 1, is_other = other >> place & 1;
        return is_own ? 1 + white : is_other ? 2 - white : 0;
    }

private:
    // The place of move number k; `low` moves are in the lower half.
    int place_number(int k, int low) const {
        const bool high = k >= low;
        uint32_t bits = uint32_t(high ? moves >> 32 : moves);
        k -= high ? low : 0;
        int place = high ? 32 : 0;
        for (int half = 16; half > 0; half /= 2) {  // is it in the upper half of what is left?
            const int below = ones(bits & ((1u << half) - 1));
            const bool up = k >= below;
            k -= up ? below : 0;
            bits = up ? bits >> half : bits;
            place += up ? half : 0;
        }
        return place;
    }

    static uint64_t turned(uint64_t set) {
        return uint64_t(reversed(uint32_t(set))) << 32 | reversed(uint32_t(set >> 32));
    }

    // What a disc there flips: the ways to higher bits, and, with the board turned, the others.
    uint64_t flips_at(int place) const {
        return flips_up(place, own, other) | turned(flips_up(63 - place, turned(own), turned(other)));
    }

    static uint64_t flips_up(int place, uint64_t mine, uint64_t theirs) {
        const uint32_t right = (0xfeu << (place & 7) & 0xff) * 0x01010101u;  // columns, in four rows
        const uint32_t left = ((1u << (place & 7)) - 1) * 0x01010101u;
        const uint64_t columns_right = right | uint64_t(right) << 32, columns_left = left | uint64_t(left) << 32;
        return flips_on(uint64_t(right & 0xff) << (place & 56), mine, theirs) |
               flips_on(uint64_t(0x0101010101010100) << place, mine, theirs) |
               flips_on(uint64_t(0x8040201008040200) << place & columns_right, mine, theirs) |
               flips_on(uint64_t(0x0002040810204080) << place & columns_left, mine, theirs);
    }

    // A carry runs through their discs along the ray, which begins beside the new disc, and stops where one of mine
    // must be.
    static uint64_t flips_on(uint64_t ray, uint64_t mine, uint64_t theirs) {
        const uint64_t end = ((theirs | ~ray) + 1) & mine & ray;
        return end ? (end - 1) & ray : 0;
    }
};

}  // namespace tengen::gpu
