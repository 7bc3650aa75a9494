// Uniformly random NoGo games, many at once: one vector lane per game.
#pragma once

#include <cstdint>
#include <vector>

#include "../../cancel.hpp"
#include "../../totals.hpp"
#include "../position.hpp"

namespace tengen::nogo {

// Does this board fit a lane (a row in at most 64 bits, at most 64 rows)? If not, play game by game.
bool lockstep_fits(const Board& board);

// Plays exactly `games` uniformly random games from `start`, a sound position, and adds them to `totals`: wins,
// lengths, and when totals.by_point() the rest. The same seed gives the same totals on the same kernel.
// When cancelled, only finished games are counted.
void lockstep_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                    Totals& totals);

// For tests: every kernel this machine can run, fastest first (lockstep_games uses that), and one of them by name.
std::vector<const char*> lockstep_kernels();
void lockstep_games_on(const char* kernel, const Position& start, std::uint64_t games, std::uint64_t seed,
                       const Cancel* cancel, Totals& totals);

}  // namespace tengen::nogo
