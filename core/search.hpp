// Monte Carlo tree search, for any game: UCT with AMAF values (RAVE) and with proven values backed up (MCTS-Solver).
//
// What it asks of a game is a Model. Each thread has one; it walks from the root down and is put back for the next
// simulation.
//   Model(const Position& root)
//   void restart()                   back to the root
//   void play(Index move)            a legal move
//   Cell to_play() const
//   Verdict expand(moves)            the legal moves, with what is thought of each before it was ever tried, the most
//                                    promising first if the game widens; or the value, if that is known; `partial` if
//                                    there are other moves, which may be as good
//   Verdict playout(random, played)  plays on to the end and says how that ended; `exact` if there was nothing to play
//   static Tuning tuning()
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "cancel.hpp"
#include "grid.hpp"
#include "random.hpp"

namespace tengen::search {

// Counts are kept as floats, which are exact up to here; a search that has come so far stops.
constexpr std::uint64_t MOST_VISITS = (std::uint64_t(1) << 24) - 2;

// How a game ends, for Black: 1 won, 0 lost, 0.5 drawn; as played, or for sure.
struct Verdict {
    float black = 0.5f;
    bool exact = false;
    bool partial = false;  // of a list of moves: it does not have all that may be good

    static Verdict won_by(Cell winner, bool exact) {
        return {winner == BLACK ? 1.0f : winner == WHITE ? 0.0f : 0.5f, exact};
    }
    float for_side(Cell colour) const { return colour == BLACK ? black : 1.0f - black; }
};

struct Candidate {
    Index move = PASS;
    float value = 0.5f;   // as good as this, for the side to move,
    float weight = 0.0f;  // as if it had been tried so often
};

struct Tuning {
    float exploration = 0.25f;
    float amaf_bias = 0.0f;     // how fast AMAF values give way to a move's own; 0: only as its visits outnumber them
    float expand_at = 2.0f;     // visits of a move before its own moves are listed
    float widen_from = 1e9f;    // moves looked at from the beginning,
    float widen_by = 0.0f;      // and more of them: this times the root of the visits
};

// Which points each side played after the tree, for AMAF. Slot 0 is the pass.
class Played {
public:
    explicit Played(Index points) : weights_(2 * (std::size_t(points) + 1)), points_(std::size_t(points)) {}

    void clear() { std::fill(weights_.begin(), weights_.end(), 0.0f); }
    void add(Index move, Cell colour) { of(colour)[slot(move)] = 1.0f; }
    bool has(Index move, Cell colour) const { return weights_[std::size_t(side(colour)) * (points_ + 1) + slot(move)]; }
    float* of(Cell colour) { return weights_.data() + std::size_t(side(colour)) * (points_ + 1); }

    static std::size_t slot(Index move) { return move == PASS ? 0 : std::size_t(move) + 1; }

private:
    std::vector<float> weights_;
    std::size_t points_;
};

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

// A position in the tree: its moves and what came of them, all for the side to move. Arrays side by side, since every
// simulation looks at all moves.
struct Node {
    Node(const std::vector<Candidate>& candidates, bool is_partial, const Tuning& tuning)
        : count(candidates.size()), open(count), partial(is_partial), moves(count), floats(5 * count, 0.0f),
          children(count), claimed(count) {
        for (std::size_t k = 0; k < count; k++) {
            moves[k] = candidates[k].move;
            amaf_visits()[k] = candidates[k].weight;
            amaf_score()[k] = candidates[k].weight * candidates[k].value;
        }
        widen(tuning);
    }

    ~Node() {
        // Not by recursion: lines can be long.
        std::vector<std::unique_ptr<Node>> doomed;
        const auto take = [&](Node& node) {
            for (auto& child : node.children)
                if (child) doomed.push_back(std::move(child));
        };
        take(*this);
        while (!doomed.empty()) {
            const auto node = std::move(doomed.back());
            doomed.pop_back();
            take(*node);
        }
    }
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    float* visits() { return floats.data(); }
    float* score() { return floats.data() + count; }
    float* amaf_visits() { return floats.data() + 2 * count; }
    float* amaf_score() { return floats.data() + 3 * count; }
    float* closed() { return floats.data() + 4 * count; }  // 0: open; CLOSED: its value is known and is its score

    static constexpr float CLOSED = 1.0f;
    static constexpr std::size_t NONE = ~std::size_t(0);

    static std::size_t bytes_for(std::size_t moves) {
        return sizeof(Node) + moves * (sizeof(Index) + 5 * sizeof(float) + sizeof(std::unique_ptr<Node>) + 1);
    }

