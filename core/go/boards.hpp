// Boards of Go for a batch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../board_sets.hpp"
#include "position.hpp"
#include "rules_on_sets.hpp"

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

template <int WORDS>
class Boards : public RulesOnSets<WORDS> {
    using Base = RulesOnSets<WORDS>;
    using Base::rules_, Base::shape_;

public:
    using typename Base::Set;

    // What a superko rule asks for besides; else it stays as it was.
    struct State : Base::State {
        Set lifted[2];  // points where a stone of the colour was once taken off, or may have been
        std::uint64_t hash;
        Past past;
    };

    Boards(const Position& start, bool both) : Base(shape_of<WORDS>(start.board()), start.rules(), both) {
        const Stones& stones = start.stones();
        for (Index point = 0; point < start.board().size(); point++)
            for (const Cell colour : {BLACK, WHITE})
                keys_[side(colour)].push_back(stones.key(stones.inside(point), colour));
    }

    State state(const Position& position) const;
    Position position(const State& state) const {
        const Position::Past past{
            state.passes, state.banned, {state.captures[0], state.captures[1]}, state.past.hashes()};
        return {board_of(shape_, state.chains.stones[0], state.chains.stones[1]), state.to_play, rules_, past};
    }

    void play(State& state, Index move) const {
        const int own = side(state.to_play);
        const Set taken = Base::make(state, move);
        if (has_superko()) remember(state, move, own, taken);
        find_legal(state);
    }

    // What a net is told besides.
    static int number(const Position& position) { return komi_seen(position.rules(), position.to_play()); }

private:
    bool has_superko() const { return rules_.ko != KoRule::SIMPLE; }

    void remember(State& state, Index move, int own, const Set& taken) const {
        if (move != PASS) state.hash ^= keys_[own][std::size_t(move)];
        if (taken) {
            const int loser = taken.has(move) ? own : 1 - own;
            state.hash ^= hash_of(taken, loser);
            state.lifted[loser] |= taken;
        }
        state.past.add(situation(rules_, state.hash, state.to_play));
    }

    void find_legal(State& state) const;
    std::uint64_t hash_after(const State& state, Index point, int own, bool captures) const;
    std::uint64_t hash_of(const Set& stones, int colour) const {
        std::uint64_t hash = 0;
        stones.for_each([&](Index point) { hash ^= keys_[colour][std::size_t(point)]; });
        return hash;
    }

    std::vector<std::uint64_t> keys_[2];  // by colour and point, as Stones has them
};

template <int WORDS>
typename Boards<WORDS>::State Boards<WORDS>::state(const Position& position) const {
    const Board& board = position.board();
    const auto past = position.past();
    State state{};
    state.chains = {shape_, points_with<WORDS>(board, BLACK), points_with<WORDS>(board, WHITE)};
    for (int own = 0; own < 2; own++) state.captures[own] = past.captures[own];
    state.banned = past.banned;
    state.passes = past.passes;
    state.to_play = position.to_play();
    state.hash = position.stones().hash();
    for (const Cell colour : {BLACK, WHITE}) {
        for (Index point = 0; point < board.size(); point++)
            if (position.stones().was_lifted(position.stones().inside(point), colour))
                state.lifted[side(colour)].add(point);
    }
    for (const std::uint64_t hash : past.hashes) state.past.add(hash);
    find_legal(state);
    return state;
}

template <int WORDS>
void Boards<WORDS>::find_legal(State& state) const {
    if (!has_superko()) return Base::find_legal(state);
    Base::find_legal(state, [&](int own, const Set& legal, const Set& sensible, const Set& capturing) {
        // A move can repeat an earlier board only where a stone was taken off, or by taking itself off.
        const Set suspects = legal & (state.lifted[own] | ~sensible);
        const Cell next = own == side(BLACK) ? WHITE : BLACK;
        Set forbidden;
        suspects.for_each([&](Index point) {
            const bool captures = !sensible.has(point) || capturing.has(point);
            if (state.past.contains(situation(rules_, hash_after(state, point, own, captures), next)))
                forbidden.add(point);
        });
        return forbidden;
    });
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
