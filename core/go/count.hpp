// Counting lines of play, exactly.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../cancel.hpp"
#include "position.hpp"

namespace tengen::go {

using Count = unsigned __int128;

// A sum that says when it no longer fits, instead of wrapping.
struct Sum {
    Count value = 0;
    bool overflow = false;

    void add(Count more) { overflow |= __builtin_add_overflow(value, more, &value); }
};

// Lines of exactly this many plies, PASS being a ply; a game that ends earlier has none. Stops early, with what it has,
// when cancelled.
inline void add_perft(const Position& position, int plies, const Cancel* cancel, Sum& lines) {
    if (plies == 0) return lines.add(1);
    const auto moves = position.legal_moves();
    if (plies == 1) return lines.add(moves.size());
    for (const Index move : moves) {
        if (cancelled(cancel)) return;
        Position next = position;
        next.play(move);
        add_perft(next, plies - 1, cancel, lines);
    }
}

inline Sum perft(const Position& position, int plies, const Cancel* cancel = nullptr) {
    Sum lines;
    add_perft(position, plies, cancel, lines);
    return lines;
}

// Complete games by outcome.
struct Games {
    Sum black, white, draws;

    void add(Cell winner, Count games) { (winner == BLACK ? black : winner == WHITE ? white : draws).add(games); }
    bool overflow() const { return black.overflow || white.overflow || draws.overflow; }
};

// Counts the ways to play on to the end, under a superko rule: only there is every game finite. (Positions under the
// simple ko rule are refused: the count stays zero.)
//
// Meant for boards whose games can be counted at all, which have few positions: each is met, scored and its moves are
// tried once, and then the walk over the games is a walk over numbers. Under superko a game is a path in that graph
// that never comes back to a node: a node is a situation, or under the positional rule a board.
class GameCounter {
public:
    explicit GameCounter(const Position& start, const Cancel* cancel = nullptr) : start_(start), cancel_(cancel) {}

    Games count() {
        games_ = {};
        if (!start_.has_superko() || !start_.is_sound()) return games_;
        if (start_.is_over()) {
            games_.add(start_.winner(), 1);
            return games_;
        }
        walk(node_of(start_.board()), start_.to_play(), start_.passes());
        collect();
        return games_;
    }

    // Only the games that begin with this move, so that a count can be split.
    Games count(Index first) {
        Position next = start_;
        if (!next.play(first)) return {};
        return GameCounter(next, cancel_).count();
    }

private:
    struct Node {
        Board board;
        Cell winner = EMPTY;
        bool expanded[2] = {false, false};
        std::vector<std::uint32_t> after[2];  // by the side that moves
        bool met[2] = {false, false};         // by the side then to play; the positional rule uses only the first
        std::uint64_t ended = 0;              // games, not yet in the sums
    };

    struct Hash {
        std::size_t operator()(const std::vector<std::uint8_t>& cells) const {
            std::uint64_t hash = 0;
            for (const std::uint8_t cell : cells) hash = (hash ^ cell) * 0x9e3779b97f4a7c15u + (hash >> 29);
            return std::size_t(hash ^ hash >> 32);
        }
    };

    bool positional() const { return start_.rules().ko == KoRule::POSITIONAL; }

    std::uint32_t node_of(const Board& board) {
        const auto [found, is_new] = numbers_.try_emplace(board.cells, std::uint32_t(nodes_.size()));
        if (!is_new) return found->second;
        Node node;
        node.board = board;
        const Position position(board, BLACK, start_.rules());
        node.winner = position.area().leader(start_.rules());
        for (const Cell to_play : {BLACK, WHITE})
            node.met[positional() ? 0 : side(to_play)] |=
                start_.history().contains(situation(start_.rules(), position.stones().hash(), to_play));
        nodes_.push_back(std::move(node));
        return found->second;
    }

    // Every move there is but for the history. Without one the superko rules refuse nothing but a one-stone suicide
    // (the positional rule, which would refuse it here too).
    void expand(std::uint32_t number, Cell colour) {
        const Board board = nodes_[number].board;
        const Position position(board, colour, start_.rules());
        std::vector<std::uint32_t> after;
        for (const Index move : position.legal_moves()) {
            if (move == PASS) continue;
            Position next = position;
            next.play(move);
            after.push_back(node_of(next.board()));
        }
        nodes_[number].after[side(colour)] = std::move(after);
        nodes_[number].expanded[side(colour)] = true;
    }

    void moves(std::uint32_t number, Cell colour) {
        if (!nodes_[number].expanded[side(colour)]) expand(number, colour);
        const Cell next = opponent(colour);
        const int slot = positional() ? 0 : side(next);
        const std::size_t count = nodes_[number].after[side(colour)].size();
        for (std::size_t k = 0; k < count; k++) {
            const std::uint32_t to = nodes_[number].after[side(colour)][k];
            if (nodes_[to].met[slot]) continue;
            nodes_[to].met[slot] = true;
            walk(to, next, 0);
            nodes_[to].met[slot] = false;
        }
    }

    // All games from here, whose situation is marked as met already.
    void walk(std::uint32_t number, Cell colour, int passes) {
        if (stopped_) return;
        if ((++steps_ & 0xfff) == 0 && cancelled(cancel_)) stopped_ = true;
        moves(number, colour);
        if (passes) {
            nodes_[number].ended++;
            return;
        }
        // A pass is always legal; under the situational rule what it makes is remembered, if it was not before.
        const int slot = side(opponent(colour));
        const bool was_met = positional() || nodes_[number].met[slot];
        if (!was_met) nodes_[number].met[slot] = true;
        walk(number, opponent(colour), 1);
        if (!was_met) nodes_[number].met[slot] = false;
    }

    // 64 bits hold what can be counted one by one in centuries; the sums are for adding up parts.
    void collect() {
        for (Node& node : nodes_) {
            games_.add(node.winner, node.ended);
            node.ended = 0;
        }
    }

    const Position& start_;
    const Cancel* cancel_;
    std::unordered_map<std::vector<std::uint8_t>, std::uint32_t, Hash> numbers_;
    std::vector<Node> nodes_;
    Games games_;
    std::uint64_t steps_ = 0;
    bool stopped_ = false;
};

// The plain way, which the tests compare with.
inline void add_games(const Position& position, const Cancel* cancel, Games& games) {
    if (position.is_over()) return games.add(position.winner(), 1);
    for (const Index move : position.legal_moves()) {
        if (cancelled(cancel)) return;
        Position next = position;
        next.play(move);
        add_games(next, cancel, games);
    }
}

}  // namespace tengen::go
