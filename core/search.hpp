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
//   void solve_more()                may be missing. From now on `expand` may take as long as an evaluator does
//   Verdict solve_move(move, budget, positions)
//                                    may be missing. What a move of the root leads to: `exact` if it was found out
//                                    before the budget or the positions ran out. Subtracts the positions it used
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

#include "budget.hpp"
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
          seed_(seed), most_bytes_(most_bytes), tuning_(tuning), said_(most_bytes / 16) {
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
    // or nothing is left to search. With `settle` it also stops when the surest move has the most visits, and no other
    // can catch up with them in the seconds that are left.
    //
    // With evaluators, one for each thread, a leaf is not played out but judged. The root is judged first, which is no
    // visit. What an evaluator throws is thrown here; the search can go on after that.
    using Evaluators = std::vector<Evaluator<Position>*>;
    void run(std::uint64_t visits, double seconds, int threads, bool settle, const Cancel* cancel,
             const Evaluators& evaluators = {});

    Report report();

    // What a net says of its positions, for the evaluators of that net.
    Said& said() { return said_; }

    // Goes on from this position: the tree below it is kept and the rest dropped. It must be at most two moves away,
    // and in the tree; if not, nothing changes and the answer is false.
    bool move_on(const Position& position);

private:
    using Clock = std::chrono::steady_clock;

    static constexpr std::uint64_t SOLVED_A_VISIT = 7000;  // positions, see solve_best
    static constexpr double SOLVED_A_SECOND = 1e6;  // about as many as a solver can
    static constexpr std::int64_t MOST_TAKEN = 64;  // visits that a thread takes for itself at a time

    struct Step {
        Node* node;
        std::size_t child;
        Cell mover;
        View* view = nullptr;  // what the thread has of its own there
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

    // What a thread has for itself. A cache line that two threads write would slow down both.
    struct alignas(64) Worker {
        Worker(const Position& root, std::uint64_t seed, Pool& memory)
            : model(root), random(seed), played(root.board().size()), pool(memory) {}
        Model model;
        Random random;
        Played played;
        std::vector<Step> path;
        std::vector<Candidate> candidates;
        std::vector<Leaf> leaves;
        Pool& pool;
        std::unique_ptr<View> view;  // of the root, and below it of what all threads go through
        std::vector<Leads> leads;  // that the root has not been told of
        std::size_t view_bytes = 0, node_bytes = 0;  // of its views; of new nodes that bytes_ has not been told of
    };

    // Where a simulation goes on.
    struct Way {
        std::size_t child;
        Node* next = nullptr;  // none: it is played out, or gets a node now
        bool expands = false;
        bool is_busy = false;  // each thread is to have a view of the position
    };

    void plant() {
        gather_workers(1);
        Worker& worker = worker_of(0);
        worker.model.restart();
        worker.candidates.clear();
        // Even if the value is known, the root needs its moves: they are what is reported.
        const Verdict verdict = worker.model.expand(worker.candidates);
        shuffle(worker);
        root_ = Node::make(worker.pool, worker.candidates, verdict.partial, tuning_);
        bytes_ = Node::bytes_for(root_->count);
        leads_.assign(root_->count, {});
    }
    // Puts a node in the root's place and takes it away from its own; gives the old root, with what is below that.
    Node* replant(Node*& place, const Position& position) {
        const std::scoped_lock replacing(root_stays_);
        leads_.assign(place->count, {});
        root_position_ = position;
        return std::exchange(root_, std::exchange(place, nullptr));
    }
    // The tree below this node goes, and bytes_ is counted anew.
    void drop(Node* old) {
        std::size_t bytes = 0, number = 0;
        old->for_all([&](Node* node) { pools_[number++ % pools_.size()]->give(node, Node::bytes_for(node->count)); });
        root_->for_all([&](Node* node) { bytes += Node::bytes_for(node->count); });
        bytes_ = bytes;
    }
    void gather_workers(std::size_t wanted) {
        while (pools_.size() < wanted) pools_.push_back(std::make_unique<Pool>());
        if (workers_.size() < wanted) workers_.resize(wanted);
    }
    // Made by the thread that it is for, near to which its memory is then.
    Worker& worker_of(int number) {
        const auto k = std::size_t(number);
        if (!workers_[k]) workers_[k] = std::make_unique<Worker>(root_position_, derived_seed(seed_, k), *pools_[k]);
        return *workers_[k];
    }
    // A game that does not widen has no order of its own: its moves are tried in random order.
    void shuffle(Worker& worker) {
        if (tuning_.widen_by > 0) return;
        auto& moves = worker.candidates;
        for (std::size_t k = moves.size(); k > 1; k--)
            std::swap(moves[k - 1], moves[worker.random.below(std::uint32_t(k))]);
    }

    // Down the tree and up again; in search_simulation.hpp.
    void simulate(Worker& worker);
    Way way_from(Node& node, bool may_expand, float busy_from);
    Way way_from(View& view, bool may_expand);
    void back_up(Worker& worker, const std::vector<Step>& path, Verdict verdict);

    // Several threads; in search_threads.hpp.
    void see(Worker& worker, Node& node, std::unique_ptr<View>& view);
    void count_bytes(Worker& worker, std::size_t bytes);
    void exchange(Worker& worker, View& view);
    void exchange_all(Worker& worker);

    // With an evaluator; in search_judged.hpp.
    enum class Found { LEAF, RESULT, NOTHING };
    Found descend(Worker& worker, Leaf& leaf);
    std::size_t gather(Worker& worker, Evaluator<Position>& evaluator, std::size_t most);
    void put_leaf(Evaluator<Position>& evaluator, std::size_t number, const std::vector<Step>& path);
    void add_judged(Worker& worker, Leaf& leaf, const Evaluator<Position>& evaluator, std::size_t number);
    void take_back(const std::vector<Step>& path);
    Node* judged(Pool& pool, std::vector<Candidate>& candidates, bool partial, const Evaluator<Position>& evaluator,
                 std::size_t number) const;
    void judge_root(Evaluator<Position>& evaluator);
    void solve_best(Worker& worker, std::uint64_t visits, double seconds, const Cancel* cancel);

    std::vector<Index> line_from(Node& node, std::size_t child);

    // Nothing is left to search: the root is decided, or every move of its partial list is closed.
    bool is_exhausted(Worker& worker) {
        if (const View* const view = worker.view.get()) return view->is_decided() || view->open == 0;
        const std::scoped_lock reading(root_->lock);
        return root_->is_decided() || root_->open == 0;
    }

    bool has_room() const { return bytes_.load(std::memory_order_relaxed) < most_bytes_; }

    // Is the surest move the most visited one, and stays that even if all visits in the time left go to the second?
    bool is_settled(double seconds_left, double visits_a_second);

    std::mutex at_work_;  // held by `run` and `move_on`
    std::shared_mutex root_stays_;  // shared by those who read the tree; `move_on` has it alone to replace the root
    Position root_position_;
    Index root_last_[2] = {NOWHERE, NOWHERE};  // the moves before it, the last one first, as far as known
    Index width_, height_;
    std::uint64_t seed_;
    std::size_t most_bytes_;
    Tuning tuning_;
    Said said_;
    int threads_ = 1;  // of the run
    std::vector<std::unique_ptr<Pool>> pools_;  // the memory of the tree, one for each thread
    Node* root_ = nullptr;
    std::vector<Leads> leads_;  // of each move of the root; guarded by the root's lock
    std::vector<std::unique_ptr<Worker>> workers_;
    alignas(64) std::atomic<std::size_t> bytes_{0};  // on a line of its own, for all threads write here now and then
};

template <class Position, class Model>
void Search<Position, Model>::run(std::uint64_t visits, double seconds, int threads, bool settle, const Cancel* cancel,
                                  const Evaluators& evaluators) {
    const std::scoped_lock alone(at_work_);
    const bool judges = !evaluators.empty();
    if (judges) threads = int(evaluators.size());
    threads_ = threads;
    gather_workers(std::size_t(threads));
    if (judges) judge_root(*evaluators[0]);
    const auto began = Clock::now();
    const std::uint64_t before = this->visits();
    // On cache lines of their own: all threads look whether to stop, and none is to wait because another takes visits.
    alignas(64) std::atomic<std::int64_t> left{std::int64_t(std::min(visits, MOST_VISITS)) - std::int64_t(before)};
    alignas(64) std::atomic<bool> stop{false};
    // Takes this many of the visits that are left, or all.
    const auto take = [&](std::int64_t most) {
        std::int64_t here = left.load(std::memory_order_relaxed), taken;
        do taken = std::clamp(here, std::int64_t(0), most);
        while (taken > 0 && !left.compare_exchange_weak(here, here - taken, std::memory_order_relaxed));
        return std::size_t(taken);
    };
    // How many visits a thread takes at a time: as many as its evaluator judges at once. Without one, an eighth of its
    // share of what is left, so that all threads end at about the same time.
    const auto share_of = [&](const Evaluator<Position>* evaluator) {
        if (evaluator) return std::int64_t(evaluator->leaves());
        return threads == 1
                   ? std::int64_t(1)
                   : std::clamp(left.load(std::memory_order_relaxed) / (8 * threads), std::int64_t(1), MOST_TAKEN);
    };
    const auto work = [&](int number) {
        Worker& worker = worker_of(number);
        Evaluator<Position>* const evaluator = judges ? evaluators[std::size_t(number)] : nullptr;
        if constexpr (requires { worker.model.solve_more(); })
            if (judges) worker.model.solve_more();
        // Simulations between two looks at the clock, less one; 0 where they take long. To see whether the search is
        // settled takes longer than to look at the clock.
        const std::uint64_t most_pause = judges ? 0 : 15, settle_pause = judges ? 0 : 255;
        std::uint64_t pause = most_pause;
        auto looked = began;
        std::size_t taken = 0;
        std::uint64_t made = 0, solve_at = 25;  // visits by this thread; when to solve
        for (std::uint64_t done = 0; !stop.load(std::memory_order_relaxed); done++) {
            if (taken == 0) taken = take(share_of(evaluator));
            if (taken == 0) return;
            if (is_exhausted(worker)) break;
            if (judges) {
                const std::size_t here = gather(worker, *evaluator, taken);
                left += std::int64_t(taken - here);
                taken = 0;
                made += here;
                if (number == 0 && made >= solve_at) {
                    const double spent = std::chrono::duration<double>(Clock::now() - began).count();
                    solve_best(worker, made, seconds < 0 ? -1 : std::clamp(seconds - spent, 0.0, spent), cancel);
                    solve_at = 2 * made;
                }
            } else {
                simulate(worker);
                taken--;
            }
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
            if (workers_[std::size_t(number)]) exchange_all(*workers_[std::size_t(number)]);
            throw;
        }
        exchange_all(*workers_[std::size_t(number)]);
    });
}

