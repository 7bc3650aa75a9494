// What the tests of Othello compare with: counting by playing every line, and the margin asked for without bounds.
#pragma once

#include <cstdint>

#include "../othello/count.hpp"
#include "../othello/endgame.hpp"

namespace tengen::testing {

inline void count_by_playing(const othello::Position& position, othello::Counts& counts) {
    const auto moves = position.legal_moves();
    if (moves.empty()) (position.winner() == EMPTY ? counts.draws : counts.wins[side(position.winner())])++;
    for (const Index move : moves) {
        othello::Position next = position;
        next.play(move);
        count_by_playing(next, counts);
    }
}

inline std::uint64_t perft_by_playing(const othello::Position& position, int depth, othello::Passes passes,
                                      othello::Ended ended) {
    if (depth == 0) return 1;
    const auto moves = position.legal_moves();
    if (moves.empty()) return ended == othello::Ended::KEPT;
    std::uint64_t lines = 0;
    for (const Index move : moves) {
        othello::Position next = position;
        next.play(move);
        const bool is_ply = move != PASS || passes == othello::Passes::A_PLY;
        lines += perft_by_playing(next, is_ply ? depth - 1 : depth, passes, ended);
    }
    return lines;
}

inline othello::Solved exact_margin(const othello::Position& position, const Cancel* cancel = nullptr,
                                    const othello::Kernel& kernel = othello::best_kernel()) {
    othello::Endgame endgame(position, othello::Endgame::LOG_ENTRIES, kernel);
    const auto solved = [&](const auto& sides) {
        const int most = int(position.board().size()) + 1;
        return endgame.margin(sides, -most, most, ~std::uint64_t(0), cancel);
    };
    if (othello::fits_small(position.board()))
        return solved(othello::Sides<othello::SmallBits>(position.board(), position.to_play()));
    return solved(othello::Sides<othello::LargeBits>(position.board(), position.to_play()));
}

}  // namespace tengen::testing
