// Shapes of three by three points in whose middle a stone is worth a thought: those of MoGo (Gelly, Wang, Munos and
// Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", 2006), in every direction and for either colour.
#pragma once

#include <bitset>

#include "stones.hpp"

namespace tengen::go {

class Patterns {
public:
    static const Patterns& instance() {
        static const Patterns patterns;
        return patterns;
    }

    bool match(const Stones& stones, Index slot) const {
        const Index down = stones.stride();
        unsigned code = 0;
        for (const Index beside : {slot - down - 1, slot - down, slot - down + 1, slot - 1, slot + 1, slot + down - 1,
                                   slot + down, slot + down + 1})
            code = code << 2 | stones.at(beside);
        return shapes_[code];
    }

private:
    // Row by row. X and O: the colours; x and o: anything but that; #: no point; ?: anything.
    static constexpr const char* SHAPES[] = {
        "XOX...???",  // hane, enclosing
        "XO....?.?",  // hane, not cutting
        "XO?X..x.?",  // magari
        ".O.X.....",  // from the diagonal
        "XO?O.o?o?",  // a cut, unprotected
        "XO?O.X???",  // a cut, peeped at
        "?X?O.Oooo",  // pushing through
        "OX?o.O???",  // a cut of the keima
        "X.?O.?###",  // on the edge: chasing
        "OX?X.O###",  // blocking a cut
        "?X?x.O###",  // blocking a connection
        "?XOx.x###",  // sagari
        "?OXX.O###",  // a cut
    };

    Patterns() {
        for (const char* shape : SHAPES)
            for (int symmetry = 0; symmetry < 8; symmetry++)
                for (const bool swapped : {false, true}) {
                    char glyphs[8];
                    int count = 0;
                    for (int row = 0; row < 3; row++)
                        for (int col = 0; col < 3; col++) {
                            if (row == 1 && col == 1) continue;
                            int from_row = symmetry & 1 ? 2 - row : row, from_col = symmetry & 2 ? 2 - col : col;
                            if (symmetry & 4) std::swap(from_row, from_col);
                            glyphs[count++] = shape[3 * from_row + from_col];
                        }
                    add(glyphs, swapped, 0, 0);
                }
    }

    void add(const char* glyphs, bool swapped, int place, unsigned code) {
        if (place == 8) {
            shapes_[code] = true;
            return;
        }
        for (const Cell cell : {EMPTY, BLACK, WHITE, HOLE})
            if (fits(glyphs[place], swapped && cell != EMPTY && cell != HOLE ? opponent(cell) : cell))
                add(glyphs, swapped, place + 1, code << 2 | cell);
    }

    static bool fits(char glyph, Cell cell) {
        switch (glyph) {
            case '.': return cell == EMPTY;
            case 'X': return cell == BLACK;
            case 'O': return cell == WHITE;
            case 'x': return cell != BLACK;
            case 'o': return cell != WHITE;
            case '#': return cell == HOLE;
            default: return true;
        }
    }

    std::bitset<1 << 16> shapes_;
};

}  // namespace tengen::go
