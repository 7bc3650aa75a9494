// What a graphics card plays, played here: from many boards, under the sanitizers, by the twin and by the kernel.
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "../go/card.hpp"
#include "../gomoku/card.hpp"
#include "../nogo/card.hpp"
#include "../othello/card.hpp"
#include "testing.hpp"
#include "warp.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

void expect_games(const gpu::CardGames& card, std::uint64_t played) {
    const Totals totals = gpu::twin_games(card, 1, 5, played, nullptr);
    EXPECT(totals.games == played);
    EXPECT(std::accumulate(totals.lengths.begin(), totals.lengths.end(), std::uint64_t(0)) == played);
    EXPECT(totals.wins[0] + totals.wins[1] <= played);
}

// The kernel, beside the twin.
template <class Game>
void expect_kernel(const gpu::CardGames& card) {
    std::vector<typename Game::Word> start(card.words);
    std::memcpy(start.data(), card.start.data(), card.start.size());
    for (const std::uint32_t games : {1, 150}) {
        std::vector<std::uint64_t> twin(card.counters.size()), kernel(card.counters.size());
        card.play(card, 1, 5, games, nullptr, twin.data());
        gpu::launch<Game>(2, {start.data(), card.words, card.origin, card.counters, card.white, 1, 5, 5 + games},
                          kernel.data());
        EXPECT(kernel == twin);
    }
}

void test_nogo(std::uint64_t played) {
    for (const char* rows : {".", "..", "./.", ".....", "X.#./..O./#...", "..O/.X./..X", ".X/X.",
                             "......./......./.......", "........................................"})
        for (const Cell colour : {BLACK, WHITE}) {
            const nogo::Position start(drawn(rows), colour);
            if (start.is_sound()) expect_games(nogo::card_games(start, true), played);
        }
    const nogo::Position start(drawn("X.#./..O./#..."), WHITE);
    using SmallGame = gpu::NogoGame<0, std::uint8_t>;
    using LargeGame = gpu::NogoGame<0, std::int16_t>;
    for (const bool by_point : {false, true}) expect_kernel<SmallGame>(nogo::card_games(start, by_point));
    // A board whose cells are as many as bytes can number: larger slots, the same games. A narrow one has more cells.
    const auto numbered = nogo::card_games(nogo::Position(Board(14, 15), BLACK), true);
    expect_kernel<SmallGame>(numbered);
    expect_kernel<LargeGame>(numbered);
    expect_kernel<LargeGame>(nogo::card_games(nogo::Position(Board(130, 1), BLACK), true));
    EXPECT(nogo::fits_card(Board(60, 60)));
    EXPECT(!nogo::fits_card(Board(64, 64)));
    const auto large = nogo::card_games(nogo::Position(Board(60, 60), BLACK), false);
    EXPECT(gpu::twin_games(large, 1, 0, 2, nullptr).games == 2);
}

void test_go(std::uint64_t played) {
    const go::Rules rules{1, false, go::KoRule::SIMPLE};
    for (const auto policy : {go::Policy::RANDOM, go::Policy::UNIFORM}) {
        for (const char* rows : {".", "..", "./.", ".....", "X.#./..O./#...", "..O/.X./..X", "XX.O/X.OO/XOO.",
                                 "...../...../...../.....", ".XO./XO.O/.XO."})
            for (const Cell colour : {BLACK, WHITE}) {
                const go::Position start(drawn(rows), colour, rules);
                if (start.is_sound()) expect_games(go::card_games(start, policy, true), played);
            }
        const go::Position start(drawn("X.#./..O./#..."), WHITE, rules);
        expect_kernel<gpu::GoGame<0>>(go::card_games(start, policy, true));
    }
    EXPECT(go::fits_card(Board(60, 60)));
    EXPECT(!go::fits_card(Board(64, 64)));
    EXPECT(!go::card_knows({}));
    const auto large = go::card_games(go::Position(Board(60, 60), BLACK, rules), go::Policy::RANDOM, false);
    EXPECT(gpu::twin_games(large, 1, 0, 1, nullptr).games == 1);
}

void test_gomoku(std::uint64_t played) {
    using gomoku::Variant;
    for (const char* rows :
         {".", ".....", "X.#./..O./#...", "XXX./OO..", "......./......./......./......./.......", "................"})
        for (const Index in_a_row : {1, 3, 5, 40})
            for (const Variant variant : {Variant::FREESTYLE, Variant::STANDARD, Variant::CARO}) {
                const gomoku::Position start(drawn(rows), in_a_row == 3 ? WHITE : BLACK, {in_a_row, variant});
                expect_games(gomoku::card_games(start, true), played);
            }
    const gomoku::Position small(drawn("X.#./..O./#..."), WHITE, {3, Variant::STANDARD}), wide(Board(2, 31), BLACK);
    expect_games(gomoku::card_games(wide, true), played);
    expect_kernel<gomoku::CardGame<std::uint16_t>>(gomoku::card_games(small, true));
    expect_kernel<gomoku::CardGame<std::uint32_t>>(gomoku::card_games(wide, false));
    EXPECT(!gomoku::fits_card(Board(32, 5)));
}

void test_othello(std::uint64_t played) {
    for (const char* rows : {".", "OX./XO#/...", "X.#./..O./#...",
                             "......../......../......../...XO.../...OX.../......../......../........", "OXXXXXX.",
                             "XXXX/XXXX", "O/X/X/X/X/X/X/."})
        for (const Cell colour : {BLACK, WHITE})
            expect_games(othello::card_games(othello::Position(drawn(rows), colour), true), played);
    const othello::Position start(drawn("OX./XO#/..."), WHITE);
    for (const bool by_point : {false, true}) expect_kernel<gpu::OthelloGame>(othello::card_games(start, by_point));
}

}  // namespace

int main(int, char** arguments) {
    const std::uint64_t played = std::uint64_t(1000 * std::atof(arguments[1]));
    test_nogo(played);
    test_go(played);
    test_gomoku(played);
    test_othello(played);
}
