// Boards of Gomoku for a batch.
#pragma once

#include "../point_sets.hpp"
#include "position.hpp"

namespace tengen::gomoku {

template <int WORDS>
class Boards {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES;

    struct State {
        Set stones[2], legal[2];  // legal: the same for both, but for what renju forbids Black
        Cell to_play, winner;
    };

    Boards(const Position& start, bool) : shape_(start.board()), rules_(start.rules()) {}

    State state(const Position& position) const {
        State state{{points_with<WORDS>(position.board(), BLACK), points_with<WORDS>(position.board(), WHITE)},
                    {},
                    position.to_play(),
                    position.winner()};
        find_legal(state);
        return state;
    }
    Position position(const State& state) const {
        return {shape_.board(state.stones[0], state.stones[1]), state.to_play, rules_};
    }

    void play(State& state, Index move) const {
        state.stones[side(state.to_play)].add(move);
        if (makes_row(View{shape_.height, shape_.width, state}, move, state.to_play, rules_))
            state.winner = state.to_play;
        state.to_play = opponent(state.to_play);
        find_legal(state);
    }

    bool is_over(const State& state) const { return !state.legal[side(state.to_play)]; }
    Cell winner(const State& state) const { return state.winner; }

    const Set* stones(const State& state) const { return state.stones; }
    const Set& points() const { return shape_.points; }

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

    void find_legal(State& state) const {
        const Set free = shape_.points & ~(state.stones[0] | state.stones[1]);
        state.legal[0] = state.legal[1] = state.winner == EMPTY ? free : Set();
        if (rules_.variant != Variant::RENJU) return;
        const Board board = shape_.board(state.stones[0], state.stones[1]);
        for (Index point = 0; point < board.size(); point++)
            if (state.legal[0].has(point) && is_forbidden(board, point)) state.legal[0].remove(point);
    }

    Shape<WORDS> shape_;
    Rules rules_;
};

}  // namespace tengen::gomoku
