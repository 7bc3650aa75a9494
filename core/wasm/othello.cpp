#include "../othello/contradictions.hpp"
#include "../othello/count.hpp"
#include "../othello/model.hpp"
#include "../othello/pattern_search.hpp"
#include "../othello/playout.hpp"
#include "../othello/position.hpp"
#include "../othello/random_games.hpp"
#include "../othello/solve.hpp"
#include "faces.hpp"

namespace tengen::wasm {

namespace {

using othello::PatternSearch;

constexpr const char* SOLVED = "Othello is solved on boards of at most 16x16";

// Judged by patterns, not played out.
struct Lookahead final : SearchObject {
    Lookahead(const othello::Position& position, std::size_t bytes, const othello::Patterns& judge)
        : search(in_play(position), bytes), patterns(judge) {}

    std::uint64_t visits() override { return search.visits(); }
    bool is_decided() override { return search.is_decided(); }
    void run(std::uint64_t visits, double seconds, bool) override { search.run(patterns, visits, seconds, nullptr); }
    tengen::search::Report report() override { return search.report(); }

    PatternSearch search;
    const othello::Patterns& patterns;
};

struct Othello final : PositionOf<Othello, othello::Position, othello::Model, SeenByNone<othello::Position>> {
    using PositionOf::PositionOf;

    Pointer with(Board board, Cell to_play) const override { return othello_position(std::move(board), to_play); }

    WhyNot why_illegal(Index move) const override { return {int(position.why_illegal(move)), {}}; }
    std::vector<Against> contradictions() const override {
        std::vector<Against> found;
        const othello::Contradictions contradictions(position);
        for (const auto& each : contradictions.found()) found.push_back({int(each.code), each.points});
        return found;
    }

    Points first_game(Index most_plies) const override {
        return othello::first_legal_game(position, most_plies, nullptr);
    }
    Points random_game(bool, std::uint64_t seed, Index most_plies) const override {
        return othello::random_game(position, seed, most_plies, nullptr);
    }
    std::pair<Points, Index> random_fill(Index stones, std::uint64_t seed) const override {
        Points moves = random_game(false, seed, 2 * position.board().size());  // no game is longer
        Index discs = position.board().size() - empties();
        for (const std::uint8_t cell : position.board().cells) discs -= cell == HOLE;
        for (std::size_t plies = 0; plies < moves.size(); plies++) {
            if (discs == stones) {
                moves.resize(plies);
                break;
            }
            discs += moves[plies] != PASS;
        }
        return {std::move(moves), discs};
    }
    std::uint64_t games_in_block() const override { return othello::GAMES_IN_BLOCK; }
    void random_games(bool, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                      Totals& totals) const override {
        othello::random_games(position, games, seed, first_block, nullptr, totals);
    }

    // Whole: the parts would not share what they find.
    std::uint64_t parts(int) const override { return 1; }
    Lines lines(int plies, std::uint64_t, bool pass_is_ply, const Cancel* cancel) const override {
        const auto passes = pass_is_ply ? othello::Passes::A_PLY : othello::Passes::NO_PLY;
        const auto found = othello::perft(position, plies, passes, othello::Ended::LEFT_OUT, cancel);
        return {found.lines, 0, 0, 0, found.overflowed};
    }
    Lines games(std::uint64_t, const Cancel* cancel) const override {
        const auto found = othello::count_games(position, cancel);
        const Big black = found.wins[side(BLACK)], white = found.wins[side(WHITE)], draws = found.draws;
        return {black + white + draws, black, white, draws, found.overflowed};
    }

    // The lead in discs.
    std::vector<double> gains() const override {
        std::vector<double> gains;
        for (const Index move : legal_moves()) {
            othello::Position next = position;
            next.play(move);
            double lead = 0;
            for (const std::uint8_t cell : next.board().cells)
                lead += cell == to_play() ? 1 : cell == opponent(to_play()) ? -1 : 0;
            gains.push_back(lead);
        }
        return gains;
    }

    std::unique_ptr<SearchObject> search(std::uint64_t seed, std::size_t bytes,
                                         const JudgeObject* judge) const override {
        if (!judge) return PositionOf::search(seed, bytes, nullptr);
        return std::make_unique<Lookahead>(position, bytes, *judge->patterns);
    }
    bool move_on(SearchObject& search) const override {
        if (auto* const lookahead = dynamic_cast<Lookahead*>(&search))
            return PatternSearch::takes(in_play(position).board()) && lookahead->search.move_on(position);
        return PositionOf::move_on(search);
    }
    std::string misfit(const JudgeObject& judge) const override {
        if (!judge.patterns) return "Othello is judged by patterns, not by a net";
        if (PatternSearch::takes(position.board())) return "";
        return "patterns are for boards of 8x8 without holes, with at least four discs";
    }
    Judgement judged(const JudgeObject&) const override { refuse("patterns judge positions in a search only"); }

    std::unique_ptr<SolverObject> solver(std::size_t bytes, std::uint64_t) const override {
        if (empties() > othello::MOST_SOLVE_EMPTIES)
            refuse(std::to_string(empties()) + " empty points; solve takes at most " +
                   std::to_string(othello::MOST_SOLVE_EMPTIES) + " in Othello");
        return make_solver<othello::Proof>(SOLVED, position, bytes);
    }
    // Every empty point about doubles what there is to look at.
    std::unique_ptr<SolverObject> margin_solver(std::size_t bytes, std::uint64_t nodes) const override {
        if (empties() > othello::MOST_SOLVE_EMPTIES || nodes < std::uint64_t(2) << empties()) return nullptr;
        return make_solver<othello::Proof>(SOLVED, position, bytes, false);
    }

    Points flipped(Index point) const override {
        return othello::flipped_discs(position.board(), point, position.to_play());
    }

private:
    Index empties() const {
        const auto& cells = position.board().cells;
        return Index(std::count(cells.begin(), cells.end(), std::uint8_t(EMPTY)));
    }
};

}  // namespace

PositionObject::Pointer othello_position(Board board, Cell to_play) {
    return std::make_unique<Othello>(othello::Position(std::move(board), to_play));
}

}  // namespace tengen::wasm
