// The windows of a board: k points one after the other along a line, without a hole. A window with stones of one colour
// only can still become a row of that colour. Their stones are counted as stones come and go, and so it is known at any
// moment which points would complete a row, which would threaten to, and how much each point is worth to either side.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "position.hpp"

namespace tengen::gomoku {

// Some of the numbers below a bound.
class IndexSet {
public:
    explicit IndexSet(std::size_t bound) : place_(bound, NOWHERE) {}

    const std::vector<Index>& items() const { return items_; }
    bool has(Index item) const { return place_[std::size_t(item)] != NOWHERE; }
    void add(Index item) {
        place_[std::size_t(item)] = Index(items_.size());
        items_.push_back(item);
    }
    void remove(Index item) {
        const Index hole = std::exchange(place_[std::size_t(item)], NOWHERE), last = items_.back();
        items_.pop_back();
        if (last == item) return;
        items_[std::size_t(hole)] = last;
        place_[std::size_t(last)] = hole;
    }

private:
    std::vector<Index> items_, place_;
};

class Windows {
public:
    Windows(const Board& board, const Rules& rules)
        : board_(board), rules_(rules), points_(board.size()), empty_(0),
          fits_(rules.in_a_row <= std::max(board.height, board.width)), scores_{}, beside_(board.cells.size()),
          near_(board.cells.size()), seen_(board.cells.size()) {
        for (auto& scores : scores_) scores.resize(board.cells.size());
        if (fits_) {
            make_weights();
            windows_.resize(4 * board.cells.size());
            for (auto& sets : short_of_)
                for (auto& set : sets) set = IndexSet(4 * board.cells.size());
            open_windows();
        }
        for (Index point = 0; point < points_; point++) {
            empty_ += board[point] != HOLE;
            if (board[point] == BLACK || board[point] == WHITE) {
                board_.cells[std::size_t(point)] = EMPTY;
                put(point, board[point]);
            }
        }
    }

    const Board& board() const { return board_; }
    const Rules& rules() const { return rules_; }
    Index empty_points() const { return empty_; }

    // Is there no window left that could become a row?
    bool is_drawn() const { return open_ == 0; }

    // What the windows through a point are worth to a side that gets it.
    std::uint32_t score(Index point, Cell colour) const { return scores_[side(colour)][std::size_t(point)]; }

    // What a point is worth to the mover: what it gains there, and a little less for what it denies the other side,
    // whose turn comes later. Where points are equal, the one nearer to the middle is worth more.
    double worth(Index point, Cell mover) const {
        const Index row = point / board_.width, col = point - row * board_.width;
        const Index off = std::max(std::abs(2 * row - board_.height + 1), std::abs(2 * col - board_.width + 1));
        return double(score(point, mover)) + 0.9 * double(score(point, opponent(mover))) -
               double(off) / double(4 * (board_.height + board_.width));
    }

    // May this side not play on this empty point?
    bool is_forbidden(Index point, Cell colour) const {
        return rules_.variant == Variant::RENJU && colour == BLACK && gomoku::is_forbidden(board_, point);
    }
    // Is every empty point forbidden to it? Then it has drawn.
    bool is_stuck(Cell colour) const {
        if (rules_.variant != Variant::RENJU || colour != BLACK) return false;
        for (Index point = 0; point < points_; point++)
            if (board_[point] == EMPTY && !is_forbidden(point, colour)) return false;
        return true;
    }

    // Empty points with a stone at most two steps away, diagonal ones included.
    const std::vector<Index>& near() const { return near_.items(); }

    // Puts a stone; says whether it made a row.
    bool put(Index point, Cell colour) {
        const bool full = fits_ && change<true, true>(point, colour);
        board_.cells[std::size_t(point)] = colour;
        empty_--;
        if (near_.has(point)) near_.remove(point);
        for_close(point, [&](Index close) {
            if (beside_[std::size_t(close)]++ == 0 && board_[close] == EMPTY) near_.add(close);
        });
        return full && (rules_.variant == Variant::FREESTYLE || makes_row(board_, point, colour, rules_));
    }
    void take(Index point) {
        const Cell colour = board_[point];
        board_.cells[std::size_t(point)] = EMPTY;
        empty_++;
        if (fits_) change<false, true>(point, colour);
        if (beside_[std::size_t(point)]) near_.add(point);
        for_close(point, [&](Index close) {
            if (--beside_[std::size_t(close)] == 0 && board_[close] == EMPTY) near_.remove(close);
        });
    }

