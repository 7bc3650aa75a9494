// A block of a graphics card, two warps of 32 threads, so that the kernel itself runs here: core/gpu/card.hpp is
// compiled as it is.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tengen::gpu {

struct uint4 {
    std::uint32_t x, y, z, w;
};
struct Dimensions {
    std::uint32_t x;
};

inline uint4 room[1 << 16];  // what a block shares
inline thread_local Dimensions threadIdx{};
inline Dimensions blockIdx{}, gridDim{};
inline constexpr Dimensions blockDim{64};
inline std::barrier<> block_meets(64);

struct Warp {
    std::barrier<> lanes_meet{32};
    std::atomic<std::uint32_t> votes{};
};
inline Warp warp_of_block[2];
inline Warp& this_warp() { return warp_of_block[threadIdx.x / 32]; }

inline void __syncthreads() { block_meets.arrive_and_wait(); }
inline void __syncwarp() { this_warp().lanes_meet.arrive_and_wait(); }

inline std::uint32_t __ballot_sync(std::uint32_t, bool vote) {
    if (vote) this_warp().votes |= std::uint32_t(1) << threadIdx.x % 32;
    __syncwarp();
    const std::uint32_t all = this_warp().votes;
    __syncwarp();
    if (threadIdx.x % 32 == 0) this_warp().votes = 0;
    __syncwarp();
    return all;
}

inline std::uint32_t __popc(std::uint32_t bits) { return std::uint32_t(__builtin_popcount(bits)); }
template <class Number>
void atomicAdd(Number* to, Number more) {
    std::atomic_ref(*to) += more;
}
inline std::size_t __cvta_generic_to_shared(void* pointer) {
    return std::size_t(static_cast<std::byte*>(pointer) - reinterpret_cast<std::byte*>(room));
}
inline void* __cvta_shared_to_generic(std::size_t address) { return reinterpret_cast<std::byte*>(room) + address; }

}  // namespace tengen::gpu

#define __device__
#define __shared__
#include "../gpu/card.hpp"
#undef __device__
#undef __shared__

namespace tengen::gpu {

// A launch of so many blocks, one after the other.
template <class Game>
void launch(std::uint32_t blocks, const Job<typename Game::Word>& job, std::uint64_t* totals) {
    gridDim.x = blocks;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        std::vector<std::thread> lanes;
        for (std::uint32_t lane = 0; lane < blockDim.x; lane++)
            lanes.emplace_back([&, lane] {
                threadIdx.x = lane;
                play<Game>(job, totals);
            });
        for (std::thread& lane : lanes) lane.join();
    }
}

}  // namespace tengen::gpu
