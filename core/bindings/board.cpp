// Colours, points and boards as Python sees them. Native and plain, because a command must start fast.
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

PyObject* colours[2];
PyObject* the_pass;

int board_buffer(PyObject* self, Py_buffer* view, int flags) {
    if (!nb::inst_ready(self)) return refuse_buffer();
    const Board& board = *nb::inst_ptr<Board>(self);
    return fill_buffer(self, view, flags, board.cells.data(), 1, "B", 2, {board.height, board.width});
}

constexpr const char* PASS_HAS_NO_NUMBER =
    "a pass has a number only on a board of known height: Points(points, width, height)";

bool has_pass(const Points& points) {
    return std::find(points.indices.begin(), points.indices.end(), PASS) != points.indices.end();
}

// Each move's number in Python; a pass is height * width.
std::vector<Index> numbers_of(const Points& points) {
    std::vector<Index> numbers = points.indices;
    std::replace(numbers.begin(), numbers.end(), PASS, points.width * points.height);
    return numbers;
}

int points_buffer(PyObject* self, Py_buffer* view, int flags) {
    if (!nb::inst_ready(self)) return refuse_buffer();
    const Points& points = *nb::inst_ptr<Points>(self);
    const Py_ssize_t size = Py_ssize_t(points.indices.size());
    if (!has_pass(points))
        return fill_buffer(self, view, flags, points.indices.data(), sizeof(Index), "i", 1, {size, 1});
    if (!points.height) return refuse_buffer(PASS_HAS_NO_NUMBER);
    nb::object numbers = nb::cast(Points{numbers_of(points), points.width, points.height});
    return fill_buffer(numbers.ptr(), view, flags, nb::inst_ptr<Points>(numbers)->indices.data(), sizeof(Index), "i", 1,
                       {size, 1});
}

PyType_Slot board_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(board_buffer)},
                             {Py_bf_releasebuffer, reinterpret_cast<void*>(release_buffer)},
                             {0, nullptr}};
PyType_Slot points_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(points_buffer)},
                              {Py_bf_releasebuffer, reinterpret_cast<void*>(release_buffer)},
                              {0, nullptr}};

Point point_of(Index index, Index width) { return {index / width, index % width}; }

nb::object move_object(Index index, Index width) {
    return index == PASS ? pass_object() : nb::cast(point_of(index, width));
}

[[noreturn]] void refuse_point(const Point& point, Index height, Index width) {
    const std::string text = "Point(" + std::to_string(point.row) + ", " + std::to_string(point.col) +
                             ") is not on a " + std::to_string(height) + "x" + std::to_string(width) + " board";
    throw nb::index_error(text.c_str());
}

const Point* point_in(nb::handle move) {
    const Point* point;
    if (nb::try_cast(move, point) && point) return point;
    const std::string text = std::string(nb::repr(move).c_str()) + " is not a Point or a Pass";
    throw nb::type_error(text.c_str());
}

Index index_of_move(nb::handle move, Index width) {
    if (nb::isinstance<Pass>(move)) return PASS;
    const Point* const point = point_in(move);
    if (point->row < 0 || point->col < 0 || point->col >= width) return NOWHERE;
    const std::int64_t index = std::int64_t(point->row) * width + point->col;
    return index < MOST_POINTS ? Index(index) : NOWHERE;
}

Board board_of(Index height, Index width, const nb::bytes& cells) {
    require_size(height, width);
    if (cells.size() != std::size_t(height) * std::size_t(width))
        throw nb::value_error("a board has height * width cells");
    Board board(height, width);
    for (std::size_t k = 0; k < cells.size(); k++) {
        board.cells[k] = std::uint8_t(cells.c_str()[k]);
        if (board.cells[k] > HOLE)
            throw nb::value_error("a cell is 0 (empty), 1 (black), 2 (white) or 3 (no point there)");
    }
    return board;
}

nb::bytes bytes_of(const Board& board) {
    return nb::bytes(reinterpret_cast<const char*>(board.cells.data()), board.cells.size());
}

