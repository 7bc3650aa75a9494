#include <cmath>
#include <map>
#include <set>
#include <string>

#include "../gomoku/check.hpp"
#include "../gomoku/count.hpp"
#include "../gomoku/playout.hpp"
#include "gomoku_boards.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::gomoku;

namespace {

// Who has a winning row, the slow obvious way: from every stone, in all eight directions, cell by cell.
bool plainly_has_row(const Board& board, Cell colour, const Rules& rules) {
    const auto at = [&](Index row, Index col) {
        return row < 0 || col < 0 || row >= board.height || col >= board.width ? HOLE : board[row * board.width + col];
    };
    for (Index row = 0; row < board.height; row++)
        for (Index col = 0; col < board.width; col++)
            for (Index down = -1; down <= 1; down++)
                for (Index along = -1; along <= 1; along++) {
                    if ((down == 0 && along == 0) || at(row, col) != colour) continue;
                    if (at(row - down, col - along) == colour) continue;
                    Index length = 0;
                    while (at(row + length * down, col + length * along) == colour) length++;
                    const bool blocked = at(row - down, col - along) == opponent(colour) &&
                                         at(row + length * down, col + length * along) == opponent(colour);
                    if (rules.variant == Variant::FREESTYLE && length >= rules.in_a_row) return true;
                    if (rules.variant == Variant::STANDARD && length == rules.in_a_row) return true;
                    if (rules.variant == Variant::CARO && length > rules.in_a_row) return true;
                    if (rules.variant == Variant::CARO && length == rules.in_a_row && !blocked) return true;
                }
    return false;
}

bool anyone_has_row(const Board& board, const Rules& rules) {
    return plainly_has_row(board, BLACK, rules) || plainly_has_row(board, WHITE, rules);
}

// The last stone's row wins, in every direction and place.
void rows_win_where_they_should() {
    for (const Direction way : DIRECTIONS)
        for (Index row = 0; row < 7; row++)
            for (Index col = 0; col < 7; col++)
                for (Index last = 0; last < 5; last++) {
                    const Index end_row = row + 4 * way.rows, end_col = col + 4 * way.columns;
                    if (end_row >= 7 || end_col >= 7 || end_col < 0) continue;
                    Board board(7, 7);
                    Index last_point = 0;
                    for (Index j = 0; j < 5; j++) {
                        const Index point = (row + j * way.rows) * 7 + col + j * way.columns;
                        if (j == last)
                            last_point = point;
                        else
                            board.cells[std::size_t(point)] = WHITE;
                    }
                    for (const Variant variant : VARIANTS) {
                        Position position(board, WHITE, {5, variant});
                        EXPECT(!position.is_over() && position.winner() == EMPTY);
                        EXPECT(position.play(last_point) && position.is_over() && position.winner() == WHITE);
                        EXPECT(position.legal_moves().empty() && !position.play(0));
                        EXPECT(!Position(board, WHITE, {6, variant}).is_over());
                    }
                }
    const auto winner = [](const char* rows, Variant variant) {
        return Position(drawn(rows), BLACK, {5, variant}).winner();
    };
    const struct {
        const char* rows;
        Cell freestyle, standard, caro;
    } cases[] = {
        {".OOOOO.", WHITE, WHITE, WHITE},   {"OOOOOO.", WHITE, EMPTY, WHITE},     {"XOOOOOX", WHITE, WHITE, EMPTY},
        {"XOOOOO.", WHITE, WHITE, WHITE},   {"XOOOOO", WHITE, WHITE, WHITE},      {"XOOOOO#X", WHITE, WHITE, WHITE},
        {"XOOOOOOX", WHITE, EMPTY, WHITE},  {"OOO#OO", EMPTY, EMPTY, EMPTY},      {"OOOO.O", EMPTY, EMPTY, EMPTY},
        {"OOOO/O...", EMPTY, EMPTY, EMPTY}, {"XXXXX.OOOOO", WHITE, WHITE, WHITE},
    };
    for (const auto& row : cases) {
        EXPECT(winner(row.rows, Variant::FREESTYLE) == row.freestyle);
        EXPECT(winner(row.rows, Variant::STANDARD) == row.standard);
        EXPECT(winner(row.rows, Variant::CARO) == row.caro);
    }
    EXPECT(Position(drawn("XXXXX.OOOOO"), WHITE).winner() == BLACK);
    EXPECT(Position(drawn("XOXO"), BLACK).is_over() && Position(drawn("XOXO"), BLACK).winner() == EMPTY);
    const Position holes(drawn("#.X"), WHITE);
    EXPECT(!holes.is_legal(0) && holes.is_legal(1) && !holes.is_legal(2) && !holes.is_legal(-2) && !holes.is_legal(3));
    EXPECT((holes.legal_moves() == std::vector<Index>{1}));
    EXPECT(!(holes == Position(drawn("#.X"), BLACK)) && !(holes == Position(drawn("#.X"), WHITE, {4, {}})));
}

void rows_agree_with_the_plain_look() {
    Random random = seeded(21);
    for (int trial = 0; trial < 20000; trial++) {
        const Board board = random_board(random, Index(1 + random.below(7)), Index(1 + random.below(9)),
                                         random.below(80), random.below(2) ? 0 : random.below(20));
        for (const Variant variant : VARIANTS) {
            const Rules rules{Index(1 + random.below(5)), variant};
            bool has[2] = {false, false};
            for (const StoneRow& row : winning_rows(board, rules)) has[side(row.colour)] = true;
            BitRows<std::uint32_t> narrow(board.height, board.width, rules);
            BitRows<std::uint64_t> wide(board.height, board.width, rules);
            narrow.read(board.cells.data());
            wide.read(board.cells.data());
            for (const Cell colour : {BLACK, WHITE}) {
                const bool truth = plainly_has_row(board, colour, rules);
                EXPECT(has[side(colour)] == truth);
                EXPECT(narrow.has_row(colour) == truth && wide.has_row(colour) == truth);
                EXPECT(narrow.stones(colour) == std::count(board.cells.begin(), board.cells.end(), colour));
                bool by_stone = false;
                for (Index point = 0; point < board.size(); point++)
                    by_stone |= board[point] == colour && makes_row(board, point, colour, rules);
                EXPECT(by_stone == truth);
            }
        }
    }
}

// The definition: counts, and a stone of the last mover's whose removal leaves nobody with a row.
Finding plain_check(const Board& board, const Rules& rules) {
    Finding finding;
    const auto black = std::count(board.cells.begin(), board.cells.end(), BLACK);
    const auto white = std::count(board.cells.begin(), board.cells.end(), WHITE);
    if (black != white && black != white + 1) {
        finding.contradiction = Contradiction::COUNTS;
        return finding;
    }
    if (black == 0) return finding;
    finding.last_mover = black > white ? BLACK : WHITE;
    for (Index point = 0; point < board.size(); point++) {
        if (board[point] != finding.last_mover) continue;
        Board before = board;
        before.cells[std::size_t(point)] = EMPTY;
        if (!anyone_has_row(before, rules)) finding.last.push_back(point);
    }
    if (finding.last.empty())
        finding.contradiction = plainly_has_row(board, opponent(finding.last_mover), rules)
                                    ? Contradiction::OTHER_SIDE_WON
                                    : Contradiction::NO_LAST_STONE;
    return finding;
}

void expect_check(const Board& board, const Rules& rules) {
    const Finding got = check(board, rules), plain = plain_check(board, rules);
    EXPECT(got.contradiction == plain.contradiction);
    EXPECT(got.last == plain.last && got.last_mover == plain.last_mover);
    std::uint8_t verdict = 2;
    check_many(board.cells.data(), 1, board.height, board.width, rules, nullptr, &verdict);
    EXPECT(verdict == (plain.contradiction == Contradiction::NONE));
}

// Takes stones off or recolours them until the counts are right, so that the rest of check is reached.
void balance(Board& board, Random& random) {
    while (true) {
        const auto more = std::count(board.cells.begin(), board.cells.end(), BLACK) -
                          std::count(board.cells.begin(), board.cells.end(), WHITE);
        if (more == 0 || more == 1) return;
        auto& cell = board.cells[random.below(std::uint32_t(board.cells.size()))];
        if (cell == (more > 0 ? BLACK : WHITE)) cell = random.below(2) ? EMPTY : opponent(Cell(cell));
    }
}

void checks_agree_with_the_definition(double scale) {
    Random random = seeded(31);
    for (int trial = 0; trial < int(40000 * scale); trial++) {
        Board board = random_board(random, Index(1 + random.below(7)), Index(1 + random.below(7)), random.below(90),
                                   random.below(2) ? 0 : random.below(20));
        if (trial % 8) balance(board, random);
        for (const Variant variant : VARIANTS) expect_check(board, {Index(1 + random.below(5)), variant});
    }
    // Large ones, with a long row laid over them.
    for (int trial = 0; trial < int(600 * scale); trial++) {
        const Index height = trial % 3 ? 19 : Index(5 + random.below(70));
        const Index width = trial % 3 ? 19 : Index(5 + random.below(70));
        Board board = random_board(random, height, width, 60 + random.below(40), 0);
        const Index row = Index(random.below(std::uint32_t(height))), col = Index(random.below(std::uint32_t(width)));
        const Direction way = DIRECTIONS[random.below(4)];
        for (Index j = 0; j < Index(3 + random.below(8)); j++) {
            const Index r = row + j * way.rows, c = col + j * way.columns;
            if (r < height && c >= 0 && c < width) board.cells[std::size_t(r * width + c)] = BLACK;
        }
        balance(board, random);
        for (const Variant variant : VARIANTS) expect_check(board, {5, variant});
    }
}

// Every position that a game leads to, by playing all games: check must pass each, and under FREESTYLE only those.
void checks_agree_with_all_games(Index height, Index width, Index k, const std::vector<Index>& holes) {
    Board empty(height, width);
    for (const Index hole : holes) empty.cells[std::size_t(hole)] = HOLE;
    for (const Variant variant : VARIANTS) {
        const auto key = [](const Board& b) { return std::string(b.cells.begin(), b.cells.end()); };
        std::map<std::string, std::set<Index>> lasts;
        std::vector<Position> todo{Position(empty, BLACK, {k, variant})};
        lasts[key(empty)];
        while (!todo.empty()) {
            const Position position = todo.back();
            todo.pop_back();
            for (const Index move : position.legal_moves()) {
                Position next = position;
                EXPECT(next.play(move));
                EXPECT(next.winner() == Position(next.board(), next.to_play(), next.rules()).winner());
                const bool is_new = lasts.find(key(next.board())) == lasts.end();
                lasts[key(next.board())].insert(move);
                if (is_new) todo.push_back(next);
            }
        }
        Board board = empty;
        const auto try_all = [&](auto&& self, Index point) -> void {
            if (point == board.size()) {
                const Finding finding = check(board, {k, variant});
                const auto reached = lasts.find(key(board));
                const std::set<Index> last(finding.last.begin(), finding.last.end());
                if (reached != lasts.end()) {
                    EXPECT(finding.contradiction == Contradiction::NONE);
                    EXPECT(std::includes(last.begin(), last.end(), reached->second.begin(), reached->second.end()));
                }
                if (variant != Variant::FREESTYLE) return;
                EXPECT((reached != lasts.end()) == (finding.contradiction == Contradiction::NONE));
                if (reached != lasts.end()) EXPECT(reached->second == last);
                return;
            }
            if (board[point] == HOLE) return self(self, point + 1);
            for (const Cell cell : {BLACK, WHITE, EMPTY}) {
                board.cells[std::size_t(point)] = cell;
                self(self, point + 1);
            }
        };
        try_all(try_all, 0);
    }
}

// The published samples (AtCoder ARC012 C): stones as (row, column, ...), and the answer.
void samples_are_right() {
    const auto verdict = [](std::initializer_list<Index> black, std::initializer_list<Index> white) {
        Board board(19, 19);
        for (const Index point : black) board.cells[std::size_t(point)] = BLACK;
        for (const Index point : white) board.cells[std::size_t(point)] = WHITE;
        expect_check(board, {});
        return check(board, {});
    };
    const auto at = [](Index row, Index col) { return row * 19 + col; };
    EXPECT(verdict({at(4, 11), at(7, 7), at(7, 12), at(10, 14)}, {at(4, 4), at(9, 8), at(12, 7)}).last.size() == 4);
    EXPECT(verdict({at(4, 11), at(7, 7), at(7, 12), at(10, 14), at(15, 9)}, {at(4, 4), at(9, 8), at(12, 7)})
               .contradiction == Contradiction::COUNTS);
    EXPECT(verdict({at(8, 8), at(8, 9), at(8, 10), at(8, 11), at(8, 12)},
                   {at(9, 9), at(9, 10), at(9, 11), at(9, 12), at(10, 8)})
               .contradiction == Contradiction::OTHER_SIDE_WON);
    EXPECT(verdict({at(8, 8), at(8, 9), at(8, 10), at(8, 11), at(8, 12)}, {at(9, 9), at(9, 10), at(9, 11), at(9, 12)})
               .last.size() == 5);
    EXPECT((verdict({at(9, 6), at(9, 7), at(9, 8), at(9, 9), at(9, 10), at(9, 11)},
                    {at(8, 9), at(10, 8), at(10, 9), at(10, 10), at(10, 11)})
                .last == std::vector<Index>{at(9, 7), at(9, 8), at(9, 9), at(9, 10)}));
    EXPECT(
        verdict({at(9, 3), at(9, 4), at(9, 5), at(9, 6), at(9, 7), at(9, 8), at(9, 9), at(9, 10), at(9, 11), at(9, 12)},
                {at(6, 8), at(7, 8), at(7, 13), at(8, 11), at(11, 6), at(11, 13), at(12, 4), at(12, 11), at(13, 9)})
            .contradiction == Contradiction::NO_LAST_STONE);
    EXPECT(verdict({}, {}).contradiction == Contradiction::NONE && verdict({}, {}).last_mover == EMPTY);
    EXPECT(verdict({}, {}).is_proof && !check(Board(3, 3), {3, Variant::CARO}).is_proof);
}

LineCount plain_perft(const Position& position, Index depth) {
    if (depth == 0) return 1;
    LineCount sum = 0;
    for (const Index move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        sum += plain_perft(next, depth - 1);
    }
    return sum;
}

Outcomes plain_outcomes(const Position& position) {
    Outcomes sum;
    if (position.winner() != EMPTY)
        sum.wins[side(position.winner())] = 1;
    else if (position.is_over())
        sum.draws = 1;
    for (const Index move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        const Outcomes more = plain_outcomes(next);
        for (int k : {0, 1}) sum.wins[k] += more.wins[k];
        sum.draws += more.draws;
    }
    return sum;
}

void counts_are_right() {
    // Noughts and crosses: 255168 games, 131184 won by the first player, 77904 by the second, 46080 drawn
    // (Schaefer 2002; OEIS A061221 for the games by length).
    const Position start(Board(3, 3), BLACK, {3, Variant::FREESTYLE});
    EXPECT((count_games(start) == Outcomes{{131184, 77904}, 46080}));
    const std::uint64_t perfts[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0};
    for (Index depth = 0; depth <= 10; depth++) EXPECT(perft(start, depth) == perfts[depth]);
    EXPECT(perft(Position(Board(15, 15), BLACK), 3) == 225u * 224 * 223);
    Random random = seeded(41);
    for (int trial = 0; trial < 400; trial++) {
        Board board = random_board(random, Index(1 + random.below(5)), Index(1 + random.below(5)), 30, 10);
        for (Index over = Index(std::count(board.cells.begin(), board.cells.end(), EMPTY)); over > 7;) {
            auto& cell = board.cells[random.below(std::uint32_t(board.cells.size()))];
            if (cell == EMPTY) over--, cell = random.below(2) ? BLACK : WHITE;
        }
        for (const Variant variant : VARIANTS) {
            const Position position(board, random.below(2) ? BLACK : WHITE, {Index(2 + random.below(4)), variant});
            EXPECT(count_games(position) == plain_outcomes(position));
            for (Index depth = 0; depth < 9; depth++) EXPECT(perft(position, depth) == plain_perft(position, depth));
        }
    }
}

// Black's stones are many, so that much is forbidden. (tests/gomoku/test_renju.py has the rule, beside its oracle.)
void renju_is_kept_in_games_and_counts() {
    Random random = seeded(45);
    int banned[4] = {0, 0, 0, 0};
    for (int trial = 0; trial < 600; trial++) {
        Board board =
            random_board(random, Index(3 + random.below(5)), Index(6 + random.below(4)), 20 + random.below(60), 5);
        for (auto& cell : board.cells)
            if (cell == WHITE && random.below(2)) cell = BLACK;
        const Position start(board, BLACK, {5, Variant::RENJU});
        if (start.winner() != EMPTY) continue;
        for (const Index point : start.forbidden()) {
            BlackMove move(board, point);
            const Ban why = move.ban();
            banned[int(why)]++;
            const auto stones = move.stones(why);
            EXPECT(stones.size() >= (why == Ban::OVERLINE ? 1u : 2u) && !start.is_legal(point));
            for (const auto& each : stones) EXPECT(std::find(each.begin(), each.end(), point) != each.end());
        }
        for (const auto& moves : {random_game(start, random.next()), first_legal_game(start)}) {
            Position position = start;
            for (const Index move : moves) EXPECT(position.play(move));
            EXPECT(position.is_over());
        }
        for (const Index depth : {0, 1, 2}) EXPECT(perft(start, depth) == plain_perft(start, depth));
        while (std::count(board.cells.begin(), board.cells.end(), EMPTY) > 5)
            if (auto& cell = board.cells[random.below(std::uint32_t(board.cells.size()))]; cell == EMPTY) cell = HOLE;
        const Position few(board, BLACK, {5, Variant::RENJU});
        EXPECT(count_games(few) == plain_outcomes(few));
    }
    for (const Ban ban : {Ban::OVERLINE, Ban::DOUBLE_FOUR, Ban::DOUBLE_THREE}) EXPECT(banned[int(ban)] > 10);
}

// A block of random_games, move by move, with the very same totals.
void plain_games(const Position& start, std::uint64_t games, std::uint64_t seed, Totals& totals) {
    for (std::uint64_t game = 0; game < games; game++) {
        const auto moves = random_game(start, derived_seed(seed, game), NO_LIMIT);
        Position end = start;
        for (const Index move : moves) end.play(move);
        add_game(start, moves, moves.size(), end.winner(), totals);
    }
}

void expect_same(const Position& start, std::uint64_t games, std::uint64_t seed) {
    const auto with = [&](bool by_point) {
        Totals fast(start.board().size(), by_point);
        random_games(start, games, seed, 0, nullptr, fast);
        return fast;
    };
    Totals plain(start.board().size(), true);
    const std::uint64_t size = games_in_block(start.board());
    for (std::uint64_t block = 0; block * size < games; block++)
        plain_games(start, std::min(size, games - block * size), derived_seed(seed, block), plain);
    const Totals fast = with(true), short_one = with(false);
    EXPECT(fast.games == games && plain.games == games && short_one.games == games);
    for (int k : {0, 1}) {
        EXPECT(fast.wins[k] == plain.wins[k] && short_one.wins[k] == plain.wins[k]);
        EXPECT(fast.ended[k] == plain.ended[k]);
    }
    EXPECT(fast.lengths == plain.lengths && short_one.lengths == plain.lengths);
    EXPECT(fast.first_games == plain.first_games && fast.first_wins == plain.first_wins);
}

// The fast games draw the same numbers as the plain ones, so their totals are the same, not only alike.
void random_games_are_the_plain_ones() {
    Random random = seeded(51);
    for (int trial = 0; trial < 600; trial++) {
        Board board = random_board(random, Index(1 + random.below(9)), Index(1 + random.below(12)),
                                   60 + random.below(41), random.below(2) ? 0 : 50);
        if (trial % 3) std::replace_if(board.cells.begin(), board.cells.end(), [](auto c) { return c != HOLE; }, EMPTY);
        for (const Variant variant : VARIANTS)
            expect_same(Position(board, random.below(2) ? BLACK : WHITE, {Index(1 + random.below(6)), variant}), 60,
                        random.next());
    }
    for (const Variant variant : VARIANTS) {
        expect_same(Position(Board(15, 15), BLACK, {5, variant}), 3000, 7);
        expect_same(Position(Board(19, 19), BLACK, {5, variant}), 1000, 7);
    }
    expect_same(Position(Board(200, 200), BLACK, {6, Variant::FREESTYLE}), 2, 9);  // more plies than 16 bits count
    expect_same(Position(drawn("XXXXX"), WHITE), 5, 1);
    expect_same(Position(drawn("XOXO"), WHITE), 5, 1);
}

// Noughts and crosses at random: the first player wins 737/1260 of the games, the second 121/420, 8/63 are drawn.
void random_games_have_the_known_odds() {
    const std::uint64_t games = 200000;
    Totals totals(9, false);
    random_games(Position(Board(3, 3), BLACK, {3, Variant::FREESTYLE}), games, 3, 0, nullptr, totals);
    const auto near = [&](std::uint64_t count, double chance) {
        return std::fabs(double(count) - double(games) * chance) < 4 * std::sqrt(double(games) * chance * (1 - chance));
    };
    EXPECT(near(totals.wins[0], 737.0 / 1260) && near(totals.wins[1], 121.0 / 420));
    EXPECT(near(games - totals.wins[0] - totals.wins[1], 8.0 / 63));
}

// All of one colour and striped: the longest rows, and many of them, in time about linear.
void long_rows_are_no_trouble() {
    for (const Variant variant : VARIANTS)
        for (const Index every : {1, 2, 1000}) {
            Board board(300, 300);
            for (Index point = 0; point < board.size(); point++)
                board.cells[std::size_t(point)] = point / 300 / every % 2 ? WHITE : BLACK;
            const Finding finding = check(board, {5, variant});
            if (variant == Variant::STANDARD && every != 1000) continue;
            EXPECT(finding.contradiction == (every == 1000 ? Contradiction::COUNTS : Contradiction::OTHER_SIDE_WON));
        }
    EXPECT(contains({BLACK, 3, 10, 4}, 33) && !contains({BLACK, 3, 10, 4}, 43) && !contains({BLACK, 3, 10, 4}, 2));
}

void games_can_be_cut_short() {
    const Position start(Board(15, 15), BLACK);
    Position position = start;
    for (const Index move : first_legal_game(start)) EXPECT(position.play(move));
    EXPECT(position.is_over());
    EXPECT((first_legal_game(start, 3) == std::vector<Index>{0, 1, 2}));
    EXPECT(random_game(start, 5, 4).size() == 4 && random_game(start, 5, 0).empty());
    const auto whole = random_game(start, 5);
    for (Index k = 0; k < 4; k++) EXPECT(random_game(start, 5, 4)[std::size_t(k)] == whole[std::size_t(k)]);
    Cancel cancel;
    cancel.requested = true;
    Totals totals(225, false);
    random_games(start, 100000000, 1, 0, &cancel, totals);
    EXPECT(totals.games == 0 && perft(start, 30, &cancel) == 0 && count_games(start, &cancel).draws == 0);
}

}  // namespace

int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    rows_win_where_they_should();
    rows_agree_with_the_plain_look();
    samples_are_right();
    checks_agree_with_the_definition(scale);
    checks_agree_with_all_games(3, 3, 3, {});
    checks_agree_with_all_games(3, 3, 2, {});
    checks_agree_with_all_games(2, 5, 3, {});
    checks_agree_with_all_games(1, 9, 3, {});
    checks_agree_with_all_games(3, 4, 3, {5});
    counts_are_right();
    renju_is_kept_in_games_and_counts();
    random_games_are_the_plain_ones();
    random_games_have_the_known_odds();
    long_rows_are_no_trouble();
    games_can_be_cut_short();
}
