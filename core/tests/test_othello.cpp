// Othello's core against the rules as written. An argument scales the long parts: 1 is all, 0.1 suits the sanitizers.
#include <cmath>
#include <cstdlib>
#include <set>

#include "../othello/contradictions.hpp"
#include "../othello/count.hpp"
#include "../othello/random_games.hpp"
#include "othello_plain.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::othello;

namespace {

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

Board random_board(Random& random, Index height, Index width, Index empties, bool holes) {
    Board board(height, width);
    const std::uint32_t odds = 2 + random.below(3);
    for (auto& cell : board.cells) cell = random.below(odds) ? BLACK : WHITE;
    for (auto& cell : board.cells)
        if (holes && random.below(8) == 0) cell = HOLE;
    for (Index k = 0; k < empties; k++) board.cells[random.below(std::uint32_t(board.size()))] = EMPTY;
    return board;
}

Cell random_side(Random& random) { return random.below(2) ? BLACK : WHITE; }

void expect_same(const Counts& got, const Counts& wanted) {
    EXPECT(!got.overflowed && !got.cancelled);
    EXPECT(got.wins[0] == wanted.wins[0] && got.wins[1] == wanted.wins[1] && got.draws == wanted.draws);
}

Counts counts(std::uint64_t black, std::uint64_t white, std::uint64_t draws) {
    Counts result;
    result.wins[0] = black;
    result.wins[1] = white;
    result.draws = draws;
    return result;
}

void moves_are_by_the_rule() {
    Random random = seeded(1);
    for (int trial = 0; trial < scaled(3000); trial++) {
        const unsigned longest = trial % 3 ? 8 : 16;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Index empties = Index(random.below(unsigned(height * width) + 1));
        const Board board = random_board(random, height, width, empties, trial % 2);
        Position position(board, random_side(random));
        for (int ply = 0; ply < 6; ply++) {
            std::vector<Index> points[2];
            for (const Cell colour : {BLACK, WHITE})
                for (Index point = 0; point < board.size(); point++)
                    if (!flipped_discs(position.board(), point, colour).empty()) points[side(colour)].push_back(point);
            std::vector<Index> wanted = points[side(position.to_play())];
            if (wanted.empty() && !points[side(opponent(position.to_play()))].empty()) wanted = {PASS};
            EXPECT(position.legal_moves() == wanted);
            EXPECT(position.is_over() == wanted.empty());
            for (Index move = -3; move <= board.size(); move++) {
                const bool listed = std::find(wanted.begin(), wanted.end(), move) != wanted.end();
                EXPECT(position.is_legal(move) == listed);
                if (move == PASS || (move >= 0 && move < board.size()))
                    EXPECT((position.why_illegal(move) == Fault::NONE) == listed);
                Position next = position;
                EXPECT(next.play(move) == listed);
                EXPECT((next == position) == !listed);
                EXPECT(next.legal_moves() == Position(next.board(), next.to_play()).legal_moves());
            }
            if (wanted.empty()) break;
            position.play(wanted[random.below(unsigned(wanted.size()))]);
        }
    }
}

void a_move_flips_what_it_brackets() {
    Position position(drawn("OXX./X.../#..."), WHITE);
    EXPECT((position.legal_moves() == std::vector<Index>{3}));
    EXPECT(position.play(3));
    EXPECT(position.board() == drawn("OOOO/X.../#..."));
    EXPECT(position.why_illegal(8) == Fault::OVER && position.is_over() && position.winner() == WHITE);
    Position pass(drawn("OX./..."), BLACK);
    EXPECT((pass.legal_moves() == std::vector<Index>{PASS}));
    EXPECT(pass.why_illegal(2) == Fault::FLIPS_NOTHING && pass.why_illegal(0) == Fault::OCCUPIED);
    EXPECT(pass.play(PASS) && pass.to_play() == WHITE && pass.why_illegal(PASS) == Fault::MUST_MOVE);
    EXPECT(pass.play(2) && pass.winner() == WHITE);
    EXPECT(Position(drawn("XO#X"), WHITE).is_over());  // a hole brackets nothing
    EXPECT(Position(drawn("X.O"), WHITE).winner() == EMPTY);
}

void the_published_counts() {
    expect_same(count_games(Position(drawn(".OX/OXO/XO."), WHITE)), counts(2, 0, 0));
    expect_same(count_games(Position(drawn("..../.OXO/.XOX/...."), WHITE)), counts(1813, 2494, 519));
    expect_same(count_games(Position(standard_start(4, 4), BLACK)), counts(24632, 30116, 5312));
    expect_same(count_games(Position(standard_start(4, 4), WHITE)), counts(30116, 24632, 5312));
    expect_same(count_games(Position(drawn("."), WHITE)), counts(0, 0, 1));
    expect_same(count_games(Position(drawn("OX/.X"), BLACK)), counts(1, 0, 0));
    expect_same(count_games(Position(Board(16, 16), BLACK)), counts(0, 0, 1));
}

void counting_is_playing() {
    Random random = seeded(2);
    for (int trial = 0; trial < scaled(6000); trial++) {
        const Index height = Index(1 + random.below(5)), width = Index(1 + random.below(5));
        const Index empties = Index(random.below(unsigned(std::min(height * width, trial % 40 ? 8 : 11)) + 1));
        const Position start(random_board(random, height, width, empties, trial % 2), random_side(random));
        Counts wanted, parts;
        count_by_playing(start, wanted);
        for (const Kernel& kernel : kernels()) expect_same(count_games(start, nullptr, kernel), wanted);
        const auto moves = start.legal_moves();
        for (const Index move : moves) {
            Position next = start;
            next.play(move);
            const Counts some = count_games(next);
            for (int k = 0; k < 2; k++) parts.wins[k] += some.wins[k];
            parts.draws += some.draws;
        }
        if (!moves.empty()) expect_same(parts, wanted);
    }
    for (int trial = 0; trial < scaled(300); trial++) {  // larger boards, both kinds of bits
        const Index height = Index(5 + random.below(12)), width = Index(5 + random.below(12));
        const Index empties = Index(random.below(8));
        const Position start(random_board(random, height, width, empties, trial % 2), random_side(random));
        Counts wanted;
        count_by_playing(start, wanted);
        for (const Kernel& kernel : kernels()) expect_same(count_games(start, nullptr, kernel), wanted);
    }
    // Symmetric starts with enough empty points for the cache of turned positions.
    for (const char* rows :
         {"....../.XOXO./......", "..../.OX./.XO./....", ".../OXO/XOX/...", "...../.OXO./.XOX./.OXO./....."}) {
        if (scale < 1 && std::string_view(rows).size() > 25) continue;
        const Position start(drawn(rows), BLACK);
        const Counts whole = count_games(start);
        Counts parts;
        for (const Index move : start.legal_moves()) {
            Position next = start;
            next.play(move);
            const Counts some = count_games(next);  // no longer symmetric
            for (int k = 0; k < 2; k++) parts.wins[k] += some.wins[k];
            parts.draws += some.draws;
        }
        expect_same(parts, whole);
    }
}

void counts_of_many_orders() {
    // Twelve moves of White's, apart from each other, and none of Black's: 12! games, all won by White.
    const Position start(drawn("OX.#OX.#OX./###########/OX.#OX.#OX./###########/OX.#OX.#OX./###########/OX.#OX.#OX."),
                         WHITE);
    expect_same(count_games(start), counts(0, 479001600, 0));
    Cancel cancel;
    cancel.requested = true;
    EXPECT(count_games(start, &cancel).cancelled);
    EXPECT(perft(start, 8, Passes::A_PLY, Ended::KEPT, &cancel).cancelled);
}

void the_published_perft() {
    const std::uint64_t kept[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800};
    const int deepest = scale >= 1 ? 11 : 8;
    const Position start(standard_start(8, 8), BLACK);
    for (const Kernel& kernel : kernels())
        for (int depth = 0; depth <= deepest; depth++)
            EXPECT(perft(start, depth, Passes::A_PLY, Ended::KEPT, nullptr, kernel).lines == kept[depth]);
    const auto free = [&](int depth) { return perft(start, depth, Passes::NO_PLY, Ended::KEPT).lines; };
    EXPECT(perft(start, 9, Passes::A_PLY, Ended::LEFT_OUT).lines == 3005288);
    EXPECT(free(9) == 3005320);
    if (scale >= 1) {
        EXPECT(perft(start, 10, Passes::A_PLY, Ended::LEFT_OUT).lines == 24571056);
        EXPECT(perft(start, 11, Passes::A_PLY, Ended::LEFT_OUT).lines == 212258216);
        EXPECT(free(10) == 24571420);
        EXPECT(free(11) == 212260880);
    }
    const std::uint64_t six[] = {1364, 7604, 47740, 308716, 2114912, 14976684, 108820072, 811198864};
    for (int depth = 5; depth <= (scale >= 1 ? 12 : 9); depth++)
        EXPECT(perft(Position(standard_start(6, 6), BLACK), depth, Passes::A_PLY, Ended::LEFT_OUT).lines ==
               six[depth - 5]);
    EXPECT(perft(Position(standard_start(4, 4), BLACK), 40, Passes::A_PLY, Ended::KEPT).lines == 60060);
}

void perft_is_playing() {
    Random random = seeded(3);
    for (int trial = 0; trial < scaled(1500); trial++) {
        const bool large = trial % 10 == 0;
        const Index height = Index(1 + random.below(large ? 16 : 6)), width = Index(1 + random.below(large ? 16 : 6));
        const Index empties = Index(random.below(std::min(unsigned(height * width), large ? 8u : 11u) + 1));
        const Position start(random_board(random, height, width, empties, trial % 2), random_side(random));
        for (const Passes passes : {Passes::A_PLY, Passes::NO_PLY})
            for (const Ended ended : {Ended::KEPT, Ended::LEFT_OUT})
                for (int depth = 0; depth <= 6; depth++) {
                    const std::uint64_t wanted = perft_by_playing(start, depth, passes, ended);
                    for (const Kernel& kernel : kernels())
                        EXPECT(perft(start, depth, passes, ended, nullptr, kernel).lines == wanted);
                }
    }
}

void games_are_legal_and_whole() {
    Random random = seeded(5);
    for (int trial = 0; trial < scaled(1000); trial++) {
        const unsigned longest = trial % 10 == 0 ? 18 : 9;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Board board =
            trial % 3 ? random_board(random, height, width, height * width, trial % 2) : standard_start(height, width);
        const Position start(board, random_side(random));
        const std::uint64_t seed = random.next();
        Random twin(seed);
        EXPECT(random_game(start, seed) ==
               game_by_walking(start, NO_LIMIT, nullptr, [&](int n) { return int(twin.below(unsigned(n))); }));
        EXPECT(first_legal_game(start) == game_by_walking(start, NO_LIMIT, nullptr, [](int) { return 0; }));
        Position end = start;
        for (const Index move : random_game(start, seed)) EXPECT(end.play(move));
        EXPECT(end.is_over());
        EXPECT(random_game(start, seed, 3).size() <= 3 && first_legal_game(start, 0).empty());
    }
}

// k of n against j of m, in standard errors of the difference; 0 where too few to be near normal.
double distance(double k, double n, double j, double m) {
    if (n == 0 || m == 0) return 0;
    const double pooled = (k + j) / (n + m), variance = pooled * (1 - pooled) * (1 / n + 1 / m);
    if (pooled > 0 && pooled < 1 && std::min(pooled, 1 - pooled) * std::min(n, m) < 10) return 0;
    return variance > 0 ? std::fabs(k / n - j / m) / std::sqrt(variance) : std::fabs(k / n - j / m) * 1e9;
}

void expect_alike(const Totals& a, const Totals& b) {
    const double n = double(a.games), m = double(b.games);
    const auto near = [&](std::uint64_t k, std::uint64_t j) { EXPECT(distance(double(k), n, double(j), m) < 5.2); };
    for (int k = 0; k < 2; k++) near(a.wins[k], b.wins[k]);
    std::uint64_t counted = 0;
    for (std::size_t k = 0; k < a.lengths.size(); k++) {
        near(a.lengths[k], b.lengths[k]);
        counted += a.lengths[k];
    }
    EXPECT(counted == a.games);
    for (std::size_t k = 0; k < a.first_games.size(); k++) {
        for (int colour = 0; colour < 2; colour++) near(a.ended[colour][k], b.ended[colour][k]);
        near(a.first_games[k], b.first_games[k]);
        EXPECT(distance(double(a.first_wins[k]), double(a.first_games[k]), double(b.first_wins[k]),
                        double(b.first_games[k])) < 5.2);
    }
}

void lockstep_is_as_likely_as_plain() {
    Random random = seeded(6);
    std::vector<Position> starts{
        {standard_start(8, 8), BLACK}, {standard_start(6, 6), WHITE},       {standard_start(4, 8), BLACK},
        {drawn("OX./..."), BLACK},     {drawn("OXX.X/.O.../XO#O."), WHITE}, {drawn("X"), BLACK},
        {drawn("OX."), WHITE}};
    for (int k = 0; k < 12; k++)
        starts.emplace_back(random_board(random, Index(2 + random.below(7)), Index(2 + random.below(7)), 30, k % 2),
                            random_side(random));
    for (const Position& start : starts) {
        const std::uint64_t games = std::uint64_t(scaled(20000));
        Totals plain(start.board().size(), true);
        plain_games(start, games, 7, nullptr, plain);
        for (const Kernel& kernel : kernels()) {
            Totals fast(start.board().size(), true);
            lockstep_games(start, games, random.next(), nullptr, fast, kernel);
            EXPECT(fast.games == games);
            expect_alike(fast, plain);
        }
    }
    // Split by blocks, the totals are the same.
    Totals whole(64, true), halves(64, true);
    random_games(starts[0], GAMES_IN_BLOCK + 100, 3, 0, nullptr, whole);
    random_games(starts[0], GAMES_IN_BLOCK, 3, 0, nullptr, halves);
    random_games(starts[0], 100, 3, 1, nullptr, halves);
    EXPECT(whole.wins[0] == halves.wins[0] && whole.lengths == halves.lengths && whole.ended[1] == halves.ended[1]);
}

std::vector<Contradiction> contradictions(const Position& position) {
    std::vector<Contradiction> codes;
    const Contradictions all(position);
    for (const auto& found : all.found()) codes.push_back(found.code);
    return codes;
}

void what_is_reached_is_not_contradicted() {
    // All positions of 4x4, from both arrangements and both first movers.
    std::set<std::pair<std::vector<std::uint8_t>, Cell>> seen;
    std::vector<Position> todo;
    const auto add = [&](const Position& position) {
        if (seen.insert({position.board().cells, position.to_play()}).second) todo.push_back(position);
    };
    for (const Cell first : {BLACK, WHITE}) {
        add(Position(standard_start(4, 4), first));
        add(Position(colours_swapped(standard_start(4, 4)), first));
    }
    while (!todo.empty()) {
        const Position position = todo.back();
        todo.pop_back();
        EXPECT(contradictions(position).empty());
        if (scale < 1 && seen.size() > 5000) continue;
        for (const Index move : position.legal_moves()) {
            Position next = position;
            next.play(move);
            add(next);
        }
    }
    std::printf("%zu positions of 4x4\n", seen.size());
    Random random = seeded(8);
    for (int trial = 0; trial < scaled(1200); trial++) {
        Board board = standard_start(trial % 2 ? 6 : 8, trial % 3 ? 6 : 8);
        for (auto& cell : board.cells)
            if (trial % 5 == 0 && cell == EMPTY && random.below(8) == 0) cell = HOLE;
        Position position(board, random_side(random));
        for (const Index move : random_game(position, random.next())) {
            EXPECT(contradictions(position).empty());
            position.play(move);
        }
        EXPECT(contradictions(position).empty());
    }
}

void what_cannot_be_is_contradicted() {
    using enum Contradiction;
    using Codes = std::vector<Contradiction>;
    EXPECT((contradictions(Position(drawn("..../..X./.OX./...."), BLACK)) == Codes{TOO_FEW_DISCS, EMPTY_CENTRE}));
    EXPECT((Contradictions(Position(drawn("..../..X./.OX./X..."), BLACK)).found()[0].points == std::vector<Index>{5}));
    EXPECT((contradictions(Position(drawn("..../.XX./.OO./...."), BLACK)) == Codes{NOT_THE_START}));
    EXPECT(
        (contradictions(Position(drawn("....../....../..XO../..OX../....../.....X"), BLACK)) == Codes{DISCONNECTED}));
    EXPECT((contradictions(Position(drawn("..../.OX./.XO./...X"), WHITE)) == Codes{NO_LAST_MOVE}));
    // Black has just moved, so it is White's turn.
    EXPECT((contradictions(Position(drawn(".X../.XX./.XO./...."), BLACK)) == Codes{NO_LAST_MOVE}));
    EXPECT(contradictions(Position(drawn(".X../.XX./.XO./...."), WHITE)).empty());
    // Without a place for the start nothing is claimed, not even of an empty board.
    EXPECT(contradictions(Position(Board(5, 6), BLACK)).empty());
    EXPECT(contradictions(Position(drawn("#.../.#../..../...."), BLACK)).empty());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) scale = std::atof(argv[1]);
    moves_are_by_the_rule();
    a_move_flips_what_it_brackets();
    the_published_counts();
    counting_is_playing();
    counts_of_many_orders();
    the_published_perft();
    perft_is_playing();
    games_are_legal_and_whole();
    lockstep_is_as_likely_as_plain();
    what_is_reached_is_not_contradicted();
    what_cannot_be_is_contradicted();
}
