// Gomoku: a stone goes on any empty point; a row of k stones of one colour, along a line in any of four directions,
// wins. Nobody passes; a full board without such a row is a draw. In renju Black may not play everywhere; if it is to
// move and has no point left, that is a draw too.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "forbidden.hpp"
#include "rows.hpp"

namespace tengen::gomoku {

class Position {
public:
    static constexpr bool HAS_PASSES = false;

    Position(Board board, Cell to_play, Rules rules = {})
        : board_(std::move(board)), to_play_(to_play), rules_(rules),
          left_(Index(std::count(board_.cells.begin(), board_.cells.end(), std::uint8_t(EMPTY)))) {
        // Should both sides have a row, which no game leads to, it is the last mover's that counts.
        for_winning_rows(board_, rules_, [&](const StoneRow& row) {
            winner_ = row.colour;
            return winner_ != opponent(to_play_);
        });
        look_for_move();
    }

    const Board& board() const { return board_; }
    Cell to_play() const { return to_play_; }
    const Rules& rules() const { return rules_; }
    Index points_left() const { return left_; }

    bool is_sound() const { return true; }  // a position with a winning row is over, whatever else it is
    bool is_over() const { return winner_ != EMPTY || left_ == 0; }
    Cell winner() const { return winner_; }  // EMPTY: nobody, so far or for good

    bool is_legal(Index point) const {
        return point >= 0 && point < board_.size() && board_[point] == EMPTY && winner_ == EMPTY &&
               !(bans() && is_forbidden(board_, point));
    }

    std::vector<Index> legal_moves() const {
        std::vector<Index> moves;
        if (is_over()) return moves;
        moves.reserve(std::size_t(left_));
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY && !(bans() && is_forbidden(board_, point))) moves.push_back(point);
        return moves;
    }

    // The empty points where the side to move may not play.
    std::vector<Index> forbidden() const {
        std::vector<Index> points;
        if (winner_ != EMPTY || !bans()) return points;
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY && is_forbidden(board_, point)) points.push_back(point);
        return points;
    }

    // Plays the move if it is legal; says whether it was. Only the stone just put can have made a row: stones of the
    // other colour lengthen none and unblock none.
    bool play(Index point) {
        if (!is_legal(point)) return false;
        board_.cells[std::size_t(point)] = to_play_;
        left_--;
        if (makes_row(board_, point, to_play_, rules_)) winner_ = to_play_;
        to_play_ = opponent(to_play_);
        look_for_move();
        return true;
    }

    bool operator==(const Position& other) const {
        return to_play_ == other.to_play_ && rules_ == other.rules_ && board_ == other.board_;
    }

private:
    bool bans() const { return rules_.variant == Variant::RENJU && to_play_ == BLACK; }

    // Where there are forbidden points, one that is not; from the last such on, since most stay so.
    void look_for_move() {
        if (!bans() || winner_ != EMPTY) return;
        Index looks = board_.size();
        const auto is_possible = [&] { return board_[possible_] == EMPTY && !is_forbidden(board_, possible_); };
        while (looks > 0 && !is_possible()) {
            possible_ = possible_ + 1 == board_.size() ? 0 : possible_ + 1;
            looks--;
        }
        if (looks == 0) left_ = 0;
    }

    Board board_;
    Cell to_play_;
    Rules rules_;
    Index left_;  // empty points; none if all of them are forbidden to the side to move
    Cell winner_ = EMPTY;
    Index possible_ = 0;  // in renju, a point where Black may play, or might the last time
};

}  // namespace tengen::gomoku
