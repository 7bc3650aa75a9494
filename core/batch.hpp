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

#include "batch_games.hpp"
#include "board_sets.hpp"
#include "crew.hpp"
#include "unpack.hpp"

namespace tengen {

struct BatchArrays {
    std::vector<std::uint8_t> mask;          // boards x moves
    std::vector<std::uint8_t> planes;        // boards x planes x points; of floats or bits: their bytes
    std::vector<std::uint8_t> to_play;       // 0 Black, 1 White
    std::vector<float> rewards;              // boards x 2
    std::vector<std::uint8_t> over, truncated;
    std::vector<std::int32_t> plies;
};

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

// Boards: see BatchGames. Here it makes a state of a position too, and a position of a state.
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
        : Base(settings, start.board(), Boards::PLANES), table_(table(start, settings)) {
        seats_.reserve(settings.boards);
        for (const std::uint64_t seed : seeds) seats_.push_back({table_.start, {}, Random(seed)});
        reset(nullptr, settings.boards);
    }

    std::unique_ptr<Base> copy() const override { return std::make_unique<BatchOf>(*this); }

    std::optional<std::size_t> step(const Index* moves, const std::uint32_t* where, std::size_t count) override {
        const auto board = [&](std::size_t k) { return where ? std::size_t(where[k]) : k; };
        const Games games = this->games();
        std::atomic<std::size_t> first{count};
        crew_.share(count, LOOKED_AT, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                if (games.may_step(board(k), moves[k])) continue;
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
                games.step(board(k), moves[k]);
                write(games, board(k));
            }
        });
        return std::nullopt;
    }

    bool has_ended(std::size_t board) const override { return seats_[board].game.ended; }

    void play_random(Index plies, const std::uint32_t* where, std::size_t count) override {
        for_boards(where, count, [&](const Games& games, std::size_t board) {
            if (!has_ended(board)) games.play_random(board, plies);
        });
    }

    void reset(const std::uint32_t* where, std::size_t count) override {
        for_boards(where, count, [](const Games& games, std::size_t board) { games.reset(board); });
    }

    void seed(std::size_t board, std::uint64_t seed) override { seats_[board].random = Random(seed); }

    Position start() const override { return table_.boards.position(table_.start); }
    Position position(std::size_t board) const override { return table_.boards.position(seats_[board].state); }
    void put(std::size_t board, const Position& position) override {
        seats_[board].state = table_.boards.state(position);
        games().take_up(board);
        write(games(), board);
    }
    Rest rest(std::size_t board) const override {
        const BatchGame& game = seats_[board].game;
        return {game.plies,
                {game.last[0], game.last[1]},
                {arrays_.rewards[2 * board], arrays_.rewards[2 * board + 1]},
                bool(arrays_.over[board]),
                bool(arrays_.truncated[board]),
                seats_[board].random.state};
    }
    void put_rest(std::size_t board, const Rest& rest) override {
        const bool ended = rest.over && (!settings_.autoreset || table_.boards.is_over(seats_[board].state));
        seats_[board].game = {rest.plies, {rest.last[0], rest.last[1]}, ended};
        std::copy_n(rest.rewards, 2, &arrays_.rewards[2 * board]);
        arrays_.over[board] = rest.over;
        arrays_.truncated[board] = rest.truncated;
        seats_[board].random = Random(rest.random_state);
        write(games(), board);
    }

private:
    using Games = BatchGames<Boards>;
    using Seat = BatchSeat<State>;

    static BatchTable<Boards> table(const Position& start, const BatchSettings& settings) {
        Boards boards(start, settings.planes != Planes::NONE);
        State state = boards.state(start);
        return {std::move(boards), std::move(state), settings};
    }

    Games games() {
        return {&table_,
                seats_.data(),
                {arrays_.to_play.data(), arrays_.rewards.data(), arrays_.over.data(), arrays_.truncated.data(),
                 arrays_.plies.data()}};
    }

    // Calls change(games, board) for each of these, and shows them.
    template <class Change>
    void for_boards(const std::uint32_t* where, std::size_t count, Change&& change) {
        const Games games = this->games();
        crew_.share(count, PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                const std::size_t board = where ? where[k] : k;
                change(games, board);
                write(games, board);
            }
        });
    }

    // Asks for a board's memory before it is needed: boards are more than the nearest caches hold.
    void fetch(std::size_t board) const {
        constexpr std::size_t LINE = 64, MOST_LINES = 16;
        const char* const from = reinterpret_cast<const char*>(&seats_[board]);
        for (std::size_t k = 0; k < std::min(sizeof(Seat), MOST_LINES * LINE); k += LINE) __builtin_prefetch(from + k);
    }

    void write(const Games& games, std::size_t board) {
        games.tell(board);
        std::uint8_t* const mask = &arrays_.mask[board * std::size_t(moves_)];
        unpack(games.legal(board).words, points_, mask);
        if (Position::HAS_PASSES) mask[points_] = games.may_pass(board);
        if (settings_.planes == Planes::NONE) return;
        Set seen[Boards::PLANES];
        games.see(board, seen);
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

    BatchTable<Boards> table_;
    std::vector<Seat> seats_;
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
