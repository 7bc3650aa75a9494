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
    bool complete = true;  // false: cancelled, or not countable, and the sums are of some games only

    void add(Cell winner, Count games) { (winner == BLACK ? black : winner == WHITE ? white : draws).add(games); }
    void add(const Games& part) {
        for (const auto sum : {&Games::black, &Games::white, &Games::draws}) {
            (this->*sum).overflow |= (part.*sum).overflow;
            (this->*sum).add((part.*sum).value);
        }
        complete &= part.complete;
    }
    bool overflow() const { return black.overflow || white.overflow || draws.overflow; }
};

// Counts the ways to play on to the end, under a superko rule: only there is every game finite. (Under the simple ko
// rule, or from a position that is not sound, nothing is counted and the count is not complete.)
//
// Games can be counted one by one only where there are few boards. So each board is scored, and its moves tried, once;
// then a game is a walk over numbers of boards. Under superko it is a path over situations (boards, under the
// positional rule) that never comes back to one. A start that leads to too many boards is given up, and so is one with
// games too long to be counted in a lifetime.
class GameCounter {
public:
    static constexpr std::size_t MOST_BOARDS = 1 << 20;
    static constexpr int MOST_PLIES = 4096;  // of one game: each is a level of recursion

    explicit GameCounter(const Position& start, const Cancel* cancel = nullptr) : start_(start), cancel_(cancel) {}

    Games count() {
        Games games;
        games.complete = start_.has_superko() && start_.is_sound();
        if (!games.complete) return games;
        if (start_.is_over()) {
            games.add(start_.winner(), 1);
            return games;
        }
        stopped_ = false;
        const std::uint32_t number = number_of(start_.board());
        if (!positional())
            walk(number, start_.to_play(), start_.passes());
        else if (start_.passes() == 0)
            walk_boards(number);
        else
            walk_moves(number, start_.to_play()), nodes_[number].ended++;
        // 64 bits hold what can be counted one by one in centuries; the sums are for adding up parts.
        for (Node& node : nodes_) {
            games.add(node.winner, node.ended);
            node.ended = 0;
        }
        games.complete = !stopped_;
        return games;
    }

    // Only the games that begin with this move, so that a count can be split; none if it is illegal.
    Games count(Index first) const {
        Position next = start_;
        if (!next.play(first)) return {};
        return GameCounter(next, cancel_).count();
    }

private:
    struct Node {
        std::uint64_t ended = 0;  // games
        std::size_t first[2];     // of the edges of each side to move, once expanded
        std::uint32_t edges[2];
        bool expanded[2] = {false, false};
        bool met[2] = {false, false};  // by the side then to play; the positional rule uses only the first
        Cell winner = EMPTY;
    };

    struct Hash {
        std::size_t operator()(const std::vector<std::uint8_t>& cells) const {
            std::uint64_t hash = 0;
            for (const std::uint8_t cell : cells) hash = (hash ^ cell) * 0x9e3779b97f4a7c15u + (hash >> 29);
            return std::size_t(hash ^ hash >> 32);
        }
    };

    bool positional() const { return start_.rules().ko == KoRule::POSITIONAL; }

    std::uint32_t number_of(const Board& board) {
        const auto [found, is_new] = numbers_.try_emplace(board.cells, std::uint32_t(nodes_.size()));
        if (!is_new) return found->second;
        Node node;
        const Position position(board, BLACK, start_.rules());
        node.winner = position.area().leader(start_.rules());
        for (const Cell to_play : {BLACK, WHITE})
            node.met[positional() ? 0 : side(to_play)] |=
                start_.history().contains(situation(start_.rules(), position.stones().hash(), to_play));
        nodes_.push_back(node);
        boards_.push_back(&found->first);
        if (nodes_.size() > MOST_BOARDS) stopped_ = true;
        return found->second;
    }

    // Every move that some past allows. They are tried on a position without a past: that refuses only moves that leave
    // the board as it is, under the positional rule, and those are refused whatever the past.
    void expand(std::uint32_t number, Cell colour) {
        Board board = start_.board();
        board.cells = *boards_[number];
        const Position position(std::move(board), colour, start_.rules());
        std::vector<std::uint32_t> after;
        for (const Index move : position.legal_moves()) {
            if (move == PASS) continue;
            if (cancelled(cancel_)) stopped_ = true;  // on a large board this takes long
            if (stopped_) break;
            Position next = position;
            next.play(move);
            after.push_back(number_of(next.board()));
        }
        Node& node = nodes_[number];
        node.first[side(colour)] = edges_.size();
        node.edges[side(colour)] = std::uint32_t(after.size());
        node.expanded[side(colour)] = true;
        edges_.insert(edges_.end(), after.begin(), after.end());
    }

    template <class Next>
    void for_moves(std::uint32_t number, Cell colour, Next&& next) {
        if (!nodes_[number].expanded[side(colour)]) expand(number, colour);
        const int kind = positional() ? 0 : side(opponent(colour));
        const std::size_t first = nodes_[number].first[side(colour)], end = first + nodes_[number].edges[side(colour)];
        for (std::size_t k = first; k < end; k++) {
            const std::uint32_t to = edges_[k];
            if (nodes_[to].met[kind]) continue;
            nodes_[to].met[kind] = true;
            plies_++;
            next(to);
            plies_--;
            nodes_[to].met[kind] = false;
        }
    }

    bool goes_on() {
        if (((++steps_ & 0xfff) == 0 && cancelled(cancel_)) || plies_ > MOST_PLIES) stopped_ = true;
        return !stopped_;
    }

    // Under the positional rule it does not matter whose turn it is: one pass gives it to the other side, and leaves no
    // trace if a move follows. So the games from a board where nobody has just passed are those that go on with a move
    // of either side, and the one of two passes.
    void walk_boards(std::uint32_t number) {
        if (!goes_on()) return;
        nodes_[number].ended++;
        walk_moves(number, BLACK);
        walk_moves(number, WHITE);
    }
    void walk_moves(std::uint32_t number, Cell colour) {
        for_moves(number, colour, [&](std::uint32_t to) { walk_boards(to); });
    }

    // Under the situational rule a pass makes a situation too, if it was not there before. This one is marked as met.
    void walk(std::uint32_t number, Cell colour, int passes) {
        if (!goes_on()) return;
        for_moves(number, colour, [&](std::uint32_t to) { walk(to, opponent(colour), 0); });
        if (passes) {
            nodes_[number].ended++;
            return;
        }
        const int kind = side(opponent(colour));
        const bool was_met = nodes_[number].met[kind];
        nodes_[number].met[kind] = true;
        walk(number, opponent(colour), 1);
        nodes_[number].met[kind] = was_met;
    }

    const Position& start_;
    const Cancel* cancel_;
    std::unordered_map<std::vector<std::uint8_t>, std::uint32_t, Hash> numbers_;
    std::vector<const std::vector<std::uint8_t>*> boards_;  // the keys of numbers_, which stay where they are
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> edges_;
    std::uint64_t steps_ = 0;
    int plies_ = 0;  // of the game that is walked
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
