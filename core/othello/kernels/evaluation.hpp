// How good a position looks before it is played out, on any board: who has moves and will have, corners and what
// leads to them, discs that never turn again.
#pragma once

#include "lines.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
class Evaluation {
public:
    static void run(EvaluateJob& job) {
        int features[FEATURES], score = 0;
        const Evaluation evaluation(job);
        const int mover = evaluation.features(features);
        if (mover < 0) {
            // Who must pass is as well off as the other side is badly off on the move.
            EvaluateJob passed = job;
            for (int k = 0; k < 4; k++) {
                passed.sides.own[k] = job.sides.other[k];
                passed.sides.other[k] = job.sides.own[k];
            }
            run(passed);
            job.over = false;
            job.score = -passed.score;
            return;
        }
        for (int k = 0; k < FEATURES; k++) score += features[k] * job.weights[k];
        job.over = mover == 0;
        job.score = score;
    }

    explicit Evaluation(const EvaluateJob& job)
        : own_(bits_from<Bits>(job.sides.own)), other_(bits_from<Bits>(job.sides.other)),
          empty_(bits_from<Bits>(job.sides.empty)), layout_(*job.layout) {}

    int features(int* out) const {
        const Bits own_moves = fast_moves(own_, other_, empty_), other_moves = fast_moves(other_, own_, empty_);
        const int own_mobility = count_of(own_moves), other_mobility = count_of(other_moves);
        const Bits corners = bits_from<Bits>(layout_.corners), edges = bits_from<Bits>(layout_.edges);
        const Bits by_own = beside(own_), by_other = beside(other_), beside_empty = beside(empty_);
        const int own_potential = count_of(by_other & empty_), other_potential = count_of(by_own & empty_);
        const Bits free_corners = corners & empty_;
        const Bits c_squares = straight(free_corners), x_squares = diagonal(free_corners);
        const Bits own_stable = stable(own_), other_stable = stable(other_);
        const auto difference = [&](const Bits& among) { return count_of(own_ & among) - count_of(other_ & among); };
        out[0] = share(own_mobility, other_mobility);
        out[1] = own_mobility - other_mobility;
        out[2] = share(own_potential, other_potential);
        out[3] = difference(corners);
        out[4] = difference(c_squares & edges);
        out[5] = difference(x_squares);
        out[6] = count_of(own_stable) - count_of(other_stable);
        out[7] = difference(edges);
        out[8] = share(count_of(own_), count_of(other_));
        out[9] = count_of(empty_) & 1 ? 1 : -1;
        out[10] = 1;
        out[11] = count_of(own_moves & corners);
        out[12] = -count_of(other_moves & corners);
        out[13] = -share(count_of(own_ & beside_empty), count_of(other_ & beside_empty));
        return own_mobility ? 1 : other_mobility ? -1 : 0;
    }

private:
    static int share(int own, int other) { return 64 * (own - other) / (own + other + 2); }

    static Bits sideways(const Bits& bits) {
        return ((bits << 1) & ~first_column()) | ((bits >> 1) & ~last_column());
    }
    static Bits first_column() {
        if constexpr (sizeof(Bits) == sizeof(SmallBits)) return 0x0101010101010101;
        else return {{0x0001000100010001, 0x0001000100010001, 0x0001000100010001, 0x0001000100010001}};
    }
    static Bits last_column() { return first_column() << (Rows<Bits>::WIDTH - 1); }
    static Bits vertical(const Bits& bits) { return (bits << Rows<Bits>::WIDTH) | (bits >> Rows<Bits>::WIDTH); }
    static Bits straight(const Bits& bits) { return sideways(bits) | vertical(bits); }
    static Bits diagonal(const Bits& bits) { return vertical(sideways(bits)); }
    static Bits beside(const Bits& bits) {
        const Bits row = bits | sideways(bits);
        return row | vertical(row);
    }

    // Discs that can never turn: on each line through them the edge or another such disc is beside them.
    Bits stable(const Bits& discs) const {
        constexpr int WIDTH = Rows<Bits>::WIDTH;
        Bits found = discs & bits_from<Bits>(layout_.corners);
        if (!found) return found;
        const Bits first = first_column(), last = last_column();
        for (;;) {
            const Bits right = (found << 1) & ~first, left = (found >> 1) & ~last;
            const Bits next = discs & (right | left | bits_from<Bits>(layout_.rims[0])) &
                              (vertical(found) | bits_from<Bits>(layout_.rims[1])) &
                              ((right << WIDTH) | (left >> WIDTH) | bits_from<Bits>(layout_.rims[2])) &
                              ((left << WIDTH) | (right >> WIDTH) | bits_from<Bits>(layout_.rims[3]));
            if (next == found) return found;
            found = next;
        }
    }

    Bits own_, other_, empty_;
    const Layout& layout_;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
