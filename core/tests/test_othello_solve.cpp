// Othello's proofs against plain minimax by the rules as written, and layers of positions against playing. An argument
// scales the long parts: 1 is all, 0.1 suits the sanitizers.
#include <algorithm>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../othello/kernels/stability.hpp"
#include "../othello/layer.hpp"
#include "../othello/solve.hpp"
#include "../random.hpp"
#include "othello_plain.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::othello;

namespace {

constexpr std::size_t MOST_BYTES = std::size_t(1) << 20;

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

// Discs and holes anywhere.
Position random_position(Random& random, Index height, Index width, Index empties, bool holes) {
    Board board(height, width);
    const std::uint32_t odds = 2 + random.below(3);
    for (auto& cell : board.cells) cell = random.below(odds) ? BLACK : WHITE;
    for (auto& cell : board.cells)
        if (holes && random.below(8) == 0) cell = HOLE;
    for (Index k = 0; k < empties; k++) board.cells[random.below(std::uint32_t(board.size()))] = EMPTY;
    return Position(board, random.below(2) ? BLACK : WHITE);
}

int final_margin(const Position& position, bool winner_takes_empties) {
    const int margin = position.discs(position.to_play()) - position.discs(opponent(position.to_play()));
    const int empties = winner_takes_empties ? position.discs(EMPTY) : 0;
    return margin > 0 ? margin + empties : margin < 0 ? margin - empties : 0;
}

int minimax(const Position& position, bool winner_takes_empties) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return final_margin(position, winner_takes_empties);
    int best = -1000;
    for (const Index move : moves) {
        Position next = position;
        next.play(move);
        best = std::max(best, -minimax(next, winner_takes_empties));
    }
    return best;
}

std::vector<int> values_of_moves(const Position& position, bool winner_takes_empties) {
    std::vector<int> values;
    for (const Index move : position.legal_moves()) {
        Position after = position;
        after.play(move);
        values.push_back(-minimax(after, winner_takes_empties));
    }
    return values;
}

void expect_proven(const Position& position, const Proof::Finding& found, int wanted, bool winner_takes_empties) {
    Position after = position;
    EXPECT(found.lower == wanted && found.upper == wanted);
    for (std::size_t k = 0; k < found.line.size(); k++) EXPECT(after.play(found.line[k]));
    EXPECT(after.is_over());
    const int margin = final_margin(after, winner_takes_empties);
    EXPECT((after.to_play() == position.to_play() ? margin : -margin) == found.lower);
}

void every_move_is_proven() {
    Random random = seeded(1);
    for (int trial = 0; trial < scaled(1500); trial++) {
        const unsigned longest = trial % 4 ? 8 : 16;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Index empties = Index(random.below(unsigned(std::min(height * width, trial % 10 == 9 ? 9 : 7)) + 1));
        const Position position = random_position(random, height, width, empties, trial % 2);
        if (position.is_over()) continue;
        const bool takes = trial % 3 == 0;
        const std::vector<int> wanted = values_of_moves(position, takes);
        for (const Kernel& kernel : kernels()) {
            Proof proof(position, MOST_BYTES, takes, kernel);
            proof.run(true, -1, 1 + trial % 2, nullptr);
            const auto report = proof.report();
            EXPECT(proof.done() == 1.0 && report.size() == wanted.size());
            for (std::size_t k = 0; k < report.size(); k++) expect_proven(position, report[k], wanted[k], takes);
            Proof quick(position, MOST_BYTES, takes, kernel);
            quick.run(false, -1, 1, nullptr);
            int lower = -1000, upper = -1000;
            for (const auto& found : quick.report()) {
                lower = std::max(lower, found.lower);
                upper = std::max(upper, found.upper);
            }
            EXPECT(lower == upper && lower == *std::max_element(wanted.begin(), wanted.end()));
        }
    }
}

