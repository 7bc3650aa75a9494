// Go: a stone goes on an empty point; opposing chains it leaves without a liberty are taken off; then its own chain
// must have one, or, where suicide is allowed, is taken off too. Two passes in a row end the game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../chains.hpp"
#include "../random.hpp"
#include "area.hpp"
#include "history.hpp"
#include "refusal.hpp"
#include "rules.hpp"
#include "stones.hpp"

namespace tengen::go {

// The top bit tells the two situations of one board apart.
inline std::uint64_t situation(const Rules& rules, std::uint64_t board_hash, Cell to_play) {
    return rules.ko == KoRule::SITUATIONAL && to_play == WHITE ? board_hash ^ std::uint64_t(1) << 63 : board_hash;
}

class Position {
public:
    static constexpr bool HAS_PASSES = true;

    // What a position has besides its board, side and rules: with it, a position can be written down and read back.
    struct Past {
        int passes = 0;             // in a row
        Index banned = NOWHERE;     // simple ko: where the side to play may not take
        std::int64_t captures[2] = {0, 0};
        std::vector<std::uint64_t> hashes;  // superko: one for each ply, the start's first
    };

    Position(Board board, Cell to_play, Rules rules = {})
        : board_(std::move(board)), to_play_(to_play), rules_(rules), stones_(board_),
          sound_(stones_.some_dead_chain() == NOWHERE) {
        remember();
    }

    Position(Board board, Cell to_play, Rules rules, const Past& past)
        : board_(std::move(board)), to_play_(to_play), rules_(rules), stones_(board_),
          sound_(stones_.some_dead_chain() == NOWHERE), passes_(past.passes), banned_(past.banned),
          captures_{past.captures[0], past.captures[1]} {
        for (const std::uint64_t hash : past.hashes) {
            if (!history_.contains(hash)) history_digest_ += Random(hash).next();
            history_.add(hash);
        }
        stones_.forget_lifted();
    }

    Past past() const { return {passes_, banned_, {captures_[0], captures_[1]}, history_.list()}; }

    const Board& board() const { return board_; }
    const Stones& stones() const { return stones_; }
    const History& history() const { return history_; }
    Cell to_play() const { return to_play_; }
    const Rules& rules() const { return rules_; }
    int passes() const { return passes_; }
    Index banned() const { return banned_; }
    bool has_superko() const { return rules_.ko != KoRule::SIMPLE; }

    // Stones this colour has taken, its opponent's suicides included.
    std::int64_t captures(Cell colour) const { return captures_[side(colour)]; }

    // Does every chain have a liberty? Exactly such positions can arise, and only they can be played on.
    bool is_sound() const { return sound_; }

    bool is_over() const { return passes_ >= 2; }
    Area area() const {
        return AreaCounter()(stones_, board_.size(), [](Index, Cell) {});
    }
    Cell winner() const { return is_over() ? area().leader(rules_) : EMPTY; }

    // For each point: whose stone or area it is; EMPTY: nobody's.
    std::vector<Cell> owners() const;

    bool is_legal(Index move) const {
        if (!sound_ || is_over()) return false;
        return move == PASS || (on_board(move) && board_[move] == EMPTY && may_place(move, stones_.inside(move)));
    }

    std::vector<Index> legal_moves() const;
    Refusal why_illegal(Index move) const;

    // Plays the move if it is legal; says whether it was.
    bool play(Index move);

    // The same future: captures and the order of earlier boards do not matter.
    bool operator==(const Position& other) const {
        return stones_.hash() == other.stones_.hash() && to_play_ == other.to_play_ && passes_ == other.passes_ &&
               banned_ == other.banned_ && rules_ == other.rules_ && board_ == other.board_ &&
               history_ == other.history_;
    }

    // Equal positions have equal ones.
    std::uint64_t hash() const {
        return Random((stones_.hash() + history_digest_) ^ std::uint64_t(to_play_ << 2 | passes_)).next();
    }

private:
    bool on_board(Index move) const { return move >= 0 && move < board_.size(); }

    // On a sound, unfinished position, an empty point.
    bool may_place(Index point, Index slot) const {
        if (point == banned_) return false;
        const bool needs_hash = has_superko() && (rules_.suicide || stones_.was_lifted(slot, to_play_));
        const auto effect = stones_.effect(slot, to_play_, needs_hash);
        if (effect.suicide && !rules_.suicide) return false;
        return !needs_hash || (!effect.suicide && !stones_.was_lifted(slot, to_play_)) || !repeats(effect.hash);
    }

