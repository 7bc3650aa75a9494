// Proof and disproof numbers of positions, turned and mirrored ones counted as one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "../random.hpp"
#include "position.hpp"

namespace tengen::gomoku {

// A position's hash under each symmetry of the board, kept up as stones come and go.
class SymmetricHash {
public:
    struct Key {
        std::uint64_t place = 0, check = 0;  // an entry keeps `check` whole, and its place tells more bits

        bool operator<(const Key& other) const {
            return place != other.place ? place < other.place : check < other.check;
        }
    };

    explicit SymmetricHash(const Board& board) : points_(std::size_t(board.size())) {
        Random random(0x60a0);
        std::vector<Key> keys(2 * points_);
        for (Key& key : keys) key = {random.next(), random.next()};
        Board holes = board;
        for (auto& cell : holes.cells) cell = cell == HOLE ? HOLE : EMPTY;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            if (!(transformed(holes, symmetry) == holes)) continue;
            for (std::size_t point = 0; point < points_; point++)
                for (std::size_t colour = 0; colour < 2; colour++)
                    keys_.push_back(keys[2 * image(board, point, symmetry) + colour]);
            hashes_.push_back({});
        }
        for (Index point = 0; point < board.size(); point++)
            if (board[point] == BLACK || board[point] == WHITE) flip(point, board[point]);
    }

    void flip(Index point, Cell colour) {
        const Key* key = keys_.data() + 2 * std::size_t(point) + std::size_t(side(colour));
        for (Key& hash : hashes_) {
            hash.place ^= key->place;
            hash.check ^= key->check;
            key += 2 * points_;
        }
    }

    Key canonical() const { return *std::min_element(hashes_.begin(), hashes_.end()); }

    // With this stone on the board as well.
    Key canonical_with(Index point, Cell colour) const {
        const Key* key = keys_.data() + 2 * std::size_t(point) + std::size_t(side(colour));
        Key least{std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max()};
        for (const Key& hash : hashes_) {
            least = std::min(least, Key{hash.place ^ key->place, hash.check ^ key->check});
            key += 2 * points_;
        }
        return least;
    }

private:
    static std::size_t image(const Board& board, std::size_t point, int symmetry) {
        Board mark(board.height, board.width);
        mark.cells[point] = BLACK;
        const auto cells = transformed(mark, symmetry).cells;
        return std::size_t(std::find(cells.begin(), cells.end(), BLACK) - cells.begin());
    }

    std::size_t points_;
    std::vector<Key> keys_;    // by symmetry, point and colour
    std::vector<Key> hashes_;  // by symmetry
};

// How much there is to do to prove that a side wins, or that it does not. 0: done.
struct ProofNumbers {
    static constexpr std::uint32_t NEVER = 1u << 30;

    std::uint32_t win = 1, no_win = 1;

    bool is_known() const { return win == 0 || no_win == 0; }
};

class ProofTable {
public:
    using Key = SymmetricHash::Key;

    explicit ProofTable(std::size_t most_bytes) {
        std::size_t buckets = 1;
        while (2 * buckets * BUCKET * sizeof(Entry) <= most_bytes && std::uint64_t(buckets) < std::uint64_t(1) << 40)
            buckets *= 2;
        // From calloc, whose zeros take no memory before they are written to.
        entries_.reset(static_cast<Entry*>(std::calloc(buckets * BUCKET, sizeof(Entry))));
        if (!entries_) throw std::bad_alloc();
        mask_ = buckets - 1;
    }

    std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
    std::uint64_t size() const { return BUCKET * (mask_ + 1); }

    std::optional<ProofNumbers> find(const Key& key) const {
        const Entry* const bucket = entries_.get() + BUCKET * (key.place & mask_);
        for (std::size_t k = 0; k < BUCKET; k++)
            if (bucket[k].check == key.check && bucket[k].work) return ProofNumbers{bucket[k].win, bucket[k].no_win};
        return std::nullopt;
    }

    // Of the entries there the one that took least work gives way.
    void keep(const Key& key, const ProofNumbers& numbers, std::uint32_t work) {
        Entry* const bucket = entries_.get() + BUCKET * (key.place & mask_);
        Entry* least = bucket;
        for (Entry* entry = bucket; entry < bucket + BUCKET; entry++) {
            if (entry->work && entry->check == key.check) {
                least = entry;
                work = std::max(work, entry->work);
                break;
            }
            if (entry->work < least->work) least = entry;
        }
        if (!least->work) used_.fetch_add(1, std::memory_order_relaxed);
        *least = {key.check, numbers.win, numbers.no_win, std::max(work, 1u)};
    }

private:
    static constexpr std::size_t BUCKET = 4;

    struct Entry {
        std::uint64_t check;
        std::uint32_t win, no_win;
        std::uint32_t work;  // positions looked at for it; 0: nothing here
    };

    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    std::unique_ptr<Entry[], Free> entries_;
    std::size_t mask_ = 0;
    std::atomic<std::uint64_t> used_{0};
};

}  // namespace tengen::gomoku
