#include "kernels.hpp"

namespace tengen::othello {

#define DECLARE_KERNEL(isa)      \
    void count_##isa(CountJob&); \
    void perft_##isa(PerftJob&); \
    void layer_##isa(LayerJob&); \
    void games_##isa(GamesJob&); \
    void solve_##isa(SolveJob&); \
    void evaluate_##isa(EvaluateJob&);
#define KERNEL(isa) Kernel{#isa, count_##isa, perft_##isa, layer_##isa, games_##isa, solve_##isa, evaluate_##isa}

DECLARE_KERNEL(baseline)
DECLARE_KERNEL(avx2)
DECLARE_KERNEL(avx512)

const std::vector<Kernel>& kernels() {
    static const std::vector<Kernel> found = [] {
        std::vector<Kernel> list;
#if defined(__x86_64__)
        const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                            __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
        // All that -march=x86-64-v4 may use beyond the v3 part, which no processor with these lacks.
        if (has_v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"))
            list.push_back(KERNEL(avx512));
        if (has_v3) list.push_back(KERNEL(avx2));
#endif
        list.push_back(KERNEL(baseline));
        return list;
    }();
    return found;
}

}  // namespace tengen::othello
