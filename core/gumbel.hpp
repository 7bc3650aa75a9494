// A search tree that asks a net what it thinks of each position: Gumbel AlphaZero (Danihelka, Guez, Schrittwieser,
// Silver 2022, "Policy improvement by planning with Gumbel"). It needs few visits to find a better policy than the
// net's own, so self-play uses it.
//
// The tree says which position it wants judged next; the caller may ask many trees before it asks the net once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "point_sets.hpp"
#include "random.hpp"

namespace tengen::gumbel {

struct Tuning {
    int visits = 32;
    int candidates = 16;     // moves that the root tries
    float visit_bonus = 50;  // c_visit and c_scale of the paper, for values from -1 to 1
    float value_scale = 0.5f;
};

// How often a move must have been tried to be tried next, visit by visit: sequential halving.
inline std::vector<int> halving_schedule(int candidates, int visits) {
    std::vector<int> schedule;
    if (candidates <= 1) {
        for (int k = 0; k < visits; k++) schedule.push_back(k);
        return schedule;
    }
    const int phases = int(std::ceil(std::log2(double(candidates))));
    std::vector<int> tried(std::size_t(candidates), 0);
    int left = candidates;
    while (int(schedule.size()) < visits) {
        const int extra = std::max(1, visits / (phases * left));
        for (int k = 0; k < extra; k++)
            for (int move = 0; move < left; move++) schedule.push_back(tried[std::size_t(move)]++);
        left = std::max(2, left / 2);
    }
    schedule.resize(std::size_t(visits));
    return schedule;
}

template <class Boards>
typename Boards::Set moves_to_try(const Boards& boards, const typename Boards::State& state) {
    if constexpr (requires { boards.moves(state); })
        return boards.moves(state);
    else
        return state.legal[side(state.to_play)];
}

// Boards: as a batch has them. Where there are passes, `pass` is the number of that move, and `play` takes it; `moves`,
// if it is there, says which moves are tried, else all that are legal.
//
// Thousands of trees are told in turn, so each is far from the processor when its turn comes: what a visit touches is
// kept small. A position below the root keeps only its likeliest moves.
template <class Boards>
class Tree {
public:
    using State = typename Boards::State;
    static constexpr int MOST_MOVES = 16;  // of a position below the root

    explicit Tree(const Tuning& tuning) : tuning_(tuning) {}

    // The boards stay where they are while the tree is used.
    void begin(const Boards& boards, const State& root) {
        boards_ = &boards;
        nodes_.clear();
        edges_.clear();
        path_.clear();
        done_ = 0;
        add(root);
    }

    // The position to be judged next. There is one until is_done.
    const State& wanted() const { return nodes_[std::size_t(leaf_)].state; }
    bool is_done() const { return done_ >= tuning_.visits; }

    // Asks for the memory that `tell` begins with.
    void fetch() const {
        __builtin_prefetch(nodes_.data());
        const char* const edges = reinterpret_cast<const char*>(edges_.data());
        for (std::size_t k = 0; k < 4; k++) __builtin_prefetch(edges + 64 * k);
        const char* const leaf = reinterpret_cast<const char*>(nodes_.data() + leaf_);
        for (std::size_t k = 0; k < sizeof(Node); k += 64) __builtin_prefetch(leaf + k);
    }

    // What the net said of it: a number for each move, the likelier the larger; and the value, from -1 to 1, for the
    // side to move. Goes on to the next position to be judged, if there is one.
    void tell(const float* policy, float value, Random& random) {
        Node& leaf = nodes_[std::size_t(leaf_)];
        leaf.value = value;
        list_moves(leaf.state, policy);
        if (leaf_ == 0) {
            draw_candidates(random);
        } else {
            keep(leaf, MOST_MOVES);
            back_up(value);
        }
        descend();
    }

    // Once it is done: the move to make, and what it seems worth.
    Index best_move() const { return edge(nodes_[0], best_candidate()).move; }
    float best_value() const { return edge(nodes_[0], best_candidate()).mean(); }

