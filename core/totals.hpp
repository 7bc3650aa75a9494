// What many random games add up to. Sums only, so any split of the games gives the same totals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grid.hpp"

namespace tengen {

struct Totals {
    std::uint64_t games = 0;
    std::uint64_t wins[2] = {0, 0};      // by side(colour)
    std::vector<std::uint64_t> lengths;  // lengths[k]: games of k plies

    // Kept when asked for (by_point), else empty; one entry per cell of the board.
    std::vector<std::uint64_t> ended[2];     // games that ended with that colour's stone there
    std::vector<std::uint64_t> first_games;  // games that opened there
    std::vector<std::uint64_t> first_wins;   // of those, the ones the opener won

    Totals(Index cells, bool by_point) : lengths(std::size_t(cells) + 1) {
        if (!by_point) return;
        for (auto* counts : {&ended[0], &ended[1], &first_games, &first_wins}) counts->resize(std::size_t(cells));
    }

    bool by_point() const { return !first_games.empty(); }

    // Adds those of other games on a board of the same shape; both are by point, or neither is.
    void add(const Totals& other) {
        games += other.games;
        for (const int k : {0, 1}) wins[k] += other.wins[k];
        add(lengths, other.lengths);
        for (const int k : {0, 1}) add(ended[k], other.ended[k]);
        add(first_games, other.first_games);
        add(first_wins, other.first_wins);
    }

private:
    static void add(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        to.resize(std::max(to.size(), from.size()));
        for (std::size_t k = 0; k < from.size(); k++) to[k] += from[k];
    }
};

}  // namespace tengen
