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

// Gives every lane the same words, or slots.
template <class Kept, class Word>
__device__ void fill(Kept* lanes, const Word* start, uint32_t count, uint32_t lane) {
    constexpr uint32_t PIECES = LANES * sizeof(Kept) / sizeof(uint4);  // that one of all lanes is stored in
    uint4* const pieces = reinterpret_cast<uint4*>(lanes);
    for (uint32_t k = lane; k < count * PIECES; k += LANES) {
        uint32_t bits = uint32_t(start[k / PIECES]);
        if (sizeof(Kept) == 1) bits = (bits & 0xff) * 0x01010101;
        if (sizeof(Kept) == 2) bits = (bits & 0xffff) * 0x00010001;
        pieces[k] = uint4{bits, bits, bits, bits};
    }
}

template <class Game>
__device__ void play(const Job<typename Game::Word>& job, uint64_t* totals) {
    using Word = typename Game::Word;
    using Slot = typename Game::Slot;
    extern __shared__ uint4 room[];  // the lanes' memory, warp by warp, then this block's sums
    const uint32_t lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, warps = blockDim.x / LANES;
    const uint32_t slots = job.words - job.origin;
    const uint32_t size = memory_of<Game>(job.words, job.origin) * LANES / sizeof(uint4);  // of a warp's memory
    auto* const words_of_lanes = reinterpret_cast<Word*>(room + warp * size);
    auto* const slots_of_lanes = reinterpret_cast<Slot*>(words_of_lanes + job.origin * LANES);
    auto* const sums = reinterpret_cast<uint32_t*>(room + warps * size);
    const Memory<Word, Slot, LANES> memory{at_address(words_of_lanes + job.origin * LANES + lane),
                                           at_address(slots_of_lanes + lane)};
    for (uint32_t k = threadIdx.x; k < job.counters.size(); k += blockDim.x) sums[k] = 0;
    __syncthreads();
    uint64_t first = job.first + uint64_t(blockIdx.x * warps + warp) * LANES;
    for (; first < job.end; first += gridDim.x * blockDim.x) {
        __syncwarp();
        fill(words_of_lanes, job.start, job.origin, lane);
        fill(slots_of_lanes, job.start + job.origin, slots, lane);
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
