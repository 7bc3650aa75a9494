// Which move to try first: what it leads to, put into numbers, and how often it was right before.
#pragma once

#include <cmath>
#include <cstdint>

#include "reduced.hpp"
#include "weights.hpp"

namespace tengen::nogo::solving {

// What the logistic model in weights.hpp sees of a move. `own` is the side that makes it.
[[gnu::always_inline]] inline void describe(const Graph& graph, const Reduced& before, int move, const Reduced& after,
                                            std::int16_t* seen) {
    const int own = before.mover, other = own ^ 1;
    const auto count = [](Bits bits) __attribute__((always_inline)) { return std::int16_t(std::popcount(bits)); };
    const Bits both = after.legal[own] & after.legal[other];
    const Bits only[2] = {after.legal[own] & ~both, after.legal[other] & ~both};
    int k = 0;
    seen[k++] = count(both);
    seen[k++] = count(only[0]);
    seen[k++] = count(only[1]);
    seen[k++] = count(after.immortal[own] & both);
    seen[k++] = count(after.immortal[other] & both);
    seen[k++] = count(after.immortal[own] & only[0]);
    seen[k++] = count(after.immortal[other] & only[1]);
    for (const int side : {own, other}) {
        const Liberties& chains = after.chains[side];
        std::int16_t sizes[3] = {0, 0, 0};  // with two, three, more liberties
        Bits some = 0, several = 0;
        for (int j = 0; j < chains.count; j++) {
            const Bits set = chains.sets[j];
            const int size = std::popcount(set);
            sizes[size > 3 ? 2 : size - 2]++;
            several |= some & set;
            some |= set;
        }
        for (const auto size : sizes) seen[k++] = size;
        seen[k++] = count(some & both);
        seen[k++] = count(several);
        seen[k++] = count(some & only[side == own]);
    }
    seen[k++] = count(after.alone & both);
    seen[k++] = count(after.alone & only[0]);
    seen[k++] = count(after.alone & only[1]);
    seen[k++] = std::int16_t(own ? -after.tempi : after.tempi);
    seen[k++] = after.star;
    seen[k++] = count(both) & 1;
    seen[k++] = count(only[0]) & 1;
    seen[k++] = count(only[1]) & 1;
    if (move >= MOST_LIVE) {  // one that nothing depends on
        for (; k < FEATURES - 2; k++) seen[k] = 0;
        seen[k++] = 1;
        seen[k++] = move != MOST_LIVE;
        return;
    }
    const Bits stone = Bits(1) << move;
    const std::int16_t open = count(graph.beside[move] & before.live);
    seen[k++] = open;
    seen[k++] = open == 0;
    seen[k++] = open == 1;
    seen[k++] = count(graph.beside[move]);
    seen[k++] = !(before.legal[other] & stone);
    seen[k++] = (before.immortal[own] & stone) != 0;
    seen[k++] = (before.immortal[other] & stone) != 0;
    for (const int side : {own, other}) {
        std::int16_t touched = 0;
        for (int j = 0; j < before.chains[side].count; j++) touched += (before.chains[side].sets[j] & stone) != 0;
        seen[k++] = touched;
    }
    seen[k++] = 0;
    seen[k++] = 0;
}

[[gnu::always_inline]] inline int model_score(const Graph& graph, const Reduced& before, int move,
                                              const Reduced& after) {
    alignas(64) std::int16_t seen[FEATURES];
    describe(graph, before, move, after, seen);
    const std::int16_t* weights = weights_for(std::popcount(before.live));
    int sum = 0;
    for (int k = 0; k < FEATURES; k++) sum += int(weights[k]) * seen[k];
    return sum;
}

// A rule of thumb, which costs less and does as well where few points are live.
[[gnu::always_inline]] inline int quick_score(const Reduced& after) {
    const int other = after.mover, own = other ^ 1;
    const auto count = [](Bits bits) __attribute__((always_inline)) { return std::popcount(bits); };
    const int private_moves = count(after.legal[own] & ~after.legal[other]) -
                              count(after.legal[other] & ~after.legal[own]) + (own ? -after.tempi : after.tempi);
    return 128 * (2 * count(after.legal[own]) - 3 * count(after.legal[other]) + 5 * private_moves);
}

// How often a move was right in answer to another.
class History {
public:
    // As the model's scores are: the logarithm of the odds, times 256.
    [[gnu::always_inline]] int score(int side, int before, int move) const {
        return entries_[side][before][move].score;
    }

    void learn(int side, int before, int move, bool was_right) {
        Entry& entry = entries_[side][before][move];
        entry.tried += 1;
        entry.right += was_right;
        if (entry.tried >= entry.due) {
            entry.due = entry.tried * 1.2f + 1;
            entry.score = int(WEIGHT * std::log((entry.right + 1) / (entry.tried - entry.right + 1)));
        }
    }

private:
    static constexpr float WEIGHT = 128;
    struct Entry {
        float tried = 0, right = 0, due = 1;
        int score = 0;
    };
    Entry entries_[2][MOST_LIVE + 2][MOST_LIVE + 2];
};

}  // namespace tengen::nogo::solving
