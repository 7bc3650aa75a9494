#include "../positions/count.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

constexpr std::size_t PLENTY = std::size_t(1) << 30;

using End = PositionCounter::End;
using Counts = std::map<std::pair<Index, Index>, std::uint64_t>;

Counts counted(const Board& board, bool by_stones, int threads = 1) {
    PositionCounter counter(board, by_stones, PLENTY);
    EXPECT(counter.run(threads, nullptr) == End::COUNTED);
    EXPECT(counter.done() == 1);
    Counts counts;
    for (const auto& [stones, number] : counter.totals()) {
        for (std::size_t k = 1; k < number.size(); k++) EXPECT(number[k] == 0);
        counts[stones] = number[0];
    }
    return counts;
}

// Every filling of the empty points, the slow obvious way.
void try_all(Board& board, Index point, Counts& counts) {
    while (point < board.size() && board[point] != EMPTY) point++;  // given
    if (point == board.size()) {
        if (!all_breathe(board)) return;
        const auto stones = [&](Cell colour) {
            return Index(std::count(board.cells.begin(), board.cells.end(), colour));
        };
        counts[{stones(BLACK), stones(WHITE)}]++;
        return;
    }
    for (const Cell cell : {BLACK, WHITE, EMPTY}) {
        board.cells[std::size_t(point)] = cell;
        try_all(board, point + 1, counts);
    }
}

std::uint64_t sum(const Counts& counts) {
    std::uint64_t total = 0;
    for (const auto& [_, number] : counts) total += number;
    return total;
}

void agrees_with_trying_all(int trials) {
    Random random = seeded(11);
    for (int trial = 0; trial < trials; trial++) {
        Board board(Index(1 + random.below(5)), Index(1 + random.below(5)));
        const std::uint32_t holes = random.below(2) ? 0 : random.below(50), stones = random.below(80);
        Index empty = 0;
        for (auto& cell : board.cells) {
            cell = random.below(100) < holes    ? HOLE
                   : random.below(100) < stones ? (random.below(2) ? BLACK : WHITE)
                   : empty < 7                  ? EMPTY
                                                : HOLE;
            empty += cell == EMPTY;
        }
        Counts expected;
        Board work = board;
        try_all(work, 0, expected);
        EXPECT(counted(board, true) == expected);
        EXPECT(sum(counted(board, false)) == sum(expected));
        EXPECT(sum(counted(colours_swapped(transformed(board, int(random.below(8)))), false)) == sum(expected));
    }
}

// OEIS A094777.
void squares_are_right() {
    const std::uint64_t known[] = {1, 57, 12675, 24318165, 414295148741, 62567386502084877};
    for (Index n = 1; n <= 6; n++) {
        EXPECT(sum(counted(Board(n, n), false)) == known[n - 1]);
        if (n <= 4) EXPECT(sum(counted(Board(n, n), true)) == known[n - 1]);
    }
}

// 83677847847984287628595 for 7x7: two words, and enough borders for threads.
void numbers_of_two_words_are_right() {
    for (const int threads : {1, 4}) {
        PositionCounter counter(Board(7, 7), false, PLENTY);
        EXPECT(counter.run(threads, nullptr) == End::COUNTED);
        const auto& number = counter.totals().at({0, 0});
        EXPECT(number.size() == 2);
        EXPECT((static_cast<unsigned __int128>(number[1]) << 64 | number[0]) ==
               static_cast<unsigned __int128>(83677847847984) * 1000000000 + 287628595);
    }
}

void the_widest_borders_fit() {
    Board board(16, 16);  // all holes but the last two columns
    for (Index point = 0; point < board.size(); point++)
        board.cells[std::size_t(point)] = point % 16 >= 14 ? EMPTY : HOLE;
    EXPECT(sum(counted(board, false)) == sum(counted(Board(16, 2), false)));
}

void stops_when_told() {
    Cancel cancel;
    cancel.requested = true;
    PositionCounter counter(Board(5, 5), false, PLENTY);
    EXPECT(counter.run(2, &cancel) == End::CANCELLED && counter.totals().empty() && counter.done() == 0);
    for (int again = 0; again < 2; again++) {
        EXPECT(counter.run(1000, nullptr) == End::COUNTED);
        EXPECT(counter.totals().at({0, 0})[0] == 414295148741);
    }
    EXPECT(PositionCounter(Board(7, 7), false, 100000).run(2, nullptr) == End::TOO_LARGE);
}

}  // namespace

int main(int count, char** arguments) {
    const double scale = count > 1 ? std::stod(arguments[1]) : 1;
    squares_are_right();
    numbers_of_two_words_are_right();
    the_widest_borders_fit();
    stops_when_told();
    agrees_with_trying_all(int(400 * scale));
}
