// Go's rules in small examples, and exact counts.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "../go/count.hpp"
#include "../go/playout.hpp"
#include "../go/position.hpp"
#include "go_twin.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::go;
using tengen::testing::Twin;

namespace {

const Rules NO_KOMI{0, false, KoRule::POSITIONAL};

Position played(Position position, std::initializer_list<Index> moves) {
    for (const Index move : moves) EXPECT(position.play(move));
    return position;
}

void captures_and_suicide() {
    // Two chains at once, and the corner.
    const Position two = played(Position(drawn("OX./.O#/XX."), BLACK, NO_KOMI), {3});
    EXPECT(two.board() == drawn(".X./X.#/XX."));
    EXPECT(two.captures(BLACK) == 2 && two.captures(WHITE) == 0);

    const Board eye = drawn(".OX./OOX./XXX.");
    EXPECT(Position(eye, BLACK, NO_KOMI).is_legal(0));  // takes, so it is no suicide
    EXPECT(played(Position(eye, BLACK, NO_KOMI), {0}).board() == drawn("X.X./..X./XXX."));
    const Refusal refusal = Position(drawn(".X./XX./..."), WHITE, NO_KOMI).why_illegal(0);
    EXPECT(refusal.fault == Fault::SUICIDE && refusal.chains == std::vector<std::vector<Index>>{{0}});

    // White's three stones die by their own hand.
    const Board room = drawn(".OXX/OX.X/XXXX/....");
    EXPECT(Position(room, WHITE, NO_KOMI).why_illegal(0).fault == Fault::SUICIDE);
    EXPECT((Position(room, WHITE, NO_KOMI).why_illegal(0).chains[0] == std::vector<Index>{0, 1, 4}));
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position after = played(Position(room, WHITE, {0, true, ko}), {0});
        EXPECT(after.board() == drawn("..XX/.X.X/XXXX/...."));
        EXPECT(after.captures(BLACK) == 3 && after.captures(WHITE) == 0);
        // One stone alone changes nothing: the board is repeated, the situation is not.
        EXPECT(Position(room, WHITE, {0, true, ko}).is_legal(6) == (ko != KoRule::POSITIONAL));
    }
    EXPECT(Position(room, WHITE, {0, true, KoRule::POSITIONAL}).why_illegal(6).fault == Fault::SUPERKO);
    EXPECT(Position(room, WHITE, {0, true, KoRule::POSITIONAL}).why_illegal(6).repeats == 0);
}

void snapback() {
    // White takes one stone and is taken as five, there: no ko, the boards differ.
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position taken = played(Position(drawn("X.OX/OOOX/XXXX/...."), WHITE, {0, false, ko}), {1});
        EXPECT(taken.board() == drawn(".OOX/OOOX/XXXX/....") && taken.banned() == NOWHERE);
        EXPECT(played(taken, {0}).board() == drawn("X..X/...X/XXXX/...."));
        EXPECT(played(taken, {0}).captures(BLACK) == 5);
    }
}

void simple_ko_bans_one_point_for_one_move() {
    const Board board = drawn(".XO./XO.O/.XO./....");
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position taken = played(Position(board, BLACK, {0, false, ko}), {6});
        EXPECT(taken.board() == drawn(".XO./X.XO/.XO./...."));
        EXPECT(!taken.is_legal(5));
        const Refusal refusal = taken.why_illegal(5);
        if (ko == KoRule::SIMPLE) {
            EXPECT(taken.banned() == 5 && refusal.fault == Fault::KO);
            EXPECT((refusal.chains == std::vector<std::vector<Index>>{{6}}));
        } else {
            EXPECT(refusal.fault == Fault::SUPERKO && refusal.repeats == 0);
        }
        const Position threat = played(taken, {15, 12});
        EXPECT(threat.is_legal(5));
        const Position passed = played(taken, {PASS});
        EXPECT(passed.to_play() == BLACK && passed.banned() == NOWHERE);
    }
    // Equal under the simple rule: only the ban counts, not how it came about.
    const Position one = played(Position(board, BLACK, {0, false, KoRule::SIMPLE}), {6, 15, 12});
    const Position other(one.board(), WHITE, {0, false, KoRule::SIMPLE});
    EXPECT(one == other && one.hash() == other.hash());
    EXPECT(!(played(Position(board, BLACK, {0, false, KoRule::SIMPLE}), {6}) ==
             Position(drawn(".XO./X.XO/.XO./...."), WHITE, {0, false, KoRule::SIMPLE})));
}

