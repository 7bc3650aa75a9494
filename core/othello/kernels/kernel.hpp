// All that is compiled once per instruction set. Each including file defines OTHELLO_ISA, a namespace of its own; see
// bits.hpp for why.
#pragma once

#include "counting.hpp"
#include "evaluation.hpp"
#include "games.hpp"
#include "layer_step.hpp"
#include "lookahead.hpp"
#include "perft.hpp"
#include "solving.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

inline void count(CountJob& job) { job.sides.large ? Counter<LargeBits>::run(job) : Counter<SmallBits>::run(job); }

inline void perft(PerftJob& job) {
    if (job.pass_is_ply)
        job.sides.large ? Perft<LargeBits, true>::run(job) : Perft<SmallBits, true>::run(job);
    else
        job.sides.large ? Perft<LargeBits, false>::run(job) : Perft<SmallBits, false>::run(job);
}

inline void solve(SolveJob& job) { job.sides.large ? Solver<LargeBits>::run(job) : Solver<SmallBits>::run(job); }

inline void evaluate(EvaluateJob& job) {
    job.sides.large ? Evaluation<LargeBits>::run(job) : Evaluation<SmallBits>::run(job);
}

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
