// Go: its rules in small examples, and every answer against the plain twin.
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

const Rules NO_KOMI{0, false, KoRule::POSITIONAL};

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
    Random random(17);
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
    Random random(23);
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
                    plain_games(start, policy, games / 4, seed + 1, nullptr, plain);
                    expect_same_distribution(fast, plain);
                    expect_same_distribution(fast, twin_games(board, rules, policy, games / 10, seed + 2));
                    seed += 3;
                }
}

Position played(Position position, std::initializer_list<Index> moves) {
    for (const Index move : moves) EXPECT(position.play(move));
    return position;
}

void captures_and_suicide() {
    // Two chains at once, and the corner.
    const Position two = played(Position(drawn("OX./.O#/XX."), BLACK, NO_KOMI), {3});
    EXPECT(two.board() == drawn(".X./X.#/XX."));
    EXPECT(two.captures(BLACK) == 2 && two.captures(WHITE) == 0);

    const Board eye = drawn(".OX./OOX./XXX.");
    EXPECT(Position(eye, BLACK, NO_KOMI).is_legal(0));  // takes, so it is no suicide
    EXPECT(played(Position(eye, BLACK, NO_KOMI), {0}).board() == drawn("X.X./..X./XXX."));
    const Refusal refusal = Position(drawn(".X./XX./..."), WHITE, NO_KOMI).why_illegal(0);
    EXPECT(refusal.fault == Fault::SUICIDE && refusal.chains == std::vector<std::vector<Index>>{{0}});

    // White's three stones die by their own hand.
    const Board room = drawn(".OXX/OX.X/XXXX/....");
    EXPECT(Position(room, WHITE, NO_KOMI).why_illegal(0).fault == Fault::SUICIDE);
    EXPECT((Position(room, WHITE, NO_KOMI).why_illegal(0).chains[0] == std::vector<Index>{0, 1, 4}));
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position after = played(Position(room, WHITE, {0, true, ko}), {0});
        EXPECT(after.board() == drawn("..XX/.X.X/XXXX/...."));
        EXPECT(after.captures(BLACK) == 3 && after.captures(WHITE) == 0);
        // One stone alone changes nothing: the board is repeated, the situation is not.
        EXPECT(Position(room, WHITE, {0, true, ko}).is_legal(6) == (ko != KoRule::POSITIONAL));
    }
    EXPECT(Position(room, WHITE, {0, true, KoRule::POSITIONAL}).why_illegal(6).fault == Fault::SUPERKO);
    EXPECT(Position(room, WHITE, {0, true, KoRule::POSITIONAL}).why_illegal(6).repeats == 0);
}

void snapback() {
    // White takes one stone and is taken as five, there: no ko, the boards differ.
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position taken = played(Position(drawn("X.OX/OOOX/XXXX/...."), WHITE, {0, false, ko}), {1});
        EXPECT(taken.board() == drawn(".OOX/OOOX/XXXX/....") && taken.banned() == NOWHERE);
        EXPECT(played(taken, {0}).board() == drawn("X..X/...X/XXXX/...."));
        EXPECT(played(taken, {0}).captures(BLACK) == 5);
    }
}

void simple_ko_bans_one_point_for_one_move() {
    const Board board = drawn(".XO./XO.O/.XO./....");
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position taken = played(Position(board, BLACK, {0, false, ko}), {6});
        EXPECT(taken.board() == drawn(".XO./X.XO/.XO./...."));
        EXPECT(!taken.is_legal(5));
        const Refusal refusal = taken.why_illegal(5);
        if (ko == KoRule::SIMPLE) {
            EXPECT(taken.banned() == 5 && refusal.fault == Fault::KO);
            EXPECT((refusal.chains == std::vector<std::vector<Index>>{{6}}));
        } else {
            EXPECT(refusal.fault == Fault::SUPERKO && refusal.repeats == 0);
        }
        const Position threat = played(taken, {15, 12});
        EXPECT(threat.is_legal(5));
        const Position passed = played(taken, {PASS});
        EXPECT(passed.to_play() == BLACK && passed.banned() == NOWHERE);
    }
    // Equal under the simple rule: only the ban counts, not how it came about.
    const Position one = played(Position(board, BLACK, {0, false, KoRule::SIMPLE}), {6, 15, 12});
    const Position other(one.board(), WHITE, {0, false, KoRule::SIMPLE});
    EXPECT(one == other && one.hash() == other.hash());
    EXPECT(!(played(Position(board, BLACK, {0, false, KoRule::SIMPLE}), {6}) ==
             Position(drawn(".XO./X.XO/.XO./...."), WHITE, {0, false, KoRule::SIMPLE})));
}

