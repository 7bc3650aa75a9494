// Many games of one kind side by side, and what a learner sees of them in arrays that stay where they are.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "crew.hpp"
#include "point_sets.hpp"
#include "random.hpp"
#include "unpack.hpp"

namespace tengen {

// What the planes are written as: nothing at all, a byte or a number for each point, or a bit.
enum class Planes { NONE, BYTES, FLOATS, BITS };

struct BatchSettings {
    std::size_t boards = 1;
    Planes planes = Planes::BYTES;
    int threads = 1;
    bool autoreset = false;      // a game that ends begins anew in the same step
    bool illegal_loses = false;  // else an illegal move is refused, and nothing is stepped
    Index opening = 0;           // random plies that begin every game
    Index most_plies = 0;        // after which a game is stopped and taken as it stands; 0: never
};

struct BatchArrays {
    std::vector<std::uint8_t> mask;          // boards x moves
    std::vector<std::uint8_t> planes;        // boards x planes x points; of floats or bits: their bytes
    std::vector<std::uint8_t> to_play;       // 0 Black, 1 White
    std::vector<float> rewards;              // boards x 2
    std::vector<std::uint8_t> over, truncated;
    std::vector<std::int32_t> plies;
};

// What the side to move sees of every game: the common planes.
template <class Boards>
std::array<typename Boards::Set, COMMON_PLANES> seen_by_mover(const Boards& boards,
                                                              const typename Boards::State& state) {
    const int own = side(state.to_play);
    const auto* const stones = boards.stones(state);
    return {stones[own], stones[1 - own], state.legal[own], state.legal[1 - own], boards.points()};
}

// What Python sees of it.
template <class Position>
class Batch {
public:
    Batch(const BatchSettings& settings, const Board& board, int planes)
        : settings_(settings), points_(board.size()), moves_(board.size() + Position::HAS_PASSES), planes_(planes),
          crew_(settings.threads) {
        const std::size_t boards = settings.boards;
        arrays_.mask.resize(boards * std::size_t(moves_));
        arrays_.planes.resize(boards * plane_bytes() * std::size_t(planes_));
        arrays_.to_play.resize(boards);
        arrays_.rewards.resize(2 * boards);
        arrays_.over.resize(boards);
        arrays_.truncated.resize(boards);
        arrays_.plies.resize(boards);
    }
    virtual ~Batch() = default;
    virtual std::unique_ptr<Batch> copy() const = 0;

    const BatchSettings& settings() const { return settings_; }
    BatchArrays& arrays() { return arrays_; }
    Index moves() const { return moves_; }  // how many numbers a move can have; a pass is the last
    int planes() const { return planes_; }

    // What one plane of one board takes.
    std::size_t plane_bytes() const {
        switch (settings_.planes) {
            case Planes::NONE: return 0;
            case Planes::BYTES: return std::size_t(points_);
            case Planes::FLOATS: return sizeof(float) * std::size_t(points_);
            default: return std::size_t(points_ + 7) / 8;
        }
    }

    // The number of the first of these moves that cannot be made; then nothing has happened. where: the boards that
    // they are for, each once; null: all, in order.
    virtual std::optional<std::size_t> step(const Index* moves, const std::uint32_t* where, std::size_t count) = 0;
    virtual bool has_ended(std::size_t board) const = 0;  // and waits for a reset
    virtual void play_random(Index plies, const std::uint32_t* where, std::size_t count) = 0;
    virtual void reset(const std::uint32_t* where, std::size_t count) = 0;

    virtual void seed(std::size_t board, std::uint64_t seed) = 0;

    virtual Position start() const = 0;
    virtual Position position(std::size_t board) const = 0;
    virtual void put(std::size_t board, const Position& position) = 0;

    // What a board has besides its position, for one that is put back from elsewhere. The outcome is that of its last
    // step.
    struct Rest {
        std::int32_t plies;
        Index last[2];  // the last move and the one before; NOWHERE: none
        float rewards[2];
        bool over, truncated;
        std::uint64_t random_state;
    };
    virtual Rest rest(std::size_t board) const = 0;
    virtual void put_rest(std::size_t board, const Rest& rest) = 0;

protected:
    Batch(const Batch& other)
        : settings_(other.settings_), points_(other.points_), moves_(other.moves_), planes_(other.planes_),
          arrays_(other.arrays_), crew_(other.settings_.threads) {}

    static constexpr std::size_t PIECE = 32;  // boards that a thread takes at a time
    static constexpr std::size_t LOOKED_AT = 4096;  // the same where they are only looked at

