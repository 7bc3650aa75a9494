// A NoGo position reduced to what decides its future.
//
// What decides it:
//   - the live points: empty points that somebody may still play, and who may;
//   - each mortal chain, as the set of its liberties;
//   - the moves that make an immortal chain;
//   - how many moves there are that nothing else depends on: these are only counted.
//
// Why that is enough. Once a point is illegal for a colour it stays so. A point that is illegal for both stays empty
// for ever. The chains beside it are immortal: they always have a liberty, so they restrict nobody. If only one colour
// may play a point, and its stone there would make an immortal chain, then its chains that have this liberty are
// immortal too: the point stays empty, or joins them to an immortal chain. A chain with a single liberty only says that
// the other side may not play there. Chains with the same liberties always have the same liberties, so one of them is
// kept.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tengen::nogo::solving {

using Bits = std::uint64_t;
constexpr int MOST_LIVE = 64;

[[gnu::always_inline]] inline int lowest(Bits bits) { return std::countr_zero(bits); }
[[gnu::always_inline]] inline bool is_single(Bits bits) { return (bits & (bits - 1)) == 0; }  // or none

struct Liberties {
    int count = 0;
    Bits sets[2 * MOST_LIVE];  // the most there can be: a chain has two liberties, a point four neighbours

    Liberties() = default;
    Liberties(const Liberties& other) { *this = other; }
    Liberties& operator=(const Liberties& other) {  // copies only the sets in use, which are few
        count = other.count;
        std::copy_n(other.sets, count, sets);
        return *this;
    }

    [[gnu::always_inline]] void add(Bits set) {
        for (int k = 0; k < count; k++)
            if (sets[k] == set) return;
        sets[count++] = set;
    }
};

// The points that were live at the start, and which are beside each other.
struct Graph {
    int size = 0;
    Bits beside[MOST_LIVE];
};

struct Reduced {
    Bits live = 0;
    Bits legal[2] = {0, 0};
    Bits immortal[2] = {0, 0};  // where a stone of that side, which may play there, makes an immortal chain
    Bits alone = 0;  // live points without a live point beside them
    int tempi = 0;  // moves of side 0 that nothing depends on, less those of side 1
    bool star = false;  // an odd number of points where either may play, and nothing depends on it
    std::uint8_t mover = 0;
    Liberties chains[2];  // mortal, with two liberties or more, no two the same

    [[gnu::always_inline]] bool can_move() const { return legal[mover] || star || (mover ? tempi < 0 : tempi > 0); }
};

// Adds a set of liberties of this side to a state under construction.
[[gnu::always_inline]] inline void add_chain(Reduced& state, int side, Bits liberties) {
    if (is_single(liberties))
        state.legal[side ^ 1] &= ~liberties;
    else
        state.chains[side].add(liberties);
}

// Makes the chains of this side that have one of these liberties immortal; says whether there were any.
[[gnu::always_inline]] inline bool make_immortal(Reduced& state, int side, Bits points) {
    Liberties& chains = state.chains[side];
    int kept = 0;
    Bits reached = 0;
    for (int k = 0; k < chains.count; k++) {
        const Bits set = chains.sets[k];
        if (set & points)
            reached |= set;
        else
            chains.sets[kept++] = set;
    }
    const bool some = kept < chains.count;
    chains.count = kept;
    state.immortal[side] |= reached;
    return some;
}

[[gnu::always_inline]] inline Bits all_beside(const Graph& graph, Bits points) {
    Bits result = 0;
    for (; points; points &= points - 1) result |= graph.beside[lowest(points)];
    return result;
}

// What the chains of both sides have as liberties.
struct Reach {
    Bits of[2];
};

[[gnu::always_inline]] inline Reach reach_of(const Reduced& state) {
    Reach reach{{0, 0}};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < state.chains[side].count; k++) reach.of[side] |= state.chains[side].sets[k];
    return reach;
}

// What becomes of moves that nothing depends on: kept as moves, or counted, a move of one side against one of the
// other.
enum class Loose { COUNTED, KEPT };

