// A position in the search tree: which move is tried next, which is best, what is known for good.
#include "../search_tree.hpp"
#include "testing.hpp"

using namespace tengen;
using search::Candidate, search::Node, search::Tuning;
using tengen::testing::seeded;

namespace {

Node node_of(std::size_t moves, const Tuning& tuning = {}) {
    std::vector<Candidate> candidates;
    for (std::size_t k = 0; k < moves; k++) candidates.push_back({Index(k), 0.5f, 0.0f});
    return Node(candidates, false, tuning);
}

void the_best_comes_first() {
    const auto order = [](float leader_score, int won, int drawn_at, int lost) {
        Node node = node_of(5);
        const float visits[] = {10, 20, 100, 5, 1}, scores[] = {6, leader_score, 10, 2, 0};
        std::copy(visits, visits + 5, node.visits());
        std::copy(scores, scores + 5, node.score());
        if (won >= 0) node.close(std::size_t(won), 1.0f);
        if (drawn_at >= 0) node.close(std::size_t(drawn_at), 0.5f);
        if (lost >= 0) node.close(std::size_t(lost), 0.0f);
        return node.ranking();
    };
    using Order = std::vector<std::size_t>;
    EXPECT((order(12, -1, -1, -1) == Order{2, 1, 0, 3, 4}));
    EXPECT((order(12, 4, -1, -1) == Order{4, 2, 1, 0, 3}));
    EXPECT((order(12, -1, -1, 2) == Order{1, 0, 3, 4, 2}));
    EXPECT((order(12, -1, 3, 2) == Order{1, 0, 3, 4, 2}));  // the first looks better than a draw
    EXPECT((order(8, -1, 3, 2) == Order{3, 1, 0, 4, 2}));   // and here worse
    EXPECT((order(8, 4, 3, 2) == Order{4, 1, 0, 3, 2}));
    Node decided = node_of(3);
    decided.visits()[0] = 50;
    decided.close(0, 0.0f);
    decided.close(1, 0.0f);
    EXPECT(!decided.is_decided());
    decided.close(2, 0.5f);
    EXPECT(decided.is_decided() && decided.best_closed == 0.5f);
    EXPECT((decided.ranking() == Order{2, 0, 1}));
    decided.close(2, 1.0f);  // known for good is known for good
    EXPECT(decided.value(2) == 0.5f && decided.open == 0);
}

void selection_looks_at_every_open_move() {
    Random random = seeded(4);
    for (const float exploration : {0.0f, 0.7f})
        for (const std::size_t moves : {1, 2, 127, 128, 129, 256, 300}) {
            const Tuning tuning{.exploration = exploration};
            for (const std::size_t best : {std::size_t(0), moves / 2, moves - 1}) {
                std::vector<Candidate> candidates(moves, {0, 0.5f, 10.0f});
                candidates[best].value = 0.9f;
                EXPECT(Node(candidates, false, tuning).select(tuning) == best);
            }
            Node node = node_of(moves, tuning);
            for (std::size_t k = 0; k < moves; k++) {
                for (std::uint32_t visits = 1 + random.below(50); visits > 0; visits--) node.visit(k);
                node.score()[k] = node.visits()[k] * float(random.below(1000)) / 1000;
                node.amaf_visits()[k] = float(random.below(100));
                node.amaf_score()[k] = node.amaf_visits()[k] * float(random.below(1000)) / 1000;
            }
            // Moves closed one after the other, the favourite or another.
            for (std::size_t left = moves; left > 0; left--) {
                const std::size_t favourite = node.select(tuning);
                EXPECT(favourite < moves && !node.is_closed(favourite));
                std::size_t other = random.below(std::uint32_t(moves));
                while (node.is_closed(other)) other = (other + 1) % moves;
                const std::size_t closing = random.below(2) ? favourite : other;
                node.close(closing, 0.0f);
                if (closing != favourite) EXPECT(node.select(tuning) == favourite);
            }
            EXPECT(node.select(tuning) == Node::NONE && node.is_decided() && node.best_closed == 0.0f);
        }
}

void closed_moves_make_room() {
    constexpr Tuning narrow{.widen_from = 1.0f, .widen_by = 1e-6f};
    Node node = node_of(3, narrow);
    for (const std::size_t next : {0, 1, 2}) {
        EXPECT(node.select(narrow) == next);
        node.close(next, 0.0f);
    }
}

void partial_lists_are_decided_by_wins() {
    const std::vector<Candidate> candidates{{0, 0.5f, 0.0f}, {1, 0.5f, 0.0f}};
    Node node(candidates, true, {});
    node.close(0, 0.0f);
    node.close(1, 0.5f);
    EXPECT(!node.is_decided() && node.open == 0 && node.select({}) == Node::NONE);
    Node won(candidates, true, {});
    won.close(0, 1.0f);
    EXPECT(won.is_decided());
}

}  // namespace

int main() {
    the_best_comes_first();
    selection_looks_at_every_open_move();
    closed_moves_make_room();
    partial_lists_are_decided_by_wins();
}
