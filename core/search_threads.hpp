// What keeps the threads of a search out of each other's way: views of the positions that all of them go through.
#pragma once

#include "search.hpp"

namespace tengen::search {

// The same as from the node itself, without its lock, but for a move that gets a node.
template <class Position, class Model>
auto Search<Position, Model>::way_from(View& view, bool may_expand) -> Way {
    Way way{view.select(tuning_)};
    if (way.child == Node::NONE) return way;
    const std::size_t k = way.child;
    view.visit(k);
    if (tuning_.widen_by > 0) view.widen(tuning_);
    way.next = view.children[k];
    if (way.next || !may_expand || view.visits()[k] < view.node.expand_at || !has_room()) return way;
    const std::scoped_lock held(view.node.lock);
    way.next = view.children[k] = view.node.children[k];
    if (way.next) return way;
    if (view.node.is_closed(k)) view.close(k, view.node.score()[k]);
    way.expands = !view.node.claimed[k];
    view.node.claimed[k] = true;
    return way;
}

// This thread gets a view of a position, unless its views take too much memory. Those that an evaluator judges have
// none: it takes so long that threads are seldom in each other's way.
template <class Position, class Model>
void Search<Position, Model>::see(Worker& worker, Node& node, std::unique_ptr<View>& view) {
    const std::size_t bytes = View::bytes_for(node.count);
    if (node.judged || worker.view_bytes + bytes > most_bytes_ / (4 * std::size_t(threads_))) return;
    worker.view_bytes += bytes;
    view = std::make_unique<View>(node, tuning_, threads_);
    if (&node == root_) worker.leads.assign(node.count, {});
}

// For somebody who holds the position's lock.
template <class Position, class Model>
void Search<Position, Model>::exchange(Worker& worker, View& view) {
    view.exchange(tuning_);
    if (&view.node != root_) return;
    for (std::size_t k = 0; k < leads_.size(); k++) {
        leads_[k].sum += worker.leads[k].sum;
        leads_[k].count += worker.leads[k].count;
        worker.leads[k] = {};
    }
}

// The tree is told everything, and the views go.
template <class Position, class Model>
void Search<Position, Model>::exchange_all(Worker& worker) {
    std::vector<std::unique_ptr<View>> ahead;
    if (worker.view) ahead.push_back(std::move(worker.view));
    while (!ahead.empty()) {
        const auto view = std::move(ahead.back());
        ahead.pop_back();
        for (auto& below : view->below)
            if (below) ahead.push_back(std::move(below));
        const std::scoped_lock held(view->node.lock);
        exchange(worker, *view);
    }
    worker.view_bytes = 0;
    bytes_ += std::exchange(worker.node_bytes, 0);
}

// The others are told of a thread's new nodes when those are a small part of what all may take.
template <class Position, class Model>
void Search<Position, Model>::count_bytes(Worker& worker, std::size_t bytes) {
    worker.node_bytes += bytes;
    if (worker.node_bytes > most_bytes_ / (1024 * std::size_t(threads_)))
        bytes_.fetch_add(std::exchange(worker.node_bytes, 0), std::memory_order_relaxed);
}

}  // namespace tengen::search
