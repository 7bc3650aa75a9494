#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "../othello/boards.hpp"
#include "../othello/card.hpp"
#include "../othello/contradictions.hpp"
#include "../othello/count.hpp"
#include "../othello/layer.hpp"
#include "../othello/model.hpp"
#include "../othello/playout.hpp"
#include "../othello/position.hpp"
#include "../othello/random_games.hpp"
#include "../othello/solve.hpp"
#include "batch.hpp"
#include "card_batch.hpp"
#include "doors.hpp"
#include "search.hpp"
#include "solver.hpp"

namespace tengen::bindings {

namespace {

struct OthelloJobs {};

constexpr std::size_t MOST_PARTS = std::size_t(1) << 20;

using othello::Layer, othello::Position;

othello::Passes passes_of(bool pass_is_ply) { return pass_is_ply ? othello::Passes::A_PLY : othello::Passes::NO_PLY; }

std::uint64_t lines_of(const othello::LinesOfPlay& found) {
    if (found.overflowed) throw std::overflow_error("more than 2**64 lines of play");
    return found.lines;
}

// Counting keeps boards as bits.
const Position& countable(const Position& start) {
    if (!othello::fits_large(start.board())) refuse("Othello is counted on at most 16x16");
    return start;
}

// Share number `part` of `parts`.
void require_part(std::size_t part, std::size_t parts) {
    if (parts == 0 || parts > MOST_PARTS || part >= parts) refuse("there is no such part");
}

nb::tuple games_of(const othello::Counts& games) {
    if (games.overflowed) throw std::overflow_error("more than 2**128 games");
    return nb::make_tuple(big_integer(games.wins[side(BLACK)]), big_integer(games.wins[side(WHITE)]),
                          big_integer(games.draws));
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_position<Position>(module, "OthelloPosition", "An Othello position: the rules.")
        .def(
            "flipped",
            [](const Position& self, const Point& point) {
                const Board& board = self.board();
                return points_on(board, othello::flipped_discs(board, index_of(board, point), self.to_play()));
            },
            nb::arg("point"), nb::sig("def flipped(self, point: Point) -> Points[Point]"),
            "The discs that a move there would flip.");

    module.def(
        "othello_start",
        [](Index height, Index width) {
            require_size(height, width);
            return othello::standard_start(height, width);
        },
        nb::arg("height"), nb::arg("width"), "The usual four discs in the middle.");

    bind_search<Position, othello::Model, othello::Boards>(module, "OthelloSearch");
    bind_batch<Position, othello::Boards>(module, "OthelloBatch");
    bind_card_batch<Position, othello::Boards, othello::RulesOnSets>(module, "OthelloCardBatch", "othello");

    using Release = nb::call_guard<Released>;
    nb::class_<Layer>(module, "OthelloLayer", nb::is_final(),
                      "All positions up to 8x8 that this many plies lead to, each once.")
        .def(
            "__init__",
            [](Layer* self, const Position& start, bool pass_is_ply) {
                if (!othello::fits_small(start.board())) refuse("layers are of boards up to 8x8");
                new (self) Layer(start, passes_of(pass_is_ply));
            },
            nb::arg("start"), nb::arg("pass_is_ply"))
        .def("__len__", &Layer::size)
        .def_prop_ro("plies", &Layer::plies)
        .def_prop_ro("empties", &Layer::empties)
        .def(
            "next", [](const Layer& self, std::size_t most, const Cancel* cancel) { return self.next(most, cancel); },
            nb::arg("most"), nb::arg("cancel").none(), Release(),
            nb::sig("def next(self, most: int, cancel: Cancel | None) -> OthelloLayer | None"),
            "One ply deeper; None if it has more positions than that, or was cancelled.")
        .def(
            "perft",
            [](const Layer& self, std::int64_t plies, std::size_t part, std::size_t parts, const Cancel* cancel) {
                require_part(part, parts);
                if (plies < self.plies()) refuse("the layer is deeper than that");
                return lines_of(self.perft(checked_plies(plies), part, parts, cancel));
            },
            nb::arg("plies"), nb::arg("part"), nb::arg("parts"), nb::arg("cancel").none(), Release(),
            "A share of the lines of this many plies from the start.")
        .def(
            "count_games",
            [](const Layer& self, std::size_t part, std::size_t parts, const Cancel* cancel) {
                require_part(part, parts);
                return games_of(without_gil([&] { return self.count(part, parts, cancel); }));
            },
            nb::arg("part"), nb::arg("parts"), nb::arg("cancel").none(),
            nb::sig("def count_games(self, part: int, parts: int, cancel: Cancel | None) -> tuple[int, int, int]"),
            "A share of the complete games from the start.");

    using othello::Proof;
    auto solver = bind_solver<Position, Proof>(module, "OthelloSolver", "A proof of the margin in discs.");
    bind_margin_solver(solver);
    solver
        .def(
            "__init__",
            [](Proof* self, const Position& position, std::size_t most_bytes, bool winner_takes_empties) {
                new (self) Proof(solvable<Proof>(position), checked_bytes(most_bytes), winner_takes_empties);
            },
            nb::arg("position"), nb::arg("most_bytes"), nb::arg("winner_takes_empties"), Release())
        .def_ro_static("MOST_EMPTIES", &othello::MOST_SOLVE_EMPTIES, "A position has no more empty points.");

    nb::class_<OthelloJobs>(module, "OthelloJobs", nb::is_final())
        .def_static(
            "refusal",
            [](const Position& position, nb::handle move) {
                return int(position.why_illegal(index_of(position.board(), move)));
            },
            nb::arg("position"), nb::arg("move"),
            nb::sig("def refusal(position: OthelloPosition, move: Point | Pass) -> int"), "A fault code (0: legal).")
        .def_static(
            "contradictions",
            [](const Position& position) {
                std::vector<std::pair<int, Points>> found;
                const othello::Contradictions contradictions(position);
                for (const auto& each : contradictions.found())
                    found.emplace_back(int(each.code), points_on(position.board(), each.points));
                return found;
            },
            nb::arg("position"),
            nb::sig("def contradictions(position: OthelloPosition) -> list[tuple[int, Points[Point]]]"),
            "Codes and points: what shows that no game from the usual start leads here.")
        .def_static(
            "first_legal_game",
            [](const Position& start, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), othello::first_legal_game(start, most, cancel));
            },
            nb::arg("start"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, std::uint64_t seed, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), othello::random_game(start, seed, most, cancel));
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static("games_in_block", [] { return othello::GAMES_IN_BLOCK; })
        .def_static(
            "random_games",
            [](const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block, bool by_point,
               const Cancel* cancel) {
                Totals totals(start.board().size(), by_point);
                othello::random_games(start, games, seed, first_block, cancel, totals);
                return totals;
            },
            nb::arg("start"), nb::arg("games"), nb::arg("seed"), nb::arg("first_block"), nb::arg("by_point"),
            nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "fits_card", [](const Position& start) { return othello::fits_small(start.board()); }, nb::arg("start"))
        .def_static(
            "card_games",
            [](const Position& start, bool by_point) {
                if (!othello::fits_small(start.board())) refuse("the board is too large");
                return othello::card_games(start, by_point);
            },
            nb::arg("start"), nb::arg("by_point"))
        .def_static(
            "perft",
            [](const Position& start, std::int64_t plies, bool pass_is_ply, const Cancel* cancel) {
                return lines_of(othello::perft(countable(start), checked_plies(plies), passes_of(pass_is_ply),
                                               othello::Ended::LEFT_OUT, cancel));
            },
            nb::arg("start"), nb::arg("plies"), nb::arg("pass_is_ply"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "count_games",
            [](const Position& start, const Cancel* cancel) {
                return games_of(without_gil([&] { return othello::count_games(countable(start), cancel); }));
            },
            nb::arg("start"), nb::arg("cancel") = nb::none(),
            nb::sig("def count_games(start: OthelloPosition, cancel: Cancel | None = None) -> tuple[int, int, int]"));
}

}  // namespace tengen::bindings
