// Othello's patterns: a search that they judge, and the games that they learn from.
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "../othello/pattern_games.hpp"
#include "../othello/pattern_search.hpp"
#include "arrays.hpp"
#include "doors.hpp"
#include "search.hpp"

namespace tengen::bindings {

using othello::PatternNumbers, othello::Patterns, othello::PatternSearch, othello::Position;

namespace {

template <class Number>
using Numbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::int64_t MOST_GAMES = 1 << 24, MOST_DEPTH = 20, MOST_SOLVED = 20;

const Position& takeable(const Position& position) {
    if (!PatternSearch::takes(in_play(position).board())) refuse("patterns are for 8x8 without holes, after the start");
    return position;
}

void require_range(std::int64_t number, std::int64_t least, std::int64_t most, const char* what) {
    if (number < least || number > most) refuse(std::string(what) + " is out of range");
}

nb::tuple lessons_of(othello::PatternLessons&& lessons) {
    const std::size_t count = lessons.margin.size();
    return nb::make_tuple(owning_array(std::move(lessons.own), {count}),
                          owning_array(std::move(lessons.other), {count}),
                          owning_array(std::move(lessons.margin), {count}));
}

}  // namespace

void bind_othello_patterns(nb::module_& module) {
    nb::class_<Patterns>(module, "OthelloPatterns", nb::is_final(),
                         "Tables that judge positions; threads may share them.")
        .def(
            "__init__",
            [](Patterns* self, const Numbers<float>& discs) {
                const std::span all(discs.data(), discs.size());
                if (all.size() != Patterns::size()) refuse("these are not as many numbers as patterns have");
                if (!std::all_of(all.begin(), all.end(), [](float each) { return std::isfinite(each); }))
                    refuse("a number is infinite or none");
                const Released released;
                new (self) Patterns(all);
            },
            nb::arg("discs"), nb::sig("def __init__(self, discs: object) -> None"))
        .def_prop_ro_static("knots", [](nb::handle) { return Patterns::KNOTS; })
        .def_prop_ro_static(
            "numbers", [](nb::handle) { return PatternNumbers::all().count(); }, "Of one knot.")
        .def(
            "games",
            [](const Patterns& self, std::uint64_t first, std::int64_t count, std::int64_t depth, std::int64_t solved,
               std::uint64_t seed, const Cancel* cancel) {
                require_range(count, 0, MOST_GAMES, "the number of games");
                require_range(depth, 1, MOST_DEPTH, "the depth");
                require_range(solved, 0, MOST_SOLVED, "the number of empty points");
                othello::PatternLessons lessons;
                without_gil([&] {
                    othello::PatternPlayer player(self, {int(depth), int(solved), seed});
                    for (std::uint64_t k = 0; k < std::uint64_t(count) && !cancelled(cancel); k++)
                        player.play(first + k, lessons, cancel);
                    return 0;
                });
                return lessons_of(std::move(lessons));
            },
            nb::arg("first"), nb::arg("count"), nb::arg("depth"), nb::arg("solved"), nb::arg("seed"),
            nb::arg("cancel") = nb::none(),
            nb::sig("def games(self, first: int, count: int, depth: int, solved: int, seed: int, cancel: Cancel | None "
                    "= None) -> tuple[typing.Any, typing.Any, typing.Any]"),
            "Games with itself, by their numbers. For each position: the discs of the side to move and of the other as "
            "bits, and its margin at the end.")
        .def_static(
            "numbers_of",
            [](const Numbers<std::uint64_t>& own, const Numbers<std::uint64_t>& other) {
                if (own.size() != other.size()) refuse("as many boards of the one as of the other are wanted");
                const std::size_t count = own.size();
                std::vector<std::int32_t> numbers(count * othello::PATTERN_PLACES);
                std::vector<float> stages(count);
                without_gil([&] {
                    for (std::size_t k = 0; k < count; k++) {
                        const auto found = PatternNumbers::all().of_position(own.data()[k], other.data()[k]);
                        std::copy(found.begin(), found.end(), &numbers[k * othello::PATTERN_PLACES]);
                        const auto [knot, share] = Patterns::at_knot(std::popcount(~(own.data()[k] | other.data()[k])));
                        stages[k] = float(knot) + share;
                    }
                    return 0;
                });
                return nb::make_tuple(owning_array(std::move(numbers), {count, std::size_t(othello::PATTERN_PLACES)}),
                                      owning_array(std::move(stages), {count}));
            },
            nb::arg("own"), nb::arg("other"),
            nb::sig("def numbers_of(own: typing.Any, other: typing.Any) -> tuple[typing.Any, typing.Any]"),
            "Which numbers of a knot are added up for each of these positions, and between which knots they are.");

    nb::class_<PatternSearch>(module, "OthelloPatternSearch", nb::is_final(),
                              "A search of one position of 8x8 that patterns judge, and that then goes to the end.")
        .def(
            "__init__",
            [](PatternSearch* self, const Position& position, std::size_t most_bytes) {
                new (self) PatternSearch(takeable(position), checked_bytes(most_bytes));
            },
            nb::arg("position"), nb::arg("most_bytes"))
        .def_static(
            "takes", [](const Position& position) { return PatternSearch::takes(position.board()); },
            nb::arg("position"))
        .def_prop_ro("visits", &PatternSearch::visits)
        .def_prop_ro("is_decided", &PatternSearch::is_decided, "Is the margin proven?")
        .def(
            "run",
            [](PatternSearch& self, std::uint64_t visits, double seconds, std::int64_t threads, bool,
               const Cancel* cancel, nb::object, const Patterns* net) {
                checked_threads(threads);
                if (!net) refuse("a search with patterns wants patterns");
                const Released released;
                self.run(*net, visits, checked_seconds(seconds), cancel);
            },
            nb::arg("visits"), nb::arg("seconds"), nb::arg("threads"), nb::arg("settle"), nb::arg("cancel").none(),
            nb::arg("asked") = nb::tuple(), nb::arg("net") = nb::none(),
            nb::sig("def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, "
                    "asked: object = (), net: OthelloPatterns | None = None) -> None"),
            "As other searches do, on one thread: a visit is a position that is looked at.")
        .def(
            "report",
            [](const PatternSearch& self) { return report_of(without_gil([&] { return self.report(); }), 8, 8); },
            nb::sig(REPORT_SIGNATURE), "As other searches do.")
        .def(
            "move_on",
            [](PatternSearch& self, const Position& position) {
                takeable(position);
                const Released released;
                return self.move_on(position);
            },
            nb::arg("position"));
}

}  // namespace tengen::bindings
