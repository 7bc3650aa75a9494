// What a graphics card plays, played here: from many boards, under the sanitizers, by the twin and by the kernel.
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "../nogo/card.hpp"
#include "testing.hpp"
#include "warp.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

// Plays from there; a part of the games by the kernel too.
template <class Game>
void expect_games(const gpu::CardGames& card, std::uint64_t played) {
    const Totals totals = gpu::twin_games(card, 1, 5, played, nullptr);
    EXPECT(totals.games == played);
    EXPECT(std::accumulate(totals.lengths.begin(), totals.lengths.end(), std::uint64_t(0)) == played);
    EXPECT(totals.wins[0] + totals.wins[1] <= played);
    for (const std::uint32_t games : {1, 31, 150}) {
        std::vector<typename Game::Word> start(card.words);
        std::memcpy(start.data(), card.start.data(), card.start.size());
        std::vector<std::uint64_t> twin(card.counters.size()), kernel(card.counters.size());
        card.play(card, 1, 5, games, nullptr, twin.data());
        gpu::launch<Game>(2, {start.data(), card.words, card.origin, card.counters, card.white, 1, 5, 5 + games},
                          kernel.data());
        EXPECT(kernel == twin);
    }
}

void test_nogo(std::uint64_t played) {
    using Game = gpu::NogoGame<0>;
    for (const char* rows : {".", "..", "./.", ".....", "X.#./..O./#...", "..O/.X./..X", ".X/X.",
                             "......./......./.......", "........................................"})
        for (const Cell colour : {BLACK, WHITE}) {
            const nogo::Position start(drawn(rows), colour);
            if (start.is_sound()) expect_games<Game>(nogo::card_games(start, colour == BLACK), played);
        }
    EXPECT(nogo::fits_card(Board(60, 60)));
    EXPECT(!nogo::fits_card(Board(64, 64)));
    const auto large = nogo::card_games(nogo::Position(Board(60, 60), BLACK), false);
    EXPECT(gpu::twin_games(large, 1, 0, 2, nullptr).games == 2);
}

}  // namespace

int main(int, char** arguments) {
    const std::uint64_t played = std::uint64_t(1000 * std::atof(arguments[1]));
    test_nogo(played);
}
