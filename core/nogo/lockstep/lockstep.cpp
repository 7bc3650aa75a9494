#include "lockstep.hpp"

#include <cstring>

#include "../../processor.hpp"
#include "../../random.hpp"
#include "job.hpp"

namespace tengen::nogo {

void lockstep_baseline(LockstepJob& job);
void lockstep_avx2(LockstepJob& job);
void lockstep_avx512(LockstepJob& job);

namespace {

struct Kernel {
    const char* name;
    void (*run)(LockstepJob&);
};

std::vector<Kernel> kernels() {
    std::vector<Kernel> found;
#if FOR_X86_64
    if (this_processor() >= Processor::AVX512) found.push_back({"avx512", lockstep_avx512});
    if (this_processor() >= Processor::AVX2) found.push_back({"avx2", lockstep_avx2});
#endif
    found.push_back({"baseline", lockstep_baseline});
    return found;
}

void play(const Kernel& kernel, const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
          Totals& totals) {
    if (games == 0) return;
    const Board& board = start.board();
    const Cell to_play = start.to_play();
    LockstepJob job{};
    job.height = board.height;
    job.width = board.width;
    std::vector<Index> groups[3];  // for Black only, for both, for White only
    for (Index point = 0; point < board.size(); point++) {
        const Index row = point / board.width, col = point % board.width;
        const std::uint64_t bit = std::uint64_t(1) << col;
        if (board[point] != HOLE) job.points[row] |= bit;
        if (board[point] == BLACK || board[point] == WHITE) job.stones[side(board[point])][row] |= bit;
        const bool black = start.is_legal(point, BLACK), white = start.is_legal(point, WHITE);
        if (black || white) groups[black && white ? 1 : black ? 0 : 2].push_back(point);
    }
    std::vector<Index> candidates;
    for (const auto& group : groups) candidates.insert(candidates.end(), group.begin(), group.end());
    job.candidates = candidates.data();
    job.only_black = int(groups[0].size());
    job.shared = int(groups[1].size());
    job.only_white = int(groups[2].size());
    job.to_play = side(to_play);
    job.games = games;
    Random random(seed);
    for (std::uint64_t& word : job.seeds) word = random.next();
    job.cancel = cancel;
    job.cancelled = [](const void* asked) { return cancelled(static_cast<const Cancel*>(asked)); };
    job.lengths = totals.lengths.data();
    if (totals.by_point()) {
        for (int colour = 0; colour < 2; colour++) job.ended[colour] = totals.ended[colour].data();
        job.first_games = totals.first_games.data();
        job.first_wins = totals.first_wins.data();
    }
    if (candidates.size() == groups[to_play == BLACK ? 2 : 0].size()) {  // over before it began
        job.played = job.wins[side(start.winner())] = games;
        totals.lengths[0] += games;
        for (Index point = 0; totals.by_point() && point < board.size(); point++)
            if (board[point] == BLACK || board[point] == WHITE)
                totals.ended[side(board[point])][std::size_t(point)] += games;
    } else {
        kernel.run(job);
    }
    totals.games += job.played;
    for (int colour = 0; colour < 2; colour++) totals.wins[colour] += job.wins[colour];
}

}  // namespace

bool lockstep_fits(const Board& board) { return board.width <= 64 && board.height <= MAX_LOCKSTEP_ROWS; }

void lockstep_games(const Position& start, std::uint64_t games, std::uint64_t seed, const Cancel* cancel,
                    Totals& totals) {
    static const Kernel best = kernels().front();
    play(best, start, games, seed, cancel, totals);
}

std::vector<const char*> lockstep_kernels() {
    std::vector<const char*> names;
    for (const Kernel& kernel : kernels()) names.push_back(kernel.name);
    return names;
}

void lockstep_games_on(const char* name, const Position& start, std::uint64_t games, std::uint64_t seed,
                       const Cancel* cancel, Totals& totals) {
    for (const Kernel& kernel : kernels())
        if (!std::strcmp(kernel.name, name)) play(kernel, start, games, seed, cancel, totals);
}

}  // namespace tengen::nogo
