#include "../flips.hpp"

#include <string>

#include "../chains.hpp"
#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

std::uint32_t dead_stones(const Board& board, Cell colour) {
    std::size_t dead = 0;
    for (const auto& chain : dead_chains(board))
        if (board[chain[0]] == colour) dead += chain.size();
    return std::uint32_t(dead);
}

std::uint32_t plain_hash(const Board& board, const std::vector<std::uint32_t>& dead) {
    std::uint64_t hash = 0;
    for (Index point = 0; point < board.size(); point++)
        if (board[point] == BLACK || board[point] == WHITE)
            hash = (hash * 1000007 + dead[std::size_t(point)]) % 1000000007;
    return std::uint32_t(hash);
}

void samples_are_right() {
    FlipCounter counter;
    EXPECT(flips_hash(counter, drawn(".O/..")) == 0);
    EXPECT(flips_hash(counter, drawn(".X./XOO/OX.")) == 870527216);
    EXPECT((flips(drawn(".X./XOO/OX.")).dead_white == std::vector<std::uint32_t>{0, 1, 0, 0, 1, 2, 0, 0, 0}));
    EXPECT(flips_hash(counter, drawn("OO/OO")) == 485539347);
    EXPECT(flips_hash(counter, Board(4, 5)) == 0);
    EXPECT(flips_hash(counter, drawn("##/##")) == 0);
}

// Flips every stone and looks at the whole board.
void flips_agree_with_flipping() {
    Random random = seeded(3);
    FlipCounter counter;
    for (int trial = 0; trial < 30000; trial++) {
        Board board(Index(1 + random.below(7)), Index(1 + random.below(7)));
        const std::uint32_t empty = random.below(2) ? random.below(20) : random.below(101);
        const std::uint32_t holes = random.below(2) ? 0 : random.below(40);
        const std::uint32_t white = random.below(101);
        for (auto& cell : board.cells)
            cell = random.below(100) < empty   ? EMPTY
                   : random.below(100) < holes ? HOLE
                   : random.below(100) < white ? WHITE
                                               : BLACK;
        const Flips got = flips(board);
        EXPECT(got.dead_white.size() == board.cells.size() && got.dead_black.size() == board.cells.size());
        for (Index point = 0; point < board.size(); point++) {
            const auto at = std::size_t(point);
            if (board[point] == EMPTY || board[point] == HOLE) {
                EXPECT(got.dead_white[at] == 0 && got.dead_black[at] == 0);
                continue;
            }
            Board flipped = board;
            flipped.cells[at] = opponent(board[point]);
            EXPECT(got.dead_white[at] == dead_stones(flipped, WHITE));
            EXPECT(got.dead_black[at] == dead_stones(flipped, BLACK));
        }
        EXPECT(flips_hash(counter, board) == plain_hash(board, got.dead_white));
        EXPECT(flips_hash(counter, board, BLACK) == plain_hash(board, got.dead_black));
        EXPECT(flips(board, true, false).dead_white == got.dead_white && flips(board, true, false).dead_black.empty());
        EXPECT(flips(board, false, true).dead_black == got.dead_black && flips(board, false, true).dead_white.empty());
    }
}

Board shape(int kind, Index n) {
    Board board(n, n);
    for (Index row = 0; row < n; row++)
        for (Index col = 0; col < n; col++) {
            const bool turn = col == (row / 2 % 2 ? 0 : n - 1);
            const Index ring = std::min(std::min(row, col), std::min(n - 1 - row, n - 1 - col));
            const bool white = kind == 0   ? true                                             // all white
                               : kind == 1 ? row % 2 == 0 || turn                             // snake
                               : kind == 2 ? col % 2 == 0 || row == 0                         // comb
                               : kind == 3 ? (ring % 2 == 0) != (row == ring + 1 && col == ring)  // spiral
                               : kind == 4 ? (row * 7 + col * 13) % 29 != 0                   // sieve
                                           : row == col || row == col + 1;                    // stairs
            board.cells[std::size_t(row * n + col)] = white ? WHITE : BLACK;
        }
    if (kind != 0)
        board.cells[std::size_t(n * n - 1)] = EMPTY;
    else
        board.cells[std::size_t(n * (n / 2) + n / 2)] = EMPTY;
    return board;
}

void deep_chains_are_no_trouble(Index n) {
    FlipCounter counter;
    for (int kind = 0; kind < 6; kind++) {
        for (const auto beginning : {EMPTY, WHITE}) {
            Board board = shape(kind, n);
            board.cells[0] = beginning;
            const Flips got = flips(board);
            EXPECT(flips_hash(counter, board) == plain_hash(board, got.dead_white));
            if (kind == 1 && beginning == WHITE && n % 4 == 2) EXPECT(got.dead_white[0] <= 1);
            // Some stones looked at one by one, on the whole board.
            Random random = seeded(5);
            for (int k = 0; k < (n > 200 ? 2 : 20); k++) {
                const Index point = Index(random.below(std::uint32_t(board.size())));
                if (board[point] == EMPTY) continue;
                Board flipped = board;
                flipped.cells[std::size_t(point)] = opponent(board[point]);
                EXPECT(got.dead_white[std::size_t(point)] == dead_stones(flipped, WHITE));
                EXPECT(got.dead_black[std::size_t(point)] == dead_stones(flipped, BLACK));
            }
        }
    }
}

void a_cancelled_job_gives_nothing() {
    Cancel cancel;
    cancel.requested = true;
    EXPECT(flips(shape(2, 50), true, true, &cancel).dead_white.empty());
}

}  // namespace

int main(int count, char** arguments) {
    samples_are_right();
    flips_agree_with_flipping();
    deep_chains_are_no_trouble(count > 1 ? Index(std::stoi(arguments[1])) : 150);
    a_cancelled_job_gives_nothing();
}
