// The functions that tengen.js calls. What they take and give is numbers: a long answer is left as doubles, which
// `tg_answer` points to, and long input is first written to where `tg_room` points. The core trusts what it is given;
// what comes in is bounded here, or in tengen.js where that is nearer.
//
// A function that fails gives -1 (0 where it gives a pointer), and `tg_message` says why.
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <span>

#include "../budget.hpp"
#include "../flips.hpp"
#include "../othello/rules.hpp"
#include "face.hpp"

#define EXPORTED extern "C" __attribute__((used, visibility("default")))

using namespace tengen;
using namespace tengen::wasm;

namespace {

std::vector<double> answer;
std::string message;
std::vector<std::uint64_t> room;  // words, so that it is aligned for anything

constexpr int FAILED = -1;

// Calls work(); what it throws becomes a message.
template <class Result, class Work>
Result guarded(Result failed, Work&& work) {
    answer.clear();
    message.clear();
    try {
        return work();
    } catch (const std::bad_alloc&) {
        message = "out of memory";
    } catch (const std::length_error&) {
        message = "out of memory";
    } catch (const std::exception& error) {
        message = error.what();
    }
    answer.clear();
    return failed;
}

// Work that leaves an answer.
template <class Work>
int answered(Work&& work) {
    return guarded(FAILED, [&] {
        work();
        return 0;
    });
}

template <class Made>
Object* handed_over(Made&& made) {
    return guarded<Object*>(nullptr, [&]() -> Object* { return made().release(); });
}

Index move_of(const PositionObject& position, Index number) {
    return number == position.board().size() ? PASS : number;
}

void add(double number) { answer.push_back(number); }

// The length first.
void add(const PositionObject& position, const Points& points) {
    add(double(points.size()));
    for (const Index point : points) add(double(point == PASS ? position.board().size() : point));
}

// Four times 32 bits, the lowest first.
void add_big(Big number) {
    for (int shift = 0; shift < 128; shift += 32) add(double(std::uint32_t(number >> shift)));
}

void add(const std::vector<std::uint64_t>& numbers) {
    add(double(numbers.size()));
    for (const std::uint64_t number : numbers) add(double(number));
}

// For the jobs that have no limit of their own. The clock is a call to JavaScript, so it is not asked every time.
class Deadline {
public:
    explicit Deadline(double seconds) {
        if (seconds < 0) return;
        end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        passed = false;
        every = left = 1;
        asked = Clock::now();
        cancel_.is_time_up = is_time_up;
    }

