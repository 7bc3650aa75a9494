// A random game of Go with simple ko, a draw at a time, in one lane.
//
// Chains are kept as in core/go/stones.hpp: every stone knows the head of its chain and the chain's next stone in a
// ring, and the head counts liberties, one for each side of a stone that faces an empty point.
#pragma once

#include "lane.hpp"

namespace tengen::gpu {

// A row is STRIDE cells, with a wall as in nogo.hpp.
template <int STRIDE>
struct GoGame {
    using Word = int16_t;
    using Slot = Word;

    // Cells are the words with negative numbers, from -1 down. A stone that is no head has the number of its
    // head; a head has HEAD, its colour and the liberties. Below the cells are the rings: for each cell with a stone
    // the chain's next.
    static constexpr int WALL = 0, EMPTY = 1, BY_BLACK = 2, BY_WHITE = 4;  // the last two once the game is over
    static constexpr int HEAD = 0x4000, WHITE_HEAD = 0x2000, LIBERTIES = 0x1fff;
    static constexpr int MOST_CELLS = 4096;

    // The other words: the stride; how many cells there are; how many points are empty; is White to play; how many
    // passes there were; which cell is banned (0: none); how many plies are allowed; the komi in half points; is the
    // pass drawn as any move is (else it is for those who have no other, and own eyes are not filled)? Then the empty
    // points, as cells, and room for all that may be.
    static constexpr int HEADER = 9;

    Number<STRIDE> stride;
    Stream stream;
    int cells, empty, white, passes, banned, left, komi, uniform;
    int candidates;  // of the empty points, those that may still be drawn in this ply
    int won;
    uint32_t plies;
    int first;  // the cell of the first move; 0: a pass

    template <class Memory>
    static GoGame begin(const Memory& memory, Stream stream) {
        auto word = [&](int k) { return int(memory[k]); };
        return {Number<STRIDE>::of(word(0)),
                stream,
                word(1),
                word(2),
                word(3),
                word(4),
                word(5),
                word(6),
                word(7),
                word(8),
                word(2),
                2,
                0,
                0};
    }

    bool is_over() const { return passes >= 2 || left == 0; }
    int winner() const { return won; }

    template <class Memory>
    void step(const Memory& memory) {
        const int drawn = int(stream.below(uint32_t(candidates + uniform)));
        if (drawn >= candidates) {  // without a candidate too
            ply(0, 0);
            return;
        }
        const int slot = HEADER + drawn, cell = memory[slot];
        int ban = 0;
        if (cell != banned && put(memory, cell, ban)) {
            // The last of the empty points takes its place; those that were taken were added at the end.
            memory[slot] = memory[HEADER + --empty];
            ply(cell, ban);
        } else {
            const int last = HEADER + --candidates;
            memory[slot] = memory[last];
            memory[last] = Word(cell);
        }
    }

    // Counts the board: a colour's stones, and the empty regions that reach only that colour.
    template <class Memory>
    void settle(const Memory& memory) {
        for (bool changed = true; changed;) {
            changed = false;
            for (int k = 0; k < empty; k++) {
                const int cell = memory[HEADER + k];
                int reached = memory[cell];
                const int before = reached;
                const int beside[4] = {cell - stride, cell - 1, cell + 1, cell + stride};
                for (int side = 0; side < 4; side++) {
                    const int value = head_of(memory, beside[side]).value;
                    reached |=
                        value & HEAD ? (value & WHITE_HEAD ? BY_WHITE : BY_BLACK) : value & (BY_BLACK | BY_WHITE);
                }
                memory[cell] = Word(reached);
                changed |= reached != before;
            }
        }
        int lead = -komi;
        for (int cell = -1; cell >= -cells; cell--) {
            const int value = head_of(memory, cell).value;
            const bool black = value & HEAD ? !(value & WHITE_HEAD) : value == (EMPTY | BY_BLACK);
            const bool other = value & HEAD ? (value & WHITE_HEAD) != 0 : value == (EMPTY | BY_WHITE);
            lead += 2 * (black - other);
        }
        won = lead > 0 ? 0 : lead < 0 ? 1 : 2;
    }

    bool has_first() const { return first != 0; }
    uint32_t first_point() const {
        const int place = -2 - first - stride;
        return uint32_t(place - place / stride);
    }

    template <class Memory>
    int stone(const Memory& memory, uint32_t point) const {
        const int value = head_of(memory, cell_of(int(point), stride)).value;
        return value & HEAD ? (value & WHITE_HEAD ? 2 : 1) : 0;
    }