void bind_color(nb::module_& module) {
    nb::class_<Color> color(module, "Color", nb::is_final(), "Color.BLACK or Color.WHITE; there are no others.");
    color.def_prop_ro("name", [](const Color& self) { return self.cell == BLACK ? "black" : "white"; })
        .def_prop_ro(
            "opponent", [](const Color& self) { return color_object(opponent(self.cell)); },
            nb::sig("def opponent(self) -> Color"))
        .def("__str__", [](const Color& self) { return self.cell == BLACK ? "Black" : "White"; })
        .def("__repr__", [](const Color& self) { return self.cell == BLACK ? "Color.BLACK" : "Color.WHITE"; })
        .def(
            "__reduce__",
            [](const Color& self) {
                const char* name = self.cell == BLACK ? "BLACK" : "WHITE";
                nb::object getattr = nb::module_::import_("builtins").attr("getattr");
                return nb::make_tuple(getattr, nb::make_tuple(nb::type<Color>(), name));
            },
            nb::sig("def __reduce__(self) -> tuple[object, tuple[type[Color], str]]"));
    for (const Cell cell : {BLACK, WHITE}) {
        nb::object object = nb::cast(Color{cell});
        color.attr(cell == BLACK ? "BLACK" : "WHITE") = object;
        colours[side(cell)] = object.release().ptr();
    }
}

void bind_pass(nb::module_& module) {
    nb::class_<Pass>(module, "Pass", nb::is_final(), "The move that is no point; there is one, tengen.PASS.")
        .def("__str__", [](const Pass&) { return "pass"; })
        .def("__repr__", [](const Pass&) { return "PASS"; })
        .def("__reduce__", [](const Pass&) { return "PASS"; });  // pickle: the thing of that name in this module
    nb::object object = nb::cast(Pass{});
    module.attr("PASS") = object;
    the_pass = object.release().ptr();
}