    bool repeats(std::uint64_t board_hash) const {
        return has_superko() && history_.contains(situation(rules_, board_hash, opponent(to_play_)));
    }

    void remember() {
        if (!has_superko()) return;
        const std::uint64_t now = situation(rules_, stones_.hash(), to_play_);
        // Only a pass can come back to a situation.
        if (passes_ == 0 || !history_.contains(now)) history_digest_ += Random(now).next();
        history_.add(now);
    }

    Board board_;
    Cell to_play_;
    Rules rules_;
    Stones stones_;
    bool sound_;
    int passes_ = 0;
    Index banned_ = NOWHERE;
    std::int64_t captures_[2] = {0, 0};
    std::uint64_t history_digest_ = 0;  // a sum over the set of situations so far
    History history_;
};

inline bool Position::play(Index move) {
    if (!sound_ || is_over()) return false;
    if (move == PASS) {
        passes_++;
        banned_ = NOWHERE;
    } else {
        if (!on_board(move) || board_[move] != EMPTY || move == banned_) return false;
        const Index slot = stones_.inside(move);
        Index lifted = 0, last = NOWHERE;
        board_.cells[std::size_t(move)] = to_play_;
        const bool placed = stones_.place(
            slot, to_play_, rules_.suicide, [&](std::uint64_t after) { return repeats(after); },
            [&](Index taken) {
                last = stones_.outside(taken);
                board_.cells[std::size_t(last)] = EMPTY;
                lifted++;
            });
        if (!placed) {
            board_.cells[std::size_t(move)] = EMPTY;
            return false;
        }
        const bool suicide = board_[move] == EMPTY;
        captures_[side(suicide ? opponent(to_play_) : to_play_)] += lifted;
        // A lone stone took a lone stone, and could be taken at once by a stone put back there.
        const bool ko = !has_superko() && lifted == 1 && !suicide && stones_.chain_size(slot) == 1 &&
                        stones_.chain_liberties(slot) == 1;
        banned_ = ko ? last : NOWHERE;
        passes_ = 0;
    }
    to_play_ = opponent(to_play_);
    remember();
    return true;
}

inline std::vector<Index> Position::legal_moves() const {
    std::vector<Index> moves;
    if (!sound_ || is_over()) return moves;
    moves.reserve(std::size_t(std::min<Index>(board_.size() + 1, 512)));
    Index point = 0;
    for (Index row = 0; row < board_.height; row++) {
        Index slot = stones_.inside(point);
        for (const Index end = point + board_.width; point < end; point++, slot++)
            if (board_[point] == EMPTY && may_place(point, slot)) moves.push_back(point);
    }
    moves.push_back(PASS);
    return moves;
}

inline std::vector<Cell> Position::owners() const {
    std::vector<Cell> result(std::size_t(board_.size()));
    for (Index point = 0; point < board_.size(); point++) result[std::size_t(point)] = board_[point];
    AreaCounter()(stones_, board_.size(),
                  [&](Index slot, Cell owner) { result[std::size_t(stones_.outside(slot))] = owner; });
    return result;
}

inline Refusal Position::why_illegal(Index move) const {
    Refusal refusal;
    if (move != PASS && board_[move] == HOLE) return {Fault::HOLE, {}, -1};
    if (move != PASS && board_[move] != EMPTY) return {Fault::OCCUPIED, {chain_at(board_, move)}, -1};
    if (!sound_) return {Fault::UNSOUND, dead_chains(board_), -1};
    if (is_over()) return {Fault::GAME_OVER, {}, -1};
    if (is_legal(move)) return {};
    Board with_stone = board_;
    with_stone.cells[std::size_t(move)] = to_play_;
    if (move == banned_) {
        // Only the stone that took there last has no liberty now.
        for (auto& chain : dead_chains(with_stone))
            if (with_stone[chain.front()] != to_play_) refusal.chains.push_back(std::move(chain));
        refusal.fault = Fault::KO;
        return refusal;
    }
    const auto effect = stones_.effect(stones_.inside(move), to_play_, true);
    if (effect.suicide && !rules_.suicide) return {Fault::SUICIDE, {chain_at(with_stone, move)}, -1};
    return {Fault::SUPERKO, {}, history_.find(situation(rules_, effect.hash, opponent(to_play_)))};
}

}  // namespace tengen::go