template <class Position, class Model>
bool Search<Position, Model>::is_settled(double seconds_left, double visits_a_second) {
    const std::scoped_lock reading(root_->lock);
    if (root_->surest() != root_->best_open()) return false;
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
        node = from.children[child];
    }
    while (node) {
        const std::scoped_lock reading(node->lock);
        const auto order = node->ranking();
        if (order.empty() || (node->visits()[order[0]] < 1 && !node->is_closed(order[0]))) break;
        line.push_back(node->moves[order[0]]);
        node = node->children[order[0]];
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
        root_last_[1] = before;
        root_last_[0] = parent->moves[k];
        Node* const old = replant(parent->children[k], wanted);
        workers_.clear();
        drop(old);
        return true;
    };
    // The last move's stone is always there. The stone of the move before may have been taken or turned over by the
    // answer; that is rare, so such moves are tried last.
    for (const bool stays : {true, false})
        for (std::size_t k = 0; k < root_->count; k++) {
            Node* const child = root_->children[k];
            if (!child || leaves_stone(root_position_, root_->moves[k]) != stays) continue;
            Position next = root_position_;
            if (!next.play(root_->moves[k])) continue;
            if (next == wanted) return grow(root_, k, root_last_[0]);
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
#include "search_simulation.hpp"
#include "search_threads.hpp"
