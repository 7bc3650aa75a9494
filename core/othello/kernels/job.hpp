// What is asked of a kernel: plain data, both ways, so that nothing built for one processor leaks into another's code.
#pragma once

#include <cstdint>

namespace tengen::othello {

// The two sides seen from the one to move; rows of 8 in the first word, or of 16 in all four.
struct PlainSides {
    std::uint64_t own[4], other[4], empty[4];
    bool large, has_holes;
    int height, width;
};

struct Poll {
    bool (*asked)(const void*);
    const void* cancel;
    __attribute__((always_inline)) bool operator()() const { return asked(cancel); }  // no copy for the linker to pick
};

struct CountJob {
    PlainSides sides;
    Poll poll;
    unsigned __int128 own, other, draws;  // games won by the side to move, by the other, by neither
    bool overflowed, cancelled;
};

struct PerftJob {
    PlainSides sides;
    Poll poll;
    int depth;
    bool pass_is_ply, keep_ended;
    std::uint64_t lines;
    bool overflowed, cancelled;
};

constexpr int MAX_LANES = 16;

struct GamesJob {
    PlainSides sides;  // up to 8x8
    Poll poll;
    std::uint64_t games, seeds[2 * MAX_LANES];
    std::uint64_t played, own_wins, other_wins;
    std::uint64_t* lengths;
    // By place; all null when not wanted.
    std::uint64_t *ended_own, *ended_other, *first_games, *first_wins;
};

}  // namespace tengen::othello
