// Random games of Go as a graphics card plays them: a position as a lane's memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../gpu/go.hpp"
#include "../gpu/twin.hpp"
#include "playout.hpp"

namespace tengen::go {

inline bool fits_card(const Board& board) {
    return std::int64_t(board.height + 2) * (board.width + 1) < gpu::GoGame<0>::MOST_CELLS;
}
inline bool card_knows(const Rules& rules) { return rules.ko == KoRule::SIMPLE && !rules.suicide; }

// From a sound position that fits, under rules that a card knows.
inline gpu::CardGames card_games(const Position& start, Policy policy, bool by_point) {
    using Game = gpu::GoGame<0>;
    const Board& board = start.board();
    const Stones& stones = start.stones();
    const Index stride = board.width + 1, cells = (board.height + 2) * stride + 1;
    auto words = std::vector<std::int16_t>(std::size_t(2 * cells), Game::WALL);
    auto cell_of_slot = [](Index slot) { return std::int16_t(-1 - slot); };
    std::vector<std::int16_t> empty;
    for (Index point = 0; point < board.size(); point++) {
        const Index slot = stones.inside(point);
        const std::int16_t cell = cell_of_slot(slot);
        std::int16_t& word = words[std::size_t(2 * cells + cell)];
        if (board[point] == EMPTY) {
            word = Game::EMPTY;
            empty.push_back(cell);
        } else if (board[point] != HOLE) {
            const int colour = board[point] == WHITE ? Game::WHITE_HEAD : 0;
            word = stones.head(slot) == slot ? std::int16_t(Game::HEAD | colour | stones.chain_liberties(slot))
                                             : cell_of_slot(stones.head(slot));
            words[std::size_t(cells + cell)] = cell_of_slot(stones.next(slot));
        }
    }
    // A komi past the board's points wins as one of them.
    const int most_komi = 2 * int(board.size()) + 1,
              komi = std::clamp(int(start.rules().komi_halves), -most_komi, most_komi);
    const int plies = int(plies_allowed(board)), white = start.to_play() == WHITE;
    const Index banned = start.banned() == NOWHERE ? -1 : stones.inside(start.banned());
    for (const int number : {int(stride), int(cells), int(empty.size()), white, start.passes(),
                             int(cell_of_slot(banned)), plies, komi, int(policy == Policy::UNIFORM)})
        words.push_back(std::int16_t(number));
    words.insert(words.end(), empty.begin(), empty.end());
    words.resize(std::size_t(2 * cells + Game::HEADER + board.size()));
    const gpu::Counters counters{std::uint32_t(plies + 1), by_point ? std::uint32_t(board.size()) : 0};
    return gpu::card_games<Game>("go.hpp", "GoGame<" + std::to_string(stride) + ">", words, std::size_t(2 * cells),
                                 counters, std::uint32_t(white));
}

}  // namespace tengen::go
