// A batch for a graphics card: what it is given before it plays (core/gpu/batch.hpp), and what its boards are here.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "board_sets.hpp"
#include "gpu/batch.hpp"

namespace tengen {

// Kernels for larger boards would take NVRTC minutes to compile.
constexpr int MOST_CARD_WORDS = 6;
inline bool fits_card_batch(const Board& board) { return board.width < 64 && board.size() <= 64 * MOST_CARD_WORDS; }

template <class Position>
struct CardBatch {
    Position start;
    BatchSettings settings;
    std::string rules = {};             // the type in C++ of the boards' rules
    std::vector<std::byte> table = {};  // as BatchTable, which all games have in common
    std::size_t seat_bytes = 0, shown_bytes = 0, job_bytes = 0;

    CardBatch(const Position& from, const BatchSettings& asked) : start(from), settings(asked) {}
    virtual ~CardBatch() = default;
    // Nothing, if that is no board of this batch.
    virtual std::optional<Position> position(const std::byte* seat) const = 0;
    virtual void put(std::byte* seat, const Position& position) const = 0;
};

template <class Position, class Boards, class Rules>
class CardBatchOf final : public CardBatch<Position> {
    using State = typename Rules::State;
    using Table = BatchTable<Rules>;
    using Seat = BatchSeat<State>;
    // They go to the card and back as bytes.
    static_assert(std::is_trivially_copyable_v<Table> && std::is_trivially_copyable_v<Seat>);

public:
    CardBatchOf(std::string name, const Position& from, const BatchSettings& asked)
        : CardBatch<Position>(from, asked), boards_(from, asked.planes != Planes::NONE) {
        const Table made{boards_, boards_.state(from), asked};
        this->rules = std::move(name);
        this->table.resize(sizeof(Table));
        std::memcpy(this->table.data(), &made, sizeof(Table));
        this->seat_bytes = sizeof(Seat);
        this->shown_bytes = sizeof(gpu::Shown<Rules>);
        this->job_bytes = sizeof(gpu::BatchJob<Rules>);
    }

    std::optional<Position> position(const std::byte* seat) const override {
        typename Boards::State state{};
        std::memcpy(static_cast<State*>(&state), seat + offsetof(Seat, state), sizeof(State));
        const auto* const stones = boards_.stones(state);
        if ((state.to_play != BLACK && state.to_play != WHITE) || (stones[0] & stones[1]) ||
            ((stones[0] | stones[1]) & ~boards_.points()))
            return std::nullopt;
        if constexpr (requires { state.banned; })
            if (state.passes < 0 || state.passes > 2 || state.captures[0] < 0 || state.captures[1] < 0 ||
                state.banned < NOWHERE || state.banned >= this->start.board().size() ||
                (state.banned != NOWHERE && !(boards_.points() & ~(stones[0] | stones[1])).has(state.banned)))
                return std::nullopt;
        return boards_.position(state);
    }

    void put(std::byte* seat, const Position& position) const override {
        const State state = boards_.state(position);
        std::memcpy(seat + offsetof(Seat, state), &state, sizeof(State));
    }

private:
    Boards boards_;
};

// The board fits.
template <class Position, template <int> class Boards, template <int> class Rules>
std::unique_ptr<CardBatch<Position>> make_card_batch(const std::string& game, const Position& start,
                                                     const BatchSettings& settings) {
    return with_words_for(start.board(), [&]<int WORDS>() -> std::unique_ptr<CardBatch<Position>> {
        if constexpr (WORDS <= MOST_CARD_WORDS)
            return std::make_unique<CardBatchOf<Position, Boards<WORDS>, Rules<WORDS>>>(
                game + "::RulesOnSets<" + std::to_string(WORDS) + ">", start, settings);
        else
            return nullptr;
    });
}

}  // namespace tengen
