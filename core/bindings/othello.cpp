#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "../othello/contradictions.hpp"
#include "../othello/count.hpp"
#include "../othello/model.hpp"
#include "../othello/playout.hpp"
#include "../othello/position.hpp"
#include "../othello/random_games.hpp"
#include "bindings.hpp"
#include "search.hpp"

namespace tengen::bindings {

namespace {

struct OthelloJobs {};

using othello::Position;

}  // namespace

void bind_othello(nb::module_& module) {
    bind_position<Position>(module, "OthelloPosition", "An Othello position: the rules.")
        .def(
            "refusal",
            [](const Position& self, nb::handle move) {
                const Index index = nb::isinstance<Pass>(move) ? PASS
                                                               : index_of(self.board(), nb::cast<const Point&>(move));
                return int(self.why_illegal(index));
            },
            nb::arg("move"), nb::sig("def refusal(self, move: Point | Pass) -> int"), "A fault code (0: legal).")
        .def(
            "flipped",
            [](const Position& self, const Point& point) {
                return Points{othello::flipped_discs(self.board(), index_of(self.board(), point), self.to_play()),
                              self.board().width};
            },
            nb::arg("point"), "The discs that a move there would flip.")
        .def(
            "contradictions",
            [](const Position& self) {
                std::vector<std::pair<int, Points>> found;
                const othello::Contradictions contradictions(self);
                for (const auto& each : contradictions.found())
                    found.emplace_back(int(each.code), Points{each.points, self.board().width});
                return found;
            },
            "Codes and points: what shows that no game from the usual start leads here.");

    module.def(
        "othello_start", [](Index height, Index width) { return othello::standard_start(height, width); },
        nb::arg("height"), nb::arg("width"), "The usual four discs in the middle.");

    bind_search<Position, othello::Model>(module, "OthelloSearch");

    using Release = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<OthelloJobs>(module, "OthelloJobs", nb::is_final())
        .def_static(
            "first_legal_game",
            [](const Position& start, Index most_plies, const Cancel* cancel) {
                return Points{othello::first_legal_game(start, most_plies, cancel), start.board().width};
            },
            nb::arg("start"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, std::uint64_t seed, Index most_plies, const Cancel* cancel) {
                return Points{othello::random_game(start, seed, most_plies, cancel), start.board().width};
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static("block_games", [] { return othello::GAMES_IN_BLOCK; })
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
            "perft",
            [](const Position& start, int plies, bool pass_is_ply, const Cancel* cancel) {
                const auto passes = pass_is_ply ? othello::Passes::A_PLY : othello::Passes::NO_PLY;
                const auto found = othello::perft(start, plies, passes, othello::Ended::LEFT_OUT, cancel);
                if (found.overflowed) throw std::overflow_error("more than 2**64 lines of play");
                return found.lines;
            },
            nb::arg("start"), nb::arg("plies"), nb::arg("pass_is_ply"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "count_games",
            [](const Position& start, const Cancel* cancel) {
                const auto games = without_gil([&] { return othello::count_games(start, cancel); });
                if (games.overflowed) throw std::overflow_error("more than 2**128 games");
                return nb::make_tuple(big_integer(games.wins[side(BLACK)]), big_integer(games.wins[side(WHITE)]),
                                      big_integer(games.draws));
            },
            nb::arg("start"), nb::arg("cancel") = nb::none(),
            nb::sig("def count_games(start: OthelloPosition, cancel: Cancel | None = None) -> tuple[int, int, int]"));
}

}  // namespace tengen::bindings
