// Who wins the sums that were searched, as many as there is room for.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "strip_sum.hpp"

namespace tengen::nogo {

// An entry is 57 bits of one hash of the sum, the logarithm of the nodes that it took, and the answer. The other hash
// says which four entries it may be in: no fewer than 2^8 fours, so sums are told apart by 65 bits or more.
class StripTable {
public:
    explicit StripTable(std::size_t most_bytes)
        : size_(std::size_t(4) << (std::bit_width(std::max(most_bytes / 32, std::size_t(1) << LEAST_LOG2)) - 1)),
          entries_(static_cast<std::uint64_t*>(std::calloc(size_, sizeof(std::uint64_t)))) {
        if (!entries_) throw std::bad_alloc();
    }

    std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
    std::uint64_t size() const { return size_; }

    // Does the side to move win?
    std::optional<bool> find(const SumKey& key) const {
        const std::uint64_t* four = fours(key);
        for (int k = 0; k < 4; k++)
            if (four[k] >> 7 == key.check >> 7 && four[k] != 0) return four[k] & 1;
        return std::nullopt;
    }

    // In place of the one that took the least.
    void put(const SumKey& key, bool wins, std::uint64_t nodes) {
        std::uint64_t* four = fours(key);
        int place = 0;
        for (int k = 0; k < 4; k++) {
            if (four[k] >> 7 == key.check >> 7) {
                place = k;
                break;
            }
            if ((four[k] & WORK) < (four[place] & WORK)) place = k;
        }
        if (four[place] == 0) used_.store(used() + 1, std::memory_order_relaxed);
        const std::uint64_t work = std::uint64_t(std::bit_width(nodes));
        four[place] = (key.check & ~std::uint64_t(127)) | work << 1 | std::uint64_t(wins);
    }

private:
    static constexpr int LEAST_LOG2 = 8;
    static constexpr std::uint64_t WORK = 126;  // at least 1 node, so 0 in an empty entry only

    struct Free {
        void operator()(std::uint64_t* entries) const { std::free(entries); }
    };

    std::uint64_t* fours(const SumKey& key) const { return &entries_[(key.slot & (size_ / 4 - 1)) * 4]; }

    std::size_t size_;
    std::unique_ptr<std::uint64_t[], Free> entries_;  // calloc's: pages that are not used are not touched
    std::atomic<std::uint64_t> used_{0};
};

}  // namespace tengen::nogo
