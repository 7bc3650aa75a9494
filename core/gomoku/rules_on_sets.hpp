// Gomoku on sets of points: what a batch does with a board, but for what renju forbids, which boards.hpp knows. A
// graphics card has this file too.
#pragma once

#include "../point_sets.hpp"
#include "lines.hpp"

namespace tengen::gomoku {

template <int WORDS>
class RulesOnSets {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES;

    struct State {
        Set stones[2], legal[2];  // legal: the same for both, but for what renju forbids Black
        Cell to_play, winner;
    };

    RulesOnSets(const Shape<WORDS>& shape, const Rules& rules) : shape_(shape), rules_(rules) {}

    void play(State& state, Index move) const {
        state.stones[side(state.to_play)].add(move);
        if (makes_row(View{shape_.height, shape_.down(), state}, move, state.to_play, rules_))
            state.winner = state.to_play;
        state.to_play = opponent(state.to_play);
        find_legal(state);
    }

    bool is_over(const State& state) const { return !state.legal[side(state.to_play)]; }
    Cell winner(const State& state) const { return state.winner; }

    const Set* stones(const State& state) const { return state.stones; }
    const Set& points() const { return shape_.points; }

protected:
    void find_legal(State& state) const {
        const Set free = shape_.points & ~(state.stones[0] | state.stones[1]);
        state.legal[0] = state.legal[1] = state.winner == EMPTY ? free : Set();
    }

    Shape<WORDS> shape_;
    Rules rules_;

private:
    // The stones as makes_row looks at them; what is not a stone does not matter to it.
    struct View {
        Index height, width;
        const State& state;

        Index size() const { return height * width; }
        Cell operator[](Index point) const {
            return state.stones[0].has(point) ? BLACK : state.stones[1].has(point) ? WHITE : EMPTY;
        }
    };
};

}  // namespace tengen::gomoku
