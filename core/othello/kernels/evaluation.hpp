// How good a position looks a few moves ahead, on any board: who has moves and will have, corners and what leads to
// them, discs that never turn again.
#pragma once

#include "lines.hpp"
#include "stability.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
class Evaluation {
    using Step = Steps<Bits>;

public:
    static void run(EvaluateJob& job) {
        const Evaluation evaluation(*job.layout, job.weights);
        const Bits own = bits_from<Bits>(job.sides.own), other = bits_from<Bits>(job.sides.other);
        job.score = evaluation.ahead(own, other, bits_from<Bits>(job.sides.empty), job.plies, -INFINITE, INFINITE);
    }

    static constexpr int INFINITE = 2 * EvaluateJob::WON;

    Evaluation(const Layout& layout, const std::int16_t* weights)
        : corners_(bits_from<Bits>(layout.corners)), edges_(bits_from<Bits>(layout.edges)), weights_(weights) {
        for (int line = 0; line < 4; line++) rims_[line] = bits_from<Bits>(layout.rims[line]);
    }

    // The score after this many plies of best play, passes not counted; alpha-beta, moves that leave few replies first.
    int ahead(const Bits& own, const Bits& other, const Bits& empty, int plies, int alpha, int beta) const {
        if (plies == 0) return score(own, other, empty);
        const Bits moves = fast_moves(own, other, empty);
        if (!moves) {
            if (!fast_moves(other, own, empty)) return outcome(own, other);
            return -ahead(other, own, empty, plies, -beta, -alpha);
        }
        Move ordered[Rows<Bits>::WIDTH * Rows<Bits>::WIDTH];
        int count = 0, best = -INFINITE;
        for_places(moves, [&](int place) {
            int rank = 0, at = count++;
            if (plies > 1) {
                const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
                const Bits replies = fast_moves(other ^ flips, own | flips | disc, empty ^ disc);
                rank = count_of(replies) + 3 * count_of(replies & corners_);
                for (; at > 0 && ordered[at - 1].rank > rank; at--) ordered[at] = ordered[at - 1];
            }
            ordered[at] = {std::int16_t(place), std::int16_t(rank)};
        });
        for (int k = 0; k < count && best < beta; k++) {
            const int place = ordered[k].place, floor = best > alpha ? best : alpha;
            const Bits disc = bit_at<Bits>(place), flips = fast_flips(place, own, other);
            const int here = -ahead(other ^ flips, own | flips | disc, empty ^ disc, plies - 1, -beta, -floor);
            if (here > best) best = here;
        }
        return best;
    }

private:
    struct Move {
        std::int16_t place, rank;
    };

    static int outcome(const Bits& own, const Bits& other) {
        const int margin = count_of(own) - count_of(other);
        return margin > 0 ? EvaluateJob::WON : margin < 0 ? -EvaluateJob::WON : 0;
    }

    int score(const Bits& own, const Bits& other, const Bits& empty) const {
        const Bits own_moves = fast_moves(own, other, empty), other_moves = fast_moves(other, own, empty);
        if (!own_moves) return other_moves ? -score(other, own, empty) : outcome(own, other);
        const int own_mobility = count_of(own_moves), other_mobility = count_of(other_moves);
        const Bits beside_own = Step::beside(own), beside_other = Step::beside(other);
        const Bits beside_empty = Step::beside(empty);
        const Bits free_corners = corners_ & empty;
        const auto difference = [&](const Bits& among) { return count_of(own & among) - count_of(other & among); };
        const int features[FEATURES] = {
            share(own_mobility, other_mobility),
            own_mobility - other_mobility,
            share(count_of(beside_other & empty), count_of(beside_own & empty)),
            difference(corners_),
            difference(Step::straight(free_corners) & edges_),
            difference(Step::diagonal(free_corners)),
            count_of(stable(own)) - count_of(stable(other)),
            difference(edges_),
            share(count_of(own), count_of(other)),
            count_of(empty) & 1 ? 1 : -1,
            1,
            count_of(own_moves & corners_),
            -count_of(other_moves & corners_),
            share(count_of(other & beside_empty), count_of(own & beside_empty)),
        };
        const std::int16_t* const weights = weights_ + FEATURES * count_of(empty);
        int sum = 0;
        for (int k = 0; k < FEATURES; k++) sum += features[k] * weights[k];
        return sum;
    }

    static int share(int own, int other) { return 64 * (own - other) / (own + other + 2); }

    Bits stable(const Bits& discs) const { return held_discs(discs, rims_, discs & corners_); }

    Bits corners_, edges_, rims_[4];
    const std::int16_t* weights_;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
