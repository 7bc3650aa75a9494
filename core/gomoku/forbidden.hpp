// Renju's forbidden moves: Black may make no overline, no double four and no double three, unless the move makes five,
// which wins. (The International Rules of Renju, Renju International Federation.)
//
//   overline: six or more black stones in a row.
//   four: four stones on a line that one more makes exactly five in a row.
//   straight four: four in a row that either of two stones, one at each end, makes exactly five.
//   three: three stones on a line that one more stone makes a straight four, with a move that is not itself forbidden
//     and does not make five. Whether that move is forbidden is asked in the same way, with the first stone in place.
//   double four, double three: two or more of these that share the stone just put. Two fours may lie on one line.
#pragma once

#include <cstdint>
#include <vector>

#include "rows.hpp"

namespace tengen::gomoku {

enum class Ban : std::uint8_t { NONE, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE };

class BlackMove {
public:
    BlackMove(const Board& board, Index point) : BlackMove(board, point, nullptr) {}

    // Why Black may not play on this empty point.
    Ban ban() {
        const Shape shape = look();
        return shape.is_five ? Ban::NONE : ban_of(shape);
    }

    // The stones that the ban is about, the one just put among them: each overline, each four or each three.
    std::vector<std::vector<Index>> stones(Ban why) {
        look();
        std::vector<std::vector<Index>> found;
        for (const Line& line : lines_) {
            if (why == Ban::OVERLINE && line.length() > FIVE) add(line, -line.before, line.after, line.gap(1), found);
            if (why == Ban::DOUBLE_FOUR && line.length() < FIVE) {
                // At both ends of four in a row it is the same four.
                if (line.completes[0]) add(line, line.gap(0) - line.beyond[0], line.after, line.gap(0), found);
                if (line.completes[1] && !line.is_one_four())
                    add(line, -line.before, line.gap(1) + line.beyond[1], line.gap(1), found);
            }
            if (why == Ban::DOUBLE_THREE)
                for (const int end : {0, 1})
                    if (is_real_three(line, end)) {
                        const Index from = end == 0 ? line.gap(0) - line.beyond[0] : -line.before;
                        const Index to = end == 0 ? line.after : line.gap(1) + line.beyond[1];
                        add(line, from, to, line.gap(end), found);
                        break;
                    }
        }
        return found;
    }

private:
    static constexpr Index FIVE = 5;

    // What stands on a line through the stone, which is at 0. Of its two ends the one behind comes first.
    struct Line {
        Index step, behind, ahead;      // how the line goes on, and how far
        Index before = 0, after = 0;    // black stones in a row with it
        Index beyond[2] = {0, 0};       // and in a row beyond the empty point that follows these, if one does
        bool completes[2] = {false, false};  // does that point make five?
        bool opens[2] = {false, false};      // does it make a straight four?

        Index length() const { return before + 1 + after; }
        Index gap(int end) const { return end == 0 ? -before - 1 : after + 1; }
        bool is_one_four() const { return length() == FIVE - 1 && completes[0] && completes[1]; }
        int fours() const { return completes[0] + completes[1] - is_one_four(); }
    };
    struct Shape {
        bool is_five = false;
        int overlines = 0, fours = 0;
        int openings = 0;  // lines that are threes, if the moves that make straight fours of them are not forbidden
    };

    // A move that is tried after others: their stones are there too.
    BlackMove(const Board& board, Index point, const BlackMove* earlier)
        : board_(board), point_(point), earlier_(earlier) {}

    Cell at(const Line& line, Index place) const {
        if (place > line.ahead || place < -line.behind) return HOLE;
        const Index point = point_ + place * line.step;
        for (const BlackMove* move = this; move; move = move->earlier_)
            if (move->point_ == point) return BLACK;
        return board_[point];
    }

    Shape look() {
        Shape shape;
        const Index row = point_ / board_.width, col = point_ - row * board_.width;
        for (int k = 0; k < 4; k++) {
            const Direction way = DIRECTIONS[k];
            Line& line = lines_[k];
            line = {way.rows * board_.width + way.columns, steps_to_edge(board_, row, col, {-way.rows, -way.columns}),
                    steps_to_edge(board_, row, col, way)};
            while (at(line, line.after + 1) == BLACK) line.after++;
            while (at(line, -line.before - 1) == BLACK) line.before++;
            if (line.length() < FIVE)
                for (const int end : {0, 1}) look_beyond(line, end);
            shape.is_five = shape.is_five || line.length() == FIVE;
            shape.overlines += line.length() > FIVE;
            shape.fours += line.fours();
            shape.openings += line.opens[0] || line.opens[1];
        }
        return shape;
    }

    void look_beyond(Line& line, int end) {
        const Index gap = line.gap(end), way = end == 0 ? -1 : 1;
        if (at(line, gap) != EMPTY) return;
        Index& beyond = line.beyond[end];
        while (beyond < FIVE && at(line, gap + way * (beyond + 1)) == BLACK) beyond++;
        const Index length = line.length() + 1 + beyond;
        line.completes[end] = length == FIVE;
        // Room for a fifth at either end, and no sixth after it.
        const Index near = line.gap(1 - end), far = gap + way * (beyond + 1);
        line.opens[end] = length == FIVE - 1 && at(line, near) == EMPTY && at(line, near - way) != BLACK &&
                          at(line, far) == EMPTY && at(line, far + way) != BLACK;
    }

    Ban ban_of(const Shape& shape) const {
        if (shape.overlines > 0) return Ban::OVERLINE;
        if (shape.fours >= 2) return Ban::DOUBLE_FOUR;
        return shape.openings >= 2 && real_threes() >= 2 ? Ban::DOUBLE_THREE : Ban::NONE;
    }

    // Can a move at this end make a straight four of the line?
    bool is_real_three(const Line& line, int end) const {
        if (!line.opens[end]) return false;
        BlackMove next(board_, point_ + line.gap(end) * line.step, this);
        const Shape shape = next.look();
        return !shape.is_five && next.ban_of(shape) == Ban::NONE;
    }

    // There is at most one three on a line: with a straight four to be made at either end of fewer than three in a row,
    // the stones beyond one gap would be a sixth for the other.
    int real_threes() const {
        int threes = 0;
        for (const Line& line : lines_) threes += is_real_three(line, 0) || is_real_three(line, 1);
        return threes;
    }

    void add(const Line& line, Index from, Index to, Index without, std::vector<std::vector<Index>>& found) const {
        found.emplace_back();
        for (Index place = from; place <= to; place++)
            if (place != without) found.back().push_back(point_ + place * line.step);
    }

    const Board& board_;
    Index point_;
    const BlackMove* earlier_;
    Line lines_[4];
};

// May Black, in renju, not play on this empty point?
inline bool is_forbidden(const Board& board, Index point) { return BlackMove(board, point).ban() != Ban::NONE; }

}  // namespace tengen::gomoku
