// NoGo's tree search beside whole boards and plain search: what is listed, how playouts end, what is called sure.
// An argument scales the number of positions: 1 is all, less suits the sanitizers.
#include <cstdlib>
#include <map>

#include "../nogo/model.hpp"
#include "search_signature.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using nogo::Endgame, nogo::Model, nogo::Position;

namespace {

using Search = search::Search<Position, Model>;

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

// By the rule as written: a stone on an empty point, and every chain has a liberty.
std::vector<Index> plainly_legal(const Board& board, Cell colour) {
    std::vector<Index> moves;
    for (Index point = 0; point < board.size(); point++) {
        if (board[point] != EMPTY) continue;
        Board after = board;
        after.cells[std::size_t(point)] = colour;
        if (all_breathe(after)) moves.push_back(point);
    }
    return moves;
}

// Exhaustive, and nothing more.
class Plain {
public:
    bool wins(const Board& board, Cell mover) { return look(board, mover) & WINS; }
    // Can some line of play, good or bad, end with this winner?
    bool may_win(const Board& board, Cell mover, Cell winner) {
        return look(board, mover) & (winner == BLACK ? BLACK_MAY : WHITE_MAY);
    }

private:
    enum : int { WINS = 1, BLACK_MAY = 2, WHITE_MAY = 4 };

    int look(const Board& board, Cell mover) {
        const auto key = std::pair(board.cells, mover);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        const auto moves = plainly_legal(board, mover);
        int result = 0;
        if (moves.empty()) result = mover == BLACK ? WHITE_MAY : BLACK_MAY;
        for (const Index move : moves) {
            Board after = board;
            after.cells[std::size_t(move)] = mover;
            const int there = look(after, opponent(mover));
            result |= there & (BLACK_MAY | WHITE_MAY);
            if (!(there & WINS)) result |= WINS;
        }
        return known_[key] = result;
    }