void send_two_return_one() {
    // X.O, Black to play, takes; White takes the two; Black puts one back: X.O again, but White is to play.
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position sent = played(Position(Board(1, 3), BLACK, {0, false, ko}), {0, 2, 1, 2});
        EXPECT(sent.board() == drawn("..O"));
        EXPECT(sent.is_legal(0) == (ko != KoRule::POSITIONAL));
        if (ko == KoRule::POSITIONAL)
            EXPECT(sent.why_illegal(0).fault == Fault::SUPERKO && sent.why_illegal(0).repeats == 2);
        // On 1x2 the side to play is the same as then: both superko rules refuse, and the simple one too.
        EXPECT(!played(Position(Board(1, 2), BLACK, {0, false, ko}), {0, 1}).is_legal(0));
    }
    // A repeated situation repeats a board: the positional rule forbids all that the other one does.
    int differ = 0;
    Random random(31);
    for (int trial = 0; trial < 1000; trial++) {
        const Board row(1, Index(3 + random.below(3)));
        Position positional(row, BLACK, NO_KOMI), situational(row, BLACK, {0, false, KoRule::SITUATIONAL});
        for (int ply = 0; ply < 14 && !positional.is_over(); ply++) {
            for (Index move = 0; move < row.size(); move++) {
                EXPECT(!positional.is_legal(move) || situational.is_legal(move));
                differ += positional.is_legal(move) != situational.is_legal(move);
            }
            const auto legal = positional.legal_moves();
            const Index move = legal[random.below(std::uint32_t(legal.size()))];
            EXPECT(positional.play(move) && situational.play(move));
        }
    }
    EXPECT(differ > 100);
}

void triple_ko_goes_round_once() {
    // Three kos; each side may take the one the other has just left. After six captures the board is as it was, with
    // the same side to play: both superko rules refuse the sixth, the simple rule lets it pass for ever.
    const Board board = drawn(".XO.#.XO.#.XO./XO.O#XO.O#X.XO/.XO.#.XO.#.XO./..............");
    const Index left[3] = {15, 20, 25}, right[3] = {16, 21, 26};  // where White's (Black's) stone stands or is missing
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        Position position(board, BLACK, {0, false, ko});
        EXPECT(position.is_sound());
        // Black takes ko 0; White takes back in ko 2; Black takes ko 1; White ko 0; Black ko 2; White ko 1.
        const Index moves[6] = {right[0], left[2], right[1], left[0], right[2], left[1]};
        for (int k = 0; k < 5; k++) EXPECT(position.play(moves[k]));
        EXPECT(position.is_legal(moves[5]) == (ko == KoRule::SIMPLE));
        if (ko != KoRule::SIMPLE) {
            EXPECT(position.why_illegal(moves[5]).fault == Fault::SUPERKO);
            EXPECT(position.why_illegal(moves[5]).repeats == 0);
            continue;
        }
        EXPECT(position.play(moves[5]) && position.board() == board);
        for (int round = 0; round < 3; round++)
            for (const Index move : moves) EXPECT(position.play(move));
    }
}

void areas() {
    const auto area = [](const char* rows) { return Position(drawn(rows), BLACK, NO_KOMI).area(); };
    EXPECT((area(".../...") == Area{0, 0, 6}));
    EXPECT((area("X../...") == Area{6, 0, 0}));
    // Two eyes each and a shared liberty; a dead stone stays where it was left.
    EXPECT((area(".XO./XX.O/.XOO") == Area{6, 5, 1}));
    EXPECT((area(".X..O/.XX.O") == Area{5, 2, 3}));
    EXPECT((area(".X.O.#./XX.OO#.") == Area{4, 4, 4}));
    EXPECT((area(".#./#X#/.#.") == Area{1, 0, 4}));
    Position position(drawn(".X.O./.X.O."), BLACK, {1, false, KoRule::POSITIONAL});
    EXPECT(position.winner() == EMPTY && !position.is_over());
    EXPECT(position.play(PASS) && !position.is_over() && position.play(PASS) && position.is_over());
    EXPECT(position.winner() == WHITE && position.legal_moves().empty() && !position.play(PASS));
    EXPECT(position.why_illegal(0).fault == Fault::GAME_OVER && position.why_illegal(PASS).fault == Fault::GAME_OVER);
    EXPECT(played(Position(drawn(".X.O./.X.O."), BLACK, NO_KOMI), {PASS, PASS}).winner() == EMPTY);
    EXPECT(played(Position(drawn(".X.O./.X.O."), BLACK, {-1, false, KoRule::SIMPLE}), {PASS, PASS}).winner() == BLACK);
    const auto owners = Position(drawn(".X.O#"), BLACK, NO_KOMI).owners();
    EXPECT((owners == std::vector<Cell>{BLACK, BLACK, EMPTY, WHITE, HOLE}));
    // A play between two passes keeps the game going.
    EXPECT(!played(Position(Board(2, 2), BLACK, NO_KOMI), {PASS, 0, PASS}).is_over());
}

