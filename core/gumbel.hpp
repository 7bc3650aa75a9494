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
#include <vector>

#include "grid.hpp"
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

// Boards: as a batch has them, of a game without passes.
template <class Boards>
class Tree {
public:
    using State = typename Boards::State;

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

    // What the net said of it: a number for each move, the likelier the larger; and the value, from -1 to 1, for the
    // side to move. Goes on to the next position to be judged, if there is one.
    void tell(const float* policy, float value, Random& random) {
        expand(nodes_[std::size_t(leaf_)], policy, value);
        if (leaf_ == 0)
            draw_candidates(random);
        else
            back_up(value);
        descend();
    }

    // Once it is done: the move to make.
    Index best_move() const {
        const Node& root = nodes_[0];
        improve(root);
        int most = 0;
        for (int k = 0; k < root.count; k++) most = std::max(most, edge(root, k).visits);
        int best = 0;
        float best_score = -std::numeric_limits<float>::infinity();
        for (int k = 0; k < root.count; k++) {
            if (edge(root, k).visits != most) continue;
            const float score = gumbels_[std::size_t(k)] + logits_[std::size_t(k)];
            if (score > best_score) best = k, best_score = score;
        }
        return edge(root, best).move;
    }

    // Once it is done: calls use(move, probability) for each move of the improved policy.
    template <class Use>
    void improved_policy(Use&& use) const {
        const Node& root = nodes_[0];
        improve(root);
        for (int k = 0; k < root.count; k++) use(edge(root, k).move, policy_[std::size_t(k)]);
    }

private:
    struct Edge {
        Index move;
        float logit, prior = 0;
        int visits = 0, child = -1;
        float total = 0;  // of values, for the side that makes the move
    };
    struct Node {
        State state;
        int first = 0, count = 0;  // edges
        int visits = 0;            // of the edges together
        float value = 0;
        bool is_over = false;
    };

    const Edge& edge(const Node& node, int k) const { return edges_[std::size_t(node.first + k)]; }

    // Sets logits_ and policy_: the node's policy, improved by what is known of its moves. Moves that were not tried
    // are taken to be worth what the node seems worth.
    void improve(const Node& node) const {
        float tried_prior = 0, tried_value = 0;
        int visits = 0, most = 0;
        for (int k = 0; k < node.count; k++) {
            const Edge& each = edge(node, k);
            if (!each.visits) continue;
            tried_prior += each.prior;
            tried_value += each.prior * each.total / float(each.visits);
            visits += each.visits;
            most = std::max(most, each.visits);
        }
        float value = node.value;
        if (visits) value = (value + float(visits) * tried_value / std::max(tried_prior, 1e-9f)) / float(1 + visits);
        const float scale = (tuning_.visit_bonus + float(most)) * tuning_.value_scale;
        logits_.resize(std::size_t(node.count));
        policy_.resize(std::size_t(node.count));
        float highest = -std::numeric_limits<float>::infinity(), sum = 0;
        for (int k = 0; k < node.count; k++) {
            const Edge& each = edge(node, k);
            logits_[std::size_t(k)] = each.logit + scale * (each.visits ? each.total / float(each.visits) : value);
            highest = std::max(highest, logits_[std::size_t(k)]);
        }
        for (int k = 0; k < node.count; k++)
            sum += policy_[std::size_t(k)] = std::exp(logits_[std::size_t(k)] - highest);
        for (float& each : policy_) each /= sum;
    }

    void add(const State& state) {
        leaf_ = int(nodes_.size());
        nodes_.push_back({state});
        nodes_.back().is_over = boards_->is_over(state);
    }

    void expand(Node& node, const float* policy, float value) {
        node.value = value;
        node.first = int(edges_.size());
        node.state.legal[side(node.state.to_play)].for_each(
            [&](Index move) { edges_.push_back({move, policy[std::size_t(move)]}); });
        node.count = int(edges_.size()) - node.first;
        float highest = -std::numeric_limits<float>::infinity(), sum = 0;
        for (int k = 0; k < node.count; k++) highest = std::max(highest, edge(node, k).logit);
        for (int k = 0; k < node.count; k++) {
            Edge& each = edges_[std::size_t(node.first + k)];
            each.logit -= highest;
            sum += each.prior = std::exp(each.logit);
        }
        for (int k = 0; k < node.count; k++) edges_[std::size_t(node.first + k)].prior /= sum;
    }

    void draw_candidates(Random& random) {
        const int count = nodes_[0].count;
        gumbels_.resize(std::size_t(count));
        for (float& each : gumbels_) {
            const double uniform = (double(random.next() >> 11) + 0.5) * 0x1p-53;
            each = float(-std::log(-std::log(uniform)));
        }
        const int candidates = std::min(tuning_.candidates, count);
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

    int root_choice() {
        const Node& root = nodes_[0];
        improve(root);
        const int wanted = schedule_[std::size_t(done_)];
        int best = 0;
        float best_score = -std::numeric_limits<float>::infinity();
        for (int k = 0; k < root.count; k++) {
            const Edge& each = edge(root, k);
            if (each.visits != wanted) continue;
            const float score = gumbels_[std::size_t(k)] + (each.visits ? logits_[std::size_t(k)] : each.logit);
            if (score > best_score) best = k, best_score = score;
        }
        return best;
    }

    int inner_choice(const Node& node) {
        improve(node);
        int best = 0;
        float best_score = -std::numeric_limits<float>::infinity();
        for (int k = 0; k < node.count; k++) {
            const float score = policy_[std::size_t(k)] - float(edge(node, k).visits) / float(1 + node.visits);
            if (score > best_score) best = k, best_score = score;
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
    std::vector<float> gumbels_;
    std::vector<int> schedule_;
    int scheduled_ = -1;  // the number of candidates that the schedule is for
    mutable std::vector<float> logits_, policy_;  // of the node that was looked at last
};

}  // namespace tengen::gumbel