    BatchSettings settings_;
    Index points_, moves_;
    int planes_;
    BatchArrays arrays_;
    Crew crew_;
};

// Boards offers, for a game: State (with legal[2] and to_play), state, position, stones, points, play, is_over, winner
// and PLANES; see where it has planes of its own, may_pass where there are passes, is_eye where a random player leaves
// moves out.
template <class Position, class Boards>
class BatchOf final : public Batch<Position> {
    using Base = Batch<Position>;
    using Base::arrays_, Base::crew_, Base::moves_, Base::LOOKED_AT, Base::PIECE, Base::plane_bytes, Base::points_,
        Base::settings_;
    using typename Base::Rest;

public:
    using State = typename Boards::State;
    using Set = typename Boards::Set;

    BatchOf(const Position& start, const BatchSettings& settings, const std::vector<std::uint64_t>& seeds)
        : Base(settings, start.board(), Boards::PLANES), boards_(start, settings.planes != Planes::NONE),
          start_(boards_.state(start)), states_(settings.boards, start_), games_(settings.boards),
          random_(seeds.begin(), seeds.end()) {
        reset(nullptr, settings.boards);
    }

    std::unique_ptr<Base> copy() const override { return std::make_unique<BatchOf>(*this); }

    std::optional<std::size_t> step(const Index* moves, const std::uint32_t* where, std::size_t count) override {
        const auto board = [&](std::size_t k) { return where ? std::size_t(where[k]) : k; };
        std::atomic<std::size_t> first{count};
        crew_.share(count, LOOKED_AT, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                if (!games_[board(k)].ended && (settings_.illegal_loses || is_legal(states_[board(k)], moves[k])))
                    continue;
                std::size_t known = first;
                while (k < known && !first.compare_exchange_weak(known, k)) {
                }
                return;
            }
        });
        if (first < count) return first.load();
        crew_.share(count, PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                if (k + 1 < to) fetch(board(k + 1));
                advance(board(k), moves[k]);
                write(board(k));
            }
        });
        return std::nullopt;
    }

    bool has_ended(std::size_t board) const override { return games_[board].ended; }

    void play_random(Index plies, const std::uint32_t* where, std::size_t count) override {
        crew_.share(count, PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                const std::size_t board = where ? where[k] : k;
                if (games_[board].ended) continue;
                for (Index ply = 0; ply < plies && !games_[board].ended; ply++)
                    advance(board, random_move(states_[board], random_[board]));
                write(board);
            }
        });
    }

    void reset(const std::uint32_t* where, std::size_t count) override {
        crew_.share(count, PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                const std::size_t board = where ? where[k] : k;
                begin(board);
                forget(board);
                write(board);
            }
        });
    }

    void seed(std::size_t board, std::uint64_t seed) override { random_[board] = Random(seed); }

    Position start() const override { return boards_.position(start_); }
    Position position(std::size_t board) const override { return boards_.position(states_[board]); }
    void put(std::size_t board, const Position& position) override {
        states_[board] = boards_.state(position);
        games_[board] = {};
        games_[board].ended = boards_.is_over(states_[board]);
        forget(board);
        arrays_.over[board] = games_[board].ended;
        write(board);
    }
    Rest rest(std::size_t board) const override {
        const Game& game = games_[board];
        return {game.plies,
                {game.last[0], game.last[1]},
                {arrays_.rewards[2 * board], arrays_.rewards[2 * board + 1]},
                bool(arrays_.over[board]),
                bool(arrays_.truncated[board]),
                random_[board].state};
    }
    void put_rest(std::size_t board, const Rest& rest) override {
        const bool ended = rest.over && (!settings_.autoreset || boards_.is_over(states_[board]));
        games_[board] = {rest.plies, {rest.last[0], rest.last[1]}, ended};
        std::copy_n(rest.rewards, 2, &arrays_.rewards[2 * board]);
        arrays_.over[board] = rest.over;
        arrays_.truncated[board] = rest.truncated;
        random_[board] = Random(rest.random_state);
        write(board);
    }