    // Once it is done: calls use(move, probability) for each move of the improved policy, those that are the likelier
    // for what is known of them. A move that was not tried is taken to be worth what the root seems worth.
    template <class Use>
    void improved_policy(Use&& use) const {
        const Node& root = nodes_[0];
        const Improved improved(*this, root);
        for (const auto& [move, prior] : root_moves_) {
            float factor = improved.untried;
            for (int k = 0; k < root.count; k++)
                if (edge(root, k).move == move && edge(root, k).visits) factor = improved.factor(edge(root, k));
            use(move, prior * factor / improved.sum);
        }
    }

private:
    static constexpr float LOWEST = -std::numeric_limits<float>::infinity();

    struct Move {
        Index move;
        float prior;  // the likelihood by the net's policy
    };
    struct Edge {
        float prior, total;  // of values, for the side that makes the move
        std::uint16_t move, visits;
        std::int32_t child;

        float mean() const { return visits ? total / float(visits) : 0.0f; }
    };
    static_assert(MOST_SET_POINTS <= 1 << 16);
    struct Node {
        State state;
        int first = 0, count = 0;  // edges
        int visits = 0;            // of the edges together
        float value = 0;
        bool is_over = false;
    };

    const Edge& edge(const Node& node, int k) const { return edges_[std::size_t(node.first + k)]; }

    int best_candidate() const {
        const Node& root = nodes_[0];
        const float scale = value_scale(root);
        int most = 0;
        for (int k = 0; k < root.count; k++) most = std::max(most, int(edge(root, k).visits));
        int best = 0;
        float highest = LOWEST;
        for (int k = 0; k < root.count; k++) {
            if (edge(root, k).visits != most) continue;
            const float score = scores_[std::size_t(k)] + scale * edge(root, k).mean();
            if (score > highest) best = k, highest = score;
        }
        return best;
    }

    // What a value is worth beside the logarithm of a likelihood.
    float value_scale(const Node& node) const {
        int most = 0;
        for (int k = 0; k < node.count; k++) most = std::max(most, int(edge(node, k).visits));
        return (tuning_.visit_bonus + float(most)) * tuning_.value_scale;
    }

    // By what a node's likelihoods are multiplied to improve them, before they are divided by their sum.
    struct Improved {
        float scale, value, highest = 0;
        float untried;  // the factor of moves that were not tried
        float sum;

        Improved(const Tree& tree, const Node& node) : scale(tree.value_scale(node)) {
            float prior = 0, weighted = 0;  // of moves that were tried
            for (int k = 0; k < node.count; k++) {
                const Edge& each = tree.edge(node, k);
                if (!each.visits) continue;
                prior += each.prior;
                weighted += each.prior * each.mean();
            }
            value = node.value;
            if (node.visits)
                value = (value + float(node.visits) * weighted / std::max(prior, 1e-9f)) / float(1 + node.visits);
            for (int k = 0; k < node.count; k++)
                if (const Edge& each = tree.edge(node, k); each.visits)
                    highest = std::max(highest, scale * (each.mean() - value));
            highest = std::min(highest, 40.0f);  // so that no number gets so small that processors become slow
            untried = std::exp(-highest);
            sum = std::max(0.0f, 1.0f - prior) * untried;
            for (int k = 0; k < node.count; k++)
                if (const Edge& each = tree.edge(node, k); each.visits) sum += each.prior * factor(each);
            sum = std::max(sum, 1e-30f);
        }
        float factor(const Edge& tried) const { return std::exp(scale * (tried.mean() - value) - highest); }
    };

    void add(const State& state) {
        leaf_ = int(nodes_.size());
        nodes_.push_back({state});
        nodes_.back().is_over = boards_->is_over(state);
    }

    // Sets moves_: all of a position, with their likelihoods.
    void list_moves(const State& state, const float* policy) {
        moves_.clear();
        float highest = LOWEST, sum = 0;
        const auto list = [&](Index move) {
            moves_.push_back({move, policy[std::size_t(move)]});
            highest = std::max(highest, moves_.back().prior);
        };
        moves_to_try(*boards_, state).for_each(list);
        if constexpr (requires { boards_->pass(); }) list(boards_->pass());
        for (Move& each : moves_) sum += each.prior = std::exp(std::max(each.prior - highest, -40.0f));
        for (Move& each : moves_) each.prior /= sum;
    }

