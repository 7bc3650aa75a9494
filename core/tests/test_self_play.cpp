#include "../self_play.hpp"

#include <algorithm>
#include <vector>

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

// A net that likes the first points best, and takes every position for even.
Played played(const std::vector<Position>& starts, std::size_t games, int threads, int steps) {
    auto play = make_self_play<Position, nogo::Boards>(starts, {games, {.visits = 8, .candidates = 4}, 2, threads, 7});
    const std::size_t points = std::size_t(play->points());
    std::vector<float> policies(games * points), values(games, 0.0f);
    for (std::size_t k = 0; k < policies.size(); k++) policies[k] = -0.1f * float(k % points);
    Played all;
    for (int step = 0; step < steps; step++) {
        play->tell(policies.data(), values.data());
        if (step % 100 != 99) continue;
        auto [lessons, ended] = play->take();
        all.lessons.append(lessons);
        all.games += ended;
    }
    return all;
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

}  // namespace

int main() {
    half_of_the_moves_go_on();
    a_tree_finds_wins();
    lessons_are_what_was_played();
    threads_change_nothing();
}