    // A stone that will be taken back before anybody asks for scores, or for what is near.
    void try_put(Index point, Cell colour) {
        if (fits_) change<true, false>(point, colour);
        board_.cells[std::size_t(point)] = colour;
    }
    void untry(Index point) {
        const Cell colour = board_[point];
        board_.cells[std::size_t(point)] = EMPTY;
        if (fits_) change<false, false>(point, colour);
    }

    // Where this side would complete a row.
    void completing(Cell colour, std::vector<Index>& points) {
        points.clear();
        if (!fits_ || short_of_[side(colour)][0].items().empty()) return;
        collect(colour, 0, points);
        forget(points);
        if (rules_.variant != Variant::FREESTYLE)
            std::erase_if(points, [&](Index point) { return !makes_row(board_, point, colour, rules_); });
    }
    // Where this side gets a window that is one stone short of a row, or completes one: every four is among these.
    void threatening(Cell colour, std::vector<Index>& points) {
        points.clear();
        if (!fits_) return;
        collect(colour, 0, points);
        collect(colour, 1, points);
        forget(points);
    }

    // Calls visit(end) for both ends of the row that this side would have through this point, along each line where it
    // is long enough. The ends are on the board.
    template <class Visit>
    void for_ends(Index point, Cell colour, Visit&& visit) const {
        const Index row = point / board_.width, col = point - row * board_.width;
        for (const Direction way : DIRECTIONS) {
            const Index step = way.rows * board_.width + way.columns;
            const Index ahead = steps_to_edge(board_, row, col, way);
            const Index behind = steps_to_edge(board_, row, col, {-way.rows, -way.columns});
            Index after = 0, before = 0;
            while (after < ahead && board_[point + (after + 1) * step] == colour) after++;
            while (before < behind && board_[point - (before + 1) * step] == colour) before++;
            if (before + 1 + after < rules_.in_a_row) continue;
            if (after < ahead) visit(point + (after + 1) * step);
            if (before < behind) visit(point - (before + 1) * step);
        }
    }

private:
    struct Window {
        std::array<std::uint32_t, 2> stones{};
    };

    // A window is worth the more, the fewer stones it lacks.
    void make_weights() {
        weights_.assign(std::size_t(rules_.in_a_row) + 1, 0);
        std::uint32_t weight = MOST_WEIGHT;
        for (Index stones = rules_.in_a_row - 1; stones > 0; stones--) {
            weights_[std::size_t(stones)] = weight;
            weight = std::max(weight / WEIGHT_RATIO, 1u);
        }
    }

    void open_windows() {
        for (int way = 0; way < 4; way++) {
            const Direction step = DIRECTIONS[way];
            for (Index row = 0; row < board_.height; row++)
                for (Index col = 0; col < board_.width; col++) {
                    const Index first = row * board_.width + col;
                    if (steps_to_edge(board_, row, col, step) + 1 < rules_.in_a_row) continue;
                    bool whole = true;
                    for (Index k = 0; k < rules_.in_a_row && whole; k++)
                        whole = board_[first + k * (step.rows * board_.width + step.columns)] != HOLE;
                    const Index window = way * points_ + first;
                    // One with a hole counts as shared by both colours for good.
                    if (!whole)
                        windows_[std::size_t(window)].stones = {1, 1};
                    else
                        for (int colour = 0; colour < 2; colour++) enter(colour, window, 0);
                }
        }
    }

    void enter(int colour, Index window, std::uint32_t stones) {
        open_++;
        const std::uint32_t lacking = std::uint32_t(rules_.in_a_row) - stones - 1;
        if (lacking < 2) short_of_[colour][lacking].add(window);
    }
    void leave(int colour, Index window, std::uint32_t stones) {
        open_--;
        const std::uint32_t lacking = std::uint32_t(rules_.in_a_row) - stones - 1;
        if (lacking < 2) short_of_[colour][lacking].remove(window);
    }
    void add_score(int colour, Index first, Index step, std::uint32_t by) {
        std::uint32_t* const scores = scores_[colour].data();
        for (Index k = 0, point = first; k < rules_.in_a_row; k++, point += step) scores[point] += by;
    }

