// Perfect play of the last moves.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "jobs.hpp"

namespace tengen::othello {

struct Solved {
    int margin = 0;        // discs of the side to move less the other's at the end
    bool gave_up = false;  // the margin means nothing
    std::uint64_t nodes = 0;
};

// A table for the kernels' solver, zeroed and aligned.
class SolveMemory {
public:
    explicit SolveMemory(int log_entries)
        : bytes_(((std::size_t(1) << log_entries) + SOLVE_NEAR_ENTRIES) * SOLVE_ENTRY_BYTES),
          memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        madvise(memory_, bytes_, MADV_HUGEPAGE);  // looks go anywhere: with small pages most miss the list of pages too
#endif
    }
    ~SolveMemory() { munmap(memory_, bytes_); }
    SolveMemory(const SolveMemory&) = delete;
    SolveMemory& operator=(const SolveMemory&) = delete;

    void* get() const { return memory_; }

private:
    std::size_t bytes_;
    void* memory_;
};

// Solves positions of one board's shape, and remembers what it found for the next one. Up to 16x16.
class Endgame {
public:
    static constexpr int LOG_ENTRIES = 16;

    explicit Endgame(const Position& position, int log_entries = LOG_ENTRIES, const Kernel& kernel = best_kernel())
        : kernel_(kernel), sides_(plain_sides(position)), log_entries_(log_entries) {}

    // The margin if it is between alpha and beta, else something beyond that side.
    template <class Bits>
    Solved margin(const Sides<Bits>& sides, int alpha, int beta, std::uint64_t most_nodes,
                  const Cancel* cancel = nullptr) {
        if (!memory_) memory_ = std::make_unique<SolveMemory>(log_entries_);
        SolveJob job{};
        job.sides = sides_;
        put(sides, job.sides);
        job.poll = poll_of(cancel);
        job.memory = memory_->get();
        job.log_entries = log_entries_;
        job.alpha = alpha;
        job.beta = beta;
        job.most_nodes = most_nodes;
        kernel_.solve(job);
        return {job.margin, job.gave_up, job.nodes};
    }

private:
    const Kernel& kernel_;
    PlainSides sides_;
    int log_entries_;
    std::unique_ptr<SolveMemory> memory_;  // taken when it is first needed
};

}  // namespace tengen::othello
