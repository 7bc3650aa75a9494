// All games from a position, by outcome; and lines of play by depth.
#pragma once

#include <cstdint>
#include <vector>

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

// The games that begin with legal move number `part`, so that a count can be split; the sum over all of
// start.legal_moves() is the whole, unless the game is over, which has no parts.
inline Counts count_part(const Position& start, std::size_t part, const Cancel* cancel = nullptr) {
    Position next = start;
    next.play(start.legal_moves()[part]);
    return count_games(next, cancel);
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

// Both the plain way, for the tests.
inline void count_by_playing(const Position& position, Counts& counts) {
    const auto moves = position.legal_moves();
    if (moves.empty()) (position.winner() == EMPTY ? counts.draws : counts.wins[side(position.winner())])++;
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        count_by_playing(next, counts);
    }
}

inline std::uint64_t perft_by_playing(const Position& position, int depth, Passes passes, Ended ended) {
    if (depth == 0) return 1;
    const auto moves = position.legal_moves();
    if (moves.empty()) return ended == Ended::KEPT;
    std::uint64_t lines = 0;
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        lines += perft_by_playing(next, move == PASS && passes == Passes::NO_PLY ? depth : depth - 1, passes, ended);
    }
    return lines;
}

}  // namespace tengen::othello
