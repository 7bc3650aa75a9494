// Random games of Gomoku without looking at the board after every move.
//
// When each point gets its stone settles a game: k points in line are a row of a colour from the last of their stones
// on. So the points are shuffled, and then the first ply at which any k in line become a winning row is found for the
// whole board at once.
//
// At the moment that its last stone is put, k in line win
//   FREESTYLE: always;
//   STANDARD: unless a stone of their colour was there already at either end;
//   CARO: unless opposing stones were there already at both ends. (A longer row holds k in line with an own stone at
//     one end, so overlines need no care.)
// Later stones at the ends change nothing: the game is over by then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "position.hpp"

namespace tengen::gomoku {

// Puts a random one of points[from..] at points[from]: one more point of a shuffle.
template <class Points>
inline void draw(Points& points, std::size_t from, Random& random) {
    std::swap(points[from], points[from + random.below(std::uint32_t(points.size() - from))]);
}

// Time: a signed number that can count the plies.
template <class Time>
class Timetable {
public:
    explicit Timetable(const Position& start)
        : start_(start), stride_(start.board().width + 1), margin_(std::size_t(stride_) + 1) {
        const Board& board = start.board();
        const Index k = std::min(start.rules().in_a_row, std::max(board.height, board.width));
        slots_ = std::size_t(stride_) * std::size_t(board.height);
        const std::size_t room = margin_ + slots_ + std::size_t(k) * (std::size_t(stride_) + 1) + 2 * LANES;
        for (auto& times : blank_) times.assign(room, NEVER);
        for (Index point = 0; point < board.size(); point++) {
            const Index slot = Index(margin_) + point + point / board.width;
            if (const Cell cell = board[point]; cell == BLACK || cell == WHITE)
                blank_[side(cell)][std::size_t(slot)] = 0;
            else if (cell == EMPTY)
                empty_.push_back(slot);
        }
        expected_ = empty_.size();
        order_ = empty_;
        for (int colour : {0, 1}) times_[colour] = blank_[colour];
    }

    // Plays one game; what it was can then be asked.
    void play(Random random) {
        plies_ = 0;
        winner_ = start_.winner();
        if (start_.is_over()) return;
        std::memcpy(order_.data(), empty_.data(), empty_.size() * sizeof(Index));
        for (int k : {0, 1}) std::memcpy(times_[k].data(), blank_[k].data(), blank_[k].size() * sizeof(Time));
        // Most games are over long before the board is full, so the end of the shuffle waits until it is needed.
        while (winner_ == EMPTY && plies_ < order_.size()) {
            const std::size_t from = plies_;
            plies_ = from == 0 ? expected_ : order_.size();
            Time* const times[2] = {times_[side(start_.to_play())].data(),
                                    times_[side(opponent(start_.to_play()))].data()};
            for (std::size_t ply = from; ply < plies_; ply++) {
                draw(order_, ply, random);
                times[ply & 1][order_[ply]] = Time(ply + 1);
            }
            const Time black = first_row(times_[0].data(), times_[1].data());
            const Time white = first_row(times_[1].data(), times_[0].data());
            if (std::min(black, white) == NEVER) continue;
            winner_ = black < white ? BLACK : WHITE;
            plies_ = std::size_t(std::min(black, white));
        }
        // How far to shuffle at first: a little further than games have gone of late.
        const std::size_t aim = plies_ + plies_ / 4 + 1;
        expected_ = std::min(order_.size(), (expected_ * 15 + aim + 8) / 16);
    }

    std::size_t plies() const { return plies_; }
    Cell winner() const { return winner_; }

    // The point of the move at this ply, counted from 0.
    Index operator[](std::size_t ply) const {
        const Index slot = order_[ply] - Index(margin_);
        return slot - slot / stride_;
    }

private:
    static constexpr Time NEVER = std::numeric_limits<Time>::max();

    // As wide as every machine has it.
    static constexpr std::size_t LANES = 16 / sizeof(Time);
    typedef Time Vector __attribute__((vector_size(16)));

    static Vector load(const Time* from) {
        Vector vector;
        std::memcpy(&vector, from, sizeof vector);
        return vector;
    }
    static Vector lesser(Vector a, Vector b) { return a < b ? a : b; }
    static Vector greater(Vector a, Vector b) { return a > b ? a : b; }

    Time first_row(const Time* own, const Time* other) const {
        switch (start_.rules().variant) {
            case Variant::FREESTYLE: return first_row<Variant::FREESTYLE>(own, other);
            case Variant::STANDARD: return first_row<Variant::STANDARD>(own, other);
            case Variant::CARO: return first_row<Variant::CARO>(own, other);
            case Variant::RENJU: break;  // its games are played move by move
        }
        return NEVER;
    }

    template <Variant variant>
    Time first_row(const Time* own, const Time* other) const {
        const Board& board = start_.board();
        const Index k = start_.rules().in_a_row;
        Vector first = Vector{} + NEVER;
        for (const Direction way : DIRECTIONS) {
            if ((way.rows != 0 && k > board.height) || (way.columns != 0 && k > board.width)) continue;
            const std::ptrdiff_t step = way.rows * stride_ + way.columns;
            const std::size_t starts = slots_ - std::size_t(way.rows * (k - 1) * stride_);
            first = lesser(first, k == 5 ? first_along<5, variant>(own + margin_, other + margin_, step, starts)
                                         : first_along<0, variant>(own + margin_, other + margin_, step, starts));
        }
        Time result = NEVER;
        for (std::size_t lane = 0; lane < LANES; lane++) result = std::min<Time>(result, first[lane]);
        return result;
    }

    // K: the length of a row where it is known beforehand, else 0. The last lanes may begin past the board, where
    // nothing ever comes.
    template <int K, Variant variant>
    Vector first_along(const Time* own, const Time* other, std::ptrdiff_t step, std::size_t starts) const {
        const std::ptrdiff_t k = K ? K : start_.rules().in_a_row;
        Vector first = Vector{} + NEVER;
        for (std::size_t slot = 0; slot < starts; slot += LANES) {
            const Time* const at = own + slot;
            Vector last = load(at);
            for (std::ptrdiff_t j = 1; j < k; j++) last = greater(last, load(at + j * step));
            if constexpr (variant == Variant::STANDARD)
                last = lesser(load(at - step), load(at + k * step)) < last ? Vector{} + NEVER : last;
            if constexpr (variant == Variant::CARO) {
                const Time* const against = other + slot;
                last = greater(load(against - step), load(against + k * step)) < last ? Vector{} + NEVER : last;
            }
            // Stones of the start have time 0, and what they make among themselves does not win, or it would be over.
            if constexpr (variant != Variant::FREESTYLE) last = last == 0 ? Vector{} + NEVER : last;
            first = lesser(first, last);
        }
        return first;
    }

    const Position& start_;
    Index stride_;  // a wall one slot wide between rows: a line that leaves the board meets it
    std::size_t margin_, slots_ = 0, plies_ = 0, expected_ = 0;
    std::vector<Index> empty_, order_;       // slots
    std::vector<Time> blank_[2], times_[2];  // by side: the ply of the stone on each slot, 0 for those of the start
    Cell winner_ = EMPTY;
};

}  // namespace tengen::gomoku
