// A random game of NoGo, a draw at a time, in one lane.
//
// Stones stay, so a chain is a tree that only grows: each stone points towards the root, and the root counts the
// chain's liberties, one for each side of a stone that faces an empty point. A draw looks at four neighbours and their
// roots and at nothing else, on a board of any size.
//
// A point illegal for a colour stays so (the lemma in docs/nogo.md): a point that was drawn and found illegal is not
// drawn again by that colour, and the first legal draw is uniform over the legal moves.
#pragma once

#include "lane.hpp"

namespace tengen::gpu {

// The board has a wall above and below, and one cell of it between each row and the next: a row is STRIDE cells. If
// there are at most BYTE_CELLS cells, a slot can be a byte.
template <int STRIDE, class SLOT>
struct NogoGame {
    using Word = int16_t;
    using Slot = SLOT;

    // Cells are the words with negative numbers. A stone that is no root has the number of the cell that it points to;
    // a root has ROOT, its colour and the liberties.
    static constexpr int WALL = 0, EMPTY = 1;
    static constexpr int ROOT = 0x4000, WHITE_ROOT = 0x2000, LIBERTIES = 0x1fff;
    static constexpr int BYTE_CELLS = 256;   // that bytes can number
    static constexpr int MOST_CELLS = 4096;  // a cell has two edges, below and right, and each is one liberty at most

    // The slots: the stride; how many points are legal for White alone, for both, and for Black alone; is White
    // to play? Then those points, as cells, in that order.
    static constexpr int HEADER = 5;

    Number<STRIDE> stride;
    Stream stream;
    int white_from, both_from, both_end, black_end;  // White draws from white_from .. both_end, and Black from
    int white;  // both_from .. black_end. Is it White's turn?
    int from, count;  // so the side to move draws from these
    uint32_t plies;
    int first;  // the cell of the first stone

    template <class Memory>
    static NogoGame begin(const Memory& memory, Stream stream) {
        auto number = [&](int k) { return int(memory.slot(k)); };
        const int both = HEADER + number(1), end = both + number(2);
        NogoGame game{Number<STRIDE>::of(number(0)), stream, HEADER, both, end, end + number(3), number(4), 0, 0, 0, 0};
        game.turn();
        return game;
    }

    bool is_over() const { return count == 0; }
    int winner() const { return white ? 0 : 1; }  // 0: Black, 1: White; the side to move has lost

    template <class Memory>
    void step(const Memory& memory) {
        const int slot = from + int(stream.below(uint32_t(count)));
        const Slot drawn = memory.slot(slot);
        const int cell = sizeof(Slot) == 1 ? int(drawn) - BYTE_CELLS : int(drawn);
        const bool is_legal = put(memory, cell);
        // The slots stay in three parts without gaps: a hole is filled from the edge of its part, and that hole from
        // the edge of the outer part. A point that the other side may still draw changes places with the edge instead.
        const bool both = (slot >= both_from) & (slot < both_end), kept = both & !is_legal;
        const bool low = (white != 0) != kept;  // the edge is the lower one
        const int outer = white ? white_from : black_end - 1;
        const int edge = both ? (low ? both_from : both_end - 1) : slot;
        const Slot inner = memory.slot(edge), last = memory.slot(outer);  // both before the card must wait for a store
        memory.slot(slot) = inner;
        memory.slot(edge) = kept ? drawn : last;
        both_from += both && low;
        both_end -= both && !low;
        white_from += white && !kept;
        black_end -= !white && !kept;
        first = plies == 0 ? cell : first;
        plies += is_legal;
        white ^= int(is_legal);
        turn();
    }

    // Points are counted row by row.
    bool has_first() const { return plies != 0; }
    uint32_t first_point() const {
        const int place = -1 - first - stride;
        return uint32_t(place - place / stride);
    }

    // The colour of the stone there: 1 Black, 2 White; else 0.
    template <class Memory>
    int stone(const Memory& memory, uint32_t point) const {
        int value = memory[cell_of(int(point), stride)];
        while (value < 0) value = memory[value];
        return value & ROOT ? (value & WHITE_ROOT ? 2 : 1) : 0;
    }

    static int cell_of(int point, int stride) { return -1 - (stride + point + point / (stride - 1)); }

private:
    void turn() {
        from = white ? white_from : both_from;
        count = (white ? both_end : black_end) - from;
    }

    // Puts a stone of the side to move there if that is legal. Lanes that go different ways wait for each other, so all
    // go the same one, and what they store depends on what they found.
    template <class Memory>
    bool put(const Memory& memory, int here) const {
        int at[4] = {here - stride, here - 1, here + 1, here + stride}, was[4];
        for (int k = 0; k < 4; k++) was[k] = memory[at[k]];
        while ((was[0] | was[1] | was[2] | was[3]) < 0)
            for (int k = 0; k < 4; k++)
                if (was[k] < 0) was[k] = memory[at[k] = was[k]];
        const int own = white ? ROOT | WHITE_ROOT : ROOT;
        int liberties = 0, root = here;
        bool takes = false;
        for (int k = 0; k < 4; k++) {
            // One chain may be beside the point on several sides: then this has been here before, and what is left of
            // the liberties is in the memory.
            const int now = memory[at[k]], apart = now ^ own;  // an own root: its liberties
            const bool is_own = uint32_t(apart) < WHITE_ROOT, is_other = (apart & ~LIBERTIES) == WHITE_ROOT;
            takes |= apart == (WHITE_ROOT | 1);
            liberties += is_own ? apart - 1 : 0;
            liberties += now == EMPTY;
            root = is_own ? at[k] : root;
            memory[at[k]] = Word(is_own ? own : is_other ? now - 1 : now);
        }
        const bool is_legal = !takes && liberties > 0;
        for (int k = 0; k < 4; k++) {
            const bool changes = !is_legal | (uint32_t(was[k] ^ own) < WHITE_ROOT);
            if (changes) memory[at[k]] = Word(is_legal ? root : was[k]);
        }
        if (is_legal) {
            memory[here] = Word(root);
            memory[root] = Word(own | liberties);
        }
        return is_legal;
    }
};

}  // namespace tengen::gpu
