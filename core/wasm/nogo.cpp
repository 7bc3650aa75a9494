#include "../nogo/boards.hpp"
#include "../nogo/count.hpp"
#include "../nogo/model.hpp"
#include "../nogo/playout.hpp"
#include "../nogo/position.hpp"
#include "../nogo/random_games.hpp"
#include "../nogo/solve.hpp"
#include "../nogo/strip/solve.hpp"
#include "faces.hpp"

namespace tengen::wasm {

namespace {

struct Nogo final : PositionOf<Nogo, nogo::Position, nogo::Model, SeenOn<nogo::Position, nogo::Boards>> {
    using PositionOf::PositionOf;

    Pointer with(Board board, Cell to_play) const override { return nogo_position(std::move(board), to_play); }

    WhyNot why_illegal(Index move) const override {
        auto [fault, dead] = position.why_illegal(move);
        return {int(fault), std::move(dead)};
    }
    std::vector<Points> flaws() const override { return dead_chains(position.board()); }

    Points first_game(Index most_plies) const override { return nogo::first_legal_game(position, most_plies, nullptr); }
    Points random_game(bool, std::uint64_t seed, Index most_plies) const override {
        return nogo::random_game(position, seed, most_plies, nullptr);
    }
    std::uint64_t games_in_block() const override { return nogo::games_in_block(position.board()); }
    void random_games(bool, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                      Totals& totals) const override {
        nogo::random_games(position, games, seed, first_block, nullptr, totals);
    }

    // Sets of stones, each of which stands for all orders in which they can be played. By the first two stones of the
    // side to move: by the first alone, one part would be nearly half of the work.
    std::uint64_t parts(int plies) const override {
        const std::uint64_t empty = std::uint64_t(nogo::AdditionCounter::empty_points(position));
        return plies < 3 ? 1 : empty * empty;
    }
    Lines lines(int plies, std::uint64_t part, bool, const Cancel* cancel) const override {
        const std::uint64_t empty = std::uint64_t(nogo::AdditionCounter::empty_points(position));
        if (plies >= 3 && part / empty >= part % empty) return {};
        nogo::AdditionCounter counter(position, Index((plies + 1) / 2), Index(plies / 2), cancel);
        const auto found = plies < 3 ? counter.count() : counter.count(Index(part / empty), Index(part % empty));
        const bool black_won = (plies % 2 ? to_play() : opponent(to_play())) == BLACK;
        return {found.positions, black_won ? found.finished : 0, black_won ? 0 : found.finished, 0, false};
    }
    Lines games(std::uint64_t, const Cancel*) const override { refuse("games are counted by plies"); }

    // How many more moves the mover then has than the other side.
    std::vector<double> gains() const override {
        std::vector<double> gains;
        for (const Index move : legal_moves()) {
            nogo::Position next = position;
            next.play(move);
            const nogo::Position again(next.board(), to_play());
            gains.push_back(double(again.legal_moves().size()) - double(next.legal_moves().size()));
        }
        return gains;
    }

    std::unique_ptr<SolverObject> solver(std::size_t bytes, std::uint64_t seed) const override {
        if (nogo::StripSolver::is_strip(position.board()))
            return make_solver<nogo::StripSolver>("the strip is too long to be solved", position, bytes, seed);
        return make_solver<nogo::Solver>("NoGo is solved where at most 64 points can still be played", position, bytes,
                                         seed, ONE_THREAD);
    }
};

}  // namespace

PositionObject::Pointer nogo_position(Board board, Cell to_play) {
    return std::make_unique<Nogo>(nogo::Position(std::move(board), to_play));
}

}  // namespace tengen::wasm
