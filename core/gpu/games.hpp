// Many random games of any kind, a lane each, and what they add up to.
//
// A game is a class like NogoGame: `begin` from a lane's memory, which holds the start; `step` until it `is_over`;
// `settle`, where the board must be counted; then its winner (0 Black, 1 White, else a draw), its plies, its first
// cell, and the stones at the end.
#pragma once

#include "lane.hpp"

namespace tengen::gpu {

// Where the sums lie: one array of numbers for all that is counted.
struct Counters {
    uint32_t lengths, points;  // games may have 0 .. lengths-1 plies; 0 points: nothing is counted by point

    static constexpr uint32_t GAMES = 0, WINS = 1, LENGTHS = 3;  // then the lengths
    uint32_t ended(int colour) const { return LENGTHS + lengths + uint32_t(colour) * points; }
    uint32_t first_games() const { return LENGTHS + lengths + 2 * points; }
    uint32_t first_wins() const { return LENGTHS + lengths + 3 * points; }
    uint32_t size() const { return LENGTHS + lengths + 4 * points; }
};

// Which games: those with these numbers, from a start that fills a lane's memory.
template <class Word>
struct Job {
    const Word* start;
    uint32_t words, origin;  // how many there are; how many of them have negative numbers
    Counters counters;
    uint32_t white;  // is White to play at the start?
    uint64_t seed, first, end;
};

// Bytes of a lane's memory.
template <class Game>
uint32_t memory_of(uint32_t words, uint32_t origin) {
    return origin * uint32_t(sizeof(typename Game::Word)) + (words - origin) * uint32_t(sizeof(typename Game::Slot));
}

// Calls add(k) for each number that a finished game adds one to, but for those of the stones at its end.
template <class Game, class Add>
void count_game(const Game& game, const Job<typename Game::Word>& job, Add&& add) {
    const Counters& counters = job.counters;
    const int winner = game.winner();
    add(Counters::GAMES);
    if (winner < 2) add(Counters::WINS + uint32_t(winner));
    add(Counters::LENGTHS + game.plies);
    if (!counters.points || !game.has_first()) return;
    add(counters.first_games() + game.first_point());
    if (winner == int(job.white)) add(counters.first_wins() + game.first_point());
}

}  // namespace tengen::gpu
