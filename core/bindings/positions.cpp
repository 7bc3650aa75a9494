#include "../positions/count.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

nb::object integer_of(const std::vector<std::uint64_t>& words) {
    std::string digits;
    for (auto word = words.rbegin(); word != words.rend(); ++word)
        for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[*word >> shift & 15];
    return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 16));
}

}  // namespace

void bind_positions(nb::module_& module) {
    nb::class_<PositionCounter>(module, "PositionCounter", nb::is_final(),
                                "How many boards there are with these stones, and more, on which every chain breathes.")
        .def(
            "__init__",
            [](PositionCounter* self, const Board& board, bool by_stones, std::size_t most_bytes) {
                if (std::min(board.height, board.width) > PositionCounter::most_columns(by_stones))
                    refuse("the shorter side is too long");
                if (by_stones && board.size() > PositionCounter::MOST_STONES) refuse("too many points");
                new (self) PositionCounter(board, by_stones, checked_bytes(most_bytes));
            },
            nb::arg("board"), nb::arg("by_stones"), nb::arg("most_bytes"))
        .def_static("most_columns", &PositionCounter::most_columns, nb::arg("by_stones"),
                    "How many points the shorter side of a board may have.")
        .def_prop_ro_static(
            "most_stones", [](nb::handle) { return PositionCounter::MOST_STONES; }, "How many points, if by stones.")
        .def_prop_ro("done", &PositionCounter::done, "How much of the work is done, from 0 to 1.")
        .def_prop_ro("most_borders", &PositionCounter::most_borders, "The most borders that there were at a time.")
        .def(
            "run",
            [](PositionCounter& self, std::int64_t threads, const Cancel* cancel) {
                return int(self.run(checked_threads(threads), cancel));
            },
            nb::arg("threads"), nb::arg("cancel").none(), nb::call_guard<Released>(),
            "0: counted; 1: cancelled; 2: it would have taken more bytes than allowed.")
        .def(
            "totals",
            [](const PositionCounter& self) {
                nb::list totals;
                for (const auto& [stones, number] : self.totals())
                    totals.append(nb::make_tuple(stones.first, stones.second, integer_of(number)));
                return totals;
            },
            nb::sig("def totals(self) -> list[tuple[int, int, int]]"),
            "Black stones, white stones and how many boards have them; all boards as of none if not by stones.");
}

}  // namespace tengen::bindings
