// The lockstep player against the plain loop: every kernel this machine has, many boards, every total.
// Seeds are fixed, so a kernel gives the same numbers on every machine and a test that passes goes on passing.
#include "../nogo/lockstep/lockstep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../nogo/playout.hpp"
#include "../random.hpp"
#include "testing.hpp"

// The kernel as this file's own flags build it, to look inside.
#define LOCKSTEP_ISA inside
#define LOCKSTEP_BYTES 16
#include "../nogo/lockstep/kernel.hpp"

using namespace tengen;
using namespace tengen::testing;
using nogo::Position;

namespace {

int failures = 0;
double worst = 0;

void expect(bool truth, const std::string& what) {
    if (!truth) {
        std::printf("FAILED %s\n", what.c_str());
        failures++;
    }
}

// k of n against j of m: the same chance? In standard errors of the difference; 0 where too few to be near normal.
double distance(double k, double n, double j, double m) {
    if (n == 0 || m == 0) return 0;
    const double pooled = (k + j) / (n + m), variance = pooled * (1 - pooled) * (1 / n + 1 / m);
    if (pooled > 0 && pooled < 1 && std::min(pooled, 1 - pooled) * std::min(n, m) < 10) return 0;
    return variance > 0 ? std::fabs(k / n - j / m) / std::sqrt(variance) : std::fabs(k / n - j / m) * 1e9;
}

void mean_and_error(const Totals& totals, double& mean, double& error) {
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < totals.lengths.size(); k++) {
        sum += double(k) * double(totals.lengths[k]);
        squares += double(k) * double(k) * double(totals.lengths[k]);
    }
    const double n = double(totals.games);
    mean = sum / n;
    error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
}

// 4 standard errors for the two headline numbers; 5.2 for the per-point ones, of which there are many thousands.
void compare(const std::string& name, const Totals& got, const Totals& twin) {
    const double games = double(got.games), others = double(twin.games);
    auto near = [&](double sigmas, double limit, const char* what) {
        worst = std::max(worst, sigmas / limit);
        expect(sigmas < limit, name + ": " + what + " off by " + std::to_string(sigmas) + " sigma");
    };
    near(distance(double(got.wins[0]), games, double(twin.wins[0]), others), 4, "wins");
    expect(got.wins[0] + got.wins[1] == got.games, name + ": wins do not sum to games");
    double mean, error, twin_mean, twin_error;
    mean_and_error(got, mean, error);
    mean_and_error(twin, twin_mean, twin_error);
    const double both = std::sqrt(error * error + twin_error * twin_error);
    near(both > 0 ? std::fabs(mean - twin_mean) / both : std::fabs(mean - twin_mean) * 1e9, 4, "mean length");
    std::uint64_t counted = 0;
    for (std::size_t k = 0; k < got.lengths.size(); k++) {
        counted += got.lengths[k];
        if (got.lengths[k] + twin.lengths[k] >= 40)
            near(distance(double(got.lengths[k]), games, double(twin.lengths[k]), others), 5.2, "a length");
    }
    expect(counted == got.games, name + ": lengths do not sum to games");
    for (std::size_t point = 0; point < got.first_games.size(); point++) {
        const double opened = double(got.first_games[point]), twin_opened = double(twin.first_games[point]);
        near(distance(opened, games, twin_opened, others), 5.2, "first moves");
        if (opened > 40 && twin_opened > 40)
            near(distance(double(got.first_wins[point]), opened, double(twin.first_wins[point]), twin_opened), 5.2,
                 "first move wins");
        for (int colour = 0; colour < 2; colour++) {
            const double ended = double(got.ended[colour][point]), twin_ended = double(twin.ended[colour][point]);
            near(distance(ended, games, twin_ended, others), 5.2, "ended");
        }
    }
}

// Some legal moves into a random game, with holes: an arbitrary start.
Board scattered(std::int32_t height, std::int32_t width, int holes, int plies, std::uint64_t seed) {
    Board board(height, width);
    Random random = seeded(seed);
    for (int k = 0; k < holes; k++) board.cells[random.below(std::uint32_t(board.size()))] = HOLE;
    for (int k = 0; k < plies; k++) {
        const Index point = Index(random.below(std::uint32_t(board.size())));
        const Cell colour = k % 2 ? WHITE : BLACK;
        if (Position(board, colour).is_legal(point)) board.cells[std::size_t(point)] = colour;
    }
    return board;
}

