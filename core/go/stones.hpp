// The stones of a Go board, chain by chain, kept while stones come and go.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../grid.hpp"

namespace tengen::go {

// A board with a wall around it, laid out as Chains does it: a step in any direction is one addition. Each stone knows
// the head of its chain and the chain's next stone in a ring; of two chains that join, the shorter is renamed. A head
// keeps the chain's liberties, counted with multiplicity: one for every side of a stone that faces an empty point.
// Slots without a stone have slot 0, a piece of wall, for a head, so that counts can be changed without a test.
class Stones {
public:
    explicit Stones(const Board& board);

    Index inside(Index point) const { return point + point / width_ + width_ + 2; }
    Index outside(Index slot) const { return slot - slot / stride() - width_ - 1; }
    Index stride() const { return width_ + 1; }
    Index slots() const { return Index(slots_.size()); }
    Cell at(Index slot) const { return slots_[std::size_t(slot)].cell; }
    Index head(Index slot) const { return slots_[std::size_t(slot)].head; }
    Index next(Index stone) const { return slots_[std::size_t(stone)].next; }  // round the chain's ring
    Index chain_size(Index slot) const { return slots_[std::size_t(slots_[std::size_t(slot)].head)].size; }
    Index chain_liberties(Index slot) const { return slots_[std::size_t(slots_[std::size_t(slot)].head)].liberties; }

    // A hash of the stones on the board. On a small board (up to 31 slots from its first point to its last: 5x5)
    // different boards have different hashes, and the top bit is never set: it is free for the side to play. On others
    // it is a Zobrist hash: two given boards share one with a chance of 2^-64.
    std::uint64_t hash() const { return hash_; }

