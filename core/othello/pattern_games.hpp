// Games that patterns play with themselves, and what is learned from them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "deepening.hpp"

namespace tengen::othello {

struct PatternLessons {
    std::vector<std::uint64_t> own, other;  // of the side to move
    std::vector<std::int8_t> margin;        // of it, at the end of the game
};

struct PatternGames {
    int depth = 4;    // plies looked ahead
    int solved = 12;  // with so many empty points left, the rest is played perfectly
    std::uint64_t seed = 0;
};

// One player's games, one after the other.
class PatternPlayer {
public:
    PatternPlayer(const Patterns& patterns, const PatternGames& settings)
        : patterns_(patterns), settings_(settings), deepening_(MEMORY),
          endgame_(Position(standard_start(8, 8), BLACK)) {}

    // From a random opening. Every position after it is a lesson.
    void play(std::uint64_t number, PatternLessons& lessons, const Cancel* cancel) {
        Random random(derived_seed(settings_.seed, number));
        Sides<SmallBits> sides = opening(random);
        const std::size_t first = lessons.margin.size();
        std::vector<bool> is_first_side;  // of each lesson
        bool first_side = true;
        bool is_solved = false;
        while (!cancelled(cancel)) {
            const SmallBits moves = sides.moves();
            if (!moves) {
                if (!sides.passed().moves()) break;
                sides = sides.passed();
                first_side = !first_side;
                continue;
            }
            int place;
            const int empties = count_of(sides.empty);
            if (empties <= settings_.solved) {
                Solved solved;
                place = best_move(sides, solved);
                if (!is_solved) settle(lessons, first, is_first_side, first_side ? solved.margin : -solved.margin);
                is_solved = true;
                add(lessons, sides, solved.margin);
                // Now and then any move, so that there are lessons about bad endings too.
                if (random.below(4) == 0) place = any(moves, random);
            } else {
                add(lessons, sides, 0);
                is_first_side.push_back(first_side);
                deepening_.begin(sides);
                deepening_.run(patterns_, Budget(-1, cancel), settings_.depth);
                place = deepening_.report().moves[0].place;
            }
            sides = sides.played(place);
            first_side = !first_side;
        }
        if (!is_solved) settle(lessons, first, is_first_side, first_side ? sides.margin() : -sides.margin());
        if (cancelled(cancel)) {
            lessons.own.resize(first);
            lessons.other.resize(first);
            lessons.margin.resize(first);
        }
    }

private:
    static constexpr std::size_t MEMORY = std::size_t(1) << 22;

    static int any(SmallBits moves, Random& random) {
        for (std::uint32_t skipped = random.below(std::uint32_t(count_of(moves))); skipped > 0; skipped--)
            moves &= moves - 1;
        return lowest(moves);
    }

    // Mostly a few random plies, in some games very many: a search also meets positions that good play does not.
    static Sides<SmallBits> opening(Random& random) {
        constexpr std::uint32_t PLIES[4] = {10, 18, 30, 44};
        for (;;) {
            Sides<SmallBits> sides(standard_start(8, 8), BLACK);
            std::uint32_t plies = 1 + random.below(PLIES[random.below(4)]);
            for (; plies > 0; plies--) {
                const SmallBits moves = sides.moves();
                if (moves)
                    sides = sides.played(any(moves, random));
                else if (sides.passed().moves())
                    sides = sides.passed();
                else
                    break;
            }
            if (plies == 0) return sides;
        }
    }

    static void add(PatternLessons& lessons, const Sides<SmallBits>& sides, int margin) {
        lessons.own.push_back(sides.own);
        lessons.other.push_back(sides.other);
        lessons.margin.push_back(std::int8_t(margin));
    }
    static void settle(PatternLessons& lessons, std::size_t first, const std::vector<bool>& is_first_side, int margin) {
        for (std::size_t k = 0; k < is_first_side.size(); k++)
            lessons.margin[first + k] = std::int8_t(is_first_side[k] ? margin : -margin);
    }

    int best_move(const Sides<SmallBits>& sides, Solved& solved) {
        int place = lowest(sides.moves());
        solved = endgame_.margin(sides, -64, 64, ~std::uint64_t(0), nullptr, &place);
        return place;
    }

    const Patterns& patterns_;
    const PatternGames settings_;
    Deepening deepening_;
    Endgame endgame_;
};

}  // namespace tengen::othello
