#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "../gomoku/boards.hpp"
#include "../gomoku/card.hpp"
#include "../gomoku/check.hpp"
#include "../gomoku/count.hpp"
#include "../gomoku/gains.hpp"
#include "../gomoku/model.hpp"
#include "../gomoku/playout.hpp"
#include "../gomoku/position.hpp"
#include "../gomoku/self_play.hpp"
#include "../gomoku/solve.hpp"
#include "batch.hpp"
#include "card_batch.hpp"
#include "doors.hpp"
#include "search.hpp"
#include "self_play.hpp"
#include "solver.hpp"

namespace tengen::bindings {

namespace {

struct GomokuJobs {};

using gomoku::Position;
using Saved = std::tuple<Board, Color, Index, int>;

constexpr const char* VARIANTS[] = {"freestyle", "standard", "caro", "renju"};

gomoku::Rules rules_of(Index in_a_row, int variant) {
    if (in_a_row < 1) refuse("a row has at least one stone");
    if (in_a_row > MOST_POINTS) refuse("no board has so many in a row");
    if (variant < 0 || variant > 3) refuse("a variant is 0 (freestyle), 1 (standard), 2 (caro) or 3 (renju)");
    if (variant == 3 && in_a_row != 5) refuse("renju has five in a row");
    return {in_a_row, gomoku::Variant(variant)};
}

Points points_of_row(const Board& board, const gomoku::StoneRow& row) {
    Points points = points_on(board, {});
    for (Index k = 0; k < row.length; k++) points.indices.push_back(row.first + k * row.step);
    return points;
}

}  // namespace

void bind_gomoku(nb::module_& module) {
    bind_position<Position>(module, "GomokuPosition", "A Gomoku position: the rules.")
        .def(
            "__init__",
            [](Position* self, const Board& board, const Color& to_play, Index in_a_row, int variant) {
                new (self) Position(board, to_play.cell, rules_of(in_a_row, variant));
            },
            nb::arg("board"), nb::arg("to_play"), nb::arg("in_a_row") = 5, nb::arg("variant") = 0)
        .def(
            "__getstate__",
            [](const Position& self) {
                return nb::make_tuple(self.board(), color_object(self.to_play()), self.rules().in_a_row,
                                      int(self.rules().variant));
            },
            nb::sig("def __getstate__(self) -> tuple[Board, Color, int, int]"))
        .def("__setstate__",
             [](Position& self, const Saved& saved) {
                 const auto& [board, to_play, in_a_row, variant] = saved;
                 new (&self) Position(board, to_play.cell, rules_of(in_a_row, variant));
             })
        .def_prop_ro("in_a_row", [](const Position& self) { return self.rules().in_a_row; })
        .def_prop_ro(
            "variant", [](const Position& self) { return VARIANTS[int(self.rules().variant)]; },
            "Which rows win: freestyle (k or more), standard (exactly k), caro (more, or k not blocked at both ends), "
            "renju (five; for White more, too).")
        .def_prop_ro(
            "forbidden", [](const Position& self) { return points_on(self.board(), self.forbidden()); },
            nb::sig("def forbidden(self) -> Points[Point]"),
            "The empty points where renju does not let Black play, if Black is to move, row by row.")
        .def(
            "winning_rows",
            [](const Position& self) {
                std::vector<Points> rows;
                for (const auto& row : gomoku::winning_rows(self.board(), self.rules()))
                    rows.push_back(points_of_row(self.board(), row));
                return rows;
            },
            nb::sig("def winning_rows(self) -> list[Points[Point]]"), "Every row on the board that wins.");

    bind_search<Position, gomoku::Model, gomoku::Boards>(module, "GomokuSearch");
    bind_batch<Position, gomoku::Boards>(module, "GomokuBatch");
    bind_card_batch<Position, gomoku::Boards, gomoku::RulesOnSets>(module, "GomokuCardBatch", "gomoku");
    bind_self_play<Position, gomoku::SelfPlayBoards>(module, "GomokuSelfPlay");
    bind_solver<Position, gomoku::Solver>(module, "GomokuSolver", "A proof of who wins, or that nobody does.");

    using Release = nb::call_guard<Released>;
    nb::class_<GomokuJobs>(module, "GomokuJobs", nb::is_final())
        .def_static(
            "ban",
            [](const Position& position, const Point& point) {
                const Board& board = position.board();
                gomoku::BlackMove move(board, index_of(board, point));
                const gomoku::Ban why = move.ban();
                return std::tuple(int(why), points_of_chains(board, move.stones(why)));
            },
            nb::arg("position"), nb::arg("point"),
            nb::sig("def ban(position: GomokuPosition, point: Point) -> tuple[int, list[Points[Point]]]"),
            "Why renju forbids Black this empty point: 0 it does not, 1 an overline, 2 a double four, 3 a double "
            "three; "
            "and the overlines, the fours or the threes.")
        .def_static(
            "check",
            [](const Position& position) {
                auto finding = gomoku::check(position.board(), position.rules());
                std::vector<Points> rows;
                for (const auto& row : finding.rows) rows.push_back(points_of_row(position.board(), row));
                return std::tuple(int(finding.contradiction), points_on(position.board(), std::move(finding.last)),
                                  std::move(rows));
            },
            nb::arg("position"),
            nb::sig("def check(position: GomokuPosition) -> tuple[int, Points[Point], list[Points[Point]]]"),
            "A contradiction code (0: none), the stones that could be last, the winning rows.")
        .def_static(
            "first_legal_game",
            [](const Position& start, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), gomoku::first_legal_game(start, most, cancel));
            },
            nb::arg("start"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, std::uint64_t seed, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), gomoku::random_game(start, seed, most, cancel));
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "games_in_block", [](const Position& start) { return gomoku::games_in_block(start.board()); },
            nb::arg("start"))
        .def_static(
            "random_games",
            [](const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block, bool by_point,
               const Cancel* cancel) {
                Totals totals(start.board().size(), by_point);
                gomoku::random_games(start, games, seed, first_block, cancel, totals);
                return totals;
            },
            nb::arg("start"), nb::arg("games"), nb::arg("seed"), nb::arg("first_block"), nb::arg("by_point"),
            nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "fits_card", [](const Position& start) { return gomoku::fits_card(start.board()); }, nb::arg("start"))
        .def_static(
            "card_games",
            [](const Position& start, bool by_point) {
                if (!gomoku::fits_card(start.board())) refuse("the board is too large");
                if (!gomoku::card_knows(start.rules())) refuse("a card does not know these rules");
                return gomoku::card_games(start, by_point);
            },
            nb::arg("start"), nb::arg("by_point"))
        .def_static(
            "perft",
            [](const Position& start, std::int64_t plies, const Cancel* cancel) {
                const int depth = checked_plies(plies);
                return big_integer(without_gil([&] { return gomoku::perft(start, depth, cancel); }));
            },
            nb::arg("start"), nb::arg("plies"), nb::arg("cancel") = nb::none(),
            nb::sig("def perft(start: GomokuPosition, plies: int, cancel: Cancel | None = None) -> int"))
        .def_static(
            "count_games",
            [](const Position& start, const Cancel* cancel) {
                const auto games = without_gil([&] { return gomoku::count_games(start, cancel); });
                if (games.too_long) throw std::overflow_error("longer games than can be counted");
                return nb::make_tuple(big_integer(games.wins[side(BLACK)]), big_integer(games.wins[side(WHITE)]),
                                      big_integer(games.draws));
            },
            nb::arg("start"), nb::arg("cancel") = nb::none(),
            nb::sig("def count_games(start: GomokuPosition, cancel: Cancel | None = None) -> tuple[int, int, int]"))
        .def_static("gains", &gomoku::gains, nb::arg("position"), Release(),
                    "For each legal move, what the rows through it are worth to either side.")
        .def_static(
            "check_many",
            [](const Position& like, const nb::bytes& cells, const Cancel* cancel) {
                const Board& board = like.board();
                if (cells.size() % board.cells.size()) refuse("the cells are not a number of whole boards");
                const auto* const end = cells.c_str() + cells.size();
                if (std::any_of(cells.c_str(), end, [](char cell) { return std::uint8_t(cell) > HOLE; }))
                    refuse("a cell is 0 (empty), 1 (black), 2 (white) or 3 (no point there)");
                const std::size_t boards = cells.size() / board.cells.size();
                std::string verdicts(boards, '\0');
                const auto* data = reinterpret_cast<const std::uint8_t*>(cells.c_str());
                without_gil([&] {
                    gomoku::check_many(data, boards, board.height, board.width, like.rules(), cancel,
                                       reinterpret_cast<std::uint8_t*>(verdicts.data()));
                    return 0;
                });
                return nb::bytes(verdicts.data(), verdicts.size());
            },
            nb::arg("like"), nb::arg("cells"), nb::arg("cancel") = nb::none(),
            "For each board of this size and these rules, a byte a point: 1 if no contradiction was found, else 0.");
}

}  // namespace tengen::bindings