    // Gives a node the likeliest of moves_, or the first ones if they are in order.
    void keep(Node& node, int most, bool in_order = false) {
        node.first = int(edges_.size());
        node.count = std::min(most, int(moves_.size()));
        if (!in_order)
            std::partial_sort(moves_.begin(), moves_.begin() + node.count, moves_.end(),
                              [](const Move& a, const Move& b) { return a.prior > b.prior; });
        for (int k = 0; k < node.count; k++)
            edges_.push_back({moves_[std::size_t(k)].prior, 0, std::uint16_t(moves_[std::size_t(k)].move), 0, -1});
    }

    // The root tries those moves that are highest by likelihood and chance together.
    void draw_candidates(Random& random) {
        root_moves_ = moves_;
        std::vector<std::pair<float, Move>> drawn;
        for (const Move& each : moves_) {
            const double uniform = (double(random.next() >> 11) + 0.5) * 0x1p-53;
            const float gumbel = float(-std::log(-std::log(uniform)));
            drawn.emplace_back(gumbel + std::log(std::max(each.prior, 1e-30f)), each);
        }
        std::sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        const int candidates = std::min(tuning_.candidates, int(drawn.size()));
        scores_.resize(std::size_t(candidates));
        for (int k = 0; k < candidates; k++)
            std::tie(scores_[std::size_t(k)], moves_[std::size_t(k)]) = drawn[std::size_t(k)];
        keep(nodes_[0], candidates, true);
        if (candidates == 1) done_ = tuning_.visits;  // there is nothing to find out
        if (candidates != scheduled_) {
            schedule_ = halving_schedule(candidates, tuning_.visits);
            scheduled_ = candidates;
        }
    }

    // Visits the tree until it meets a position that the net has not judged. Ends of games need no net.
    void descend() {
        while (!is_done()) {
            path_.clear();
            int at = 0;
            while (!nodes_[std::size_t(at)].is_over) {
                const Node& node = nodes_[std::size_t(at)];
                const int chosen = node.first + (at == 0 ? root_choice() : inner_choice(node));
                path_.push_back(chosen);
                at = edges_[std::size_t(chosen)].child;
                if (at >= 0) continue;
                State state = node.state;
                boards_->play(state, edges_[std::size_t(chosen)].move);
                at = edges_[std::size_t(chosen)].child = int(nodes_.size());
                add(state);
                if (!nodes_.back().is_over) return;
            }
            const State& end = nodes_[std::size_t(at)].state;
            const Cell winner = boards_->winner(end);
            back_up(winner == EMPTY ? 0.0f : winner == end.to_play ? 1.0f : -1.0f);
        }
    }

    int root_choice() const {
        const Node& root = nodes_[0];
        const int wanted = schedule_[std::size_t(done_)];
        const float scale = value_scale(root);
        int best = 0;
        float highest = LOWEST;
        for (int k = 0; k < root.count; k++) {
            if (edge(root, k).visits != wanted) continue;
            const float score = scores_[std::size_t(k)] + scale * edge(root, k).mean();
            if (score > highest) best = k, highest = score;
        }
        return best;
    }

    // The move that is furthest behind its improved likelihood.
    int inner_choice(const Node& node) const {
        const Improved improved(*this, node);
        int best = 0;
        float highest = LOWEST;
        for (int k = 0; k < node.count; k++) {
            const Edge& each = edge(node, k);
            const float factor = each.visits ? improved.factor(each) : improved.untried;
            const float score = each.prior * factor / improved.sum - float(each.visits) / float(1 + node.visits);
            if (score > highest) best = k, highest = score;
            if (!each.visits) break;  // those after it are less likely and not tried either, or were tried too often
        }
        return best;
    }

    // The value of the last position on the path, for its side to move.
    void back_up(float value) {
        int parent = 0;
        for (const int step : path_) {
            nodes_[std::size_t(parent)].visits++;
            parent = edges_[std::size_t(step)].child;
        }
        for (auto at = path_.rbegin(); at != path_.rend(); ++at) {
            value = -value;
            Edge& each = edges_[std::size_t(*at)];
            each.visits++;
            each.total += value;
        }
        done_++;
    }

    const Boards* boards_ = nullptr;
    Tuning tuning_;
    int leaf_ = 0, done_ = 0;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<int> path_;  // edges from the root to the leaf
    std::vector<float> scores_;  // of the root's candidates: likelihood and chance
    std::vector<Move> root_moves_, moves_;
    std::vector<int> schedule_;
    int scheduled_ = -1;  // the number of candidates that the schedule is for
};

}  // namespace tengen::gumbel
