// The values that jobs of every game take and give.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <tuple>

#include "doors.hpp"

namespace tengen::bindings {

namespace {

using Counts = std::vector<std::uint64_t>;
using SavedTotals = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, Counts, Counts, Counts, Counts, Counts>;

std::atomic<int> jobs_running{0};

// Stops all jobs and waits for their threads. Not for ever: after a fork those of the parent never end.
void leave() {
    leaving = true;
    nb::gil_scoped_release release;
    for (int k = 0; k < 5000 && jobs_running > 0; k++) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

nb::object big_integer(unsigned __int128 value) {
    char digits[40];
    char* first = digits + sizeof digits;
    *--first = '\0';
    do *--first = char('0' + int(value % 10));
    while (value /= 10);
    return nb::steal(PyLong_FromString(first, nullptr, 10));
}

Released::Released() {
    if (leaving) return;
    jobs_running++;
    release_.emplace();
}

Released::~Released() {
    if (!release_) return;
    release_.reset();
    jobs_running--;
}

void bind_jobs(nb::module_& module) {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&leave));
    nb::class_<Cancel>(module, "Cancel", nb::is_final(), "Handed to a long job; request() makes it stop soon.")
        .def(nb::init<>())
        .def("request", [](Cancel& self) { self.requested = true; })
        .def_prop_ro("requested", [](const Cancel& self) { return self.requested.load(); });

    nb::class_<Totals>(module, "Totals", nb::is_final(), "What many games add up to.")
        .def(
            "__init__",
            [](Totals* self, std::int64_t cells, bool by_point) {
                if (cells < 0 || cells > MOST_POINTS) refuse("no board has so many cells");
                new (self) Totals(Index(cells), by_point);
            },
            nb::arg("cells"), nb::arg("by_point"))
        .def_ro("games", &Totals::games)
        .def_prop_ro("black_wins", [](const Totals& self) { return self.wins[side(BLACK)]; })
        .def_prop_ro("white_wins", [](const Totals& self) { return self.wins[side(WHITE)]; })
        .def_ro("lengths", &Totals::lengths)
        .def_prop_ro("ended_black", [](const Totals& self) { return self.ended[side(BLACK)]; })
        .def_prop_ro("ended_white", [](const Totals& self) { return self.ended[side(WHITE)]; })
        .def_ro("first_games", &Totals::first_games)
        .def_ro("first_wins", &Totals::first_wins)
        .def(
            "add",
            [](Totals& self, const Totals& other) {
                if (self.first_games.size() != other.first_games.size())
                    refuse("totals of different boards do not add up");
                self.add(other);
            },
            nb::arg("other"))
        .def("__getstate__",
             [](const Totals& t) {
                 return SavedTotals(t.games, t.wins[0], t.wins[1], t.lengths, t.ended[0], t.ended[1], t.first_games,
                                    t.first_wins);
             })
        .def("__setstate__", [](Totals& self, const SavedTotals& saved) {
            const std::size_t cells = std::get<4>(saved).size();
            if (std::get<5>(saved).size() != cells || std::get<6>(saved).size() != cells ||
                std::get<7>(saved).size() != cells)
                refuse("the saved totals are not of one board");
            Totals* t = new (&self) Totals(0, false);
            std::tie(t->games, t->wins[0], t->wins[1], t->lengths, t->ended[0], t->ended[1], t->first_games,
                     t->first_wins) = saved;
        });
}

}  // namespace tengen::bindings
