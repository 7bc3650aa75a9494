// Monte Carlo tree search, for any game: UCT with AMAF values (RAVE), or PUCT where an evaluator judges the leaves, and
// with proven values backed up (MCTS-Solver).
//
// It asks a game through the game's Model. Each thread has a model of its own, which plays moves from the root down and
// is put back to the root for the next simulation.
//   Model(const Position& root)
//   void restart()                   back to the root
//   void play(Index move)            a legal move
//   Cell to_play() const
//   Verdict expand(moves)            lists the legal moves, each with a first guess; the best guesses first if the
//                                    game widens. `exact`: the value is known, and the list does not matter.
//                                    `partial`: moves are left out that may be as good
//   Verdict playout(random, played)  plays on to the end and says how that ended; `exact` if there was nothing to play
//   static Tuning tuning()
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "cancel.hpp"
#include "evaluator.hpp"
#include "grid.hpp"
#include "random.hpp"
#include "search_tree.hpp"
#include "threads.hpp"

namespace tengen::search {

// What is known of a move.
struct Finding {
    std::uint64_t visits = 0;
    float value = 0.5f;  // for the side to move
    bool exact = false;
    std::vector<Index> line;  // the move itself first
    double lead = Verdict::NO_LEAD;  // for the side to move: how the simulations ended, on average, where points count
    float prior = NO_PRIOR;  // how likely an evaluator thinks it

    static constexpr float NO_PRIOR = -1.0f;
};

struct Report {
    float value = 0.5f;
    bool exact = false;
    std::vector<Finding> findings;  // the best first
};

// `visits`, `is_decided` and `report` may be called while another thread is in `run`. Of `run` and `move_on` only one
// is at work at a time; other callers wait.
template <class Position, class Model>
class Search {
public:
    // The tree takes about `most_bytes` at most. After that it gets no new positions; the search goes on in those it
    // has.
    Search(Position root, std::uint64_t seed, std::size_t most_bytes, const Tuning& tuning = Model::tuning())
        : root_position_(std::move(root)), width_(root_position_.board().width), height_(root_position_.board().height),
          seed_(seed), most_bytes_(most_bytes), tuning_(tuning) {
        plant();
    }

    // Not while another thread is in `move_on`. The size never changes.
    const Position& position() const { return root_position_; }
    Index width() const { return width_; }
    Index height() const { return height_; }
    std::uint64_t visits() {
        const std::shared_lock stays(root_stays_);
        const std::scoped_lock reading(root_->lock);
        return std::uint64_t(root_->total) - 1;
    }
    bool is_decided() {
        const std::shared_lock stays(root_stays_);
        const std::scoped_lock reading(root_->lock);
        return root_->is_decided();
    }

    // Searches until the root has this many visits (MOST_VISITS at most), the seconds have passed (negative: no limit),
    // or nothing is left to search. With `settle` it also stops when no other move can catch up with the most visited
    // one in the seconds that are left.
    //
    // With evaluators, one for each thread, a leaf is not played out but judged. The root is judged first, which is no
    // visit. What an evaluator throws is thrown here; the search can go on after that.
    using Evaluators = std::vector<Evaluator<Position>*>;
    void run(std::uint64_t visits, double seconds, int threads, bool settle, const Cancel* cancel,
             const Evaluators& evaluators = {});

    Report report();

    // Goes on from this position: the tree below it is kept and the rest dropped. It must be at most two moves away,
    // and in the tree; if not, nothing changes and the answer is false.
    bool move_on(const Position& position);

private:
    using Clock = std::chrono::steady_clock;

    struct Step {
        Node* node;
        std::size_t child;
        Cell mover;
    };

    // By how many points Black was ahead after the simulations that began with one move of the root.
    struct Leads {
        double sum = 0, count = 0;
    };

    // A position that waits for the evaluator's judgement.
    struct Leaf {
        std::vector<Step> path;
        std::vector<Candidate> candidates;
        bool partial;
        bool fits;  // it gets a node
    };

    struct Worker {
        Worker(const Position& root, std::uint64_t seed) : model(root), random(seed), played(root.board().size()) {}
        Model model;
        Random random;
        Played played;
        std::vector<Step> path;
        std::vector<Candidate> candidates;
        std::vector<Leaf> leaves;
    };

