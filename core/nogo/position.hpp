// NoGo: a stone goes on an empty point, and afterwards every chain on the board must have a liberty.
// Nobody passes; who cannot move loses.
#pragma once

#include <utility>
#include <vector>

#include "../chains.hpp"

namespace tengen::nogo {

enum class Fault { NONE, OCCUPIED, HOLE, CAPTURE, SUICIDE, UNSOUND };

struct Refusal {
    Fault fault = Fault::NONE;
    std::vector<std::vector<Index>> dead;  // the chains that the move would leave without a liberty
};

class Position {
public:
    static constexpr bool HAS_PASSES = false;

    Position(Board board, Cell to_play)
        : board_(std::move(board)), to_play_(to_play), chains_(board_), sound_(chains_.some_dead_chain() == NOWHERE) {}

    const Board& board() const { return board_; }
    const Chains& chains() const { return chains_; }
    Cell to_play() const { return to_play_; }

    // Does every chain have a liberty? If not, nobody can move: a chain without a liberty never gets one, so every move
    // breaks the rule.
    bool is_sound() const { return sound_; }

    bool is_legal(Index point) const { return is_legal(point, to_play_); }
    bool is_legal(Index point, Cell colour) const {
        return sound_ && on_board(point) && board_[point] == EMPTY &&
               chains_.leaves_liberties(chains_.inside(point), colour);
    }

    std::vector<Index> legal_moves() const;
    bool is_over() const;
    Cell winner() const { return opponent(to_play_); }  // once it is over
    Refusal why_illegal(Index point) const;

    // Plays the move if it is legal; says whether it was.
    bool play(Index point) {
        if (!sound_ || !on_board(point) || board_[point] != EMPTY || !chains_.place(chains_.inside(point), to_play_))
            return false;
        board_.cells[std::size_t(point)] = to_play_;
        to_play_ = opponent(to_play_);
        return true;
    }

    bool operator==(const Position& other) const { return to_play_ == other.to_play_ && board_ == other.board_; }

private:
    bool on_board(Index point) const { return point >= 0 && point < board_.size(); }

    Board board_;
    Cell to_play_;
    Chains chains_;
    bool sound_;
};

// Calls visit(point) for each legal move, row by row, until it returns false.
template <class Visit>
inline void for_legal_moves(const Position& position, Visit&& visit) {
    if (!position.is_sound()) return;
    const Board& board = position.board();
    const Chains& chains = position.chains();
    const Cell colour = position.to_play();
    Index point = 0;
    for (Index row = 0; row < board.height; row++) {
        Index slot = chains.inside(point);
        for (const Index end = point + board.width; point < end; point++, slot++)
            if (board[point] == EMPTY && chains.leaves_liberties(slot, colour) && !visit(point)) return;
    }
}

inline std::vector<Index> Position::legal_moves() const {
    std::vector<Index> moves;
    moves.reserve(std::size_t(std::min<Index>(board_.size(), 512)));
    for_legal_moves(*this, [&](Index point) {
        moves.push_back(point);
        return true;
    });
    return moves;
}

inline bool Position::is_over() const {
    bool over = sound_;
    for_legal_moves(*this, [&](Index) { return over = false; });
    return over;
}

inline Refusal Position::why_illegal(Index point) const {
    if (board_[point] == HOLE) return {Fault::HOLE, {}};
    if (board_[point] != EMPTY) return {Fault::OCCUPIED, {}};
    if (!sound_) return {Fault::UNSOUND, dead_chains(board_)};
    if (is_legal(point)) return {};
    Board after = board_;
    after.cells[std::size_t(point)] = to_play_;
    Refusal refusal{Fault::SUICIDE, {}};
    for (auto& chain : dead_chains(after)) {
        if (after[chain.front()] != to_play_) refusal.fault = Fault::CAPTURE;
        refusal.dead.push_back(std::move(chain));
    }
    return refusal;
}

}  // namespace tengen::nogo
