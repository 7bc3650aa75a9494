// Area scoring (Tromp-Taylor): a colour's stones, and the empty regions that reach only that colour. Nothing is taken
// for dead: what the players left on the board counts as it stands.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.hpp"
#include "stones.hpp"

namespace tengen::go {

// Keeps its room between calls, since a random game is short beside fresh memory.
class AreaCounter {
public:
    // Calls owned(slot, owner) for each empty point: owner EMPTY where a region reaches both colours, or none.
    template <class Owned>
    Area operator()(const Stones& stones, Index points, Owned&& owned) {
        const Index down = stones.stride();
        const Index end = points ? stones.inside(points - 1) + 1 : 0;
        seen_.assign(std::size_t(stones.slots()), false);
        Area area;
        for (Index start = points ? stones.inside(0) : 0; start < end; start++) {
            const Cell cell = stones.at(start);
            area.black += cell == BLACK;
            area.white += cell == WHITE;
            if (cell != EMPTY || seen_[std::size_t(start)]) continue;
            unsigned reached = 0;  // a bit for each kind of cell beside the region
            region_.assign(1, start);
            seen_[std::size_t(start)] = true;
            for (std::size_t k = 0; k < region_.size(); k++) {
                const Index slot = region_[k];
                for (const Index beside : {slot - down, slot - 1, slot + 1, slot + down}) {
                    const Cell there = stones.at(beside);
                    reached |= 1u << there;
                    if (there != EMPTY || seen_[std::size_t(beside)]) continue;
                    seen_[std::size_t(beside)] = true;
                    region_.push_back(beside);
                }
            }
            const unsigned colours = reached & (1u << BLACK | 1u << WHITE);
            const Cell owner = colours == 1u << BLACK ? BLACK : colours == 1u << WHITE ? WHITE : EMPTY;
            (owner == BLACK ? area.black : owner == WHITE ? area.white : area.neutral) += std::int64_t(region_.size());
            for (const Index slot : region_) owned(slot, owner);
        }
        return area;
    }

private:
    std::vector<std::uint8_t> seen_;
    std::vector<Index> region_;
};

}  // namespace tengen::go
