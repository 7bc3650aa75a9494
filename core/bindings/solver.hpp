// The solver of any game that has one of its own, bound.
#pragma once

#include <nanobind/stl/pair.h>

#include "../budget.hpp"
#include "doors.hpp"

namespace tengen::bindings {

constexpr bool SEEDED = true;  // another seed makes it go another way

template <class Position, class Solver, bool IS_SEEDED = false>
nb::class_<Solver> bind_solver(nb::module_& module, const char* name, const char* what) {
    constexpr bool IS_THREADED = IS_SEEDED && requires(const Position& at) { Solver(at, 0, 0, 1); };
    nb::class_<Solver> bound(module, name, nb::is_final(), what);
    if constexpr (IS_THREADED)
        bound.def(
            "__init__",
            [](Solver* self, const Position& position, std::size_t most_bytes, std::uint64_t seed,
               std::int64_t threads) {
                new (self)
                    Solver(solvable<Solver>(position), checked_bytes(most_bytes), seed, checked_threads(threads));
            },
            nb::arg("position"), nb::arg("most_bytes"), nb::arg("seed"), nb::arg("threads"), nb::call_guard<Released>(),
            "With another seed it has other keys, and may take moves in another order. So many threads are to run: what"
            " they have of their own is taken off the table.");
    else if constexpr (IS_SEEDED)
        bound.def(
            "__init__",
            [](Solver* self, const Position& position, std::size_t most_bytes, std::uint64_t seed) {
                new (self) Solver(solvable<Solver>(position), checked_bytes(most_bytes), seed);
            },
            nb::arg("position"), nb::arg("most_bytes"), nb::arg("seed"), nb::call_guard<Released>(),
            "With another seed it has other keys, and may take moves in another order.");
    else
        bound.def(
            "__init__",
            [](Solver* self, const Position& position, std::size_t most_bytes) {
                new (self) Solver(solvable<Solver>(position), checked_bytes(most_bytes));
            },
            nb::arg("position"), nb::arg("most_bytes"), nb::call_guard<Released>());
    return bound.def_prop_ro("nodes", &Solver::nodes)
        .def_prop_ro("done", &Solver::done, "The share of the moves whose value is known.")
        .def_prop_ro("table", &Solver::table, "What is kept of positions, and how much there is room for.")
        .def(
            "run",
            [](Solver& self, bool all_moves, double seconds, std::int64_t threads, const Cancel* cancel) {
                const int several = checked_threads(threads);
                if constexpr (requires { self.run(all_moves, seconds, several, cancel); })
                    self.run(all_moves, checked_seconds(seconds), several, cancel);
                else  // on one thread
                    self.run(all_moves, checked_seconds(seconds), cancel);
            },
            nb::arg("all_moves"), nb::arg("seconds"), nb::arg("threads"), nb::arg("cancel").none(),
            nb::call_guard<Released>(),
            "Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.")
        .def(
            "report",
            [](const Solver& self) {
                nb::list findings;
                for (const auto& found : self.report())
                    findings.append(nb::make_tuple(double(found.lower), double(found.upper),
                                                   points_on(self.position().board(), found.line)));
                return findings;
            },
            nb::sig("def report(self) -> list[tuple[float, float, Points]]"),
            "For every legal move: the least and the most it can be worth to the side to move, and how it goes on.");
}

// For the games with a margin, whose players look for it within bounds.
template <class Solver>
void bind_margin_solver(nb::class_<Solver>& bound) {
    bound.def(
        "find_margin",
        [](Solver& self, std::uint64_t most_nodes, double seconds, std::int64_t threads, const Cancel* cancel) {
            checked_seconds(seconds);
            const std::uint64_t before = self.nodes();
            const std::uint64_t most = most_nodes < Budget::ANY - before ? before + most_nodes : Budget::ANY;
            if constexpr (requires { self.run(false, seconds, 1, cancel, most); })
                self.run(false, seconds, checked_threads(threads), cancel, most);
            else  // on one thread
                self.run(false, seconds, cancel, most);
        },
        nb::arg("most_nodes"), nb::arg("seconds"), nb::arg("threads"), nb::arg("cancel").none(),
        nb::call_guard<Released>(),
        "Until the value is known, this many more positions were looked at, or the seconds (if not negative) have "
        "passed.");
}

}  // namespace tengen::bindings
