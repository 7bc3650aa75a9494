#include "../gomoku/boards.hpp"
#include "../gomoku/check.hpp"
#include "../gomoku/count.hpp"
#include "../gomoku/gains.hpp"
#include "../gomoku/model.hpp"
#include "../gomoku/playout.hpp"
#include "../gomoku/position.hpp"
#include "../gomoku/solve.hpp"
#include "faces.hpp"

namespace tengen::wasm {

namespace {

Points points_of(const gomoku::StoneRow& row) {
    Points points;
    for (Index k = 0; k < row.length; k++) points.push_back(row.first + k * row.step);
    return points;
}

struct Gomoku final : PositionOf<Gomoku, gomoku::Position, gomoku::Model, SeenOn<gomoku::Position, gomoku::Boards>> {
    using PositionOf::PositionOf;

    Pointer with(Board board, Cell to_play) const override {
        return std::make_unique<Gomoku>(gomoku::Position(std::move(board), to_play, position.rules()));
    }

    // Of an empty point while the game goes on: why renju forbids it.
    WhyNot why_illegal(Index move) const override {
        gomoku::BlackMove black(position.board(), move);
        const gomoku::Ban ban = black.ban();
        return {int(ban), black.stones(ban)};
    }
    // First what was found, with the points that could be last; then the rows that win.
    std::vector<Against> contradictions() const override {
        auto finding = gomoku::check(position.board(), position.rules());
        std::vector<Against> found{{int(finding.contradiction), std::move(finding.last)}};
        for (const auto& row : finding.rows) found.push_back({0, points_of(row)});
        return found;
    }

    Points first_game(Index most_plies) const override {
        return gomoku::first_legal_game(position, most_plies, nullptr);
    }
    Points random_game(bool, std::uint64_t seed, Index most_plies) const override {
        return gomoku::random_game(position, seed, most_plies, nullptr);
    }
    std::uint64_t games_in_block() const override { return gomoku::games_in_block(position.board()); }
    void random_games(bool, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                      Totals& totals) const override {
        gomoku::random_games(position, games, seed, first_block, nullptr, totals);
    }

    Lines lines(int plies, std::uint64_t part, bool, const Cancel* cancel) const override {
        if (!plies || is_over()) return {Big(plies ? 0 : 1)};
        return {gomoku::perft(after_part(part), plies - 1, cancel)};
    }
    Lines games(std::uint64_t part, const Cancel* cancel) const override {
        const auto found = gomoku::count_games(is_over() ? position : after_part(part), cancel);
        const Big black = found.wins[side(BLACK)], white = found.wins[side(WHITE)], draws = found.draws;
        return {black + white + draws, black, white, draws, found.too_long};
    }

    std::vector<double> gains() const override { return gomoku::gains(position); }

    std::unique_ptr<SolverObject> solver(std::size_t bytes, std::uint64_t) const override {
        if (position.rules().variant == gomoku::Variant::RENJU)
            refuse("Gomoku is not solved by the rules of renju; expected another variant");
        return make_solver<gomoku::Solver>("Gomoku is solved on boards of at most 1024 points", position, bytes);
    }

    Points forbidden() const override { return position.forbidden(); }
    std::vector<Points> rows() const override {
        std::vector<Points> rows;
        for (const auto& row : gomoku::winning_rows(position.board(), position.rules())) rows.push_back(points_of(row));
        return rows;
    }

private:
    gomoku::Position after_part(std::uint64_t part) const {
        gomoku::Position next = position;
        next.play(legal_moves()[std::size_t(part)]);
        return next;
    }
};

}  // namespace

PositionObject::Pointer gomoku_position(Board board, Cell to_play, const RuleNumbers& rules) {
    const gomoku::Rules chosen{rules.first, gomoku::Variant(rules.second)};
    return std::make_unique<Gomoku>(gomoku::Position(std::move(board), to_play, chosen));
}

}  // namespace tengen::wasm
