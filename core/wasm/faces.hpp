// What is the same in every game of what JavaScript holds on to.
#pragma once

#include <algorithm>

#include "../batch.hpp"
#include "../budget.hpp"
#include "../evaluator.hpp"
#include "face.hpp"

namespace tengen::wasm {

constexpr int ONE_THREAD = 1;

template <class Position>
const Position& in_play(const Position& position) {
    if (!position.is_sound()) refuse("the position is not sound");
    if (position.is_over()) refuse("the game is over");
    return position;
}

// How a net sees the positions of a game: on boards of a batch, one at a time.
template <class Position, template <int> class Boards>
struct SeenOn {
    static std::unique_ptr<search::Evaluator<Position>> evaluator(const net::Net& net, const Position& position,
                                                                  search::Said& said) {
        BatchSettings settings;
        settings.planes = Planes::FLOATS;
        auto batch = make_batch<Position, Boards>(position, settings, {0});
        using Evaluator = search::NetEvaluator<Position, net::Asker>;
        typename Evaluator::Number number = nullptr;
        if constexpr (requires { Boards<1>::number(position); }) number = Boards<1>::number;
        if (batch->planes() + (number != nullptr) != net.planes())
            refuse("the net takes other planes than its game has");
        const Board& board = position.board();
        return std::make_unique<Evaluator>(std::move(batch), net::Asker(net, board.height, board.width), said,
                                           net.passes(), number);
    }
};

// Of a game that is not judged by nets.
template <class Position>
struct SeenByNone {
    static std::unique_ptr<search::Evaluator<Position>> evaluator(const net::Net&, const Position&, search::Said&) {
        refuse("no net judges this game");
    }
};

template <class Position, class Model, class Seen>
struct TreeSearch final : SearchObject {
    TreeSearch(const Position& position, std::uint64_t seed, std::size_t bytes, const JudgeObject* judge)
        : search(in_play(position), seed, bytes) {
        if (!judge) return;
        evaluator = Seen::evaluator(*judge->net, position, search.said());
        evaluators.push_back(evaluator.get());
    }

    std::uint64_t visits() override { return search.visits(); }
    bool is_decided() override { return search.is_decided(); }
    void run(std::uint64_t visits, double seconds, bool settle) override {
        search.run(visits, seconds, ONE_THREAD, settle, nullptr, evaluators);
    }
    tengen::search::Report report() override { return search.report(); }

    tengen::search::Search<Position, Model> search;
    std::unique_ptr<tengen::search::Evaluator<Position>> evaluator;
    typename tengen::search::Search<Position, Model>::Evaluators evaluators;
};

template <class Solver>
struct SolverOf final : SolverObject {
    template <class... Arguments>
    explicit SolverOf(Arguments&&... arguments) : solver(std::forward<Arguments>(arguments)...) {}

    std::uint64_t nodes() const override { return solver.nodes(); }
    double done() const override { return solver.done(); }
    void run(bool all_moves, double seconds) override {
        if constexpr (requires { solver.run(all_moves, seconds, ONE_THREAD, nullptr); })
            solver.run(all_moves, seconds, ONE_THREAD, nullptr);
        else
            solver.run(all_moves, seconds, nullptr);
    }
    void find_margin(std::uint64_t most_nodes, double seconds) override {
        const std::uint64_t before = nodes();
        const std::uint64_t most = most_nodes < Budget::ANY - before ? before + most_nodes : Budget::ANY;
        if constexpr (requires { solver.run(false, seconds, ONE_THREAD, nullptr, most); })
            solver.run(false, seconds, ONE_THREAD, nullptr, most);
        else if constexpr (requires { solver.run(false, seconds, nullptr, most); })
            solver.run(false, seconds, nullptr, most);
        else
            refuse("the game has no margin");
    }
    std::vector<MoveValue> report() const override {
        std::vector<MoveValue> values;
        for (const auto& found : solver.report())
            values.push_back({double(found.lower), double(found.upper), found.line});
        return values;
    }

    Solver solver;
};

// `which`: what it takes, in words.
template <class Solver, class Position, class... Arguments>
std::unique_ptr<SolverObject> make_solver(const char* which, const Position& position, Arguments&&... arguments) {
    if (!Solver::takes(in_play(position))) refuse(which);
    return std::make_unique<SolverOf<Solver>>(position, std::forward<Arguments>(arguments)...);
}

// Derived is the class of the game.
template <class Derived, class P, class Model, class Seen>
struct PositionOf : PositionObject {
    using Position = P;
    using Tree = TreeSearch<P, Model, Seen>;

    explicit PositionOf(P at) : position(std::move(at)) {}

    const Board& board() const override { return position.board(); }
    Cell to_play() const override { return position.to_play(); }
    bool is_sound() const override { return position.is_sound(); }
    bool is_over() const override { return position.is_over(); }
    Cell winner() const override { return position.winner(); }
    Points legal_moves() const override { return position.legal_moves(); }
    bool is_legal(Index move) const override { return position.is_legal(move); }

    Pointer after(Index move) const override {
        auto next = std::make_unique<Derived>(position);
        const bool played = position.is_sound() && next->position.play(move);
        return played ? std::move(next) : nullptr;
    }
    std::pair<std::size_t, Pointer> replayed(const Points& moves) const override {
        auto next = std::make_unique<Derived>(position);
        std::size_t legal = 0;
        while (position.is_sound() && legal < moves.size() && next->position.play(moves[legal])) legal++;
        return {legal, std::move(next)};
    }
    bool equals(const PositionObject& other) const override {
        return position == static_cast<const Derived&>(other).position;
    }

    std::pair<Points, Index> random_fill(Index stones, std::uint64_t seed) const override {
        const auto& cells = position.board().cells;
        const auto is_stone = [](std::uint8_t cell) { return cell == BLACK || cell == WHITE; };
        const Index already = Index(std::count_if(cells.begin(), cells.end(), is_stone));
        Points moves = random_game(false, seed, stones - already);
        const Index got = already + Index(moves.size());
        return {std::move(moves), got};
    }

    std::unique_ptr<SearchObject> search(std::uint64_t seed, std::size_t bytes,
                                         const JudgeObject* judge) const override {
        return std::make_unique<Tree>(position, seed, bytes, judge);
    }
    bool move_on(SearchObject& search) const override {
        return static_cast<Tree&>(search).search.move_on(in_play(position));
    }
    std::string misfit(const JudgeObject& judge) const override {
        if (!judge.net) return "these are patterns of another game";
        if (position.board().size() <= MOST_SET_POINTS) return "";
        return "the board is too large for a net; expected at most " + std::to_string(MOST_SET_POINTS) + " points";
    }
    Judgement judged(const JudgeObject& judge) const override {
        search::Said nothing(0);
        const auto evaluator = Seen::evaluator(*judge.net, position, nothing);
        evaluator->put(0, position, {NOWHERE, NOWHERE});
        evaluator->ask(1);
        const float* const policy = evaluator->policy(0);
        return {evaluator->value(0), std::vector<float>(policy, policy + position.board().size() + P::HAS_PASSES)};
    }

    P position;
};

}  // namespace tengen::wasm