void unsound_positions_are_not_played_on() {
    const Position position(drawn("XO./O../..."), BLACK);
    EXPECT(!position.is_sound() && position.legal_moves().empty() && !position.is_over());
    EXPECT(position.why_illegal(8).fault == Fault::UNSOUND && position.why_illegal(8).chains.size() == 1);
    EXPECT(position.why_illegal(PASS).fault == Fault::UNSOUND);
    EXPECT(first_legal_game(position).empty() && random_game(position, Policy::RANDOM, 1).empty());
}

void equal_positions_have_one_future() {
    // The same boards met in another order are the same past only if they are the same set.
    const Position start(Board(3, 3), BLACK, NO_KOMI);
    const Position one = played(start, {0, 8, 2, 6}), same = played(start, {0, 8, 2, 6});
    const Position other = played(start, {2, 8, 0, 6});
    EXPECT(one.board() == other.board() && !(one == other) && one == same && one.hash() == same.hash());
    EXPECT(!(one == played(start, {0, 8, 2, 6, PASS})));
    Position simple(Board(3, 3), BLACK, {0, false, KoRule::SIMPLE});
    EXPECT(played(simple, {0, 8, 2, 6}) == played(simple, {2, 8, 0, 6}));
    // Captures are for show.
    const Position took = played(Position(drawn("OX/.."), BLACK, {0, false, KoRule::SIMPLE}), {2});
    EXPECT(took == Position(drawn(".X/X."), WHITE, {0, false, KoRule::SIMPLE}) && took.captures(BLACK) == 1);
    // Long histories, shared between branches, are found again, the branches' own ones only there.
    History trunk;
    Random random(2);
    std::vector<std::uint64_t> all;
    for (int k = 0; k < 3000; k++) {
        all.push_back(random.next());
        trunk.add(all.back());
        EXPECT(trunk.size() == all.size());
        if (k % 97) continue;
        History branch = trunk;
        for (std::uint64_t j = 1; j < 60; j++) branch.add(j);
        EXPECT(branch.contains(59) && !trunk.contains(59) && trunk.list() == all);
        for (std::size_t j = 0; j < all.size(); j++)
            EXPECT(trunk.find(all[j]) == std::int64_t(j) && branch.contains(all[j]));
        EXPECT(!(branch == trunk) && trunk == History(trunk));
    }
}

std::uint64_t twin_lines(const Twin& twin, int plies) {
    if (plies == 0) return 1;
    std::uint64_t lines = 0;
    for (const Index move : twin.legal_moves()) {
        Twin next = twin;
        next.play(move);
        lines += twin_lines(next, plies - 1);
    }
    return lines;
}

void twin_ends(const Twin& twin, std::uint64_t ends[3]) {
    if (twin.passes == 2) {
        ends[twin.area().leader(twin.rules)]++;
        return;
    }
    for (const Index move : twin.legal_moves()) {
        Twin next = twin;
        next.play(move);
        twin_ends(next, ends);
    }
}

Count total(const Games& games) { return games.black.value + games.white.value + games.draws.value; }

