// Whole games of Gomoku.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../random.hpp"
#include "../totals.hpp"
#include "position.hpp"
#include "timetable.hpp"

namespace tengen::gomoku {

// Each side plays its first legal point, row by row.
inline std::vector<Index> first_legal_game(const Position& start, Index most_plies = NO_LIMIT,
                                           const Cancel* cancel = nullptr) {
    Position position = start;
    std::vector<Index> moves;
    // What is forbidden to Black may be White's next point: only there it goes back to the first empty one.
    const bool goes_back = start.rules().variant == Variant::RENJU;
    for (Index point = 0, first = 0; !position.is_over() && Index(moves.size()) < most_plies; point++) {
        if (position.play(point)) {
            moves.push_back(point);
            while (goes_back && first < point && position.board()[first] != EMPTY) first++;
            if (goes_back) point = first - 1;
        }
        if ((point & 0xfff) == 0 && cancelled(cancel)) break;
    }
    return moves;
}

inline std::vector<Index> empty_points(const Position& position) {
    std::vector<Index> points;
    for (Index point = 0; point < position.board().size(); point++)
        if (position.board()[point] == EMPTY) points.push_back(point);
    return points;
}

// Each side plays a legal point chosen uniformly.
inline std::vector<Index> play_randomly(Position& position, std::uint64_t seed, Index most_plies,
                                        const Cancel* cancel) {
    Random random(seed);
    std::vector<Index> points = empty_points(position);
    std::size_t plies = 0;
    while (!position.is_over() && Index(plies) < most_plies && !((plies & 0xfff) == 0xfff && cancelled(cancel))) {
        // In renju the point may be forbidden; then one is drawn from the rest.
        std::size_t drawn = plies;
        draw(points, drawn, random);
        while (!position.play(points[drawn])) draw(points, ++drawn, random);
        std::swap(points[plies++], points[drawn]);
    }
    points.resize(plies);
    return points;
}

inline std::vector<Index> random_game(const Position& start, std::uint64_t seed, Index most_plies = NO_LIMIT,
                                      const Cancel* cancel = nullptr) {
    Position position = start;
    return play_randomly(position, seed, most_plies, cancel);
}

// Adds one finished game to the totals.
template <class Moves>
inline void add_game(const Position& start, const Moves& moves, std::size_t plies, Cell winner, Totals& totals) {
    totals.games++;
    if (winner != EMPTY) totals.wins[side(winner)]++;
    totals.lengths[plies]++;
    if (!totals.by_point()) return;
    for (Index point = 0; point < start.board().size(); point++)
        if (const Cell cell = start.board()[point]; cell == BLACK || cell == WHITE)
            totals.ended[side(cell)][std::size_t(point)]++;
    Cell colour = start.to_play();
    for (std::size_t ply = 0; ply < plies; ply++) {
        totals.ended[side(colour)][std::size_t(moves[ply])]++;
        colour = opponent(colour);
    }
    if (plies == 0) return;
    totals.first_games[std::size_t(moves[0])]++;
    totals.first_wins[std::size_t(moves[0])] += winner == start.to_play();
}

template <class Time>
inline void timetable_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                            Totals& totals) {
    Timetable<Time> table(start);
    for (std::uint64_t game = 0; game < games && !cancelled(cancel); game++) {
        table.play(Random(derived_seed(seed, game)));
        add_game(start, table, table.plies(), table.winner(), totals);
    }
}

// The same where not every empty point is legal: move by move.
inline void stepwise_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                           Totals& totals) {
    for (std::uint64_t game = 0; game < games && !cancelled(cancel); game++) {
        Position position = start;
        const std::vector<Index> moves = play_randomly(position, derived_seed(seed, game), NO_LIMIT, cancel);
        if (position.is_over()) add_game(start, moves, moves.size(), position.winner(), totals);
    }
}

inline std::uint64_t games_in_block(const Board& board) {
    return std::uint64_t(std::clamp<Index>((1 << 20) / board.size(), 1, 16384));
}

// Many random games, in blocks that are seeded one by one: any split of the blocks gives the same totals.
inline void random_games(const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                         const Cancel* cancel, Totals& totals) {
    const std::uint64_t size = games_in_block(start.board());
    const bool is_short = start.points_left() < std::numeric_limits<std::int16_t>::max();
    const auto play = start.rules().variant == Variant::RENJU ? stepwise_games
                      : is_short                              ? timetable_games<std::int16_t>
                                                              : timetable_games<std::int32_t>;
    for (std::uint64_t block = first_block; games > 0 && !cancelled(cancel); block++) {
        const std::uint64_t now = std::min(games, size);
        play(start, now, derived_seed(seed, block), cancel, totals);
        games -= now;
    }
}

}  // namespace tengen::gomoku
