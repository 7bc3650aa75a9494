#include "kernels.hpp"

#include "../../processor.hpp"

namespace tengen::othello {

#define DECLARE_KERNEL(isa)            \
    void count_##isa(CountJob&);       \
    void perft_##isa(PerftJob&);       \
    void layer_##isa(LayerJob&);       \
    void games_##isa(GamesJob&);       \
    void solve_##isa(SolveJob&);       \
    void evaluate_##isa(EvaluateJob&); \
    void look_ahead_##isa(LookaheadJob&);
#define KERNEL(isa) \
    Kernel { #isa, count_##isa, perft_##isa, layer_##isa, games_##isa, solve_##isa, evaluate_##isa, look_ahead_##isa }

DECLARE_KERNEL(baseline)
DECLARE_KERNEL(avx2)
DECLARE_KERNEL(avx512)

const std::vector<Kernel>& kernels() {
    static const std::vector<Kernel> found = [] {
        std::vector<Kernel> list;
#if FOR_X86_64
        if (this_processor() >= Processor::AVX512) list.push_back(KERNEL(avx512));
        if (this_processor() >= Processor::AVX2) list.push_back(KERNEL(avx2));
#endif
        list.push_back(KERNEL(baseline));
        return list;
    }();
    return found;
}

}  // namespace tengen::othello
