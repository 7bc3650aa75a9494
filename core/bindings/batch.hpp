// The batch of any game, bound.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "../batch.hpp"
#include "doors.hpp"

namespace tengen::bindings {

constexpr std::size_t MOST_BOARDS = std::size_t(1) << 24;
constexpr std::size_t MOST_BATCH_BYTES = std::size_t(1) << 36;
constexpr Index MOST_RANDOM_PLIES = 10'000;  // in one call, which cannot be cut short

std::size_t checked_boards(std::int64_t boards);

// Any array with this many dimensions, on the CPU; a clear refusal for anything else.
using AnyArray = nb::ndarray<nb::ro>;
AnyArray array_from(nb::handle array, const char* what, std::size_t dimensions = 1);

// Numbers from any array of integers with one dimension; a clear refusal for anything else.
std::vector<std::int64_t> numbers_from(nb::handle array, const char* what);

// Which boards an array names: its numbers, each once; or, if it is one of bools, those where it is true. None: all.
std::vector<std::uint32_t> boards_from(nb::handle where, std::size_t boards);

// Seeds for these boards: those of an array, one for each; or derived from one number and the board's.
std::vector<std::uint64_t> seeds_from(nb::handle seed, const std::vector<std::uint32_t>& which);

// The same rectangle and holes as the start, and the same rules: the states of both fit together.
template <class Position>
void require_like(const Position& start, const Position& position) {
    const auto bare = [](Board board) {
        for (auto& cell : board.cells) cell = cell == HOLE ? HOLE : EMPTY;
        return board;
    };
    bool alike = position.is_sound() && bare(start.board()) == bare(position.board());
    if constexpr (requires { position.rules(); }) alike = alike && position.rules() == start.rules();
    if (!alike) refuse("the position is not of the batch's kind");
}

template <class Position>
BatchSettings checked_settings(const Position& start, std::int64_t boards, int planes, std::int64_t threads,
                               bool autoreset, bool illegal_loses, std::int64_t opening, std::int64_t most_plies) {
    const BatchSettings settings{checked_boards(boards),
                                 Planes(planes),
                                 checked_threads(threads),
                                 autoreset,
                                 illegal_loses,
                                 checked_count(opening, "plies"),
                                 checked_count(most_plies, "plies")};
    if (planes < 0 || planes > int(Planes::BITS)) refuse("there are no such planes");
    if (settings.opening > start.board().size()) refuse("the opening has more plies than the board points");
    if (in_play(start).board().size() > MOST_SET_POINTS)
        refuse("a batch takes boards of up to " + std::to_string(MOST_SET_POINTS) + " points");
    return settings;
}

// An ordinary position, of the same class as another one.
template <class Position>
nb::object position_like(nb::handle_t<Position> like, Position&& position) {
    nb::object made = nb::inst_alloc(like.type());
    new (nb::inst_ptr<Position>(made)) Position(std::move(position));
    nb::inst_mark_ready(made);
    return made;
}

// A batch, and a lock: its work is done without the GIL, so another thread may ask for more.
template <class Position>
struct Held {
    std::unique_ptr<Batch<Position>> batch;
    std::mutex mutex;

    explicit Held(std::unique_ptr<Batch<Position>> made) : batch(std::move(made)) {}

