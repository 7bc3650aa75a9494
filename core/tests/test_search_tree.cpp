// A position in the search tree: which move is tried next, which is best, what is known for good.
#include "../search_tree.hpp"
#include "testing.hpp"

using namespace tengen;
using search::Candidate, search::Node, search::Results, search::Tuning;
using tengen::testing::seeded;

namespace {

search::Pool pool;

Node& node_of(const std::vector<Candidate>& candidates, bool partial = false, const Tuning& tuning = {}) {
    return *Node::make(pool, candidates, partial, tuning);
}
Node& node_of(std::size_t moves, const Tuning& tuning = {}) {
    std::vector<Candidate> candidates;
    for (std::size_t k = 0; k < moves; k++) candidates.push_back({Index(k), 0.5f, 0.0f});
    return node_of(candidates, false, tuning);
}

void the_best_comes_first() {
    const auto order = [](float leader_score, int won, int drawn_at, int lost) {
        Node& node = node_of(5);
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
    Node& decided = node_of(3);
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

// Where an evaluator judges: the most visited move may be what looked good at first.
void the_surest_comes_first() {
    const auto order = [](std::initializer_list<std::pair<float, float>> moves, bool judged) {  // visits and means
        Node& node = node_of(moves.size());
        if (judged) node.judge(std::vector<Candidate>(moves.size()), 0.5f);
        std::size_t k = 0;
        for (const auto& [visits, mean] : moves) {
            node.visits()[k] = visits;
            node.score()[k++] = visits * mean;
        }
        return node.ranking();
    };
    using Order = std::vector<std::size_t>;
    EXPECT((order({{100, 0.4f}, {60, 0.6f}, {10, 0.9f}}, true) == Order{1, 0, 2}));
    EXPECT((order({{100, 0.4f}, {60, 0.6f}, {10, 0.9f}}, false) == Order{0, 1, 2}));
    EXPECT((order({{100, 0.4f}, {60, 0.6f}, {16, 0.9f}}, true) == Order{2, 0, 1}));
    EXPECT((order({{100, 0.50f}, {30, 0.52f}}, true) == Order{0, 1}));  // better, and not surely so
    EXPECT((order({{4, 0.5f}, {1, 1.0f}, {0, 0.5f}}, true) == Order{1, 0, 2}));
    EXPECT((order({{0, 0.5f}, {0, 0.5f}}, true) == Order{0, 1}));
}

void selection_looks_at_every_open_move() {
    Random random = seeded(4);
    for (const float exploration : {0.0f, 0.7f})
        for (const std::size_t moves : {1, 2, 127, 128, 129, 256, 300}) {
            const Tuning tuning{.exploration = exploration};
            for (const std::size_t best : {std::size_t(0), moves / 2, moves - 1}) {
                std::vector<Candidate> candidates(moves, {0, 0.5f, 10.0f});
                candidates[best].value = 0.9f;
                EXPECT(node_of(candidates, false, tuning).select(tuning) == best);
            }
            Node& node = node_of(moves, tuning);
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
    Node& node = node_of(3, narrow);
    for (const std::size_t next : {0, 1, 2}) {
        EXPECT(node.select(narrow) == next);
        node.close(next, 0.0f);
    }
}

void partial_lists_are_decided_by_wins() {
    const std::vector<Candidate> candidates{{0, 0.5f, 0.0f}, {1, 0.5f, 0.0f}};
    Node& node = node_of(candidates, true);
    node.close(0, 0.0f);
    node.close(1, 0.5f);
    EXPECT(!node.is_decided() && node.open == 0 && node.select({}) == Node::NONE);
    Node& won = node_of(candidates, true);
    won.close(0, 1.0f);
    EXPECT(won.is_decided());
}

void priors_choose_what_is_tried() {
    std::vector<Candidate> candidates{{0}, {1}, {2}, {PASS}};
    const float logits[] = {0.0f, std::log(2.0f), -INFINITY, 9.0f, std::log(5.0f)};  // of four points and the pass
    search::weigh(candidates, logits, 4);
    const float priors[] = {0.625f, 0.25f, 0.125f, 0};
    const Index moves[] = {PASS, 1, 0, 2};
    for (std::size_t k = 0; k < 4; k++)
        EXPECT(candidates[k].move == moves[k] && std::abs(candidates[k].prior - priors[k]) < 1e-6f);
    constexpr Tuning tuning{.puct = 1.0f, .first_play = 0.2f};
    Node& node = node_of(candidates);
    node.judge(candidates, 0.5f);
    EXPECT(node.value(0) == 0.5f && node.select(tuning) == 0);
    node.visit(0);
    // It counts as lost: 0.625 * sqrt(2) / 2 = 0.442. The next: 0.5 - 0.2 * sqrt(0.625) + 0.25 * sqrt(2) = 0.695.
    EXPECT(node.select(tuning) == 1);
    node.score()[0] += 0.8f;  // 1.242
    EXPECT(node.select(tuning) == 0);
    node.close(0, 0.5f);
    EXPECT(node.select(tuning) == 1);
    node.visit(1);
    EXPECT(std::abs(node.tried - 0.875f) < 1e-6f && node.total == 3);
    node.take_back(1);
    EXPECT(std::abs(node.tried - 0.625f) < 1e-6f && node.total == 2 && node.visits()[1] == 0);
    // Nothing is ruled out by a policy that rules out everything.
    const float none[] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    search::weigh(candidates, none, 4);
    for (const auto& each : candidates) EXPECT(each.prior == 0.25f);
}

void views_exchange_news() {
    constexpr Tuning tuning{.least_news = 8.0f};
    Node& node = node_of(3, tuning);
    for (const std::size_t k : {0, 1, 1}) node.visit(k);
    node.score()[1] = 2;
    search::View mine(node, tuning, 2), other(node, tuning, 2);
    EXPECT(mine.total == 4 && mine.exchange_at == 8 && mine.visits()[1] == 2 && mine.score()[1] == 2);
    const float none[4] = {}, played[] = {0, 0, 1, 1};  // points 1 and 2, after the pass
    mine.visit(2);
    mine.add(2, 1, played);
    EXPECT(mine.total == 6 && mine.visits()[2] == 2 && mine.score()[2] == 2);  // as if the other had found the same
    other.visit(2);
    other.add(2, 1, none);
    other.visit(1);
    other.add(1, 0.5f, none);
    EXPECT(node.total == 4);
    mine.exchange(tuning);
    EXPECT(node.total == 5 && node.visits()[2] == 1 && node.score()[2] == 1 && node.amaf_score()[2] == 1);
    node.close(2, 0.5f);  // by a third
    other.exchange(tuning);
    for (Results* each : {static_cast<Results*>(&node), static_cast<Results*>(&other)}) {
        EXPECT(each->total == 7 && each->visits()[0] == 1 && each->visits()[1] == 3 && each->visits()[2] == 2);
        EXPECT(each->score()[1] == 2.5f && each->score()[2] == 0.5f && each->amaf_visits()[1] == 1);
        EXPECT(each->root_of_visits()[1] == 2 && each->is_closed(2) && each->open == 2 && each->best_closed == 0.5f);
    }
    mine.exchange(tuning);
    mine.exchange(tuning);  // there are no news
    EXPECT(node.total == 7 && mine.total == 7 && mine.is_closed(2) && node.score()[1] == 2.5f);
}

void memory_is_used_again() {
    search::Pool own;
    std::vector<std::byte*> pieces;
    for (int k = 0; k < 100; k++) pieces.push_back(static_cast<std::byte*>(own.take(1000)));
    for (auto* piece : pieces) {
        EXPECT(reinterpret_cast<std::uintptr_t>(piece) % 64 == 0);
        std::fill_n(piece, 1000, std::byte(1));
        own.give(piece, 1000);
    }
    // Half as large: twice as many, all in the same places.
    for (int k = 0; k < 200; k++) {
        auto* const piece = static_cast<std::byte*>(own.take(500));
        EXPECT(std::any_of(pieces.begin(), pieces.end(),
                           [&](auto* each) { return piece == each || piece == each + 512; }));
    }
}

}  // namespace

int main() {
    the_best_comes_first();
    the_surest_comes_first();
    selection_looks_at_every_open_move();
    closed_moves_make_room();
    partial_lists_are_decided_by_wins();
    priors_choose_what_is_tried();
    views_exchange_news();
    memory_is_used_again();
}
