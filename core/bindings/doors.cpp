#include "doors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tengen::bindings {

namespace {

std::string size_text(Index height, Index width) { return std::to_string(height) + "x" + std::to_string(width); }

template <class Number>
Number between(Number number, Number least, Number most, const char* what) {
    if (number < least || number > most)
        refuse(std::to_string(number) + " " + what + "; expected " + std::to_string(least) + " to " +
               std::to_string(most));
    return number;
}

}  // namespace

void refuse(const std::string& text) { throw nb::value_error(text.c_str()); }

void require_size(Index height, Index width) {
    if (height < 1 || width < 1) refuse("a board has at least one row and one column");
    if (std::int64_t(height) * width > MOST_POINTS)
        refuse("a " + size_text(height, width) + " board has too many points; at most " + std::to_string(MOST_POINTS) +
               " are allowed");
}

void require_width(Index width) { between<Index>(width, 1, MOST_POINTS, "columns"); }

void require_moves(const Board& board, const Points& moves) {
    if (moves.width != board.width)
        refuse("moves on a board of " + std::to_string(moves.width) + " columns; expected " +
               std::to_string(board.width));
    // PASS is negative: it is below every point.
    const auto last = std::max_element(moves.indices.begin(), moves.indices.end());
    if (last != moves.indices.end() && *last >= board.size())
        index_of(board, {*last / board.width, *last % board.width});
}

int checked_threads(std::int64_t threads) { return int(between<std::int64_t>(threads, 1, MOST_THREADS, "threads")); }

std::size_t checked_bytes(std::size_t bytes) { return between<std::size_t>(bytes, 0, MOST_BYTES, "bytes"); }

double checked_seconds(double seconds) {
    if (std::isnan(seconds)) refuse("the seconds are not a number");
    return seconds;
}

int checked_plies(std::int64_t plies) { return int(between<std::int64_t>(plies, 0, MOST_PLIES, "plies")); }

Index checked_count(std::int64_t number, const char* what) {
    return Index(between<std::int64_t>(number, 0, std::numeric_limits<Index>::max(), what));
}

}  // namespace tengen::bindings
