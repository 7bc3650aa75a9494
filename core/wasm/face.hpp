// What JavaScript holds on to: positions, searches and solvers of any game, behind one face each. Moves are as the core
// has them; module.cpp turns them into numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../grid.hpp"
#include "../net/net.hpp"
#include "../othello/patterns.hpp"
#include "../search.hpp"
#include "../totals.hpp"

namespace tengen::wasm {

// What is refused on purpose, in words for people.
[[noreturn]] inline void refuse(const std::string& text) { throw std::invalid_argument(text); }

// Everything that JavaScript has a pointer to.
struct Object {
    virtual ~Object() = default;
};

using Points = std::vector<Index>;
using Big = unsigned __int128;

struct WhyNot {
    int fault = 0;  // as the game counts them; 0: nothing is wrong
    std::vector<Points> chains;
    std::int64_t repeats = -1;  // after how many plies the board was as it would be
};

// What shows that no game leads to a position.
struct Against {
    int code;
    Points points;
};

// Lines of play, or complete games by who wins.
struct Lines {
    Big lines = 0, black = 0, white = 0, draws = 0;
    bool too_many = false;  // to be counted, so the numbers mean nothing
};

struct JudgeObject : Object {
    std::unique_ptr<net::Net> net;  // either this
    std::unique_ptr<othello::Patterns> patterns;  // or that
};

struct Judgement {
    float value = 0;
    std::vector<float> policy;
};

struct SearchObject : Object {
    virtual std::uint64_t visits() = 0;
    virtual bool is_decided() = 0;
    virtual void run(std::uint64_t visits, double seconds, bool settle) = 0;
    virtual search::Report report() = 0;
};

struct MoveValue {
    double lower, upper;
    Points line;
};

struct SolverObject : Object {
    virtual std::uint64_t nodes() const = 0;
    virtual double done() const = 0;
    virtual void run(bool all_moves, double seconds) = 0;
    virtual void find_margin(std::uint64_t most_nodes, double seconds) = 0;
    virtual std::vector<MoveValue> report() const = 0;
};

struct PositionObject : Object {
    using Pointer = std::unique_ptr<PositionObject>;

    virtual const Board& board() const = 0;
    virtual Cell to_play() const = 0;
    virtual bool is_sound() const = 0;
    virtual bool is_over() const = 0;
    virtual Cell winner() const = 0;  // of a game that is over
    virtual Points legal_moves() const = 0;
    virtual bool is_legal(Index move) const = 0;
    virtual Pointer after(Index move) const = 0;  // null: it is illegal
    // How many of these moves are legal, one after the other, and the position after those.
    virtual std::pair<std::size_t, Pointer> replayed(const Points& moves) const = 0;
    virtual Pointer with(Board board, Cell to_play) const = 0;  // by the same rules, without a past
    virtual bool equals(const PositionObject& other) const = 0;  // of the same game

    virtual WhyNot why_illegal(Index move) const = 0;
    virtual std::vector<Points> flaws() const { return {}; }  // chains without a liberty
    virtual std::vector<Against> contradictions() const { return {}; }

    virtual Points first_game(Index most_plies) const = 0;
    virtual Points random_game(bool uniform, std::uint64_t seed, Index most_plies) const = 0;
    // Until the board first has this many stones; and the most that it ever had.
    virtual std::pair<Points, Index> random_fill(Index stones, std::uint64_t seed) const = 0;
    virtual Index plies_allowed() const { return NO_LIMIT; }  // then a random game is taken as it stands
    virtual std::uint64_t games_in_block() const = 0;
    virtual void random_games(bool uniform, std::uint64_t games, std::uint64_t seed, std::uint64_t first_block,
                              Totals& totals) const = 0;

    // A count is a sum of parts. By plies: of exactly this many.
    virtual std::uint64_t parts(int plies) const { return plies && !is_over() ? legal_moves().size() : 1; }
    virtual Lines lines(int plies, std::uint64_t part, bool pass_is_ply, const Cancel* cancel) const = 0;
    virtual std::uint64_t game_parts() const { return parts(1); }
    virtual Lines games(std::uint64_t part, const Cancel* cancel) const = 0;

    virtual std::vector<double> gains() const = 0;  // a number a legal move
    virtual std::unique_ptr<SearchObject> search(std::uint64_t seed, std::size_t bytes,
                                                 const JudgeObject* judge) const = 0;
    virtual std::unique_ptr<SolverObject> solver(std::size_t bytes, std::uint64_t seed) const = 0;
    // That finds by how much a side wins; null: there is none, or this many nodes will not do.
    virtual std::unique_ptr<SolverObject> margin_solver(std::size_t, std::uint64_t) const { return nullptr; }
    virtual bool move_on(SearchObject& search) const = 0;  // to this position; false: it is not in its tree
    virtual std::string misfit(const JudgeObject& judge) const = 0;  // why it cannot be judged by that; "": it can
    virtual Judgement judged(const JudgeObject& judge) const = 0;

    // What only some games have.
    virtual Points forbidden() const { return {}; }
    virtual std::vector<Points> rows() const { return {}; }
    virtual Points flipped(Index) const { return {}; }
    virtual int passes() const { return 0; }
    virtual std::int64_t captures(Cell) const { return 0; }
    virtual std::vector<std::uint8_t> owners() const { return {}; }
    virtual Points dead_stones() const { return {}; }
};

// What can be chosen of the rules: Go's komi in half points, its ko rule and whether suicide is allowed; Gomoku's row
// and variant.
struct RuleNumbers {
    int first = 0, second = 0, third = 0;
};

PositionObject::Pointer nogo_position(Board board, Cell to_play);
PositionObject::Pointer go_position(Board board, Cell to_play, const RuleNumbers& rules);
PositionObject::Pointer gomoku_position(Board board, Cell to_play, const RuleNumbers& rules);
PositionObject::Pointer othello_position(Board board, Cell to_play);

}  // namespace tengen::wasm
