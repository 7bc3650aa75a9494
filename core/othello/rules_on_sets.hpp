// Othello on sets of points: what a batch does with a board. A graphics card has this file too.
#pragma once

#include "../point_sets.hpp"
#include "runs.hpp"

namespace tengen::othello {

template <int WORDS>
class RulesOnSets {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES;

    struct State {
        Set discs[2], legal[2];
        Cell to_play;
    };

    // both: are the legal moves of the side that waits wanted too, even if the other has some?
    RulesOnSets(const Shape<WORDS>& shape, bool both)
        : shape_(shape), both_(both), in_rows_of_8_(shape.width == 8 && shape.height <= 8) {}

    void play(State& state, Index move) const {
        if (move != PASS) {
            Set &own = state.discs[side(state.to_play)], &other = state.discs[1 - side(state.to_play)];
            Set disc;
            disc.add(move);
            const Set flipped = flips(disc, own, other);
            own |= flipped | disc;
            other &= ~flipped;
        }
        state.to_play = opponent(state.to_play);
        find_legal(state);
    }

    bool may_pass(const State& state) const {
        const int own = side(state.to_play);
        return !state.legal[own] && state.legal[1 - own];
    }
    bool is_over(const State& state) const { return !(state.legal[0] | state.legal[1]); }
    Cell winner(const State& state) const {  // or who is ahead
        const Index margin = state.discs[0].count() - state.discs[1].count();
        return margin > 0 ? BLACK : margin < 0 ? WHITE : EMPTY;
    }

    const Set* stones(const State& state) const { return state.discs; }
    const Set& points() const { return shape_.points; }

protected:
    void find_legal(State& state) const {
        const Set free = shape_.points & ~(state.discs[0] | state.discs[1]);
        const int own = side(state.to_play), other = 1 - own;
        state.legal[own] = moves(state.discs[own], state.discs[other], free);
        state.legal[other] = {};
        if (both_ || !state.legal[own]) state.legal[other] = moves(state.discs[other], state.discs[own], free);
    }

    Shape<WORDS> shape_;

private:
    // A board of rows of 8 has the very bits of bits.hpp, which knows quicker ways.
    bool is_small() const { return WORDS == 1 && in_rows_of_8_; }

    Set moves(const Set& own, const Set& other, const Set& free) const {
        if (is_small()) return {{moves_of(own.words[0], other.words[0], free.words[0])}};
        Set found;
        for_ways([&](auto step) {
            Set run = step(own) & other;
            for (Set next = run; next; run |= next) next = step(next) & other;
            found |= step(run);
        });
        return found & free;
    }

    Set flips(const Set& disc, const Set& own, const Set& other) const {
        if (is_small()) return {{flips_of(disc.words[0], own.words[0], other.words[0])}};
        Set found;
        for_ways([&](auto step) {
            Set run, next = step(disc);
            for (; next & other; next = step(next)) run |= next;
            if (next & own) found |= run;
        });
        return found;
    }

    // Calls use(step) for each of the eight ways; step(set) is the set moved on that way.
    template <class Use>
    void for_ways(Use&& use) const {
        const Shape<WORDS>& on = shape_;
        use([&](const Set& set) { return (set & on.not_last).moved_on(1); });
        use([&](const Set& set) { return (set & on.not_first).moved_back(1); });
        use([&](const Set& set) { return set.moved_on(on.down()); });
        use([&](const Set& set) { return set.moved_back(on.down()); });
        use([&](const Set& set) { return (set & on.not_last).moved_on(1).moved_on(on.down()); });
        use([&](const Set& set) { return (set & on.not_first).moved_back(1).moved_back(on.down()); });
        use([&](const Set& set) { return (set & on.not_first).moved_back(1).moved_on(on.down()); });
        use([&](const Set& set) { return (set & on.not_last).moved_on(1).moved_back(on.down()); });
    }

    bool both_, in_rows_of_8_;
};

}  // namespace tengen::othello