// A table that forgets most of what it was told, threads that share it, and a guess to begin with, from 16 empty points
// on, change no answer.
void threads_agree() {
    Random random = seeded(2);
    for (int trial = 0; trial < scaled(40); trial++) {
        Position position(standard_start(6, 6), BLACK);
        while (!position.is_over() && position.discs(EMPTY) > 15 + trial % 4) {
            const auto moves = position.legal_moves();
            position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        if (position.is_over()) continue;
        const int wanted = exact_margin(position).margin;
        for (const int threads : {1, 3}) {
            Proof proof(position, threads == 1 ? std::size_t(1) << 24 : 0);
            proof.run(false, -1, threads, nullptr);
            EXPECT(proof.nodes() > 0 && proof.table().first <= proof.table().second);
            int lower = -1000, upper = -1000;
            for (const auto& found : proof.report()) {
                lower = std::max(lower, found.lower);
                upper = std::max(upper, found.upper);
            }
            EXPECT(lower == wanted && upper == wanted);
        }
    }
}

void stopped_it_has_bounds() {
    const Position start(standard_start(8, 8), BLACK);
    Cancel cancel;
    cancel.requested = true;
    Proof proof(start, MOST_BYTES);
    proof.run(true, -1, 2, &cancel);
    for (const auto& found : proof.report()) EXPECT(found.lower == -64 && found.upper == 64 && found.line.size() == 1);
    proof.run(true, 0.01, 2, nullptr);
    EXPECT(proof.nodes() > 0 && proof.done() < 1.0);
}

template <class Bits>
void expect_kept(const Position& position, Random& random) {
    const Sides<Bits> sides(position.board(), position.to_play());
    const Bits own = Stability<Bits>(sides.own | sides.other | sides.empty).of(sides.own, sides.empty);
    EXPECT(!(own & ~sides.own));
    Position end = position;
    for (auto moves = end.legal_moves(); !moves.empty(); moves = end.legal_moves())
        end.play(moves[random.below(std::uint32_t(moves.size()))]);
    EXPECT(!(own & ~set_of<Bits>(end.board(), position.to_play())));
}

void stable_discs_never_turn() {
    Random random = seeded(3);
    int found = 0;
    for (int trial = 0; trial < scaled(4000); trial++) {
        const unsigned longest = trial % 4 ? 8 : 16;
        const Index height = Index(1 + random.below(longest)), width = Index(1 + random.below(longest));
        const Position position =
            random_position(random, height, width, Index(random.below(unsigned(height * width) + 1)), trial % 2);
        if (fits_small(position.board())) expect_kept<SmallBits>(position, random);
        expect_kept<LargeBits>(position, random);
        found++;
    }
    EXPECT(found > 0);
    const Sides<SmallBits> full(Position(drawn("XXO/OXO/OOX"), BLACK).board(), BLACK);
    EXPECT(Stability<SmallBits>(full.own | full.other).of(full.own, full.empty) == full.own);
    const Sides<SmallBits> corner(Position(drawn("XX../XO../...."), BLACK).board(), BLACK);
    EXPECT(Stability<SmallBits>(corner.own | corner.other | corner.empty).of(corner.own, corner.empty) == corner.own);
    EXPECT(!Stability<SmallBits>(corner.own | corner.other | corner.empty).of(corner.other, corner.empty));
}

void layers_count_what_playing_counts() {
    Random random = seeded(4);
    for (int trial = 0; trial < scaled(200); trial++) {
        const Index height = Index(2 + random.below(5)), width = Index(2 + random.below(5));
        const Position position = random_position(random, height, width, Index(random.below(9)), trial % 2);
        if (position.is_over()) continue;
        Counts wanted;
        count_by_playing(position, wanted);
        for (const Kernel& kernel : kernels())
            for (auto layer = std::make_unique<Layer>(position, Passes::NO_PLY); layer->plies() < 6;) {
                unsigned __int128 games[3] = {0, 0, 0};
                for (std::size_t part = 0; part < 3; part++) {
                    const Counts counts = layer->count(part, 3, nullptr, kernel);
                    EXPECT(!counts.overflowed && !counts.cancelled);
                    games[0] += counts.wins[0];
                    games[1] += counts.wins[1];
                    games[2] += counts.draws;
                }
                EXPECT(games[0] == wanted.wins[0] && games[1] == wanted.wins[1] && games[2] == wanted.draws);
                layer = layer->next(1000000, nullptr, kernel);
            }
        for (const Passes passes : {Passes::A_PLY, Passes::NO_PLY})
            for (auto layer = std::make_unique<Layer>(position, passes); layer->plies() < 6;
                 layer = layer->next(1000000))
                for (int depth = layer->plies(); depth <= 6; depth++)
                    EXPECT(layer->perft(depth, 0, 2).lines + layer->perft(depth, 1, 2).lines ==
                           perft_by_playing(position, depth, passes, Ended::LEFT_OUT));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) scale = std::atof(argv[1]);
    every_move_is_proven();
    threads_agree();
    stopped_it_has_bounds();
    stable_discs_never_turn();
    layers_count_what_playing_counts();
}
