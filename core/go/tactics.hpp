// Chains that are about to be taken: what a player sees at a glance.
#pragma once

#include "stones.hpp"

namespace tengen::go {

// The first few different liberties of a chain.
template <int MOST>
struct Liberties {
    int count = 0;
    Index slots[MOST] = {};

    bool add(Index slot) {
        for (int k = 0; k < count; k++)
            if (slots[k] == slot) return false;
        slots[count++] = slot;
        return count == MOST;
    }
};

template <int MOST>
inline Liberties<MOST> liberties_of(const Stones& stones, Index chain) {
    Liberties<MOST> found;
    Index sides_left = stones.chain_liberties(chain), stone = chain;
    do {
        for (const Index beside : {stone - stones.stride(), stone - 1, stone + 1, stone + stones.stride()}) {
            if (stones.at(beside) != EMPTY) continue;
            sides_left--;
            if (found.add(beside)) return found;
        }
        stone = stones.next(stone);
    } while (sides_left > 0 && stone != chain);
    return found;
}

// The one liberty of a chain in atari; NOWHERE if it has more.
inline Index only_liberty(const Stones& stones, Index chain) {
    if (stones.chain_liberties(chain) > 4) return NOWHERE;  // one point has four sides
    const auto found = liberties_of<2>(stones, chain);
    return found.count == 1 ? found.slots[0] : NOWHERE;
}

// How many different liberties the chain of a new stone would have, counted up to MOST. Of the stones that it takes,
// only those beside it count as liberties.
template <int MOST>
inline int liberties_after(const Stones& stones, Index slot, Cell colour) {
    const Index down = stones.stride();
    const Index sides[4] = {slot - down, slot - 1, slot + 1, slot + down};
    Liberties<MOST> found;
    for (const Index beside : sides)
        if (stones.at(beside) == EMPTY && found.add(beside)) return MOST;
    for (int k = 0; k < 4; k++) {
        const Cell cell = stones.at(sides[k]);
        if (cell != BLACK && cell != WHITE) continue;
        Index touching = 0;
        bool first = true;
        for (int j = 0; j < 4; j++) {
            const bool same = stones.head(sides[j]) == stones.head(sides[k]);
            touching += same;
            first &= j >= k || !same;
        }
        Index sides_left = stones.chain_liberties(sides[k]) - touching;
        if (cell != colour) {
            if (sides_left == 0 && found.add(sides[k])) return MOST;
            continue;
        }
        if (!first) continue;
        if (sides_left > 4 * (MOST - 1)) return MOST;
        Index stone = sides[k];
        do {
            for (const Index beside : {stone - down, stone - 1, stone + 1, stone + down}) {
                if (beside == slot || stones.at(beside) != EMPTY) continue;
                sides_left--;
                if (found.add(beside)) return MOST;
            }
            stone = stones.next(stone);
        } while (sides_left > 0 && stone != sides[k]);
    }
    return found.count;
}

// Is a chain with two liberties caught by a stone on one of them? At a glance: running to the other gains no liberty.
inline bool is_caught(const Stones& stones, Index chain, Index here, Index there) {
    const Cell colour = stones.at(chain);
    return liberties_after<2>(stones, here, opponent(colour)) >= 2 && liberties_after<3>(stones, there, colour) <= 2;
}

}  // namespace tengen::go
