// Boards of Gomoku for a batch.
#pragma once

#include "../board_sets.hpp"
#include "position.hpp"
#include "rules_on_sets.hpp"

namespace tengen::gomoku {

template <int WORDS>
class Boards : public RulesOnSets<WORDS> {
    using Base = RulesOnSets<WORDS>;
    using Base::shape_, Base::rules_;

public:
    using typename Base::State;

    Boards(const Position& start, bool) : Base(shape_of<WORDS>(start.board()), start.rules()) {}

    State state(const Position& position) const {
        State state{{points_with<WORDS>(position.board(), BLACK), points_with<WORDS>(position.board(), WHITE)},
                    {},
                    position.to_play(),
                    position.winner()};
        find_legal(state);
        return state;
    }
    Position position(const State& state) const {
        return {board_of(shape_, state.stones[0], state.stones[1]), state.to_play, rules_};
    }

    void play(State& state, Index move) const {
        Base::play(state, move);
        forbid(state);
    }

private:
    void find_legal(State& state) const {
        Base::find_legal(state);
        forbid(state);
    }
    void forbid(State& state) const {
        if (rules_.variant != Variant::RENJU) return;
        const Board board = board_of(shape_, state.stones[0], state.stones[1]);
        for (Index point = 0; point < board.size(); point++)
            if (state.legal[0].has(point) && is_forbidden(board, point)) state.legal[0].remove(point);
    }
};

}  // namespace tengen::gomoku
