#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../nogo/count.hpp"
#include "../nogo/model.hpp"
#include "../nogo/playout.hpp"
#include "../nogo/position.hpp"
#include "../nogo/random_games.hpp"
#include "../nogo/strip_solve.hpp"
#include "bindings.hpp"
#include "search.hpp"

namespace tengen::bindings {

namespace {

// The verbs' heavy work, whole jobs with the GIL released. A namespace, bound as a class so that the stubs know it.
struct NogoJobs {};

using nogo::Position;

}  // namespace

void bind_nogo(nb::module_& module) {
    bind_position<Position>(module, "NogoPosition", "A NoGo position: the rules.")
        .def(
            "refusal",
            [](const Position& self, const Point& point) {
                auto [fault, dead] = self.why_illegal(index_of(self.board(), point));
                return std::pair(int(fault), points_of_chains(std::move(dead), self.board().width));
            },
            nb::arg("point"), "A fault code (0: legal) and the chains the move would leave without a liberty.")
        .def(
            "dead_chains",
            [](const Position& self) { return points_of_chains(dead_chains(self.board()), self.board().width); },
            "The chains that have no liberty.");

    bind_search<Position, nogo::Model>(module, "NogoSearch");

    using Release = nb::call_guard<nb::gil_scoped_release>;
    using StripSolver = nogo::StripSolver;
    nb::class_<StripSolver>(module, "NogoStripSolver", nb::is_final(),
                            "A proof of who wins on a board of one row or one column, which is sound and not over.")
        .def(
            "__init__",
            [](StripSolver* self, const Position& position, std::size_t most_bytes) {
                new (self) StripSolver(position, most_bytes);
            },
            nb::arg("position"), nb::arg("most_bytes"))
        .def_ro_static("most_length", &StripSolver::MOST_LENGTH)
        .def_ro_static("most_coupled_points", &nogo::Piece::MOST_POINTS)
        .def_static(
            "coupled_points", [](const Position& position) { return StripSolver::coupled_points(position.board()); },
            nb::arg("position"), "The empty points of the greatest piece that does not fall apart.")
        .def_prop_ro("nodes", &StripSolver::nodes)
        .def_prop_ro("done", &StripSolver::done)
        .def_prop_ro("table", &StripSolver::table)
        .def(
            "run",
            [](StripSolver& self, bool all_moves, double seconds, int, const Cancel* cancel) {
                self.run(all_moves, seconds, cancel);
            },
            nb::arg("all_moves"), nb::arg("seconds"), nb::arg("threads"), nb::arg("cancel").none(), Release(),
            "Until every move is known, or the position is, or the seconds (if not negative) have passed. One thread.")
        .def(
            "report",
            [](const StripSolver& self) {
                nb::list findings;
                for (auto& found : self.report())
                    findings.append(nb::make_tuple(double(found.lower), double(found.upper),
                                                   Points{std::move(found.line), self.position().board().width}));
                return findings;
            },
            nb::sig("def report(self) -> list[tuple[float, float, Points]]"),
            "For each legal move: what it is worth at least and at most, and how it may go on.");

    nb::class_<NogoJobs>(module, "NogoJobs", nb::is_final())
        .def_static(
            "first_legal_game",
            [](const Position& start, Index most_plies, const Cancel* cancel) {
                return Points{nogo::first_legal_game(start, most_plies, cancel), start.board().width};
            },
            nb::arg("start"), nb::arg("most_plies") = nogo::NO_LIMIT, nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, std::uint64_t seed, Index most_plies, const Cancel* cancel) {
                return Points{nogo::random_game(start, seed, most_plies, cancel), start.board().width};
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("most_plies") = nogo::NO_LIMIT, nb::arg("cancel") = nb::none(),
            Release())
        .def_static(
            "block_games", [](const Position& start) { return nogo::games_in_block(start.board()); }, nb::arg("start"),
            "How many games a block of random games has; blocks are seeded one by one.")
        .def_static(
            "random_games",
            [](const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block, bool by_point,
               const Cancel* cancel) {
                Totals totals(start.board().size(), by_point);
                nogo::random_games(start, games, seed, first_block, cancel, totals);
                return totals;
            },
            nb::arg("start"), nb::arg("games"), nb::arg("seed"), nb::arg("first_block"), nb::arg("by_point"),
            nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "count_additions",
            [](const Position& start, Index own, Index other, std::optional<Index> first, std::optional<Index> second,
               const Cancel* cancel) {
                nogo::AdditionCounter counter(start, own, other, cancel);
                const auto found = first && second ? counter.count(*first, *second) : counter.count();
                return std::pair(found.positions, found.finished);
            },
            nb::arg("start"), nb::arg("own"), nb::arg("other"), nb::arg("first") = nb::none(),
            nb::arg("second") = nb::none(), nb::arg("cancel") = nb::none(), Release(),
            "Legal positions with `own` stones more of the side to move and `other` of the other side, and how many of"
            " them are finished games; of those, if asked, the ones with the first two stones on these empty points.");
}

}  // namespace tengen::bindings