    std::size_t checked(std::int64_t board) const {
        const std::size_t boards = batch->settings().boards;
        if (board < 0 || std::size_t(board) >= boards)
            refuse("there is no board " + std::to_string(board) + "; expected 0 to " + std::to_string(boards - 1));
        return std::size_t(board);
    }
};

// Where this point, or NOWHERE or a pass, comes to lie.
inline Index laid_down(const Board& board, Index point, int symmetry) {
    if (point < 0) return point;
    Board marked(board.height, board.width);
    marked.cells[std::size_t(point)] = BLACK;
    const auto cells = transformed(marked, symmetry).cells;
    return Index(std::find(cells.begin(), cells.end(), BLACK) - cells.begin());
}

// What a superko rule remembers is left behind.
template <class Position>
Position laid_down(const Position& position, int symmetry) {
    Board board = transformed(position.board(), symmetry);
    if constexpr (requires { position.past(); }) {
        auto past = Position(board, position.to_play(), position.rules()).past();
        past.passes = position.passes();
        past.banned = laid_down(position.board(), position.banned(), symmetry);
        for (const Cell colour : {BLACK, WHITE}) past.captures[side(colour)] = position.captures(colour);
        return {std::move(board), position.to_play(), position.rules(), past};
    } else if constexpr (requires { position.rules(); }) {
        return {std::move(board), position.to_play(), position.rules()};
    } else {
        return {std::move(board), position.to_play()};
    }
}

template <class Position, template <int> class Boards>
void bind_batch(nb::module_& module, const char* name) {
    using Self = Held<Position>;
    using Locked = std::lock_guard<std::mutex>;
    using Array = nb::ndarray<nb::array_api>;

    const auto array = [](nb::handle_t<Self> self, void* data, std::initializer_list<std::size_t> shape,
                          nb::dlpack::dtype type) { return Array(data, shape, self, {}, type); };
    const auto state = [](nb::handle_t<Self> self) -> Batch<Position>& {
        if (!nb::inst_ready(self)) throw nb::type_error(NEVER_INITIALISED);
        return *nb::inst_ptr<Self>(self)->batch;
    };

    nb::class_<Self>(module, name, nb::is_final(), "Many games side by side.")
        .def(
            "__init__",
            [](Self* self, const Position& start, std::int64_t boards, int planes, nb::handle seed,
               std::int64_t threads, bool autoreset, bool illegal_loses, std::int64_t opening,
               std::int64_t most_plies) {
                const BatchSettings settings =
                    checked_settings(start, boards, planes, threads, autoreset, illegal_loses, opening, most_plies);
                if (batch_bytes<Position, Boards>(start.board(), settings) > MOST_BATCH_BYTES)
                    refuse("a batch of " + std::to_string(boards) + " such boards takes more than 64 GiB");
                const auto each = seeds_from(seed, boards_from(nb::none(), settings.boards));
                new (self) Self(without_gil([&] { return make_batch<Position, Boards>(start, settings, each); }));
            },
            nb::arg("start"), nb::arg("boards"), nb::arg("planes"), nb::arg("seed"), nb::arg("threads"),
            nb::arg("autoreset"), nb::arg("illegal_loses"), nb::arg("opening"), nb::arg("most_plies"))
        .def_prop_ro("boards", [](const Self& self) { return self.batch->settings().boards; })
        .def_prop_ro("moves", [](const Self& self) { return self.batch->moves(); })
        .def_prop_ro(
            "mask",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().mask.data(), {batch.settings().boards, std::size_t(batch.moves())},
                             nb::dtype<std::uint8_t>());
            },
            nb::sig("def mask(self) -> typing.Any"))
        .def_prop_ro(
            "planes",
            [=](nb::handle_t<Self> self) -> nb::object {
                auto& batch = state(self);
                const std::size_t boards = batch.settings().boards, planes = std::size_t(batch.planes());
                const Board board = batch.start().board();
                const std::size_t height = std::size_t(board.height), width = std::size_t(board.width);
                void* const data = batch.arrays().planes.data();
                switch (batch.settings().planes) {
                    case Planes::NONE: return nb::none();
                    case Planes::BYTES:
                        return nb::cast(array(self, data, {boards, planes, height, width}, nb::dtype<std::uint8_t>()));
                    case Planes::FLOATS:
                        return nb::cast(array(self, data, {boards, planes, height, width}, nb::dtype<float>()));
                    default:
                        return nb::cast(
                            array(self, data, {boards, planes, batch.plane_bytes()}, nb::dtype<std::uint8_t>()));
                }
            },
            nb::sig("def planes(self) -> typing.Any"))
        .def_prop_ro(
            "to_play",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().to_play.data(), {batch.settings().boards}, nb::dtype<std::uint8_t>());
            },
            nb::sig("def to_play(self) -> typing.Any"))
        .def_prop_ro(
            "rewards",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().rewards.data(), {batch.settings().boards, 2}, nb::dtype<float>());
            },
            nb::sig("def rewards(self) -> typing.Any"))
        .def_prop_ro(
            "over",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().over.data(), {batch.settings().boards}, nb::dtype<bool>());
            },
            nb::sig("def over(self) -> typing.Any"))
        .def_prop_ro(
            "truncated",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().truncated.data(), {batch.settings().boards}, nb::dtype<bool>());
            },
            nb::sig("def truncated(self) -> typing.Any"))
        .def_prop_ro(
            "plies",
            [=](nb::handle_t<Self> self) {
                auto& batch = state(self);
                return array(self, batch.arrays().plies.data(), {batch.settings().boards}, nb::dtype<std::int32_t>());
            },
            nb::sig("def plies(self) -> typing.Any"))
        .def(
            "step",
            [](Self& self, nb::handle moves,
               nb::handle where) -> std::optional<std::tuple<std::size_t, std::int64_t, bool>> {
                auto& batch = *self.batch;
                const std::size_t boards = batch.settings().boards;
                const auto numbers = numbers_from(moves, "the moves");
                const auto which = boards_from(where, boards);
                const std::size_t count = which.size();
                if (numbers.size() != count)
                    refuse(std::to_string(numbers.size()) + " moves for " + std::to_string(count) + " boards");
                const Index points = batch.moves() - Position::HAS_PASSES;
                std::vector<Index> chosen(count);
                for (std::size_t k = 0; k < count; k++) {
                    if (numbers[k] < 0 || numbers[k] >= batch.moves())
                        refuse("board " + std::to_string(which[k]) + ": " + std::to_string(numbers[k]) +
                               " is not the number of a move; expected 0 to " + std::to_string(batch.moves() - 1));
                    chosen[k] = numbers[k] == points ? PASS : Index(numbers[k]);
                }
                const auto wrong = without_gil([&] {
                    const Locked lock(self.mutex);
                    return batch.step(chosen.data(), which.data(), count);
                });
                if (!wrong) return std::nullopt;
                return std::tuple(std::size_t(which[*wrong]), numbers[*wrong], batch.has_ended(which[*wrong]));
            },
            nb::arg("moves"), nb::arg("where").none(),
            nb::sig("def step(self, moves: object, where: object) -> tuple[int, int, bool] | None"),
            "The first board whose move cannot be made, that move, and whether the game is over; then nothing was "
            "stepped.")
        .def(
            "play_random",
            [](Self& self, std::int64_t plies, nb::handle where) {
                const Index most = checked_count(plies, "plies");
                if (most > MOST_RANDOM_PLIES) refuse("too many plies for one call");
                const auto which = boards_from(where, self.batch->settings().boards);
                const Released released;
                const Locked lock(self.mutex);
                self.batch->play_random(most, which.data(), which.size());
            },
            nb::arg("plies"), nb::arg("where").none(),
            nb::sig("def play_random(self, plies: int, where: object) -> None"))
        .def(
            "reset",
            [](Self& self, nb::handle where, nb::handle seed) {
                auto& batch = *self.batch;
                const std::size_t boards = batch.settings().boards;
                const auto which = boards_from(where, boards);
                std::vector<std::uint64_t> seeds;
                if (!seed.is_none()) seeds = seeds_from(seed, which);
                const Released released;
                const Locked lock(self.mutex);
                for (std::size_t k = 0; k < seeds.size(); k++) batch.seed(which[k], seeds[k]);
                batch.reset(which.data(), which.size());
            },
            nb::arg("where").none(), nb::arg("seed").none(),
            nb::sig("def reset(self, where: object, seed: object) -> None"))
        .def(
            "position",
            [](Self& self, std::int64_t board, nb::handle_t<Position> like) {
                const std::size_t number = self.checked(board);
                Position found = without_gil([&] {
                    const Locked lock(self.mutex);
                    return self.batch->position(number);
                });
                return position_like(like, std::move(found));
            },
            nb::arg("board"), nb::arg("like"), "An ordinary position, of the same class as another one.")
        .def(
            "put",
            [](Self& self, std::int64_t board, const Position& position) {
                require_like(self.batch->start(), position);
                const Locked lock(self.mutex);
                self.batch->put(self.checked(board), position);
            },
            nb::arg("board"), nb::arg("position"))
        .def(
            "rest",
            [](Self& self, std::int64_t board) {
                const std::size_t number = self.checked(board);
                const auto rest = without_gil([&] {
                    const Locked lock(self.mutex);
                    return self.batch->rest(number);
                });
                return std::tuple(rest.plies, rest.last[0], rest.last[1], rest.rewards[0], rest.rewards[1], rest.over,
                                  rest.truncated, rest.random_state);
            },
            nb::arg("board"), "What a board has besides its position.")
        .def(
            "put_rest",
            [](Self& self, std::int64_t board,
               const std::tuple<Index, Index, Index, float, float, bool, bool, std::uint64_t>& saved) {
                const auto& [plies, last, before, black, white, over, truncated, random_state] = saved;
                const std::size_t number = self.checked(board);
                const Index points = self.batch->start().board().size();
                if (plies < 0 || last >= points || before >= points)
                    refuse("what is saved of the board is not of this batch");
                const Locked lock(self.mutex);
                self.batch->put_rest(number, {plies, {last, before}, {black, white}, over, truncated, random_state});
            },
            nb::arg("board"), nb::arg("saved"))
        .def("copy",
             [](Self& self) {
                 return without_gil([&] {
                     const Locked lock(self.mutex);
                     return std::make_unique<Self>(self.batch->copy());
                 });
             })
        .def(
            "transformed",
            [](Self& self, int symmetry) {
                auto& batch = *self.batch;
                const Board board = batch.start().board();
                if (symmetry < 0 || symmetry > 7 || (symmetry > 3 && board.height != board.width))
                    refuse("there is no such symmetry of this board");
                return without_gil([&] {
                    const Locked lock(self.mutex);
                    std::vector<std::uint64_t> seeds(batch.settings().boards);
                    auto made =
                        make_batch<Position, Boards>(laid_down(batch.start(), symmetry), batch.settings(), seeds);
                    for (std::size_t k = 0; k < seeds.size(); k++) {
                        auto rest = batch.rest(k);
                        for (Index& move : rest.last) move = laid_down(board, move, symmetry);
                        made->put(k, laid_down(batch.position(k), symmetry));
                        made->put_rest(k, rest);
                    }
                    return std::make_unique<Self>(std::move(made));
                });
            },
            nb::arg("symmetry"));
}

}  // namespace tengen::bindings
