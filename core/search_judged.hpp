// The search where an evaluator judges the leaves: each thread gathers some, asks about them all at once, and then adds
// them to the tree. A leaf that waits for its judgement is claimed, and asked about only once.
#pragma once

#include <thread>

#include "search.hpp"

namespace tengen::search {

// Walks down the tree. It finds a leaf to be judged; or a result that is known, which it backs up; or nothing, if
// another path has claimed the leaf already or the root is exhausted.
template <class Position, class Model>
auto Search<Position, Model>::descend(Worker& worker, Leaf& leaf) -> Found {
    worker.model.restart();
    leaf.path.clear();
    Node* node = root_;
    for (bool found = false; !found;) {
        const Cell mover = worker.model.to_play();
        std::size_t k;
        Node* next;
        bool claimed;
        {
            const std::scoped_lock held(node->lock);
            k = node->select(tuning_);
            if (k == Node::NONE) {
                if (leaf.path.empty()) return Found::NOTHING;
                Verdict verdict{node->best_closed, node->is_decided()};
                if (mover == WHITE) verdict.black = 1.0f - verdict.black;
                back_up(worker, leaf.path, verdict);
                return Found::RESULT;
            }
            next = node->children[k];
            claimed = !next && node->claimed[k];
            if (!claimed) node->visit(k);
            if (!claimed && !next) {
                found = true;
                leaf.fits = has_room();
                if (leaf.fits) node->claimed[k] = true;
            }
        }
        if (claimed) {
            take_back(leaf.path);
            return Found::NOTHING;
        }
        leaf.path.push_back({node, k, mover});
        worker.model.play(node->moves[k]);
        node = next;
    }
    leaf.candidates.clear();
    const Verdict verdict = worker.model.expand(leaf.candidates);
    leaf.partial = verdict.partial;
    if (!verdict.exact) return Found::LEAF;
    back_up(worker, leaf.path, verdict);
    return Found::RESULT;
}

// The visits on this path come to nothing.
template <class Position, class Model>
void Search<Position, Model>::take_back(const std::vector<Step>& path) {
    for (const Step& step : path) {
        const std::scoped_lock held(step.node->lock);
        step.node->take_back(step.child);
    }
}

// Makes up to this many visits; says how many.
template <class Position, class Model>
std::size_t Search<Position, Model>::gather(Worker& worker, Evaluator<Position>& evaluator, std::size_t most) {
    std::size_t made = 0, waiting = 0;
    if (worker.leaves.size() < most) worker.leaves.resize(most);
    try {
        for (Found found = Found::RESULT; made < most && found != Found::NOTHING;) {
            Leaf& leaf = worker.leaves[waiting];
            found = descend(worker, leaf);
            if (found == Found::NOTHING) break;
            made++;
            if (found != Found::LEAF) continue;
            waiting++;
            put_leaf(evaluator, waiting - 1, leaf.path);
        }
        if (waiting) evaluator.ask(waiting);
    } catch (...) {
        for (std::size_t k = 0; k < waiting; k++) {
            const Leaf& leaf = worker.leaves[k];
            take_back(leaf.path);
            const Step& last = leaf.path.back();
            const std::scoped_lock held(last.node->lock);
            if (leaf.fits) last.node->claimed[last.child] = false;
        }
        throw;
    }
    for (std::size_t k = 0; k < waiting; k++) add_judged(worker, worker.leaves[k], evaluator, k);
    if (!made) std::this_thread::yield();  // another thread is about to add the leaf
    return made;
}

template <class Position, class Model>
void Search<Position, Model>::put_leaf(Evaluator<Position>& evaluator, std::size_t number,
                                       const std::vector<Step>& path) {
    Position position = root_position_;
    Index last[2] = {root_last_[0], root_last_[1]};
    for (const Step& step : path) {
        last[1] = last[0];
        last[0] = step.node->moves[step.child];
        position.play(last[0]);
    }
    evaluator.put(number, position, last);
}

template <class Position, class Model>
Node* Search<Position, Model>::judged(Pool& pool, std::vector<Candidate>& candidates, bool partial,
                                      const Evaluator<Position>& evaluator, std::size_t number) const {
    weigh(candidates, evaluator.policy(number), width_ * height_);
    Node* const made = Node::make(pool, candidates, partial, tuning_);
    made->judge(candidates, 0.5f + 0.5f * evaluator.value(number));
    return made;
}

template <class Position, class Model>
void Search<Position, Model>::add_judged(Worker& worker, Leaf& leaf, const Evaluator<Position>& evaluator,
                                         std::size_t number) {
    const Step& last = leaf.path.back();
    const float value = 0.5f + 0.5f * evaluator.value(number);
    if (leaf.fits) {
        Node* const made = judged(worker.pool, leaf.candidates, leaf.partial, evaluator, number);
        count_bytes(worker, Node::bytes_for(made->count));
        const std::scoped_lock held(last.node->lock);
        last.node->children[last.child] = made;
    }
    back_up(worker, leaf.path, {last.mover == BLACK ? 1.0f - value : value, false});
}

// The root was planted before there was an evaluator. What was searched without one is dropped.
template <class Position, class Model>
void Search<Position, Model>::judge_root(Evaluator<Position>& evaluator) {
    Worker& worker = worker_of(0);
    if (root_->judged || is_exhausted(worker)) return;
    worker.model.restart();
    worker.candidates.clear();
    const Verdict verdict = worker.model.expand(worker.candidates);
    put_leaf(evaluator, 0, {});
    evaluator.ask(1);
    Node* made = judged(worker.pool, worker.candidates, verdict.partial, evaluator, 0);
    drop(replant(made, root_position_));
}

// Tries to find out for sure what the most visited move of the root leads to; if it does, it goes on with the next one.
// It stops after SOLVED_A_VISIT positions for each visit, or when the seconds are over (negative: no limit).
template <class Position, class Model>
void Search<Position, Model>::solve_best(Worker& worker, std::uint64_t visits, double seconds, const Cancel* cancel) {
    std::uint64_t positions = SOLVED_A_VISIT * visits;
    if (seconds >= 0) positions = std::min(positions, std::uint64_t(SOLVED_A_SECOND * seconds));
    const Budget budget(seconds, cancel);
    if constexpr (requires { worker.model.solve_move(Index(), budget, positions); })
        while (positions > 0) {
            std::size_t best;
            {
                const std::scoped_lock reading(root_->lock);
                best = root_->is_decided() ? Node::NONE : root_->best_open();
            }
            if (best == Node::NONE) return;
            const Verdict verdict = worker.model.solve_move(root_->moves[best], budget, positions);
            if (!verdict.exact) return;
            const std::scoped_lock held(root_->lock);
            root_->close(best, verdict.for_side(root_position_.to_play()));
        }
}

}  // namespace tengen::search
