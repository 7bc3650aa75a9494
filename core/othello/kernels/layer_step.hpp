// From positions to those a ply later.
#pragma once

#include "lines.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

class LayerStep {
public:
    static void run(LayerJob& job) {
        const SmallBits own = job.sides.own[0], other = job.sides.other[0], empty = job.sides.empty[0];
        const Symmetries<SmallBits> symmetries(job.sides, own, other, empty);
        const SmallBits points = own | other | empty;
        for (std::size_t k = 0; k < job.count; k++) {
            Reached at = job.from[k];
            SmallBits left = points & ~(at.own | at.other), moves = fast_moves(at.own, at.other, left);
            if (!moves) {
                at = {at.other, at.own, {at.lines[1], at.lines[0]}};
                moves = fast_moves(at.own, at.other, left);
                if (!moves)
                    end(job, at);
                else if (job.pass_is_ply)
                    add(job, symmetries, at);
                if (job.pass_is_ply) continue;
            }
            for_places(moves, [&](int place) {
                const SmallBits flips = fast_flips(place, at.own, at.other);
                add(job, symmetries,
                    {at.other ^ flips, at.own | flips | bit_at<SmallBits>(place), {at.lines[1], at.lines[0]}});
            });
        }
    }

private:
    static void add(LayerJob& job, const Symmetries<SmallBits>& symmetries, Reached found) {
        if (!symmetries.none()) symmetries.normalise(found.own, found.other);
        job.to[job.found++] = found;
    }

    static void end(LayerJob& job, const Reached& at) {
        const int margin = count_of(at.own) - count_of(at.other);
        (margin > 0 ? job.own : margin < 0 ? job.other : job.draws) += at.lines[0];
        (margin > 0 ? job.other : margin < 0 ? job.own : job.draws) += at.lines[1];
    }
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
