// Many random games, in blocks that are seeded one by one: any split of the blocks gives the same totals.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lockstep/lockstep.hpp"
#include "playout.hpp"

namespace tengen::nogo {

inline std::uint64_t games_in_block(const Board& board) {
    // Large enough that starting and draining the lanes of the lockstep player does not show.
    return std::uint64_t(std::clamp<Index>((1 << 20) / board.size(), 1, 16384));
}

inline void random_games(const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                         const Cancel* cancel, Totals& totals) {
    const std::uint64_t size = games_in_block(start.board());
    for (std::uint64_t block = first_block; games > 0 && !cancelled(cancel); block++) {
        const std::uint64_t now = std::min(games, size);
        const auto play = lockstep_fits(start.board()) ? lockstep_games : plain_games;
        play(start, now, derived_seed(seed, block), cancel, totals);
        games -= now;
    }
}

}  // namespace tengen::nogo
