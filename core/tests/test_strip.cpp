// NoGo strips: pieces, their values and sums of them, beside plain search of the boards they come from.
// An argument scales the number of positions: 1 is all, less suits the sanitizers.
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "../nogo/strip/solve.hpp"
#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::nogo;

namespace {

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

// Exhaustive, and nothing more. To a strip's moves come free ones, of Black if there are more than 0, else of White.
class Plain {
public:
    bool wins(const Board& board, Cell mover, int free_moves) {
        const auto key = std::tuple(board.cells, mover, free_moves);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        bool result = false;
        if (mover == BLACK ? free_moves > 0 : free_moves < 0)
            result = !wins(board, opponent(mover), mover == BLACK ? free_moves - 1 : free_moves + 1);
        for (Index point = 0; point < board.size() && !result; point++) {
            if (board[point] != EMPTY) continue;
            Board after = board;
            after.cells[std::size_t(point)] = mover;
            result = all_breathe(after) && !wins(after, opponent(mover), free_moves);
        }
        return known_[key] = result;
    }

private:
    std::map<std::tuple<std::vector<std::uint8_t>, Cell, int>, bool> known_;
};

template <class Visit>
void for_sound_strips(int length, Visit&& visit) {
    Board board(1, length);
    for (bool more = true; more;) {
        if (all_breathe(board)) visit(board);
        more = false;
        for (auto& cell : board.cells) {
            cell = cell == WHITE ? EMPTY : Cell(cell + 1);
            if (cell != EMPTY) {
                more = true;
                break;
            }
        }
    }
}

// By search alone, whatever the pieces: valued ones are games, and the verdict is not asked.
bool wins_by_options(Sums& sums, const Sum& sum) {
    Sum negative, child;
    sums.negate(sum, negative);
    bool wins = false;
    for (std::size_t k = 0; k < Sums::components(sum) && !wins; k++)
        sums.for_options(sum, k, [&](int option) {
            sums.play(sum, negative, k, option, child);
            wins = !wins_by_options(sums, Sum(child));
            return !wins;
        });
    return wins;
}

Sum sum_of(Sums& sums, const Board& board, Cell mover, int free_moves) {
    Pieces pieces;
    take_strip_apart(board, pieces);
    pieces.free_moves += free_moves;
    return sums.sum_of(pieces, mover == WHITE);
}

// Every short strip with free moves: taken apart and searched, valued and searched, and by verdict where there is one.
void test_taking_apart() {
    Plain plain;
    Sums searched(1, 10, 1, [] {}), valued(64, 10, 2, [] {});
    for (int length = 1; length <= (scale < 1 ? 5 : 7); length++)
        for_sound_strips(length, [&](const Board& board) {
            for (const Cell mover : {BLACK, WHITE})
                for (int free_moves = -2; free_moves <= 2; free_moves++) {
                    const bool wins = plain.wins(board, mover, free_moves);
                    EXPECT(wins_by_options(searched, sum_of(searched, board, mover, free_moves)) == wins);
                    for (Sums* sums : {&searched, &valued}) {
                        const Verdict verdict = sums->verdict(sum_of(*sums, board, mover, free_moves));
                        EXPECT(verdict == Verdict::UNKNOWN || (verdict == Verdict::WON) == wins);
                    }
                }
        });
}

Board random_strip(Random& random, Index length, std::uint32_t holes_in_16) {
    while (true) {
        Board board(1, length);
        constexpr std::array CELLS{EMPTY, EMPTY, EMPTY, BLACK, WHITE};
        for (auto& cell : board.cells) cell = random.below(16) < holes_in_16 ? HOLE : CELLS[random.below(5)];
        if (all_breathe(board)) return board;
    }
}

// Sums of valued pieces: the bounds of their walls never contradict plain search, and now and then they decide.
void test_verdicts_of_sums() {
    Random random = seeded(7);
    Sums valued(64, 12, 3, [] {});
    int decided = 0, tried = 0;
    Plain plain;
    while (tried < scaled(400)) {
        const Board board = random_strip(random, 14, 3);
        const Sum sum = sum_of(valued, board, BLACK, int(random.below(3)) - 1);
        if (sum.games.size() < 3 || std::count(board.cells.begin(), board.cells.end(), EMPTY) > 10) continue;
        tried++;
        const bool wins = wins_by_options(valued, sum);
        const Sum without = sum_of(valued, board, BLACK, 0);
        EXPECT(wins_by_options(valued, without) == plain.wins(board, BLACK, 0));
        const Verdict verdict = valued.verdict(sum);
        EXPECT(verdict == Verdict::UNKNOWN || (verdict == Verdict::WON) == wins);
        decided += verdict != Verdict::UNKNOWN;
    }
    EXPECT(decided > tried / 4);
}

// One piece: of this many points, with or without a chain in each gap.
Piece drawn_piece(const std::string& text) {
    Piece piece;
    const auto end = [](char glyph) { return End(std::string_view("|XOxo").find(glyph)); };
    piece.left = end(text.front());
    piece.right = end(text.back());
    for (std::size_t k = 1; k + 1 < text.size(); k++) {
        if (text[k] == '.')
            piece.points++;
        else
            (text[k] == 'X' ? piece.black : piece.white) |= std::uint64_t(1) << (piece.points - 1);
    }
    return piece;
}

void test_known_values() {
    Values values(10, [] {});
    const auto of = [&](const char* text) { return values.of(drawn_piece(text)); };
    const Value star = of("x.o");
    EXPECT(star.number == 0 && values.negative(star) == star && values.sum(star, star) == Value{});
    EXPECT(of("|..|") == star);
    const Value plus_minus_one = of("|...|");  // {1 | -1}
    EXPECT((values.left_options(plus_minus_one.game) == Options{Value{ONE, 0}}));
    EXPECT(values.temperature(plus_minus_one.game) == ONE);
    EXPECT(of("|....|") == Value{});
    EXPECT(of("X..X") == (Value{ONE, 0}));
    const Value switch_ = of("x..|");  // {1 | 0}: a half, and {1/2 | -1/2}
    EXPECT(switch_.number == ONE / 2 && values.temperature(switch_.game) == ONE / 2);
    EXPECT(values.sum(switch_, switch_) == (Value{ONE, 0}));
    EXPECT(!values.at_most(Value{}, switch_) && !values.at_most(switch_, Value{}));  // who moves first wins
    EXPECT(values.at_most(Value{-1, 0}, switch_) && values.at_most(switch_, Value{ONE + 1, 0}));
}

void test_pieces() {
    const auto apart = [](const char* text) {
        Pieces pieces;
        take_apart(drawn_piece(text), pieces);
        return pieces;
    };
    EXPECT(apart("x.X..|").free_moves == 1 && apart("x.X..|").pieces == std::vector{drawn_piece("x..|").normal()});
    EXPECT(apart("O.X..|").pieces == std::vector{drawn_piece("x..|").normal()});  // a dead point: its chains are safe
    EXPECT(apart("X.X..|").pieces == std::vector{drawn_piece("|.X..|").normal()});
    EXPECT(apart("o.O.|").free_moves == -2 && apart("o.O.|").pieces.empty());
    // A whole word of points, in both directions.
    Piece longest;
    longest.points = 64;
    longest.white = std::uint64_t(1) << 62;
    EXPECT(longest.reversed().white == 1 && longest.reversed().reversed() == longest);
    EXPECT(std::popcount(longest.black_moves()) == 63);  // not between White's chain and the wall
    Pieces after;
    play_black(longest, 10, after);
    EXPECT(after.pieces.size() == 1 && after.pieces[0].points == 63);
    Board too_long(1, 130);
    EXPECT(StripSolver::coupled_points(too_long) == 130);
    too_long.cells[64] = HOLE;
    EXPECT(StripSolver::coupled_points(too_long) == 65);
}

// The solver, with little memory, beside plain search: every move, and lines that are played out.
void test_solver() {
    Random random = seeded(11);
    Plain plain;
    for (int k = 0; k < scaled(150); k++) {
        const Board board = random_strip(random, 13, k % 3 == 0 ? 2 : 0);
        if (std::count(board.cells.begin(), board.cells.end(), EMPTY) > 10) continue;
        const Position position(board, random.below(2) ? BLACK : WHITE);
        if (position.is_over()) continue;
        StripSolver solver(position, 1 << 16);
        solver.run(true, -1, nullptr);
        EXPECT(solver.done() == 1);
        for (const auto& found : solver.report()) {
            Position now = position;
            EXPECT(found.lower == found.upper && now.play(found.line[0]));
            EXPECT((found.lower == 1) == !plain.wins(now.board(), now.to_play(), 0));
            for (std::size_t ply = 1; ply < found.line.size(); ply++) EXPECT(now.play(found.line[ply]));
            EXPECT(now.is_over() && (now.winner() == position.to_play()) == (found.lower == 1));
        }
    }
}

void test_stopping() {
    const Position position(Board(1, 24), BLACK);
    StripSolver solver(position, 1 << 20);
    Cancel cancel;
    cancel.requested = true;
    solver.run(false, -1, &cancel);
    EXPECT(solver.nodes() == 0 && solver.report()[1].lower == -1 && solver.report()[1].upper == 1);
    cancel.requested = false;
    solver.run(false, -1, &cancel);
    EXPECT(solver.done() == 1 && solver.report()[1].lower == 1);
    EXPECT(solver.table().first <= solver.table().second);
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) scale = std::atof(words[1]);
    test_pieces();
    test_known_values();
    test_taking_apart();
    test_verdicts_of_sums();
    test_solver();
    test_stopping();
}
