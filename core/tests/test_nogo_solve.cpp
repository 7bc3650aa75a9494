// NoGo's solver beside a search of whole boards that knows nothing of reduced positions.
#include <map>
#include <thread>
#include <tuple>
#include <vector>

#include "../nogo/solve.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::nogo;
using namespace tengen::nogo::solving;

namespace {

constexpr std::size_t MEMORY = 1 << 20;

// Does the side to move win? Each side also has this many moves that change nothing.
class Plain {
public:
    bool wins(const Position& position, int black = 0, int white = 0) {
        const auto key = std::make_tuple(position.board().cells, position.to_play(), black, white);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        bool won = false;
        for (Index point = 0; point < position.board().size() && !won; point++) {
            Position next = position;
            won = next.play(point) && !wins(next, black, white);
        }
        const bool blacks = position.to_play() == BLACK;
        if (!won && (blacks ? black : white) > 0)
            won = !wins(Position(position.board(), opponent(position.to_play())), black - blacks, white - !blacks);
        return known_[key] = won;
    }

    // How many plies the winner takes, if both do their best: one side to end the game soon, the other one late.
    int plies(const Position& position) {
        const auto key = std::make_pair(position.board().cells, position.to_play());
        if (const auto found = plies_.find(key); found != plies_.end()) return found->second;
        const bool won = wins(position);
        int best = -1;
        for (const Index point : position.legal_moves()) {
            Position next = position;
            next.play(point);
            if (won && wins(next)) continue;
            const int length = plies(next);
            if (best < 0 || (won ? length < best : length > best)) best = length;
        }
        return plies_[key] = best + 1;
    }

private:
    std::map<std::tuple<std::vector<std::uint8_t>, Cell, int, int>, bool> known_;
    std::map<std::pair<std::vector<std::uint8_t>, Cell>, int> plies_;
};

bool has_moves(const Position& position) {
    return !position.is_over() || !Position(position.board(), opponent(position.to_play())).is_over();
}

int empty_points(const Board& board) {
    int count = 0;
    for (Index point = 0; point < board.size(); point++) count += board[point] == EMPTY;
    return count;
}

Board random_shape(Random& random, Index most_side) {
    Board board(1 + Index(random.below(std::uint32_t(most_side))), 1 + Index(random.below(std::uint32_t(most_side))));
    if (random.below(2))
        for (auto& cell : board.cells)
            if (random.below(6) == 0) cell = HOLE;
    return board;
}

// Stones wherever the rules let them be, as many of either colour as chance has it.
Position random_position(Random& random, Index most_side, int most_empty) {
    Board board = random_shape(random, most_side);
    const std::uint32_t black = 1 + random.below(9);
    int empty = empty_points(board);
    for (int trial = 0; trial < 200 && (empty > most_empty || trial < int(board.size()) / 2); trial++) {
        const Index point = Index(random.below(std::uint32_t(board.size())));
        if (board[point] != EMPTY) continue;
        board.cells[std::size_t(point)] = random.below(10) < black ? BLACK : WHITE;
        if (all_breathe(board))
            empty--;
        else
            board.cells[std::size_t(point)] = EMPTY;
    }
    return Position(board, random.below(2) ? BLACK : WHITE);
}

// From the last moves of a random game, when much is settled.
Position late_position(Random& random, Index most_side) {
    std::vector<Position> game{Position(random_shape(random, most_side), BLACK)};
    for (auto moves = game.back().legal_moves(); !moves.empty(); moves = game.back().legal_moves()) {
        game.push_back(game.back());
        game.back().play(moves[random.below(std::uint32_t(moves.size()))]);
    }
    const std::size_t back = 1 + random.below(6);
    return game[game.size() > back ? game.size() - 1 - back : 0];
}

// Points with a stone between each two, and nothing else: as many chains as there can be.
// Of ten stones, `black` are Black's; with all ten, Black has as many chains as any board has.
Position random_lattice(Random& random, std::uint32_t black) {
    Board board(15, 15);
    for (Index row = 0; row < 15; row++)
        for (Index col = 0; col < 15; col++)
            board.cells[std::size_t(row * 15 + col)] = row % 2 && col % 2         ? HOLE
                                                       : (row + col) % 2 == 0     ? EMPTY
                                                       : random.below(10) < black ? BLACK
                                                                                  : WHITE;
    return Position(board, random.below(2) ? BLACK : WHITE);
}

bool same(const Key& one, const Key& two) { return one.index == two.index && one.signature == two.signature; }

// A reduced position that was played to is the one that is made of the board.
void games_lead_to_what_the_board_says(int rounds) {
    Random random = seeded(1);
    for (int round = 0; round < rounds; round++) {
        Position position = round % 8 == 0 ? random_lattice(random, random.below(11))
                            : round % 2    ? Position(random_shape(random, 8), BLACK)
                                           : random_position(random, 10, 64);
        const Reducer reducer(position);
        EXPECT(reducer.fits());
        if (!has_moves(position)) continue;
        const Keys keys(reducer.size(), reducer.symmetries(), 1);
        Reduced state = reducer.reduced(position);
        while (true) {
            const Reduced anew = reducer.reduced(position);
            EXPECT(anew.live == state.live && anew.alone == state.alone && anew.mover == state.mover);
            EXPECT(anew.tempi == state.tempi && anew.star == state.star);
            for (int each = 0; each < 2; each++) {
                EXPECT(anew.legal[each] == state.legal[each] && anew.immortal[each] == state.immortal[each]);
                EXPECT(anew.chains[each].count == state.chains[each].count);
            }
            EXPECT(same(keys.of(anew), keys.of(state)));
            for (Bits rest = state.live; rest; rest &= rest - 1)
                for (const Cell colour : {BLACK, WHITE})
                    EXPECT(position.is_legal(reducer.point(lowest(rest)), colour) ==
                           bool(state.legal[side(colour)] >> lowest(rest) & 1));
            const auto moves = position.legal_moves();
            if (moves.empty()) break;
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            const int number = reducer.number(move);
            const bool is_loose = !(state.live >> number & 1);
            const Position before = position;
            EXPECT(position.play(move));
            Reduced next;
            if (is_loose) {  // one of those that are only counted
                const bool star = before.is_legal(move, opponent(before.to_play()));
                next = state;
                if (star)
                    next.star = !next.star;
                else
                    next.tempi += state.mover ? 1 : -1;
                next.mover ^= 1;
            } else {
                play(reducer.graph(), state, number, next);
            }
            state = next;
        }
    }
}

void keys_are_the_same_for_symmetries_and_swapped_colours(int rounds) {
    Random random = seeded(2);
    for (int round = 0; round < rounds; round++) {
        const Index side_length = 1 + Index(random.below(6)),
                    width = random.below(2) ? side_length : 1 + Index(random.below(6));
        const Position start(Board(side_length, width), BLACK);
        if (!has_moves(start)) continue;
        const Reducer reducer(start);
        const Keys keys(reducer.size(), reducer.symmetries(), 1);
        Position position = start;
        while (true) {
            const Key key = keys.of(reducer.reduced(position));
            for (int symmetry = 0; symmetry < (side_length == width ? 8 : 4); symmetry++) {
                const Board board = transformed(position.board(), symmetry);
                const Cell to_play = position.to_play();
                EXPECT(same(key, keys.of(reducer.reduced(Position(board, to_play)))));
                EXPECT(same(key, keys.of(reducer.reduced(Position(colours_swapped(board), opponent(to_play))))));
            }
            const auto moves = position.legal_moves();
            if (moves.empty()) break;
            position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
    }
}

// Equal keys, equal outcomes, whatever moves that change nothing are added; and other keys for what is added.
void answers_are_those_of_whole_boards(int rounds) {
    constexpr int ENOUGH = 600;  // to meet all that there is, whatever the seed
    Random random = seeded(3);
    int won = 0, compared = 0, with_star = 0, with_tempi = 0, with_immortal = 0;
    for (int round = 0; round < rounds; round++) {
        const Position position = round % 2 ? random_position(random, 5, 8) : late_position(random, 8);
        if (!has_moves(position)) continue;
        const Reducer reducer(position);
        Plain plain;
        for (const Cell to_play : {BLACK, WHITE}) {
            const Reduced state = reducer.reduced(Position(position.board(), to_play));
            Shared shared(reducer.graph(), reducer.symmetries(), random.next(), MEMORY);
            Search search(shared);
            with_star += state.star;
            with_tempi += state.tempi != 0;
            with_immortal += (state.immortal[0] | state.immortal[1]) != 0;
            for (int added = -2; added <= 2; added++) {
                Reduced sum = state;
                sum.tempi += added;
                const bool expected =
                    plain.wins(Position(position.board(), to_play), std::max(added, 0), std::max(-added, 0));
                EXPECT(search.solve(sum, shared.keys.of(sum), Budget()) == (expected ? Verdict::WON : Verdict::LOST));
                won += expected;
                compared++;
            }
        }
    }
    EXPECT(won > compared / 5 && won < compared * 4 / 5);
    EXPECT(rounds < ENOUGH || (with_star > 0 && with_tempi > 0 && with_immortal > 0));
}

void expect_line(const Position& start, const Solver::Finding& finding) {
    Position position = start;
    for (const Index move : finding.line) EXPECT(position.play(move));
    EXPECT(position.is_over());
    EXPECT((position.winner() == start.to_play()) == (finding.lower == 1));
}

void every_move_is_right(int rounds, int threads) {
    Random random = seeded(std::uint64_t(4 + threads));
    for (int round = 0; round < rounds; round++) {
        const Position position = round % 2 ? random_position(random, 5, 9) : late_position(random, 8);
        if (position.is_over()) continue;
        Plain plain;
        Solver solver(position, MEMORY), quick(position, MEMORY);
        solver.run(true, -1, threads, nullptr);
        quick.run(false, -1, threads, nullptr);
        const auto moves = position.legal_moves();
        const auto findings = solver.report(), some = quick.report();
        EXPECT(findings.size() == moves.size() && solver.done() == 1);
        double best = -1, low = -1, high = -1;
        for (std::size_t k = 0; k < moves.size(); k++) {
            Position next = position;
            next.play(moves[k]);
            const double value = plain.wins(next) ? -1 : 1;
            EXPECT(findings[k].lower == value && findings[k].upper == value && findings[k].line.at(0) == moves[k]);
            EXPECT(some[k].lower <= value && value <= some[k].upper);
            expect_line(position, findings[k]);
            best = std::max(best, value);
            low = std::max(low, some[k].lower);
            high = std::max(high, some[k].upper);
        }
        EXPECT(low == best && high == best);
    }
}

void plies_are_as_few_as_can_be(int rounds) {
    Random random = seeded(7);
    int compared = 0;
    for (int round = 0; round < rounds; round++) {
        const Position position = round % 2 ? random_position(random, 5, 9) : late_position(random, 8);
        if (position.is_over()) continue;
        Solver solver(position, MEMORY, std::uint64_t(round % 3));
        solver.run(false, -1, 1, nullptr);
        const auto plies = solver.count_plies(MEMORY, -1, nullptr);
        const int expected = Plain().plies(position);
        EXPECT(plies.least == expected && plies.most == expected && int(plies.line.size()) == expected);
        Position end = position;
        for (const Index move : plies.line) EXPECT(end.play(move));
        EXPECT(end.is_over());
        const auto early = solver.count_plies(MEMORY, 0, nullptr);
        EXPECT(early.least <= expected && early.most >= expected);
        compared++;
    }
    EXPECT(compared > rounds / 2);
}

void all_processors_search_alike() {
    const auto best = int(this_processor());
    for (const auto& start : {Position(Board(3, 5), BLACK), Position(drawn("..X../.#.../O..../...X."), WHITE)}) {
        const Reducer reducer(start);
        const Reduced state = reducer.reduced(start);
        std::vector<std::pair<Verdict, std::uint64_t>> answers;
        for (int processor = 0; processor <= best; processor++) {
            Shared shared(reducer.graph(), reducer.symmetries(), 1, MEMORY);
            Search search(shared, Processor(processor));
            const auto verdict = search.solve(state, shared.keys.of(state), Budget());
            answers.push_back({verdict, shared.nodes.load()});
        }
        for (const auto& answer : answers) EXPECT(answer == answers[0] && answer.first != Verdict::UNKNOWN);
    }
}

void there_is_room_for_every_chain_and_point() {
    Random random = seeded(5);
    int most = 0;
    for (int round = 0; round < 40; round++) {
        const Position position = random_lattice(random, std::uint32_t(round % 11));
        const Reduced state = Reducer(position).reduced(position);
        most = std::max(most, state.chains[0].count);
        if (position.is_over()) continue;
        Solver solver(position, MEMORY);
        solver.run(true, 0, 1, nullptr);
    }
    EXPECT(most == 112);
    Solver solver(Position(Board(8, 8), BLACK), MEMORY);
    solver.run(true, 0.02, 2, nullptr);
    for (const auto& finding : solver.report()) EXPECT(finding.lower == -1 && finding.upper == 1);
    EXPECT(!Reducer(Position(Board(5, 13), BLACK)).fits());
    EXPECT(Reducer(Position(Board(4, 16), BLACK)).fits());
}

void stops_when_told_and_goes_on() {
    Cancel cancel;
    cancel.requested = true;
    const Position start(Board(3, 6), BLACK);
    Solver solver(start, MEMORY);
    solver.run(true, -1, 1, &cancel);
    EXPECT(solver.done() < 1 && solver.nodes() < 5 * 4096);
    for (const auto& finding : solver.report())
        EXPECT(finding.lower == -1 && finding.upper == 1 && finding.line.size() == 1);
    const Reducer reducer(start);
    const Reduced state = reducer.reduced(start);
    Shared shared(reducer.graph(), reducer.symmetries(), 1, MEMORY);
    Search search(shared);
    int stops = 0;
    Verdict verdict = Verdict::UNKNOWN;
    for (; verdict == Verdict::UNKNOWN; stops++) verdict = search.solve(state, shared.keys.of(state), Budget(), 20'000);
    EXPECT(verdict == Verdict::WON && stops > 1);
}

// Threads that find each other's answers, in tables so small that these get lost.
void threads_agree(int rounds) {
    const Position start(Board(3, 5), BLACK);
    std::vector<double> expected;
    for (int round = 0; round < rounds; round++)
        for (const int threads : {1, 2, 4}) {
            Solver solver(start, round % 2 ? MEMORY : 1 << 13, std::uint64_t(round));
            std::atomic<bool> done{false};
            std::thread watcher([&] {
                while (!done.load()) {
                    EXPECT(solver.done() >= 0 && solver.done() <= 1 && solver.report().size() == 15);
                    EXPECT(solver.table().first <= solver.table().second);
                    std::this_thread::sleep_for(std::chrono::milliseconds(5));
                }
            });
            solver.run(true, -1, threads, nullptr);
            done = true;
            watcher.join();
            std::vector<double> values;
            for (const auto& finding : solver.report()) {
                EXPECT(finding.lower == finding.upper);
                values.push_back(finding.lower);
            }
            if (expected.empty()) expected = values;
            EXPECT(values == expected);
        }
}

void tables_keep_the_most_work() {
    Table table(1 << 12);
    EXPECT(table.size() == 512 && table.used() == 0);
    const auto bucket = [](std::uint64_t k) { return k << 58; };  // of 64
    const auto signature = [](unsigned k) { return std::uint64_t(k + 1) << 8; };
    for (unsigned k = 0; k < 8; k++) table.store(bucket(5), signature(k), k % 2 ? Verdict::WON : Verdict::LOST, 10 + k);
    EXPECT(table.used() == 8 && table.look_up(bucket(6), signature(0)) == Verdict::UNKNOWN);
    for (unsigned k = 0; k < 8; k++) {
        EXPECT(table.look_up(bucket(5), signature(k)) == (k % 2 ? Verdict::WON : Verdict::LOST));
        EXPECT(table.look_up(bucket(5) + 64, signature(k) | 255) !=
               Verdict::UNKNOWN);  // the same bucket; what no entry has room for
        EXPECT(table.look_up(bucket(5), signature(k) ^ 256 << 20) == Verdict::UNKNOWN);
    }
    table.store(bucket(5), signature(8), Verdict::WON, 1);  // in the place of the least
    EXPECT(table.look_up(bucket(5), signature(0)) == Verdict::UNKNOWN &&
           table.look_up(bucket(5), signature(8)) == Verdict::WON);
    for (unsigned k = 1; k < 8; k++) EXPECT(table.look_up(bucket(5), signature(k)) != Verdict::UNKNOWN);
    table.store(bucket(5), signature(8), Verdict::WON, 63);  // again: in its own place
    EXPECT(table.used() == 8 && table.look_up(bucket(5), signature(1)) != Verdict::UNKNOWN);
    EXPECT(Table(1).size() == 8);
}

}  // namespace

int main(int count, char** arguments) {
    const double scale = count > 1 ? std::atof(arguments[1]) : 1;
    tables_keep_the_most_work();
    there_is_room_for_every_chain_and_point();
    games_lead_to_what_the_board_says(int(2000 * scale));
    keys_are_the_same_for_symmetries_and_swapped_colours(int(300 * scale));
    answers_are_those_of_whole_boards(int(600 * scale));
    for (const int threads : {1, 2, 4}) every_move_is_right(int(100 * scale), threads);
    plies_are_as_few_as_can_be(int(400 * scale));
    all_processors_search_alike();
    stops_when_told_and_goes_on();
    threads_agree(std::max(1, int(4 * scale)));
}
