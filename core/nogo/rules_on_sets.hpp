// NoGo on sets of points: what a batch does with a board. A graphics card has this file too.
#pragma once

#include "../chain_sets.hpp"

namespace tengen::nogo {

template <int WORDS>
class RulesOnSets {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES;

    struct State {
        ChainSets<WORDS> chains;
        Set legal[2];
        Cell to_play;
    };

    // both: are the legal moves of the side that waits wanted too?
    RulesOnSets(const Shape<WORDS>& shape, bool both) : shape_(shape), both_(both) {}

    void play(State& state, Index move) const {
        state.chains.place(shape_, move, side(state.to_play));
        state.to_play = opponent(state.to_play);
        find_legal(state);
    }

    bool is_over(const State& state) const { return !state.legal[side(state.to_play)]; }
    Cell winner(const State& state) const { return is_over(state) ? opponent(state.to_play) : EMPTY; }

    const Set* stones(const State& state) const { return state.chains.stones; }
    const Set& points() const { return shape_.points; }

protected:
    void find_legal(State& state) const {
        for (int own = 0; own < 2; own++)
            if (both_ || own == side(state.to_play))
                state.legal[own] = state.chains.breathing(shape_, own) & ~state.chains.capturing(shape_, own);
    }

    Shape<WORDS> shape_;
    bool both_;
};

}  // namespace tengen::nogo
