// Which stones are dead when both sides have passed, as far as games that are played on from there show it.
#pragma once

#include <cstdint>
#include <vector>

#include "../cancel.hpp"
#include "../random.hpp"
#include "position.hpp"
#include "tactical_playout.hpp"

namespace tengen::go {

// The stones of the chains whose points came to the other side in most games, row by row.
inline std::vector<Index> dead_stones(const Position& position, Index games, std::uint64_t seed,
                                      const Cancel* cancel = nullptr) {
    const Index points = position.board().size();
    const Stones& start = position.stones();
    TacticalPlayout playout(position);
    AreaCounter area;
    search::Played played(points);
    Random random(seed);
    std::vector<Index> lost(std::size_t(start.slots()));  // the games where it was lost, less those where it was not
    for (Index game = 0; game < games && !cancelled(cancel); game++) {
        Stones stones = start;
        playout.play(stones, game % 2 ? WHITE : BLACK, NOWHERE, NOWHERE, 0, random, played);
        const auto count = [&](Index slot, Cell owner) {
            const Cell stone = start.at(slot);
            if (owner != EMPTY) lost[std::size_t(slot)] += owner == stone ? -1 : 1;
        };
        area(stones, points, count);
        for (Index point = 0; point < points; point++) count(start.inside(point), stones.at(start.inside(point)));
    }
    std::vector<Index> dead;
    for (Index point = 0; point < points; point++) {
        const Index slot = start.inside(point);
        if (start.at(slot) != BLACK && start.at(slot) != WHITE) continue;
        std::int64_t chain = 0;
        Index stone = slot;
        do {
            chain += lost[std::size_t(stone)];
            stone = start.next(stone);
        } while (stone != slot);
        if (chain > 0) dead.push_back(point);
    }
    return dead;
}

}  // namespace tengen::go
