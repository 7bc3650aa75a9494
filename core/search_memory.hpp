// Memory for the positions of a search tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

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
            block_lines_ = std::min(2 * block_lines_, MOST_BLOCK_LINES);
            blocks_.emplace_back(static_cast<std::byte*>(::operator new(left_ * LINE, std::align_val_t(LINE))));
            next_ = blocks_.back().get();
        }
        left_ -= wanted;
        return std::exchange(next_, next_ + wanted * LINE);
    }
    void give(void* memory, std::size_t bytes) { keep(memory, lines_for(bytes)); }

private:
    static constexpr std::size_t LINE = 64, MOST_BLOCK_LINES = (std::size_t(1) << 21) / LINE;

    struct Piece {
        Piece* next;
    };
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t(LINE)); }
    };

    static std::size_t lines_for(std::size_t bytes) { return (bytes + LINE - 1) / LINE; }

    void keep(void* memory, std::size_t lines) {
        if (spare_.size() <= lines) spare_.resize(lines + 1);
        spare_[lines] = new (memory) Piece{spare_[lines]};
    }

    std::vector<std::unique_ptr<std::byte, Free>> blocks_;
    std::byte* next_ = nullptr;  // what was never taken, of the last block
    std::size_t left_ = 0, block_lines_ = 512;
    std::vector<Piece*> spare_;  // by their length in lines
};

}  // namespace tengen::search
