#define OTHELLO_ISA avx512
#include "kernel.hpp"

namespace tengen::othello {
void count_avx512(CountJob& job) { avx512::count(job); }
void perft_avx512(PerftJob& job) { avx512::perft(job); }
void layer_avx512(LayerJob& job) { avx512::LayerStep::run(job); }
void games_avx512(GamesJob& job) { avx512::Games::run(job); }
void solve_avx512(SolveJob& job) { avx512::solve(job); }
void evaluate_avx512(EvaluateJob& job) { avx512::evaluate(job); }
void look_ahead_avx512(LookaheadJob& job) { avx512::Lookahead::run(job); }
}  // namespace tengen::othello
