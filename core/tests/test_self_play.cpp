#include "../self_play.hpp"

#include <algorithm>
#include <vector>

#include "../batch.hpp"
#include "../go/self_play.hpp"
#include "../gomoku/fours.hpp"
#include "../gomoku/self_play.hpp"
#include "../nogo/boards.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

using nogo::Position;
using Boards = nogo::Boards<1>;
using State = Boards::State;

// Who wins with perfect play, by trying everything: 1 the side to move, -1 the other.
float truth(const Boards& boards, const State& state) {
    float best = -1;
    state.legal[side(state.to_play)].for_each([&](Index move) {
        if (best > 0) return;
        State next = state;
        boards.play(next, move);
        best = std::max(best, -truth(boards, next));
    });
    return best;
}

void half_of_the_moves_go_on() {
    EXPECT((gumbel::halving_schedule(4, 8) == std::vector<int>{0, 0, 0, 0, 1, 1, 2, 2}));
    EXPECT((gumbel::halving_schedule(1, 3) == std::vector<int>{0, 1, 2}));
    EXPECT((gumbel::halving_schedule(16, 32).size() == 32));
    EXPECT((gumbel::halving_schedule(16, 3) == std::vector<int>{0, 0, 0}));
}

// A net that knows the truth of every position, and nothing of moves.
void a_tree_finds_wins() {
    Random random = seeded(1);
    for (int round = 0; round < 40; round++) {
        Position position(Board(3, 4), BLACK);
        for (int ply = 0; ply < 2 + round % 3 && !position.is_over(); ply++) {
            const auto moves = position.legal_moves();
            position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        if (position.is_over()) continue;
        const Boards boards(position, true);
        const State root = boards.state(position);
        gumbel::Tree<Boards> tree({.visits = 64, .candidates = 16});
        tree.begin(boards, root);
        const std::vector<float> policy(12, 0.0f);
        int told = 0;
        for (; !tree.is_done(); told++) tree.tell(policy.data(), truth(boards, tree.wanted()), random);
        EXPECT(told <= 65);
        float sum = 0;
        tree.improved_policy([&](Index move, float probability) {
            EXPECT(root.legal[side(root.to_play)].has(move));
            sum += probability;
        });
        EXPECT(std::abs(sum - 1) < 1e-4f);
        State next = root;
        boards.play(next, tree.best_move());
        EXPECT(truth(boards, root) < 0 || truth(boards, next) < 0);
    }
}

struct Played {
    Lessons lessons;
    std::uint64_t games = 0;
};

// A net that likes the first points best, and takes every position for even, or for what it is told.
template <class Start, class StartBoards>
Played played_by(const std::vector<Start>& starts, std::size_t games, int threads, int steps, float value = 0) {
    SelfPlayOf<Start, StartBoards> of_these(starts, {games, {.visits = 8, .candidates = 4}, 2, threads, 7});
    SelfPlay<Start>& play = of_these;
    const std::size_t moves = std::size_t(play.moves);
    std::vector<float> policies(games * moves), values(games, value);
    for (std::size_t k = 0; k < policies.size(); k++) policies[k] = -0.1f * float(k % moves);
    Played all;
    for (int step = 0; step < steps; step++) {
        play.tell(policies.data(), values.data());
        if (step % 100 != 99) continue;
        auto [lessons, ended] = play.take();
        all.lessons.append(lessons);
        all.games += ended;
    }
    return all;
}

Played played(const std::vector<Position>& starts, std::size_t games, int threads, int steps) {
    return played_by<Position, Boards>(starts, games, threads, steps);
}

void lessons_are_what_was_played() {
    Board holes(4, 5);
    holes.cells[0] = holes.cells[7] = HOLE;
    const std::vector<Position> starts{{Board(4, 5), BLACK}, {holes, BLACK}};
    const Played all = played(starts, 6, 1, 1500);
    const std::size_t count = all.lessons.result.size(), bytes = 3;
    EXPECT(all.games > 20 && count > 100);
    EXPECT(all.lessons.planes.size() == count * 5 * bytes && all.lessons.policy.size() == count * 20);
    std::uint64_t ends = 0;  // of games
    for (std::size_t k = 0; k < count; k++) {
        const auto has = [&](int plane, Index point) {
            return all.lessons.planes[(k * 5 + std::size_t(plane)) * bytes + std::size_t(point / 8)] >> point % 8 & 1;
        };
        Board board(4, 5);
        int sum = 0;
        for (Index point = 0; point < 20; point++) {
            board.cells[std::size_t(point)] = !has(4, point)  ? HOLE
                                              : has(0, point) ? BLACK
                                              : has(1, point) ? WHITE
                                                              : EMPTY;
            const int part = all.lessons.policy[k * 20 + std::size_t(point)];
            EXPECT(part == 0 || has(2, point));
            sum += part;
        }
        EXPECT(std::abs(sum - Lessons::WHOLE) <= 20);
        // As the side to move is Black here, so is it seen.
        const Position seen(board, BLACK);
        EXPECT(bool(has(4, 0)) == bool(has(4, 7)));
        for (Index point = 0; point < 20; point++)
            EXPECT(bool(has(2, point)) == seen.is_legal(point, BLACK) &&
                   bool(has(3, point)) == seen.is_legal(point, WHITE));
        // In a game the sides take turns, and who makes the last move has won.
        const int result = all.lessons.result[k];
        EXPECT(result == 1 || result == -1);
        if (k + 1 == count || all.lessons.result[k + 1] == result) {
            EXPECT(result == 1);
            ends++;
        }
    }
    EXPECT(ends <= all.games);
}

void threads_change_nothing() {
    const std::vector<Position> starts{{Board(5, 5), BLACK}};
    const Played one = played(starts, 40, 1, 400), three = played(starts, 40, 3, 400);
    EXPECT(one.games == three.games && one.lessons.planes == three.lessons.planes &&
           one.lessons.policy == three.lessons.policy && one.lessons.result == three.lessons.result);
}

// The rows of a lesson.
struct Rows {
    const Lessons& lessons;
    std::size_t number, rows, bytes;

    const std::uint8_t* row(std::size_t k) const { return &lessons.planes[(number * rows + k) * bytes]; }
    bool has(std::size_t k, Index point) const { return row(k)[point / 8] >> point % 8 & 1; }
    Index count(std::size_t k, Index points) const {
        Index total = 0;
        for (Index point = 0; point < points; point++) total += has(k, point);
        return total;
    }
};

// Beside the boards of a batch, which are tested beside the rules.
void go_is_played_as_a_batch_plays_it() {
    using Light = go::SelfPlayBoards<1>;
    Random random = seeded(3);
    int eyes = 0, kos = 0, settled = 0, stopped = 0;
    for (int game = 0; game < 60; game++) {
        Board board(5, 6);
        if (game % 3 == 0) board.cells[7] = HOLE;
        const go::Position start(board, BLACK, {.komi_halves = 5, .ko = go::KoRule::SIMPLE});
        const Light light(start, true);
        const go::Boards<1> plain(start, true);
        auto state = light.state(start);
        auto twin = plain.state(start);
        Index last[2] = {NOWHERE, NOWHERE};
        const Index most = 2 * (game % 3 == 0 ? 29 : 30);
        for (Index ply = 0; !light.is_over(state); ply++) {
            for (int k = 0; k < 2; k++)
                EXPECT(state.legal[k] == twin.legal[k] && state.chains.stones[k] == twin.chains.stones[k]);
            PointSet<1> planes[4], expected[4];
            light.see(state, planes);
            plain.see(twin, last, expected);
            for (int k = 0; k < 4; k++) EXPECT(planes[k] == expected[k]);
            kos += bool(planes[0]);
            EXPECT(light.number(state) == (state.to_play == WHITE ? 5 : -5));
            std::vector<Index> moves;
            for (Index point = 0; point < 30; point++) {
                const bool eye = plain.is_eye(twin, point);
                EXPECT(light.moves(state).has(point) == (state.legal[side(state.to_play)].has(point) && !eye));
                eyes += eye;
                if (light.moves(state).has(point)) moves.push_back(point);
            }
            // Half of the games have many passes.
            const bool passes = moves.empty() || random.below(game % 2 ? 4 : 1000) == 0;
            const Index move = passes ? light.pass() : moves[random.below(std::uint32_t(moves.size()))];
            light.play(state, move);
            plain.play(twin, passes ? PASS : move);
            last[1] = last[0];
            last[0] = passes ? PASS : move;
            EXPECT(light.winner(state) == plain.winner(twin));
            const bool ahead = twin.passes == 1 && plain.winner(twin) == twin.to_play;
            EXPECT(light.is_over(state) == (twin.passes == 2 || ahead || ply + 1 == most));
            settled += ahead;
            stopped += ply + 1 == most;
            std::vector<Index> finishing;
            light.for_finishing(state, [&](Index each) { finishing.push_back(each); });
            EXPECT(finishing == (ahead ? std::vector{light.pass()} : std::vector<Index>{}));
        }
    }
    EXPECT(eyes > 100 && kos > 5 && settled > 10 && stopped > 0);
}

void lessons_of_go_say_whose_points_are_whose() {
    const std::vector<go::Position> starts{{Board(4, 4), BLACK, {.komi_halves = 4}}};
    const Played all = played_by<go::Position, go::SelfPlayBoards<1>>(starts, 8, 1, 3000);
    const std::size_t count = all.lessons.result.size();
    EXPECT(all.games > 20 && count > 200 && all.lessons.planes.size() == count * 12 * 2);
    EXPECT(all.lessons.policy.size() == count * 17);
    int passes = 0;
    std::size_t known = 0;
    for (std::size_t k = 0; k < count; k++) {
        const Rows rows{all.lessons, k, 12, 2};
        const int komi = int(*rows.row(9)) - 128;
        EXPECT(komi == 4 || komi == -4);
        for (Index point = 0; point < 16; point++) EXPECT(!rows.has(10, point) || !rows.has(11, point));
        const Index own = rows.count(10, 16), other = rows.count(11, 16);
        const Index lead = 2 * (own - other) + komi;
        known += own + other > 0;  // the others were given up
        if (own + other > 0) EXPECT(all.lessons.result[k] == (lead > 0 ? 1 : lead < 0 ? -1 : 0));
        int sum = 0;
        for (std::size_t move = 0; move < 17; move++) sum += all.lessons.policy[k * 17 + move];
        EXPECT(std::abs(sum - Lessons::WHOLE) <= 17);
        passes += all.lessons.policy[k * 17 + 16] == Lessons::WHOLE;
    }
    EXPECT(passes > 5 && known > count / 4);
}

// A net that always thinks that who has just moved has lost.
void lost_games_are_given_up() {
    const std::vector<go::Position> starts{{Board(4, 4), BLACK}};
    const Played all = played_by<go::Position, go::SelfPlayBoards<1>>(starts, 8, 1, 3000, 1.0f);
    int given_up = 0, played_out = 0;
    for (std::size_t k = 0; k < all.lessons.result.size(); k++) {
        const Rows rows{all.lessons, k, 12, 2};
        const bool known = rows.count(10, 16) + rows.count(11, 16) > 0;
        (known ? played_out : given_up)++;
    }
    EXPECT(given_up > 20 && played_out > 20);
}

void gomoku_sees_rows_that_can_be_completed() {
    using gomoku::Variant;
    using Light = gomoku::SelfPlayBoards<1>;
    Random random = seeded(4);
    int won = 0, lost = 0, forced = 0, full = 0, fours = 0, quiet = 0;
    for (int game = 0; game < 300; game++) {
        const gomoku::Rules rules{3 + game % 3, Variant(game / 3 % 3)};
        Board board(6, 7);
        if (game % 4 == 0) board.cells[20] = HOLE;
        gomoku::Position position(board, BLACK, rules);
        const Light light(position, true);
        auto state = light.state(position);
        while (!light.is_over(state)) {
            const auto moves = light.moves(state);
            const bool near = random.below(2);
            const auto from = near && (light.opening_moves(state) & moves) ? light.opening_moves(state) & moves : moves;
            const Index move = from.number(Index(random.below(std::uint32_t(from.count()))));
            light.play(state, move);
            EXPECT(position.play(move) && !position.is_over() == bool(state.legal[0]));
            // As if it came from nowhere.
            const auto fresh = light.state(position);
            for (int k = 0; k < 2; k++)
                EXPECT(state.completing[k] == fresh.completing[k] && state.stones[k] == fresh.stones[k]);
            std::vector<Index> wins[2];
            for (Index point = 0; point < 42; point++)
                for (const Cell colour : {BLACK, WHITE})
                    if (position.board()[point] == EMPTY && makes_row(position.board(), point, colour, rules))
                        wins[side(colour)].push_back(point);
            const auto &own = wins[side(state.to_play)], &other = wins[1 - side(state.to_play)];
            const bool caro = rules.variant == Variant::CARO;
            const Cell winner = !own.empty()                ? state.to_play
                                : other.size() > 1 && !caro ? opponent(state.to_play)
                                                            : EMPTY;
            if (winner == EMPTY && rules == gomoku::Rules() && light.winner(state) != EMPTY) {
                gomoku::Windows windows(position.board(), rules);
                EXPECT(light.winner(state) == state.to_play && gomoku::Fours(windows).wins(state.to_play, 1000));
                fours++;
                break;
            }
            EXPECT(light.winner(state) == winner && fresh.winner == winner);
            won += winner == state.to_play;
            lost += winner == opponent(state.to_play);
            full += light.is_over(state) && winner == EMPTY;
            if (light.is_over(state)) break;
            if (!other.empty() && !caro) {
                forced++;
                EXPECT(light.moves(state).count() == 1 && light.moves(state).has(other[0]));
            } else {
                EXPECT(light.moves(state) == state.legal[0]);
                // Most wins by fours are seen.
                gomoku::Windows windows(position.board(), rules);
                if (rules == gomoku::Rules()) quiet += gomoku::Fours(windows).wins(state.to_play, 1000);
            }
        }
    }
    EXPECT(won > 50 && lost > 50 && forced > 50 && full > 5 && fours > 20 && quiet < fours / 5);
}

// One that the side to move completes at once is no start.
void what_is_decided_is_no_start() {
    const gomoku::Position won(drawn("XXXX./...../OOO.."), WHITE), lost(drawn("XXXX./...../OOO.."), BLACK);
    EXPECT((!is_settled<gomoku::Position, gomoku::SelfPlayBoards>(won)));
    EXPECT((is_settled<gomoku::Position, gomoku::SelfPlayBoards>(lost)));
}

}  // namespace

int main() {
    half_of_the_moves_go_on();
    go_is_played_as_a_batch_plays_it();
    lessons_of_go_say_whose_points_are_whose();
    lost_games_are_given_up();
    gomoku_sees_rows_that_can_be_completed();
    what_is_decided_is_no_start();
    a_tree_finds_wins();
    lessons_are_what_was_played();
    threads_change_nothing();
}