    static int cell_of(int point, int stride) { return -2 - (stride + point + point / (stride - 1)); }

private:
    struct Found {
        int at, value;
    };
    // The head of the chain there, or what else is there.
    template <class Memory>
    static Found head_of(const Memory& memory, int cell) {
        const int value = memory[cell];
        return value < 0 ? Found{value, memory[value]} : Found{cell, value};
    }

    template <class Memory>
    Word& next(const Memory& memory, int cell) const {
        return memory[cell - cells];
    }

    void ply(int cell, int ban) {
        first = plies == 0 ? cell : first;
        plies++;
        left--;
        passes = cell ? 0 : passes + 1;
        banned = ban;
        white ^= 1;
        candidates = empty;
    }

    // An own eye of one point, as in core/go/playout.hpp; the cells beside are own stones or walls.
    template <class Memory>
    bool is_eye(const Memory& memory, int cell, int own, bool edge) const {
        int against = 0;
        const int diagonals[4] = {cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1};
        for (int k = 0; k < 4; k++) {
            const int value = head_of(memory, diagonals[k]).value;
            edge |= value == WALL;
            against += (value & ~LIBERTIES) == (own ^ WHITE_HEAD);
        }
        return against <= (edge ? 0 : 1);
    }

    // Puts a stone of the side to move there, unless it is suicide, or fills an eye where that is not done. Stones that
    // it takes become empty points, at the end of the list. `ban`: where the other side may not take back at once.
    template <class Memory>
    bool put(const Memory& memory, int here, int& ban) {
        const int beside[4] = {here - stride, here - 1, here + 1, here + stride};
        const int own = white ? HEAD | WHITE_HEAD : HEAD;
        Found was[4];
        bool open = false, edge = false;  // is a side empty, or the other colour's? is one a wall?
        for (int k = 0; k < 4; k++) {
            was[k] = head_of(memory, beside[k]);
            open |= was[k].value == EMPTY || (was[k].value & ~LIBERTIES) == (own ^ WHITE_HEAD);
            edge |= was[k].value == WALL;
        }
        if (!uniform && !open && is_eye(memory, here, own, edge)) return false;
        int liberties = 0, head = here, sides = 0;
        bool takes = false;
        for (int k = 0; k < 4; k++) {
            // As in nogo.hpp: a chain on several sides is found as the last side left it.
            const int now = memory[was[k].at], apart = now ^ own;
            const bool is_own = uint32_t(apart) < WHITE_HEAD, is_other = (apart & ~LIBERTIES) == WHITE_HEAD;
            takes |= apart == (WHITE_HEAD | 1);
            liberties += is_own ? apart - 1 : 0;
            sides += now == EMPTY;
            head = is_own ? was[k].at : head;
            memory[was[k].at] = Word(is_own ? own : is_other ? now - 1 : now);
        }
        liberties += sides;
        if (!takes && liberties == 0) {
            for (int k = 0; k < 4; k++) memory[was[k].at] = Word(was[k].value);
            return false;
        }
        memory[here] = Word(head);
        memory[head] = Word(own | liberties);
        next(memory, here) = Word(here);
        if (head != here) join(memory, head, here);
        for (int k = 0; k < 4; k++)
            if ((was[k].value & ~LIBERTIES) == own && was[k].at != head && memory[was[k].at] > 0) {
                rename(memory, was[k].at, head);
                join(memory, head, was[k].at);
            }
        if (!takes) return true;
        const int had = empty;
        for (int k = 0; k < 4; k++)
            if (memory[was[k].at] == (own ^ WHITE_HEAD)) lift(memory, was[k].at);
        const bool alone = next(memory, here) == here && (memory[here] & LIBERTIES) == 1;
        ban = empty - had == 1 && alone ? memory[HEADER + had] : 0;
        return true;
    }

    // Two rings become one.
    template <class Memory>
    void join(const Memory& memory, int one, int other) const {
        const Word after = next(memory, one);
        next(memory, one) = next(memory, other);
        next(memory, other) = after;
    }

    template <class Memory>
    void rename(const Memory& memory, int old, int head) const {
        int stone = old;
        do {
            memory[stone] = Word(head);
            stone = next(memory, stone);
        } while (stone != old);
    }

    // Takes a chain off. The head goes last: until then its stones lead to it.
    template <class Memory>
    void lift(const Memory& memory, int head) {
        int stone = head;
        do {
            stone = next(memory, stone);
            memory[stone] = Word(EMPTY);
            memory[HEADER + empty++] = Word(stone);
            const int beside[4] = {stone - stride, stone - 1, stone + 1, stone + stride};
            for (int k = 0; k < 4; k++) {
                const Found found = head_of(memory, beside[k]);
                if (found.value & HEAD) memory[found.at] = Word(found.value + 1);
            }
        } while (stone != head);
    }
};

}  // namespace tengen::gpu
