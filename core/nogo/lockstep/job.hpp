// What lockstep_games asks of a kernel.
#pragma once

#include <cstdint>

namespace tengen::nogo {

constexpr int MAX_LOCKSTEP_ROWS = 64, MAX_LOCKSTEP_LANES = 32;

// Plain data, both ways.
struct LockstepJob {
    int height, width;
    std::uint64_t points[MAX_LOCKSTEP_ROWS], stones[2][MAX_LOCKSTEP_ROWS];  // by row; bit col
    const std::int32_t* candidates;  // indices: legal for Black only, then for both, then for White only
    int only_black, shared, only_white;
    int to_play;  // 0 for Black, 1 for White
    std::uint64_t games, seeds[4 * MAX_LOCKSTEP_LANES];
    bool (*cancelled)(const void*);
    const void* cancel;
    std::uint64_t played, wins[2];
    std::uint64_t *lengths, *ended[2], *first_games, *first_wins;  // the last four null when not wanted
};

}  // namespace tengen::nogo