    void plant() {
        workers_.clear();
        add_workers(1);
        Worker& worker = *workers_[0];
        worker.model.restart();
        worker.candidates.clear();
        // Even if the value is known, the root needs its moves: they are what is reported.
        const Verdict verdict = worker.model.expand(worker.candidates);
        shuffle(worker);
        root_ = std::make_unique<Node>(worker.candidates, verdict.partial, tuning_);
        bytes_ = Node::bytes_for(root_->count);
        leads_.assign(root_->count, {});
    }
    // Counts the bytes that the tree takes now.
    void weigh_tree() {
        std::size_t bytes = 0;
        std::vector<Node*> ahead{root_.get()};
        while (!ahead.empty()) {
            Node* const node = ahead.back();
            ahead.pop_back();
            bytes += Node::bytes_for(node->count);
            for (const auto& child : node->children)
                if (child) ahead.push_back(child.get());
        }
        bytes_ = bytes;
    }
    void add_workers(std::size_t wanted) {
        while (workers_.size() < wanted)
            workers_.push_back(std::make_unique<Worker>(root_position_, derived_seed(seed_, workers_.size())));
    }
    // A game that does not widen has no order of its own: its moves are tried in random order.
    void shuffle(Worker& worker) {
        if (tuning_.widen_by > 0) return;
        auto& moves = worker.candidates;
        for (std::size_t k = moves.size(); k > 1; k--)
            std::swap(moves[k - 1], moves[worker.random.below(std::uint32_t(k))]);
    }
    void simulate(Worker& worker);
    void back_up(Worker& worker, const std::vector<Step>& path, Verdict verdict);

    // With an evaluator; in search_judged.hpp.
    enum class Found { LEAF, RESULT, NOTHING };
    Found descend(Worker& worker, Leaf& leaf);
    std::size_t gather(Worker& worker, Evaluator<Position>& evaluator, std::size_t most);
    void put_leaf(Evaluator<Position>& evaluator, std::size_t number, const std::vector<Step>& path);
    void add_judged(Worker& worker, Leaf& leaf, const Evaluator<Position>& evaluator, std::size_t number);
    void take_back(const std::vector<Step>& path);
    std::unique_ptr<Node> judged(std::vector<Candidate>& candidates, bool partial, const Evaluator<Position>& evaluator,
                                 std::size_t number) const;
    void judge_root(Evaluator<Position>& evaluator);

    std::vector<Index> line_from(Node& node, std::size_t child);

    // Nothing is left to search: the root is decided, or every move of its partial list is closed.
    bool is_exhausted() {
        const std::scoped_lock reading(root_->lock);
        return root_->is_decided() || root_->open == 0;
    }

    // Does the most visited move stay so, even if all visits in the time left go to the second?
    bool is_settled(double seconds_left, double visits_a_second);

