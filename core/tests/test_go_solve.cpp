// Go's solver beside a plain search that plays every line with its whole past.
#include <algorithm>
#include <vector>

#include "../go/solve.hpp"
#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::go;

namespace {

constexpr std::size_t MEMORY = 1 << 26;

// Twice the margin to the side to move, as far as it is between the bounds; gives up after this many positions.
int plain_value(const Position& position, int alpha, int beta, long& left) {
    const int sign = position.to_play() == BLACK ? 1 : -1;
    if (position.is_over()) {
        const Area area = position.area();
        return sign * (2 * int(area.black - area.white) - position.rules().komi_halves);
    }
    if (left-- <= 0) return 0;
    int best = -1000;
    auto moves = position.legal_moves();
    std::rotate(moves.begin(), moves.end() - 1, moves.end());  // the pass first: it ends games
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        best = std::max(best, -plain_value(next, -beta, -std::max(alpha, best), left));
        if (best >= beta || left <= 0) break;
    }
    return best;
}

// Of the value of the position.
std::pair<double, double> bounds(const Solver& solver) {
    double low = -1000, high = -1000;
    for (const auto& finding : solver.report()) {
        low = std::max(low, finding.lower);
        high = std::max(high, finding.upper);
    }
    return {low, high};
}

Position random_position(Random& random, const Board& board, const Rules& rules) {
    Position position(board, BLACK, rules);
    for (std::uint32_t plies = random.below(14); plies-- > 0 && !position.is_over();) {
        const auto moves = position.legal_moves();
        Position next = position;
        next.play(moves[random.below(std::uint32_t(moves.size()))]);
        if (next.is_over()) break;
        position = next;
    }
    return position;
}

void values_are_those_of_a_plain_search(int rounds) {
    Random random = seeded(3);
    const char* const boards[] = {"...", "....", ".....", "../..", "../..", "..#/...", ".#/../..", ".#./..."};
    int compared = 0, with_past = 0;
    for (int round = 0; round < rounds; round++) {
        const Rules rules{std::int32_t(random.below(7)) - 3, random.below(3) == 0,
                          random.below(2) ? KoRule::POSITIONAL : KoRule::SITUATIONAL};
        const Position start = random_position(random, drawn(boards[random.below(8)]), rules);
        Solver solver(start, MEMORY);
        solver.run(true, -1, nullptr);
        const auto moves = start.legal_moves();
        const auto findings = solver.report();
        EXPECT(findings.size() == moves.size() && solver.done() == 1.0);
        double best = -1000;
        for (std::size_t k = 0; k < moves.size(); k++) {
            EXPECT(findings[k].lower == findings[k].upper);
            best = std::max(best, findings[k].lower);
            Position next = start;
            for (const Index move : findings[k].line) EXPECT(next.play(move));
            next = start;
            next.play(moves[k]);
            long left = 20000;
            // Is it at least what was found, and not more?
            const int found = int(2 * findings[k].lower);
            const int value = -plain_value(next, -found - 1, -found + 1, left);
            if (left <= 0) continue;
            EXPECT(value == found);
            compared++;
            with_past += start.history().size() > 4;
        }
        Solver quick(start, MEMORY);
        quick.run(false, -1, nullptr);
        EXPECT(bounds(quick) == std::pair(best, best));
    }
    EXPECT(compared > rounds && with_past > rounds / 2);
}

// What a side keeps though it never plays again, beside every way the other side can play on.
int plainly_kept(Position position, Cell keeper, long& left) {
    if (position.to_play() == keeper) position.play(PASS);
    const Area area = position.area();
    int least = keeper == BLACK ? int(area.black - area.white) : int(area.white - area.black);
    for (const Index move : position.legal_moves()) {
        if (move == PASS || left-- <= 0) continue;
        Position next = position;
        next.play(move);
        least = std::min(least, plainly_kept(next, keeper, left));
    }
    return least;
}

void kept_points_are_kept(int rounds) {
    Random random = seeded(4);
    int kept = 0;
    for (int round = 0; round < rounds; round++) {
        const Rules rules{0, random.below(2) == 0, random.below(2) ? KoRule::POSITIONAL : KoRule::SITUATIONAL};
        Board board(2 + Index(random.below(2)), 3 + Index(random.below(3)));
        const Cell keeper = random.below(2) ? BLACK : WHITE;
        for (auto& cell : board.cells) {
            const auto draw = random.below(20);
            cell = draw < 13 ? keeper : draw < 14 ? opponent(keeper) : draw < 19 ? EMPTY : HOLE;
        }
        const Position position(board, opponent(keeper), rules);
        if (!position.is_sound()) continue;
        BoardGraph graph(position);
        const auto number = graph.number_of(board);
        const auto [lowest, highest] = graph.bounds(number);
        const int claimed = keeper == BLACK ? lowest : -highest;
        if (claimed <= -graph.points()) continue;
        long left = 5000;
        const int least = plainly_kept(position, keeper, left);
        EXPECT(claimed <= least);
        kept++;
    }
    EXPECT(kept > rounds / 50);
}

void known_boards() {
    struct Known {
        Index height, width;
        double margin;
    };
    // Drange's table: see tests/data/go_solved.json.
    for (const auto& [height, width, margin] :
         {Known{1, 2, 0}, {1, 3, 3}, {1, 4, 4}, {1, 5, 0}, {1, 6, 1}, {2, 2, 1}, {2, 3, 0}, {2, 4, 8}}) {
        Solver solver(Position(Board(height, width), BLACK, {0, false, KoRule::POSITIONAL}), MEMORY);
        solver.run(false, -1, nullptr);
        EXPECT(bounds(solver) == std::pair(margin, margin));
    }
}

void stops_when_told() {
    Cancel cancel;
    cancel.requested = true;
    Solver solver(Position(Board(5, 5), BLACK), MEMORY);
    solver.run(true, -1, &cancel);
    EXPECT(solver.nodes() <= 1024);
    solver.run(true, 0.01, nullptr);
    for (const auto& finding : solver.report()) EXPECT(finding.lower < finding.upper);
    // Out of room it stops too, and says nothing that it does not know.
    Solver small(Position(Board(4, 4), BLACK), 1 << 20);
    small.run(false, -1, nullptr);
    for (const auto& finding : small.report()) EXPECT(finding.lower <= finding.upper && finding.line.size() >= 1);
}

// With little room proofs are forgotten and found again.
void forgets_and_goes_on() {
    Solver solver(Position(Board(2, 3), BLACK, {0, false, KoRule::POSITIONAL}), 1 << 19);
    solver.run(true, -1, nullptr);
    EXPECT(solver.done() == 1.0);
}

}  // namespace

int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    values_are_those_of_a_plain_search(int(400 * scale));
    kept_points_are_kept(int(3000 * scale));
    known_boards();
    stops_when_told();
    forgets_and_goes_on();
}