void send_two_return_one() {
    // X.O, Black to play, takes; White takes the two; Black puts one back: X.O again, but White is to play.
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        const Position sent = played(Position(Board(1, 3), BLACK, {0, false, ko}), {0, 2, 1, 2});
        EXPECT(sent.board() == drawn("..O"));
        EXPECT(sent.is_legal(0) == (ko != KoRule::POSITIONAL));
        if (ko == KoRule::POSITIONAL)
            EXPECT(sent.why_illegal(0).fault == Fault::SUPERKO && sent.why_illegal(0).repeats == 2);
        // On 1x2 the side to play is the same as then: both superko rules refuse, and the simple one too.
        EXPECT(!played(Position(Board(1, 2), BLACK, {0, false, ko}), {0, 1}).is_legal(0));
    }
    // A repeated situation repeats a board: the positional rule forbids all that the other one does.
    int differ = 0;
    Random random = seeded(31);
    for (int trial = 0; trial < 1000; trial++) {
        const Board row(1, Index(3 + random.below(3)));
        Position positional(row, BLACK, NO_KOMI), situational(row, BLACK, {0, false, KoRule::SITUATIONAL});
        for (int ply = 0; ply < 14 && !positional.is_over(); ply++) {
            for (Index move = 0; move < row.size(); move++) {
                EXPECT(!positional.is_legal(move) || situational.is_legal(move));
                differ += positional.is_legal(move) != situational.is_legal(move);
            }
            const auto legal = positional.legal_moves();
            const Index move = legal[random.below(std::uint32_t(legal.size()))];
            EXPECT(positional.play(move) && situational.play(move));
        }
    }
    EXPECT(differ > 10);
}

void triple_ko_goes_round_once() {
    // Three kos; each side may take the one the other has just left. After six captures the board is as it was, with
    // the same side to play: both superko rules refuse the sixth, the simple rule lets it pass for ever.
    const Board board = drawn(".XO.#.XO.#.XO./XO.O#XO.O#X.XO/.XO.#.XO.#.XO./..............");
    const Index left[3] = {15, 20, 25}, right[3] = {16, 21, 26};  // where White's (Black's) stone stands or is missing
    for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL}) {
        Position position(board, BLACK, {0, false, ko});
        EXPECT(position.is_sound());
        // Black takes ko 0; White takes back in ko 2; Black takes ko 1; White ko 0; Black ko 2; White ko 1.
        const Index moves[6] = {right[0], left[2], right[1], left[0], right[2], left[1]};
        for (int k = 0; k < 5; k++) EXPECT(position.play(moves[k]));
        EXPECT(position.is_legal(moves[5]) == (ko == KoRule::SIMPLE));
        if (ko != KoRule::SIMPLE) {
            EXPECT(position.why_illegal(moves[5]).fault == Fault::SUPERKO);
            EXPECT(position.why_illegal(moves[5]).repeats == 0);
            continue;
        }
        EXPECT(position.play(moves[5]) && position.board() == board);
        for (int round = 0; round < 3; round++)
            for (const Index move : moves) EXPECT(position.play(move));
    }
}

void areas() {
    const auto area = [](const char* rows) { return Position(drawn(rows), BLACK, NO_KOMI).area(); };
    EXPECT((area(".../...") == Area{0, 0, 6}));
    EXPECT((area("X../...") == Area{6, 0, 0}));
    // Two eyes each and a shared liberty; a dead stone stays where it was left.
    EXPECT((area(".XO./XX.O/.XOO") == Area{6, 5, 1}));
    EXPECT((area(".X..O/.XX.O") == Area{5, 2, 3}));
    EXPECT((area(".X.O.#./XX.OO#.") == Area{4, 4, 4}));
    EXPECT((area(".#./#X#/.#.") == Area{1, 0, 4}));
    Position position(drawn(".X.O./.X.O."), BLACK, {1, false, KoRule::POSITIONAL});
    EXPECT(position.winner() == EMPTY && !position.is_over());
    EXPECT(position.play(PASS) && !position.is_over() && position.play(PASS) && position.is_over());
    EXPECT(position.winner() == WHITE && position.legal_moves().empty() && !position.play(PASS));
    EXPECT(position.why_illegal(0).fault == Fault::GAME_OVER && position.why_illegal(PASS).fault == Fault::GAME_OVER);
    EXPECT(played(Position(drawn(".X.O./.X.O."), BLACK, NO_KOMI), {PASS, PASS}).winner() == EMPTY);
    EXPECT(played(Position(drawn(".X.O./.X.O."), BLACK, {-1, false, KoRule::SIMPLE}), {PASS, PASS}).winner() == BLACK);
    const auto owners = Position(drawn(".X.O#"), BLACK, NO_KOMI).owners();
    EXPECT((owners == std::vector<Cell>{BLACK, BLACK, EMPTY, WHITE, HOLE}));
    // A play between two passes keeps the game going.
    EXPECT(!played(Position(Board(2, 2), BLACK, NO_KOMI), {PASS, 0, PASS}).is_over());
}

