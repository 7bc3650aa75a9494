// What comes from Python is bounded here, before the core sees it: the core trusts what it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bindings.hpp"

namespace tengen::bindings {

constexpr int MOST_THREADS = 1024;
constexpr std::size_t MOST_BYTES = std::size_t(1) << 40;
constexpr int MOST_PLIES = 1000;  // depth of a count: each ply is a level of recursion

[[noreturn]] void refuse(const std::string& text);  // as a ValueError

// At least one row and one column, and at most MOST_POINTS points.
void require_size(Index height, Index width);

// 1 to MOST_POINTS.
void require_width(Index width);

int checked_threads(std::int64_t threads);
std::size_t checked_bytes(std::size_t bytes);
double checked_seconds(double seconds);
int checked_plies(std::int64_t plies);

// 0 and more, for what the core counts with an Index.
Index checked_count(std::int64_t number, const char* what);

// A position that can be played on, and is not over.
template <class Position>
const Position& in_play(const Position& position) {
    if (!position.is_sound()) refuse("the position is not sound");
    if (position.is_over()) refuse("the game is over");
    return position;
}

// A position that this solver takes.
template <class Solver, class Position>
const Position& solvable(const Position& position) {
    if (!Solver::takes(in_play(position))) refuse("the solver does not take this position");
    return position;
}

}  // namespace tengen::bindings
