// Memory for the positions of a search tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tengen::search {

// Each thread takes from a pool of its own: the system's allocator makes threads wait for each other when they take as
// much as a search does. Pieces begin on cache lines of their own. What is given back, to this pool or to another one
// of the same search, is used again; the system gets it back when the pools go.
class Pool {
public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void* take(std::size_t bytes) {
        const std::size_t wanted = lines_for(bytes);
        for (std::size_t lines = wanted; lines < spare_.size(); lines++) {
            Piece* const piece = spare_[lines];
            if (!piece) continue;
            spare_[lines] = piece->next;
            if (lines > wanted) keep(reinterpret_cast<std::byte*>(piece) + wanted * LINE, lines - wanted);
            return piece;
        }
        if (wanted > left_) {
            if (left_) keep(next_, left_);
            left_ = std::max(block_lines_, wanted);
            block_lines_ = std::min(2 * block_lines_, HUGE_PAGE / LINE);
            blocks_.push_back(block(left_ * LINE));
            next_ = blocks_.back().get();
        }
        left_ -= wanted;
        return std::exchange(next_, next_ + wanted * LINE);
    }
    void give(void* memory, std::size_t bytes) { keep(memory, lines_for(bytes)); }

private:
    static constexpr std::size_t LINE = 64, HUGE_PAGE = std::size_t(1) << 21;

    struct Piece {
        Piece* next;
    };
    struct Free {
        std::align_val_t alignment;
        void operator()(std::byte* memory) const { ::operator delete(memory, alignment); }
    };
    using Block = std::unique_ptr<std::byte, Free>;

    // A huge page where there are such: to get small ones one by one, threads wait for each other in the system.
    static Block block(std::size_t bytes) {
        const std::align_val_t alignment{bytes < HUGE_PAGE ? LINE : HUGE_PAGE};
        Block made(static_cast<std::byte*>(::operator new(bytes, alignment)), Free{alignment});
#ifdef MADV_HUGEPAGE
        if (bytes >= HUGE_PAGE) madvise(made.get(), bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
        return made;
    }

    static std::size_t lines_for(std::size_t bytes) { return (bytes + LINE - 1) / LINE; }

    void keep(void* memory, std::size_t lines) {
        if (spare_.size() <= lines) spare_.resize(lines + 1);
        spare_[lines] = new (memory) Piece{spare_[lines]};
    }

    std::vector<Block> blocks_;
    std::byte* next_ = nullptr;  // what was never taken, of the last block
    std::size_t left_ = 0, block_lines_ = 512;
    std::vector<Piece*> spare_;  // by their length in lines
};

}  // namespace tengen::search
