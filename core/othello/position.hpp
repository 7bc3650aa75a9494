// Othello: a disc goes on an empty point so that it brackets at least one run of the other colour between itself and a
// disc of its own; what is bracketed flips. Who cannot move passes if the other can; when neither can, more discs win.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "rules.hpp"

namespace tengen::othello {

enum class Fault { NONE, OCCUPIED, HOLE, FLIPS_NOTHING, MUST_MOVE, OVER };

class Position {
public:
    static constexpr bool HAS_PASSES = true;

    Position(Board board, Cell to_play) : board_(std::move(board)), to_play_(to_play) {
        if (fits_small(board_)) sides_ = Sides<SmallBits>(board_, to_play);
    }

    const Board& board() const { return board_; }
    Cell to_play() const { return to_play_; }
    bool is_sound() const { return true; }  // any arrangement can be played on

    bool is_legal(Index move) const {
        if (move == PASS) return !has_move(to_play_) && has_move(opponent(to_play_));
        return move >= 0 && move < board_.size() && board_[move] == EMPTY && can_put(move, to_play_);
    }

    // Points row by row; just PASS for a side that has none while the other has; none when the game is over.
    std::vector<Index> legal_moves() const {
        std::vector<Index> moves;
        if (fits_small(board_)) {
            const SmallBits places = sides_.moves();
            moves.reserve(std::size_t(count_of(places)));
            for_places(places, [&](int place) { moves.push_back(point_of<SmallBits>(place, board_.width)); });
        } else {
            for (Index point = 0; point < board_.size(); point++)
                if (board_[point] == EMPTY && can_put(point, to_play_)) moves.push_back(point);
        }
        if (moves.empty() && has_move(opponent(to_play_))) moves.push_back(PASS);
        return moves;
    }

    bool is_over() const { return !has_move(to_play_) && !has_move(opponent(to_play_)); }

    Index discs(Cell colour) const { return Index(std::count(board_.cells.begin(), board_.cells.end(), colour)); }

    // EMPTY: a draw, or not over yet.
    Cell winner() const {
        const Index margin = discs(BLACK) - discs(WHITE);
        return margin == 0 || !is_over() ? EMPTY : margin > 0 ? BLACK : WHITE;
    }

    Fault why_illegal(Index move) const {
        if (is_legal(move)) return Fault::NONE;
        if (is_over()) return Fault::OVER;
        if (move == PASS) return Fault::MUST_MOVE;
        return board_[move] == HOLE ? Fault::HOLE : board_[move] != EMPTY ? Fault::OCCUPIED : Fault::FLIPS_NOTHING;
    }

    // Plays the move if it is legal; says whether it was.
    bool play(Index move) {
        if (move == PASS) {
            if (!is_legal(PASS)) return false;
            sides_ = sides_.passed();
        } else {
            if (move < 0 || move >= board_.size()) return false;
            if (!(fits_small(board_) ? put_on_bits(move) : put(move))) return false;
        }
        to_play_ = opponent(to_play_);
        return true;
    }

    bool operator==(const Position& other) const { return to_play_ == other.to_play_ && board_ == other.board_; }

private:
    bool put_on_bits(Index move) {
        const int place = place_of<SmallBits>(move, board_.width);
        const SmallBits flips = flips_at(place, sides_.own, sides_.other);
        if (!flips || board_[move] != EMPTY) return false;
        sides_ = sides_.played(place, flips);
        board_.cells[std::size_t(move)] = to_play_;
        for_places(flips,
                   [&](int disc) { board_.cells[std::size_t(point_of<SmallBits>(disc, board_.width))] = to_play_; });
        return true;
    }

    bool put(Index move) {
        const auto discs = flipped_discs(board_, move, to_play_);
        if (discs.empty()) return false;
        board_.cells[std::size_t(move)] = to_play_;
        for (const Index disc : discs) board_.cells[std::size_t(disc)] = to_play_;
        return true;
    }

    bool can_put(Index point, Cell colour) const {
        bool brackets = false;
        for_bracketed_runs(board_, point, colour, [&](Index, Index, Index) { brackets = true; });
        return brackets;
    }

    bool has_move(Cell colour) const {
        if (fits_small(board_)) return bool((colour == to_play_ ? sides_ : sides_.passed()).moves());
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY && can_put(point, colour)) return true;
        return false;
    }

    Board board_;
    Cell to_play_;
    Sides<SmallBits> sides_;  // of boards up to 8x8
};

}  // namespace tengen::othello
