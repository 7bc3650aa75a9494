// A table of positions that are proven won or lost, shared by threads, of a fixed size.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace tengen::nogo::solving {

enum class Verdict : std::uint8_t { UNKNOWN, LOST, WON };  // for the side to move

// An entry is a word: 56 bits of a signature, which with the index of its bucket is what a position is known by; the
// verdict; and how much work it took. A word is written at once, so threads need no locks.
class Table {
public:
    static constexpr int BUCKET = 8;  // entries: a cache line

    explicit Table(std::size_t bytes) : buckets_(std::max<std::size_t>(1, in_whole_pages(bytes) / sizeof(Bucket))) {
        void* memory =
            mmap(nullptr, buckets_ * sizeof(Bucket), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        madvise(memory, buckets_ * sizeof(Bucket), MADV_HUGEPAGE);
#endif
        table_ = static_cast<Bucket*>(memory);
    }
    ~Table() { munmap(table_, buckets_ * sizeof(Bucket)); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    [[gnu::always_inline]] void prefetch(std::uint64_t index) const { __builtin_prefetch(&bucket(index)); }

    [[gnu::always_inline]] Verdict look_up(std::uint64_t index, std::uint64_t signature) const {
        const Bucket& found = bucket(index);
        for (const auto& entry : found.words) {
            const std::uint64_t word = entry.load(std::memory_order_relaxed);
            if ((word ^ signature) >> SHIFT == 0 && word & 3) return Verdict(word & 3);
        }
        return Verdict::UNKNOWN;
    }

    // `work`: 0 to 63, about the logarithm of the positions it took; the least is replaced.
    [[gnu::always_inline]] void store(std::uint64_t index, std::uint64_t signature, Verdict verdict, unsigned work) {
        Bucket& found = bucket(index);
        std::atomic<std::uint64_t>* place = &found.words[0];
        unsigned least = 64;
        for (auto& entry : found.words) {
            const std::uint64_t word = entry.load(std::memory_order_relaxed);
            if ((word ^ signature) >> SHIFT == 0 || word == 0) {
                place = &entry;
                break;
            }
            if (const unsigned its = word >> 2 & 63; its < least) {
                least = its;
                place = &entry;
            }
        }
        place->store((signature >> SHIFT << SHIFT) | work << 2 | unsigned(verdict), std::memory_order_relaxed);
    }

    std::size_t size() const { return buckets_ * BUCKET; }

    // From a sample: keys are spread evenly. One of neighbours, so as not to take memory that is not used yet.
    std::size_t used() const {
        const std::size_t sample = std::min<std::size_t>(buckets_, 4096);
        std::size_t full = 0;
        for (std::size_t k = 0; k < sample; k++)
            for (const auto& entry : table_[k].words) full += entry.load(std::memory_order_relaxed) != 0;
        return full * (buckets_ / sample);
    }

private:
    static constexpr int SHIFT = 8;
    static constexpr std::size_t HUGE_PAGE = std::size_t(1) << 21;

    static std::size_t in_whole_pages(std::size_t bytes) {
        return bytes < HUGE_PAGE ? bytes : bytes / HUGE_PAGE * HUGE_PAGE;
    }

    struct alignas(64) Bucket {
        std::atomic<std::uint64_t> words[BUCKET];
    };

    [[gnu::always_inline]] Bucket& bucket(std::uint64_t index) const {
        return table_[std::size_t(static_cast<unsigned __int128>(index) * buckets_ >> 64)];
    }

    const std::size_t buckets_;
    Bucket* table_ = nullptr;
};

}  // namespace tengen::nogo::solving