void unsound_positions_are_not_played_on() {
    const Position position(drawn("XO./O../..."), BLACK);
    EXPECT(!position.is_sound() && position.legal_moves().empty() && !position.is_over());
    EXPECT(position.why_illegal(8).fault == Fault::UNSOUND && position.why_illegal(8).chains.size() == 1);
    EXPECT(position.why_illegal(PASS).fault == Fault::UNSOUND);
    EXPECT(first_legal_game(position).empty() && random_game(position, Policy::RANDOM, 1).empty());
}

void equal_positions_have_one_future() {
    // The same boards met in another order are the same past only if they are the same set.
    const Position start(Board(3, 3), BLACK, NO_KOMI);
    const Position one = played(start, {0, 8, 2, 6}), same = played(start, {0, 8, 2, 6});
    const Position other = played(start, {2, 8, 0, 6});
    EXPECT(one.board() == other.board() && !(one == other) && one == same && one.hash() == same.hash());
    EXPECT(!(one == played(start, {0, 8, 2, 6, PASS})));
    Position simple(Board(3, 3), BLACK, {0, false, KoRule::SIMPLE});
    EXPECT(played(simple, {0, 8, 2, 6}) == played(simple, {2, 8, 0, 6}));
    // Captures are for show.
    const Position took = played(Position(drawn("OX/.."), BLACK, {0, false, KoRule::SIMPLE}), {2});
    EXPECT(took == Position(drawn(".X/X."), WHITE, {0, false, KoRule::SIMPLE}) && took.captures(BLACK) == 1);
    // Long histories, shared between branches, are found again, the branches' own ones only there.
    History trunk;
    Random random = seeded(2);
    std::vector<std::uint64_t> all;
    for (int k = 0; k < 3000; k++) {
        all.push_back(random.next());
        trunk.add(all.back());
        EXPECT(trunk.size() == all.size());
        if (k % 97) continue;
        History branch = trunk;
        for (std::uint64_t j = 1; j < 60; j++) branch.add(j);
        EXPECT(branch.contains(59) && !trunk.contains(59) && trunk.list() == all);
        for (std::size_t j = 0; j < all.size(); j++)
            EXPECT(trunk.find(all[j]) == std::int64_t(j) && branch.contains(all[j]));
        EXPECT(!(branch == trunk) && trunk == History(trunk));
    }
}

std::uint64_t twin_lines(const Twin& twin, int plies) {
    if (plies == 0) return 1;
    std::uint64_t lines = 0;
    for (const Index move : twin.legal_moves()) {
        Twin next = twin;
        next.play(move);
        lines += twin_lines(next, plies - 1);
    }
    return lines;
}

void twin_ends(const Twin& twin, std::uint64_t ends[3]) {
    if (twin.passes == 2) {
        ends[twin.area().leader(twin.rules)]++;
        return;
    }
    for (const Index move : twin.legal_moves()) {
        Twin next = twin;
        next.play(move);
        twin_ends(next, ends);
    }
}

// The plain way.
void add_games(const Position& position, Games& games) {
    if (position.is_over()) return games.add(position.winner(), 1);
    for (const Index move : position.legal_moves()) add_games(played(position, {move}), games);
}

bool same(const Games& one, const Games& other) {
    return one.black == other.black && one.white == other.white && one.draws == other.draws;
}

std::uint64_t total(const Games& games) { return games.black + games.white + games.draws; }

