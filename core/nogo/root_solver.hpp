// Who wins after a move of a NoGo position, for sure.
#pragma once

#include <cstdint>

#include "../budget.hpp"
#include "endgame.hpp"
#include "position.hpp"
#include "solving/reducer.hpp"
#include "solving/search.hpp"

namespace tengen::nogo {

// It asks the solver, which sees much farther than Endgame but takes some megabytes and a millisecond to set up.
class RootSolver {
public:
    // Is it worth a try with this many positions? Each live point about doubles the work.
    static bool is_hopeful(std::size_t live, std::uint64_t positions) {
        return live <= MOST_LIVE && positions >= std::uint64_t(1) << live >> 4;
    }

    explicit RootSolver(const Position& root)
        : root_(root), reducer_(root), shared_(reducer_.graph(), reducer_.symmetries(), 0, TABLE_BYTES),
          search_(shared_) {}

    // For the side to move after the move. Gives up when `positions` are used up, and subtracts those that it used.
    // What it has found by then helps it the next time.
    Endgame::Answer after(Index move, const Budget& budget, std::uint64_t& positions) {
        Position next = root_;
        next.play(move);
        const solving::Reduced state = reducer_.reduced(next);
        if (!state.can_move()) return Endgame::Answer::LOST;
        const std::uint64_t before = shared_.nodes;
        const solving::Verdict verdict = search_.solve(state, shared_.keys.of(state), budget, positions);
        const std::uint64_t used = shared_.nodes - before;
        positions = positions > used ? positions - used : 0;
        switch (verdict) {
            case solving::Verdict::WON: return Endgame::Answer::WON;
            case solving::Verdict::LOST: return Endgame::Answer::LOST;
            default: return Endgame::Answer::UNKNOWN;
        }
    }

private:
    static constexpr std::size_t MOST_LIVE = 40;
    static constexpr std::size_t TABLE_BYTES = std::size_t(1) << 22;

    const Position& root_;
    solving::Reducer reducer_;
    solving::Shared shared_;
    solving::Search search_;
};

}  // namespace tengen::nogo
