// Numbers too long for a machine word, added up by key from several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

namespace tengen {

// A number for each key, hashed, in parts with a lock each. The key with all bits set is not used. A number is this
// many words, the lowest first.
class Tally {
public:
    static constexpr std::size_t PARTS = 64;

    // `bytes`: what all tallies of a job take together. It never gets past `most_bytes`.
    Tally(std::size_t words, std::atomic<std::size_t>& bytes, std::size_t most_bytes)
        : stride_(1 + words), bytes_(bytes), most_bytes_(most_bytes), parts_(PARTS) {}

    ~Tally() {
        for (std::size_t part = 0; part < PARTS; part++) clear(part);
    }

    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;

    static std::size_t part_of(std::uint64_t key) { return hash(key) >> 58; }

    std::size_t used(std::size_t part) const { return parts_[part].used; }

    std::size_t used() const {
        std::size_t sum = 0;
        for (const auto& part : parts_) sum += part.used;
        return sum;
    }

    void clear(std::size_t part) {
        bytes_ -= parts_[part].entries.size() * sizeof(std::uint64_t);
        parts_[part].entries = {};
        parts_[part].slots = parts_[part].used = 0;
    }

    // Adds these entries, each a key and its number, all of this part. Throws bad_alloc.
    void add(std::size_t part_number, const std::uint64_t* entries, std::size_t count) {
        Part& part = parts_[part_number];
        const std::scoped_lock lock(part.mutex);
        if (part.slots > 0)
            for (std::size_t k = 0; k < count; k++)
                __builtin_prefetch(&part.entries[home(entries[k * stride_], part.slots) * stride_]);
        for (std::size_t k = 0; k < count; k++) add(part, entries + k * stride_);
    }

    // Calls visit(key, number) for each key.
    template <class Visit>
    void for_each(std::size_t part, Visit&& visit) const {
        const auto& entries = parts_[part].entries;
        for (std::size_t at = 0; at < entries.size(); at += stride_)
            if (entries[at] != VACANT) visit(~entries[at], &entries[at + 1]);
    }

private:
    static constexpr std::uint64_t VACANT = 0;  // keys are kept with all bits flipped
    static constexpr std::size_t FEWEST_SLOTS = 16;

    struct Part {
        std::vector<std::uint64_t> entries;
        std::size_t slots = 0;  // entries there is room for: a power of two
        std::size_t used = 0;
        std::mutex mutex;
    };

    static std::uint64_t hash(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15;
        key ^= key >> 32;
        key *= 0xD6E8FEB86659FD93;
        return key ^ key >> 32;
    }

    void add(Part& part, const std::uint64_t* entry) {
        if (part.used * 10 >= part.slots * 7) grow(part);
        std::uint64_t* const found = place(part.entries, part.slots, entry[0]);
        if (found[0] == VACANT) {
            found[0] = ~entry[0];
            part.used++;
        }
        std::uint64_t carry = 0;
        for (std::size_t k = 1; k < stride_; k++) {
            const unsigned __int128 sum = static_cast<unsigned __int128>(found[k]) + entry[k] + carry;
            found[k] = std::uint64_t(sum);
            carry = std::uint64_t(sum >> 64);
        }
    }

    // Where a key is looked for first.
    static std::size_t home(std::uint64_t key, std::size_t slots) { return hash(key) & (slots - 1); }

    // Where it is, or would be.
    std::uint64_t* place(std::vector<std::uint64_t>& entries, std::size_t slots, std::uint64_t key) const {
        for (std::size_t slot = home(key, slots);; slot = (slot + 1) & (slots - 1)) {
            std::uint64_t* const entry = &entries[slot * stride_];
            if (entry[0] == ~key || entry[0] == VACANT) return entry;
        }
    }

    void grow(Part& part) {
        const std::size_t slots = std::max(FEWEST_SLOTS, 2 * part.slots);
        const std::size_t bytes = slots * stride_ * sizeof(std::uint64_t);
        if ((bytes_ += bytes) > most_bytes_) {
            bytes_ -= bytes;
            throw std::bad_alloc();
        }
        std::vector<std::uint64_t> larger(slots * stride_);
        for (std::size_t at = 0; at < part.entries.size(); at += stride_)
            if (part.entries[at] != VACANT)
                std::copy_n(&part.entries[at], stride_, place(larger, slots, ~part.entries[at]));
        bytes_ -= part.entries.size() * sizeof(std::uint64_t);
        part.entries.swap(larger);
        part.slots = slots;
    }

    std::size_t stride_;
    std::atomic<std::size_t>& bytes_;
    std::size_t most_bytes_;
    std::vector<Part> parts_;
};

}  // namespace tengen