// Brings legality up to date and takes out what is settled. `crowded`: live points that may have lost their last live
// neighbour.
template <Loose LOOSE = Loose::COUNTED>
[[gnu::always_inline]] inline void settle(const Graph& graph, Reduced& state, Bits crowded, Reach reach) {
    for (Bits rest = crowded; rest; rest &= rest - 1) {
        const int point = lowest(rest);
        if (!(graph.beside[point] & state.live)) state.alone |= Bits(1) << point;
    }
    for (int side = 0; side < 2; side++)
        state.legal[side] &= state.live & ~(state.alone & ~(state.immortal[side] | reach.of[side]));
    bool fewer_chains = false;
    const Bits dead = state.live & ~(state.legal[0] | state.legal[1]);
    if (dead) {
        state.live &= ~dead;
        state.alone &= ~dead;
        const Bits beside = all_beside(graph, dead) & state.live;
        for (int side = 0; side < 2; side++) {
            fewer_chains |= make_immortal(state, side, dead);
            state.immortal[side] |= beside;
        }
        for (Bits rest = beside; rest; rest &= rest - 1) {
            const int point = lowest(rest);
            if (!(graph.beside[point] & state.live)) state.alone |= Bits(1) << point;
        }
    }
    for (int side = 0; side < 2; side++) {
        Bits& immortal = state.immortal[side];
        const Bits only = state.legal[side] & ~state.legal[side ^ 1];
        Bits seen = 0;
        while (const Bits fresh = immortal & only & ~seen) {
            seen |= fresh;
            fewer_chains |= make_immortal(state, side, fresh);
            immortal |= all_beside(graph, fresh);
        }
        immortal &= state.legal[side];
    }
    if constexpr (LOOSE == Loose::KEPT) return;
    if (fewer_chains) reach = reach_of(state);
    const Bits bound = reach.of[0] | reach.of[1];  // to a mortal chain
    const Bits own[2] = {state.legal[0] & ~state.legal[1], state.legal[1] & ~state.legal[0]};
    Bits loose =
        state.live & ~bound &
        ((state.immortal[0] & state.immortal[1]) | (state.immortal[0] & own[0]) | (state.immortal[1] & own[1]));
    for (; loose; loose &= loose - 1) {
        const int number = lowest(loose);
        const Bits point = Bits(1) << number;
        if (graph.beside[number] & state.live) continue;
        if (own[0] & point)
            state.tempi++;
        else if (own[1] & point)
            state.tempi--;
        else
            state.star = !state.star;
        state.live &= ~point;
        state.alone &= ~point;
        for (int side = 0; side < 2; side++) {
            state.legal[side] &= ~point;
            state.immortal[side] &= ~point;
        }
    }
}

// The state after the side to move has played this point, which it may.
template <Loose LOOSE = Loose::COUNTED>
[[gnu::always_inline]] inline void play(const Graph& graph, const Reduced& from, int point, Reduced& to) {
    const Bits stone = Bits(1) << point;
    const int own = from.mover, other = own ^ 1;
    to.live = from.live & ~stone;
    to.alone = from.alone & ~stone;
    to.tempi = from.tempi;
    to.star = from.star;
    to.mover = std::uint8_t(other);
    for (int side = 0; side < 2; side++) {
        to.legal[side] = from.legal[side] & ~stone;
        to.immortal[side] = from.immortal[side] & ~stone;
    }
    Bits joined = graph.beside[point] & to.live;
    const Bits crowded = joined;
    Reach reach{{0, 0}};
    for (int side = 0; side < 2; side++) {  // those that the stone leaves alone
        const Liberties& chains = from.chains[side];
        Liberties& kept = to.chains[side];
        kept.count = 0;
        for (int k = 0; k < chains.count; k++) {
            const Bits set = chains.sets[k], is_touched = -(set >> point & 1);
            kept.sets[kept.count] = set;
            kept.count += 1 + int(is_touched);
            reach.of[side] |= set & ~is_touched;
            if (side == own) joined |= set & is_touched & ~stone;
        }
    }
    const auto add = [&](int side, Bits liberties) __attribute__((always_inline)) {
        add_chain(to, side, liberties);
        if (!is_single(liberties)) reach.of[side] |= liberties;
    };
    if (from.immortal[own] & stone)
        to.immortal[own] |= joined;
    else
        add(own, joined);
    const Liberties& theirs = from.chains[other];
    if (to.chains[other].count < theirs.count)
        for (int k = 0; k < theirs.count; k++)
            if (theirs.sets[k] & stone) add(other, theirs.sets[k] & ~stone);
    settle<LOOSE>(graph, to, crowded, reach);
}

// The state after the side to move has used a move that nothing depends on. Points where either side may play cancel
// out in pairs (`star` says whether one is left over); taking one of a pair leaves the other.
[[gnu::always_inline]] inline void play_loose(const Reduced& from, bool star, Reduced& to) {
    to = from;
    if (star)
        to.star = !from.star;
    else
        to.tempi += from.mover ? 1 : -1;
    to.mover ^= 1;
}

}  // namespace tengen::nogo::solving