void counts_are_exact() {
    for (const char* rows : {"../..", "X.O/.#.", "..O", "X.X/O.O/..."})
        for (const KoRule ko : {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                for (int plies = 0; plies < 5; plies++) {
                    const Rules rules{0, suicide, ko};
                    EXPECT(perft(Position(drawn(rows), WHITE, rules), plies).value ==
                           twin_lines(Twin(drawn(rows), WHITE, rules), plies));
                }
    for (const char* rows : {".", "..", "...", ".#/..", "X.O", "..O"})
        for (const KoRule ko : {KoRule::POSITIONAL, KoRule::SITUATIONAL})
            for (const bool suicide : {false, true})
                for (const Cell to_play : {BLACK, WHITE}) {
                    const Rules rules{1, suicide, ko};
                    const Position start(drawn(rows), to_play, rules);
                    const Games games = GameCounter(start).count();
                    Games split, plain;
                    for (const Index move : start.legal_moves()) {
                        const Position next = played(start, {move});
                        const Games part = GameCounter(next).count();
                        EXPECT(part.complete);
                        split.black += part.black, split.white += part.white, split.draws += part.draws;
                    }
                    EXPECT(same(split, games) && games.complete);
                    if (total(games) > 200000) continue;
                    add_games(start, plain);
                    EXPECT(same(plain, games));
                    if (total(games) > 20000) continue;
                    std::uint64_t ends[3] = {0, 0, 0};
                    twin_ends(Twin(drawn(rows), to_play, rules), ends);
                    EXPECT(ends[BLACK] == games.black && ends[WHITE] == games.white && ends[EMPTY] == games.draws);
                }
    // Tromp and Farnebaeck, "Combinatorics of Go" (2006): games on 1xn are simple paths in the graph of positions, and
    // each path is one game: between two moves there is a pass or not, as their colours say, and two at the end.
    // (1x4, suicide allowed: 2098407841, which takes too long for here.)
    const std::uint64_t known[] = {1, 9, 907};
    for (Index n = 1; n <= 3; n++)
        for (const bool suicide : {false, true}) {
            const Position start(Board(1, n), BLACK, {0, suicide, KoRule::POSITIONAL});
            EXPECT(total(GameCounter(start).count()) == known[n - 1]);
        }
    EXPECT(!GameCounter(Position(Board(1, 2), BLACK, {0, false, KoRule::SIMPLE})).count().complete);
    // From the middle of games, a pass just made or not, with their history.
    Random random = seeded(3);
    for (int trial = 0; trial < 300; trial++) {
        const KoRule ko = random.below(2) ? KoRule::POSITIONAL : KoRule::SITUATIONAL;
        Position start(Board(1, 3), BLACK, {0, random.below(2) == 1, ko});
        for (std::uint32_t plies = 2 + random.below(6); plies > 0 && !start.is_over(); plies--) {
            const auto legal = start.legal_moves();
            start.play(legal[random.below(std::uint32_t(legal.size()))]);
        }
        const Games games = GameCounter(start).count();
        if (total(games) > 5000) continue;
        Games plain;
        add_games(start, plain);
        EXPECT(same(plain, games) && games.complete);
    }
    Sum sum;
    sum.add(~Count(0));
    EXPECT(!sum.overflow);
    sum.add(1);
    EXPECT(sum.overflow);
    Cancel cancel;
    cancel.requested = true;
    EXPECT(total(GameCounter(Position(Board(3, 3), BLACK, NO_KOMI), &cancel).count()) < 5000);
    EXPECT(perft(Position(Board(9, 9), BLACK, NO_KOMI), 9, &cancel).value == 0);
    Totals totals(81, false);
    random_games(Position(Board(9, 9), BLACK), Policy::RANDOM, 1u << 30, 1, 0, &cancel, totals);
    EXPECT(totals.games == 0);
}

// 57 boards can arise on 2x2 (OEIS A094777), all of them with passes from the empty one.
void every_sound_board_arises() {
    std::set<std::vector<std::uint8_t>> met;
    std::vector<Board> open{Board(2, 2)};
    met.insert(open[0].cells);
    while (!open.empty()) {
        const Board board = open.back();
        open.pop_back();
        for (const Cell colour : {BLACK, WHITE}) {
            const Position position(board, colour, {0, false, KoRule::SIMPLE});
            for (const Index move : position.legal_moves()) {
                Position next = position;
                next.play(move);
                if (met.insert(next.board().cells).second) open.push_back(next.board());
            }
        }
    }
    EXPECT(met.size() == 57);
}

}  // namespace

int main() {
    captures_and_suicide();
    snapback();
    simple_ko_bans_one_point_for_one_move();
    send_two_return_one();
    triple_ko_goes_round_once();
    areas();
    unsound_positions_are_not_played_on();
    equal_positions_have_one_future();
    every_sound_board_arises();
    counts_are_exact();
}
