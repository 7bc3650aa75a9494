#include "../flips.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

// One number a point, and what the contest makes of those of the stones.
struct FlipCounts {
    Index height, width;
    std::vector<std::uint32_t> counts;
    std::uint32_t hash;
    bool operator==(const FlipCounts&) const = default;
};

using SavedCounts = std::tuple<Index, Index, std::vector<std::uint32_t>, std::uint32_t>;

int counts_buffer(PyObject* self, Py_buffer* view, int flags) {
    if (!nb::inst_ready(self)) return refuse_buffer();
    const FlipCounts& counts = *nb::inst_ptr<FlipCounts>(self);
    return fill_buffer(self, view, flags, counts.counts.data(), sizeof(std::uint32_t), "I", 2,
                       {counts.height, counts.width});
}

PyType_Slot counts_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(counts_buffer)},
                              {Py_bf_releasebuffer, reinterpret_cast<void*>(release_buffer)},
                              {0, nullptr}};

FlipCounts counted(const Board& board, const Color& dead) {
    Flips found = flips(board, dead.cell == WHITE, dead.cell == BLACK);
    FlipCounts result{board.height, board.width, std::move(dead.cell == WHITE ? found.dead_white : found.dead_black),
                      0};
    FlipsHash hash;
    for (Index point = 0; point < board.size(); point++)
        if (board[point] == BLACK || board[point] == WHITE) hash.add(&result.counts[std::size_t(point)], 1);
    result.hash = hash.value();
    return result;
}

}  // namespace

void bind_flips(nb::module_& module) {
    nb::class_<FlipCounts>(module, "FlipCounts", nb::is_final(), nb::type_slots(counts_slots),
                           "For each point with a stone: how many stones would be dead if it changed colour; else 0.")
        .def_ro("height", &FlipCounts::height)
        .def_ro("width", &FlipCounts::width)
        .def_ro("hash", &FlipCounts::hash, "The published problem's number for these counts.")
        .def_prop_ro(
            "counts", [](const FlipCounts& self) { return self.counts; }, nb::sig("def counts(self) -> list[int]"),
            "Row by row.")
        .def(
            "__getitem__",
            [](const FlipCounts& self, const Point& point) {
                if (point.row < 0 || point.row >= self.height || point.col < 0 || point.col >= self.width)
                    throw nb::index_error("the point is not on the board");
                return self.counts[std::size_t(point.row * self.width + point.col)];
            },
            nb::arg("point"))
        .def("__len__", [](const FlipCounts& self) { return self.counts.size(); })
        .def(
            "__eq__", [](const FlipCounts& a, const FlipCounts& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const FlipCounts& self) { return self.hash; })
        .def("__repr__",
             [](const FlipCounts& self) {
                 return "<FlipCounts " + std::to_string(self.height) + "x" + std::to_string(self.width) + ">";
             })
        .def("__getstate__",
             [](const FlipCounts& self) { return SavedCounts(self.height, self.width, self.counts, self.hash); })
        .def("__setstate__", [](FlipCounts& self, const SavedCounts& saved) {
            const auto& [height, width, counts, hash] = saved;
            require_size(height, width);
            if (counts.size() != std::size_t(height) * std::size_t(width)) refuse("a board has height * width counts");
            new (&self) FlipCounts{height, width, counts, hash};
        });
    module.def("flip_counts", &counted, nb::arg("board"), nb::arg("dead"), nb::call_guard<Released>(),
               "How many stones of this colour would be dead if one stone changed colour, for every stone.");
    module.def(
        "flips_hash",
        [](const Board& board) {
            thread_local FlipCounter counter;  // keeps its room from case to case
            return flips_hash(counter, board);
        },
        nb::arg("board"), nb::call_guard<Released>(), "The published job's answer for one board.");
}

}  // namespace tengen::bindings
