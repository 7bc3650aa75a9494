// Self-play of any game, bound.
#pragma once

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "../self_play.hpp"
#include "arrays.hpp"
#include "doors.hpp"

namespace tengen::bindings {

template <class Position, template <int> class Boards>
void bind_self_play(nb::module_& module, const char* name) {
    using Self = std::unique_ptr<SelfPlay<Position>>;
    struct Held {
        Self games;
    };
    using Numbers = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
    constexpr std::int64_t MOST_GAMES = 1 << 20, MOST_VISITS = 1 << 16;

    nb::class_<Held>(module, name, nb::is_final(), "Games that a net plays with itself, side by side.")
        .def(
            "__init__",
            [](Held* self, const std::vector<Position>& starts, std::int64_t games, std::int64_t visits,
               std::int64_t candidates, std::int64_t opening, std::int64_t threads, std::uint64_t seed) {
                if (starts.empty()) refuse("no position to begin with");
                const Board& first = starts[0].board();
                for (const Position& start : starts)
                    if (in_play(start).board().height != first.height || start.board().width != first.width)
                        refuse("the positions to begin with are of different sizes");
                if (first.size() > MOST_SET_POINTS) refuse("the board is too large");
                if (games < 1 || games > MOST_GAMES) refuse("the number of games is out of range");
                if (visits < 2 || visits > MOST_VISITS) refuse("the number of visits is out of range");
                if (candidates < 2 || candidates > visits) refuse("the number of candidates is out of range");
                for (const Position& start : starts)
                    if (is_settled<Position, Boards>(start)) refuse("a position to begin with is decided at once");
                const SelfPlaySettings settings{std::size_t(games),
                                                {.visits = int(visits), .candidates = int(candidates)},
                                                std::min(checked_count(opening, "plies"), first.size()),
                                                checked_threads(threads),
                                                seed};
                new (self) Held{without_gil([&] { return make_self_play<Position, Boards>(starts, settings); })};
            },
            nb::arg("starts"), nb::arg("games"), nb::arg("visits"), nb::arg("candidates"), nb::arg("opening"),
            nb::arg("threads"), nb::arg("seed"))
        .def_prop_ro(
            "wanted",
            [](nb::handle_t<Held> self) {
                if (!nb::inst_ready(self)) throw nb::type_error(NEVER_INITIALISED);
                auto& play = *nb::inst_ptr<Held>(self)->games;
                return nb::ndarray<nb::array_api>(play.wanted(),
                                                  {play.games(), std::size_t(play.rows.seen), play.plane_bytes()}, self,
                                                  {}, nb::dtype<std::uint8_t>());
            },
            nb::sig("def wanted(self) -> typing.Any"),
            "What the net is to judge, for each game: planes as bits, and in some games a row whose first byte is a "
            "number, "
            "plus 128.")
        .def(
            "tell",
            [](Held& self, const Numbers& policies, const Numbers& values) {
                auto& play = *self.games;
                if (policies.size() != play.games() * std::size_t(play.moves) || values.size() != play.games())
                    refuse("a policy and a value for each game are wanted");
                const Released released;
                play.tell(policies.data(), values.data());
            },
            nb::arg("policies"), nb::arg("values"),
            nb::sig("def tell(self, policies: typing.Any, values: typing.Any) -> None"),
            "What it thinks of them: a number for each move, and a value for the side to move. The games go on.")
        .def(
            "take",
            [](Held& self) {
                auto& play = *self.games;
                auto [lessons, ended] = without_gil([&] { return play.take(); });
                const std::size_t count = lessons.result.size();
                return nb::make_tuple(
                    owning_array(std::move(lessons.planes), {count, std::size_t(play.rows.lesson), play.plane_bytes()}),
                    owning_array(std::move(lessons.policy), {count, std::size_t(play.moves)}),
                    owning_array(std::move(lessons.result), {count}), ended);
            },
            nb::sig("def take(self) -> tuple[typing.Any, typing.Any, typing.Any, int]"),
            "Of the games that have ended since the last call: what the net was shown, in some games with two planes "
            "more, whose each point was at the end; policies in parts of 32767; results for the side to move; and how "
            "many games.");
}

}  // namespace tengen::bindings
