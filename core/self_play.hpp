// Many games that a net plays with itself, side by side: each has a search tree, and all of them ask the net at once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
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
    std::vector<std::uint8_t> planes;  // positions x rows of a lesson x bytes of a plane
    std::vector<std::int16_t> policy;  // positions x moves: the improved policy, in parts of WHOLE
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

// A position is some rows of bytes: its planes, with a bit for each point; then, in some games, a number that the net
// is told besides, which is the first byte of a row, plus 128. A lesson may have two rows more: the points that the
// side to move had at the end of the game, and those of the other side; none where the game was given up.
struct Rows {
    int seen;    // of a position that is to be judged
    int lesson;  // of one to learn from
};

// What Python sees of it.
template <class Position>
class SelfPlay {
public:
    SelfPlay(const Board& board, std::size_t games, Rows in_rows, bool passes, int threads)
        : height(board.height), width(board.width), rows(in_rows), moves(board.size() + passes), games_(games),
          crew_(threads) {
        wanted_.resize(games * std::size_t(rows.seen) * plane_bytes());
    }
    virtual ~SelfPlay() = default;

    // For each game what the net is to judge.
    std::uint8_t* wanted() { return wanted_.data(); }

    // What it said: a number for each move of each game, and a value for each game. Then the games go on, until each of
    // them wants another position judged.
    virtual void tell(const float* policies, const float* values) = 0;

    // The lessons of the games that have ended since the last call, and how many games those were.
    virtual std::pair<Lessons, std::uint64_t> take() = 0;

    std::size_t games() const { return games_; }
    Index points() const { return height * width; }
    std::size_t plane_bytes() const { return std::size_t(points() + 7) / 8; }

    const Index height, width;
    const Rows rows;
    const Index moves;  // how many numbers a move can have; a pass is the last

protected:
    std::size_t games_;
    Crew crew_;
    std::vector<std::uint8_t> wanted_;
};

// Boards offers what gumbel::Tree asks for, stones, points and PLANES; and what only some games have:
//   void see(state, planes)        planes of its own, where PLANES says so
//   int number(state)              a number that the net is told
//   std::array<Set, 2> owners(state)
//                                  at the end of a game: whose each point is, Black's and White's
//   Set opening_moves(state)       where random openings go, if not anywhere
//   void forget(state)             what came before this position
//   void for_finishing(state, use) calls use(move) for each move that wins at once, if the game was ended because there
//                                  are such
//   MAY_GIVE_UP                    a side that has lost need not play on
template <class Position, class Boards>
class SelfPlayOf final : public SelfPlay<Position> {
    using Base = SelfPlay<Position>;
    using Base::crew_, Base::moves, Base::rows, Base::wanted_, Base::plane_bytes, Base::points;

public:
    using State = typename Boards::State;
    using Set = typename Boards::Set;

    // Game number k begins with start number k, and so do all that follow it; the starts are taken in turn. All have
    // the same height and width, and none is over.
    SelfPlayOf(const std::vector<Position>& starts, const SelfPlaySettings& settings)
        : Base(starts[0].board(), settings.games, ROWS, HAS_PASSES, settings.threads), opening_(settings.opening) {
        starts_.reserve(starts.size());
        for (const Position& start : starts) {
            Start made{Boards(start, true), {}, 0};
            made.state = made.boards.state(start);
            made.points = made.state.legal[side(made.state.to_play)].count();
            starts_.push_back(std::move(made));
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
                if (std::exchange(table.begins, false) && is_turned_down(values[k], table.random)) {
                    begin(table, table.random_plies);
                } else {
                    table.tree.tell(policies + k * std::size_t(moves), values[k], table.random);
                    while (table.tree.is_done()) move(table);
                }
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

    static constexpr bool HAS_NUMBER = requires(const Boards& boards, const State& state) { boards.number(state); };
    static constexpr bool HAS_OWNERS = requires(const Boards& boards, const State& state) { boards.owners(state); };
    static constexpr bool HAS_PASSES = requires(const Boards& boards) { boards.pass(); };
    static constexpr bool MAY_GIVE_UP = requires { Boards::MAY_GIVE_UP; };
    static constexpr Rows ROWS{Boards::PLANES + HAS_NUMBER, Boards::PLANES + HAS_NUMBER + 2 * HAS_OWNERS};

    static constexpr float LOST = -0.9f;          // by this value a game is given up,
    static constexpr std::uint32_t PLAYED_OUT = 4;  // but for one game in so many: else no error would come to light

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
        Index random_plies = 0;  // that may have begun the game, at most
        bool begins = false;     // its first position waits for the net's judgement
        bool plays_on = false;   // to the end, even if all is lost
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
            for (; plies > 0 && !boards.is_over(table.state); plies--)
                boards.play(table.state, random_move(boards, table.state, table.random));
        } while (boards.is_over(table.state));
        if constexpr (requires { boards.forget(table.state); }) boards.forget(table.state);
        table.random_plies = most_random_plies;
        table.begins = true;
        if constexpr (MAY_GIVE_UP) table.plays_on = table.random.below(PLAYED_OUT) == 0;
        table.tree.begin(boards, table.state);
    }

    static Index random_move(const Boards& boards, const State& state, Random& random) {
        Set moves;
        if constexpr (requires { boards.opening_moves(state); }) moves = boards.opening_moves(state);
        if (!moves) moves = gumbel::moves_to_try(boards, state);
        if constexpr (HAS_PASSES)
            if (!moves) return boards.pass();
        return moves.number(Index(random.below(std::uint32_t(moves.count()))));
    }

