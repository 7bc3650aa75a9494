// Random games of Othello as a graphics card plays them: a position as a lane's memory.
#pragma once

#include <cstdint>
#include <vector>

#include "../gpu/othello.hpp"
#include "../gpu/twin.hpp"
#include "playout.hpp"

namespace tengen::othello {

// From a board of at most 8x8.
inline gpu::CardGames card_games(const Position& start, bool by_point) {
    const Board& board = start.board();
    const Sides<SmallBits> sides(board, start.to_play());
    const std::uint32_t white = start.to_play() == WHITE;
    std::vector<std::uint32_t> words{std::uint32_t(board.width), white};
    for (const SmallBits set : {sides.own, sides.other, sides.empty})
        for (const int shift : {0, 32}) words.push_back(std::uint32_t(set >> shift));
    const gpu::Counters counters{std::uint32_t(most_plies_of(board) + 1), by_point ? std::uint32_t(board.size()) : 0};
    return gpu::card_games<gpu::OthelloGame>("othello.hpp", "OthelloGame", words, 0, counters, white);
}

}  // namespace tengen::othello