    std::mutex at_work_;  // held by `run` and `move_on`
    std::shared_mutex root_stays_;  // shared by those who read the tree; `move_on` has it alone to replace the root
    Position root_position_;
    Index root_last_[2] = {NOWHERE, NOWHERE};  // the moves before it, the last one first, as far as known
    Index width_, height_;
    std::uint64_t seed_;
    std::size_t most_bytes_;
    std::atomic<std::size_t> bytes_{0};
    Tuning tuning_;
    std::unique_ptr<Node> root_;
    std::vector<Leads> leads_;  // of each move of the root; guarded by the root's lock
    std::vector<std::unique_ptr<Worker>> workers_;
};

template <class Position, class Model>
void Search<Position, Model>::simulate(Worker& worker) {
    worker.model.restart();
    worker.path.clear();
    worker.played.clear();
    Node* node = root_.get();
    for (bool expand = false;;) {
        const Cell mover = worker.model.to_play();
        std::size_t k;
        Node* next;
        const bool expanded = std::exchange(expand, false);
        {
            const std::scoped_lock held(node->lock);
            k = node->select(tuning_);
            if (k == Node::NONE) {
                // Another thread has decided it in the meantime, or every move of a partial list is closed.
                Verdict verdict{node->best_closed, node->is_decided()};
                if (mover == WHITE) verdict.black = 1.0f - verdict.black;
                return back_up(worker, worker.path, verdict);
            }
            node->visit(k);
            if (tuning_.widen_by > 0) node->widen(tuning_);
            next = node->children[k].get();
            expand = !next && !expanded && !node->claimed[k] && node->visits()[k] >= node->expand_at &&
                     bytes_.load(std::memory_order_relaxed) < most_bytes_;
            if (expand) node->claimed[k] = true;
        }
        worker.path.push_back({node, k, mover});
        worker.model.play(node->moves[k]);
        if (!next && !expand) return back_up(worker, worker.path, worker.model.playout(worker.random, worker.played));
        if (expand) {
            worker.candidates.clear();
            const Verdict verdict = worker.model.expand(worker.candidates);
            if (verdict.exact) return back_up(worker, worker.path, verdict);
            shuffle(worker);
            auto made = std::make_unique<Node>(worker.candidates, verdict.partial, tuning_);
            bytes_.fetch_add(Node::bytes_for(made->count), std::memory_order_relaxed);
            next = made.get();
            const std::scoped_lock held(node->lock);
            node->children[k] = std::move(made);
        }
        node = next;
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
        {
            const std::scoped_lock held(node.lock);
            if (!node.is_closed(k)) node.score()[k] += result;
            if (node.judged)
                node.sum += result, node.results++;
            else
                node.add_amaf(played, result);
            if (proven) {
                node.close(k, result);
                proven = node.is_decided();
                if (proven) verdict.black = step->mover == WHITE ? 1.0f - node.best_closed : node.best_closed;
            }
            if (&node == root_.get() && !std::isnan(verdict.lead)) {
                leads_[k].sum += verdict.lead;
                leads_[k].count++;
            }
        }
        worker.played.add(node.moves[k], step->mover);
    }
}

template <class Position, class Model>
void Search<Position, Model>::run(std::uint64_t visits, double seconds, int threads, bool settle, const Cancel* cancel,
                                  const Evaluators& evaluators) {
    const std::scoped_lock alone(at_work_);
    const bool judges = !evaluators.empty();
    if (judges) threads = int(evaluators.size());
    add_workers(std::size_t(threads));
    if (judges) judge_root(*evaluators[0]);
    const auto began = Clock::now();
    const std::uint64_t before = this->visits();
    std::atomic<std::int64_t> left{std::int64_t(std::min(visits, MOST_VISITS)) - std::int64_t(before)};
    std::atomic<bool> stop{false};
    // So many of the visits that are left, or fewer.
    const auto take = [&](std::size_t most) {
        std::int64_t here = left.load(std::memory_order_relaxed), taken;
        do taken = std::clamp(here, std::int64_t(0), std::int64_t(most));
        while (taken > 0 && !left.compare_exchange_weak(here, here - taken, std::memory_order_relaxed));
        return std::size_t(taken);
    };
    const auto work = [&](int number) {
        Worker& worker = *workers_[std::size_t(number)];
        // Simulations between two looks at the clock, less one; 0 where they take long. To see whether the search is
        // settled takes longer than to look at the clock.
        const std::uint64_t most_pause = judges ? 0 : 15, settle_pause = judges ? 0 : 255;
        std::uint64_t pause = most_pause;
        auto looked = began;
        for (std::uint64_t done = 0; !stop.load(std::memory_order_relaxed); done++) {
            const std::size_t taken = take(judges ? evaluators[std::size_t(number)]->leaves() : 1);
            if (taken == 0) return;
            if (is_exhausted()) break;
            if (judges)
                left += std::int64_t(taken - gather(worker, *evaluators[std::size_t(number)], taken));
            else
                simulate(worker);
            if ((done & pause) != pause) continue;
            if (cancelled(cancel)) break;
            const auto now = Clock::now();
            pause = now - looked > std::chrono::milliseconds(2) ? 0 : most_pause;
            looked = now;
            if (seconds < 0) continue;
            const double spent = std::chrono::duration<double>(now - began).count();
            if (spent >= seconds) break;
            if (settle && number == 0 && (done & settle_pause) == settle_pause &&
                is_settled(seconds - spent, double(this->visits() - before) / spent))
                break;
        }
        stop = true;
    };
    on_threads(threads, [&](int number) {
        try {
            work(number);
        } catch (...) {
            stop = true;
            throw;
        }
    });
}

template <class Position, class Model>
bool Search<Position, Model>::is_settled(double seconds_left, double visits_a_second) {
    const std::scoped_lock reading(root_->lock);
    float first = 0, second = 0;
    for (std::size_t k = 0; k < root_->count; k++) {
        const float here = root_->is_closed(k) ? 0 : root_->visits()[k];
        if (here > first)
            second = std::exchange(first, here);
        else
            second = std::max(second, here);
    }
    return root_->count == 1 || double(first - second) > seconds_left * visits_a_second;
}

template <class Position, class Model>
std::vector<Index> Search<Position, Model>::line_from(Node& from, std::size_t child) {
    std::vector<Index> line{from.moves[child]};
    Node* node;
    {
        const std::scoped_lock reading(from.lock);
        node = from.children[child].get();
    }
    while (node) {
        const std::scoped_lock reading(node->lock);
        const auto order = node->ranking();
        if (order.empty() || (node->visits()[order[0]] < 1 && !node->is_closed(order[0]))) break;
        line.push_back(node->moves[order[0]]);
        node = node->children[order[0]].get();
    }
    return line;
}

template <class Position, class Model>
Report Search<Position, Model>::report() {
    const std::shared_lock stays(root_stays_);
    Report result;
    std::vector<std::size_t> order;
    {
        const std::scoped_lock reading(root_->lock);
        order = root_->ranking();
        const double sign = root_position_.to_play() == BLACK ? 1 : -1;
        for (const std::size_t k : order) {
            const double lead = leads_[k].count > 0 ? sign * leads_[k].sum / leads_[k].count : Verdict::NO_LEAD;
            result.findings.push_back({std::uint64_t(root_->visits()[k]),
                                       root_->value(k),
                                       root_->is_closed(k),
                                       {},
                                       lead,
                                       root_->judged ? root_->prior()[k] : Finding::NO_PRIOR});
        }
        result.exact = root_->is_decided();
        result.value = result.exact ? root_->best_closed : root_->value(order[0]);
    }
    for (std::size_t k = 0; k < order.size(); k++) result.findings[k].line = line_from(*root_, order[k]);
    return result;
}

template <class Position, class Model>
bool Search<Position, Model>::move_on(const Position& wanted) {
    const std::scoped_lock alone(at_work_);
    if (wanted.board().height != root_position_.board().height || wanted.board().width != root_position_.board().width)
        return false;
    // A move that is no pass leaves a stone. Does the wanted board have it?
    const auto leaves_stone = [&](const Position& from, Index move) {
        return move == PASS || (from.board()[move] == EMPTY && wanted.board()[move] == from.to_play());
    };
    const auto grow = [&](Node* parent, std::size_t k, Index before) {
        std::unique_ptr<Node> old;
        root_last_[1] = before;
        root_last_[0] = parent->moves[k];
        {
            const std::scoped_lock replacing(root_stays_);
            old = std::exchange(root_, std::move(parent->children[k]));
            leads_.assign(root_->count, {});
            root_position_ = wanted;
        }
        workers_.clear();
        weigh_tree();
        return true;
    };
    // The last move's stone is always there. The stone of the move before may have been taken or turned over by the
    // answer; that is rare, so such moves are tried last.
    for (const bool stays : {true, false})
        for (std::size_t k = 0; k < root_->count; k++) {
            Node* const child = root_->children[k].get();
            if (!child || leaves_stone(root_position_, root_->moves[k]) != stays) continue;
            Position next = root_position_;
            if (!next.play(root_->moves[k])) continue;
            if (next == wanted) return grow(root_.get(), k, root_last_[0]);
            for (std::size_t j = 0; j < child->count; j++) {
                if (!child->children[j] || !leaves_stone(next, child->moves[j])) continue;
                Position last = next;
                if (last.play(child->moves[j]) && last == wanted) return grow(child, j, root_->moves[k]);
            }
        }
    return false;
}

}  // namespace tengen::search

#include "search_judged.hpp"
