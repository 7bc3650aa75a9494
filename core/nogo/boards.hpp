// Boards of NoGo for a batch.
#pragma once

#include "../board_sets.hpp"
#include "position.hpp"
#include "rules_on_sets.hpp"

namespace tengen::nogo {

template <int WORDS>
class Boards : public RulesOnSets<WORDS> {
    using Base = RulesOnSets<WORDS>;
    using Base::shape_, Base::find_legal;

public:
    using typename Base::State;

    Boards(const Position& start, bool both) : Base(shape_of<WORDS>(start.board()), both) {}

    State state(const Position& position) const {
        const Board& board = position.board();
        State state{
            {shape_, points_with<WORDS>(board, BLACK), points_with<WORDS>(board, WHITE)}, {}, position.to_play()};
        find_legal(state);
        return state;
    }
    Position position(const State& state) const {
        return {board_of(shape_, state.chains.stones[0], state.chains.stones[1]), state.to_play};
    }
};

}  // namespace tengen::nogo
