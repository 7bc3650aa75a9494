// What is asked of a kernel: plain data, both ways, so that nothing built for one processor leaks into another's code.
#pragma once

#include <cstddef>
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

// A position up to 8x8, and the lines that lead to it: with the side to move the one that is to move at the start, and
// with the other one.
struct Reached {
    std::uint64_t own, other;
    std::uint64_t lines[2];
};

// What all these positions lead to in a ply. Games that are over are counted and dropped.
struct LayerJob {
    PlainSides sides;  // the start, whose symmetries make positions equal
    bool pass_is_ply;
    const Reached* from;
    std::size_t count;
    Reached* to;  // room for every move
    std::size_t found;
    unsigned __int128 own, other, draws;  // games won by the side to move at the start, by the other, by neither
};

// Of a position, or of all that were reached from it.
struct CountJob {
    PlainSides sides;
    const Reached* reached;  // null: just the position
    std::size_t reached_count;
    Poll poll;
    unsigned __int128 own, other, draws;  // games won by the side to move, by the other, by neither
    bool overflowed, cancelled;
};

struct PerftJob {
    PlainSides sides;
    const Reached* reached;  // as above
    std::size_t reached_count;
    Poll poll;
    int depth;
    bool pass_is_ply, keep_ended;
    std::uint64_t lines;
    bool overflowed, cancelled;
};

// Sets of points, as in PlainSides.
struct Layout {
    std::uint64_t rims[4][4];  // points at an end of their row, column, falling and rising diagonal,
    std::uint64_t corners[4];  // of all four,
    std::uint64_t edges[4];  // of three
};

// Perfect play to the end. What is found stays in the memory: zeroed before its first job, aligned to its cache lines,
// for one shape of board, and shared by any jobs that run at the same time.
struct SolveJob {
    PlainSides sides;
    Poll poll;
    void* memory;
    int log_entries;
    std::uint64_t* busy;  // of jobs that run together on a position, zeroed: what each is at work on; or null
    const Layout* layout;  // how good positions look, for the order of moves far from the end; or null
    const std::int16_t* weights;
    bool winner_takes_empties;  // points empty at the end count as the winner's discs
    int alpha, beta;  // margins up to alpha, and from beta on, are not told apart
    int width;  // so many of the most promising moves are looked at far from the end, for a guess; 0: all of them
    int guessed;  // the width of the guess before, whose best moves go first; 0: there was none
    std::uint64_t most_nodes;  // then it gives up
    std::uint64_t nodes, stored;  // up to the last poll: positions, and entries of the memory that it took
    double share;  // of its moves that it has tried, and of the replies to the next
    int margin;  // own discs less the other's
    int place;  // of a move that reaches the margin, if it is above alpha; -1: a pass, or no move
    bool gave_up;
};

constexpr std::size_t SOLVE_ENTRY_BYTES = 16;
constexpr std::size_t SOLVE_NEAR_ENTRIES = std::size_t(1) << 14;  // of the memory, besides the rest
constexpr int MOST_SOLVE_EMPTIES = 64;  // empty points
constexpr int LOG_BUSY = 14;  // words

constexpr int FEATURES = 14;

struct EvaluateJob {
    static constexpr int WON = 1 << 20;  // for sure: the game is over after those plies

    PlainSides sides;
    const Layout* layout;
    const std::int16_t* weights;  // of the features, for no empty point, one, and so on
    int plies;  // to look ahead
    int score;  // for the side to move
};

// Best play on 8x8 for a number of plies, judged by patterns. What is found stays in the memory, as for SolveJob, but
// for one job at a time.
struct LookaheadJob {
    static constexpr int DISC = 32;  // of a score
    static constexpr int SHIFT = 3;  // from a sum of the tables to a score
    static constexpr int SURE = 5;  // the confidence with which nothing is left out
    static constexpr int UNKNOWN = 1 << 20;  // no score

    std::uint64_t own, other;
    const std::int16_t* const* tables;  // of patterns, for each number of empty points
    const std::uint16_t* errors;  // of a shallow search, as `error` reads them
    Poll poll;
    void *memory, *solve_memory;
    int log_entries, log_solve_entries, generation;
    int depth, confidence;  // depth: plies; at least the empty points: to the end
    int alpha, beta;
    std::uint64_t most_nodes;  // then it gives up
    std::uint64_t nodes;
    int score;
    bool gave_up;

    static constexpr int MOST_CUT_DEPTH = 64;

    // How deep the search goes that says whether a deep one is worth its while.
    static constexpr int shallow(int deep) { return 2 * (deep / 4) + (deep & 1); }

    // What a deep search may differ by from a shallow one, with this job's confidence.
    __attribute__((always_inline)) int error(int empties, int depth_of_deep, int depth_of_shallow) const {
        return errors[(empties * MOST_CUT_DEPTH + depth_of_deep) * 2 + (depth_of_shallow == 0)];
    }
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
