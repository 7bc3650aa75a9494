#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>

#include "../nogo/boards.hpp"
#include "../nogo/card.hpp"
#include "../nogo/count.hpp"
#include "../nogo/model.hpp"
#include "../nogo/playout.hpp"
#include "../nogo/position.hpp"
#include "../nogo/proof_check.hpp"
#include "../nogo/proof_writer.hpp"
#include "../nogo/random_games.hpp"
#include "../nogo/solve.hpp"
#include "../nogo/strip/solve.hpp"
#include "batch.hpp"
#include "card_batch.hpp"
#include "doors.hpp"
#include "search.hpp"
#include "self_play.hpp"
#include "solver.hpp"

namespace tengen::bindings {

namespace {

// The verbs' heavy work, whole jobs with the GIL released. A namespace, bound as a class so that the stubs know it.
struct NogoJobs {};

using nogo::Position;

const Position& provable(const Position& start) {
    if (!start.is_sound()) refuse("the position is not sound");
    if (!nogo::proof::Points(start).fits()) refuse("more points can be played than there are letters");
    return start;
}

const Position& following(const nogo::Solver& solver, const Position& position) {
    if (!solver.follows(position)) refuse("the position does not follow from the one that is solved");
    return position;
}

void bind_proofs(nb::module_& module) {
    using nogo::ProofWriter;
    using nogo::proof::Check;
    module.attr("PROOF_LETTERS") = nb::bytes(nogo::proof::LETTERS.data(), nogo::proof::LETTERS.size());
    nb::class_<Check>(module, "NogoProof", nb::is_final(), "A proof of who wins, to be checked by the rules alone.")
        .def(
            "__init__",
            [](Check* self, const Position& start, const Color& winner, std::size_t most_bytes) {
                new (self) Check(provable(start), winner.cell, checked_bytes(most_bytes));
            },
            nb::arg("start"), nb::arg("winner"), nb::arg("most_bytes"))
        .def_static(
            "points", [](const Position& start) { return nogo::proof::Points(start).size(); }, nb::arg("start"),
            "How many points have a letter.")
        .def_prop_ro("answers", &Check::answers)
        .def_prop_ro(
            "place", [](const Check& self) { return std::pair(self.place().lines, self.place().characters); },
            "Where it went wrong: line breaks in the text of the letters, and characters behind the last of them.")
        .def(
            "run",
            [](Check& self, nb::callable read, const Cancel* cancel) {
                nb::bytes piece;
                const auto more = [&]() -> std::string_view {
                    const nb::gil_scoped_acquire acquired;
                    const nb::object given = read();
                    if (!nb::try_cast(given, piece)) throw nb::type_error("a piece is not bytes");
                    return {piece.c_str(), piece.size()};
                };
                const auto fault = without_gil([&] { return self.run(more, cancel); });
                return std::pair(int(fault), points_on(self.start().board(), self.line()));
            },
            nb::arg("read"), nb::arg("cancel").none(),
            nb::sig("def run(self, read: collections.abc.Callable[[], bytes], cancel: Cancel | None) -> "
                    "tuple[int, Points]"),
            "A fault code (0: it holds) and the moves from the start to where it shows. read() gives the letters piece"
            " by piece, nothing at the end.");
    nb::class_<ProofWriter>(module, "NogoProver", nb::is_final(), "A proof of what a solver found, in the making.")
        .def(
            "__init__",
            [](ProofWriter* self, nogo::Solver& solver, const Color& winner, std::size_t most_bytes) {
                new (self) ProofWriter(solver, winner.cell, checked_bytes(most_bytes));
            },
            nb::arg("solver"), nb::arg("winner"), nb::arg("most_bytes"), nb::keep_alive<1, 2>())
        .def_prop_ro("answers", &ProofWriter::answers)
        .def(
            "run",
            [](ProofWriter& self, nb::callable write, double seconds, const Cancel* cancel) {
                const auto give = [&](std::string_view letters) {
                    const nb::gil_scoped_acquire acquired;
                    write(nb::bytes(letters.data(), letters.size()));
                };
                return int(without_gil([&] { return self.run(give, checked_seconds(seconds), cancel); }));
            },
            nb::arg("write"), nb::arg("seconds"), nb::arg("cancel").none(),
            nb::sig("def run(self, write: collections.abc.Callable[[bytes], object], seconds: float, cancel: Cancel |"
                    " None) -> int"),
            "A fault code (0: it is complete); its letters are given to write() piece by piece.");
}

}  // namespace

void bind_nogo(nb::module_& module) {
    bind_position<Position>(module, "NogoPosition", "A NoGo position: the rules.")
        .def(
            "dead_chains",
            [](const Position& self) { return points_of_chains(self.board(), dead_chains(self.board())); },
            nb::sig("def dead_chains(self) -> list[Points[Point]]"), "The chains that have no liberty.");

    bind_search<Position, nogo::Model, nogo::Boards>(module, "NogoSearch");
    bind_batch<Position, nogo::Boards>(module, "NogoBatch");
    bind_card_batch<Position, nogo::Boards, nogo::RulesOnSets>(module, "NogoCardBatch", "nogo");
    bind_self_play<Position, nogo::Boards>(module, "NogoSelfPlay");
    bind_solver<Position, nogo::Solver, SEEDED>(module, "NogoSolver", "A proof of who wins.")
        .def(
            "count_plies",
            [](nogo::Solver& self, std::size_t most_bytes, double seconds, const Cancel* cancel) {
                const auto plies = self.count_plies(checked_bytes(most_bytes), checked_seconds(seconds), cancel);
                return std::tuple(plies.least, plies.most, points_on(self.position().board(), plies.line));
            },
            nb::arg("most_bytes"), nb::arg("seconds"), nb::arg("cancel").none(), nb::call_guard<Released>(),
            "The least and the most that the winner takes, and how that may go, after a run that has shown who wins.")
        .def(
            "journal",
            [](nogo::Solver& self) {
                const auto words = self.journal();
                return nb::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0]));
            },
            "What took long to find out, for a solver of the same position and seed to go on from.")
        .def(
            "go_on_from",
            [](nogo::Solver& self, const nb::bytes& journal) {
                std::vector<std::uint64_t> words(journal.size() / sizeof(std::uint64_t));
                if (!words.empty()) std::memcpy(words.data(), journal.c_str(), words.size() * sizeof(words[0]));
                if (words.size() * sizeof(words[0]) != journal.size() || !nogo::Solver::is_journal(words))
                    refuse("this is not a journal");
                self.go_on_from(words);
            },
            nb::arg("journal"))
        .def(
            "replies",
            [](const nogo::Solver& self, const Position& position) {
                std::vector<Index> moves;
                std::vector<std::tuple<std::uint64_t, std::uint64_t, int>> found;
                for (const auto& reply : self.replies_in_order(following(self, position))) {
                    moves.push_back(reply.point);
                    found.emplace_back(reply.key.index, reply.key.signature, int(reply.verdict));
                }
                return std::pair(points_on(position.board(), std::move(moves)), std::move(found));
            },
            nb::arg("position"),
            nb::sig("def replies(self, position: NogoPosition) -> tuple[Points[Point], list[tuple[int, int, int]]]"),
            "The moves of a position that came from the solver's, best first. Of each what it leads to: two words of a"
            " key, and 1 if that is known to be lost for the side that answers, 2 if it is won, else 0.")
        .def(
            "decide",
            [](nogo::Solver& self, const Position& position, std::uint64_t most_nodes, std::int64_t threads,
               const Cancel* cancel) {
                return int(self.decide(following(self, position), most_nodes, checked_threads(threads), cancel));
            },
            nb::arg("position"), nb::arg("most_nodes"), nb::arg("threads"), nb::arg("cancel").none(),
            nb::call_guard<Released>(),
            "Of a position that came from the solver's: 1 if the side to move loses, 2 if it wins, 0 if so many nodes"
            " do not tell.");
    bind_solver<Position, nogo::StripSolver, SEEDED>(module, "NogoStripSolver",
                                                     "A proof of who wins on a board of one row or one column.")
        .def_ro_static("most_length", &nogo::StripSolver::MOST_LENGTH)
        .def_ro_static("most_coupled_points", &nogo::Piece::MOST_POINTS)
        .def_static(
            "coupled_points",
            [](const Position& position) {
                if (!nogo::StripSolver::is_strip(position.board())) refuse("not a board of one row or one column");
                return nogo::StripSolver::coupled_points(position.board());
            },
            nb::arg("position"), "The empty points of the greatest piece that does not fall apart.");
    bind_proofs(module);

    using Release = nb::call_guard<Released>;
    nb::class_<NogoJobs>(module, "NogoJobs", nb::is_final())
        .def_static(
            "refusal",
            [](const Position& position, const Point& point) {
                auto [fault, dead] = position.why_illegal(index_of(position.board(), point));
                return std::pair(int(fault), points_of_chains(position.board(), std::move(dead)));
            },
            nb::arg("position"), nb::arg("point"),
            nb::sig("def refusal(position: NogoPosition, point: Point) -> tuple[int, list[Points[Point]]]"),
            "A fault code (0: legal) and the chains the move would leave without a liberty.")
        .def_static(
            "first_legal_game",
            [](const Position& start, std::int64_t most_plies, const Cancel* cancel) {
                return points_on(start.board(),
                                 nogo::first_legal_game(start, checked_count(most_plies, "plies"), cancel));
            },
            nb::arg("start"), nb::arg("most_plies") = NO_LIMIT, nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "random_game",
            [](const Position& start, std::uint64_t seed, std::int64_t most_plies, const Cancel* cancel) {
                const Index most = checked_count(most_plies, "plies");
                return points_on(start.board(), nogo::random_game(start, seed, most, cancel));
            },
            nb::arg("start"), nb::arg("seed"), nb::arg("most_plies") = NO_LIMIT, nb::arg("cancel") = nb::none(),
            Release())
        .def_static(
            "games_in_block", [](const Position& start) { return nogo::games_in_block(start.board()); },
            nb::arg("start"), "How many games a block of random games has; blocks are seeded one by one.")
        .def_static(
            "random_games",
            [](const Position& start, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block, bool by_point,
               const Cancel* cancel) {
                Totals totals(start.board().size(), by_point);
                nogo::random_games(start, games, seed, first_block, cancel, totals);
                return totals;
            },
            nb::arg("start"), nb::arg("games"), nb::arg("seed"), nb::arg("first_block"), nb::arg("by_point"),
            nb::arg("cancel") = nb::none(), Release())
        .def_static(
            "fits_card", [](const Position& start) { return nogo::fits_card(start.board()); }, nb::arg("start"))
        .def_static(
            "card_games",
            [](const Position& start, bool by_point) {
                if (!start.is_sound()) refuse("the position is not sound");
                if (!nogo::fits_card(start.board())) refuse("the board is too large");
                return nogo::card_games(start, by_point);
            },
            nb::arg("start"), nb::arg("by_point"))
        .def_static(
            "count_additions",
            [](const Position& start, Index own, Index other, std::optional<Index> first, std::optional<Index> second,
               const Cancel* cancel) {
                if (!start.is_sound()) refuse("the position is not sound");
                if (own < 0 || other < 0) refuse("fewer than no stones");
                checked_plies(std::int64_t(own) + other);
                const Index empty = nogo::AdditionCounter::empty_points(start);
                if ((first && (*first < 0 || *first >= empty)) || (second && (*second < 0 || *second >= empty)))
                    refuse("there is no empty point of this number");
                nogo::AdditionCounter counter(start, own, other, cancel);
                const auto found = first && second ? counter.count(*first, *second) : counter.count();
                return std::pair(found.positions, found.finished);
            },
            nb::arg("start"), nb::arg("own"), nb::arg("other"), nb::arg("first") = nb::none(),
            nb::arg("second") = nb::none(), nb::arg("cancel") = nb::none(), Release(),
            "Legal positions with `own` stones more of the side to move and `other` of the other side, and how many of"
            " them are finished games; of those, if asked, the ones with the first two stones on these empty points.");
}

}  // namespace tengen::bindings
