#include "../nogo/count.hpp"
#include "../nogo/playout.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using nogo::Position;

namespace {

void refusals_name_the_rule() {
    const Position position(drawn(".O./OX#/..X"), BLACK);
    EXPECT(position.why_illegal(0).fault == nogo::Fault::SUICIDE);
    EXPECT(position.why_illegal(1).fault == nogo::Fault::OCCUPIED);
    EXPECT(position.why_illegal(5).fault == nogo::Fault::HOLE);
    EXPECT(position.why_illegal(7).fault == nogo::Fault::NONE);
    const Position capture(drawn("XO/.O"), BLACK);
    EXPECT(capture.why_illegal(2).fault == nogo::Fault::CAPTURE);
    EXPECT(capture.why_illegal(2).dead.size() == 2);
    const Position unsound(drawn("XO./O../..."), BLACK);
    EXPECT(!unsound.is_sound());
    EXPECT(unsound.why_illegal(8).fault == nogo::Fault::UNSOUND);
    EXPECT(unsound.legal_moves().empty() && !unsound.is_over());
}

// Plays the game again move by move on whole boards.
void expect_game(const Position& start, const std::vector<Index>& moves, bool first) {
    Board board = start.board();
    Cell colour = start.to_play();
    for (std::size_t ply = 0;; ply++, colour = opponent(colour)) {
        std::vector<Index> legal;
        for (Index point = 0; point < board.size(); point++) {
            if (board[point] != EMPTY) continue;
            Board after = board;
            after.cells[std::size_t(point)] = colour;
            if (all_breathe(after)) legal.push_back(point);
        }
        EXPECT(legal.empty() == (ply == moves.size()));
        if (legal.empty()) return;
        EXPECT(std::find(legal.begin(), legal.end(), moves[ply]) != legal.end());
        if (first) EXPECT(legal[0] == moves[ply]);
        board.cells[std::size_t(moves[ply])] = colour;
    }
}

void games_are_legal_and_whole() {
    Random random = seeded(5);
    for (int trial = 0; trial < 200; trial++) {
        Board board(Index(1 + random.below(7)), Index(1 + random.below(7)));
        for (auto& cell : board.cells)
            if (random.below(8) == 0) cell = HOLE;
        const Position start(board, random.below(2) ? BLACK : WHITE);
        expect_game(start, nogo::first_legal_game(start), true);
        expect_game(start, nogo::random_game(start, random.next()), false);
        EXPECT(nogo::first_legal_game(start, 0).empty());
        EXPECT(nogo::random_game(start, 1, 2).size() <= 2);
        EXPECT(nogo::random_game(start, 7) == nogo::random_game(start, 7));
    }
}

std::uint64_t lines_by_playing(const Position& position, int plies) {
    if (plies == 0) return 1;
    std::uint64_t lines = 0;
    for (const Index point : position.legal_moves()) {
        Position next = position;
        next.play(point);
        lines += lines_by_playing(next, plies - 1);
    }
    return lines;
}

void counting_sets_is_counting_lines() {
    for (const char* rows : {".../...", "X.O/.#.", "..../.O..", "."})
        for (const Cell to_play : {BLACK, WHITE}) {
            const Position start(drawn(rows), to_play);
            std::uint64_t orders = 1;
            for (Index plies = 0; plies < 6; plies++) {
                if (plies) orders *= std::uint64_t((plies + 1) / 2);
                nogo::AdditionCounter counter(start, (plies + 1) / 2, plies / 2, nullptr);
                const auto whole = counter.count();
                EXPECT(whole.positions * orders == lines_by_playing(start, plies));
                if (plies < 3) continue;
                nogo::Additions split;
                const Index empty = Index(std::count(start.board().cells.begin(), start.board().cells.end(), 0));
                for (Index first = 0; first < empty; first++)
                    for (Index second = first + 1; second < empty; second++) {
                        const auto part = counter.count(first, second);
                        split.positions += part.positions;
                        split.finished += part.finished;
                    }
                EXPECT(split.positions == whole.positions && split.finished == whole.finished);
            }
        }
}

void what_is_not_on_the_board_is_illegal() {
    Position position(Board(4, 4), BLACK);
    for (const Index point : {NOWHERE, PASS, Index(16), Index(20), MOST_POINTS})
        EXPECT(!position.is_legal(point) && !position.play(point));
    nogo::AdditionCounter one(position, 1, 0, nullptr);
    EXPECT(one.count(0, 1).positions == 0);
}

void a_cancelled_job_stops() {
    Cancel cancel;
    cancel.requested = true;
    const Position start(Board(200, 200), BLACK);
    EXPECT(nogo::random_game(start, 1, NO_LIMIT, &cancel).size() == 1);
    EXPECT(nogo::first_legal_game(start, NO_LIMIT, &cancel).size() <= 4096);
    // Deep enough to take hours.
    EXPECT(nogo::AdditionCounter(start, 20, 20, &cancel).count().positions == 0);
    Totals totals(start.board().size(), false);
    nogo::plain_games(start, 1000, 1, &cancel, totals);
    EXPECT(totals.games == 0);
}

}  // namespace

int main() {
    refusals_name_the_rule();
    games_are_legal_and_whole();
    counting_sets_is_counting_lines();
    what_is_not_on_the_board_is_illegal();
    a_cancelled_job_stops();
}
