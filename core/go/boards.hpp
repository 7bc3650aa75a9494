// Boards of Go for a batch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../chain_sets.hpp"
#include "position.hpp"

namespace tengen::go {

// The boards of one game so far, as hashes. Most questions are answered "no" by a bit for each.
class Past {
public:
    const std::vector<std::uint64_t>& hashes() const { return hashes_; }

    void add(std::uint64_t hash) {
        hashes_.push_back(hash);
        maybe_[place(hash) / 64] |= std::uint64_t(1) << place(hash) % 64;
    }
    bool contains(std::uint64_t hash) const {
        return (maybe_[place(hash) / 64] >> place(hash) % 64 & 1) &&
               std::find(hashes_.rbegin(), hashes_.rend(), hash) != hashes_.rend();
    }

private:
    static constexpr std::size_t LOG_BITS = 11;

    static std::size_t place(std::uint64_t hash) { return std::size_t(hash * 0x9e3779b97f4a7c15u >> (64 - LOG_BITS)); }

    std::vector<std::uint64_t> hashes_;  // in order
    std::array<std::uint64_t, (std::size_t(1) << LOG_BITS) / 64> maybe_{};
};

// What a net is told of the komi: the half points that the side to move is given.
inline int komi_seen(const Rules& rules, Cell to_play) {
    const int halves = std::clamp(rules.komi_halves, -127, 127);
    return to_play == WHITE ? halves : -halves;
}

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
    const Set diagonal = (row.moved_on(shape.width) | row.moved_back(shape.width)) & shape.points;
    const bool edge = around.count() + diagonal.count() < 8;
    return (diagonal & chains.stones[1 - own]).count() <= (edge ? 0 : 1);
}

template <int WORDS>
class Boards {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = COMMON_PLANES + 4;

    struct State {
        ChainSets<WORDS> chains;
        Set legal[2] = {};
        Set lifted[2] = {};  // points where a stone of the colour was once taken off, or may have been
        Set ko = {};  // where only the ko rule keeps the side to move from playing
        std::uint64_t hash;
        std::int64_t captures[2];
        Index banned;
        std::int32_t passes;
        Cell to_play;
        Past past = {};
    };

    // both: are the legal moves of the side that waits wanted too? They are those that it has if the other passes.
    Boards(const Position& start, bool both) : shape_(start.board()), rules_(start.rules()), both_(both) {
        const Stones& stones = start.stones();
        for (Index point = 0; point < start.board().size(); point++)
            for (const Cell colour : {BLACK, WHITE})
                keys_[side(colour)].push_back(stones.key(stones.inside(point), colour));
    }

    State state(const Position& position) const;
    Position position(const State& state) const {
        const Position::Past past{
            state.passes, state.banned, {state.captures[0], state.captures[1]}, state.past.hashes()};
        return {shape_.board(state.chains.stones[0], state.chains.stones[1]), state.to_play, rules_, past};
    }

    void play(State& state, Index move) const;

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

    // What a net is told besides.
    static int number(const Position& position) { return komi_seen(position.rules(), position.to_play()); }

private:
    bool has_superko() const { return rules_.ko != KoRule::SIMPLE; }

    void find_legal(State& state) const;
    std::uint64_t hash_after(const State& state, Index point, int own, bool captures) const;
    std::uint64_t hash_of(const Set& stones, int colour) const {
        std::uint64_t hash = 0;
        stones.for_each([&](Index point) { hash ^= keys_[colour][std::size_t(point)]; });
        return hash;
    }

    Shape<WORDS> shape_;
    Rules rules_;
    bool both_;
    std::vector<std::uint64_t> keys_[2];  // by colour and point, as Stones has them
};

template <int WORDS>
typename Boards<WORDS>::State Boards<WORDS>::state(const Position& position) const {
    const auto past = position.past();
    State state{.chains = {shape_, position.board()},
                .hash = position.stones().hash(),
                .captures = {past.captures[0], past.captures[1]},
                .banned = past.banned,
                .passes = past.passes,
                .to_play = position.to_play()};
    for (const Cell colour : {BLACK, WHITE}) {
        for (Index point = 0; point < position.board().size(); point++)
            if (position.stones().was_lifted(position.stones().inside(point), colour))
                state.lifted[side(colour)].add(point);
    }
    for (const std::uint64_t hash : past.hashes) state.past.add(hash);
    find_legal(state);
    return state;
}

template <int WORDS>
void Boards<WORDS>::play(State& state, Index move) const {
    const int own = side(state.to_play);
    state.banned = NOWHERE;
    if (move == PASS) {
        state.passes++;
    } else {
        const Set taken = state.chains.place(shape_, move, own);
        const bool suicide = taken.has(move);
        state.passes = 0;
        state.hash ^= keys_[own][std::size_t(move)];
        if (taken) {
            const int loser = suicide ? own : 1 - own;
            state.hash ^= hash_of(taken, loser);
            state.lifted[loser] |= taken;
            state.captures[1 - loser] += taken.count();
            if (!has_superko()) state.banned = ko_after(shape_, state.chains, move, own, taken);
        }
    }
    state.to_play = opponent(state.to_play);
    if (has_superko()) state.past.add(situation(rules_, state.hash, state.to_play));
    find_legal(state);
}

template <int WORDS>
void Boards<WORDS>::find_legal(State& state) const {
    state.ko = {};
    for (int own = 0; own < 2; own++) {
        Set& legal = state.legal[own];
        legal = {};
        const bool moves = own == side(state.to_play);
        if (is_over(state) || !(moves || both_)) continue;
        const Set capturing = state.chains.capturing(shape_, own);
        const Set sensible = state.chains.breathing(shape_, own) | capturing;
        legal = rules_.suicide ? state.chains.empty(shape_) : sensible;
        Set forbidden;
        if (!has_superko()) {
            if (moves && state.banned != NOWHERE && legal.has(state.banned)) forbidden.add(state.banned);
        } else {
            // A move can repeat an earlier board only where a stone was taken off, or by taking itself off.
            const Set suspects = legal & (state.lifted[own] | ~sensible);
            const Cell next = own == side(BLACK) ? WHITE : BLACK;
            suspects.for_each([&](Index point) {
                const bool captures = !sensible.has(point) || capturing.has(point);
                if (state.past.contains(situation(rules_, hash_after(state, point, own, captures), next)))
                    forbidden.add(point);
            });
        }
        legal &= ~forbidden;
        if (moves) state.ko = forbidden;
    }
}

template <int WORDS>
std::uint64_t Boards<WORDS>::hash_after(const State& state, Index point, int own, bool captures) const {
    std::uint64_t hash = state.hash ^ keys_[own][std::size_t(point)];
    if (!captures) return hash;
    ChainSets<WORDS> chains = state.chains;
    const Set taken = chains.place(shape_, point, own);
    return hash ^ hash_of(taken, taken.has(point) ? own : 1 - own);
}

}  // namespace tengen::go
