// Go against its plain twin: move by move, game by game, and as distributions.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "../go/count.hpp"
#include "../go/playout.hpp"
#include "../go/position.hpp"
#include "go_twin.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::go;
using tengen::testing::Twin;

namespace {

Board random_holes(Random& random, Index height, Index width) {
    Board board(height, width);
    if (random.below(2))
        for (auto& cell : board.cells)
            if (random.below(7) == 0) cell = HOLE;
    return board;
}

Rules random_rules(Random& random) {
    return {std::int32_t(random.below(9)) - 4, random.below(2) == 1, KoRule(random.below(3))};
}

void expect_same(const Position& position, const Twin& twin) {
    EXPECT(position.board() == twin.board);
    EXPECT(position.to_play() == twin.to_play);
    const auto legal = twin.legal_moves();
    EXPECT(position.legal_moves() == legal);
    EXPECT(position.is_over() == (twin.passes == 2));
    EXPECT(position.area() == twin.area());
    EXPECT(position.captures(BLACK) == twin.captures[0] && position.captures(WHITE) == twin.captures[1]);
    for (Index move = 0; move < position.board().size(); move++) {
        const bool is_legal = std::find(legal.begin(), legal.end(), move) != legal.end();
        EXPECT(position.is_legal(move) == is_legal);
        const Refusal refusal = position.why_illegal(move);
        EXPECT((refusal.fault == Fault::NONE) == is_legal);
        if (is_legal || position.is_over()) continue;
        if (refusal.fault == Fault::SUPERKO) {
            Board next;
            int took;
            EXPECT(!twin.after(move, next, took));
            EXPECT(refusal.repeats >= 0 && twin.earlier[std::size_t(refusal.repeats)].first == next);
        }
        if (refusal.fault == Fault::KO) EXPECT(refusal.chains.size() == 1 && refusal.chains[0].size() == 1);
        Position same = position;
        EXPECT(!same.play(move) && same == position);
    }
}

void the_twin_agrees_move_by_move(int trials, Index largest) {
    Random random = seeded(17);
    int refused[8] = {};
    for (int trial = 0; trial < trials; trial++) {
        const Index height = Index(1 + random.below(std::uint32_t(largest)));
        const Board board = random_holes(random, height, Index(1 + random.below(std::uint32_t(largest))));
        const Rules rules = random_rules(random);
        const Cell first = random.below(2) ? BLACK : WHITE;
        Position position(board, first, rules);
        Twin twin(board, first, rules);
        const Index plies = Index(random.below(std::uint32_t(3 * board.size() + 10)));
        for (Index ply = 0; ply < plies && twin.passes < 2; ply++) {
            expect_same(position, twin);
            for (Index move = 0; move < board.size(); move++) refused[int(position.why_illegal(move).fault)]++;
            auto moves = twin.legal_moves();
            if (moves.size() > 1 && random.below(8)) moves.pop_back();
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            const Position before = position;
            EXPECT(position.play(move));
            twin.play(move);
            EXPECT(!(position == before) && before.to_play() != position.to_play());
        }
        expect_same(position, twin);
        // Written down and read back.
        const Position again(position.board(), position.to_play(), rules, position.past());
        EXPECT(again == position && again.hash() == position.hash());
        EXPECT(again.legal_moves() == position.legal_moves());
    }
    for (const Fault fault : {Fault::NONE, Fault::OCCUPIED, Fault::HOLE, Fault::SUICIDE, Fault::KO, Fault::SUPERKO})
        EXPECT(refused[int(fault)] > 0);
}

void random_games_are_the_twins_games(int trials) {
    Random random = seeded(23);
    for (int trial = 0; trial < trials; trial++) {
        const Board board = random_holes(random, Index(1 + random.below(6)), Index(1 + random.below(6)));
        const Rules rules = random_rules(random);
        Position start(board, BLACK, rules);
        Twin beginning(board, BLACK, rules);
        // From the middle of a game, with its history.
        for (Index skip = Index(random.below(2) * random.below(2 * std::uint32_t(board.size()))); skip > 0; skip--) {
            const auto moves = beginning.legal_moves();
            if (moves.size() < 2) break;
            const Index move = moves[random.below(std::uint32_t(moves.size()) - 1)];
            start.play(move);
            beginning.play(move);
        }
        for (const Policy policy : {Policy::RANDOM, Policy::UNIFORM}) {
            const std::uint64_t seed = random.next();
            const auto moves = random_game(start, policy, seed);
            Twin twin = beginning;
            for (const Index move : moves) {
                const auto choices = twin.choices(policy);
                EXPECT(std::find(choices.begin(), choices.end(), move) != choices.end());
                twin.play(move);
            }
            EXPECT(twin.passes == 2 || Index(moves.size()) == plies_allowed(board));
            EXPECT(random_game(start, policy, seed) == moves);
            const auto some = random_game(start, policy, seed, 3);
            EXPECT(some.size() <= 3 && std::equal(some.begin(), some.end(), moves.begin()));
            Totals totals(board.size(), true);
            random_games(start, policy, 1, 99, 5, nullptr, totals);
            const auto fifth = random_game(start, policy, derived_seed(99, 5));
            EXPECT(totals.games == 1 && totals.lengths[fifth.size()] == 1);
        }
        Twin twin = beginning;
        for (const Index move : first_legal_game(start, 200)) {
            EXPECT(move == twin.legal_moves()[0]);
            twin.play(move);
        }
    }
}

// Totals of two ways to play the same games: within 4 standard errors, by fixed seeds.
void expect_close(double k, double n, double j, double m) {
    const double pooled = (k + j) / (n + m);
    const double error = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    EXPECT(std::fabs(k / n - j / m) <= 4 * error + 1e-12);
}

Totals twin_games(const Board& board, const Rules& rules, Policy policy, std::uint64_t games, std::uint64_t seed) {
    Totals totals(board.size(), true);
    totals.lengths.resize(std::size_t(plies_allowed(board)) + 1);
    for (std::uint64_t game = 0; game < games; game++) {
        Random random(derived_seed(seed, game));
        Twin twin(board, BLACK, rules);
        std::size_t plies = 0;
        Index first = NOWHERE;
        for (; plies + 1 < totals.lengths.size() && twin.passes < 2; plies++) {
            const auto choices = twin.choices(policy);
            const Index move = choices[random.below(std::uint32_t(choices.size()))];
            if (plies == 0) first = move;
            twin.play(move);
        }
        const Cell winner = twin.area().leader(rules);
        totals.games++;
        totals.lengths[plies]++;
        if (winner != EMPTY) totals.wins[side(winner)]++;
        for (Index point = 0; point < board.size(); point++)
            if (twin.board[point] == BLACK || twin.board[point] == WHITE)
                totals.ended[side(twin.board[point])][std::size_t(point)]++;
        if (first == PASS) continue;
        totals.first_games[std::size_t(first)]++;
        totals.first_wins[std::size_t(first)] += winner == BLACK;
    }
    return totals;
}

void expect_same_distribution(const Totals& fast, const Totals& twin) {
    const double n = double(fast.games), m = double(twin.games);
    for (int colour = 0; colour < 2; colour++) expect_close(double(fast.wins[colour]), n, double(twin.wins[colour]), m);
    double sum[2] = {0, 0}, squares[2] = {0, 0};
    for (std::size_t k = 0; k < twin.lengths.size(); k++) {
        expect_close(double(fast.lengths[k]), n, double(twin.lengths[k]), m);
        int which = 0;
        for (const Totals* totals : {&fast, &twin}) {
            sum[which] += double(k) * double(totals->lengths[k]);
            squares[which] += double(k) * double(k) * double(totals->lengths[k]);
            which++;
        }
    }
    const double mean = sum[0] / n, twin_mean = sum[1] / m;
    const double variance = (squares[0] / n - mean * mean) / n + (squares[1] / m - twin_mean * twin_mean) / m;
    EXPECT(std::fabs(mean - twin_mean) <= 4 * std::sqrt(std::max(0.0, variance)) + 1e-12);
    for (std::size_t point = 0; point < twin.first_games.size(); point++) {
        for (int colour = 0; colour < 2; colour++)
            expect_close(double(fast.ended[colour][point]), n, double(twin.ended[colour][point]), m);
        expect_close(double(fast.first_games[point]), n, double(twin.first_games[point]), m);
        expect_close(double(fast.first_wins[point]), n, double(twin.first_wins[point]), m);
    }
}

// Distributed as random_games: from legal_moves, move by move.
void plain_games(const Position& start, Policy policy, std::uint64_t games, std::uint64_t seed, Totals& totals) {
    const Index longest = plies_allowed(start.board());
    if (totals.lengths.size() <= std::size_t(longest)) totals.lengths.resize(std::size_t(longest) + 1);
    for (std::uint64_t game = 0; game < games; game++) {
        Random random(derived_seed(seed, game));
        Position position = start;
        Index plies = 0, first = NOWHERE;
        for (; plies < longest && position.is_sound() && !position.is_over(); plies++) {
            auto moves = position.legal_moves();
            if (policy == Policy::RANDOM) {
                moves.pop_back();
                const Stones& stones = position.stones();
                std::erase_if(moves,
                              [&](Index point) { return is_eye(stones, stones.inside(point), position.to_play()); });
                if (moves.empty()) moves.push_back(PASS);
            }
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            if (plies == 0) first = move;
            position.play(move);
        }
        const Cell winner = position.area().leader(start.rules());
        totals.games++;
        if (winner != EMPTY) totals.wins[side(winner)]++;
        totals.lengths[std::size_t(plies)]++;
        if (!totals.by_point()) continue;
        for (Index point = 0; point < start.board().size(); point++)
            if (const Cell cell = position.board()[point]; cell == BLACK || cell == WHITE)
                totals.ended[side(cell)][std::size_t(point)]++;
        if (first < 0) continue;
        totals.first_games[std::size_t(first)]++;
        totals.first_wins[std::size_t(first)] += winner == start.to_play();
    }
}

void many_games_are_distributed_as_the_twins(std::uint64_t games) {
    std::uint64_t seed = 1;
    for (const char* rows : {"../..", ".../.../...", "...#/.#../...."})
        for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                for (const Policy policy : {Policy::RANDOM, Policy::UNIFORM}) {
                    const Board board = drawn(rows);
                    const Rules rules{1, suicide, ko};
                    const Position start(board, BLACK, rules);
                    Totals fast(board.size(), true), plain(board.size(), true), parts(board.size(), true);
                    random_games(start, policy, games, seed, 0, nullptr, fast);
                    random_games(start, policy, games / 4, seed, games - games / 4, nullptr, parts);
                    random_games(start, policy, games - games / 4, seed, 0, nullptr, parts);
                    EXPECT(parts.lengths == fast.lengths && parts.ended[0] == fast.ended[0]);
                    EXPECT(parts.wins[0] == fast.wins[0] && parts.first_wins == fast.first_wins);
                    plain_games(start, policy, games / 4, seed + 1, plain);
                    expect_same_distribution(fast, plain);
                    expect_same_distribution(fast, twin_games(board, rules, policy, games / 10, seed + 2));
                    seed += 3;
                }
}

}  // namespace

// Once at full scale, and once at a tenth of it under the sanitizers.
int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    the_twin_agrees_move_by_move(int(2000 * scale), 4);
    the_twin_agrees_move_by_move(int(300 * scale), 7);
    random_games_are_the_twins_games(int(300 * scale));
    many_games_are_distributed_as_the_twins(std::uint64_t(20000 * scale));
}
