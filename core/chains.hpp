// Chains of stones and their liberties, kept while stones are added and never taken off.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "grid.hpp"

namespace tengen {

// A union-find over a board with a wall around it. The wall is one cell wide and shared: the cell right of a row's
// last point is left of the next row's first, so a step in any direction is one addition and never needs a test.
//
// Liberties are counted with multiplicity, one for every side of a stone that faces an empty point: what the rules
// ask is only whether a chain has none, and zero is zero either way. A point can touch one chain on several sides,
// so what a move takes from a chain is the number of sides that face it.
class Chains {
public:
    explicit Chains(const Board& board);

    Index inside(Index point) const { return point + point / width_ + width_ + 2; }
    Index outside(Index slot) const { return slot - slot / stride() - width_ - 1; }
    Index stride() const { return width_ + 1; }
    Index slots() const { return Index(cells_.size()); }
    Cell at(Index slot) const { return cells_[std::size_t(slot)]; }

    // Would a stone of this colour on this empty slot leave every chain with a liberty?
    bool leaves_liberties(Index slot, Cell colour) const;

    // Which colours could be put on this empty slot and leave every chain with a liberty: 1 Black, 2 White, 3 both.
    unsigned legal_colours(Index slot) const;

    // Puts the stone there if it leaves every chain with a liberty; says whether it did.
    bool place(Index slot, Cell colour);

    // Puts the stone on this empty slot if either colour could be put there; gives legal_colours as it was before.
    unsigned place_if_both(Index slot, Cell colour);

    // A slot of some chain without a liberty, or NOWHERE.
    Index some_dead_chain() const;

private:
    static constexpr Index NO_LIBERTIES = -1;

    Index root_of(Index slot) const;
    Index shortened_root_of(Index slot);
    void join(Index slot, Cell colour, Index empty, const Index* own, int own_count);
    Index liberties(Index root) const { return NO_LIBERTIES - links_[std::size_t(root)]; }
    std::array<Index, 4> steps() const { return {-stride(), -1, 1, stride()}; }

