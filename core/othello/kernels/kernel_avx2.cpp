#define OTHELLO_ISA avx2
#include "kernel.hpp"

namespace tengen::othello {
void count_avx2(CountJob& job) { avx2::count(job); }
void perft_avx2(PerftJob& job) { avx2::perft(job); }
void layer_avx2(LayerJob& job) { avx2::LayerStep::run(job); }
void games_avx2(GamesJob& job) { avx2::Games::run(job); }
void solve_avx2(SolveJob& job) { avx2::solve(job); }
void evaluate_avx2(EvaluateJob& job) { avx2::evaluate(job); }
void look_ahead_avx2(LookaheadJob& job) { avx2::Lookahead::run(job); }
}  // namespace tengen::othello
