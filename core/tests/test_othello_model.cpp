// Othello's endgames, judgement and search against plain minimax by the rules as written. An argument scales the long
// parts: 1 is all, 0.1 suits the sanitizers.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "../othello/count.hpp"
#include "../othello/model.hpp"
#include "othello_plain.hpp"
#include "search_signature.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::othello;

namespace {

using Search = search::Search<Position, Model>;

constexpr std::size_t MOST_BYTES = std::size_t(1) << 28;

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

Cell random_side(Random& random) { return random.below(2) ? BLACK : WHITE; }

Board random_board(Random& random, Index height, Index width, Index empties, bool holes) {
    Board board(height, width);
    const std::uint32_t odds = 2 + random.below(3);
    for (auto& cell : board.cells) cell = random.below(odds) ? BLACK : WHITE;
    for (auto& cell : board.cells)
        if (holes && random.below(8) == 0) cell = HOLE;
    for (Index k = 0; k < empties; k++) board.cells[random.below(std::uint32_t(board.size()))] = EMPTY;
    return board;
}

// A random game from the usual start, or a start with holes away from the middle, until so few points are empty.
Position late_position(Random& random, Index height, Index width, Index empties, bool holes) {
    for (;;) {
        Board board = standard_start(height, width);
        for (auto& cell : board.cells)
            if (holes && cell == EMPTY && random.below(8) == 0) cell = HOLE;
        Position position(board, BLACK);
        while (!position.is_over() && position.discs(EMPTY) > empties) {
            const auto moves = position.legal_moves();
            position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        if (!position.is_over()) return position;
    }
}

int margin_of(const Position& position) {
    return position.discs(position.to_play()) - position.discs(opponent(position.to_play()));
}

int minimax(const Position& position) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return margin_of(position);
    int best = -1000;
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        best = std::max(best, -minimax(next));
    }
    return best;
}

// The same with cuts, for more empty points: is the margin more than this?
bool exceeds(const Position& position, int margin) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return margin_of(position) > margin;
    return std::any_of(moves.begin(), moves.end(), [&](Index move) {
        Position next = position;
        next.play(move);
        return !exceeds(next, -margin - 1);
    });
}

float value_of(int margin) { return margin > 0 ? 1.0f : margin < 0 ? 0.0f : 0.5f; }

void margins_are_exact() {
    Random random = seeded(1);
    for (int trial = 0; trial < scaled(3000); trial++) {
        const unsigned longest = trial % 4 ? 8 : 16;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Index empties = Index(random.below(unsigned(std::min(height * width, trial % 10 ? 7 : 9)) + 1));
        const Position position(random_board(random, height, width, empties, trial % 2), random_side(random));
        const int wanted = minimax(position);
        for (const Kernel& kernel : kernels()) {
            const Solved solved = exact_margin(position, nullptr, kernel);
            EXPECT(!solved.gave_up && solved.margin == wanted);
        }
    }
    for (int trial = 0; trial < scaled(300); trial++) {
        const Index height = Index(4 + random.below(5)), width = Index(4 + random.below(5));
        const Position position = late_position(random, height, width, Index(6 + random.below(4)), trial % 2);
        EXPECT(exact_margin(position).margin == minimax(position));
    }
    EXPECT(exact_margin(Position(Board(16, 16), BLACK)).margin == 0);
    EXPECT(exact_margin(Position(drawn("OX."), WHITE)).margin == 3);
    EXPECT(exact_margin(Position(drawn("OX."), BLACK)).margin == -3);
    EXPECT(exact_margin(Position(standard_start(4, 4), BLACK)).margin == -8);  // White wins 11 to 3
}

// What is remembered from other windows, and from jobs that gave up, says nothing wrong.
void memory_is_sound() {
    Random random = seeded(2);
    for (int trial = 0; trial < scaled(300); trial++) {
        Position position = late_position(random, 8, Index(5 + random.below(4)), 10, trial % 2);
        for (const Kernel& kernel : kernels()) {
            Endgame endgame(position, 6, kernel);
            for (Position at = position; !at.is_over();) {
                const int wanted = exact_margin(at).margin;
                const Sides<SmallBits> sides(at.board(), at.to_play());
                for (int k = 0; k < 4; k++) {
                    const int alpha = int(random.below(40)) - 20, beta = alpha + 1 + int(random.below(6));
                    const Solved solved = endgame.margin(sides, alpha, beta, k % 2 ? 1 + random.below(60) : 1'000'000);
                    if (solved.gave_up) continue;
                    if (wanted > alpha && wanted < beta) EXPECT(solved.margin == wanted);
                    if (wanted <= alpha) EXPECT(solved.margin <= alpha);
                    if (wanted >= beta) EXPECT(solved.margin >= beta);
                }
                const auto moves = at.legal_moves();
                at.play(moves[random.below(std::uint32_t(moves.size()))]);
            }
        }
    }
}