void check(const std::string& name, const Board& start, Cell to_play, std::uint64_t games, std::uint64_t twins) {
    expect(nogo::lockstep_fits(start), name + ": fits");
    Totals twin(start.size(), true);
    nogo::plain_games(Position(start, to_play), twins, 99, nullptr, twin);
    for (const char* kernel : nogo::lockstep_kernels()) {
        Totals got(start.size(), true);
        nogo::lockstep_games_on(kernel, Position(start, to_play), games, 7, nullptr, got);
        expect(got.games == games, name + ": number of games");
        compare(name + " " + kernel, got, twin);
    }
    std::printf("%s %s\n", failures ? "  " : "ok", name.c_str());
    std::fflush(stdout);
}

void exact_anchors(std::uint64_t games) {
    for (const char* kernel : nogo::lockstep_kernels()) {
        Totals totals(9, false);
        nogo::lockstep_games_on(kernel, Position(Board(3, 3), BLACK), games, 11, nullptr, totals);
        const double n = double(totals.games), wins = 290071.0 / 466560.0;
        const double sigmas = std::fabs(double(totals.wins[0]) / n - wins) / std::sqrt(wins * (1 - wins) / n);
        expect(sigmas < 4, std::string("3x3 exact wins ") + kernel);
        double mean, error;
        mean_and_error(totals, mean, error);
        expect(std::fabs(mean - 7.31234) < 4 * error + 1e-5, std::string("3x3 exact length ") + kernel);
    }
    std::printf("ok 3x3 against the exact values\n");
}

// The one test of life behind every draw, on full and snaking boards that random games seldom reach.
template <class Word, int HEIGHT>
void life(int height, int width, std::uint64_t rounds) {
    using Player = nogo::inside::Player<Word, HEIGHT>;
    using Vec = typename Player::Vec;
    Random random = seeded(std::uint64_t(height * 100 + width));
    for (std::uint64_t round = 0; round < rounds; round++) {
        std::vector<Board> boards(Player::LANES, Board(height, width));
        Vec rows[3][Player::ROWS] = {};
        for (int lane = 0; lane < Player::LANES; lane++) {
            Board& board = boards[std::size_t(lane)];
            const std::uint32_t empties = random.below(4), blacks = random.below(101);
            for (Index point = 0; point < board.size(); point++) {
                const Index row = point / width, col = point % width;
                // Every other board is a snake: full rows of one colour, joined at alternating ends.
                const bool snake = row % 2 == 0 || col == (row % 4 == 1 ? width - 1 : 0);
                const bool black = lane % 2 ? snake : random.below(100) < blacks;
                board.cells[std::size_t(point)] = black ? BLACK : WHITE;
            }
            for (std::uint32_t k = 0; k < empties; k++)
                board.cells[random.below(std::uint32_t(board.size()))] = random.below(4) ? EMPTY : HOLE;
            for (Index point = 0; point < board.size(); point++) {
                const Word bit = Word(Word(1) << (point % width));
                if (board[point] == BLACK) rows[0][point / width + 1][lane] |= bit;
                if (board[point] == WHITE) rows[1][point / width + 1][lane] |= bit;
            }
        }
        // Points are the same in every lane of a real set; here holes differ, and the check must not mind.
        for (int lane = 0; lane < Player::LANES; lane++)
            for (Index point = 0; point < height * width; point++)
                if (boards[std::size_t(lane)][point] != HOLE)
                    rows[2][point / width + 1][lane] |= Word(Word(1) << (point % width));
        const Vec alive = Player::all_alive(rows[0], rows[1], rows[2], height);
        for (int lane = 0; lane < Player::LANES; lane++) {
            const Board& board = boards[std::size_t(lane)];
            expect((alive[lane] != 0) == all_breathe(board),
                   "life on " + std::to_string(height) + "x" + std::to_string(width));
        }
    }
}

