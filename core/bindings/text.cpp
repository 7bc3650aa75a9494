#include "../text.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <utility>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

std::string_view view_of(const nb::bytes& data) { return {data.c_str(), data.size()}; }

nb::object scanned_rows(const nb::bytes& data, std::size_t offset, Index height, Index width, const nb::bytes& glyphs) {
    require_size(height, width);
    if (offset > data.size()) refuse("the offset is past the end of the text");
    if (glyphs.size() > HOLE + 1) refuse("more glyphs than there are kinds of cells");
    std::array<std::uint8_t, 256> cell_of;
    cell_of.fill(NOT_A_GLYPH);
    for (std::size_t k = 0; k < glyphs.size(); k++)
        cell_of[static_cast<unsigned char>(glyphs.c_str()[k])] = std::uint8_t(k);
    ScannedRows scan = scan_rows(view_of(data), offset, height, width, cell_of);
    if (scan.fault == RowsFault::NONE)
        return nb::make_tuple(nb::cast(std::move(scan.board)), int(scan.fault), scan.offset);
    return nb::make_tuple(nb::none(), int(scan.fault), scan.offset);
}

nb::object scanned_pairs(const nb::bytes& data, Index height, Index width) {
    require_size(height, width);
    ScannedPairs scan = scan_pairs(view_of(data), height, width);
    return nb::make_tuple(nb::cast(Points{std::move(scan.points), width, height}), int(scan.fault), scan.line);
}

nb::bytes point_lines(const Points& points, std::size_t start, std::size_t stop) {
    stop = std::min(stop, points.indices.size());
    start = std::min(start, stop);
    const Index* const first = points.indices.data();
    if (std::find(first + start, first + stop, PASS) != first + stop) refuse("a pass has no row and column");
    thread_local PointLines lines;
    const std::string_view text = lines(first + start, stop - start, points.width);
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_text(nb::module_& module) {
    module.def("scan_rows", &scanned_rows, nb::arg("data"), nb::arg("offset"), nb::arg("height"), nb::arg("width"),
               nb::arg("glyphs"),
               nb::sig("def scan_rows(data: bytes, offset: int, height: int, width: int, glyphs: bytes)"
                       " -> tuple[Board | None, int, int]"),
               "Board, fault and offset: rows of glyphs, glyphs[cell] standing for each cell.");
    module.def("scan_pairs", &scanned_pairs, nb::arg("data"), nb::arg("height"), nb::arg("width"),
               nb::sig("def scan_pairs(data: bytes, height: int, width: int) -> tuple[Points[Point], int, int]"),
               "Points, fault and line: lines of two numbers, closed by '-1 -1'.");
    module.def("point_lines", &point_lines, nb::arg("points"), nb::arg("start"), nb::arg("stop"),
               "A line 'row col' from 1 for each of points[start:stop].");
}

}  // namespace tengen::bindings