    // Openings after which one side has as good as won teach little: most of them are drawn again, not all, for the
    // net may be wrong.
    static bool is_turned_down(float value, Random& random) {
        constexpr float MOST = 0.95f;
        constexpr std::uint32_t PARTS = 1 << 16;
        const auto parts = std::uint32_t(MOST * value * value * float(PARTS));
        return parts > 0 && random.below(PARTS) < parts;
    }

    void move(Table& table) {
        keep(table);
        const Boards& boards = table.start->boards;
        if constexpr (MAY_GIVE_UP)
            if (!table.plays_on && table.tree.best_value() < LOST) {
                finish(table, opponent(table.state.to_play), {});
                begin_next(table);
                return;
            }
        boards.play(table.state, table.tree.best_move());
        if (!boards.is_over(table.state)) {
            table.tree.begin(boards, table.state);
            return;
        }
        keep_last(table);
        if constexpr (HAS_OWNERS)
            finish(table, boards.winner(table.state), boards.owners(table.state));
        else
            finish(table, boards.winner(table.state), {});
        begin_next(table);
    }

    // Now and then with many random plies: a player also meets positions that good play does not lead to.
    void begin_next(Table& table) {
        const Index many = std::max(opening_, std::min(table.start->points / 3, MOST_RANDOM_PLIES));
        begin(table, table.random.below(4) == 0 ? many : opening_);
    }

    void keep(Table& table) {
        add_lesson(table, [&](auto&& use) { table.tree.improved_policy(use); });
    }

    // The search does not ask about a position where a move wins at once, but who plays by the net alone does.
    void keep_last(Table& table) {
        const Boards& boards = table.start->boards;
        if constexpr (requires { boards.for_finishing(table.state, [](Index) {}); }) {
            int count = 0;
            boards.for_finishing(table.state, [&](Index) { count++; });
            if (count == 0) return;
            add_lesson(table, [&](auto&& use) {
                boards.for_finishing(table.state, [&](Index move) { use(move, 1.0f / float(count)); });
            });
        }
    }

    // for_policy calls what it is given with moves and their probabilities.
    template <class ForPolicy>
    void add_lesson(Table& table, ForPolicy&& for_policy) {
        Lessons& lessons = table.playing;
        const std::size_t written = lessons.planes.size(), before = lessons.policy.size();
        lessons.planes.resize(written + std::size_t(rows.lesson) * plane_bytes());
        write(table, table.state, lessons.planes.data() + written);
        lessons.policy.resize(before + std::size_t(moves));
        for_policy([&](Index move, float probability) {
            lessons.policy[before + std::size_t(move)] = std::int16_t(std::lround(Lessons::WHOLE * probability));
        });
        lessons.result.push_back(table.state.to_play == BLACK ? 1 : -1);
    }

    // owners: Black's points and White's, if they are known.
    void finish(Table& table, Cell winner, const std::array<Set, 2>& owners) {
        std::uint8_t* to = table.playing.planes.data();
        for (auto& result : table.playing.result) {
            to += std::size_t(rows.seen) * plane_bytes();
            if constexpr (HAS_OWNERS)
                for (int k = 0; k < 2; k++, to += plane_bytes())
                    std::memcpy(to, owners[std::size_t(result == 1 ? k : 1 - k)].words, plane_bytes());
            result = std::int8_t(winner == EMPTY ? 0 : winner == BLACK ? result : -result);
        }
        table.finished.append(table.playing);
        table.playing.clear();
        table.ended++;
    }

    void show(std::size_t number) {
        write(tables_[number], tables_[number].tree.wanted(),
              &wanted_[0] + number * std::size_t(rows.seen) * plane_bytes());
    }

    // The rows of a state.
    void write(const Table& table, const State& state, std::uint8_t* to) const {
        const Boards& boards = table.start->boards;
        const auto common = seen_by_mover(boards, state);
        Set seen[Boards::PLANES];
        std::copy(common.begin(), common.end(), seen);
        if constexpr (Boards::PLANES > COMMON_PLANES) boards.see(state, seen + COMMON_PLANES);
        for (const Set& set : seen) {
            std::memcpy(to, set.words, plane_bytes());
            to += plane_bytes();
        }
        if constexpr (HAS_NUMBER) {
            std::memset(to, 0, plane_bytes());
            *to = std::uint8_t(128 + boards.number(state));
        }
    }

    Index opening_;
    std::vector<Start> starts_;
    std::vector<Table> tables_;
};

// Is there nothing to play from here, as Boards has it? It may see the end of a game sooner than Position.
template <class Position, template <int> class Boards>
bool is_settled(const Position& start) {
    return with_words_for(start.board(), [&]<int WORDS>() {
        const Boards<WORDS> boards(start, true);
        return boards.is_over(boards.state(start));
    });
}

template <class Position, template <int> class Boards>
std::unique_ptr<SelfPlay<Position>> make_self_play(const std::vector<Position>& starts,
                                                   const SelfPlaySettings& settings) {
    return with_words_for(starts[0].board(), [&]<int WORDS>() -> std::unique_ptr<SelfPlay<Position>> {
        return std::make_unique<SelfPlayOf<Position, Boards<WORDS>>>(starts, settings);
    });
}

}  // namespace tengen
