// Gomoku's tree search: its windows beside a plain recount, and what it calls sure beside an exhaustive search.
#include <algorithm>
#include <map>
#include <vector>

#include "../gomoku/gains.hpp"
#include "../gomoku/model.hpp"
#include "gomoku_boards.hpp"
#include "search_signature.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::gomoku;

namespace {

using Search = search::Search<Position, Model>;

constexpr std::size_t MEMORY = 1 << 26;

std::vector<Index> sorted(std::vector<Index> points) {
    std::sort(points.begin(), points.end());
    return points;
}

std::vector<Index> plainly_completing(const Board& board, Cell colour, const Rules& rules) {
    std::vector<Index> points;
    for (Index point = 0; point < board.size(); point++)
        if (board[point] == EMPTY && makes_row(board, point, colour, rules)) points.push_back(point);
    return points;
}

std::vector<Index> plainly_near(const Board& board) {
    std::vector<Index> points;
    for (Index point = 0; point < board.size(); point++) {
        bool near = false;
        for (Index other = 0; other < board.size(); other++)
            near |= (board[other] == BLACK || board[other] == WHITE) &&
                    std::abs(other / board.width - point / board.width) <= 2 &&
                    std::abs(other % board.width - point % board.width) <= 2;
        if (near && board[point] == EMPTY) points.push_back(point);
    }
    return points;
}

// Stones come and go; what is kept is what a fresh count of the same board says, and what the rules say.
void windows_are_kept_up() {
    Random random = seeded(1);
    for (int round = 0; round < 300; round++) {
        const Index height = 1 + Index(random.below(8)), width = 1 + Index(random.below(8));
        const Rules rules{1 + Index(random.below(7)), VARIANTS[random.below(3)]};
        Windows windows(random_board(random, height, width, 80, round % 2 ? 30 : 0), rules);
        std::vector<std::pair<Index, bool>> put;
        for (int step = 0; step < 40; step++) {
            const Index point = Index(random.below(std::uint32_t(windows.board().size())));
            const Cell colour = random.below(2) ? BLACK : WHITE;
            const bool lasting = (put.empty() || put.back().second) && random.below(2);
            if (windows.board()[point] == EMPTY && random.below(3)) {
                const bool row = makes_row(windows.board(), point, colour, rules);
                if (lasting)
                    EXPECT(windows.put(point, colour) == row);
                else
                    windows.try_put(point, colour);
                put.push_back({point, lasting});
            } else if (!put.empty()) {
                put.back().second ? windows.take(put.back().first) : windows.untry(put.back().first);
                put.pop_back();
            }
            Windows fresh(windows.board(), rules);
            EXPECT(windows.is_drawn() == fresh.is_drawn());
            const bool settled = put.empty() || put.back().second;
            if (settled) EXPECT(windows.empty_points() == fresh.empty_points());
            if (settled) EXPECT(sorted(windows.near()) == plainly_near(windows.board()));
            for (const Cell side : {BLACK, WHITE}) {
                std::vector<Index> points, again;
                windows.completing(side, points);
                EXPECT(sorted(points) == plainly_completing(windows.board(), side, rules));
                windows.threatening(side, points);
                fresh.threatening(side, again);
                EXPECT(sorted(points) == sorted(again));
                if (settled)
                    for (Index each = 0; each < windows.board().size(); each++)
                        EXPECT(windows.score(each, side) == fresh.score(each, side));
            }
        }
    }
}

// A window with one colour's stones is worth more to it with each; one with both, or a hole, is worth nothing.
void scores_are_of_windows() {
    const auto score = [](const char* rows, Index point, Cell colour) {
        return Windows(drawn(rows), {4, Variant::FREESTYLE}).score(point, colour);
    };
    EXPECT(score("....", 1, BLACK) == 0 && score("X...", 1, BLACK) > 0 && score("X...", 1, WHITE) == 0);
    EXPECT(score("X.X.", 1, BLACK) > score("X...", 1, BLACK));
    EXPECT(score("X..O", 1, BLACK) == 0 && score("X..#", 1, BLACK) == 0 && score("X..", 1, BLACK) == 0);
    EXPECT(score(".X....", 2, BLACK) > score("OX....", 2, BLACK));
}

// Who wins with best play, the plain way: EMPTY is a draw.
class Solver {
public:
    Cell winner(const Position& position) {
        if (position.is_over()) return position.winner();
        const auto key = std::pair(position.board().cells, position.to_play());
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        Cell best = opponent(position.to_play());
        for (const Index move : position.legal_moves()) {
            Position next = position;
            next.play(move);
            const Cell result = winner(next);
            if (result == position.to_play()) {
                best = result;
                break;
            }
            if (result == EMPTY) best = EMPTY;
        }
        return known_[key] = best;
    }

private:
    std::map<std::pair<std::vector<std::uint8_t>, Cell>, Cell> known_;
};

// Positions with few empty points, not over; stones of one colour may be in plenty, so that there are threats.
Position small_position(Random& random, std::uint32_t most_empty) {
    for (;;) {
        const Index height = 1 + Index(random.below(6)), width = 2 + Index(random.below(5));
        const Rules rules{2 + Index(random.below(4)), VARIANTS[random.below(3)]};
        Position position(random_board(random, height, width, 35 + random.below(40), random.below(2) ? 25 : 0),
                          random.below(2) ? BLACK : WHITE, rules);
        if (!position.is_over() && position.points_left() <= Index(most_empty)) return position;
    }
}

void dead_positions_are_drawn() {
    Random random = seeded(6);
    int drawn = 0;
    for (int round = 0; round < 1500; round++) {
        const Position position = small_position(random, 8);
        if (!Windows(position.board(), position.rules()).is_drawn()) continue;
        drawn++;
        EXPECT(Solver().winner(position) == EMPTY);
    }
    EXPECT(drawn > 100);
    EXPECT(Windows(Board(3, 3), {4, Variant::FREESTYLE}).is_drawn());
    EXPECT(!Windows(Board(3, 3), {3, Variant::FREESTYLE}).is_drawn());
}

void wins_by_fours_are_wins() {
    Random random = seeded(2);
    int won = 0, cut = 0;
    for (int round = 0; round < 1500; round++) {
        const Position position = small_position(random, 9);
        const Cell mover = position.to_play(), other = opponent(mover);
        Windows windows(position.board(), position.rules());
        Fours fours(windows);
        Solver solver;
        std::vector<Index> points;
        if (fours.wins(mover, 1000)) {
            won++;
            EXPECT(solver.winner(position) == mover);
            Position next = position;
            EXPECT(next.play(fours.first()) && solver.winner(next) == mover);
        }
        EXPECT(windows.board() == position.board());
        windows.completing(mover, points);
        if (!points.empty() || !fours.wins(other, 1000)) continue;
        std::vector<Index> answers;
        fours.answers(other, answers);
        EXPECT(windows.board() == position.board());
        for (const Index move : position.legal_moves()) {
            if (std::find(answers.begin(), answers.end(), move) != answers.end()) continue;
            cut++;
            Position next = position;
            EXPECT(next.play(move) && solver.winner(next) == other);
        }
    }
    EXPECT(won > 100 && cut > 100);
}

void defences_are_all_there_are() {
    Random random = seeded(3);
    int found = 0;
    for (int round = 0; round < 3000; round++) {
        const Position position = small_position(random, 30);
        const Cell mover = position.to_play();
        Windows windows(position.board(), position.rules());
        Fours fours(windows);
        std::vector<Index> rows, points, plain;
        windows.completing(opponent(mover), rows);
        if (rows.empty()) continue;
        fours.defences(mover, rows, points);
        for (const Index move : position.legal_moves()) {
            Board after = position.board();
            after.cells[std::size_t(move)] = mover;
            if (plainly_completing(after, opponent(mover), position.rules()).empty()) plain.push_back(move);
        }
        EXPECT(sorted(points) == plain);
        found += !plain.empty();
    }
    EXPECT(found > 100);
}

// What is listed is legal, what is left out loses, what is called exact is so; at the root and further down.
void expansions_are_sound() {
    Random random = seeded(4);
    int exact = 0, left_out = 0;
    for (int round = 0; round < 1200; round++) {
        Position position = small_position(random, 9);
        Model model(position);
        Solver solver;
        for (int ply = 0;; ply++) {
            std::vector<search::Candidate> listed;
            const auto verdict = model.expand(listed);
            EXPECT(model.to_play() == position.to_play());
            if (verdict.exact) {
                exact++;
                EXPECT(verdict.black == search::Verdict::won_by(solver.winner(position), true).black);
            }
            if (position.is_over()) {
                EXPECT(verdict.exact && listed.empty());
                break;
            }
            EXPECT(!listed.empty());
            std::vector<Index> moves;
            for (const auto& each : listed) {
                EXPECT(position.is_legal(each.move) && each.value >= 0 && each.value <= 1 && each.weight >= 0);
                moves.push_back(each.move);
            }
            EXPECT(std::adjacent_find(moves.begin(), moves.end()) == moves.end());
            for (const Index move : position.legal_moves()) {
                if (verdict.exact || std::find(moves.begin(), moves.end(), move) != moves.end()) continue;
                left_out++;
                Position next = position;
                next.play(move);
                EXPECT(solver.winner(next) == opponent(position.to_play()));
            }
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            model.play(move);
            EXPECT(position.play(move));
        }
    }
    EXPECT(exact > 500 && left_out > 100);
}

void proofs_are_right() {
    Random random = seeded(5);
    int proven = 0;
    for (int round = 0; round < 400; round++) {
        const Position position = small_position(random, 9);
        Search search(position, random.next(), MEMORY);
        search.run(600, -1, 1 + round % 2, false, nullptr);
        const auto report = search.report();
        Solver solver;
        const auto value = [&](const Position& of) {
            return search::Verdict::won_by(solver.winner(of), true).for_side(position.to_play());
        };
        proven += report.exact;
        if (report.exact) EXPECT(report.value == value(position));
        for (const auto& finding : report.findings) {
            Position next = position;
            EXPECT(next.play(finding.line[0]));
            if (finding.exact) EXPECT(finding.value == value(next));
            for (std::size_t k = 1; k < finding.line.size(); k++) EXPECT(next.play(finding.line[k]));
        }
    }
    EXPECT(proven > 300);
}

void one_seed_is_one_search() {
    Position position(Board(9, 9), BLACK, {5, Variant::STANDARD});
    for (const Index move : {40, 30, 41, 31, 39}) EXPECT(position.play(move));
    const auto visits = [&](std::uint64_t seed) {
        Search search(position, seed, MEMORY);
        search.run(300, -1, 1, false, nullptr);
        std::vector<std::uint64_t> counts;
        for (const auto& finding : search.report().findings) counts.push_back(finding.visits);
        return counts;
    };
    EXPECT(visits(7) == visits(7));
    // A model that has walked about is as good as a new one.
    Model used(position), fresh(position);
    Random random = seeded(8);
    search::Played played(81);
    for (int walk = 0; walk < 20; walk++) {
        used.restart();
        std::vector<search::Candidate> moves;
        used.expand(moves);
        used.play(moves[random.below(std::uint32_t(moves.size()))].move);
        used.playout(random, played);
    }
    used.restart();
    std::vector<search::Candidate> left, right;
    used.expand(left);
    fresh.expand(right);
    EXPECT(left.size() == right.size());
    for (std::size_t k = 0; k < left.size(); k++)
        EXPECT(left[k].move == right[k].move && left[k].value == right[k].value);
}

void every_size_is_searched() {
    const struct {
        Index height, width, in_a_row;
    } cases[] = {
        {1, 1, 1},   {1, 1, 2},  {1, 5, 3},   {7, 1, 3},    {2, 2, 2},           {3, 3, 9},
        {19, 19, 5}, {5, 30, 6}, {60, 60, 5}, {12, 12, 12}, {10, 10, 100000000},
    };
    for (const auto& each : cases)
        for (const Variant variant : VARIANTS) {
            const Position position(Board(each.height, each.width), BLACK, {each.in_a_row, variant});
            Search search(position, 1, MEMORY);
            search.run(40, -1, 2, false, nullptr);
            const auto report = search.report();
            EXPECT(!report.findings.empty() && position.is_legal(report.findings[0].line[0]));
            EXPECT(gains(position).size() == position.legal_moves().size());
        }
    Random random = seeded(9);
    for (int trial = 0; trial < 100; trial++) {
        Board board = random_board(random, 9, 9, 60 + random.below(30), 3);
        for (auto& cell : board.cells)
            if (cell == WHITE && random.below(2)) cell = BLACK;
        const Position position(board, random.below(2) ? BLACK : WHITE, {5, Variant::RENJU});
        if (position.is_over()) continue;
        Search search(position, 1, MEMORY);
        search.run(60, -1, 2, false, nullptr);
        for (const auto& finding : search.report().findings) {
            Position next = position;
            for (const Index move : finding.line) EXPECT(next.play(move));
        }
        EXPECT(gains(position).size() == position.legal_moves().size());
    }
    // Only holes in the middle, and a full board but for one point.
    Position ring(drawn("......./.#####./.#####./.#####./.#####./.#####./......."), BLACK, {5, Variant::FREESTYLE});
    Search around(ring, 1, MEMORY);
    around.run(50, -1, 1, false, nullptr);
    EXPECT(around.visits() > 0);
    Search last(Position(drawn("XOX/OXO/OX."), WHITE, {3, Variant::FREESTYLE}), 1, MEMORY);
    last.run(50, -1, 1, false, nullptr);
    EXPECT(last.is_decided() && last.report().value == 0.5f);
}

void gains_prefer_rows() {
    const auto best = [](const char* rows, Cell to_play, Variant variant) {
        const Position position(drawn(rows), to_play, {5, variant});
        const auto worth = gains(position);
        return position.legal_moves()[std::size_t(std::max_element(worth.begin(), worth.end()) - worth.begin())];
    };
    EXPECT(best("XXXX..../......../......../........", BLACK, Variant::FREESTYLE) == 4);
    EXPECT(best("XXXX..../......../......../........", WHITE, Variant::FREESTYLE) == 4);
    EXPECT(best("XXXX..../......../OOOO..../........", WHITE, Variant::FREESTYLE) == 20);
    EXPECT(best("OXXXX.XX/......../OOOO..../........", BLACK, Variant::FREESTYLE) == 5);
    EXPECT(best("OXXXX.XX/......../OOOO..../........", BLACK, Variant::STANDARD) == 20);
    EXPECT(best(".......", BLACK, Variant::FREESTYLE) == 3);
    EXPECT(gains(Position(drawn("XXXXX."), WHITE)).empty());
}

}  // namespace

int main() {
    windows_are_kept_up();
    scores_are_of_windows();
    dead_positions_are_drawn();
    wins_by_fours_are_wins();
    defences_are_all_there_are();
    expansions_are_sound();
    proofs_are_right();
    one_seed_is_one_search();
    every_size_is_searched();
    gains_prefer_rows();
    EXPECT(has_signature(Search(Position(Board(9, 9), BLACK), 7, MEMORY), 0x83ec0152db37885fu));
}
