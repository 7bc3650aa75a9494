// The tree search of any game, bound.
#pragma once

#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>

#include "../search.hpp"
#include "doors.hpp"

namespace tengen::bindings {

template <class Position, class Model>
void bind_search(nb::module_& module, const char* name) {
    using Search = search::Search<Position, Model>;
    nb::class_<Search>(module, name, nb::is_final(), "A tree search of one position, which is sound and not over.")
        .def(
            "__init__",
            [](Search* self, const Position& position, std::uint64_t seed, std::size_t most_bytes) {
                new (self) Search(in_play(position), seed, checked_bytes(most_bytes));
            },
            nb::arg("position"), nb::arg("seed"), nb::arg("most_bytes"))
        .def_prop_ro("visits", &Search::visits)
        .def_prop_ro("is_decided", &Search::is_decided, "Is the value proven?")
        .def(
            "run",
            [](Search& self, std::uint64_t visits, double seconds, std::int64_t threads, bool settle,
               const Cancel* cancel) {
                self.run(visits, checked_seconds(seconds), checked_threads(threads), settle, cancel);
            },
            nb::arg("visits"), nb::arg("seconds"), nb::arg("threads"), nb::arg("settle"), nb::arg("cancel").none(),
            nb::call_guard<Released>(),
            "Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven.")
        .def(
            "report",
            [](Search& self) {
                const auto report = without_gil([&] { return self.report(); });
                nb::list findings;
                for (const auto& found : report.findings)
                    findings.append(nb::make_tuple(
                        found.visits, double(found.value), found.exact, Points{found.line, self.width(), self.height()},
                        std::isnan(found.lead) ? nb::none() : nb::object(nb::float_(found.lead))));
                return nb::make_tuple(double(report.value), report.exact, findings);
            },
            nb::sig("def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None]]]"),
            "The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in "
            "points.")
        .def("move_on", &Search::move_on, nb::arg("position"), nb::call_guard<Released>(),
             "Searches this position from now on, if it is at most two moves away and known; says whether it does.");
}

}  // namespace tengen::bindings
