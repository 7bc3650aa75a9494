// Many games that a net plays with itself, side by side: each has a search tree, and all of them ask the net at once.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "gumbel.hpp"

namespace tengen {

struct SelfPlaySettings {
    std::size_t games = 1;
    gumbel::Tuning tuning;
    Index opening = 0;  // at most this many random plies begin a game; one game in four may have more
    int threads = 1;
    std::uint64_t seed = 0;
};

// What a net learns from, position by position, in the order in which games ended.
struct Lessons {
    std::vector<std::uint8_t> planes;  // positions x planes x bytes of a plane: a bit for each point
    std::vector<std::int16_t> policy;  // positions x points: the improved policy, in parts of WHOLE
    std::vector<std::int8_t> result;   // 1 won, -1 lost, 0 drawn, for the side to move

    static constexpr float WHOLE = 32767;

    void append(const Lessons& more) {
        planes.insert(planes.end(), more.planes.begin(), more.planes.end());
        policy.insert(policy.end(), more.policy.begin(), more.policy.end());
        result.insert(result.end(), more.result.begin(), more.result.end());
    }
    void clear() {
        planes.clear();
        policy.clear();
        result.clear();
    }
};

// What Python sees of it.
template <class Position>
class SelfPlay {
public:
    SelfPlay(const Board& board, std::size_t games, int plane_count, int threads)
        : height(board.height), width(board.width), planes(plane_count), games_(games), crew_(threads) {
        wanted_.resize(games * std::size_t(planes) * plane_bytes());
    }
    virtual ~SelfPlay() = default;

    // For each game what the net is to judge: the planes of a position, a bit for each point.
    std::uint8_t* wanted() { return wanted_.data(); }

    // What it said: a number for each point of each game's board, and a value for each game. Then the games go on,
    // until each of them wants another position judged.
    virtual void tell(const float* policies, const float* values) = 0;

    // The lessons of the games that have ended since the last call, and how many games those were.
    virtual std::pair<Lessons, std::uint64_t> take() = 0;

    std::size_t games() const { return games_; }
    Index points() const { return height * width; }
    std::size_t plane_bytes() const { return std::size_t(points() + 7) / 8; }

    const Index height, width;
    const int planes;

protected:
    std::size_t games_;
    Crew crew_;
    std::vector<std::uint8_t> wanted_;
};

template <class Position, class Boards>
class SelfPlayOf final : public SelfPlay<Position> {
    using Base = SelfPlay<Position>;
    using Base::crew_, Base::wanted_, Base::plane_bytes, Base::points;

public:
    using State = typename Boards::State;
    using Set = typename Boards::Set;
    static_assert(Boards::PLANES == COMMON_PLANES, "planes of a game's own may need its last moves");

    // Game number k begins with start number k, and so do all that follow it; the starts are taken in turn. All have
    // the same height and width.
    SelfPlayOf(const std::vector<Position>& starts, const SelfPlaySettings& settings)
        : Base(starts[0].board(), settings.games, Boards::PLANES, settings.threads), opening_(settings.opening) {
        starts_.reserve(starts.size());
        for (const Position& start : starts) {
            starts_.push_back({Boards(start, true), {}, Index(start.legal_moves().size())});
            starts_.back().state = starts_.back().boards.state(start);
        }
        tables_.reserve(settings.games);
        for (std::size_t k = 0; k < settings.games; k++)
            tables_.emplace_back(starts_[k % starts_.size()], derived_seed(settings.seed, k), settings.tuning);
        crew_.share(tables_.size(), PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                // The first games begin at different plies, so that they do not all end at the same time.
                begin(tables_[k], tables_[k].start->points / 2);
                show(k);
            }
        });
    }

    void tell(const float* policies, const float* values) override {
        crew_.share(tables_.size(), PIECE, [&](std::size_t from, std::size_t to) {
            for (std::size_t k = from; k < to; k++) {
                if (k + 2 < to) tables_[k + 2].tree.fetch();
                Table& table = tables_[k];
                table.tree.tell(policies + k * std::size_t(points()), values[k], table.random);
                while (table.tree.is_done()) move(table);
                show(k);
            }
        });
    }

    std::pair<Lessons, std::uint64_t> take() override {
        Lessons all;
        std::uint64_t ended = 0;
        for (Table& table : tables_) {
            all.append(table.finished);
            table.finished.clear();
            ended += std::exchange(table.ended, 0);
        }
        return {std::move(all), ended};
    }

