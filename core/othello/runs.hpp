// Moves and flips of a whole board at once, by shifting sets of points. bits.hpp says more; a graphics card has these
// functions too, so nothing else is included here.
#pragma once

#if !defined(OTHELLO_ISA)
#define OTHELLO_ISA plain
#endif

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
struct Rows {  // of 8
    static constexpr int WIDTH = 8;
    static constexpr Bits INNER = 0x7e7e7e7e7e7e7e7e;  // all but the first and last column
};
// Forwards: to higher bits.
template <bool FORWARDS, int STEP, class Bits>
inline Bits shifted(const Bits& bits) {
    return FORWARDS ? bits << STEP : bits >> STEP;
}

// What lies in an unbroken run of `through` from (not including) `from`, one way (Kogge and Stone's doubling).
template <bool FORWARDS, int STEP, class Bits>
inline Bits run_from(const Bits& from, Bits through) {
    Bits run = shifted<FORWARDS, STEP>(from) & through;
    run |= shifted<FORWARDS, STEP>(run) & through;
    through &= shifted<FORWARDS, STEP>(through);
    run |= shifted<FORWARDS, 2 * STEP>(run) & through;
    if constexpr (Rows<Bits>::WIDTH == 8) {
        run |= shifted<FORWARDS, 2 * STEP>(run) & through;  // a bracketed run is at most 6 long
    } else {
        through &= shifted<FORWARDS, 2 * STEP>(through);
        run |= shifted<FORWARDS, 4 * STEP>(run) & through;
        through &= shifted<FORWARDS, 4 * STEP>(through);
        run |= shifted<FORWARDS, 8 * STEP>(run) & through;
    }
    return run;
}

template <int STEP, class Bits>
inline Bits moves_along(const Bits& own, const Bits& through) {
    return shifted<true, STEP>(run_from<true, STEP>(own, through)) |
           shifted<false, STEP>(run_from<false, STEP>(own, through));
}

// Where `own` may move. A run along a row or a diagonal cannot be bracketed if it has a disc in the first or last
// column, and leaving those out keeps the shifts from running over the edge; up and down they run off the board.
template <class Bits>
inline Bits moves_of(const Bits& own, const Bits& other, const Bits& empty) {
    constexpr int WIDTH = Rows<Bits>::WIDTH;
    const Bits inner = other & Rows<Bits>::INNER;
    return (moves_along<1>(own, inner) | moves_along<WIDTH>(own, other) | moves_along<WIDTH - 1>(own, inner) |
            moves_along<WIDTH + 1>(own, inner)) &
           empty;
}

// Discs of a run both from the new disc and, the other way, from an own one.
template <int STEP, class Bits>
inline Bits flips_along(const Bits& disc, const Bits& own, const Bits& through) {
    return (run_from<true, STEP>(disc, through) & run_from<false, STEP>(own, through)) |
           (run_from<false, STEP>(disc, through) & run_from<true, STEP>(own, through));
}

// What `own` flips by a disc there; nothing: no move.
template <class Bits>
inline Bits flips_of(const Bits& disc, const Bits& own, const Bits& other) {
    constexpr int WIDTH = Rows<Bits>::WIDTH;
    const Bits inner = other & Rows<Bits>::INNER;
    return flips_along<1>(disc, own, inner) | flips_along<WIDTH>(disc, own, other) |
           flips_along<WIDTH - 1>(disc, own, inner) | flips_along<WIDTH + 1>(disc, own, inner);
}

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
