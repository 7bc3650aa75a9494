// The kernel that plays games on a card, for NVRTC alone. The 32 lanes of a warp begin their games together, and the
// next 32 when all are over. Warps of a block share nothing but the sums.
#pragma once

#include "games.hpp"

namespace tengen::gpu {

constexpr uint32_t LANES = 32;

// The same pointer, to shared memory, as a number in a register: the compiler would else add it up at every access.
template <class Word>
__device__ Word* at_address(Word* pointer) {
    uint32_t address = uint32_t(__cvta_generic_to_shared(pointer));
    asm volatile("" : "+r"(address));
    return static_cast<Word*>(__cvta_shared_to_generic(address));
}

// Gives every lane the same words.
template <class Word>
__device__ void fill(Word* lanes, const Word* start, uint32_t words, uint32_t lane) {
    constexpr uint32_t PIECES = LANES * sizeof(Word) / sizeof(uint4);  // that a word of all lanes is stored in
    uint4* const pieces = reinterpret_cast<uint4*>(lanes);
    for (uint32_t k = lane; k < words * PIECES; k += LANES) {
        uint32_t word = uint32_t(start[k / PIECES]);
        if (sizeof(Word) == 2) word = (word & 0xffff) | word << 16;
        pieces[k] = uint4{word, word, word, word};
    }
}

template <class Game>
__device__ void play(const Job<typename Game::Word>& job, uint64_t* totals) {
    extern __shared__ uint4 room[];  // the lanes' memory, warp by warp, then this block's sums
    const uint32_t lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, warps = blockDim.x / LANES;
    auto* const lanes = reinterpret_cast<typename Game::Word*>(room) + warp * job.words * LANES;
    auto* const sums =
        reinterpret_cast<uint32_t*>(reinterpret_cast<typename Game::Word*>(room) + warps * job.words * LANES);
    const Memory<typename Game::Word, LANES> memory{at_address(lanes + job.origin * LANES + lane)};
    for (uint32_t k = threadIdx.x; k < job.counters.size(); k += blockDim.x) sums[k] = 0;
    __syncthreads();
    uint64_t first = job.first + uint64_t(blockIdx.x * warps + warp) * LANES;
    for (; first < job.end; first += gridDim.x * blockDim.x) {
        __syncwarp();
        fill(lanes, job.start, job.words, lane);
        __syncwarp();
        const bool plays = first + lane < job.end;
        Game game = Game::begin(memory, Stream::of(job.seed, first + lane));
        if (plays) {
            while (!game.is_over()) game.step(memory);
            if constexpr (requires { game.settle(memory); }) game.settle(memory);
            count_game(game, job, [&](uint32_t k) { atomicAdd(&sums[k], 1u); });
        }
        __syncwarp();
        for (uint32_t point = 0; point < job.counters.points; point++) {
            const int stone = plays ? game.stone(memory, point) : 0;
            const uint32_t black = __ballot_sync(~0u, stone == 1), white = __ballot_sync(~0u, stone == 2);
            if (lane < 2)
                atomicAdd(&sums[job.counters.ended(int(lane)) + point], uint32_t(__popc(lane ? white : black)));
        }
    }
    __syncthreads();
    for (uint32_t k = threadIdx.x; k < job.counters.size(); k += blockDim.x)
        if (sums[k]) atomicAdd(reinterpret_cast<unsigned long long*>(&totals[k]), (unsigned long long)sums[k]);
}

}  // namespace tengen::gpu
