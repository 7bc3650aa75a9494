// Totals of games are the same however the games were split.
#include "../totals.hpp"

#include <algorithm>

#include "../nogo/playout.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

bool same(const Totals& a, const Totals& b) {
    return a.games == b.games && std::equal(a.wins, a.wins + 2, b.wins) && a.lengths == b.lengths &&
           std::equal(a.ended, a.ended + 2, b.ended) && a.first_games == b.first_games && a.first_wins == b.first_wins;
}

void every_number_is_added() {
    Totals sum(2, true), other(2, true);
    sum.games = 1, sum.wins[0] = 2, sum.wins[1] = 3, sum.lengths = {4, 5, 6};
    sum.ended[0] = {7, 8}, sum.ended[1] = {9, 10}, sum.first_games = {11, 12}, sum.first_wins = {13, 14};
    other.games = 100, other.wins[0] = 200, other.wins[1] = 300, other.lengths = {400, 500, 600, 700};  // with passes
    other.ended[0] = {700, 800}, other.ended[1] = {900, 1000}, other.first_games = {1100, 1200};
    other.first_wins = {1300, 1400};
    Totals expected(2, true);
    expected.games = 101, expected.wins[0] = 202, expected.wins[1] = 303, expected.lengths = {404, 505, 606, 700};
    expected.ended[0] = {707, 808}, expected.ended[1] = {909, 1010}, expected.first_games = {1111, 1212};
    expected.first_wins = {1313, 1414};
    Totals turned = other;
    turned.add(sum);
    sum.add(other);
    EXPECT(same(sum, expected) && same(turned, expected));
}

void any_split_gives_the_same() {
    Random random = seeded(1);
    for (const bool by_point : {false, true}) {
        const nogo::Position start(drawn("X..../.#.O./....."), WHITE);
        const Totals none(15, by_point);
        Totals whole = none, joined = none;
        std::vector<Totals> parts;
        for (std::uint64_t game = 0; game < 60; game++) {
            if (parts.empty() || random.below(4) == 0) parts.push_back(none);
            nogo::plain_games(start, 1, game, nullptr, whole);
            nogo::plain_games(start, 1, game, nullptr, parts[random.below(std::uint32_t(parts.size()))]);
        }
        EXPECT(whole.games == 60 && parts.size() > 5);
        while (!parts.empty()) {
            std::swap(parts[random.below(std::uint32_t(parts.size()))], parts.back());
            joined.add(parts.back());
            parts.pop_back();
        }
        EXPECT(same(joined, whole));
    }
}

}  // namespace

int main() {
    every_number_is_added();
    any_split_gives_the_same();
}
