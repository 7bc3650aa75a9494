// Counting lines of play, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "../cancel.hpp"
#include "board_graph.hpp"
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

// Complete games by outcome. 64 bits hold what can be counted one by one in centuries.
struct Games {
    std::uint64_t black = 0, white = 0, draws = 0;
    bool complete = false;  // false: cancelled, or not countable, and these are some of the games

    void add(Cell winner, std::uint64_t games) { (winner == BLACK ? black : winner == WHITE ? white : draws) += games; }
};

// Counts the ways to play on to the end, under a superko rule: only there is every game finite. (Under the simple ko
// rule, or from a position that is not sound, nothing is counted and the count is not complete.)
//
// Games can be counted one by one only where there are few boards. So a game is a walk over the graph of boards. Under
// superko it is a path over situations (boards, under the positional rule) that never comes back to one. A start that
// leads to too many boards is given up, and so is one with games too long to be counted in a lifetime.
class GameCounter {
public:
    static constexpr std::size_t MOST_BOARDS = 1 << 20;
    static constexpr std::size_t MOST_CELLS = 1 << 26;  // of all boards: to make room for more takes long
    static constexpr int MOST_PLIES = 1024;  // of one game: each is a level of recursion, on a browser's small stack

    explicit GameCounter(const Position& start, const Cancel* cancel = nullptr)
        : start_(start), cancel_(cancel), graph_(start, cancel) {}

    // To be called once.
    Games count() {
        Games games;
        if (!start_.has_superko() || !start_.is_sound()) return games;
        if (start_.is_over()) {
            games.add(start_.winner(), 1);
            games.complete = true;
            return games;
        }
        const Number number = graph_.number_of(start_.board());
        note_boards();
        if (!positional())
            walk(number, start_.to_play(), start_.passes());
        else if (start_.passes() == 0)
            walk_boards(number);
        else
            walk_moves(number, start_.to_play()), boards_[number].ended++;
        for (Number each = 0; each < boards_.size(); each++)
            games.add(Area{graph_.lead(each), 0, 0}.leader(start_.rules()), boards_[each].ended);
        games.complete = !stopped_ && !cancelled(cancel_);
        return games;
    }

private:
    using Number = BoardGraph::Number;

    struct OnBoard {
        std::uint64_t ended = 0;  // games
        bool met[2];              // by the side then to play; the positional rule uses only the first
    };

    bool positional() const { return start_.rules().ko == KoRule::POSITIONAL; }

    void note_boards() {
        for (Number number = Number(boards_.size()); number < graph_.size(); number++)
            boards_.push_back({0, {graph_.was_there(number, BLACK), graph_.was_there(number, WHITE)}});
        if (boards_.size() > MOST_BOARDS || boards_.size() * start_.board().cells.size() > MOST_CELLS) stopped_ = true;
    }

    template <class Next>
    void for_moves(Number number, Cell colour, Next&& next) {
        if (!graph_.is_expanded(number, colour)) {
            if (cancelled(cancel_)) stopped_ = true;
            if (stopped_) return;
            graph_.expand(number, colour);
            note_boards();
        }
        const auto [first, end] = graph_.moves(number, colour);
        const int kind = positional() ? 0 : side(opponent(colour));
        for (std::size_t k = first; k < end; k++) {
            const Number to = graph_.edge(k).to;
            if (boards_[to].met[kind]) continue;
            boards_[to].met[kind] = true;
            plies_++;
            next(to);
            plies_--;
            boards_[to].met[kind] = false;
        }
    }

    bool goes_on() {
        if (((++steps_ & 0xfff) == 0 && cancelled(cancel_)) || plies_ > MOST_PLIES) stopped_ = true;
        return !stopped_;
    }

    // Under the positional rule it does not matter whose turn it is: one pass gives it to the other side, and leaves no
    // trace if a move follows. So the games from a board where nobody has just passed are those that go on with a move
    // of either side, and the one of two passes.
    void walk_boards(Number number) {
        if (!goes_on()) return;
        boards_[number].ended++;
        walk_moves(number, BLACK);
        walk_moves(number, WHITE);
    }
    void walk_moves(Number number, Cell colour) {
        for_moves(number, colour, [&](Number to) { walk_boards(to); });
    }

    // Under the situational rule a pass makes a situation too, if it was not there before. This one is marked as met.
    void walk(Number number, Cell colour, int passes) {
        if (!goes_on()) return;
        for_moves(number, colour, [&](Number to) { walk(to, opponent(colour), 0); });
        if (passes) {
            boards_[number].ended++;
            return;
        }
        const int kind = side(opponent(colour));
        const bool was_met = boards_[number].met[kind];
        boards_[number].met[kind] = true;
        walk(number, opponent(colour), 1);
        boards_[number].met[kind] = was_met;
    }

    const Position& start_;
    const Cancel* cancel_;
    BoardGraph graph_;
    std::vector<OnBoard> boards_;  // by number
    std::uint64_t steps_ = 0;
    int plies_ = 0;  // of the game that is walked
    bool stopped_ = false;
};

}  // namespace tengen::go
