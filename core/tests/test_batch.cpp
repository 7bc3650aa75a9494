#include "../batch.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <sys/wait.h>

#include "../go/boards.hpp"
#include "../go/playout.hpp"
#include "../gomoku/boards.hpp"
#include "../nogo/boards.hpp"
#include "../othello/boards.hpp"
#include "testing.hpp"

#if !defined(__has_feature)  // clang has it, and the sanitizer that sees threads is run with clang
#define __has_feature(feature) 0
#endif

using namespace tengen;
using namespace tengen::testing;

namespace {

double scale = 1;

template <class Boards, class Position>
std::unique_ptr<Batch<Position>> made(const Position& start, const BatchSettings& settings) {
    std::vector<std::uint64_t> seeds(settings.boards);
    for (std::size_t k = 0; k < seeds.size(); k++) seeds[k] = k + 1;
    return std::make_unique<BatchOf<Position, Boards>>(start, settings, seeds);
}

template <class Position>
void played_on(Batch<Position>& batch, Index plies) {
    batch.play_random(plies, nullptr, batch.settings().boards);
}

// Without holes and with some.
std::vector<Board> boards(Index height, Index width, Random& random) {
    Board with_holes(height, width);
    for (auto& cell : with_holes.cells)
        if (random.below(8) == 0) cell = HOLE;
    return {Board(height, width), with_holes};
}

template <class Position>
std::vector<Index> moves_if_passed(const Position& position) {
    if constexpr (requires { position.passes(); }) {
        Position passed = position;
        passed.play(PASS);
        auto moves = passed.legal_moves();
        if (!moves.empty()) moves.pop_back();
        return moves;
    } else if constexpr (requires { position.rules(); }) {
        return Position(position.board(), opponent(position.to_play()), position.rules()).legal_moves();
    } else {
        auto moves = Position(position.board(), opponent(position.to_play())).legal_moves();
        if (moves == std::vector<Index>{PASS}) moves.clear();
        return moves;
    }
}

// Plays random games on a batch and, by the rules as Position has them, beside it.
template <class Boards, class Position>
void walks_with_positions(const Position& start, Random& random) {
    if (!start.is_sound() || start.is_over()) return;
    constexpr std::size_t BOARDS = 3;
    const Index points = start.board().size(), plies = Index(scale * double(2 * points + 10));
    const auto batch = made<Boards>(start, {.boards = BOARDS});
    const BatchArrays& arrays = batch->arrays();
    std::vector<Position> beside(BOARDS, start);
    for (Index ply = 0; ply < plies; ply++) {
        std::vector<Index> moves;
        std::vector<std::uint32_t> where;
        for (std::size_t k = 0; k < BOARDS; k++) {
            EXPECT(batch->position(k) == beside[k]);
            EXPECT(arrays.to_play[k] == side(beside[k].to_play()));
            EXPECT(bool(arrays.over[k]) == beside[k].is_over());
            const auto legal = beside[k].legal_moves();
            std::vector<std::uint8_t> mask(std::size_t(batch->moves()));
            for (const Index move : legal) mask[std::size_t(move == PASS ? points : move)] = 1;
            EXPECT(std::equal(mask.begin(), mask.end(), &arrays.mask[k * mask.size()]));
            const std::uint8_t* const planes = &arrays.planes[k * std::size_t(points * batch->planes())];
            std::vector<std::uint8_t> other(mask.size());
            if (!beside[k].is_over())
                for (const Index move : moves_if_passed(beside[k])) other[std::size_t(move)] = 1;
            // In Go a second pass would end the game, and nobody has moves.
            bool pass_ends = false;
            if constexpr (requires { beside[k].passes(); }) pass_ends = beside[k].passes() == 1;
            for (Index point = 0; point < points; point++) {
                const Cell cell = beside[k].board()[point];
                EXPECT(planes[point] == (cell == beside[k].to_play()));
                EXPECT(planes[points + point] == (cell == opponent(beside[k].to_play())));
                EXPECT(planes[2 * points + point] == mask[std::size_t(point)]);
                EXPECT(pass_ends || planes[3 * points + point] == other[std::size_t(point)]);
                EXPECT(planes[4 * points + point] == (cell != HOLE));
            }
            if (legal.empty()) continue;
            // Few passes, or no game of Go gets far.
            Index move = legal[random.below(std::uint32_t(legal.size()))];
            if (move == PASS && random.below(4)) move = legal[0];
            where.push_back(std::uint32_t(k));
            moves.push_back(move);
        }
        if (where.empty()) break;
        EXPECT(!batch->step(moves.data(), where.data(), where.size()));
        for (std::size_t k = 0; k < where.size(); k++) {
            Position& position = beside[where[k]];
            EXPECT(position.play(moves[k]));
            const Cell winner = position.is_over() ? position.winner() : EMPTY;
            const float* const rewards = &arrays.rewards[2 * where[k]];
            EXPECT(rewards[0] == (winner == EMPTY ? 0 : winner == BLACK ? 1 : -1));
            EXPECT(rewards[1] == -rewards[0]);
        }
    }
}

template <int WORDS>
void go_on(Index height, Index width, Random& random) {
    for (const Board& board : boards(height, width, random))
        for (const auto ko : {go::KoRule::SIMPLE, go::KoRule::POSITIONAL, go::KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                walks_with_positions<go::Boards<WORDS>>(go::Position(board, WHITE, {.suicide = suicide, .ko = ko}),
                                                        random);
}

template <int WORDS>
void nogo_on(Index height, Index width, Random& random) {
    for (const Board& board : boards(height, width, random))
        walks_with_positions<nogo::Boards<WORDS>>(nogo::Position(board, BLACK), random);
}

template <int WORDS>
void gomoku_on(Index height, Index width, Random& random) {
    for (const Board& board : boards(height, width, random))
        for (const auto variant : {gomoku::Variant::FREESTYLE, gomoku::Variant::STANDARD, gomoku::Variant::CARO})
            walks_with_positions<gomoku::Boards<WORDS>>(gomoku::Position(board, BLACK, {4, variant}), random);
    for (const Board& board : boards(height, width, random))
        walks_with_positions<gomoku::Boards<WORDS>>(gomoku::Position(board, BLACK, {5, gomoku::Variant::RENJU}),
                                                    random);
}

template <int WORDS>
void othello_on(Index height, Index width, Random& random) {
    for (const Board& holes : boards(height, width, random)) {
        Board board = othello::standard_start(height, width);
        for (std::size_t k = 0; k < board.cells.size(); k++)
            if (holes.cells[k] == HOLE && board.cells[k] == EMPTY) board.cells[k] = HOLE;
        walks_with_positions<othello::Boards<WORDS>>(othello::Position(board, BLACK), random);
    }
}

// Sets of one word, of a few and of many: the code is the same for all games.
void boards_are_those_that_the_rules_make() {
    Random random = seeded(21);
    for (const Index size : {3, 5, 7}) go_on<1>(size, size, random);
    go_on<2>(9, 9, random);
    go_on<6>(19, 19, random);
    nogo_on<1>(1, 30, random);
    nogo_on<1>(6, 7, random);
    nogo_on<64>(2, 70, random);
    gomoku_on<1>(6, 6, random);
    gomoku_on<4>(15, 15, random);
    othello_on<1>(8, 8, random);
    othello_on<1>(6, 6, random);
    othello_on<2>(9, 10, random);
}

void a_position_in_the_middle_of_a_game_goes_on() {
    Random random = seeded(22);
    for (int trial = 0; trial < 20; trial++) {
        go::Position position(Board(5, 5), BLACK, {.suicide = trial % 2 == 0});
        for (const Index move : go::random_game(position, go::Policy::RANDOM, random.next(), 60))
            EXPECT(position.play(move));
        if (!position.is_over()) walks_with_positions<go::Boards<1>>(position, random);
    }
}

void eyes_are_those_of_the_playouts() {
    Random random = seeded(23);
    for (int trial = 0; trial < 300; trial++) {
        Board board(Index(1 + random.below(6)), Index(1 + random.below(6)));
        for (auto& cell : board.cells) {
            const auto drawn = random.below(10);
            cell = drawn == 0 ? HOLE : drawn < 3 ? EMPTY : drawn < 9 ? BLACK : WHITE;
        }
        const go::Position position(board, BLACK);
        if (!position.is_sound()) continue;
        const go::Boards<1> boards(position, true);
        const auto state = boards.state(position);
        for (Index point = 0; point < board.size(); point++)
            if (board[point] == EMPTY)
                EXPECT(boards.is_eye(state, point) ==
                       go::is_eye(position.stones(), position.stones().inside(point), BLACK));
    }
}

void threads_change_nothing() {
    const go::Position start(Board(7, 7), BLACK);
    BatchSettings settings{.boards = 200, .autoreset = true, .opening = 5, .most_plies = 90};
    const auto one = made<go::Boards<1>>(start, settings);
    settings.threads = 3;
    const auto three = made<go::Boards<1>>(start, settings);
    for (int k = 0; k < int(40 * scale) + 5; k++) {
        played_on(*one, 5);
        played_on(*three, 5);
        EXPECT(one->arrays().planes == three->arrays().planes);
        EXPECT(one->arrays().rewards == three->arrays().rewards);
        EXPECT(one->arrays().plies == three->arrays().plies);
    }
    const auto again = three->copy();
    played_on(*again, 7);
    played_on(*three, 7);
    EXPECT(again->arrays().planes == three->arrays().planes);
}

void the_first_wrong_move_is_named_and_nothing_moves() {
    const nogo::Position start(Board(3, 3), BLACK);
    for (const int threads : {1, 3}) {
        const auto batch = made<nogo::Boards<1>>(start, {.boards = 100, .threads = threads});
        std::vector<Index> moves(100, 4);
        EXPECT(!batch->step(moves.data(), nullptr, 100));
        const BatchArrays before = batch->arrays();
        std::fill(moves.begin(), moves.end(), 0);
        moves[97] = moves[41] = 4;
        EXPECT(batch->step(moves.data(), nullptr, 100) == 41u);
        EXPECT(before.planes == batch->arrays().planes && before.plies == batch->arrays().plies);
    }
}

#if !__has_feature(thread_sanitizer)  // which does not follow a fork with threads
void a_process_that_is_forked_off_has_threads_of_its_own() {
    const nogo::Position start(Board(5, 5), BLACK);
    const auto batch = made<nogo::Boards<1>>(start, {.boards = 100, .threads = 3, .autoreset = true});
    const auto twin = batch->copy();
    played_on(*batch, 3);
    const pid_t child = fork();
    if (child == 0) {
        played_on(*batch, 5);
        played_on(*twin, 8);
        std::_Exit(batch->arrays().planes == twin->arrays().planes ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT(status == 0);
    played_on(*batch, 1);
}
#else
void a_process_that_is_forked_off_has_threads_of_its_own() {}
#endif

}  // namespace

int main(int, char** arguments) {
    scale = std::atof(arguments[1]);
    boards_are_those_that_the_rules_make();
    a_position_in_the_middle_of_a_game_goes_on();
    eyes_are_those_of_the_playouts();
    threads_change_nothing();
    the_first_wrong_move_is_named_and_nothing_moves();
    a_process_that_is_forked_off_has_threads_of_its_own();
}
