// The tree that a search grows, and each thread's own copies of where all threads go through.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "grid.hpp"
#include "search_memory.hpp"
#include "search_results.hpp"

namespace tengen::search {

// Held for a few dozen nanoseconds at a time.
class SpinLock {
public:
    void lock() {
        while (held_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    void unlock() { held_.clear(std::memory_order_release); }

private:
    std::atomic_flag held_ = ATOMIC_FLAG_INIT;
};

// A position in the tree, in a piece of memory with its arrays behind it.
struct Node : Results {
    static Node* make(Pool& pool, const std::vector<Candidate>& candidates, bool is_partial, const Tuning& tuning) {
        return new (pool.take(bytes_for(candidates.size()))) Node(candidates, is_partial, tuning);
    }
    static std::size_t bytes_for(std::size_t moves) {
        return sizeof(Node) + moves * (sizeof(Node*) + ARRAYS * sizeof(float) + sizeof(Index) + 1);
    }

    // Calls visit(node) for this one and all below it. Not by recursion: lines can be long.
    template <class Visit>
    void for_all(Visit&& visit) {
        std::vector<Node*> ahead{this};
        while (!ahead.empty()) {
            Node* const node = ahead.back();
            ahead.pop_back();
            for (std::size_t k = 0; k < node->count; k++)
                if (node->children[k]) ahead.push_back(node->children[k]);
            visit(node);
        }
    }

    SpinLock lock;
    float expand_at;
    Node** children;
    Index* moves;
    std::uint8_t* claimed;  // a thread is listing the moves after this one, or has done so

private:
    Node(const std::vector<Candidate>& candidates, bool is_partial, const Tuning& tuning)
        : Results(candidates.size(), is_partial, nullptr),
          expand_at(std::min(tuning.expand_at, std::max(1.0f, tuning.expand_share * float(count)))),
          children(reinterpret_cast<Node**>(this + 1)) {
        floats = reinterpret_cast<float*>(children + count);
        moves = reinterpret_cast<Index*>(floats + ARRAYS * count);
        claimed = reinterpret_cast<std::uint8_t*>(moves + count);
        std::uninitialized_fill_n(children, count, nullptr);
        std::uninitialized_fill_n(floats, ARRAYS * count, 0.0f);
        std::uninitialized_fill_n(claimed, count, std::uint8_t(0));
        for (std::size_t k = 0; k < count; k++) {
            new (&moves[k]) Index(candidates[k].move);
            amaf_visits()[k] = candidates[k].weight;
            amaf_score()[k] = candidates[k].weight * candidates[k].value;
            root_of_visits()[k] = 1.0f;
        }
        widen(tuning);
    }
};

// A thread's own copy of what came of a position that all threads go through. The thread chooses by its copy and adds
// to it. Every so often it exchanges news with the position itself: what it has added, and what others have. Until then
// it takes it that the others find what it finds: its own results count once for each thread. AMAF's do not, for they
// are few games that say something of all moves.
struct View : Results {
    View(Node& of, const Tuning& tuning, int threads)
        : Results(of.count, of.partial, nullptr), node(of), times(float(threads)), memory((ARRAYS + ADDED) * count),
          children(count), below(count) {
        floats = memory.data();
        const std::scoped_lock held(node.lock);
        copy(tuning);
    }

    static std::size_t bytes_for(std::size_t moves) {
        return sizeof(View) +
               moves * ((ARRAYS + ADDED) * sizeof(float) + sizeof(Node*) + sizeof(std::unique_ptr<View>));
    }

    void visit(std::size_t k) {
        Results::visit(k, times);
        added()[k]++;
        added_total++;
    }
    void add(std::size_t k, float result, const float* played) {
        if (!is_closed(k)) score()[k] += times * result;
        added()[count + k] += result;
        add_amaf(amaf_visits(), count, node.moves, played, result);
        add_amaf(added() + 2 * count, count, node.moves, played, result);
    }

    // For somebody who holds the position's lock.
    void exchange(const Tuning& tuning) {
        const float* const news = added();
        for (std::size_t k = 0; k < count; k++)
            if (node.is_closed(k)) added()[count + k] = 0;  // the value of a closed move is its score
        for (std::size_t k = 0; k < ADDED * count; k++) node.floats[k] += news[k];
        for (std::size_t k = 0; k < count; k++) node.root_of_visits()[k] = std::sqrt(node.visits()[k] + 1.0f);
        node.total += added_total;
        node.widen(tuning);
        copy(tuning);
    }
    bool has_news() const { return added_total >= exchange_at; }

    Node& node;
    float times;  // for how many threads it counts
    float added_total = 0, exchange_at = 0;
    std::vector<float> memory;  // the arrays, and what was added to them since the last exchange
    std::vector<Node*> children;  // those that this thread has heard of
    std::vector<std::unique_ptr<View>> below;

private:
    float* added() { return memory.data() + ARRAYS * count; }

    // The more visits a position has, the less the news matter.
    void copy(const Tuning& tuning) {
        std::copy_n(node.floats, ARRAYS * count, floats);
        std::fill_n(added(), ADDED * count, 0.0f);
        std::copy_n(node.children, count, children.data());
        open = node.open;
        best_closed = node.best_closed;
        total = node.total;
        considered = node.considered;
        added_total = 0;
        exchange_at = std::clamp(total / (tuning.news_share * times), tuning.least_news, tuning.most_news);
    }
};

}  // namespace tengen::search