    const Cancel* cancel() const { return &cancel_; }
    bool has_passed() const { return cancel_.is_time_up && passed; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto OFTEN = std::chrono::milliseconds(1), SELDOM = std::chrono::milliseconds(4);

    static bool is_time_up() {
        if (passed || --left > 0) return passed;
        const auto now = Clock::now();
        every = now - asked < OFTEN ? every * 2 : now - asked > SELDOM ? (every + 1) / 2 : every;
        left = every;
        asked = now;
        return passed = now >= end;
    }

    static inline Clock::time_point end, asked;
    static inline bool passed;
    static inline int every, left;  // questions: between two looks at the clock, and until the next
    Cancel cancel_;
};

void add(const Lines& found, const Deadline& deadline) {
    add(deadline.has_passed());
    add(found.too_many);
    for (const Big number : {found.lines, found.black, found.white, found.draws}) add_big(number);
}

struct TotalsObject : Object {
    TotalsObject(Index cells, bool by_point) : totals(cells, by_point) {}
    Totals totals;
};

}  // namespace

EXPORTED const double* tg_answer() { return answer.data(); }
EXPORTED int tg_answer_length() { return int(answer.size()); }
EXPORTED const char* tg_message() { return message.data(); }
EXPORTED int tg_message_length() { return int(message.size()); }

EXPORTED int tg_has_simd() {
#if defined(__wasm_simd128__)
    return 1;
#else
    return 0;
#endif
}

EXPORTED void* tg_room(std::uint32_t bytes) {
    return guarded<void*>(nullptr, [&]() -> void* {
        if (room.size() < bytes / 8 + 1) room = std::vector<std::uint64_t>(bytes / 8 + 1);
        return room.data();
    });
}

EXPORTED void tg_free(Object* object) { delete object; }

// The cells are in the room.
EXPORTED Object* tg_position(int game, Index height, Index width, int to_play, int first, int second, int third) {
    return handed_over([&] {
        Board board(height, width);
        std::memcpy(board.cells.data(), room.data(), board.cells.size());
        const RuleNumbers rules{first, second, third};
        switch (game) {
            case 0: return nogo_position(std::move(board), Cell(to_play));
            case 1: return go_position(std::move(board), Cell(to_play), rules);
            case 2: return gomoku_position(std::move(board), Cell(to_play), rules);
            default: return othello_position(std::move(board), Cell(to_play));
        }
    });
}

// Into the room: the four discs in the middle.
EXPORTED int tg_othello_start(Index height, Index width) {
    return answered([&] {
        const Board board = othello::standard_start(height, width);
        std::memcpy(room.data(), board.cells.data(), board.cells.size());
    });
}

EXPORTED const std::uint8_t* tg_cells(const PositionObject* position) { return position->board().cells.data(); }

EXPORTED int tg_describe(const PositionObject* position) {
    return answered([&] {
        const bool is_over = position->is_over();
        for (const double number : {double(position->to_play()), double(position->is_sound()), double(is_over),
                                    double(is_over ? position->winner() : EMPTY), double(position->passes()),
                                    double(position->captures(BLACK)), double(position->captures(WHITE))})
            add(number);
    });
}

EXPORTED int tg_legal_moves(const PositionObject* position) {
    return answered([&] {
        if (position->is_sound()) return add(*position, position->legal_moves());
        add(0);
    });
}

EXPORTED int tg_is_legal(const PositionObject* position, Index move) {
    return guarded(FAILED, [&] { return int(position->is_sound() && position->is_legal(move_of(*position, move))); });
}

// Null with no message: the move is illegal.
EXPORTED Object* tg_after(const PositionObject* position, Index move) {
    return handed_over([&] { return position->after(move_of(*position, move)); });
}

// The moves are in the room. The answer is how many of them are legal, and the position after those is handed over.
EXPORTED Object* tg_replay(const PositionObject* position, int count) {
    return handed_over([&] {
        Points moves(std::size_t(count), NOWHERE);
        std::memcpy(moves.data(), room.data(), moves.size() * sizeof(Index));
        for (Index& move : moves) move = move_of(*position, move);
        auto [legal, end] = position->replayed(moves);
        add(double(legal));
        return std::move(end);
    });
}

// The cells are in the room.
EXPORTED Object* tg_with(const PositionObject* position, int to_play) {
    return handed_over([&] {
        Board board = position->board();
        std::memcpy(board.cells.data(), room.data(), board.cells.size());
        return position->with(std::move(board), Cell(to_play));
    });
}

EXPORTED int tg_equals(const PositionObject* one, const PositionObject* other) { return one->equals(*other); }

EXPORTED int tg_why_illegal(const PositionObject* position, Index move) {
    return answered([&] {
        const WhyNot why = position->why_illegal(move_of(*position, move));
        add(why.fault);
        add(double(why.repeats));
        add(double(why.chains.size()));
        for (const Points& chain : why.chains) add(*position, chain);
    });
}

EXPORTED int tg_flaws(const PositionObject* position) {
    return answered([&] {
        const auto chains = position->flaws();
        add(double(chains.size()));
        for (const Points& chain : chains) add(*position, chain);
    });
}

EXPORTED int tg_contradictions(const PositionObject* position) {
    return answered([&] {
        const auto found = position->contradictions();
        add(double(found.size()));
        for (const Against& each : found) {
            add(each.code);
            add(*position, each.points);
        }
    });
}

EXPORTED int tg_forbidden(const PositionObject* position) {
    return answered([&] { add(*position, position->forbidden()); });
}

EXPORTED int tg_rows(const PositionObject* position) {
    return answered([&] {
        const auto rows = position->rows();
        add(double(rows.size()));
        for (const Points& row : rows) add(*position, row);
    });
}

EXPORTED int tg_flipped(const PositionObject* position, Index point) {
    return answered([&] { add(*position, position->flipped(point)); });
}

EXPORTED int tg_owners(const PositionObject* position) {
    return answered([&] {
        for (const std::uint8_t owner : position->owners()) add(owner);
    });
}

EXPORTED int tg_dead_stones(const PositionObject* position) {
    return answered([&] { add(*position, position->dead_stones()); });
}

EXPORTED int tg_gains(const PositionObject* position) {
    return answered([&] { answer = position->gains(); });
}

EXPORTED int tg_flips(const PositionObject* position) {
    return answered([&] {
        const Board& board = position->board();
        const Flips found = flips(board, true, true);
        FlipsHash hash;
        for (Index point = 0; point < board.size(); point++)
            if (board[point] == BLACK || board[point] == WHITE) hash.add(&found.dead_white[std::size_t(point)], 1);
        add(hash.value());
        answer.insert(answer.end(), found.dead_black.begin(), found.dead_black.end());
        answer.insert(answer.end(), found.dead_white.begin(), found.dead_white.end());
    });
}

EXPORTED int tg_first_game(const PositionObject* position, Index most_plies) {
    return answered([&] { add(*position, position->first_game(most_plies)); });
}

EXPORTED int tg_random_game(const PositionObject* position, int uniform, std::uint64_t seed, Index most_plies) {
    return answered([&] { add(*position, position->random_game(uniform, seed, most_plies)); });
}

EXPORTED int tg_random_fill(const PositionObject* position, Index stones, std::uint64_t seed) {
    return answered([&] {
        const auto [moves, got] = position->random_fill(stones, seed);
        add(got);
        add(*position, moves);
    });
}

EXPORTED double tg_plies_allowed(const PositionObject* position) { return double(position->plies_allowed()); }
EXPORTED double tg_games_in_block(const PositionObject* position) { return double(position->games_in_block()); }

EXPORTED Object* tg_totals(Index cells, int by_point) {
    return handed_over([&] { return std::make_unique<TotalsObject>(cells, by_point); });
}

EXPORTED int tg_random_games(const PositionObject* position, TotalsObject* to, int uniform, double games,
                             std::uint64_t seed, double first_block) {
    return answered(
        [&] { position->random_games(uniform, std::uint64_t(games), seed, std::uint64_t(first_block), to->totals); });
}

EXPORTED int tg_report_totals(const TotalsObject* of) {
    return answered([&] {
        const Totals& totals = of->totals;
        for (const std::uint64_t number : {totals.games, totals.wins[0], totals.wins[1]}) add(double(number));
        for (const auto* numbers :
             {&totals.lengths, &totals.ended[0], &totals.ended[1], &totals.first_games, &totals.first_wins})
            add(*numbers);
    });
}

EXPORTED double tg_parts(const PositionObject* position, int plies) {
    return guarded<double>(FAILED, [&] { return double(position->parts(plies)); });
}

EXPORTED int tg_lines(const PositionObject* position, int plies, double part, int pass_is_ply, double seconds) {
    return answered([&] {
        const Deadline deadline(seconds);
        const Lines found = position->lines(plies, std::uint64_t(part), pass_is_ply, deadline.cancel());
        add(found, deadline);
    });
}

EXPORTED double tg_game_parts(const PositionObject* position) {
    return guarded<double>(FAILED, [&] { return double(position->game_parts()); });
}

EXPORTED int tg_games(const PositionObject* position, double part, double seconds) {
    return answered([&] {
        const Deadline deadline(seconds);
        const Lines found = position->games(std::uint64_t(part), deadline.cancel());
        add(found, deadline);
    });
}

// The numbers of all tensors are in the room, as floats.
EXPORTED Object* tg_net(int planes, int channels, int blocks, int passes, int count) {
    return handed_over([&] {
        const net::Shape shape{planes, channels, blocks, bool(passes)};
        const char* const size = "a net of this size is too small or too large";
        const auto refusal = net::refusal(shape, {});
        if (refusal && refusal->fault == net::Fault::SHAPE) refuse(size);
        net::Tensors tensors;
        const float* const numbers = reinterpret_cast<const float*>(room.data());
        std::size_t from = 0;
        for (const std::size_t length : net::tensor_lengths(shape)) {
            if (length > std::size_t(count) - from) refuse("too few numbers for such a net");
            tensors.emplace_back(numbers + from, length);
            from += length;
        }
        if (from != std::size_t(count)) refuse("too many numbers for such a net");
        if (net::refusal(shape, tensors)) refuse("a number of the net is infinite or none (NaN)");
        auto judge = std::make_unique<JudgeObject>();
        judge->net = std::make_unique<net::Net>(shape, tensors);
        return judge;
    });
}

EXPORTED Object* tg_patterns(int count) {
    return handed_over([&] {
        const std::span numbers(reinterpret_cast<const float*>(room.data()), std::size_t(count));
        if (numbers.size() != othello::Patterns::size()) refuse("these are not as many numbers as patterns have");
        for (const float number : numbers)
            if (!std::isfinite(number)) refuse("a number of the patterns is infinite or none (NaN)");
        auto judge = std::make_unique<JudgeObject>();
        judge->patterns = std::make_unique<othello::Patterns>(numbers);
        return judge;
    });
}

// Of a judge of this game. 0: it fits; 1: it does not, and the message says why.
EXPORTED int tg_misfit(const PositionObject* position, const JudgeObject* judge) {
    return guarded(FAILED, [&] {
        message = position->misfit(*judge);
        return int(!message.empty());
    });
}

EXPORTED int tg_judged(const PositionObject* position, const JudgeObject* judge) {
    return answered([&] {
        const Judgement found = position->judged(*judge);
        add(found.value);
        answer.insert(answer.end(), found.policy.begin(), found.policy.end());
    });
}

EXPORTED Object* tg_search(const PositionObject* position, std::uint64_t seed, std::uint32_t bytes,
                           const JudgeObject* judge) {
    return handed_over([&] { return position->search(seed, bytes, judge); });
}

EXPORTED double tg_visits(SearchObject* search) { return double(search->visits()); }
EXPORTED int tg_is_decided(SearchObject* search) { return search->is_decided(); }

EXPORTED int tg_run_search(SearchObject* search, double visits, double seconds, int settle) {
    return answered([&] { search->run(std::uint64_t(visits), seconds, settle); });
}

EXPORTED int tg_report_search(const PositionObject* position, SearchObject* search) {
    return answered([&] {
        const auto report = search->report();
        add(report.value);
        add(report.exact);
        add(double(report.findings.size()));
        for (const auto& found : report.findings) {
            for (const double number :
                 {double(found.visits), double(found.value), double(found.exact), found.lead,
                  found.prior < 0 ? std::numeric_limits<double>::quiet_NaN() : double(found.prior)})
                add(number);
            add(*position, found.line);
        }
    });
}

EXPORTED int tg_move_on(const PositionObject* position, SearchObject* search) {
    return guarded(FAILED, [&] { return int(position->move_on(*search)); });
}

EXPORTED Object* tg_solver(const PositionObject* position, std::uint32_t bytes, std::uint64_t seed) {
    return handed_over([&] { return position->solver(bytes, seed); });
}

// For this many nodes; negative: any number. Null with no message: there is none.
EXPORTED Object* tg_margin_solver(const PositionObject* position, std::uint32_t bytes, double nodes) {
    return handed_over([&] { return position->margin_solver(bytes, nodes < 0 ? Budget::ANY : std::uint64_t(nodes)); });
}

EXPORTED int tg_run_solver(SolverObject* solver, int all_moves, double seconds) {
    return answered([&] { solver->run(all_moves, seconds); });
}

EXPORTED int tg_find_margin(SolverObject* solver, double nodes, double seconds) {
    return answered([&] { solver->find_margin(std::uint64_t(nodes), seconds); });
}

EXPORTED int tg_report_solver(const PositionObject* position, const SolverObject* solver) {
    return answered([&] {
        const auto values = solver->report();
        add(double(solver->nodes()));
        add(solver->done());
        add(double(values.size()));
        for (const MoveValue& each : values) {
            add(each.lower);
            add(each.upper);
            add(*position, each.line);
        }
    });
}
