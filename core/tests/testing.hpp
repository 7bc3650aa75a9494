// Just enough to test with: expectations that say where they failed, and boards drawn in rows.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "../grid.hpp"
#include "../random.hpp"

#define EXPECT(condition)                                                                \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                \
        }                                                                                \
    } while (false)

namespace tengen::testing {

// A test's chance: the same in every run, and another one for each TENGEN_TEST_SEED.
inline Random seeded(std::uint64_t number) {
    const char* seed = std::getenv("TENGEN_TEST_SEED");
    return Random(seed ? derived_seed(std::strtoull(seed, nullptr, 10), number) : number);
}

// "X.O/.#." : two rows of three.
inline Board drawn(std::string_view rows) {
    Board board;
    board.height = 1;
    for (const char glyph : rows) {
        if (glyph == '/') {
            board.height++;
            continue;
        }
        board.cells.push_back(glyph == 'X' ? BLACK : glyph == 'O' ? WHITE : glyph == '#' ? HOLE : EMPTY);
    }
    board.width = Index(board.cells.size()) / board.height;
    return board;
}

// Every chain has a liberty: the slow obvious way.
inline bool all_breathe(const Board& board) {
    for (Index start = 0; start < board.size(); start++) {
        if (board[start] == EMPTY || board[start] == HOLE) continue;
        std::vector<Index> chain{start};
        std::vector<bool> seen(board.cells.size());
        seen[std::size_t(start)] = true;
        bool breathes = false;
        for (std::size_t k = 0; k < chain.size(); k++)
            for_neighbours(board, chain[k], [&](Index beside) {
                breathes |= board[beside] == EMPTY;
                if (board[beside] == board[start] && !seen[std::size_t(beside)]) {
                    seen[std::size_t(beside)] = true;
                    chain.push_back(beside);
                }
            });
        if (!breathes) return false;
    }
    return true;
}

}  // namespace tengen::testing