void counts_are_exact() {
    for (const char* rows : {"../..", "X.O/.#.", "..O", "X.X/O.O/..."})
        for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                for (int plies = 0; plies < 5; plies++) {
                    const Rules rules{0, suicide, ko};
                    EXPECT(perft(Position(drawn(rows), WHITE, rules), plies).value ==
                           twin_lines(Twin(drawn(rows), WHITE, rules), plies));
                }
    for (const char* rows : {".", "..", "...", ".#/..", "X.O", "..O"})
        for (const KoRule ko : {KoRule::POSITIONAL, KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                for (const Cell to_play : {BLACK, WHITE}) {
                    const Rules rules{1, suicide, ko};
                    const Position start(drawn(rows), to_play, rules);
                    const Games games = GameCounter(start).count();
                    Games split, plain;
                    for (const Index move : start.legal_moves()) {
                        split.add(GameCounter(start).count(move));
                    }
                    EXPECT(split.black.value == games.black.value && split.white.value == games.white.value);
                    EXPECT(split.draws.value == games.draws.value && !games.overflow() && games.complete);
                    if (total(games) > 200000) continue;
                    add_games(start, nullptr, plain);
                    EXPECT(plain.black.value == games.black.value && plain.white.value == games.white.value);
                    if (total(games) > 20000) continue;
                    std::uint64_t ends[3] = {0, 0, 0};
                    twin_ends(Twin(drawn(rows), to_play, rules), ends);
                    EXPECT(ends[BLACK] == games.black.value && ends[WHITE] == games.white.value);
                    EXPECT(ends[EMPTY] == games.draws.value);
                }
    // Tromp and Farnebaeck, "Combinatorics of Go" (2006): games on 1xn are simple paths in the graph of positions, and
    // each path is one game: between two moves there is a pass or not, as their colours say, and two at the end.
    // (1x4, suicide allowed: 2098407841, which takes too long for here.)
    const Count known[] = {1, 9, 907};
    for (Index n = 1; n <= 3; n++)
        for (const bool suicide : {false, true}) {
            const Position start(Board(1, n), BLACK, {0, suicide, KoRule::POSITIONAL});
            EXPECT(total(GameCounter(start).count()) == known[n - 1]);
        }
    EXPECT(!GameCounter(Position(Board(1, 2), BLACK, {0, false, KoRule::SIMPLE})).count().complete);
    // From the middle of games, a pass just made or not, with their history.
    Random random(3);
    for (int trial = 0; trial < 300; trial++) {
        const KoRule ko = random.below(2) ? KoRule::POSITIONAL : KoRule::SITUATIONAL;
        Position start(Board(1, 3), BLACK, {0, random.below(2) == 1, ko});
        for (std::uint32_t plies = 2 + random.below(6); plies > 0 && !start.is_over(); plies--) {
            const auto legal = start.legal_moves();
            start.play(legal[random.below(std::uint32_t(legal.size()))]);
        }
        const Games games = GameCounter(start).count();
        if (total(games) > 5000) continue;
        Games plain;
        add_games(start, nullptr, plain);
        EXPECT(plain.black.value == games.black.value && plain.white.value == games.white.value);
        EXPECT(plain.draws.value == games.draws.value && games.complete);
    }
    Sum sum;
    sum.add(~Count(0));
    EXPECT(!sum.overflow);
    sum.add(1);
    EXPECT(sum.overflow);
    Cancel cancel;
    cancel.requested = true;
    EXPECT(total(GameCounter(Position(Board(3, 3), BLACK, NO_KOMI), &cancel).count()) < 5000);
    EXPECT(perft(Position(Board(9, 9), BLACK, NO_KOMI), 9, &cancel).value == 0);
    Totals totals(81, false);
    random_games(Position(Board(9, 9), BLACK), Policy::RANDOM, 1u << 30, 1, 0, &cancel, totals);
    EXPECT(totals.games == 0);
}

// 57 boards can arise on 2x2 (OEIS A094777), all of them with passes from the empty one.
void every_sound_board_arises() {
    std::set<std::vector<std::uint8_t>> met;
    std::vector<Board> open{Board(2, 2)};
    met.insert(open[0].cells);
    while (!open.empty()) {
        const Board board = open.back();
        open.pop_back();
        for (const Cell colour : {BLACK, WHITE}) {
            const Position position(board, colour, {0, false, KoRule::SIMPLE});
            for (const Index move : position.legal_moves()) {
                Position next = position;
                next.play(move);
                if (met.insert(next.board().cells).second) open.push_back(next.board());
            }
        }
    }
    EXPECT(met.size() == 57);
}

}  // namespace

// Once at full scale, and once at a tenth of it under the sanitizers.
int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    captures_and_suicide();
    snapback();
    simple_ko_bans_one_point_for_one_move();
    send_two_return_one();
    triple_ko_goes_round_once();
    areas();
    unsound_positions_are_not_played_on();
    equal_positions_have_one_future();
    every_sound_board_arises();
    counts_are_exact();
    the_twin_agrees_move_by_move(int(2000 * scale), 4);
    the_twin_agrees_move_by_move(int(300 * scale), 7);
    random_games_are_the_twins_games(int(300 * scale));
    many_games_are_distributed_as_the_twins(std::uint64_t(20000 * scale));
}
