// Whole games of Othello, one at a time. Forced passes are plies of the game and are in its moves.
#pragma once

#include <cstdint>
#include <vector>

#include "../cancel.hpp"
#include "../random.hpp"
#include "../totals.hpp"
#include "position.hpp"

namespace tengen::othello {

// The place of the set's point number k, row by row.
inline int place_number(SmallBits bits, int k) {
    while (k-- > 0) bits &= bits - 1;
    return lowest(bits);
}
inline int place_number(const LargeBits& bits, int k) {
    int word = 0;
    for (int here; k >= (here = __builtin_popcountll(bits.words[word])); word++) k -= here;
    return 64 * word + place_number(bits.words[word], k);
}

// choose(n) says which of n legal points, row by row, to play.
template <class Bits, class Choose>
inline std::vector<Index> game_on_bits(const Position& start, Index most_plies, const Cancel* cancel, Choose&& choose) {
    std::vector<Index> moves;
    Sides<Bits> sides(start.board(), start.to_play());
    while (Index(moves.size()) < most_plies && !cancelled(cancel)) {
        const Bits places = sides.moves();
        if (places) {
            const int place = place_number(places, choose(count_of(places)));
            moves.push_back(point_of<Bits>(place, start.board().width));
            sides = sides.played(place);
        } else {
            sides = sides.passed();
            if (!sides.moves()) break;
            moves.push_back(PASS);
        }
    }
    return moves;
}

// The same by the rules as written, for boards of any size, and as the twin in the tests.
template <class Choose>
inline std::vector<Index> game_by_walking(const Position& start, Index most_plies, const Cancel* cancel,
                                          Choose&& choose) {
    std::vector<Index> moves;
    Position position = start;
    while (Index(moves.size()) < most_plies && !cancelled(cancel)) {
        const auto legal = position.legal_moves();
        if (legal.empty()) break;
        moves.push_back(legal[0] == PASS ? PASS : legal[std::size_t(choose(int(legal.size())))]);
        position.play(moves.back());
    }
    return moves;
}

template <class Choose>
inline std::vector<Index> game(const Position& start, Index most_plies, const Cancel* cancel, Choose&& choose) {
    if (fits_small(start.board())) return game_on_bits<SmallBits>(start, most_plies, cancel, choose);
    if (fits_large(start.board())) return game_on_bits<LargeBits>(start, most_plies, cancel, choose);
    return game_by_walking(start, most_plies, cancel, choose);
}

// Each side plays its first legal point, row by row.
inline std::vector<Index> first_legal_game(const Position& start, Index most_plies = NO_LIMIT,
                                           const Cancel* cancel = nullptr) {
    return game(start, most_plies, cancel, [](int) { return 0; });
}

// Each side plays a legal point chosen uniformly.
inline std::vector<Index> random_game(const Position& start, std::uint64_t seed, Index most_plies = NO_LIMIT,
                                      const Cancel* cancel = nullptr) {
    Random random(seed);
    return game(start, most_plies, cancel, [&](int n) { return int(random.below(std::uint32_t(n))); });
}

// No game has more plies: between two passes there is a move.
inline std::size_t most_plies_of(const Board& board) { return 2 * board.cells.size(); }

inline void make_room(const Board& board, Totals& totals) {
    if (totals.lengths.size() <= most_plies_of(board)) totals.lengths.resize(most_plies_of(board) + 1);
}

// Many random games, the plain way: for boards too large for the lockstep player, and as its twin in the tests.
// A game that opens with a forced pass opened on no point.
inline void plain_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                        Totals& totals) {
    make_room(start.board(), totals);
    for (std::uint64_t number = 0; number < games; number++) {
        const auto moves = random_game(start, derived_seed(seed, number), NO_LIMIT, cancel);
        if (cancelled(cancel)) return;
        Position end = start;
        for (const Index move : moves) end.play(move);
        const Cell winner = end.winner();
        totals.games++;
        if (winner != EMPTY) totals.wins[side(winner)]++;
        totals.lengths[moves.size()]++;
        if (!totals.by_point()) continue;
        for (Index point = 0; point < end.board().size(); point++)
            if (const Cell cell = end.board()[point]; cell == BLACK || cell == WHITE)
                totals.ended[side(cell)][std::size_t(point)]++;
        if (moves.empty() || moves[0] == PASS) continue;
        totals.first_games[std::size_t(moves[0])]++;
        totals.first_wins[std::size_t(moves[0])] += winner == start.to_play();
    }
}

}  // namespace tengen::othello
