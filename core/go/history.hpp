// The boards of a game so far, as hashes: shared between the positions of a game tree, never replayed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tengen::go {

// A list that only grows, by one hash a ply, and can be searched. Copies share all but the last few entries: those are
// in the copy itself, the others in immutable nodes. Each node is at least twice as long as the one after it (a node
// swallows its neighbour when they are of one length), so there are few of them to search, by hash table each.
class History {
public:
    std::uint64_t size() const { return (last_ ? last_->before + last_->hashes.size() : 0) + recent_count_; }

    void add(std::uint64_t hash) {
        recent_[recent_count_++] = hash;
        if (recent_count_ == recent_.size()) settle();
    }

    bool contains(std::uint64_t hash) const { return find(hash) >= 0; }

    // The number of an entry with this hash, counted from the first; -1 if there is none.
    std::int64_t find(std::uint64_t hash) const {
        for (std::uint32_t k = 0; k < recent_count_; k++)
            if (recent_[k] == hash) return std::int64_t(size() - recent_count_ + k);
        for (const Node* node = last_.get(); node; node = node->earlier.get())
            if (const std::int64_t k = node->find(hash); k >= 0) return k;
        return -1;
    }

    std::vector<std::uint64_t> list() const {
        std::vector<std::uint64_t> all(size());
        for (const Node* node = last_.get(); node; node = node->earlier.get())
            std::copy(node->hashes.begin(), node->hashes.end(), all.begin() + std::ptrdiff_t(node->before));
        std::copy_n(recent_.begin(), recent_count_, all.end() - std::ptrdiff_t(recent_count_));
        return all;
    }

    // As sets: the order in which boards came does not matter to the ko rules.
    bool operator==(const History& other) const {
        if (last_ == other.last_ && recent_count_ == other.recent_count_ &&
            std::equal(recent_.begin(), recent_.begin() + recent_count_, other.recent_.begin()))
            return true;
        return as_set() == other.as_set();
    }

private:
    static constexpr std::size_t RECENT = 16;

    struct Node {
        std::shared_ptr<const Node> earlier;
        std::uint64_t before;               // entries in earlier nodes
        std::vector<std::uint64_t> hashes;  // in the order of play
        std::vector<std::uint32_t> table;   // 1 + the number of a hash, or 0
        int shift = 0;

        // The hashes of small boards are not spread out: Fibonacci hashing does that.
        std::size_t bucket(std::uint64_t hash) const { return std::size_t(hash * 0x9e3779b97f4a7c15u >> shift); }

        void index() {
            shift = 64;
            std::size_t buckets = 1;
            while (buckets < 2 * hashes.size()) buckets *= 2, shift--;
            table.assign(buckets, 0);
            for (std::size_t k = 0; k < hashes.size(); k++) {
                std::size_t at = bucket(hashes[k]);
                while (table[at] && hashes[table[at] - 1] != hashes[k]) at = (at + 1) & (table.size() - 1);
                if (!table[at]) table[at] = std::uint32_t(k) + 1;
            }
        }

        std::int64_t find(std::uint64_t hash) const {
            for (std::size_t at = bucket(hash); table[at]; at = (at + 1) & (table.size() - 1))
                if (hashes[table[at] - 1] == hash) return std::int64_t(before + table[at] - 1);
            return -1;
        }
    };

    void settle() {
        std::size_t length = recent_count_;
        std::shared_ptr<const Node> earlier = last_;
        std::vector<const Node*> swallowed;
        for (; earlier && earlier->hashes.size() == length; earlier = earlier->earlier) {
            swallowed.push_back(earlier.get());
            length *= 2;
        }
        auto node = std::make_shared<Node>();
        node->hashes.reserve(length);
        for (auto old = swallowed.rbegin(); old != swallowed.rend(); ++old)
            node->hashes.insert(node->hashes.end(), (*old)->hashes.begin(), (*old)->hashes.end());
        node->hashes.insert(node->hashes.end(), recent_.begin(), recent_.end());
        node->earlier = std::move(earlier);
        node->before = node->earlier ? node->earlier->before + node->earlier->hashes.size() : 0;
        node->index();
        last_ = std::move(node);
        recent_count_ = 0;
    }

    std::vector<std::uint64_t> as_set() const {
        auto all = list();
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    std::array<std::uint64_t, RECENT> recent_{};
    std::uint32_t recent_count_ = 0;
    std::shared_ptr<const Node> last_;
};

}  // namespace tengen::go