void bind_points(nb::module_& module) {
    nb::class_<Point>(module, "Point", nb::is_final(), nb::pooled(),
                      "A place: row and col from the top-left, both from 0.")
        .def(nb::init<Index, Index>(), nb::arg("row"), nb::arg("col"))
        .def_ro("row", &Point::row)
        .def_ro("col", &Point::col)
        .def(
            "__eq__", [](const Point& a, const Point& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(nb::self < nb::self)
        .def(nb::self <= nb::self)
        .def(nb::self > nb::self)
        .def(nb::self >= nb::self)
        .def("__hash__", [](const Point& self) { return (std::int64_t(self.row) << 32) ^ self.col; })
        .def("__repr__",
             [](const Point& self) {
                 return "Point(" + std::to_string(self.row) + ", " + std::to_string(self.col) + ")";
             })
        .def("__getstate__", [](const Point& self) { return std::pair(self.row, self.col); })
        .def("__setstate__",
             [](Point& self, const std::pair<Index, Index>& saved) { new (&self) Point{saved.first, saved.second}; });

    nb::class_<Points>(module, "Points", nb::is_final(), nb::pooled(), nb::type_slots(points_slots),
                       nb::sig("class Points(typing.Generic[MoveT])"),
                       "An immutable sequence of Point, or Pass where a game has it. numpy reads a number for each: "
                       "row * width + col, and height * width for a pass.")
        .def(
            "__init__",
            [](Points* self, nb::iterable moves, Index width, std::optional<Index> height) {
                height ? require_size(*height, width) : require_width(width);
                std::vector<Index> indices;
                for (nb::handle move : moves) {
                    indices.push_back(index_of_move(move, width));
                    if (indices.back() == NOWHERE) throw nb::index_error("the point is not on a board of this width");
                    if (height && indices.back() >= *height * width)
                        refuse_point(point_of(indices.back(), width), *height, width);
                }
                new (self) Points{std::move(indices), width, height.value_or(0)};
            },
            nb::arg("points"), nb::arg("width"), nb::arg("height") = nb::none(),
            nb::sig("def __init__(self, points: collections.abc.Iterable[Point | Pass], width: int,"
                    " height: int | None = None) -> None"))
        .def_ro("width", &Points::width)
        .def_prop_ro(
            "height", [](const Points& self) { return self.height ? std::optional(self.height) : std::nullopt; },
            "Of the board, if it is known.")
        .def_prop_ro(
            "indices",
            [](const Points& self) {
                if (!self.height && has_pass(self)) refuse(PASS_HAS_NO_NUMBER);
                return numbers_of(self);
            },
            "The number of each: row * width + col, and height * width for a pass.")
        .def("__len__", [](const Points& self) { return self.indices.size(); })
        .def(
            "__getitem__",
            [](const Points& self, Py_ssize_t k) {
                const Py_ssize_t size = Py_ssize_t(self.indices.size());
                if (k < 0) k += size;
                if (k < 0 || k >= size) throw nb::index_error("Points index out of range");
                return move_object(self.indices[std::size_t(k)], self.width);
            },
            nb::arg("k"), nb::sig("def __getitem__(self, k: int) -> MoveT"))
        .def(
            "__getitem__",
            [](const Points& self, const nb::slice& slice) {
                const auto [start, stop, step, length] = slice.compute(self.indices.size());
                static_cast<void>(stop);
                Points part{{}, self.width, self.height};
                for (std::size_t k = 0; k < length; k++)
                    part.indices.push_back(self.indices[std::size_t(start + Py_ssize_t(k) * step)]);
                return part;
            },
            nb::arg("k"), nb::sig("def __getitem__(self, k: slice) -> Points[MoveT]"))
        .def(
            "__iter__", [](nb::handle_t<Points> self) { return nb::steal(PySeqIter_New(self.ptr())); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[MoveT]"))
        .def(
            "__contains__",
            [](const Points& self, nb::handle move) {
                const Index index = index_of_move(move, self.width);
                return std::find(self.indices.begin(), self.indices.end(), index) != self.indices.end();
            },
            nb::arg("point"), nb::sig("def __contains__(self, point: object) -> bool"))
        .def(
            "__eq__", [](const Points& a, const Points& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const Points& self) {
                 std::uint64_t hash = 0x9e3779b97f4a7c15u;
                 for (const Index index : self.indices) hash = (hash ^ std::uint64_t(index)) * 0xd1342543de82ef95u;
                 return Py_ssize_t(hash >> 2);
             })
        .def("__repr__",
             [](const Points& self) {
                 std::string text =
                     "<" + std::to_string(self.indices.size()) + (self.indices.size() == 1 ? " point" : " points");
                 for (std::size_t k = 0; k < std::min<std::size_t>(self.indices.size(), 8); k++) {
                     text += k ? ", " : ": ";
                     if (self.indices[k] == PASS) {
                         text += "pass";
                         continue;
                     }
                     const Point point = point_of(self.indices[k], self.width);
                     text += "(" + std::to_string(point.row) + ", " + std::to_string(point.col) + ")";
                 }
                 return text + (self.indices.size() > 8 ? ", ...>" : ">");
             })
        .def("__getstate__", [](const Points& self) { return std::tuple(self.indices, self.width, self.height); })
        .def("__setstate__", [](Points& self, const std::tuple<std::vector<Index>, Index, Index>& saved) {
            const auto& [indices, width, height] = saved;
            height ? require_size(height, width) : require_width(width);
            const Index most = height ? height * width : MOST_POINTS;
            for (const Index index : indices)
                if (index != PASS && (index < 0 || index >= most)) refuse("the saved points are not points");
            new (&self) Points{indices, width, height};
        });
}

}  // namespace

int refuse_buffer(const char* why) {
    PyErr_SetString(PyExc_BufferError, why);
    return -1;
}

int fill_buffer(PyObject* self, Py_buffer* view, int flags, const void* data, std::size_t item_size, const char* format,
                int dimensions, const Py_ssize_t (&shape)[2]) {
    if (flags & PyBUF_WRITABLE) return refuse_buffer("boards and points are read-only");
    auto* numbers = new Py_ssize_t[4]{shape[0], shape[1], Py_ssize_t(item_size), Py_ssize_t(item_size)};
    if (dimensions == 2) numbers[2] = shape[1] * Py_ssize_t(item_size);
    view->buf = const_cast<void*>(data);
    view->obj = self;
    Py_INCREF(self);
    view->itemsize = Py_ssize_t(item_size);
    view->len = shape[0] * (dimensions == 2 ? shape[1] : 1) * view->itemsize;
    view->readonly = 1;
    view->ndim = dimensions;
    view->format = flags & PyBUF_FORMAT ? const_cast<char*>(format) : nullptr;
    view->shape = flags & PyBUF_ND ? numbers : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? numbers + 2 : nullptr;
    view->suboffsets = nullptr;
    view->internal = numbers;
    return 0;
}

void release_buffer(PyObject*, Py_buffer* view) { delete[] static_cast<Py_ssize_t*>(view->internal); }

nb::object pass_object() { return nb::borrow(the_pass); }

nb::object color_object(Cell colour) { return nb::borrow(colours[side(colour)]); }

Index index_of(const Board& board, const Point& point) {
    if (point.row < 0 || point.row >= board.height || point.col < 0 || point.col >= board.width)
        refuse_point(point, board.height, board.width);
    return point.row * board.width + point.col;
}

Index index_of(const Board& board, nb::handle move) {
    return nb::isinstance<Pass>(move) ? PASS : index_of(board, *point_in(move));
}

std::uint64_t hash_of(const Board& board, std::uint64_t salt) {
    std::uint64_t hash = salt * 0x9e3779b97f4a7c15u + std::uint64_t(board.width);
    const std::uint8_t* data = board.cells.data();
    std::size_t left = board.cells.size();
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0xd1342543de82ef95u;
        hash ^= hash >> 32;
    };
    for (; left >= 8; left -= 8, data += 8) {
        std::uint64_t word;
        std::memcpy(&word, data, 8);
        mix(word);
    }
    std::uint64_t word = 0;
    std::memcpy(&word, data, left);
    mix(word);
    return hash >> 2;
}

void bind_board(nb::module_& module) {
    module.attr("MOST_POINTS") = MOST_POINTS;
    bind_color(module);
    bind_pass(module);
    bind_points(module);
    nb::class_<Board>(module, "Board", nb::is_final(), nb::type_slots(board_slots),
                      "Stones on a grid, without rules. numpy reads it as 0 empty, 1 black, 2 white, 3 no point there.")
        .def(
            "__init__",
            [](Board* self, Index height, Index width, const nb::bytes& cells) {
                new (self) Board(board_of(height, width, cells));
            },
            nb::arg("height"), nb::arg("width"), nb::arg("cells"))
        .def_ro("height", &Board::height)
        .def_ro("width", &Board::width)
        .def_prop_ro("cells", &bytes_of, "One byte a point, row by row.")
        .def(
            "__getitem__",
            [](const Board& self, const Point& point) { return cell_object(self[index_of(self, point)]); },
            nb::arg("point"), nb::sig("def __getitem__(self, point: Point) -> Color | None"),
            "The colour of the stone there, or None.")
        .def(
            "has_point", [](const Board& self, const Point& point) { return self[index_of(self, point)] != HOLE; },
            nb::arg("point"), "False for a hole: a place in the rectangle where there is no point.")
        .def(
            "count",
            [](const Board& self, const Color& color) {
                return std::count(self.cells.begin(), self.cells.end(), std::uint8_t(color.cell));
            },
            nb::arg("color"), "How many stones of this colour.")
        .def(
            "transformed",
            [](const Board& self, int symmetry) {
                if (symmetry < 0 || symmetry > 7) throw nb::value_error("a symmetry is 0 to 7");
                return transformed(self, symmetry);
            },
            nb::arg("symmetry"),
            "The board laid down another way: transposed (4), then rows (1) and columns (2) reversed.")
        .def("colors_swapped", [](const Board& self) { return colours_swapped(self); })
        .def_prop_ro(
            "point_count",
            [](const Board& self) {
                return self.size() - std::count(self.cells.begin(), self.cells.end(), std::uint8_t(HOLE));
            },
            "How many points there are, holes left out.")
        .def(
            "__eq__", [](const Board& a, const Board& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Board& self) { return hash_of(self, 0); })
        .def("__repr__",
             [](const Board& self) {
                 return "<Board " + std::to_string(self.height) + "x" + std::to_string(self.width) + ">";
             })
        .def("__getstate__", [](const Board& self) { return std::tuple(self.height, self.width, bytes_of(self)); })
        .def("__setstate__", [](Board& self, const std::tuple<Index, Index, nb::bytes>& saved) {
            new (&self) Board(board_of(std::get<0>(saved), std::get<1>(saved), std::get<2>(saved)));
        });
}

}  // namespace tengen::bindings
