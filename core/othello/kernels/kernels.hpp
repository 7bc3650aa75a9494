// The kernels of this machine: the heavy loops, built for several kinds of processor and picked at run time.
#pragma once

#include <vector>

#include "job.hpp"

namespace tengen::othello {

struct Kernel {
    const char* name;
    void (*count)(CountJob&);
    void (*perft)(PerftJob&);
    void (*layer)(LayerJob&);
    void (*games)(GamesJob&);
    void (*solve)(SolveJob&);
    void (*evaluate)(EvaluateJob&);
    void (*look_ahead)(LookaheadJob&);
};

// Every kernel that this machine can run, fastest first.
const std::vector<Kernel>& kernels();

}  // namespace tengen::othello
