// All games from a position, by outcome; and lines of play by depth.
#pragma once

#include <cstdint>

#include "jobs.hpp"

namespace tengen::othello {

struct Counts {
    unsigned __int128 wins[2] = {0, 0}, draws = 0;  // wins by side(colour)
    bool overflowed = false;  // more than 128 bits hold: count the parts, and add them up elsewhere
    bool cancelled = false;   // the numbers mean nothing
};

inline Counts counts_of(const CountJob& job, Cell to_play) {
    Counts counts;
    counts.wins[side(to_play)] = job.own;
    counts.wins[side(opponent(to_play))] = job.other;
    counts.draws = job.draws;
    counts.overflowed = job.overflowed;
    counts.cancelled = job.cancelled;
    return counts;
}

// How many different complete games there are from here. A forced pass is no choice; a game already over is one game.
// The board is at most 16x16. Cannot overflow with 34 empty points or fewer: 34! < 2^128.
inline Counts count_games(const Position& start, const Cancel* cancel = nullptr, const Kernel& kernel = best_kernel()) {
    CountJob job{};
    job.sides = plain_sides(start);
    job.poll = poll_of(cancel);
    kernel.count(job);
    return counts_of(job, start.to_play());
}

enum class Passes { A_PLY, NO_PLY };
enum class Ended { KEPT, LEFT_OUT };

struct LinesOfPlay {
    std::uint64_t lines = 0;
    bool overflowed = false, cancelled = false;
};

// Lines of play of this many plies. A pass is a ply or goes along with the move after it; a game that ended before
// that depth is kept as a line or left out. The board is at most 16x16.
inline LinesOfPlay perft(const Position& start, int depth, Passes passes, Ended ended, const Cancel* cancel = nullptr,
                         const Kernel& kernel = best_kernel()) {
    PerftJob job{};
    job.sides = plain_sides(start);
    job.poll = poll_of(cancel);
    job.depth = depth;
    job.pass_is_ply = passes == Passes::A_PLY;
    job.keep_ended = ended == Ended::KEPT;
    kernel.perft(job);
    return {job.lines, job.overflowed, job.cancelled};
}

}  // namespace tengen::othello
