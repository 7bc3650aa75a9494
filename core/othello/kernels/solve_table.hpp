// What is known of positions' margins, in memory that threads share without locks.
//
// An entry is two words: the position's signature, combined with the second word, and what is known. A reader that sees
// the halves of two different writes gets a signature that fits neither. Positions that share a signature also share a
// bucket only by chance, so two positions are taken for one with a chance of less than 2^-64 a look.
#pragma once

#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

struct Key {
    std::uint64_t signature, place;
};

// A permutation of all pairs of words (Feistel's rounds), so that the two words together tell positions apart.
inline void mix(std::uint64_t& left, std::uint64_t& right) {
    const auto scrambled = [](std::uint64_t word, std::uint64_t factor) {
        word = (word ^ (word >> 29)) * factor;
        return word ^ (word >> 32);
    };
    right ^= scrambled(left, 0x9e3779b97f4a7c15u);
    left ^= scrambled(right, 0xd1342543de82ef95u);
    right ^= scrambled(left, 0xbf58476d1ce4e5b9u);
}
inline Key key_of(SmallBits own, SmallBits other) {
    mix(own, other);
    return {own, other};
}
inline Key key_of(const LargeBits& own, const LargeBits& other) {
    std::uint64_t left = 0, right = 0;
    for (int k = 0; k < 4; k++) {
        left ^= own.words[k];
        right ^= other.words[k];
        mix(left, right);
    }
    return {left, right};
}

struct Known {
    std::int16_t least, most;
    std::uint8_t place;  // of a move that reached `least`, or of the last one tried
};

class SolveTable {
public:
    SolveTable(void* memory, int log_entries)
        : entries_(static_cast<Entry*>(memory)), near_(entries_ + (std::size_t(1) << log_entries)),
          shift_(64 - log_entries + LOG_WAYS) {}

    void prefetch(const Key& key) const { __builtin_prefetch(bucket(key)); }

    // Most positions are near the end, and what is known of them is wanted again soon or never. They have a small part
    // of their own that stays in the processor's cache: the last one in its place is the one that is kept.
    bool find_near(const Key& key, Known& known) const { return is_known(near_entry(key), key, known); }
    void store_near(const Key& key, const Known& known, int empties) {
        put(near_entry(key), key, packed(known, empties));
    }

    bool find(const Key& key, Known& known) const {
        const Entry* const entries = bucket(key);
        for (int way = 0; way < WAYS; way++)
            if (is_known(entries[way], key, known)) return true;
        return false;
    }

    // Puts it in place of what was known of the position, else of the bucket's position with the fewest empty points.
    // Says whether it took an entry that was free.
    bool store(const Key& key, const Known& known, int empties) {
        Entry* const entries = bucket(key);
        Entry* chosen = entries;
        int fewest = 1 << 16;
        bool was_free = false;
        for (int way = 0; way < WAYS; way++) {
            const std::uint64_t data = __atomic_load_n(&entries[way].data, __ATOMIC_RELAXED);
            const bool same = (__atomic_load_n(&entries[way].check, __ATOMIC_RELAXED) ^ data) == key.signature;
            const int held = same ? -1 : int(data >> 40);
            if (held >= fewest) continue;
            fewest = held;
            chosen = entries + way;
            was_free = !same && !data;
            if (same) break;
        }
        put(*chosen, key, packed(known, empties));
        return was_free;
    }

private:
    static constexpr int LOG_WAYS = 2, WAYS = 1 << LOG_WAYS;  // a cache line's worth

    struct Entry {
        std::uint64_t check, data;  // all zero: free, since every position stored has an empty point
    };
    static_assert(sizeof(Entry) == SOLVE_ENTRY_BYTES);

    static bool is_known(const Entry& entry, const Key& key, Known& known) {
        const std::uint64_t data = __atomic_load_n(&entry.data, __ATOMIC_RELAXED);
        if ((__atomic_load_n(&entry.check, __ATOMIC_RELAXED) ^ data) != key.signature || !data) return false;
        known = unpacked(data);
        return true;
    }
    static void put(Entry& entry, const Key& key, std::uint64_t data) {
        __atomic_store_n(&entry.data, data, __ATOMIC_RELAXED);
        __atomic_store_n(&entry.check, key.signature ^ data, __ATOMIC_RELAXED);
    }

    Entry& near_entry(const Key& key) const { return near_[key.place & (SOLVE_NEAR_ENTRIES - 1)]; }
    Entry* bucket(const Key& key) const { return entries_ + ((key.place >> shift_) << LOG_WAYS); }

    static std::uint64_t packed(const Known& known, int empties) {
        return std::uint64_t(std::uint16_t(known.least)) | std::uint64_t(std::uint16_t(known.most)) << 16 |
               std::uint64_t(known.place) << 32 | std::uint64_t(empties) << 40;
    }
    static Known unpacked(std::uint64_t data) {
        return {std::int16_t(std::uint16_t(data)), std::int16_t(std::uint16_t(data >> 16)), std::uint8_t(data >> 32)};
    }

    Entry *entries_, *near_;
    int shift_;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
