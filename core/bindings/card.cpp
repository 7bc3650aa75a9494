// Games as a graphics card plays them, and arrays on one. The card itself is Python's.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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
            "The words that each lane begins with.")
        .def_ro("memory", &CardGames::memory, "Bytes that a lane takes on the card.")
        .def_ro("words", &CardGames::words, "Of a lane.")
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

    module.def(
        "card_array",
        [](std::uintptr_t address, const std::vector<std::size_t>& shape, const std::string& kind, nb::handle owner) {
            const auto type = kind == "uint8"     ? nb::dtype<std::uint8_t>()
                              : kind == "int32"   ? nb::dtype<std::int32_t>()
                              : kind == "float32" ? nb::dtype<float>()
                                                  : nb::dtype<bool>();
            return nb::ndarray<nb::array_api>(reinterpret_cast<void*>(address), shape.size(), shape.data(), owner,
                                              nullptr, type, nb::device::cuda::value);
        },
        nb::arg("address"), nb::arg("shape"), nb::arg("kind"), nb::arg("owner"),
        nb::sig("def card_array(address: int, shape: Sequence[int], kind: str, owner: object) -> typing.Any"),
        "An array in the memory of the first graphics card, which its owner keeps; for DLPack.");
    module.def(
        "card_numbers",
        [](const nb::ndarray<nb::ro, nb::device::cuda>& array) {
            const auto type = array.dtype();
            const bool is_signed = type.code == std::uint8_t(nb::dlpack::dtype_code::Int);
            const bool is_whole = is_signed || type.code == std::uint8_t(nb::dlpack::dtype_code::UInt);
            if (array.ndim() != 1 || array.device_id() != 0 || type.lanes != 1 || type.bits % 8 ||
                !(is_whole || type == nb::dtype<bool>()))
                refuse("not an array of whole numbers, with one dimension, on the first graphics card");
            return std::tuple(std::uintptr_t(array.data()), array.size(), array.stride(0), int(type.bits / 8),
                              is_signed, !is_whole);
        },
        nb::arg("array"), nb::sig("def card_numbers(array: object) -> tuple[int, int, int, int, bool, bool]"),
        "Of an array on a card: its address, its length, how far it is from one number to the next, how many bytes a "
        "number has, and whether they are signed, or bools.");
}

}  // namespace tengen::bindings
