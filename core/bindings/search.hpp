// The tree search of any game, bound.
#pragma once

#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>
#include <typeinfo>
#include <vector>

#include "../net/net.hpp"
#include "../search.hpp"
#include "batch.hpp"
#include "doors.hpp"

namespace tengen::bindings {

// What a Python function said of the boards of a batch, checked.
class Answers {
public:
    Answers(std::size_t boards, std::size_t moves)
        : boards_(boards), moves_(moves), policy_(boards * moves), values_(boards) {}

    // `count`: only the first boards were asked about. The others show old positions, and their answers are ignored.
    void take(nb::handle policy, nb::handle value, std::size_t count);

    std::size_t boards() const { return boards_; }
    std::size_t moves() const { return moves_; }
    const float* policy(std::size_t board) const { return &policy_[board * moves_]; }
    float value(std::size_t board) const { return values_[board]; }

private:
    std::size_t boards_, moves_;
    std::vector<float> policy_, values_;
};

// A Python function, which sees the batch and is to leave its answers.
template <class Position>
class FunctionEvaluator final : public search::PlaneEvaluator<Position> {
public:
    FunctionEvaluator(Batch<Position>& batch, const Answers& answers, nb::handle ask)
        : search::PlaneEvaluator<Position>(batch), answers_(answers), ask_(ask) {
        if (answers.boards() != batch.settings().boards || answers.moves() != std::size_t(batch.moves()))
            refuse("the answers are not for this batch");
    }

    void ask(std::size_t count) override {
        const nb::gil_scoped_acquire acquired;
        ask_(count);
    }
    float value(std::size_t leaf) const override { return answers_.value(leaf); }
    const float* policy(std::size_t leaf) const override { return answers_.policy(leaf); }

private:
    const Answers& answers_;
    nb::handle ask_;
};

// Our own net, for one thread.
template <class Position, template <int> class Boards>
std::unique_ptr<search::Evaluator<Position>> net_evaluator(const net::Net& net, const Position& position,
                                                           search::Said& said) {
    BatchSettings settings;
    settings.planes = Planes::FLOATS;
    auto batch = make_batch<Position, Boards>(position, settings, {0});
    using Evaluator = search::NetEvaluator<Position, net::Asker>;
    typename Evaluator::Number number = nullptr;
    if constexpr (requires { Boards<1>::number(position); }) number = Boards<1>::number;
    if (batch->planes() + (number != nullptr) != net.planes()) refuse("the net takes other planes than this game has");
    const Board& board = position.board();
    return std::make_unique<Evaluator>(std::move(batch), net::Asker(net, board.height, board.width), said, net.passes(),
                                       number);
}

inline nb::tuple report_of(const search::Report& report, Index width, Index height) {
    nb::list findings;
    for (const auto& found : report.findings)
        findings.append(nb::make_tuple(found.visits, double(found.value), found.exact,
                                       Points{found.line, width, height},
                                       std::isnan(found.lead) ? nb::none() : nb::object(nb::float_(found.lead)),
                                       found.prior < 0 ? nb::none() : nb::object(nb::float_(found.prior))));
    return nb::make_tuple(double(report.value), report.exact, findings);
}

constexpr const char* REPORT_SIGNATURE =
    "def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]";

template <class Position, class Model, template <int> class Boards>
void bind_search(nb::module_& module, const char* name) {
    using Search = search::Search<Position, Model>;
    nb::class_<Search>(module, name, nb::is_final(), "A tree search of one position, which is sound and not over.")
        .def(
            "__init__",
            [](Search* self, const Position& position, std::uint64_t seed, std::size_t most_bytes) {
                new (self) Search(in_play(position), seed, checked_bytes(most_bytes));
            },
            nb::arg("position"), nb::arg("seed"), nb::arg("most_bytes"))
        .def_prop_ro("visits", &Search::visits)
        .def_prop_ro("is_decided", &Search::is_decided, "Is the value proven?")
        .def(
            "run",
            [](Search& self, std::uint64_t visits, double seconds, std::int64_t threads, bool settle,
               const Cancel* cancel, nb::sequence asked, const net::Net* net) {
                // Held here: a function may do with its list what it likes.
                std::vector<std::tuple<nb::object, nb::object, nb::object>> kept;
                std::vector<std::unique_ptr<search::Evaluator<Position>>> evaluators;
                typename Search::Evaluators all;
                if (net && self.position().board().size() > MOST_SET_POINTS) refuse("the board is too large for a net");
                for (int k = 0; net && k < checked_threads(threads); k++) {
                    evaluators.push_back(net_evaluator<Position, Boards>(*net, self.position(), self.said()));
                    all.push_back(evaluators.back().get());
                }
                try {
                    for (nb::handle each : asked) {
                        kept.push_back(nb::cast<std::tuple<nb::object, nb::object, nb::object>>(each));
                        auto& held = nb::cast<Held<Position>&>(std::get<0>(kept.back()));
                        const Board board = held.batch->start().board();
                        if (board.width != self.width() || board.height != self.height())
                            refuse("the batch is not for this board");
                        if (held.batch->settings().planes != Planes::FLOATS) refuse("the planes are not of numbers");
                        evaluators.push_back(std::make_unique<FunctionEvaluator<Position>>(
                            *held.batch, nb::cast<const Answers&>(std::get<1>(kept.back())), std::get<2>(kept.back())));
                        all.push_back(evaluators.back().get());
                    }
                } catch (const std::bad_cast&) {
                    throw nb::type_error("expected a batch of this game, its answers and a function");
                }
                checked_threads(std::int64_t(all.size()) + 1);
                const Released released;
                self.run(visits, checked_seconds(seconds), checked_threads(threads), settle, cancel, all);
            },
            nb::arg("visits"), nb::arg("seconds"), nb::arg("threads"), nb::arg("settle"), nb::arg("cancel").none(),
            nb::arg("asked") = nb::tuple(), nb::arg("net") = nb::none(),
            nb::sig("def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, "
                    "asked: collections.abc.Sequence[tuple[object, Answers, collections.abc.Callable[[int], None]]] = "
                    "(), net: Net | None = None) -> None"),
            "Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven. "
            "asked: for each thread a batch, its answers, and a function that is called to fill them in. net: asked "
            "instead.")
        .def(
            "report",
            [](Search& self) {
                return report_of(without_gil([&] { return self.report(); }), self.width(), self.height());
            },
            nb::sig(REPORT_SIGNATURE),
            "The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in "
            "points, prior.")
        .def("move_on", &Search::move_on, nb::arg("position"), nb::call_guard<Released>(),
             "Searches this position from now on, if it is at most two moves away and known; says whether it does.");
}

}  // namespace tengen::bindings
