// Whole games of NoGo, one at a time.
//
// Both kinds of game rest on one lemma: once a point is illegal for a colour it stays illegal for that colour. (The
// chain that the move would leave without a liberty has only stones of the other colour, holes and edges beside it.
// Stones never leave the board, so at any later time that chain, the move made, can neither have grown nor breathe.) So
// a point that was refused to a colour need never be tried for it again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../random.hpp"
#include "../totals.hpp"
#include "position.hpp"

namespace tengen::nogo {

// Each side plays its first legal point, row by row: one pointer per colour, which only moves on.
inline std::vector<Index> first_legal_game(const Position& start, Index most_plies = NO_LIMIT,
                                           const Cancel* cancel = nullptr) {
    const Board& board = start.board();
    Chains chains = start.chains();
    std::vector<Index> moves;
    if (most_plies == 0) return moves;
    moves.reserve(std::size_t(std::count(board.cells.begin(), board.cells.end(), std::uint8_t(EMPTY))));
    // Slots of walls look like holes, so a pointer can run over them from row to row.
    const Index first = chains.inside(0), end = chains.inside(board.size() - 1) + 1;
    Index pointers[2] = {first, first};
    for (Cell colour = start.to_play();; colour = opponent(colour)) {
        Index slot = pointers[side(colour)];
        while (slot < end && !(chains.at(slot) == EMPTY && chains.place(slot, colour))) slot++;
        pointers[side(colour)] = slot + 1;
        if (slot >= end) return moves;
        moves.push_back(chains.outside(slot));
        if (Index(moves.size()) == most_plies || ((moves.size() & 0xfff) == 0 && cancelled(cancel))) return moves;
    }
}

// Each side plays a legal point chosen uniformly: it draws from its candidates without putting back, throws illegal
// ones away for good, and the first legal one it draws is uniform over the legal moves.
inline std::vector<Index> random_game(const Position& start, std::uint64_t seed, Index most_plies = NO_LIMIT,
                                      const Cancel* cancel = nullptr) {
    const Board& board = start.board();
    Chains chains = start.chains();
    Random random(seed);
    std::vector<Index> moves, candidates[2];
    if (most_plies == 0) return moves;
    for (Index point = 0; point < board.size(); point++)
        if (board[point] == EMPTY) candidates[0].push_back(point);
    candidates[1] = candidates[0];
    for (Cell colour = start.to_play();; colour = opponent(colour)) {
        auto& left = candidates[side(colour)];
        bool moved = false;
        while (!moved && !left.empty()) {
            std::swap(left[random.below(std::uint32_t(left.size()))], left.back());
            const Index slot = chains.inside(left.back());
            moved = chains.at(slot) == EMPTY && chains.place(slot, colour);
            if (moved) moves.push_back(left.back());
            left.pop_back();
        }
        if (!moved || Index(moves.size()) == most_plies || cancelled(cancel)) return moves;
    }
}

// Many random games, the plain way: for boards too wide for the lockstep player, and as its twin in the tests.
inline void plain_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                        Totals& totals) {
    for (std::uint64_t game = 0; game < games; game++) {
        const auto moves = random_game(start, derived_seed(seed, game), NO_LIMIT, cancel);
        if (cancelled(cancel)) return;
        const Cell last = moves.size() % 2 ? start.to_play() : opponent(start.to_play());
        totals.games++;
        totals.wins[side(last)]++;
        totals.lengths[moves.size()]++;
        if (!totals.by_point()) continue;
        for (Index point = 0; point < start.board().size(); point++)
            if (const Cell cell = start.board()[point]; cell == BLACK || cell == WHITE)
                totals.ended[side(cell)][std::size_t(point)]++;
        Cell colour = start.to_play();
        for (const Index point : moves) {
            totals.ended[side(colour)][std::size_t(point)]++;
            colour = opponent(colour);
        }
        if (moves.empty()) continue;
        totals.first_games[std::size_t(moves[0])]++;
        totals.first_wins[std::size_t(moves[0])] += last == start.to_play();
    }
}

}  // namespace tengen::nogo
