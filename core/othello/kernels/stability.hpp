// Discs that can never turn again.
#pragma once

#include "../bits.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

// Points one step away.
template <class Bits>
struct Steps {
    static constexpr int WIDTH = Rows<Bits>::WIDTH;

    static Bits first_column() {
        if constexpr (sizeof(Bits) == sizeof(SmallBits))
            return 0x0101010101010101;
        else
            return {{0x0001000100010001, 0x0001000100010001, 0x0001000100010001, 0x0001000100010001}};
    }
    static Bits last_column() { return first_column() << (WIDTH - 1); }
    static Bits to_right(const Bits& bits) { return (bits << 1) & ~first_column(); }
    static Bits to_left(const Bits& bits) { return (bits >> 1) & ~last_column(); }
    static Bits sideways(const Bits& bits) { return to_right(bits) | to_left(bits); }
    static Bits vertical(const Bits& bits) { return (bits << WIDTH) | (bits >> WIDTH); }
    static Bits straight(const Bits& bits) { return sideways(bits) | vertical(bits); }
    static Bits diagonal(const Bits& bits) { return vertical(sideways(bits)); }
    static Bits beside(const Bits& bits) {
        const Bits row = bits | sideways(bits);
        return row | vertical(row);
    }
};

// The discs of one colour that on each of the four lines through them are held: on a point where that line holds any
// disc, or beside another such disc. A run that turned one of them would have to turn its neighbour, on either side.
// Holders are points by row, column, falling and rising diagonal; the search starts from the discs in `found`.
template <class Bits>
inline Bits held_discs(const Bits& discs, const Bits* holders, Bits found) {
    using Step = Steps<Bits>;
    while (found) {
        const Bits right = Step::to_right(found), left = Step::to_left(found);
        const Bits next = discs & (right | left | holders[0]) & (Step::vertical(found) | holders[1]) &
                          ((right << Step::WIDTH) | (left >> Step::WIDTH) | holders[2]) &
                          ((left << Step::WIDTH) | (right >> Step::WIDTH) | holders[3]);
        if (next == found) break;
        found = next;
    }
    return found;
}

// The same with all that is known of a board: a line without an empty point, between edges or holes, holds its discs,
// and so does its end.
template <class Bits>
class Stability {
public:
    explicit Stability(const Bits& points) : points_(points) {
        using Step = Steps<Bits>;
        const Bits right = Step::to_right(points), left = Step::to_left(points);
        ends_[0] = points & ~(right & left);
        ends_[1] = points & ~((points << Step::WIDTH) & (points >> Step::WIDTH));
        ends_[2] = points & ~((right << Step::WIDTH) & (left >> Step::WIDTH));
        ends_[3] = points & ~((left << Step::WIDTH) & (right >> Step::WIDTH));
    }

    // Of these discs of one colour, some that stay as they are to the end.
    Bits of(const Bits& discs, const Bits& empty) const {
        constexpr int WIDTH = Rows<Bits>::WIDTH;
        const Bits not_first = points_ & ~Steps<Bits>::first_column();
        const Bits not_last = points_ & ~Steps<Bits>::last_column();
        const Bits holders[4] = {
            ends_[0] | (points_ & ~(reach<true, 1>(empty, not_first) | reach<false, 1>(empty, not_last))),
            ends_[1] | (points_ & ~(reach<true, WIDTH>(empty, points_) | reach<false, WIDTH>(empty, points_))),
            ends_[2] |
                (points_ & ~(reach<true, WIDTH + 1>(empty, not_first) | reach<false, WIDTH + 1>(empty, not_last))),
            ends_[3] |
                (points_ & ~(reach<true, WIDTH - 1>(empty, not_last) | reach<false, WIDTH - 1>(empty, not_first))),
        };
        return held_discs(discs, holders, discs & holders[0] & holders[1] & holders[2] & holders[3]);
    }

private:
    // Where one comes to from these points, going one way over the board.
    template <bool FORWARDS, int STEP>
    static Bits reach(const Bits& from, const Bits& through) {
        const Bits run = run_from<FORWARDS, STEP>(from, through);  // of one word it is at most 6 long
        return from | run | (shifted<FORWARDS, STEP>(run) & through);
    }

    Bits points_, ends_[4];
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