private:
    // The arrays do not serve for these: the caller may write there.
    struct Game {
        std::int32_t plies = 0;
        Index last[2] = {NOWHERE, NOWHERE};  // moves
        bool ended = false;  // it waits for a reset
    };

    // Asks for a board's memory before it is needed: boards are more than the nearest caches hold.
    void fetch(std::size_t board) const {
        constexpr std::size_t LINE = 64, MOST_LINES = 16;
        const char* const from = reinterpret_cast<const char*>(&states_[board]);
        for (std::size_t k = 0; k < std::min(sizeof(State), MOST_LINES * LINE); k += LINE) __builtin_prefetch(from + k);
    }

    bool may_pass(const State& state) const {
        if constexpr (Position::HAS_PASSES)
            return boards_.may_pass(state);
        else
            return false;
    }

    bool is_legal(const State& state, Index move) const {
        return move == PASS ? may_pass(state) : move >= 0 && state.legal[side(state.to_play)].has(move);
    }

    // As a random game of the game chooses: uniformly, and in Go not into an own eye.
    Index random_move(const State& state, Random& random) const {
        Set left = state.legal[side(state.to_play)];
        for (Index count = left.count(); count > 0; count--) {
            const Index point = left.number(Index(random.below(std::uint32_t(count))));
            if constexpr (requires { boards_.is_eye(state, point); }) {
                if (boards_.is_eye(state, point)) {
                    left.remove(point);
                    continue;
                }
            }
            return point;
        }
        return PASS;
    }

    // The move is legal, unless illegal moves lose.
    void advance(std::size_t board, Index move) {
        State& state = states_[board];
        forget(board);
        if (settings_.illegal_loses && !is_legal(state, move)) {
            end(board, opponent(state.to_play));
            return;
        }
        play(board, move);
        const bool over = boards_.is_over(state);
        if (!over && (settings_.most_plies == 0 || games_[board].plies < settings_.most_plies)) return;
        arrays_.truncated[board] = !over;
        end(board, boards_.winner(state));
    }

    void play(std::size_t board, Index move) {
        Game& game = games_[board];
        boards_.play(states_[board], move);
        game.plies++;
        game.last[1] = game.last[0];
        game.last[0] = move;
    }

    // Of the last step.
    void forget(std::size_t board) {
        arrays_.rewards[2 * board] = arrays_.rewards[2 * board + 1] = 0;
        arrays_.over[board] = arrays_.truncated[board] = 0;
    }

    void end(std::size_t board, Cell winner) {
        if (winner != EMPTY) {
            arrays_.rewards[2 * board + std::size_t(side(winner))] = 1;
            arrays_.rewards[2 * board + std::size_t(1 - side(winner))] = -1;
        }
        arrays_.over[board] = 1;
        games_[board].ended = true;
        if (settings_.autoreset) begin(board);
    }

    // A random opening that ends the game is drawn again; where too many do, the game begins without.
    void begin(std::size_t board) {
        constexpr int MOST_TRIES = 100;
        const State& state = states_[board];
        for (int tries = 0; tries <= MOST_TRIES; tries++) {
            states_[board] = start_;
            games_[board] = {};
            const Index opening = tries < MOST_TRIES ? settings_.opening : 0;
            while (games_[board].plies < opening && !boards_.is_over(state))
                play(board, random_move(state, random_[board]));
            if (games_[board].plies == opening && !boards_.is_over(state)) return;
        }
    }

    void write(std::size_t board) {
        const State& state = states_[board];
        const bool ended = games_[board].ended;
        const int own = side(state.to_play);
        arrays_.to_play[board] = std::uint8_t(own);
        arrays_.plies[board] = games_[board].plies;
        std::uint8_t* const mask = &arrays_.mask[board * std::size_t(moves_)];
        if (ended)
            std::memset(mask, 0, std::size_t(moves_));
        else
            unpack(state.legal[own].words, points_, mask);
        if (Position::HAS_PASSES) mask[points_] = !ended && may_pass(state);
        if (settings_.planes == Planes::NONE) return;
        const auto common = seen_by_mover(boards_, state);
        Set seen[Boards::PLANES];
        std::copy(common.begin(), common.end(), seen);
        if (ended) seen[2] = seen[3] = {};
        if constexpr (Boards::PLANES > COMMON_PLANES) boards_.see(state, games_[board].last, seen + COMMON_PLANES);
        const std::size_t size = plane_bytes();
        std::uint8_t* to = &arrays_.planes[board * size * Boards::PLANES];
        for (const Set& set : seen) {
            switch (settings_.planes) {
                case Planes::BYTES: unpack(set.words, points_, to); break;
                case Planes::FLOATS: unpack(set.words, points_, reinterpret_cast<float*>(to)); break;
                default: std::memcpy(to, set.words, size);
            }
            to += size;
        }
    }

    Boards boards_;
    State start_;
    std::vector<State> states_;
    std::vector<Game> games_;
    std::vector<Random> random_;
};

// About what a batch takes.
template <class Position, template <int> class Boards>
std::size_t batch_bytes(const Board& board, const BatchSettings& settings) {
    return with_words_for(board, [&]<int WORDS>() {
        constexpr std::size_t PLANE_BYTES[] = {0, 8, 32, 1};  // of eight points
        const std::size_t arrays = std::size_t(Boards<WORDS>::PLANES) * PLANE_BYTES[int(settings.planes)] + 8;
        const std::size_t points = std::size_t(board.size());
        return settings.boards * (sizeof(typename Boards<WORDS>::State) + arrays * (points + 7) / 8 + 64);
    });
}

template <class Position, template <int> class Boards>
std::unique_ptr<Batch<Position>> make_batch(const Position& start, const BatchSettings& settings,
                                            const std::vector<std::uint64_t>& seeds) {
    return with_words_for(start.board(), [&]<int WORDS>() -> std::unique_ptr<Batch<Position>> {
        return std::make_unique<BatchOf<Position, Boards<WORDS>>>(start, settings, seeds);
    });
}

}  // namespace tengen
