// Many random games, in blocks that are seeded one by one: any split of the blocks gives the same totals.
#pragma once

#include <algorithm>
#include <cstdint>

#include "jobs.hpp"
#include "playout.hpp"

namespace tengen::othello {

// Games on a board up to 8x8, one a vector lane. The same seed gives the same totals on the same kernel.
inline void lockstep_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                           Totals& totals, const Kernel& kernel = best_kernel()) {
    make_room(start.board(), totals);
    const int to_play = side(start.to_play());
    if (start.is_over()) {  // the kernel's lanes play at least a ply
        plain_games(start, games, seed, cancel, totals);
        return;
    }
    GamesJob job{};
    job.sides = plain_sides(start);
    job.poll = poll_of(cancel);
    job.games = games;
    Random random(seed);
    for (std::uint64_t& word : job.seeds) word = random.next();
    job.lengths = totals.lengths.data();
    std::vector<std::uint64_t> by_place(totals.by_point() ? 4 * 64 : 0);
    if (totals.by_point()) {
        job.ended_own = by_place.data();
        job.ended_other = job.ended_own + 64;
        job.first_games = job.ended_other + 64;
        job.first_wins = job.first_games + 64;
    }
    kernel.games(job);
    totals.games += job.played;
    totals.wins[to_play] += job.own_wins;
    totals.wins[1 - to_play] += job.other_wins;
    for (Index point = 0; totals.by_point() && point < start.board().size(); point++) {
        const int place = place_of<SmallBits>(point, start.board().width);
        totals.ended[to_play][std::size_t(point)] += job.ended_own[place];
        totals.ended[1 - to_play][std::size_t(point)] += job.ended_other[place];
        totals.first_games[std::size_t(point)] += job.first_games[place];
        totals.first_wins[std::size_t(point)] += job.first_wins[place];
    }
}

constexpr std::uint64_t GAMES_IN_BLOCK = 16384;

inline void random_games(const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                         const Cancel* cancel, Totals& totals) {
    for (std::uint64_t block = first_block; games > 0 && !cancelled(cancel); block++) {
        const std::uint64_t now = std::min(games, GAMES_IN_BLOCK), block_seed = derived_seed(seed, block);
        if (fits_small(start.board()))
            lockstep_games(start, now, block_seed, cancel, totals);
        else
            plain_games(start, now, block_seed, cancel, totals);
        games -= now;
    }
}

}  // namespace tengen::othello
