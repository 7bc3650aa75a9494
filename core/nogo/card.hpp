// Random games of NoGo as a graphics card plays them: a position as a lane's memory.
#pragma once

#include <cstdint>
#include <vector>

#include "../gpu/nogo.hpp"
#include "../gpu/twin.hpp"
#include "position.hpp"

namespace tengen::nogo {

inline bool fits_card(const Board& board) {
    return std::int64_t(board.height + 2) * (board.width + 1) <= gpu::NogoGame<0, std::int16_t>::MOST_CELLS;
}

// From a sound position that fits.
inline gpu::CardGames card_games(const Position& start, bool by_point) {
    using Game = gpu::NogoGame<0, std::int16_t>;
    using SmallGame = gpu::NogoGame<0, std::uint8_t>;
    const Board& board = start.board();
    const Index stride = board.width + 1, cells = (board.height + 2) * stride;
    auto cell_of = [&](Index point) { return std::int16_t(Game::cell_of(point, stride)); };
    auto words = std::vector<std::int16_t>(std::size_t(cells), Game::WALL);
    auto word = [&](Index point) -> std::int16_t& { return words[std::size_t(cells + cell_of(point))]; };
    std::vector<Index> legal[3];  // for White alone, for both, for Black alone
    for (Index point = 0; point < board.size(); point++) {
        if (board[point] != EMPTY) continue;
        word(point) = std::int16_t(Game::EMPTY);
        const bool black = start.is_legal(point, BLACK), white = start.is_legal(point, WHITE);
        if (black || white) legal[black && white ? 1 : black ? 2 : 0].push_back(point);
    }
    std::vector<Index> chain;
    for (Index point = 0; point < board.size(); point++) {
        const Cell colour = board[point];
        if ((colour != BLACK && colour != WHITE) || word(point) != Game::WALL) continue;
        int liberties = 0;
        chain.assign(1, point);
        word(point) = cell_of(point);
        for (std::size_t k = 0; k < chain.size(); k++)
            for_neighbours(board, chain[k], [&](Index neighbour) {
                liberties += board[neighbour] == EMPTY;
                if (board[neighbour] != colour || word(neighbour) != Game::WALL) return;
                word(neighbour) = cell_of(point);
                chain.push_back(neighbour);
            });
        word(point) = std::int16_t(Game::ROOT | (colour == WHITE ? Game::WHITE_ROOT : 0) | liberties);
    }
    const int white = start.to_play() == WHITE;
    words.push_back(std::int16_t(stride));
    for (const auto& points : legal) words.push_back(std::int16_t(points.size()));
    words.push_back(std::int16_t(white));
    for (const auto& points : legal)
        for (const Index point : points) words.push_back(cell_of(point));
    const gpu::Counters counters{std::uint32_t(board.size() + 1), by_point ? std::uint32_t(board.size()) : 0};
    const bool small = cells <= Game::BYTE_CELLS;
    const auto games = small ? &gpu::card_games<SmallGame> : &gpu::card_games<Game>;
    return games("nogo.hpp", "NogoGame<" + std::to_string(stride) + (small ? ", uint8_t>" : ", int16_t>"), words,
                 std::size_t(cells), counters, std::uint32_t(white));
}

}  // namespace tengen::nogo
