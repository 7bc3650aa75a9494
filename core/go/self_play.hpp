// Go as a net plays it with itself: boards that are quick to copy, for thousands of search trees, and games that end.
#pragma once

#include <array>
#include <cstdint>

#include "boards.hpp"

namespace tengen::go {

// The ko rule is the simple one and suicide is illegal, whatever the rules say: both hardly matter to what is learned.
// A move is its number; a pass is the last. Nobody fills an own eye. A game ends
//   - when both have passed, or one has and the other is ahead, who need only pass too;
//   - after two plies for each point, and is then taken as it stands.
template <int WORDS>
class SelfPlayBoards {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = Boards<WORDS>::PLANES;
    static constexpr bool MAY_GIVE_UP = true;  // what is lost can go on for long

    struct State {
        ChainSets<WORDS> chains;
        Set legal[2];
        Index last[2];  // moves, the last one first
        Index banned;   // by the ko rule
        std::uint16_t plies;
        std::uint8_t passes;
        Cell to_play;
        bool is_over;
    };

    SelfPlayBoards(const Position& start, bool)
        : shape_(shape_of<WORDS>(start.board())), rules_(start.rules()), most_plies_(2 * shape_.points.count()) {}

    State state(const Position& position) const {
        State state{.chains = {shape_, points_with<WORDS>(position.board(), BLACK),
                               points_with<WORDS>(position.board(), WHITE)},
                    .legal = {},
                    .last = {NOWHERE, NOWHERE},
                    .banned = position.banned(),
                    .plies = 0,
                    .passes = std::uint8_t(position.passes()),
                    .to_play = position.to_play(),
                    .is_over = false};
        settle(state);
        return state;
    }

    void play(State& state, Index move) const {
        const int own = side(state.to_play);
        state.banned = NOWHERE;
        if (move == pass()) {
            state.passes++;
        } else {
            const Set taken = state.chains.place(shape_, move, own);
            state.banned = ko_after(shape_, state.chains, move, own, taken);
            state.passes = 0;
        }
        state.last[1] = state.last[0];
        state.last[0] = move;
        state.plies++;
        state.to_play = opponent(state.to_play);
        settle(state);
    }

    // What came before a position need not be known: a player may be given any.
    void forget(State& state) const { state.last[0] = state.last[1] = NOWHERE; }

    Index pass() const { return shape_.height * shape_.width; }
    bool is_over(const State& state) const { return state.is_over; }
    Cell winner(const State& state) const { return leader(areas(shape_, state.chains), rules_); }
    std::array<Set, 2> owners(const State& state) const { return areas(shape_, state.chains); }

    template <class Use>
    void for_finishing(const State& state, Use&& use) const {
        if (state.passes == 1 && winner(state) == state.to_play) use(pass());
    }

    Set moves(const State& state) const {
        const int own = side(state.to_play);
        Set moves = state.legal[own];
        const Set surrounded = moves & ~shape_.beside(shape_.points & ~state.chains.stones[own]);
        surrounded.for_each([&](Index point) {
            if (is_eye(shape_, state.chains, point, own)) moves.remove(point);
        });
        return moves;
    }

    const Set* stones(const State& state) const { return state.chains.stones; }
    const Set& points() const { return shape_.points; }

    // As Boards shows it.
    void see(const State& state, Set* planes) const {
        if (state.banned != NOWHERE) planes[0].add(state.banned);
        for (int k = 0; k < 2; k++)
            if (state.last[k] != NOWHERE && state.last[k] != pass()) planes[1 + k].add(state.last[k]);
        if (state.passes) planes[3] = shape_.points;
    }
    int number(const State& state) const { return komi_seen(rules_, state.to_play); }

private:
    void settle(State& state) const {
        state.is_over =
            state.passes >= 2 || state.plies >= most_plies_ || (state.passes == 1 && winner(state) == state.to_play);
        for (int own = 0; own < 2; own++)
            state.legal[own] = state.chains.breathing(shape_, own) | state.chains.capturing(shape_, own);
        if (state.banned != NOWHERE) state.legal[side(state.to_play)].remove(state.banned);
    }

    Shape<WORDS> shape_;
    Rules rules_;
    Index most_plies_;
};

}  // namespace tengen::go
