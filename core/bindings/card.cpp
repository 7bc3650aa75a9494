// Games as a graphics card plays them. The card itself is Python's.
#include <nanobind/stl/string.h>

#include "../gpu/twin.hpp"
#include "doors.hpp"

namespace tengen::bindings {

void bind_card(nb::module_& module) {
    using gpu::CardGames;
    nb::class_<CardGames>(module, "CardGames", nb::is_final(), "Random games from one position, for a graphics card.")
        .def_ro("header", &CardGames::header, "The file of the kernel's game, in core/gpu.")
        .def_ro("game", &CardGames::game, "Its type in C++.")
        .def_prop_ro(
            "start",
            [](const CardGames& self) {
                return nb::bytes(reinterpret_cast<const char*>(self.start.data()), self.start.size());
            },
            "What each lane's memory begins with.")
        .def_ro("words", &CardGames::words, "Of a lane's memory.")
        .def_ro("origin", &CardGames::origin, "How many of them have negative numbers.")
        .def_prop_ro("lengths", [](const CardGames& self) { return self.counters.lengths; })
        .def_prop_ro("points", [](const CardGames& self) { return self.counters.points; })
        .def_prop_ro("white", [](const CardGames& self) { return self.white; })
        .def_prop_ro(
            "sums", [](const CardGames& self) { return self.counters.size(); }, "How many the card gives.")
        .def(
            "totals",
            [](const CardGames& self, const nb::bytes& sums) {
                std::vector<std::uint64_t> numbers(self.counters.size());
                if (sums.size() != numbers.size() * sizeof(numbers[0])) refuse("these are not the sums of such games");
                std::memcpy(numbers.data(), sums.c_str(), sums.size());
                return gpu::totals_of(self, numbers.data());
            },
            nb::arg("sums"), "From the card's numbers, of 64 bits each.")
        .def("twin", &gpu::twin_games, nb::arg("seed"), nb::arg("first"), nb::arg("games"),
             nb::arg("cancel") = nb::none(), nb::call_guard<Released>(),
             "What a card adds up to for the games of these numbers, played here one after the other.");
}

}  // namespace tengen::bindings