void promises(std::uint64_t singles) {
    for (const char* kernel : nogo::lockstep_kernels()) {
        Totals once(81, true), again(81, true), other(81, true);
        nogo::lockstep_games_on(kernel, Position(Board(9, 9), BLACK), 1000, 3, nullptr, once);
        nogo::lockstep_games_on(kernel, Position(Board(9, 9), BLACK), 1000, 3, nullptr, again);
        nogo::lockstep_games_on(kernel, Position(Board(9, 9), BLACK), 1000, 4, nullptr, other);
        expect(once.lengths == again.lengths && once.ended[0] == again.ended[0], "same seed, same totals");
        expect(once.ended[0] != other.ended[0], "another seed, other totals");
        for (std::uint64_t games : {0, 1, 2, 31, 32, 33, 65}) {
            Totals totals(81, true);
            nogo::lockstep_games_on(kernel, Position(Board(9, 9), WHITE), games, games, nullptr, totals);
            std::uint64_t firsts = 0;
            for (std::uint64_t count : totals.first_games) firsts += count;
            expect(totals.games == games && firsts == games, "exactly the games asked for");
        }
        Cancel cancel;
        cancel.requested = true;
        Totals stopped(81, false);
        nogo::lockstep_games_on(kernel, Position(Board(9, 9), BLACK), 1u << 30, 1, &cancel, stopped);
        expect(stopped.games < 100000, "cancelled");
        // Each game alone must be as good as many together: short batches favour no game by its length.
        Totals single(9, true), twin(9, true);
        for (std::uint64_t game = 0; game < singles; game++)
            nogo::lockstep_games_on(kernel, Position(Board(3, 3), BLACK), 1, derived_seed(5, game), nullptr, single);
        nogo::plain_games(Position(Board(3, 3), BLACK), singles, 1, nullptr, twin);
        compare(std::string("one at a time ") + kernel, single, twin);
    }
    expect(!nogo::lockstep_fits(Board(2, 65)) && !nogo::lockstep_fits(Board(65, 2)), "too large");
    std::printf("ok promises\n");
}

}  // namespace

int main(int argc, char** argv) {
    const double scale = argc > 1 ? std::atof(argv[1]) : 1;  // the sanitizers' build plays fewer games
    auto count = [&](double games) { return std::uint64_t(std::max(100.0, games * scale)); };
    exact_anchors(count(4e6));
    promises(count(1e5));
    life<std::uint16_t, 9>(9, 9, 2000);
    life<std::uint16_t, 16>(16, 16, 500);
    life<std::uint32_t, 19>(19, 19, 500);
    for (int size = 1; size <= 16; size++) life<std::uint16_t, 0>(size, 17 - size, 200);
    life<std::uint64_t, 0>(64, 64, 20);
    std::printf("%s life\n", failures ? "  " : "ok");
    struct {
        int height, width;
        double games, twins;
    } sizes[] = {{1, 1, 1e4, 1e3},  {1, 2, 1e4, 1e4},   {1, 5, 1e6, 5e5},   {2, 3, 1e6, 5e5},   {3, 3, 1e6, 5e5},
                 {5, 4, 1e6, 2e5},  {9, 9, 3e5, 3e4},   {13, 13, 6e4, 8e3}, {16, 16, 3e4, 4e3}, {17, 3, 3e5, 3e4},
                 {3, 17, 3e5, 3e4}, {19, 19, 1e4, 2e3}, {33, 4, 1e5, 1e4},  {4, 33, 1e5, 1e4},  {64, 2, 1e5, 1e4},
                 {2, 64, 1e5, 1e4}, {3, 32, 1e5, 1e4},  {64, 64, 200, 30}};
    for (auto& size : sizes) {
        const std::string name = std::to_string(size.height) + "x" + std::to_string(size.width);
        check(name, Board(size.height, size.width), BLACK, count(size.games), count(size.twins));
    }
    check("9x9 white first", Board(9, 9), WHITE, count(3e5), count(3e4));
    check("holes", drawn("#...#/...../..#../...../#..##"), BLACK, count(1e6), count(2e5));
    check("an island", drawn(".#.../##.../....."), WHITE, count(1e6), count(2e5));
    check("mid-game", drawn("X.X.O/.X.O./X.X.O/....."), BLACK, count(1e6), count(2e5));
    check("mid-game white", drawn(".X.O./XX.OO/.X.O./....."), WHITE, count(1e6), count(2e5));
    check("only private points", drawn(".XX.OO."), BLACK, count(1e5), count(1e5));
    check("over for white", drawn(".X."), WHITE, count(1e4), count(1e3));
    check("over", drawn("X.O/.#./O.X"), BLACK, count(1e5), count(1e5));
    check("nothing but holes", drawn("##/##"), BLACK, 1000, 100);
    for (std::uint64_t k = 0; k < 8; k++) {
        const Board board = scattered(9, std::int32_t(5 + 3 * k), int(4 * k), int(10 * k), k);
        check("scattered " + std::to_string(k), board, k % 2 ? WHITE : BLACK, count(1e5), count(2e4));
    }
    std::printf("%s (closest to its limit: %.2f)\n", failures ? "FAILED" : "all ok", worst);
    return failures != 0;
}
