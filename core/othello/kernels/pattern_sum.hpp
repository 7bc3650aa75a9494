// How good a position of 8x8 looks: the sum of what the tables say of every pattern on it. How the patterns are filled
// is kept up to date move by move, as a number in base 3 for each place of a pattern: 0 empty, 1 a disc of the first
// side, 2 one of the second.
#pragma once

#include "job.hpp"
#include "lines.hpp"
#include "pattern_layout.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

// A lane for each place of a pattern.
struct Filled {
    static constexpr int LANES = 16, VECTORS = 3;
    typedef std::uint16_t Lanes __attribute__((vector_size(2 * LANES), may_alias));
    static_assert(LANES * VECTORS >= PATTERN_PLACES);

    Lanes lanes[VECTORS];
};

// What a disc of the first side on a point adds to the numbers.
struct DiscNumbers {
    std::uint16_t of[64][Filled::LANES * Filled::VECTORS] = {};

    constexpr DiscNumbers() {
        for (int place = 0; place < PATTERN_PLACES; place++) {
            int power = 1;
            for (int point = 0; point < PATTERN[PATTERN_LAYOUT.pattern[place]].points; point++, power *= 3)
                of[PATTERN_LAYOUT.at[place][point]][place] = std::uint16_t(power);
        }
    }
};
alignas(64) constexpr DiscNumbers DISC_NUMBERS;

// A position in a search: who is to move, and how the patterns are filled.
struct PatternNode {
    SmallBits own, other;  // of the side to move
    Filled filled;
    int side;  // to move: 0 the first, 1 the second

    SmallBits empty() const { return ~(own | other); }

    static PatternNode of(SmallBits own, SmallBits other) {
        PatternNode node{own, other, {}, 0};
        for_places(own, [&](int place) { node.add(place); });
        for_places(other, [&](int place) {
            node.add(place);
            node.add(place);
        });
        return node;
    }
    PatternNode passed() const { return {other, own, filled, 1 - side}; }
    PatternNode played(int place, SmallBits flips) const {
        PatternNode next{other ^ flips, own | flips | bit_at<SmallBits>(place), filled, 1 - side};
        next.add(place);
        if (side == 0) {
            for_places(flips, [&](int flipped) { next.remove(flipped); });
        } else {
            next.add(place);
            for_places(flips, [&](int flipped) { next.add(flipped); });
        }
        return next;
    }

    // For the side to move; `tables`: those for it as the first side, then as the second.
    int sum(const std::int16_t* tables) const {
        const std::int16_t* const own_tables = tables + side * PATTERN_TABLE;
        const std::uint16_t* const numbers = reinterpret_cast<const std::uint16_t*>(filled.lanes);
        int total = 0;
#pragma GCC unroll 46
        for (int place = 0; place < PATTERN_PLACES; place++)
            total += own_tables[PATTERN_LAYOUT.offset[PATTERN_LAYOUT.pattern[place]] + numbers[place]];
        return total;
    }

private:
    static const Filled::Lanes* numbers_of(int place) {
        return reinterpret_cast<const Filled::Lanes*>(DISC_NUMBERS.of[place]);
    }
    void add(int place) {
        for (int k = 0; k < Filled::VECTORS; k++) filled.lanes[k] += numbers_of(place)[k];
    }
    void remove(int place) {
        for (int k = 0; k < Filled::VECTORS; k++) filled.lanes[k] -= numbers_of(place)[k];
    }
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
