// Gomoku's solver beside an exhaustive search that knows nothing of windows, fours or blockades.
#include <algorithm>
#include <map>
#include <vector>

#include "../gomoku/solve.hpp"
#include "gomoku_boards.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::gomoku;

namespace {

constexpr std::size_t MEMORY = 1 << 22;

using Known = std::map<std::vector<std::uint8_t>, int>;

// To the side to move.
int plain_value(const Position& position, Known& known) {
    if (position.is_over()) return position.winner() == EMPTY ? 0 : position.winner() == position.to_play() ? 1 : -1;
    if (const auto found = known.find(position.board().cells); found != known.end()) return found->second;
    int best = -1;
    for (const Index move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        best = std::max(best, -plain_value(next, known));
        if (best == 1) break;
    }
    known[position.board().cells] = best;
    return best;
}

void a_line_is_played_out(const Position& start, const Solver::Finding& finding) {
    Position position = start;
    for (const Index move : finding.line) EXPECT(position.play(move));
    if (position.is_over() && finding.lower == finding.upper) {
        const int value = position.winner() == EMPTY ? 0 : position.winner() == start.to_play() ? 1 : -1;
        EXPECT(value == finding.lower);
    }
}

void values_are_those_of_an_exhaustive_search(int rounds) {
    Random random = seeded(7);
    int values[3] = {0, 0, 0};
    for (int round = 0; round < rounds; round++) {
        const Index height = 2 + Index(random.below(4)), width = 3 + Index(random.below(3));
        const Rules rules{2 + Index(random.below(3)), VARIANTS[random.below(3)]};
        const Board board = random_board(random, height, width, 30 + random.below(70), round % 3 ? 0 : 20);
        const Cell to_play = random.below(2) ? BLACK : WHITE;
        const Position start(board, to_play, rules);
        if (start.is_over() || start.points_left() > 10) continue;
        Solver solver(start, MEMORY);
        solver.run(true, -1, nullptr);
        Known known;
        const auto moves = start.legal_moves();
        const auto& findings = solver.report();
        EXPECT(findings.size() == moves.size() && solver.done() == 1.0);
        int best = -1;
        for (std::size_t k = 0; k < moves.size(); k++) {
            Position next = start;
            next.play(moves[k]);
            const int value = -plain_value(next, known);
            EXPECT(findings[k].lower == value && findings[k].upper == value && findings[k].line.at(0) == moves[k]);
            a_line_is_played_out(start, findings[k]);
            best = std::max(best, value);
        }
        values[best + 1]++;
        // Without all moves: the same value, and bounds that are true.
        Solver quick(start, MEMORY);
        quick.run(false, -1, nullptr);
        int low = -1, high = -1;
        for (std::size_t k = 0; k < moves.size(); k++) {
            EXPECT(quick.report()[k].lower <= findings[k].lower && quick.report()[k].upper >= findings[k].upper);
            low = std::max(low, quick.report()[k].lower);
            high = std::max(high, quick.report()[k].upper);
        }
        EXPECT(low == best && high == best);
    }
    for (const int count : values) EXPECT(count > rounds / 100);
}

// Long rows on a long strip, with both colours' threats in the way: wins by threats are wins.
void threats_are_sound(int rounds) {
    Random random = seeded(8);
    int wins = 0;
    for (int round = 0; round < rounds; round++) {
        const Index height = 4 + Index(random.below(3)), width = 5 + Index(random.below(2));
        const Rules rules{3 + Index(random.below(3)), VARIANTS[random.below(3)]};
        Position start(Board(height, width), BLACK, rules);
        while (!start.is_over() && start.points_left() > 9) {
            const auto moves = start.legal_moves();
            start.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        if (start.is_over()) continue;
        Known known;
        const int value = plain_value(start, known);
        for (const Cell attacker : {BLACK, WHITE})
            for (const auto way : {Question::THREATS, Question::FULL}) {
                Prover prover(start, MEMORY);
                const auto numbers = prover.prove({attacker, way}, [] { return true; });
                const bool attacker_wins = (attacker == start.to_play() ? value : -value) == 1;
                EXPECT(numbers.is_known());
                if (numbers.win == 0) EXPECT(attacker_wins);
                if (way == Question::FULL) EXPECT((numbers.win == 0) == attacker_wins);
                wins += way == Question::THREATS && numbers.win == 0;
            }
    }
    EXPECT(wins > rounds / 20);
}

// A blockade that is said to hold does.
void blockades_hold(int rounds) {
    Random random = seeded(9);
    int held = 0;
    for (int round = 0; round < rounds; round++) {
        const Index height = 2 + Index(random.below(3)), width = 3 + Index(random.below(3));
        const Rules rules{2 + Index(random.below(4)), VARIANTS[random.below(3)]};
        const Board board = random_board(random, height, width, 40 + random.below(60), round % 2 ? 15 : 0);
        const Position start(board, BLACK, rules);
        if (start.is_over() || start.points_left() > 10) continue;
        Blockade blockade(start.board(), rules);
        for (const Cell attacker : {BLACK, WHITE})
            for (const bool to_move : {false, true}) {
                if (!blockade.holds(attacker, to_move)) continue;
                Known known;
                const Position asked(start.board(), to_move ? attacker : opponent(attacker), rules);
                const int value = plain_value(asked, known);
                EXPECT(to_move ? value < 1 : value > -1);
                held++;
            }
    }
    EXPECT(held > rounds / 10);
}

void stops_when_told() {
    Cancel cancel;
    cancel.requested = true;
    Solver solver(Position(Board(15, 15), BLACK), MEMORY);
    solver.run(true, -1, &cancel);
    for (const auto& finding : solver.report())
        EXPECT(finding.lower == -1 && finding.upper == 1 && finding.line.size() == 1);
    solver.run(true, 0.0, nullptr);
    EXPECT(solver.nodes() < 1000);
}

// A table too small for the search loses nothing but time, and a second run goes on where the first one stopped.
void a_small_table_is_enough() {
    Solver solver(Position(Board(4, 5), BLACK, {4, Variant::FREESTYLE}), 1 << 12);
    while (solver.done() < 1) solver.run(true, 0.02, nullptr);
    for (const auto& finding : solver.report()) EXPECT(finding.lower == 0 && finding.upper == 0);
    EXPECT(solver.table().second * 24 <= 1 << 12);
}

}  // namespace

int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    values_are_those_of_an_exhaustive_search(int(1500 * scale));
    threats_are_sound(int(1000 * scale));
    blockades_hold(int(1000 * scale));
    stops_when_told();
    a_small_table_is_enough();
}
