// What a search with patterns knows of positions, for one thread. An entry is the position's signature and a word.
#pragma once

#include "job.hpp"
#include "solve_table.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

class LookaheadTable {
public:
    struct Known {
        std::int16_t least, most;
        std::uint8_t depth, confidence, place, generation;
    };

    LookaheadTable(void* memory, int log_entries, int generation)
        : entries_(static_cast<Entry*>(memory)), shift_(64 - log_entries + LOG_WAYS),
          generation_(std::uint8_t(generation)) {}

    const Known* find(const Key& key) const {
        const Entry* const entries = bucket(key);
        for (int way = 0; way < WAYS; way++)
            if (entries[way].signature == key.signature) return &entries[way].known;
        return nullptr;
    }

    // In place of what was known of the position, unless that is deeper; else of what is old, then of the shallowest.
    void store(const Key& key, int depth, int confidence, int least, int most, int place) {
        Entry* const entries = bucket(key);
        Entry* chosen = nullptr;
        int lowest_worth = 1 << 16;
        for (int way = 0; way < WAYS; way++) {
            Entry& entry = entries[way];
            if (entry.signature == key.signature) {
                Known& known = entry.known;
                if (known.depth == depth && known.confidence == confidence) {
                    if (least > known.least) known.least = std::int16_t(least);
                    if (most < known.most) known.most = std::int16_t(most);
                    if (known.least > known.most) {
                        known.least = std::int16_t(least);
                        known.most = std::int16_t(most);
                    }
                    if (place != NO_PLACE) known.place = std::uint8_t(place);
                    known.generation = generation_;
                    return;
                }
                if (known.depth > depth && known.generation == generation_) return;
                if (place == NO_PLACE) place = known.place;
                chosen = &entry;
                break;
            }
            const int worth = entry.known.depth + 64 * (entry.known.generation == generation_);
            if (worth >= lowest_worth) continue;
            lowest_worth = worth;
            chosen = &entry;
        }
        *chosen = {key.signature,
                   {std::int16_t(least), std::int16_t(most), std::uint8_t(depth), std::uint8_t(confidence),
                    std::uint8_t(place), generation_}};
    }

    static constexpr int NO_PLACE = 64;

private:
    static constexpr int LOG_WAYS = 2, WAYS = 1 << LOG_WAYS;  // a cache line's worth

    struct Entry {
        std::uint64_t signature;
        Known known;
    };
    static_assert(sizeof(Entry) == SOLVE_ENTRY_BYTES);

    Entry* bucket(const Key& key) const { return entries_ + ((key.place >> shift_) << LOG_WAYS); }

    Entry* entries_;
    int shift_;
    std::uint8_t generation_;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