void fourteen_empties() {
    Random random = seeded(3);
    for (int trial = 0; trial < scaled(4); trial++) {
        const Position position = late_position(random, 8, 8, 14, false);
        const int margin = exact_margin(position).margin;
        EXPECT(exceeds(position, margin - 1) && !exceeds(position, margin));
    }
    for (int trial = 0; trial < scaled(40); trial++) {
        const Position position = late_position(random, 8, 8, 12, trial % 2);
        const Counts counts = count_games(position);
        const int margin = exact_margin(position).margin, own = side(position.to_play());
        if (margin > 0) EXPECT(counts.wins[own] > 0);
        if (margin < 0) EXPECT(counts.wins[1 - own] > 0);
        if (margin == 0) EXPECT(counts.draws > 0);
        if (counts.draws == 0 && counts.wins[1 - own] == 0) EXPECT(margin > 0);
        if (counts.draws == 0 && counts.wins[own] == 0) EXPECT(margin < 0);
    }
}

void solving_stops_when_asked() {
    Random random(4);  // not every position takes that many nodes
    const Position position = late_position(random, 8, 8, 20, false);
    Cancel cancel;
    cancel.requested = true;
    EXPECT(exact_margin(position, &cancel).gave_up);
    Endgame endgame(position);
    const Solved solved = endgame.margin(Sides<SmallBits>(position.board(), position.to_play()), -1, 1, 1000);
    EXPECT(solved.gave_up && solved.nodes < 1100);
}

float chances_of(const Position& position, const Kernel& kernel, int plies) {
    const Evaluator evaluator(position, kernel);
    const Board& board = position.board();
    return fits_small(board) ? evaluator.chances(Sides<SmallBits>(board, position.to_play()), plies)
                             : evaluator.chances(Sides<LargeBits>(board, position.to_play()), plies);
}

// However the board is laid down, and whatever the processor, the judgement is the same.
void judgement_has_no_side() {
    Random random = seeded(5);
    for (int trial = 0; trial < scaled(1000); trial++) {
        const unsigned longest = trial % 4 ? 8 : 16;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Index empties = Index(random.below(unsigned(height * width) + 1));
        const Board board = random_board(random, height, width, empties, trial % 2);
        const Cell to_play = random_side(random);
        const int plies = trial % 3;
        const auto chances = [&](const Board& cells, Cell colour, const Kernel& kernel) {
            return chances_of(Position(cells, colour), kernel, plies);
        };
        const float wanted = chances(board, to_play, kernels().back());
        EXPECT(wanted >= 0 && wanted <= 1);
        for (const Kernel& kernel : kernels())
            for (int symmetry = 0; symmetry < 8; symmetry++) {
                EXPECT(chances(transformed(board, symmetry), to_play, kernel) == wanted);
                EXPECT(chances(colours_swapped(transformed(board, symmetry)), opponent(to_play), kernel) == wanted);
            }
    }
}

// Passes are no plies.
float looked_ahead(const Position& position, int plies) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return value_of(margin_of(position));
    if (plies == 0 && moves[0] != PASS) return chances_of(position, kernels().back(), 0);
    float best = 0;
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        best = std::max(best, 1.0f - looked_ahead(next, move == PASS ? plies : plies - 1));
    }
    return best;
}

void looking_ahead_is_minimax() {
    Random random = seeded(9);
    for (int trial = 0; trial < scaled(200); trial++) {
        const unsigned longest = trial % 4 ? 8 : 11;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Index empties = Index(random.below(unsigned(height * width) + 1));
        const Position position(random_board(random, height, width, empties, trial % 2), random_side(random));
        for (int plies = 0; plies <= 2; plies++) {
            const float wanted = looked_ahead(position, plies);
            for (const Kernel& kernel : kernels())
                EXPECT(std::abs(chances_of(position, kernel, plies) - wanted) < 1e-5f);
        }
    }
}