private:
    static constexpr std::size_t PIECE = 16;  // games that a thread takes at a time

    static constexpr Index MOST_RANDOM_PLIES = 12;

    struct Start {
        Boards boards;
        State state;
        Index points;  // that are free
    };
    struct Table {
        Table(const Start& from, std::uint64_t seed, const gumbel::Tuning& tuning)
            : start(&from), state(from.state), random(seed), tree(tuning) {}
        const Start* start;
        State state;
        Random random;
        gumbel::Tree<Boards> tree;
        Lessons playing;  // result: while the game goes on, whose move it is: 1 Black's, -1 White's
        Lessons finished;
        std::uint64_t ended = 0;
    };

    // Random plies that end the game are drawn again.
    void begin(Table& table, Index most_random_plies) {
        const Boards& boards = table.start->boards;
        do {
            table.state = table.start->state;
            Index plies = Index(table.random.below(std::uint32_t(most_random_plies + 1)));
            for (; plies > 0 && !boards.is_over(table.state); plies--) {
                const Set& legal = table.state.legal[side(table.state.to_play)];
                boards.play(table.state, legal.number(Index(table.random.below(std::uint32_t(legal.count())))));
            }
        } while (boards.is_over(table.state));
        table.tree.begin(boards, table.state);
    }

    void move(Table& table) {
        keep(table);
        const Boards& boards = table.start->boards;
        boards.play(table.state, table.tree.best_move());
        if (boards.is_over(table.state)) {
            finish(table);
            // Now and then many: a player also meets positions that good play does not lead to.
            const Index many = std::max(opening_, std::min(table.start->points / 3, MOST_RANDOM_PLIES));
            begin(table, table.random.below(4) == 0 ? many : opening_);
        } else {
            table.tree.begin(boards, table.state);
        }
    }

    void keep(Table& table) {
        Lessons& lessons = table.playing;
        lessons.planes.resize(lessons.planes.size() + std::size_t(Boards::PLANES) * plane_bytes());
        write(table, table.state, lessons.planes.data() + lessons.planes.size());
        const std::size_t before = lessons.policy.size();
        lessons.policy.resize(before + std::size_t(points()));
        table.tree.improved_policy([&](Index move, float probability) {
            lessons.policy[before + std::size_t(move)] = std::int16_t(std::lround(Lessons::WHOLE * probability));
        });
        lessons.result.push_back(table.state.to_play == BLACK ? 1 : -1);
    }

    void finish(Table& table) {
        const Cell winner = table.start->boards.winner(table.state);
        for (auto& result : table.playing.result)
            result = std::int8_t(winner == EMPTY ? 0 : winner == BLACK ? result : -result);
        table.finished.append(table.playing);
        table.playing.clear();
        table.ended++;
    }

    void show(std::size_t number) {
        write(tables_[number], tables_[number].tree.wanted(),
              &wanted_[0] + (number + 1) * std::size_t(Boards::PLANES) * plane_bytes());
    }

    // The planes of a state, as bits, up to this place.
    void write(const Table& table, const State& state, std::uint8_t* to) const {
        to -= std::size_t(Boards::PLANES) * plane_bytes();
        for (const Set& set : seen_by_mover(table.start->boards, state)) {
            std::memcpy(to, set.words, plane_bytes());
            to += plane_bytes();
        }
    }

    Index opening_;
    std::vector<Start> starts_;
    std::vector<Table> tables_;
};

template <class Position, template <int> class Boards>
std::unique_ptr<SelfPlay<Position>> make_self_play(const std::vector<Position>& starts,
                                                   const SelfPlaySettings& settings) {
    return with_words_for(starts[0].board(), [&]<int WORDS>() -> std::unique_ptr<SelfPlay<Position>> {
        return std::make_unique<SelfPlayOf<Position, Boards<WORDS>>>(starts, settings);
    });
}

}  // namespace tengen