    // What one stone adds to the hash.
    std::uint64_t key(Index slot, Cell colour) const {
        const std::uint64_t number = 2 * std::uint64_t(slot - width_ - 2) + std::uint64_t(side(colour));
        if (exact_) return std::uint64_t(1) << number;
        std::uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // Was a stone of this colour ever taken off here? A move can repeat an earlier board only where one was: the
    // earlier board had the stone, the present one has not. (The exception is suicide, which leaves no new stone.)
    bool was_lifted(Index slot, Cell colour) const { return slots_[std::size_t(slot)].lifted & lifted_bit(colour); }

    // For boards whose past is not known: a stone may have been taken off anywhere.
    void forget_lifted() {
        for (Slot& slot : slots_) slot.lifted = Lifted(lifted_bit(BLACK) | lifted_bit(WHITE));
    }

    struct Effect {
        bool suicide = false;    // the stone's own chain would have no liberty
        bool captures = false;
        std::uint64_t hash = 0;  // afterwards, when asked for
    };

    // What a stone of this colour on this empty slot would do. The hash is that of the board with a suicide's stones
    // removed.
    Effect effect(Index slot, Cell colour, bool with_hash) const;

    // Puts a stone on an empty slot unless it is a suicide that is not allowed, or repeats(hash afterwards) says so;
    // says whether it did. repeats is asked only where a repetition is possible. lifted(slot) is called for each stone
    // taken off.
    template <class Repeats, class Lifted>
    bool place(Index slot, Cell colour, bool suicide_allowed, Repeats&& repeats, Lifted&& lifted);

    // A slot of some chain without a liberty, or NOWHERE.
    Index some_dead_chain() const;

private:
    // A set of colours. Not a byte: a store to bytes may change anything, so all would be loaded again.
    enum Lifted : std::uint8_t {};

    struct Slot {
        Index head = 0, next = 0;
        Index liberties = 0, size = 0;  // of a head
        Cell cell = HOLE;
        Lifted lifted = {};
    };

    static constexpr int lifted_bit(Cell colour) { return colour; }

    Index join(Index one, Index other);
    std::uint64_t chain_hash(Index head) const;
    template <class OnLifted>
    void lift(Index head, OnLifted&& lifted);

    Index width_ = 0;
    bool exact_ = false;
    std::uint64_t hash_ = 0;
    std::vector<Slot> slots_;
};

inline Index Stones::join(Index one, Index other) {
    if (one == other) return one;
    Slot* const slots = slots_.data();
    if (slots[one].size <= slots[other].size) std::swap(one, other);
    Index stone = other;
    do {
        slots[stone].head = one;
        stone = slots[stone].next;
    } while (stone != other);
    std::swap(slots[one].next, slots[other].next);
    slots[one].liberties += slots[other].liberties;
    slots[one].size += slots[other].size;
    return one;
}

inline std::uint64_t Stones::chain_hash(Index head) const {
    std::uint64_t hash = 0;
    const Cell colour = at(head);
    Index stone = head;
    do {
        hash ^= key(stone, colour);
        stone = slots_[std::size_t(stone)].next;
    } while (stone != head);
    return hash;
}

template <class OnLifted>
inline void Stones::lift(Index head, OnLifted&& lifted) {
    Slot* const slots = slots_.data();
    const Cell colour = slots[head].cell;
    const Index down = stride();
    Index stone = head;
    do {
        Slot& here = slots[stone];
        hash_ ^= key(stone, colour);
        here.cell = EMPTY;
        here.head = 0;
        here.lifted = Lifted(here.lifted | lifted_bit(colour));
        slots[slots[stone - down].head].liberties++;
        slots[slots[stone - 1].head].liberties++;
        slots[slots[stone + 1].head].liberties++;
        slots[slots[stone + down].head].liberties++;
        lifted(stone);
        stone = here.next;
    } while (stone != head);
}

template <class Repeats, class OnLifted>
inline bool Stones::place(Index slot, Cell colour, bool suicide_allowed, Repeats&& repeats, OnLifted&& lifted) {
    Slot* const slots = slots_.data();
    const Index down = stride();
    const Index sides[4] = {slot - down, slot - 1, slot + 1, slot + down};
    const Cell other = opponent(colour);
    // Most moves are legal: so the liberties are taken first, and given back if the move turns out to be illegal.
    for (const Index beside : sides) slots[slots[beside].head].liberties--;
    Index empty = 0;
    unsigned captures = 0, breathes = 0;
    Index friends[4];  // filled without a branch, which no processor could predict
    int friend_count = 0;
    for (const Index beside : sides) {
        const Cell cell = slots[beside].cell;
        const unsigned bare = slots[slots[beside].head].liberties == 0;
        empty += cell == EMPTY;
        friends[friend_count] = beside;
        friend_count += cell == colour;
        captures |= unsigned(cell == other) & bare;
        breathes |= unsigned(cell == colour) & (bare ^ 1);
    }
    const bool suicide = !(unsigned(empty) | captures | breathes);
    const auto refuse = [&] {
        for (const Index beside : sides) slots[slots[beside].head].liberties++;
        return false;
    };
    if (suicide) {
        if (!suicide_allowed) return refuse();
        std::uint64_t after = hash_;
        for (int k = 0; k < 4; k++) {
            bool first = slots[sides[k]].cell == colour;
            for (int j = 0; j < k; j++) first &= slots[sides[j]].head != slots[sides[k]].head;
            if (first) after ^= chain_hash(slots[sides[k]].head);
        }
        if (repeats(after)) return refuse();
    } else if (slots[slot].lifted & lifted_bit(colour)) {
        std::uint64_t after = hash_ ^ key(slot, colour);
        if (captures)
            for (int k = 0; k < 4; k++) {
                const Index head = slots[sides[k]].head;
                bool first = slots[sides[k]].cell == other && slots[head].liberties == 0;
                for (int j = 0; j < k; j++) first &= slots[sides[j]].head != head;
                if (first) after ^= chain_hash(head);
            }
        if (repeats(after)) return refuse();
    }
    hash_ ^= key(slot, colour);
    Slot& here = slots[slot];
    here.cell = colour;
    here.head = here.next = slot;
    here.liberties = empty;
    here.size = 1;
    Index top = slot;
    for (int k = 0; k < friend_count; k++) top = join(top, slots[friends[k]].head);
    if (captures) {
        for (const Index beside : sides)
            if (slots[beside].cell == other && slots[slots[beside].head].liberties == 0)
                lift(slots[beside].head, lifted);
    } else if (suicide) {
        lift(top, lifted);
    }
    return true;
}

inline Stones::Effect Stones::effect(Index slot, Cell colour, bool with_hash) const {
    const Index sides[4] = {slot - stride(), slot - 1, slot + 1, slot + stride()};
    Index heads[4];
    Effect result{true, false, hash_};
    for (int k = 0; k < 4; k++) {
        heads[k] = slots_[std::size_t(sides[k])].head;
        if (at(sides[k]) == EMPTY) result.suicide = false;
    }
    std::uint64_t own = 0, taken = 0;
    for (int k = 0; k < 4; k++) {
        if (heads[k] == 0) continue;
        // A chain that touches the slot on several sides has that many liberties there.
        Index touching = 0;
        bool first = true;
        for (int j = 0; j < 4; j++) {
            touching += heads[j] == heads[k];
            first &= j >= k || heads[j] != heads[k];
        }
        const bool has_more = slots_[std::size_t(heads[k])].liberties > touching;
        if (at(sides[k]) == colour) {
            if (has_more) result.suicide = false;
            if (first && with_hash && result.suicide) own ^= chain_hash(heads[k]);
        } else if (!has_more) {
            result.captures = true;
            if (first && with_hash) taken ^= chain_hash(heads[k]);
        }
    }
    if (result.captures) result.suicide = false;
    result.hash ^= result.suicide ? own : taken ^ key(slot, colour);
    return result;
}

inline Stones::Stones(const Board& board)
    : width_(board.width), slots_(std::size_t(board.width + 1) * std::size_t(board.height + 2) + 1) {
    exact_ = board.size() > 0 && inside(board.size() - 1) - inside(0) <= 30;
    for (Index point = 0; point < board.size(); point++) slots_[std::size_t(inside(point))].cell = board[point];
    for (Index point = 0; point < board.size(); point++) {
        const Index slot = inside(point);
        const Cell colour = at(slot);
        if (colour != BLACK && colour != WHITE) continue;
        Slot& here = slots_[std::size_t(slot)];
        here.head = here.next = slot;
        here.size = 1;
        for (const Index beside : {slot - stride(), slot - 1, slot + 1, slot + stride()})
            here.liberties += at(beside) == EMPTY;
        hash_ ^= key(slot, colour);
        if (at(slot - 1) == colour) join(slot, slots_[std::size_t(slot - 1)].head);
        if (at(slot - stride()) == colour) join(here.head, slots_[std::size_t(slot - stride())].head);
    }
    slots_[0].liberties = 0;
}

inline Index Stones::some_dead_chain() const {
    for (Index slot = 1; slot < slots(); slot++)
        if (slots_[std::size_t(slot)].head == slot && slots_[std::size_t(slot)].liberties == 0) return slot;
    return NOWHERE;
}

}  // namespace tengen::go
