// Go on sets of points: what a batch does with a board. The ko rule is the simple one; boards.hpp knows the others. A
// graphics card has this file too.
#pragma once

#include <array>
#include <cstdint>

#include "../chain_sets.hpp"
#include "rules.hpp"

namespace tengen::go {

// The area of each side: its stones, and the empty points that reach only them.
template <int WORDS>
std::array<PointSet<WORDS>, 2> areas(const Shape<WORDS>& shape, const ChainSets<WORDS>& chains) {
    using Set = PointSet<WORDS>;
    const Set free = chains.empty(shape);
    Set reached[2];
    for (int colour = 0; colour < 2; colour++)
        reached[colour] = shape.spread(shape.beside(chains.stones[colour]) & free, free);
    return {chains.stones[0] | (reached[0] & ~reached[1]), chains.stones[1] | (reached[1] & ~reached[0])};
}

template <int WORDS>
Cell leader(const std::array<PointSet<WORDS>, 2>& areas, const Rules& rules) {
    return Area{areas[0].count(), areas[1].count(), 0}.leader(rules);
}

// A stone was just put here and these were taken off: the point where it may not be taken back at once by the simple
// ko rule, or NOWHERE. A lone stone took a lone stone, and could be taken by a stone put back there.
template <int WORDS>
Index ko_after(const Shape<WORDS>& shape, const ChainSets<WORDS>& chains, Index move, int own,
               const PointSet<WORDS>& taken) {
    PointSet<WORDS> stone;
    stone.add(move);
    if (!taken || taken.has(move) || taken.has_several() || (shape.beside(stone) & chains.stones[own]) ||
        !(chains.last[own] & stone))
        return NOWHERE;
    return taken.number(0);
}

// A random player leaves its own eyes open: see is_eye in playout.hpp, of which this is the twin.
template <int WORDS>
bool is_eye(const Shape<WORDS>& shape, const ChainSets<WORDS>& chains, Index point, int own) {
    using Set = PointSet<WORDS>;
    Set stone;
    stone.add(point);
    const Set around = shape.beside(stone) & shape.points;
    if (around & ~chains.stones[own]) return false;
    const Set row = ((stone & shape.not_last).moved_on(1)) | ((stone & shape.not_first).moved_back(1));
    const Set diagonal = (row.moved_on(shape.down()) | row.moved_back(shape.down())) & shape.points;
    const bool edge = around.count() + diagonal.count() < 8;
    return (diagonal & chains.stones[1 - own]).count() <= (edge ? 0 : 1);
}

template <int WORDS>
class RulesOnSets {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES + 4;

    struct State {
        ChainSets<WORDS> chains;
        Set legal[2];
        Set ko;  // where only the ko rule keeps the side to move from playing
        std::int64_t captures[2];
        Index banned;
        std::int32_t passes;
        Cell to_play;
    };

    // both: are the legal moves of the side that waits wanted too? They are those that it has if the other passes.
    RulesOnSets(const Shape<WORDS>& shape, const Rules& rules, bool both) : shape_(shape), rules_(rules), both_(both) {}

    void play(State& state, Index move) const {
        make(state, move);
        find_legal(state);
    }

    bool may_pass(const State& state) const { return !is_over(state); }
    bool is_over(const State& state) const { return state.passes >= 2; }
    Cell winner(const State& state) const { return leader(areas(shape_, state.chains), rules_); }  // or who is ahead

    bool is_eye(const State& state, Index point) const {
        return go::is_eye(shape_, state.chains, point, side(state.to_play));
    }

    const Set* stones(const State& state) const { return state.chains.stones; }
    const Set& points() const { return shape_.points; }

    void see(const State& state, const Index (&last)[2], Set* planes) const {
        planes[0] = state.ko;
        for (int k = 0; k < 2; k++)
            if (last[k] >= 0) planes[1 + k].add(last[k]);
        if (state.passes) planes[3] = shape_.points;
    }

protected:
    // The move, but for what is legal after it. Gives what was taken off.
    Set make(State& state, Index move) const {
        const int own = side(state.to_play);
        Set taken;
        state.banned = NOWHERE;
        if (move == PASS) {
            state.passes++;
        } else {
            taken = state.chains.place(shape_, move, own);
            state.passes = 0;
            if (taken) {
                state.captures[taken.has(move) ? 1 - own : own] += taken.count();
                if (rules_.ko == KoRule::SIMPLE) state.banned = ko_after(shape_, state.chains, move, own, taken);
            }
        }
        state.to_play = opponent(state.to_play);
        return taken;
    }

    void find_legal(State& state) const {
        find_legal(state, [&](int own, const Set& legal, const Set&, const Set&) {
            Set forbidden;
            if (own == side(state.to_play) && state.banned != NOWHERE && legal.has(state.banned))
                forbidden.add(state.banned);
            return forbidden;
        });
    }

    // forbidden(own, legal, sensible, capturing): where only the ko rule keeps this side from playing. Its moves, so
    // far; those that leave their chain a liberty; and those that take something.
    template <class Forbidden>
    void find_legal(State& state, Forbidden&& forbidden) const {
        state.ko = {};
        for (int own = 0; own < 2; own++) {
            Set& legal = state.legal[own];
            legal = {};
            const bool moves = own == side(state.to_play);
            if (is_over(state) || !(moves || both_)) continue;
            const Set capturing = state.chains.capturing(shape_, own);
            const Set sensible = state.chains.breathing(shape_, own) | capturing;
            legal = rules_.suicide ? state.chains.empty(shape_) : sensible;
            const Set closed = forbidden(own, legal, sensible, capturing);
            legal &= ~closed;
            if (moves) state.ko = closed;
        }
    }

    Shape<WORDS> shape_;
    Rules rules_;
    bool both_;
};

}  // namespace tengen::go
