// Random games of Gomoku as a graphics card plays them: a position as a lane's memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../gpu/gomoku.hpp"
#include "../gpu/twin.hpp"
#include "position.hpp"

namespace tengen::gomoku {

template <class Word>
using CardGame = gpu::GomokuGame<Word, 0, 0, 0, 0>;

inline bool fits_card(const Board& board) {
    return std::max(board.height, board.width) <= CardGame<std::uint32_t>::MOST_SIDE;
}
inline bool card_knows(const Rules& rules) { return rules.variant != Variant::RENJU; }

template <class Word>
gpu::CardGames card_games_in(const Position& start, bool by_point, const char* word) {
    using Game = CardGame<Word>;
    const Board& board = start.board();
    // No row is longer than a line.
    const int row = int(std::min<Index>(start.rules().in_a_row, Game::MOST_SIDE + 1));
    const int variant = int(start.rules().variant) + 1, all = Game::lines(board.height, board.width);
    const Cell winner = start.winner();
    auto words = std::vector<Word>(std::size_t(Game::HEADER + 2 * all));
    for (Index point = 0; point < board.size(); point++) {
        const int y = point / board.width, x = point % board.width;
        const auto place = Game::place_of(y, x, board.height, board.width);
        if (board[point] == EMPTY) words.push_back(Word(32 * y + x));
        if (board[point] != BLACK && board[point] != WHITE) continue;
        for (int k = 0; k < 4; k++) {
            Word& line = words[std::size_t(Game::HEADER + side(board[point]) * all + place.line[k])];
            line = Word(line | Word(1) << place.bit[k]);
        }
    }
    const int empty = int(words.size()) - Game::HEADER - 2 * all, white = start.to_play() == WHITE;
    const int header[] = {board.height,
                          board.width,
                          row,
                          variant,
                          start.is_over() ? 0 : empty,
                          white,
                          winner == EMPTY ? 2 : side(winner)};
    std::copy(std::begin(header), std::end(header), words.begin());
    std::string name = std::string("GomokuGame<") + word;
    for (const int number : {int(board.height), int(board.width), row, variant}) name += ", " + std::to_string(number);
    const gpu::Counters counters{std::uint32_t(board.size() + 1), by_point ? std::uint32_t(board.size()) : 0};
    return gpu::card_games<Game>("gomoku.hpp", name + ">", words, 0, counters, std::uint32_t(white));
}

// From a position that fits, under rules that a card knows. Small words let more games run side by side.
inline gpu::CardGames card_games(const Position& start, bool by_point) {
    return std::max(start.board().height, start.board().width) <= 16
               ? card_games_in<std::uint16_t>(start, by_point, "uint16_t")
               : card_games_in<std::uint32_t>(start, by_point, "uint32_t");
}

}  // namespace tengen::gomoku
