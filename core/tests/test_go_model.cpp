// Go's tree search: its moves beside the rules', its proofs beside an exhaustive search, its sense for passing.
#include <algorithm>
#include <set>
#include <vector>

#include "../chains.hpp"
#include "../go/dead.hpp"
#include "../go/model.hpp"
#include "../go/position.hpp"
#include "search_signature.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::go;

namespace {

using Search = search::Search<Position, Model>;

constexpr std::size_t ENOUGH = std::size_t(1) << 28;  // bytes
const KoRule KO_RULES[] = {KoRule::SIMPLE, KoRule::POSITIONAL, KoRule::SITUATIONAL};

Index any_of(const std::vector<Index>& moves, Random& random) {
    return moves[random.below(std::uint32_t(moves.size()))];
}

// Some moves from here, passes rare, never the end.
Position wandered(Position position, Index plies, Random& random) {
    for (Index ply = 0; ply < plies; ply++) {
        const auto moves = position.legal_moves();
        const Index move = any_of(moves, random);
        if (move != PASS || position.passes() == 0) position.play(move);
    }
    return position;
}

// What is listed there: all legal moves, but for own eyes on a board that is not small.
std::vector<Index> expected_moves(const Position& position) {
    auto moves = position.legal_moves();
    const Stones& stones = position.stones();
    if (position.board().size() > 12)
        std::erase_if(
            moves, [&](Index move) { return move != PASS && is_eye(stones, stones.inside(move), position.to_play()); });
    return moves;
}

// The moves that are listed are the legal ones, history and all, however far from the root.
void moves_are_the_legal_ones() {
    Random random = seeded(1);
    for (const char* const rows :
         {".", "...", "../..", "..../....", ".../.#./...", "...../...../...../.....", "..#.../....../.#..../......"})
        for (const KoRule ko : KO_RULES)
            for (const bool suicide : {false, true})
                for (int round = 0; round < 12; round++) {
                    const Position root = wandered(Position(drawn(rows), BLACK, {1, suicide, ko}), round * 4, random);
                    Model model(root);
                    for (int walk = 0; walk < 4; walk++) {
                        model.restart();
                        Position position = root;
                        for (int ply = 0; ply < 60 && !position.is_over(); ply++) {
                            std::vector<search::Candidate> listed;
                            const auto verdict = model.expand(listed);
                            std::vector<Index> moves;
                            for (const auto& each : listed) {
                                moves.push_back(each.move);
                                EXPECT(each.value >= 0 && each.value <= 1 && each.weight >= 0);
                            }
                            EXPECT(moves == expected_moves(position));
                            EXPECT(verdict.partial == (moves.size() < position.legal_moves().size()));
                            EXPECT(model.to_play() == position.to_play());
                            const bool wins = position.passes() == 1 &&
                                              position.area().leader(position.rules()) == position.to_play();
                            EXPECT(verdict.exact == wins);
                            EXPECT(!wins || verdict.for_side(position.to_play()) == 1.0f);
                            const Index move = any_of(position.legal_moves(), random);
                            position.play(move);
                            model.play(move);
                        }
                        if (!position.is_over()) continue;
                        search::Played played(root.board().size());
                        const auto verdict = model.playout(random, played);
                        EXPECT(verdict.exact);
                        EXPECT(verdict.black == search::Verdict::won_by(position.winner(), true).black);
                    }
                }
}

// Liberties, the slow way.
std::set<Index> liberties(const Board& board, Index stone) {
    std::set<Index> found;
    for (const Index each : chain_at(board, stone))
        for_neighbours(board, each, [&](Index beside) {
            if (board[beside] == EMPTY) found.insert(beside);
        });
    return found;
}

void liberties_are_counted_right() {
    Random random = seeded(2);
    for (int round = 0; round < 300; round++) {
        const char* const rows = round % 2 ? "....../....../..#.../....../......" : "...../...../...../...../.....";
        const Position position = wandered(Position(drawn(rows), BLACK), 5 + Index(random.below(40)), random);
        const Stones& stones = position.stones();
        for (Index point = 0; point < position.board().size(); point++) {
            const Cell cell = position.board()[point];
            const Index slot = stones.inside(point);
            if (cell == BLACK || cell == WHITE) {
                const auto expected = liberties(position.board(), point);
                const auto found = liberties_of<3>(stones, slot);
                EXPECT(found.count == std::min(3, int(expected.size())));
                for (int k = 0; k < found.count; k++) EXPECT(expected.count(stones.outside(found.slots[k])));
                const Index only = only_liberty(stones, slot);
                EXPECT(only == (expected.size() == 1 ? stones.inside(*expected.begin()) : NOWHERE));
            } else if (cell == EMPTY && position.is_legal(point)) {
                Position next = position;
                next.play(point);
                const auto taken =
                    next.captures(BLACK) + next.captures(WHITE) - position.captures(BLACK) - position.captures(WHITE);
                const int after = liberties_after<4>(stones, slot, position.to_play());
                const int truly = std::min(4, int(liberties(next.board(), point).size()));
                EXPECT(taken ? after > 0 && after <= truly : after == truly);
            }
        }
    }
}

// Exhaustively: what the side to move gets, 0, 0.5 or 1.
float best(const Position& position, float enough) {
    if (position.is_over()) return search::Verdict::won_by(position.winner(), true).for_side(position.to_play());
    float value = 0;
    for (const Index move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        value = std::max(value, 1.0f - best(next, 1.0f - value));
        if (value >= enough) break;
    }
    return value;
}

float proven(const Position& root) {
    Search search(root, 7, ENOUGH);
    search.run(100000, -1, 1, false, nullptr);
    const auto report = search.report();
    EXPECT(search.is_decided() && report.exact);
    return report.value;
}

void proofs_are_right() {
    for (const KoRule ko : {KoRule::POSITIONAL, KoRule::SITUATIONAL})
        for (const bool suicide : {false, true}) {
            for (const char* const rows : {".", "..", "...", "#./..", "X.", ".O."})
                for (const Cell first : {BLACK, WHITE})
                    for (const std::int32_t komi_halves : {-2, 0, 1, 2, 6}) {
                        const Position root(drawn(rows), first, {komi_halves, suicide, ko});
                        EXPECT(proven(root) == best(root, 1.0f));
                    }
            // Black's empty board of four points is worth one point.
            EXPECT(proven(Position(drawn("../.."), BLACK, {1, suicide, ko})) == 1.0f);
            EXPECT(proven(Position(drawn("../.."), BLACK, {2, suicide, ko})) == 0.5f);
            EXPECT(proven(Position(drawn("../.."), BLACK, {3, suicide, ko})) == 0.0f);
        }
}

search::Report searched(const Position& root, std::uint64_t visits, int threads = 1, std::uint64_t seed = 3) {
    Search search(root, seed, ENOUGH);
    search.run(visits, -1, threads, false, nullptr);
    return search.report();
}

Index chosen(const Position& root, std::uint64_t visits) { return searched(root, visits).findings[0].line[0]; }

void passes_when_done() {
    // Black lives on the left and White on the right; the board is full but for the eyes.
    const Board settled = drawn(".XXOO/X.XO./XXXOO/XX.XO/.XXXO/XXXOO/X.XO./XXXOO");
    const Rules even{1, false, KoRule::POSITIONAL};
    Position black(settled, BLACK, even);
    EXPECT(chosen(black, 500) == PASS);  // ahead, and nothing to gain
    black.play(PASS);
    EXPECT(chosen(black, 500) == PASS);  // behind: not an eye is filled all the same
    Position white(settled, WHITE, even);
    white.play(PASS);
    const auto report = searched(white, 500);
    EXPECT(report.exact && report.value == 1.0f && report.findings[0].line[0] == PASS);

    // White's stone on the left is as good as dead, but counts until it is taken: White has passed, and without taking
    // it or more Black has too little.
    const Board unsettled = drawn("XX.XO/.OXXO/XXX.O/XXXXO/OOOOO");
    Position taking(unsettled, WHITE, {7, false, KoRule::POSITIONAL});
    taking.play(PASS);
    EXPECT(taking.area().leader(taking.rules()) == WHITE);
    EXPECT(chosen(taking, 500) != PASS);
}

void dead_stones_show() {
    // Two eyes each, and a stone of the other side in the territory of either.
    Position left_over(drawn("O.XO./.XXOO/XXXO./.XXOX/X.XO."), BLACK, {});
    EXPECT((dead_stones(left_over, 200, 1) == std::vector<Index>{0, 19}));
    Position settled(drawn(".XXOO/X.XO./XXXOO/XX.XO/.XXXO/XXXOO/X.XO./XXXOO"), BLACK, {});
    EXPECT(dead_stones(settled, 200, 1).empty());
    EXPECT(dead_stones(Position(Board(5, 5), WHITE, {}), 10, 1).empty());
    EXPECT(dead_stones(Position(drawn("#"), WHITE, {}), 10, 1).empty());
}

// What a search expects to be ahead by: what is on the board when both sides have passed, for the side to move.
void leads_are_counted() {
    Position settled(drawn(".XXOO/X.XO./XXXOO/XX.XO/.XXXO/XXXOO/X.XO./XXXOO"), BLACK, {1, false, KoRule::POSITIONAL});
    const Area area = settled.area();
    const double lead = double(area.black - area.white) - 0.5;
    const auto black = searched(settled, 300);
    EXPECT(black.findings[0].line[0] == PASS && black.findings[0].lead == lead);
    settled.play(PASS);
    const auto white = searched(settled, 300);
    EXPECT(white.findings[0].line[0] == PASS && white.findings[0].lead == -lead);
}

void seeds_and_threads() {
    const Position root = Position(Board(7, 7), BLACK, {});
    const auto one = searched(root, 300), same = searched(root, 300), other = searched(root, 300, 1, 4);
    const auto lines = [](const search::Report& report) {
        std::vector<std::vector<Index>> all;
        for (const auto& found : report.findings) all.push_back(found.line);
        return all;
    };
    EXPECT(lines(one) == lines(same) && one.value == same.value);
    EXPECT(lines(one) != lines(other));
    const auto together = searched(root, 600, 3);
    std::uint64_t visits = 0;
    for (const auto& found : together.findings) visits += found.visits;
    EXPECT(visits >= 600 && visits <= 602);
}

// Any shape and rules: every move the search would play is legal, to the end.
void plays_any_board() {
    std::uint64_t seed = 0;
    for (const char* const rows : {".", "..........", "./././././.", "..#../.#.#./#...#/.#.#./..#..", "###/#.#/###",
                                   "...../.....", "......./......./......./......./......./......./......."})
        for (const KoRule ko : KO_RULES)
            for (const bool suicide : {false, true}) {
                Position position(drawn(rows), BLACK, {0, suicide, ko});
                for (int ply = 0; ply < 60 && !position.is_over(); ply++)
                    EXPECT(position.play(searched(position, 30, 1, seed++).findings[0].line[0]));
            }
}

}  // namespace

int main() {
    moves_are_the_legal_ones();
    liberties_are_counted_right();
    proofs_are_right();
    passes_when_done();
    dead_stones_show();
    leads_are_counted();
    seeds_and_threads();
    plays_any_board();
    EXPECT(has_signature(Search(Position(Board(9, 9), BLACK), 7, ENOUGH), 0x41ac89205231a57bu));
}