    std::map<std::pair<std::vector<std::uint8_t>, Cell>, int> known_;
};

Cell random_side(Random& random) { return random.below(2) ? BLACK : WHITE; }

std::size_t playable(const Board& board) {
    std::size_t points = 0;
    const auto black = plainly_legal(board, BLACK), white = plainly_legal(board, WHITE);
    for (Index point = 0; point < board.size(); point++)
        points += std::find(black.begin(), black.end(), point) != black.end() ||
                  std::find(white.begin(), white.end(), point) != white.end();
    return points;
}

// Stones as in a game, or in any numbers, until at most this many points are left that somebody may play.
Position late_position(Random& random, std::size_t most) {
    const Index height = 1 + Index(random.below(7)), width = 2 + Index(random.below(6));
    Board board(height, width);
    if (random.below(2))
        for (auto& cell : board.cells)
            if (random.below(6) == 0) cell = HOLE;
    const bool uneven = random.below(2);
    Cell mover = BLACK;
    while (playable(board) > most) {
        if (uneven) mover = random_side(random);
        const auto moves = plainly_legal(board, mover);
        if (!moves.empty()) board.cells[std::size_t(moves[random.below(std::uint32_t(moves.size()))])] = mover;
        mover = opponent(mover);
    }
    return Position(board, uneven ? random_side(random) : mover);
}

std::vector<Index> live_slots(const Position& position) {
    std::vector<Index> slots;
    for (Index point = 0; point < position.board().size(); point++)
        if (position.board()[point] == EMPTY) slots.push_back(position.chains().inside(point));
    return slots;
}

// One table for all the positions of a game, however often it was given up.
void endgames_are_exact() {
    Random random = seeded(1);
    int answers[3] = {0, 0, 0};
    for (int trial = 0; trial < scaled(800); trial++) {
        Position position = late_position(random, trial % 8 ? 7 : 9);
        Plain plain;
        Endgame endgame(position.chains());
        const auto live = live_slots(position);
        for (std::uint64_t hash = 0;;) {
            const bool wins = plain.wins(position.board(), position.to_play());
            for (const std::uint32_t most : {0u, 1u, 1u + random.below(30), 10'000'000u}) {
                const auto answer = endgame.solve(position.chains(), live, position.to_play(), hash, most);
                answers[int(answer)]++;
                if (most > 30) EXPECT(answer != Endgame::Answer::UNKNOWN);
                if (answer != Endgame::Answer::UNKNOWN) EXPECT((answer == Endgame::Answer::WON) == wins);
            }
            // The same stones with the other side to move is another position.
            const Cell other = opponent(position.to_play());
            EXPECT((endgame.solve(position.chains(), live, other, hash, 10'000'000) == Endgame::Answer::WON) ==
                   plain.wins(position.board(), other));
            const auto moves = position.legal_moves();
            if (moves.empty()) break;
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            hash ^= endgame.key(position.chains().inside(move), position.to_play());
            EXPECT(position.play(move));
        }
    }
    EXPECT(answers[0] > 50 && answers[1] > 50 && answers[2] > 50);
}

// Where a net is asked, more endings are solved: those too are what plain search says.
void more_endings_are_solved() {
    Random random = seeded(5);
    Plain plain;
    int solved = 0, contested = 0;
    for (int round = 0; round < scaled(60); round++) {
        Position position(Board(3, 4), BLACK);
        for (int ply = 0; ply < 1 + round % 4; ply++) {
            const auto moves = position.legal_moves();
            if (!moves.empty()) position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        if (position.is_over()) continue;
        Model model(position), plainer(position);
        model.solve_more();
        std::vector<search::Candidate> moves;
        plainer.restart();
        const bool anyway = plainer.expand(moves).exact;
        moves.clear();
        model.restart();
        const auto verdict = model.expand(moves);
        EXPECT(verdict.exact || !anyway);
        if (!verdict.exact) continue;
        solved++;
        contested += !anyway;
        EXPECT((verdict.for_side(position.to_play()) == 1.0f) == plain.wins(position.board(), position.to_play()));
    }
    EXPECT(solved > 0 && contested > 0);
}

// Asked with few positions and then with more, it goes on and is right, or says that it does not know.
void moves_of_the_root_are_solved() {
    Random random = seeded(6);
    int answers[3] = {0, 0, 0};
    for (int trial = 0; trial < scaled(300); trial++) {
        const Position root = late_position(random, trial % 8 ? 8 : 10);
        Plain plain;
        Model model(root);
        for (const Index move : root.legal_moves())
            for (const std::uint64_t most : {1, 100'000}) {
                std::uint64_t positions = most;
                const auto verdict = model.solve_move(move, Budget(), positions);
                EXPECT(positions <= most && (verdict.exact || most == 1));
                Position next = root;
                next.play(move);
                const bool wins = !plain.wins(next.board(), next.to_play());
                if (verdict.exact) EXPECT((verdict.for_side(root.to_play()) == 1.0f) == wins);
                answers[verdict.exact ? 1 + wins : 0]++;
            }
    }
    EXPECT(answers[0] > 50 && answers[1] > 50 && answers[2] > 50);
    std::uint64_t positions = 1'000'000'000;
    const Position empty(Board(9, 9), BLACK);
    EXPECT(!Model(empty).solve_move(0, Budget(), positions).exact && positions == 1'000'000'000);
}

// Walks down a game with the model, and again from the root.
void the_legal_moves_are_listed() {
    Random random = seeded(2);
    for (int trial = 0; trial < scaled(300); trial++) {
        Board board(1 + Index(random.below(9)), 1 + Index(random.below(9)));
        for (auto& cell : board.cells)
            if (trial % 3 == 0 && random.below(7) == 0) cell = HOLE;
        Position root(board, random_side(random));
        for (auto plies = random.below(1 + std::uint32_t(board.size())); plies > 0 && !root.is_over(); plies--) {
            const auto moves = root.legal_moves();
            EXPECT(root.play(moves[random.below(std::uint32_t(moves.size()))]));
        }
        Model model(root);
        search::Played played(root.board().size());
        for (int walk = 0; walk < 3; walk++) {
            model.restart();
            Position position = root;
            for (auto plies = 1 + random.below(1 + std::uint32_t(board.size()));; plies--) {
                EXPECT(model.to_play() == position.to_play());
                std::vector<search::Candidate> listed;
                const auto verdict = model.expand(listed);
                std::vector<Index> moves;
                for (const auto& each : listed) {
                    moves.push_back(each.move);
                    EXPECT(each.value >= 0 && each.value <= 1 && each.weight >= 0);
                }
                std::sort(moves.begin(), moves.end());
                EXPECT(moves == plainly_legal(position.board(), position.to_play()));
                EXPECT(!verdict.partial && (verdict.exact || !moves.empty()));
                if (moves.empty()) EXPECT(verdict.for_side(position.to_play()) == 0);
                if (moves.empty() || plies == 0) break;
                const Index move = moves[random.below(std::uint32_t(moves.size()))];
                model.play(move);
                EXPECT(position.play(move));
            }
            model.playout(random, played);  // leaves the model anywhere
        }
    }
}

// The end that a playout tells of must be one that its stones can come to; most of the time there is only one.
void playouts_are_games() {
    Random random = seeded(3);
    int forced = 0, over = 0;
    for (int trial = 0; trial < scaled(1500); trial++) {
        const Position root = late_position(random, 9);
        Model model(root);
        Plain plain;
        for (int game = 0; game < 4; game++) {
            model.restart();
            Position leaf = root;
            for (auto plies = random.below(4); plies > 0 && !leaf.is_over(); plies--) {
                const auto moves = leaf.legal_moves();
                const Index move = moves[random.below(std::uint32_t(moves.size()))];
                model.play(move);
                leaf.play(move);
            }
            search::Played played(root.board().size());
            const auto verdict = model.playout(random, played);
            EXPECT(verdict.black == 0 || verdict.black == 1);
            EXPECT(verdict.exact == leaf.is_over());
            over += leaf.is_over();
            Board board = leaf.board();
            Index ahead = 0;  // stones of the side that began, less those of the other
            for (Index point = 0; point < board.size(); point++)
                for (const Cell colour : {BLACK, WHITE}) {
                    if (!played.has(point, colour)) continue;
                    EXPECT(board[point] == EMPTY);
                    board.cells[std::size_t(point)] = colour;
                    ahead += colour == leaf.to_play() ? 1 : -1;
                }
            EXPECT(all_breathe(board) && (ahead == 0 || ahead == 1) && !played.has(PASS, BLACK) &&
                   !played.has(PASS, WHITE));
            const Cell mover = ahead ? opponent(leaf.to_play()) : leaf.to_play();
            const Cell winner = verdict.black == 1 ? BLACK : WHITE;
            EXPECT(plain.may_win(board, mover, winner));
            forced += !leaf.is_over() && !plain.may_win(board, mover, opponent(winner));
        }
    }
    EXPECT(forced > scaled(1500) && over > 0);
}

void what_is_called_exact_is_so() {
    Random random = seeded(4);
    int told = 0, proven = 0;
    for (int trial = 0; trial < scaled(500); trial++) {
        const Position root = late_position(random, trial % 8 ? 7 : 9);
        if (root.is_over()) continue;
        Plain plain;
        const auto value = [&](const Board& board, Cell mover, Cell of) {
            return plain.wins(board, mover) == (mover == of) ? 1.0f : 0.0f;
        };
        Model model(root);
        for (Position position = root;;) {
            std::vector<search::Candidate> listed;
            const auto verdict = model.expand(listed);
            told += verdict.exact && !listed.empty();
            if (verdict.exact) EXPECT(verdict.black == value(position.board(), position.to_play(), BLACK));
            if (listed.empty()) break;
            const Index move = listed[random.below(std::uint32_t(listed.size()))].move;
            model.play(move);
            EXPECT(position.play(move));
        }
        Search search(root, random.next(), std::size_t(1) << 28);
        for (const std::uint64_t visits : {5, 50, 100'000}) {
            search.run(visits, -1, 1 + trial % 2, false, nullptr);
            const auto report = search.report();
            if (report.exact) EXPECT(report.value == value(root.board(), root.to_play(), root.to_play()));
            for (const auto& finding : report.findings) {
                Position after = root;
                for (const Index move : finding.line) EXPECT(after.play(move));
                Board next = root.board();
                next.cells[std::size_t(finding.line[0])] = root.to_play();
                if (finding.exact) EXPECT(finding.value == value(next, opponent(root.to_play()), root.to_play()));
            }
        }
        proven++;
        EXPECT(search.is_decided());
    }
    EXPECT(told > proven / 4);
}

void every_size_is_searched() {
    const std::pair<Index, Index> sizes[] = {{1, 2}, {1, 3}, {9, 1}, {2, 2}, {2, 9}, {19, 19}, {3, 40}, {60, 60}};
    for (const auto& [height, width] : sizes)
        for (const int threads : {1, 2}) {
            const Position position(Board(height, width), WHITE);
            Search search(position, 1, std::size_t(1) << 26);
            search.run(60, -1, threads, false, nullptr);
            const auto report = search.report();
            EXPECT(search.is_decided() || search.visits() == 60);
            EXPECT(report.findings.size() == position.legal_moves().size());
            EXPECT(position.is_legal(report.findings[0].line[0]));
        }
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) scale = std::atof(words[1]);
    endgames_are_exact();
    more_endings_are_solved();
    moves_of_the_root_are_solved();
    the_legal_moves_are_listed();
    playouts_are_games();
    what_is_called_exact_is_so();
    every_size_is_searched();
    EXPECT(has_signature(Search(Position(Board(9, 9), BLACK), 7, std::size_t(1) << 28), 0x8346a06cc610afc0u));
}
