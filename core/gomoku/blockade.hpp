// Why a side cannot win any more, whatever it plays, on boards of at most 64 points: two arguments in which the other
// side only blocks. Both look at windows, and every row that wins, under any variant, fills a window.
//
//   - Weights (Erdos and Selfridge, "On a combinatorial game", 1973): a window without opposing stones that lacks r
//     stones weighs 2^-r. If they weigh less than 1 together and the blocker is to move, or less than 1/2 and it is
//     not, the blocker gets a stone into each of them, always taking the point that weighs most.
//   - Pairs (Hales and Jewett, "Regularity and positional games", 1963): if every such window holds two empty points
//     that are a pair, and no point is in two pairs, the blocker answers each stone with the other point of its pair.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "position.hpp"

namespace tengen::gomoku {

class Blockade {
public:
    static constexpr Index MOST_POINTS = 64;

    Blockade(const Board& board, const Rules& rules) : in_a_row_(rules.in_a_row) {
        usable_ = board.size() <= MOST_POINTS;
        if (!usable_) return;
        for (Index way = 0; way < 4; way++)
            for (Index row = 0; row < board.height; row++)
                for (Index col = 0; col < board.width; col++) {
                    const Direction step = DIRECTIONS[way];
                    // From where a line begins, so that its windows come one after the other.
                    if (steps_to_edge(board, row, col, {-step.rows, -step.columns}) > 0) continue;
                    add_line(board, row * board.width + col, step.rows * board.width + step.columns,
                             steps_to_edge(board, row, col, step) + 1);
                }
        for (Index point = 0; point < board.size(); point++)
            if (board[point] == BLACK || board[point] == WHITE)
                put(point, board[point]);
            else if (board[point] == EMPTY)
                empty_ |= bit(point);
    }

    bool is_usable() const { return usable_; }
    void put(Index point, Cell colour) {
        if (!usable_) return;
        stones_[side(colour)] |= bit(point);
        empty_ &= ~bit(point);
    }
    void take(Index point, Cell colour) {
        if (!usable_) return;
        stones_[side(colour)] &= ~bit(point);
        empty_ |= bit(point);
    }

    // The points of windows that some side can still fill. A stone on any other point changes nothing. It cannot even
    // spoil a row from beside it (by making it too long, or by blocking its end): the window one step further along
    // that row holds the point, so the point would be live.
    std::uint64_t live_points() const {
        std::uint64_t live = 0;
        for (const Window& window : windows_)
            if (!(window.points & stones_[0]) || !(window.points & stones_[1])) live |= window.points;
        return live;
    }

    // Is it sure that this side never completes a row? `no` may also mean that it was not seen.
    bool holds(Cell attacker, bool attacker_to_move) {
        const std::uint64_t own = stones_[side(attacker)], other = stones_[side(opponent(attacker))];
        std::uint64_t weight = 0;  // in units of 2^-k
        bool can_pair = true;
        groups_.clear();
        std::int32_t line = -1;
        for (const Window& window : windows_) {
            if (window.points & other) {
                line = -1;
                continue;
            }
            const std::uint64_t lacking = window.points & ~own;
            const int stones = int(in_a_row_) - std::popcount(lacking);
            if (in_a_row_ <= 32) weight += std::uint64_t(1) << stones;
            can_pair = can_pair && std::popcount(lacking) >= 2;
            // A pair can serve all windows of a line that it is in.
            if (line == window.line && std::popcount(groups_.back() & lacking) >= 2)
                groups_.back() &= lacking;
            else
                groups_.push_back(lacking);
            line = window.line;
        }
        if (in_a_row_ <= 32 && weight < std::uint64_t(1) << (in_a_row_ - (attacker_to_move ? 1 : 0))) return true;
        return can_pair && pairs_exist();
    }

private:
    struct Window {
        std::uint64_t points;
        std::int32_t line;
    };

    static constexpr std::uint64_t bit(Index point) { return std::uint64_t(1) << point; }

    void add_line(const Board& board, Index first, Index step, Index length) {
        for (Index from = 0; from + in_a_row_ <= length; from++) {
            std::uint64_t points = 0;
            bool whole = true;
            for (Index k = from; k < from + in_a_row_; k++) {
                points |= bit(first + k * step);
                whole = whole && board[first + k * step] != HOLE;
            }
            if (whole) windows_.push_back({points, lines_});
        }
        lines_++;
    }

    // A matching that gives each group two points of its own.
    bool pairs_exist() {
        if (2 * int(groups_.size()) > std::popcount(empty_)) return false;
        free_ = empty_;
        for (std::size_t group = 0; group < groups_.size(); group++)
            for (int k = 0; k < 2; k++) {
                seen_ = 0;
                if (!give(group)) return false;
            }
        return true;
    }
    bool give(std::size_t group) {
        if (const std::uint64_t found = groups_[group] & free_; found != 0) {
            const int point = std::countr_zero(found);
            free_ &= ~(std::uint64_t(1) << point);
            owner_[std::size_t(point)] = group;
            return true;
        }
        for (std::uint64_t left = groups_[group] & ~seen_; left != 0; left = groups_[group] & ~seen_) {
            const int point = std::countr_zero(left);
            seen_ |= std::uint64_t(1) << point;
            if (owner_[std::size_t(point)] == group || !give(owner_[std::size_t(point)])) continue;
            owner_[std::size_t(point)] = group;
            return true;
        }
        return false;
    }

    Index in_a_row_;
    bool usable_ = false;
    std::int32_t lines_ = 0;
    std::vector<Window> windows_;
    std::uint64_t stones_[2] = {0, 0}, empty_ = 0;
    std::vector<std::uint64_t> groups_;  // windows of a line, by the empty points they have in common
    std::uint64_t free_ = 0, seen_ = 0;
    std::array<std::size_t, MOST_POINTS> owner_{};
};

}  // namespace tengen::gomoku