// With so few empty points the search is proven after one look at each move, and its move is a best one.
void last_moves_are_perfect() {
    Random random = seeded(6);
    for (int trial = 0; trial < scaled(600); trial++) {
        const Index height = Index(4 + random.below(5)), width = Index(4 + random.below(5));
        const Position position =
            trial % 3 ? late_position(random, height, width, Index(4 + random.below(5)), trial % 2)
                      : Position(random_board(random, height + 4, width, Index(random.below(8)), true), BLACK);
        if (position.is_over()) continue;
        Search search(position, random.next(), MOST_BYTES);
        search.run(position.legal_moves().size(), -1, 1, false, nullptr);
        const search::Report report = search.report();
        EXPECT(report.exact && report.value == value_of(minimax(position)));
        Position next = position;
        EXPECT(next.play(report.findings[0].line[0]));
        EXPECT(value_of(-minimax(next)) == report.value);
        for (const auto& found : report.findings) {
            if (!found.exact) continue;
            next = position;
            EXPECT(next.play(found.line[0]) && value_of(-minimax(next)) == found.value);
        }
    }
}

// Even with the tree of the search before, and few visits.
void last_moves_of_a_game_are_perfect() {
    Random random = seeded(7);
    for (int trial = 0; trial < scaled(30); trial++) {
        Position position = late_position(random, 8, 8, 19, trial % 2);
        Search search(position, random.next(), MOST_BYTES);
        while (!position.is_over()) {
            if (!search.move_on(position) && !(search.position() == position)) break;
            search.run(100, -1, 1, false, nullptr);
            const search::Report report = search.report();
            if (position.discs(EMPTY) <= 14) EXPECT(report.exact);
            if (report.exact) EXPECT(report.value == value_of(exact_margin(position).margin));
            EXPECT(position.play(report.findings[0].line[0]));
        }
    }
}

void searches_repeat() {
    for (const Index size : {6, 8, 11, 17}) {
        const Position start(standard_start(size, size), BLACK);
        Search one(start, 5, MOST_BYTES), two(start, 5, MOST_BYTES), shared(start, 5, MOST_BYTES);
        one.run(size == 17 ? 20 : 300, -1, 1, false, nullptr);
        two.run(size == 17 ? 20 : 300, -1, 1, false, nullptr);
        shared.run(size == 17 ? 20 : 300, -1, 3, false, nullptr);
        const search::Report first = one.report(), second = two.report();
        EXPECT(first.value == second.value && first.findings.size() == 4);
        for (std::size_t k = 0; k < first.findings.size(); k++)
            EXPECT(first.findings[k].line == second.findings[k].line &&
                   first.findings[k].visits == second.findings[k].visits);
        Position next = start;
        EXPECT(next.play(shared.report().findings[0].line[0]));
    }
}

// What is called exact is, whatever the board and whoever must pass.
void exact_is_exact() {
    Random random = seeded(8);
    for (int trial = 0; trial < scaled(400); trial++) {
        const bool walked = trial % 8 == 0;
        const Index height = Index(walked ? 17 + random.below(3) : 1 + random.below(6));
        const Index width = Index(1 + random.below(walked ? 3 : 6));
        const Position position(random_board(random, height, width, Index(random.below(walked ? 6 : 9)), trial % 2),
                                random_side(random));
        if (position.is_over()) continue;
        Search search(position, random.next(), MOST_BYTES);
        search.run(walked ? 400 : 60, -1, 1 + trial % 2, false, nullptr);
        const search::Report report = search.report();
        EXPECT(report.exact || walked);
        if (report.exact) EXPECT(report.value == value_of(minimax(position)));
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1) scale = std::atof(arguments[1]);
    margins_are_exact();
    memory_is_sound();
    fourteen_empties();
    solving_stops_when_asked();
    judgement_has_no_side();
    looking_ahead_is_minimax();
    last_moves_are_perfect();
    last_moves_of_a_game_are_perfect();
    searches_repeat();
    exact_is_exact();
    EXPECT(has_signature(Search(Position(standard_start(8, 8), BLACK), 7, MOST_BYTES), 0x022c634a16428e90u));
}
