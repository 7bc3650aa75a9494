// One simulation: down the tree to a position that is played out, and up again with the result.
#pragma once

#include "search.hpp"

namespace tengen::search {

template <class Position, class Model>
auto Search<Position, Model>::way_from(Node& node, bool may_expand, float busy_from) -> Way {
    const std::scoped_lock held(node.lock);
    Way way{node.select(tuning_)};
    if (way.child == Node::NONE) return way;
    node.visit(way.child);
    if (tuning_.widen_by > 0) node.widen(tuning_);
    way.next = node.children[way.child];
    way.expands =
        !way.next && may_expand && !node.claimed[way.child] && node.visits()[way.child] >= node.expand_at && has_room();
    if (way.expands) node.claimed[way.child] = true;
    way.is_busy = node.total >= std::max(tuning_.view_from * float(threads_), busy_from);
    return way;
}

template <class Position, class Model>
void Search<Position, Model>::simulate(Worker& worker) {
    worker.model.restart();
    worker.path.clear();
    worker.played.clear();
    Node* node = root_;
    std::unique_ptr<View>* view = threads_ > 1 ? &worker.view : nullptr;  // where one of this node is, or may be
    const float busy_from = worker.view ? worker.view->total / tuning_.view_share : 0;
    for (bool is_new = false;;) {
        const Cell mover = worker.model.to_play();
        View* const own = view ? view->get() : nullptr;
        const Way way = own ? way_from(*own, !is_new) : way_from(*node, !is_new, busy_from);
        if (way.child == Node::NONE) {
            // Another thread has decided it in the meantime, or every move of a partial list is closed.
            const std::scoped_lock held(node->lock);
            Verdict verdict{node->best_closed, node->is_decided()};
            if (mover == WHITE) verdict.black = 1.0f - verdict.black;
            return back_up(worker, worker.path, verdict);
        }
        worker.path.push_back({node, way.child, mover, own});
        worker.model.play(node->moves[way.child]);
        if (view && way.is_busy) see(worker, *node, *view);
        view = own ? &own->below[way.child] : nullptr;
        is_new = way.expands;
        if (is_new) {
            worker.candidates.clear();
            const Verdict verdict = worker.model.expand(worker.candidates);
            if (verdict.exact) return back_up(worker, worker.path, verdict);
            shuffle(worker);
            Node* const made = Node::make(worker.pool, worker.candidates, verdict.partial, tuning_);
            count_bytes(worker, Node::bytes_for(made->count));
            const std::scoped_lock held(node->lock);
            node->children[way.child] = made;
            if (own) own->children[way.child] = made;
            node = made;
        } else if (way.next) {
            node = way.next;
        } else {
            return back_up(worker, worker.path, worker.model.playout(worker.random, worker.played));
        }
    }
}

template <class Position, class Model>
void Search<Position, Model>::back_up(Worker& worker, const std::vector<Step>& path, Verdict verdict) {
    bool proven = verdict.exact;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        Node& node = *step->node;
        const float result = verdict.for_side(step->mover);
        const float* const played = worker.played.of(step->mover);
        const std::size_t k = step->child;
        const auto add_lead = [&](std::vector<Leads>& leads) {
            if (&node != root_ || std::isnan(verdict.lead)) return;
            leads[k].sum += verdict.lead;
            leads[k].count++;
        };
        const auto close = [&] {
            node.close(k, result);
            proven = node.is_decided();
            if (proven) verdict.black = step->mover == WHITE ? 1.0f - node.best_closed : node.best_closed;
        };
        if (View* const view = step->view) {
            view->add(k, result, played);
            add_lead(worker.leads);
            const bool exchanges = view->has_news();
            if (proven || exchanges) {
                const std::scoped_lock held(node.lock);
                if (exchanges) exchange(worker, *view);
                if (proven) {
                    close();
                    view->close(k, node.score()[k]);
                }
            }
        } else {
            const std::scoped_lock held(node.lock);
            if (!node.is_closed(k)) node.score()[k] += result;
            if (node.judged)
                node.sum += result, node.results++;
            else
                node.add_amaf(node.amaf_visits(), node.count, node.moves, played, result);
            add_lead(leads_);
            if (proven) close();
        }
        worker.played.add(node.moves[k], step->mover);
    }
}

}  // namespace tengen::search
