// What the bindings of all games share.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../grid.hpp"
#include "../totals.hpp"

namespace tengen::bindings {

namespace nb = nanobind;

struct Color {
    Cell cell;
};

struct Point {
    Index row, col;
    auto operator<=>(const Point&) const = default;
};

// The move that is no point.
struct Pass {};

// Moves or places on a board, in order; an immutable sequence of Point (or Pass) without an object for each.
struct Points {
    std::vector<Index> indices;
    Index width;
    Index height = 0;  // 0: not known; then a pass has no number

    bool operator==(const Points& other) const { return indices == other.indices && width == other.width; }
};

inline Points points_on(const Board& board, std::vector<Index> indices) {
    return {std::move(indices), board.width, board.height};
}

void bind_board(nb::module_& module);
void bind_text(nb::module_& module);
void bind_jobs(nb::module_& module);
void bind_card(nb::module_& module);
void bind_flips(nb::module_& module);
void bind_net(nb::module_& module);
void bind_answers(nb::module_& module);
void bind_positions(nb::module_& module);
void bind_nogo(nb::module_& module);
void bind_go(nb::module_& module);
void bind_gomoku(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_othello_patterns(nb::module_& module);

// nanobind checks this, but not where a slot or a method takes a bare handle.
constexpr const char* NEVER_INITIALISED = "the object was never initialised";

// Read-only views of native memory, for numpy and memoryview: what a type's buffer slots are made of.
int refuse_buffer(const char* why = NEVER_INITIALISED);
int fill_buffer(PyObject* self, Py_buffer* view, int flags, const void* data, std::size_t item_size, const char* format,
                int dimensions, const Py_ssize_t (&shape)[2]);
void release_buffer(PyObject* self, Py_buffer* view);

// The one Color object of this colour.
nb::object color_object(Cell colour);

// The one Pass object.
nb::object pass_object();

// Refuses a point that is not on the board.
Index index_of(const Board& board, const Point& point);
Index index_of(const Board& board, nb::handle move);  // a Point or a Pass

// Refuses moves that are neither passes nor points of this board.
void require_moves(const Board& board, const Points& moves);

inline nb::object cell_object(Cell cell) { return cell == BLACK || cell == WHITE ? color_object(cell) : nb::none(); }

inline std::vector<Points> points_of_chains(const Board& board, std::vector<std::vector<Index>> chains) {
    std::vector<Points> result;
    for (auto& chain : chains) result.push_back(points_on(board, std::move(chain)));
    return result;
}

std::uint64_t hash_of(const Board& board, std::uint64_t salt);

// An exact Python integer. Needs the GIL.
nb::object big_integer(unsigned __int128 value);

// Releases the GIL while it lives. The end of the process waits for all of these (`leave`): a thread that asks for the
// GIL after Python has gone is killed in the middle of a C++ function, and the process with it.
class Released {
public:
    Released();
    ~Released();
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

private:
    std::optional<nb::gil_scoped_release> release_;
};

// Runs a job with the GIL released and gives what it gives.
template <class Job>
auto without_gil(Job&& job) {
    const Released released;
    return job();
}

// The part of a position's face that is the same in every game. P offers board(), to_play(), is_sound(), is_legal(),
// legal_moves(), is_over(), winner() and play(). The Python class of a game derives from the class bound here: moves
// may be anything its `move` method understands, and its `_refuse` method raises the error for a move that is not
// legal.
template <class P>
nb::class_<P> bind_position(nb::module_& module, const char* name, const char* doc) {
    using Self = nb::handle_t<P>;
    const auto state = [](Self self) -> const P& {
        if (!nb::inst_ready(self)) throw nb::type_error(NEVER_INITIALISED);
        return *nb::inst_ptr<P>(self);
    };
    const auto index = [=](Self self, nb::handle move) {
        const P& position = state(self);
        if (const Point* point; nb::try_cast(move, point) && point) return index_of(position.board(), *point);
        if (nb::isinstance<Pass>(move)) return PASS;
        if (PyLong_CheckExact(move.ptr())) {
            const Index size = position.board().size();
            const long number = PyLong_AsLong(move.ptr());
            if (number >= 0 && number < size) return Index(number);
            if (number == size && P::HAS_PASSES) return PASS;
            PyErr_Clear();  // of a number that is no long; `move` says what is wrong with it
        }
        const nb::object found = self.attr("move")(move);
        return index_of(position.board(), found);
    };
    nb::class_<P> bound(module, name, nb::pooled(), doc);
    bound.attr("has_passes") = P::HAS_PASSES;
    // A game with rules to choose, or a past to keep, binds these itself.
    if constexpr (!requires(const P& position) { position.rules(); }) {
        bound
            .def(
                "__init__",
                [](P* self, const Board& board, const Color& to_play) { new (self) P(board, to_play.cell); },
                nb::arg("board"), nb::arg("to_play"))
            .def(
                "__getstate__",
                [](const P& self) { return nb::make_tuple(self.board(), color_object(self.to_play())); },
                nb::sig("def __getstate__(self) -> tuple[Board, Color]"))
            .def("__setstate__",
                 [](P& self, const std::pair<Board, Color>& saved) { new (&self) P(saved.first, saved.second.cell); });
    }
    return bound
        .def_prop_ro("board", &P::board, nb::rv_policy::reference_internal, "The stones, as a grid; numpy reads it.")
        .def_prop_ro(
            "to_play", [](const P& self) { return color_object(self.to_play()); },
            nb::sig("def to_play(self) -> Color"), "The side to move.")
        .def_prop_ro("height", [](const P& self) { return self.board().height; })
        .def_prop_ro("width", [](const P& self) { return self.board().width; })
        .def_prop_ro("is_sound", &P::is_sound,
                     "Can it be played on? Other positions can be read, and explained by check.")
        .def(
            "__getitem__",
            [=](Self self, nb::handle point) {
                const Index at = index(self, point);
                if (at == PASS) throw nb::index_error("a pass is not a point");
                return cell_object(state(self).board()[at]);
            },
            nb::arg("point"),
            nb::sig("def __getitem__(self, point: Point | str | typing.SupportsIndex) -> Color | None"),
            "The colour of the stone there, or None.")
        .def(
            "is_legal", [=](Self self, nb::handle move) { return state(self).is_legal(index(self, move)); },
            nb::arg("move"), nb::sig("def is_legal(self, move: Point | Pass | str | typing.SupportsIndex) -> bool"))
        .def_prop_ro(
            "legal_moves", [](const P& self) { return points_on(self.board(), self.legal_moves()); },
            nb::sig(P::HAS_PASSES ? "def legal_moves(self) -> Points" : "def legal_moves(self) -> Points[Point]"),
            "The legal moves of the side to move, row by row; a pass, where it is legal, comes last.")
        .def_prop_ro(
            "mask",
            [](const P& self) {
                const Index size = self.board().size();
                nb::object bytes = nb::steal(PyBytes_FromStringAndSize(nullptr, size + P::HAS_PASSES));
                if (!bytes.is_valid()) nb::raise_python_error();
                char* const legal = PyBytes_AsString(bytes.ptr());
                std::memset(legal, 0, std::size_t(size + P::HAS_PASSES));
                for (const Index move : self.legal_moves()) legal[move == PASS ? size : move] = 1;
                return nb::steal(PyMemoryView_FromObject(bytes.ptr()));
            },
            nb::sig("def mask(self) -> memoryview"),
            "A byte for each move, by its number: 1 if it is legal. The last is the pass, in the games that have it.")
        .def_prop_ro("is_over", &P::is_over)
        .def_prop_ro(
            "winner", [](const P& self) { return self.is_over() ? cell_object(self.winner()) : nb::none(); },
            nb::sig("def winner(self) -> Color | None"), "Who has won; None while the game goes on, and for a draw.")
        .def(
            "play",
            [=](Self self, nb::handle move) {
                const P& position = state(self);
                const Index point = index(self, move);
                nb::object next = nb::inst_alloc(self.type());
                P* played = new (nb::inst_ptr<P>(next)) P(position);
                nb::inst_mark_ready(next);
                if (!position.is_sound() || !played->play(point)) self.attr("_refuse")(move);
                return next;
            },
            nb::arg("move"), nb::sig("def play(self, move: Point | Pass | str | typing.SupportsIndex) -> typing.Self"),
            "The position after this move; an illegal move raises IllegalMove.")
        .def(
            "replay",
            [=](Self self, const Points& moves, const Cancel* cancel) {
                require_moves(state(self).board(), moves);
                nb::object next = nb::inst_alloc(self.type());
                P* played = new (nb::inst_ptr<P>(next)) P(state(self));
                nb::inst_mark_ready(next);
                const std::size_t right = without_gil([&] {
                    std::size_t k = 0;
                    while (k < moves.indices.size() && played->play(moves.indices[k]))
                        if ((++k & 0xfff) == 0 && cancelled(cancel)) break;
                    return k;
                });
                return std::pair(right, next);
            },
            nb::arg("moves"), nb::arg("cancel") = nb::none(),
            nb::sig("def replay(self, moves: Points, cancel: Cancel | None = None) -> tuple[int, typing.Self]"),
            "How many of these moves are legal, one after the other, and the position after those.")
        .def(
            "__eq__", [](const P& self, const P& other) { return self == other; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const P& self) -> std::uint64_t {
            if constexpr (requires { self.hash(); })
                return self.hash() >> 2;
            else
                return hash_of(self.board(), self.to_play());
        });
}

}  // namespace tengen::bindings