    // A stone comes or goes; says whether a window is full of that colour then.
    template <bool COMES, bool SCORED>
    bool change(Index point, Cell colour) {
        const int own = side(colour), other = 1 - own;
        const Index row = point / board_.width, col = point - row * board_.width, reach = rules_.in_a_row - 1;
        bool full = false;
        for (int way = 0; way < 4; way++) {
            const Direction direction = DIRECTIONS[way];
            const Index step = direction.rows * board_.width + direction.columns;
            const Index ahead = std::min(reach, steps_to_edge(board_, row, col, direction));
            const Index behind =
                std::min(reach, steps_to_edge(board_, row, col, {-direction.rows, -direction.columns}));
            for (Index back = behind; back >= reach - ahead; back--) {
                const Index first = point - back * step, window = way * points_ + first;
                auto& stones = windows_[std::size_t(window)].stones;
                const std::uint32_t without = COMES ? stones[own]++ : --stones[own], theirs = stones[other];
                if (theirs == 0) {
                    full |= without + 1 == std::uint32_t(rules_.in_a_row);
                    leave(own, window, COMES ? without : without + 1);
                    enter(own, window, COMES ? without + 1 : without);
                    if constexpr (SCORED) {
                        const std::uint32_t gained = weights_[without + 1] - weights_[without];
                        add_score(own, first, step, COMES ? gained : 0u - gained);
                    }
                }
                if (without == 0) {
                    COMES ? leave(other, window, theirs) : enter(other, window, theirs);
                    if constexpr (SCORED)
                        if (theirs > 0) add_score(other, first, step, COMES ? 0u - weights_[theirs] : weights_[theirs]);
                }
            }
        }
        return full;
    }

    template <class Visit>
    void for_close(Index point, Visit&& visit) {
        const Index row = point / board_.width, col = point - row * board_.width;
        const Index top = std::max(row - 2, Index(0)), bottom = std::min(row + 2, board_.height - 1);
        const Index left = std::max(col - 2, Index(0)), right = std::min(col + 2, board_.width - 1);
        for (Index r = top; r <= bottom; r++)
            for (Index close = r * board_.width + left; close <= r * board_.width + right; close++)
                if (close != point) visit(close);
    }

    // The empty points of the windows that lack one stone more than this many.
    void collect(Cell colour, std::size_t lacking, std::vector<Index>& points) {
        for (const Index window : short_of_[side(colour)][lacking].items()) {
            const Index way = window / points_, first = window - way * points_;
            const Index step = DIRECTIONS[way].rows * board_.width + DIRECTIONS[way].columns;
            std::size_t left = lacking + 1;
            for (Index point = first; left > 0; point += step) {
                if (board_[point] != EMPTY) continue;
                left--;
                if (!seen_[std::size_t(point)]) seen_[std::size_t(point)] = 1, points.push_back(point);
            }
        }
    }
    void forget(const std::vector<Index>& points) {
        for (const Index point : points) seen_[std::size_t(point)] = 0;
    }

    static constexpr std::uint32_t MOST_WEIGHT = 4096, WEIGHT_RATIO = 4;

    Board board_;
    Rules rules_;
    Index points_, empty_;
    std::int64_t open_ = 0;  // windows that one colour can fill, or both: those count twice
    bool fits_;  // is there a line long enough for a window?
    std::vector<std::uint32_t> weights_;  // of a window, by its stones
    std::vector<Window> windows_;  // by direction and first point
    IndexSet short_of_[2][2] = {{IndexSet(0), IndexSet(0)}, {IndexSet(0), IndexSet(0)}};  // windows that lack one
                                                                                          // stone, and two; by colour
    std::vector<std::uint32_t> scores_[2];
    std::vector<std::uint8_t> beside_;  // stones at most two steps away
    IndexSet near_;
    std::vector<std::uint8_t> seen_;
};

}  // namespace tengen::gomoku
