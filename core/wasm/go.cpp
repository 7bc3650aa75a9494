#include "../go/boards.hpp"
#include "../go/count.hpp"
#include "../go/dead.hpp"
#include "../go/model.hpp"
#include "../go/playout.hpp"
#include "../go/position.hpp"
#include "../go/solve.hpp"
#include "faces.hpp"

namespace tengen::wasm {

namespace {

constexpr std::uint64_t BLOCK = 256;
constexpr Index GAMES_PLAYED_ON = 400;  // to see which stones are dead
constexpr const char* SOLVED = "Go is solved on boards of at most 25 points";
constexpr Index MOST_MARGIN = 12;  // points, where a player looks for the margin

struct Go final : PositionOf<Go, go::Position, go::Model, SeenOn<go::Position, go::Boards>> {
    using PositionOf::PositionOf;

    Pointer with(Board board, Cell to_play) const override {
        return std::make_unique<Go>(go::Position(std::move(board), to_play, position.rules()));
    }

    WhyNot why_illegal(Index move) const override {
        auto refusal = position.why_illegal(move);
        return {int(refusal.fault), std::move(refusal.chains), refusal.repeats};
    }
    std::vector<Points> flaws() const override { return dead_chains(position.board()); }

    // Superko makes it end, but not soon.
    Points first_game(Index most_plies) const override {
        return go::first_legal_game(position, std::min(most_plies, plies_allowed()), nullptr);
    }
    Points random_game(bool uniform, std::uint64_t seed, Index most_plies) const override {
        return go::random_game(position, policy(uniform), seed, most_plies, nullptr);
    }
    std::pair<Points, Index> random_fill(Index stones, std::uint64_t seed) const override {
        auto filled = go::random_fill(position, seed, stones, nullptr);
        return {std::move(filled.moves), filled.stones};
    }
    Index plies_allowed() const override { return go::plies_allowed(position.board()); }
    std::uint64_t games_in_block() const override { return BLOCK; }
    void random_games(bool uniform, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                      Totals& totals) const override {
        go::random_games(position, policy(uniform), games, seed, first_block * BLOCK, nullptr, totals);
    }

    Lines lines(int plies, std::uint64_t part, bool pass_is_ply, const Cancel* cancel) const override {
        if (!pass_is_ply) refuse("in Go a pass is a move like any other; only forced passes can be left uncounted");
        if (!plies || is_over()) return {Big(plies ? 0 : 1)};
        const go::Sum sum = go::perft(after_part(part), plies - 1, cancel);
        return {sum.value, 0, 0, 0, sum.overflow};
    }
    Lines games(std::uint64_t part, const Cancel* cancel) const override {
        if (!position.has_superko())
            refuse("under the simple ko rule games need not end; count them under a superko rule");
        const auto found = go::GameCounter(is_over() ? position : after_part(part), cancel).count();
        const Big black = found.black, white = found.white, draws = found.draws;
        return {black + white + draws, black, white, draws, !found.complete};
    }

    // The lead in area; a pass comes before moves that gain nothing, so that games end.
    std::vector<double> gains() const override {
        std::vector<double> gains;
        for (const Index move : legal_moves()) {
            go::Position next = position;
            next.play(move);
            const go::Area area = next.area();
            gains.push_back((to_play() == BLACK ? 1 : -1) * double(area.black - area.white) + (move == PASS ? 0.5 : 0));
        }
        return gains;
    }

    std::unique_ptr<SolverObject> solver(std::size_t bytes, std::uint64_t) const override {
        if (!position.has_superko())
            refuse("under the simple ko rule games need not end; solve them under a superko rule");
        return make_solver<go::Solver>(SOLVED, position, bytes);
    }
    // How much there is to look at does not show in the board, so it is not tried before a side has won.
    std::unique_ptr<SolverObject> margin_solver(std::size_t bytes, std::uint64_t nodes) const override {
        const auto& cells = position.board().cells;
        const auto points = cells.size() - std::size_t(std::count(cells.begin(), cells.end(), std::uint8_t(HOLE)));
        if (nodes != Budget::ANY || !position.has_superko() || Index(points) > MOST_MARGIN) return nullptr;
        return make_solver<go::Solver>(SOLVED, position, bytes);
    }

    int passes() const override { return position.passes(); }
    std::int64_t captures(Cell colour) const override { return position.captures(colour); }
    std::vector<std::uint8_t> owners() const override {
        std::vector<std::uint8_t> owners = position.board().cells;
        const auto found = position.owners();
        std::copy(found.begin(), found.end(), owners.begin());
        return owners;
    }
    Points dead_stones() const override { return go::dead_stones(position, GAMES_PLAYED_ON, 0); }

private:
    static go::Policy policy(bool uniform) { return uniform ? go::Policy::UNIFORM : go::Policy::RANDOM; }

    go::Position after_part(std::uint64_t part) const {
        go::Position next = position;
        next.play(legal_moves()[std::size_t(part)]);
        return next;
    }
};

}  // namespace

PositionObject::Pointer go_position(Board board, Cell to_play, const RuleNumbers& rules) {
    const go::Rules chosen{rules.first, bool(rules.third), go::KoRule(rules.second)};
    return std::make_unique<Go>(go::Position(std::move(board), to_play, chosen));
}

}  // namespace tengen::wasm
