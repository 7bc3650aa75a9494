#define OTHELLO_ISA baseline
#include "kernel.hpp"

namespace tengen::othello {
void count_baseline(CountJob& job) { baseline::count(job); }
void perft_baseline(PerftJob& job) { baseline::perft(job); }
void layer_baseline(LayerJob& job) { baseline::LayerStep::run(job); }
void games_baseline(GamesJob& job) { baseline::Games::run(job); }
void solve_baseline(SolveJob& job) { baseline::solve(job); }
void evaluate_baseline(EvaluateJob& job) { baseline::evaluate(job); }
void look_ahead_baseline(LookaheadJob& job) { baseline::Lookahead::run(job); }
}  // namespace tengen::othello
