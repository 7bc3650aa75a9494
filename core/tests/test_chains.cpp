#include "../chains.hpp"

#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

void slots_and_points_are_one_to_one() {
    for (Index height = 1; height < 5; height++)
        for (Index width = 1; width < 5; width++) {
            const Board board(height, width);
            const Chains chains(board);
            for (Index point = 0; point < board.size(); point++) {
                EXPECT(chains.outside(chains.inside(point)) == point);
                EXPECT(chains.at(chains.inside(point)) == EMPTY);
            }
        }
}

void placing_agrees_with_the_whole_board_looked_at() {
    Random random = seeded(11);
    for (int trial = 0; trial < 3000; trial++) {
        Board board(Index(1 + random.below(6)), Index(1 + random.below(7)));
        for (auto& cell : board.cells)
            if (random.below(10) == 0) cell = HOLE;
        Chains chains(board);
        EXPECT(chains.some_dead_chain() == NOWHERE);
        for (int k = 0; k < 60; k++) {
            const Index point = Index(random.below(std::uint32_t(board.size())));
            const Cell colour = random.below(2) ? BLACK : WHITE;
            if (board[point] != EMPTY) continue;
            Board after = board;
            after.cells[std::size_t(point)] = colour;
            const bool fine = all_breathe(after);
            EXPECT(chains.leaves_liberties(chains.inside(point), colour) == fine);
            EXPECT(Chains(board).leaves_liberties(chains.inside(point), colour) == fine);
            EXPECT(chains.place(chains.inside(point), colour) == fine);
            if (fine) board = after;
            EXPECT((Chains(after).some_dead_chain() == NOWHERE) == fine);
            EXPECT(dead_chains(after).empty() == fine);
        }
    }
}

void dead_chains_are_listed_in_order() {
    const auto dead = dead_chains(drawn("XO./OO#/##X"));
    EXPECT(dead.size() == 2);
    EXPECT((dead[0] == std::vector<Index>{0}));
    EXPECT((dead[1] == std::vector<Index>{8}));
    EXPECT((chain_at(drawn("XO./OO#/##X"), 4) == std::vector<Index>{1, 3, 4}));
}

void symmetries_are_eight_and_undo_each_other() {
    const Board board = drawn("X.O/.#.");
    std::vector<Board> all;
    for (int k = 0; k < 8; k++) {
        const Board turned = transformed(board, k);
        for (const Board& other : all) EXPECT(!(other == turned));
        all.push_back(turned);
        bool comes_back = false;
        for (int j = 0; j < 8; j++) comes_back |= transformed(turned, j) == board;
        EXPECT(comes_back);
    }
    EXPECT(transformed(board, 4) == drawn("X./.#/O."));
    EXPECT(transformed(board, 1) == drawn(".#./X.O"));
    EXPECT(transformed(board, 2) == drawn("O.X/.#."));
    EXPECT(colours_swapped(board) == drawn("O.X/.#."));
}

}  // namespace

int main() {
    slots_and_points_are_one_to_one();
    placing_agrees_with_the_whole_board_looked_at();
    dead_chains_are_listed_in_order();
    symmetries_are_eight_and_undo_each_other();
}
