// What a graphics card needs of any game's batch, bound. The card itself is Python's.
#pragma once

#include "../card_batch.hpp"
#include "batch.hpp"

namespace tengen::bindings {

template <class Number>
nb::bytes bytes_of(const std::vector<Number>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

// game: its namespace in the core.
template <class Position, template <int> class Boards, template <int> class Rules>
void bind_card_batch(nb::module_& module, const char* name, const char* game) {
    struct Self {
        std::unique_ptr<CardBatch<Position>> batch;

        const std::byte* checked(const nb::bytes& seat) const {
            if (seat.size() != batch->seat_bytes) refuse("these are not the bytes of a board");
            return reinterpret_cast<const std::byte*>(seat.c_str());
        }
    };

    nb::class_<Self>(module, name, nb::is_final(), "Many games side by side, for a graphics card.")
        .def(
            "__init__",
            [game](Self* self, const Position& start, std::int64_t boards, int planes, bool autoreset,
                   bool illegal_loses, std::int64_t opening, std::int64_t most_plies) {
                const BatchSettings settings =
                    checked_settings(start, boards, planes, 1, autoreset, illegal_loses, opening, most_plies);
                if (!fits_card_batch(start.board())) refuse("the board is too large");
                new (self) Self{make_card_batch<Position, Boards, Rules>(game, start, settings)};
            },
            nb::arg("start"), nb::arg("boards"), nb::arg("planes"), nb::arg("autoreset"), nb::arg("illegal_loses"),
            nb::arg("opening"), nb::arg("most_plies"))
        .def_static(
            "fits", [](const Position& start) { return fits_card_batch(start.board()); }, nb::arg("start"))
        .def_prop_ro(
            "rules", [](const Self& self) { return self.batch->rules; }, "The type in C++ of its boards' rules.")
        .def_prop_ro(
            "table", [](const Self& self) { return bytes_of(self.batch->table); }, "What all games have in common.")
        .def_prop_ro("boards", [](const Self& self) { return self.batch->settings.boards; })
        .def_prop_ro("moves", [](const Self& self) { return self.batch->start.board().size() + Position::HAS_PASSES; })
        .def_prop_ro("planes", [](const Self&) { return Rules<1>::PLANES; })
        .def_prop_ro(
            "seat_bytes", [](const Self& self) { return self.batch->seat_bytes; }, "That a board takes.")
        .def_prop_ro(
            "shown_bytes", [](const Self& self) { return self.batch->shown_bytes; }, "That its mask and planes take.")
        .def_prop_ro(
            "job_bytes", [](const Self& self) { return self.batch->job_bytes; }, "That a kernel is asked with.")
        .def(
            "position",
            [](const Self& self, const nb::bytes& seat, nb::handle_t<Position> like) {
                auto found = self.batch->position(self.checked(seat));
                if (!found) refuse("these are not the bytes of a board");
                return position_like(like, std::move(*found));
            },
            nb::arg("seat"), nb::arg("like"), "The board of these bytes, as a position of the same class as another.")
        .def(
            "put",
            [](const Self& self, const nb::bytes& seat, const Position& position) {
                require_like(self.batch->start, position);
                std::vector<std::byte> changed(self.checked(seat), self.checked(seat) + seat.size());
                self.batch->put(changed.data(), position);
                return bytes_of(changed);
            },
            nb::arg("seat"), nb::arg("position"), "The bytes with this position as the board's.")
        .def(
            "numbers", [](const Self&, nb::handle moves) { return bytes_of(numbers_from(moves, "the moves")); },
            nb::arg("moves"), nb::sig("def numbers(self, moves: object) -> bytes"),
            "Of an array on the processor, of 64 bits each.")
        .def(
            "which",
            [](const Self& self, nb::handle where) {
                return bytes_of(boards_from(where, self.batch->settings.boards));
            },
            nb::arg("where").none(), nb::sig("def which(self, where: object) -> bytes"),
            "The boards that an array names, as numbers of 32 bits.")
        .def(
            "seeds",
            [](const Self& self, nb::handle seed, nb::handle where) {
                return bytes_of(seeds_from(seed, boards_from(where, self.batch->settings.boards)));
            },
            nb::arg("seed"), nb::arg("where").none(), nb::sig("def seeds(self, seed: object, where: object) -> bytes"),
            "For those boards, of 64 bits each.");
}

}  // namespace tengen::bindings