    Index width_ = 0;
    std::vector<Cell> cells_;  // not bytes: a store to bytes may change anything, so all would be loaded again
    std::vector<Index> links_;  // of a stone: its parent, or NO_LIBERTIES - liberties when it is the root
};

inline Index Chains::root_of(Index slot) const {
    while (links_[std::size_t(slot)] >= 0) slot = links_[std::size_t(slot)];
    return slot;
}

inline Index Chains::shortened_root_of(Index slot) {
    for (Index parent; (parent = links_[std::size_t(slot)]) >= 0; slot = parent) {
        const Index grandparent = links_[std::size_t(parent)];
        if (grandparent < 0) return parent;
        links_[std::size_t(slot)] = grandparent;
    }
    return slot;
}

inline bool Chains::leaves_liberties(Index slot, Cell colour) const {
    Index roots[4];
    int count = 0;
    bool breathes = false;
    for (const Index step : steps()) {
        const Cell cell = at(slot + step);
        if (cell == EMPTY)
            breathes = true;
        else if (cell != HOLE)
            roots[count++] = root_of(slot + step);
    }
    for (int k = 0; k < count; k++) {
        Index touching = 0;
        for (int j = 0; j < count; j++) touching += roots[j] == roots[k];
        const bool has_more = liberties(roots[k]) > touching;
        if (at(roots[k]) == colour)
            breathes |= has_more;
        else if (!has_more)
            return false;
    }
    return breathes;
}

inline unsigned Chains::legal_colours(Index slot) const {
    const Index sides[4] = {slot - stride(), slot - 1, slot + 1, slot + stride()};
    Index roots[4];
    int count = 0;
    bool open = false;
    for (const Index beside : sides) {
        const Cell cell = at(beside);
        open |= cell == EMPTY;
        if (cell == BLACK || cell == WHITE) roots[count++] = root_of(beside);
    }
    unsigned breathes = open ? 3 : 0, captures = 0;  // by colour of the chain
    for (int k = 0; k < count; k++) {
        Index touching = 0;
        for (int j = 0; j < count; j++) touching += roots[j] == roots[k];
        const unsigned colour = at(roots[k]);  // 1 Black, 2 White: the very bits
        (liberties(roots[k]) > touching ? breathes : captures) |= colour;
    }
    return breathes & ~(captures << 1 | captures >> 1) & 3;
}

inline bool Chains::place(Index slot, Cell colour) {
    // Most moves are legal: so the liberties are taken first, and given back if the move turns out to be illegal.
    Index own[4], others[4], empty = 0;
    int own_count = 0, other_count = 0;
    bool breathes = false, captures = false;
    const auto look = [&](Index beside) {
        const Cell cell = at(beside);
        if (cell == HOLE) return;
        if (cell == EMPTY) {
            empty++;
            return;
        }
        const Index root = shortened_root_of(beside);
        (cell == colour ? own[own_count++] : others[other_count++]) = root;
        const Index left = ++links_[std::size_t(root)];
        captures |= cell != colour && left == NO_LIBERTIES;
    };
    look(slot - stride());
    look(slot - 1);
    look(slot + 1);
    look(slot + stride());
    breathes = empty > 0;
    for (int k = 0; k < own_count; k++) breathes |= links_[std::size_t(own[k])] != NO_LIBERTIES;
    if (captures || !breathes) {
        for (int k = 0; k < own_count; k++) links_[std::size_t(own[k])]--;
        for (int k = 0; k < other_count; k++) links_[std::size_t(others[k])]--;
        return false;
    }
    join(slot, colour, empty, own, own_count);
    return true;
}

// Makes one chain of the new stone, which faces this many empty slots, and the own chains with these roots. The
// liberties that they had on this slot have been taken already.
inline void Chains::join(Index slot, Cell colour, Index empty, const Index* own, int own_count) {
    cells_[std::size_t(slot)] = colour;
    Index top = slot, top_link = NO_LIBERTIES - empty;
    for (int k = 0; k < own_count; k++) {
        const Index link = links_[std::size_t(own[k])];
        if (link >= 0 || own[k] == top) continue;  // joined already, from another side
        links_[std::size_t(top)] = own[k];
        top_link += link - NO_LIBERTIES;
        top = own[k];
    }
    links_[std::size_t(top)] = top_link;
}

inline unsigned Chains::place_if_both(Index slot, Cell colour) {
    Index roots[4], own[4], empty = 0;
    int count = 0, own_count = 0;
    for (const Index step : steps()) {
        const Cell cell = at(slot + step);
        empty += cell == EMPTY;
        if (cell != BLACK && cell != WHITE) continue;
        const Index root = shortened_root_of(slot + step);
        links_[std::size_t(root)]++;
        roots[count++] = root;
        own[own_count] = root;
        own_count += cell == colour;
    }
    unsigned breathes = empty ? 3 : 0, captures = 0;  // by colour of the chain
    for (int k = 0; k < count; k++)
        (links_[std::size_t(roots[k])] != NO_LIBERTIES ? breathes : captures) |= at(roots[k]);
    const unsigned colours = breathes & ~(captures << 1 | captures >> 1) & 3;
    if (colours == 3)
        join(slot, colour, empty, own, own_count);
    else
        for (int k = 0; k < count; k++) links_[std::size_t(roots[k])]--;
    return colours;
}

inline Chains::Chains(const Board& board)
    : width_(board.width), cells_(std::size_t(board.width + 1) * std::size_t(board.height + 2) + 1, HOLE),
      links_(cells_.size(), NO_LIBERTIES) {
    for (Index row = 0; row < board.height; row++)
        std::memcpy(&cells_[std::size_t((row + 1) * stride() + 1)], &board.cells[std::size_t(row * width_)],
                    std::size_t(width_));
    const auto step = steps();
    // Row by row: a stone joins the chains above it and left of it, whose liberties below and right are counted by
    // looking ahead at cells that are all in place already.
    for (Index row = 0; row < board.height; row++)
        for (Index slot = inside(row * width_), end = slot + width_; slot < end; slot++) {
            const Cell colour = at(slot);
            if (colour == EMPTY || colour == HOLE) continue;
            Index total = 0;
            for (const Index s : step) total += at(slot + s) == EMPTY;
            Index top = slot;
            if (at(slot - 1) == colour) {
                top = shortened_root_of(slot - 1);
                total += liberties(top);
                links_[std::size_t(slot)] = top;
            }
            if (at(slot - stride()) == colour) {
                const Index above = shortened_root_of(slot - stride());
                if (above != top) {
                    total += liberties(above);
                    links_[std::size_t(top)] = above;
                    top = above;
                }
            }
            links_[std::size_t(top)] = NO_LIBERTIES - total;
        }
}

inline Index Chains::some_dead_chain() const {
    for (std::size_t slot = 0; slot < cells_.size(); slot++)
        if (links_[slot] == NO_LIBERTIES && (cells_[slot] == BLACK || cells_[slot] == WHITE)) return Index(slot);
    return NOWHERE;
}

// The chain that the stone at this point belongs to, in row-major order.
inline std::vector<Index> chain_at(const Board& board, Index point) {
    std::vector<Index> chain{point};
    std::vector<bool> seen(board.cells.size());
    seen[std::size_t(point)] = true;
    for (std::size_t next = 0; next < chain.size(); next++)
        for_neighbours(board, chain[next], [&](Index beside) {
            if (board[beside] != board[point] || seen[std::size_t(beside)]) return;
            seen[std::size_t(beside)] = true;
            chain.push_back(beside);
        });
    std::sort(chain.begin(), chain.end());
    return chain;
}

// Every chain without a liberty, in row-major order of their first stones.
inline std::vector<std::vector<Index>> dead_chains(const Board& board) {
    std::vector<std::vector<Index>> dead;
    std::vector<bool> seen(board.cells.size());
    std::vector<Index> chain;
    for (Index point = 0; point < board.size(); point++) {
        const Cell colour = board[point];
        if (colour == EMPTY || colour == HOLE || seen[std::size_t(point)]) continue;
        bool breathes = false;
        chain.assign(1, point);
        seen[std::size_t(point)] = true;
        for (std::size_t next = 0; next < chain.size(); next++)
            for_neighbours(board, chain[next], [&](Index beside) {
                breathes |= board[beside] == EMPTY;
                if (board[beside] != colour || seen[std::size_t(beside)]) return;
                seen[std::size_t(beside)] = true;
                chain.push_back(beside);
            });
        if (breathes) continue;
        std::sort(chain.begin(), chain.end());
        dead.push_back(chain);
    }
    return dead;
}

}  // namespace tengen