    bool is_closed(std::size_t k) { return closed()[k] != 0.0f; }
    bool is_decided() const { return best_closed == 1.0f || (open == 0 && !partial); }
    float value(std::size_t k) { return is_closed(k) ? score()[k] : visits()[k] > 0 ? score()[k] / visits()[k] : 0.5f; }

    void widen(const Tuning& tuning) {
        const float wanted = tuning.widen_from + tuning.widen_by * std::sqrt(total);
        considered = wanted >= float(count) ? count : std::size_t(std::max(wanted, 1.0f));
    }

    // The move to try next, or NONE if all are closed.
    std::size_t select(const Tuning& tuning);

    // The value of a move is known for good.
    void close(std::size_t k, float value) {
        if (is_closed(k)) return;
        closed()[k] = CLOSED;
        score()[k] = value;
        best_closed = std::max(best_closed, value);
        open--;
    }

    // Moves by preference: what is won for sure, then by visits, what is lost for sure last.
    std::vector<std::size_t> ranking();

    SpinLock lock;
    std::size_t count, open, considered = 0;
    bool partial;              // there are other moves: whatever becomes of these, it is not lost
    float total = 1;           // visits
    float best_closed = -1;    // -1: none is
    std::vector<Index> moves;
    std::vector<float> floats;
    std::vector<std::unique_ptr<Node>> children;
    std::vector<std::uint8_t> claimed;  // somebody is listing its moves, or has
};

inline std::size_t Node::select(const Tuning& tuning) {
    const float *visited = visits(), *scores = score(), *amaf = amaf_visits(), *amaf_scores = amaf_score();
    const float bias = tuning.amaf_bias, explore = tuning.exploration * std::sqrt(std::log(total + 1.0f));
    // A move's own mean and its AMAF mean, the latter weighing amaf / (1 + bias * amaf): fractions cleared.
    const auto mean = [&](std::size_t k) {
        const float doubt = 1.0f + bias * amaf[k];
        return (scores[k] * doubt + amaf_scores[k]) / (visited[k] * doubt + amaf[k] + 1e-6f);
    };
    const auto worth = [&](std::size_t k) { return mean(k) + explore / std::sqrt(visited[k] + 1.0f); };
    if (open < count) {
        // Closed moves do not count among those looked at.
        std::size_t best = NONE, looked = 0;
        float highest = 0;
        for (std::size_t k = 0; k < count && looked < considered; k++) {
            if (is_closed(k)) continue;
            looked++;
            if (const float here = worth(k); best == NONE || here > highest) best = k, highest = here;
        }
        return best;
    }
    // Worths are not negative, so their bits compare as they do: integers are compared many at a time.
    constexpr std::size_t CHUNK = 128;
    float values[CHUNK];
    std::int32_t bits[CHUNK];
    std::size_t best = 0;
    std::int32_t highest = -1;
    for (std::size_t from = 0; from < considered; from += CHUNK) {
        const std::size_t here = std::min(CHUNK, considered - from);
        if (explore == 0.0f)
            for (std::size_t k = 0; k < here; k++) values[k] = mean(from + k);
        else
            for (std::size_t k = 0; k < here; k++) values[k] = worth(from + k);
        std::memcpy(bits, values, here * sizeof(float));
        std::int32_t top = highest;
        for (std::size_t k = 0; k < here; k++) top = std::max(top, bits[k]);
        if (top == highest) continue;
        highest = top;
        best = from + std::size_t(std::find(bits, bits + here, top) - bits);
    }
    return best;
}

inline std::vector<std::size_t> Node::ranking() {
    std::vector<std::size_t> order(count);
    for (std::size_t k = 0; k < count; k++) order[k] = k;
    const bool decided = is_decided();
    const auto rank = [&](std::size_t k) {
        if (!is_closed(k)) return std::pair(1.0f, visits()[k]);
        if (score()[k] == 1.0f) return std::pair(2.0f, visits()[k]);
        if (decided) return std::pair(score()[k], visits()[k]);
        return std::pair(score()[k] == 0.0f ? 0.0f : 1.0f, visits()[k]);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    // A sure draw is better than what looks worse.
    if (!decided && count > 1 && !is_closed(order[0]) && best_closed > value(order[0]))
        for (std::size_t k = 1; k < count; k++)
            if (is_closed(order[k]) && score()[order[k]] == best_closed) {
                std::rotate(order.begin(), order.begin() + std::ptrdiff_t(k), order.begin() + std::ptrdiff_t(k) + 1);
                break;
            }
    return order;
}

// What is known of a move.
struct Finding {
    std::uint64_t visits = 0;
    float value = 0.5f;  // for the side to move
    bool exact = false;
    std::vector<Index> line;  // the move itself first
};

struct Report {
    float value = 0.5f;
    bool exact = false;
    std::vector<Finding> findings;  // the best first
};

template <class Position, class Model>
class Search {
public:
    // The tree takes no more than about `most_bytes`: past that, what there is is looked at more closely.
    Search(Position root, std::uint64_t seed, std::size_t most_bytes, const Tuning& tuning = Model::tuning())
        : root_position_(std::move(root)), seed_(seed), most_bytes_(most_bytes), tuning_(tuning) {
        plant();
    }

    const Position& position() const { return root_position_; }
    std::uint64_t visits() {
        const std::scoped_lock reading(root_->lock);
        return std::uint64_t(root_->total) - 1;
    }
    bool is_decided() {
        const std::scoped_lock reading(root_->lock);
        return root_->is_decided();
    }

    // Until the root has this many visits (MOST_VISITS at most), so many seconds have passed (if not negative), or
    // nothing is left to look at. If `settle`, also when the other moves cannot catch up with the first in the seconds
    // that are left.
    void run(std::uint64_t visits, double seconds, int threads, bool settle, const Cancel* cancel);

    Report report();

    // Makes the tree below that position the whole tree; false, and nothing changed, if it is not at most two moves
    // away or was never looked at.
    bool move_on(const Position& position);

private:
    using Clock = std::chrono::steady_clock;

    struct Step {
        Node* node;
        std::size_t child;
        Cell mover;
    };

    struct Worker {
        Worker(const Position& root, std::uint64_t seed) : model(root), random(seed), played(root.board().size()) {}
        Model model;
        Random random;
        Played played;
        std::vector<Step> path;
        std::vector<Candidate> candidates;
    };

    void plant() {
        workers_.clear();
        add_workers(1);
        Worker& worker = *workers_[0];
        worker.model.restart();
        worker.candidates.clear();
        // The value alone is not what a root is for: its moves are.
        const Verdict verdict = worker.model.expand(worker.candidates);
        shuffle(worker);
        root_ = std::make_unique<Node>(worker.candidates, verdict.partial, tuning_);
        bytes_ = Node::bytes_for(root_->count);
    }
    // What the tree takes now.
    void weigh() {
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
    // Moves that nothing is known of are tried in any order.
    void shuffle(Worker& worker) {
        if (tuning_.widen_by > 0) return;
        auto& moves = worker.candidates;
        for (std::size_t k = moves.size(); k > 1; k--)
            std::swap(moves[k - 1], moves[worker.random.below(std::uint32_t(k))]);
    }
    void simulate(Worker& worker);
    void back_up(Worker& worker, Verdict verdict);
    std::vector<Index> line_from(Node& node, std::size_t child);

    // Decided, or all the moves on a partial list are closed.
    bool is_exhausted() {
        const std::scoped_lock reading(root_->lock);
        return root_->is_decided() || root_->open == 0;
    }

    // Enough time or visits that the first move stays first?
    bool is_settled(double seconds_left, double visits_a_second);

    Position root_position_;
    std::uint64_t seed_;
    std::size_t most_bytes_;
    std::atomic<std::size_t> bytes_{0};
    Tuning tuning_;
    std::unique_ptr<Node> root_;
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
                // Decided by another thread on our way here, or its list is at its end.
                Verdict verdict{node->best_closed, node->is_decided()};
                if (mover == WHITE) verdict.black = 1.0f - verdict.black;
                return back_up(worker, verdict);
            }
            node->visits()[k]++;  // counted as lost until the result is known: other threads look elsewhere
            node->total++;
            if (tuning_.widen_by > 0) node->widen(tuning_);
            next = node->children[k].get();
            expand = !next && !expanded && !node->claimed[k] && node->visits()[k] >= tuning_.expand_at &&
                     bytes_.load(std::memory_order_relaxed) < most_bytes_;
            if (expand) node->claimed[k] = true;
        }
        worker.path.push_back({node, k, mover});
        worker.model.play(node->moves[k]);
        if (!next && !expand) return back_up(worker, worker.model.playout(worker.random, worker.played));
        if (expand) {
            worker.candidates.clear();
            const Verdict verdict = worker.model.expand(worker.candidates);
            if (verdict.exact) return back_up(worker, verdict);
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
void Search<Position, Model>::back_up(Worker& worker, Verdict verdict) {
    bool proven = verdict.exact;
    for (auto step = worker.path.rbegin(); step != worker.path.rend(); ++step) {
        Node& node = *step->node;
        const float result = verdict.for_side(step->mover);
        const float* const played = worker.played.of(step->mover);
        const std::size_t k = step->child;
        {
            const std::scoped_lock held(node.lock);
            if (!node.is_closed(k)) node.score()[k] += result;
            float *amaf = node.amaf_visits(), *scores = node.amaf_score();
            for (std::size_t j = 0; j < node.count; j++) {
                const float weight = played[Played::slot(node.moves[j])];
                amaf[j] += weight;
                scores[j] += weight * result;
            }
            if (proven) {
                node.close(k, result);
                proven = node.is_decided();
                if (proven) {
                    verdict = {node.best_closed, true};
                    if (step->mover == WHITE) verdict.black = 1.0f - verdict.black;
                }
            }
        }
        worker.played.add(node.moves[k], step->mover);
    }
}

template <class Position, class Model>
void Search<Position, Model>::run(std::uint64_t visits, double seconds, int threads, bool settle,
                                  const Cancel* cancel) {
    add_workers(std::size_t(threads));
    const auto began = Clock::now();
    const std::uint64_t before = this->visits();
    std::atomic<std::int64_t> left{std::int64_t(std::min(visits, MOST_VISITS)) - std::int64_t(before)};
    std::atomic<bool> stop{false};
    const auto work = [&](Worker& worker, bool leads) {
        for (std::uint64_t done = 0; !stop.load(std::memory_order_relaxed); done++) {
            if (left.fetch_sub(1, std::memory_order_relaxed) <= 0 || is_exhausted()) break;
            simulate(worker);
            if ((done & 15) != 15) continue;
            if (cancelled(cancel)) break;
            if (seconds < 0) continue;
            const double spent = std::chrono::duration<double>(Clock::now() - began).count();
            if (spent >= seconds) break;
            if (settle && leads && (done & 255) == 255 &&
                is_settled(seconds - spent, double(this->visits() - before) / spent))
                break;
        }
        stop = true;
    };
    std::vector<std::thread> others;
    for (int k = 1; k < threads; k++) others.emplace_back(work, std::ref(*workers_[std::size_t(k)]), false);
    work(*workers_[0], true);
    for (auto& other : others) other.join();
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
    Report result;
    std::vector<std::size_t> order;
    {
        const std::scoped_lock reading(root_->lock);
        order = root_->ranking();
        for (const std::size_t k : order)
            result.findings.push_back({std::uint64_t(root_->visits()[k]), root_->value(k), root_->is_closed(k), {}});
        result.exact = root_->is_decided();
        result.value = result.exact ? root_->best_closed : root_->value(order[0]);
    }
    for (std::size_t k = 0; k < order.size(); k++) result.findings[k].line = line_from(*root_, order[k]);
    return result;
}

template <class Position, class Model>
bool Search<Position, Model>::move_on(const Position& wanted) {
    if (wanted.board().height != root_position_.board().height || wanted.board().width != root_position_.board().width)
        return false;
    // The last move, if it is no pass, left a stone that the wanted board has.
    const auto leaves_stone = [&](const Position& from, Index move) {
        return move == PASS || (from.board()[move] == EMPTY && wanted.board()[move] == from.to_play());
    };
    const auto grow = [&](Node* parent, std::size_t k) {
        auto kept = std::move(parent->children[k]);
        root_ = std::move(kept);
        root_position_ = wanted;
        workers_.clear();
        weigh();
        return true;
    };
    // So did the one before, as a rule; those whose stone the answer must have turned over or taken are tried last.
    for (const bool stays : {true, false})
        for (std::size_t k = 0; k < root_->count; k++) {
            Node* const child = root_->children[k].get();
            if (!child || leaves_stone(root_position_, root_->moves[k]) != stays) continue;
            Position next = root_position_;
            if (!next.play(root_->moves[k])) continue;
            if (next == wanted) return grow(root_.get(), k);
            for (std::size_t j = 0; j < child->count; j++) {
                if (!child->children[j] || !leaves_stone(next, child->moves[j])) continue;
                Position last = next;
                if (last.play(child->moves[j]) && last == wanted) return grow(child, j);
            }
        }
    return false;
}

}  // namespace tengen::search
