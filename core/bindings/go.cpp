#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "../go/boards.hpp"
#include "../go/card.hpp"
#include "../go/count.hpp"
#include "../go/dead.hpp"
#include "../go/model.hpp"
#include "../go/playout.hpp"
#include "../go/position.hpp"
#include "../go/self_play.hpp"
#include "../go/solve.hpp"
#include "batch.hpp"
#include "card_batch.hpp"
#include "doors.hpp"
#include "search.hpp"
#include "self_play.hpp"
#include "solver.hpp"

namespace tengen::bindings {

namespace {

struct GoJobs {};

using go::Position;
using Saved = std::tuple<Board, Color, std::tuple<std::int32_t, bool, int>, int, Index,
                         std::tuple<std::int64_t, std::int64_t>, std::vector<std::uint64_t>>;

constexpr const char* KO_RULES[] = {"simple", "positional", "situational"};
constexpr std::int32_t MOST_KOMI_HALVES = 2'000'000;

go::Rules rules_of(std::int32_t komi_halves, bool suicide, int ko) {
    if (ko < 0 || ko > 2) refuse("a ko rule is 0 (simple), 1 (positional) or 2 (situational)");
    if (komi_halves < -MOST_KOMI_HALVES || komi_halves > MOST_KOMI_HALVES) refuse("no board is worth so much komi");
    return {komi_halves, suicide, go::KoRule(ko)};
}

go::Policy policy_of(bool uniform) { return uniform ? go::Policy::UNIFORM : go::Policy::RANDOM; }

nb::object exact(const go::Sum& sum) {
    if (sum.overflow) throw std::overflow_error("more than 2**128 lines of play");
    return big_integer(sum.value);
}

}  // namespace

void bind_go(nb::module_& module) {
    bind_position<Position>(module, "GoPosition", "A Go position: the rules, and what the ko rule needs of the past.")
        .def(
            "__init__",
            [](Position* self, const Board& board, const Color& to_play, std::int32_t komi_halves, bool suicide,
               int ko) { new (self) Position(board, to_play.cell, rules_of(komi_halves, suicide, ko)); },
            nb::arg("board"), nb::arg("to_play"), nb::arg("komi_halves") = 15, nb::arg("suicide") = false,
            nb::arg("ko") = 1)
        .def(
            "__getstate__",
            [](const Position& self) {
                const auto past = self.past();
                const go::Rules& rules = self.rules();
                return nb::make_tuple(self.board(), color_object(self.to_play()),
                                      std::tuple(rules.komi_halves, rules.suicide, int(rules.ko)), past.passes,
                                      past.banned, std::tuple(past.captures[0], past.captures[1]), past.hashes);
            },
            nb::sig("def __getstate__(self) -> tuple[object, ...]"))
        .def(
            "__setstate__",
            [](Position& self, const Saved& saved) {
                const auto& [board, to_play, rules, passes, banned, captures, hashes] = saved;
                if (passes < 0 || passes > 2) refuse("the saved passes are not 0 to 2");
                if (banned != NOWHERE && (banned < 0 || banned >= board.size() || board[banned] != EMPTY))
                    refuse("the saved ko is not on an empty point");
                if (std::get<0>(captures) < 0 || std::get<1>(captures) < 0) refuse("fewer than no stones were taken");
                const go::Rules kept = rules_of(std::get<0>(rules), std::get<1>(rules), std::get<2>(rules));
                new (&self) Position(board, to_play.cell, kept,
                                     {passes, banned, {std::get<0>(captures), std::get<1>(captures)}, hashes});
            },
            nb::sig("def __setstate__(self, saved: tuple[object, ...], /) -> None"))
        .def_prop_ro(
            "komi", [](const Position& self) { return self.rules().komi_halves / 2.0; }, "What White is given.")
        .def_prop_ro(
            "suicide", [](const Position& self) { return self.rules().suicide; }, "Is suicide allowed?")
        .def_prop_ro(
            "ko", [](const Position& self) { return KO_RULES[int(self.rules().ko)]; },
            "The ko rule: simple, positional or situational.")
        .def_prop_ro("passes", &Position::passes, "How many passes in a row were just played.")
        .def(
            "captures", [](const Position& self, const Color& color) { return self.captures(color.cell); },
            nb::arg("color"), "How many stones this colour has taken.")
        .def(
            "area",
            [](const Position& self) {
                const go::Area area = self.area();
                return std::tuple(area.black, area.white, area.neutral);
            },
            "Points of Black, of White and of neither (Tromp-Taylor), without komi.")
        .def(
            "owners",
            [](const Position& self) {
                Board board = self.board();
                const auto owners = self.owners();
                for (std::size_t k = 0; k < owners.size(); k++) board.cells[k] = owners[k];
                return board;
            },
            "Whose area each point is, as a board.")
        .def(
            "dead_chains",
            [](const Position& self) { return points_of_chains(self.board(), dead_chains(self.board())); },
            nb::sig("def dead_chains(self) -> list[Points[Point]]"), "The chains that have no liberty.");

    bind_search<Position, go::Model, go::Boards>(module, "GoSearch");
    bind_batch<Position, go::Boards>(module, "GoBatch");
    bind_card_batch<Position, go::Boards, go::RulesOnSets>(module, "GoCardBatch", "go");
    bind_self_play<Position, go::SelfPlayBoards>(module, "GoSelfPlay");
    auto solver = bind_solver<Position, go::Solver>(module, "GoSolver",
                                                    "A proof of what a small board is worth under a superko rule.");
    bind_margin_solver(solver);

    using Release = nb::call_guard<Released>;
    nb::class_<GoJobs>(module, "GoJobs", nb::is_final())
        .def_static(
            "refusal",
            [](const Position& position, nb::handle move) {
                auto refusal = position.why_illegal(index_of(position.board(), move));
                return std::tuple(int(refusal.fault), points_of_chains(position.board(), std::move(refusal.chains)),
                                  refusal.repeats);
            },
            nb::arg("position"), nb::arg("move"),
            nb::sig("def refusal(position: GoPosition, move: Point | Pass) -> tuple[int, list[Points[Point]], int]"),
            "A fault code (0: legal), the chains concerned, and the ply whose board it would repeat (or -1).")
        .def_static(
            "first_legal_game",
            [](const Position& start, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), go::first_legal_game(start, most, cancel));
            },
            nb::arg("start"), nb::arg("most_plies"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, bool uniform, std::uint64_t seed, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), go::random_game(start, policy_of(uniform), seed, most, cancel));
            },
            nb::arg("start"), nb::arg("uniform"), nb::arg("seed"), nb::arg("most_plies"),
            nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_fill",
            [](const Position& start, std::uint64_t seed, std::int64_t stones, const Cancel* cancel) {
                const auto filled = go::random_fill(start, seed, checked_count(stones, "stones"), cancel);
                return std::pair(points_on(start.board(), filled.moves), filled.stones);
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("stones"), nb::arg("cancel").none(), Release(),
            "The moves of a random game until it first has this many stones, and the most that it ever had.")
        .def_static(
            "dead_stones",
            [](const Position& position, std::int64_t games, std::uint64_t seed, const Cancel* cancel) {
                if (!position.is_sound()) refuse("the position is not sound");
                const auto dead = go::dead_stones(position, checked_count(games, "games"), seed, cancel);
                return points_on(position.board(), dead);
            },
            nb::arg("position"), nb::arg("games"), nb::arg("seed"), nb::arg("cancel") = nb::none(), Release(),
            nb::sig("def dead_stones(position: GoPosition, games: int, seed: int, cancel: Cancel | None = None)"
                    " -> Points[Point]"),
            "Those that are mostly lost when this many games are played on.")
        .def_static(
            "komi_seen", [](const Position& position) { return go::komi_seen(position.rules(), position.to_play()); },
            nb::arg("position"), "The half points that the side to move is given, as a net is told.")
        .def_static(
            "plies_allowed", [](const Position& start) { return go::plies_allowed(start.board()); }, nb::arg("start"),
            "After how many plies a random game is stopped and scored.")
        .def_static(
            "random_games",
            [](const Position& start, bool uniform, std::uint64_t games, std::uint64_t seed, std::uint64_t first_game,
               bool by_point, const Cancel* cancel) {
                Totals totals(start.board().size(), by_point);
                go::random_games(start, policy_of(uniform), games, seed, first_game, cancel, totals);
                return totals;
            },
            nb::arg("start"), nb::arg("uniform"), nb::arg("games"), nb::arg("seed"), nb::arg("first_game"),
            nb::arg("by_point"), nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "fits_card", [](const Position& start) { return go::fits_card(start.board()); }, nb::arg("start"))
        .def_static(
            "card_games",
            [](const Position& start, bool uniform, bool by_point) {
                if (!start.is_sound()) refuse("the position is not sound");
                if (!go::fits_card(start.board())) refuse("the board is too large");
                if (!go::card_knows(start.rules())) refuse("a card does not know these rules");
                return go::card_games(start, policy_of(uniform), by_point);
            },
            nb::arg("start"), nb::arg("uniform"), nb::arg("by_point"))
        .def_static(
            "perft",
            [](const Position& start, std::int64_t plies, const Cancel* cancel) {
                const int depth = checked_plies(plies);
                return exact(without_gil([&] { return go::perft(start, depth, cancel); }));
            },
            nb::arg("start"), nb::arg("plies"), nb::arg("cancel") = nb::none(),
            nb::sig("def perft(start: GoPosition, plies: int, cancel: Cancel | None = None) -> int"))
        .def_static(
            "count_games",
            [](const Position& start, const Cancel* cancel) {
                const auto games = without_gil([&] { return go::GameCounter(start, cancel).count(); });
                if (!games.complete && !cancelled(cancel))
                    throw std::overflow_error("more boards, or longer games, than can be counted");
                return std::tuple(games.black, games.white, games.draws);
            },
            nb::arg("start"), nb::arg("cancel") = nb::none(),
            nb::sig("def count_games(start: GoPosition, cancel: Cancel | None = None) -> tuple[int, int, int]"),
            "Complete games that Black wins, that White wins and that are drawn, under a superko rule.");
}

}  // namespace tengen::bindings
