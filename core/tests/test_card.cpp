// What a graphics card plays, played here: from many boards, under the sanitizers.
#include <cstdlib>
#include <numeric>

#include "../nogo/card.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

void expect_sums(const gpu::CardGames& games, std::uint64_t played) {
    const Totals totals = gpu::twin_games(games, 1, 5, played, nullptr);
    EXPECT(totals.games == played);
    EXPECT(std::accumulate(totals.lengths.begin(), totals.lengths.end(), std::uint64_t(0)) == played);
    EXPECT(totals.wins[0] + totals.wins[1] <= played);
}

void test_nogo(std::uint64_t played) {
    for (const char* rows : {".", "..", "./.", ".....", "X.#./..O./#...", "..O/.X./..X", ".X/X.",
                             "......./......./.......", "........................................"})
        for (const Cell colour : {BLACK, WHITE}) {
            const nogo::Position start(drawn(rows), colour);
            if (start.is_sound()) expect_sums(nogo::card_games(start, true), played);
        }
    EXPECT(nogo::fits_card(Board(60, 60)));
    EXPECT(!nogo::fits_card(Board(64, 64)));
    expect_sums(nogo::card_games(nogo::Position(Board(60, 60), BLACK), false), 2);
}

}  // namespace

int main(int, char** arguments) {
    const std::uint64_t played = std::uint64_t(1000 * std::atof(arguments[1]));
    test_nogo(played);
}
