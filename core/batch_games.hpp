// The games of a batch, one board at a time: what a move does to it, and what a learner sees of it. A graphics card has
// this file too; it has the boards of rules_on_sets.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "point_sets.hpp"
#include "random.hpp"

namespace tengen {

// What the planes are written as: nothing at all, a byte or a number for each point, or a bit.
enum class Planes { NONE, BYTES, FLOATS, BITS };

struct BatchSettings {
    std::size_t boards = 1;
    Planes planes = Planes::BYTES;
    int threads = 1;
    bool autoreset = false;  // a game that ends begins anew in the same step
    bool illegal_loses = false;  // else an illegal move is refused, and nothing is stepped
    Index opening = 0;  // random plies that begin every game
    Index most_plies = 0;  // after which a game is stopped and taken as it stands; 0: never
};

// What all games of a batch have in common.
template <class Boards>
struct BatchTable {
    Boards boards;
    typename Boards::State start;
    BatchSettings settings;
};

// What is known of one game. The arrays do not serve for this: the caller may write there.
struct BatchGame {
    std::int32_t plies = 0;
    Index last[2] = {NOWHERE, NOWHERE};  // the last move and the one before
    bool ended = false;  // it waits for a reset
};

template <class State>
struct BatchSeat {
    State state;
    BatchGame game;
    Random random;
};

// Where the arrays are; the mask and the planes are written elsewhere.
struct BatchOutcomes {
    std::uint8_t* to_play;
    float* rewards;
    std::uint8_t *over, *truncated;
    std::int32_t* plies;
};

// What the side to move sees of every game: the common planes.
template <class Boards>
std::array<typename Boards::Set, COMMON_PLANES> seen_by_mover(const Boards& boards,
                                                              const typename Boards::State& state) {
    const int own = side(state.to_play);
    const auto* const stones = boards.stones(state);
    return {stones[own], stones[1 - own], state.legal[own], state.legal[1 - own], boards.points()};
}

// Boards offers, for a game: State (with legal[2] and to_play), stones, points, play, is_over, winner and PLANES; see
// where it has planes of its own, may_pass where there are passes, is_eye where a random player leaves moves out.
template <class Boards>
struct BatchGames {
    using State = typename Boards::State;
    using Set = typename Boards::Set;
    static constexpr bool HAS_PASSES = requires(const Boards& boards, const State& state) { boards.may_pass(state); };

    const BatchTable<Boards>* table;
    BatchSeat<State>* seats;
    BatchOutcomes outcomes;

    bool may_step(std::size_t board, Index move) const {
        return !seats[board].game.ended && (table->settings.illegal_loses || is_legal(seats[board].state, move));
    }

    // The move is legal, unless illegal moves lose.
    void step(std::size_t board, Index move) const {
        const BatchSettings& settings = table->settings;
        State& state = seats[board].state;
        forget(board);
        if (settings.illegal_loses && !is_legal(state, move)) {
            end(board, opponent(state.to_play));
            return;
        }
        play(board, move);
        const bool over = table->boards.is_over(state);
        if (!over && (settings.most_plies == 0 || seats[board].game.plies < settings.most_plies)) return;
        outcomes.truncated[board] = !over;
        end(board, table->boards.winner(state));
    }

    void play_random(std::size_t board, Index plies) const {
        const BatchGame& game = seats[board].game;
        for (Index ply = 0; ply < plies && !game.ended; ply++) step(board, random_move(seats[board]));
    }

    void reset(std::size_t board) const {
        begin(board);
        forget(board);
    }

    // A position was put there.
    void take_up(std::size_t board) const {
        BatchGame& game = seats[board].game;
        game = {};
        game.ended = table->boards.is_over(seats[board].state);
        forget(board);
        outcomes.over[board] = game.ended;
    }

    // Writes whose turn it is, and how many plies were played.
    void tell(std::size_t board) const {
        outcomes.to_play[board] = std::uint8_t(side(seats[board].state.to_play));
        outcomes.plies[board] = seats[board].game.plies;
    }
    Set legal(std::size_t board) const {
        const auto& [state, game, random] = seats[board];
        return game.ended ? Set() : state.legal[side(state.to_play)];
    }
    bool may_pass(std::size_t board) const { return !seats[board].game.ended && may_pass(seats[board].state); }
    void see(std::size_t board, Set* seen) const {
        const auto& [state, game, random] = seats[board];
        const auto common = seen_by_mover(table->boards, state);
        for (std::size_t k = 0; k < COMMON_PLANES; k++) seen[k] = common[k];
        if (game.ended) seen[2] = seen[3] = {};
        for (int k = COMMON_PLANES; k < Boards::PLANES; k++) seen[k] = {};
        if constexpr (Boards::PLANES > COMMON_PLANES) table->boards.see(state, game.last, seen + COMMON_PLANES);
    }

private:
    bool may_pass(const State& state) const {
        if constexpr (HAS_PASSES)
            return table->boards.may_pass(state);
        else
            return false;
    }

    bool is_legal(const State& state, Index move) const {
        return move == PASS ? may_pass(state) : move >= 0 && state.legal[side(state.to_play)].has(move);
    }

    // As a random game of the game chooses: uniformly, and in Go not into an own eye.
    Index random_move(BatchSeat<State>& seat) const {
        Set left = seat.state.legal[side(seat.state.to_play)];
        for (Index count = left.count(); count > 0; count--) {
            const Index point = left.number(Index(seat.random.below(std::uint32_t(count))));
            if constexpr (requires { table->boards.is_eye(seat.state, point); }) {
                if (table->boards.is_eye(seat.state, point)) {
                    left.remove(point);
                    continue;
                }
            }
            return point;
        }
        return PASS;
    }

    void play(std::size_t board, Index move) const {
        BatchGame& game = seats[board].game;
        table->boards.play(seats[board].state, move);
        game.plies++;
        game.last[1] = game.last[0];
        game.last[0] = move;
    }

    // Clears what the last step said.
    void forget(std::size_t board) const {
        outcomes.rewards[2 * board] = outcomes.rewards[2 * board + 1] = 0;
        outcomes.over[board] = outcomes.truncated[board] = 0;
    }

    void end(std::size_t board, Cell winner) const {
        if (winner != EMPTY) {
            outcomes.rewards[2 * board + std::size_t(side(winner))] = 1;
            outcomes.rewards[2 * board + std::size_t(1 - side(winner))] = -1;
        }
        outcomes.over[board] = 1;
        seats[board].game.ended = true;
        if (table->settings.autoreset) begin(board);
    }

    // A random opening that ends the game is drawn again; where too many do, the game begins without.
    void begin(std::size_t board) const {
        constexpr int MOST_TRIES = 100;
        auto& [state, game, random] = seats[board];
        for (int tries = 0; tries <= MOST_TRIES; tries++) {
            state = table->start;
            game = {};
            const Index opening = tries < MOST_TRIES ? table->settings.opening : 0;
            while (game.plies < opening && !table->boards.is_over(state)) play(board, random_move(seats[board]));
            if (game.plies == opening && !table->boards.is_over(state)) return;
        }
    }
};

}  // namespace tengen
