// Othello's patterns: their sums against plain addition, their search against plain minimax and the solver, and the
// games that they learn from. An argument scales the long parts: 1 is all.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../othello/pattern_games.hpp"
#include "../othello/pattern_search.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using namespace tengen::othello;

namespace {

constexpr std::size_t MEMORY = std::size_t(1) << 20;
constexpr int DISC = LookaheadJob::DISC;

double scale = 1;

int scaled(int n) { return std::max(1, int(n * scale)); }

std::vector<float> random_discs(Random& random) {
    std::vector<float> discs(Patterns::size());
    for (float& each : discs) each = float(int(random.below(4001)) - 2000) / 1000;
    return discs;
}

// After so many plies of a random game, with a move to make.
Sides<SmallBits> random_sides(Random& random, int plies) {
    for (;;) {
        Position position(standard_start(8, 8), BLACK);
        for (int ply = 0; ply < plies && !position.is_over(); ply++) {
            const auto moves = position.legal_moves();
            position.play(moves[random.below(std::uint32_t(moves.size()))]);
        }
        const Sides<SmallBits> sides(position.board(), position.to_play());
        if (sides.moves()) return sides;
    }
}

// The number for each pattern, looked up one by one.
int plain_score(const std::vector<float>& discs, const Sides<SmallBits>& sides) {
    const auto [knot, share] = Patterns::at_knot((count_of(sides.empty) + 1) / 2 * 2);
    const auto count = std::size_t(PatternNumbers::all().count());
    int sum = 0;
    for (const int number : PatternNumbers::all().of_position(sides.own, sides.other)) {
        const float low = discs[std::size_t(knot) * count + std::size_t(number)];
        const float high = discs[std::size_t(knot + 1) * count + std::size_t(number)];
        sum += int(std::lround((DISC << LookaheadJob::SHIFT) * (low + share * (high - low))));
    }
    return std::clamp(sum >> LookaheadJob::SHIFT, -63 * DISC, 63 * DISC);
}

int plain_minimax(const std::vector<float>& discs, const Sides<SmallBits>& sides, int depth) {
    if (depth == 0) return plain_score(discs, sides);
    const SmallBits moves = sides.moves();
    if (!moves) return sides.passed().moves() ? -plain_minimax(discs, sides.passed(), depth) : DISC * sides.margin();
    int best = -100 * DISC;
    for_places(moves, [&](int place) {
        const Sides<SmallBits> next = sides.played(place);
        const int here = next.own ? -plain_minimax(discs, next, depth - 1) : -DISC * next.margin();
        best = std::max(best, here);
    });
    return best;
}

SmallBits turned(SmallBits bits, int symmetry) {
    SmallBits image = 0;
    for_places(bits, [&](int place) { image |= SmallBits(1) << image_of(place, symmetry); });
    return image;
}

void patterns_have_no_corner() {
    Random random = seeded(1);
    const auto& numbers = PatternNumbers::all();
    for (int trial = 0; trial < scaled(200); trial++) {
        const Sides<SmallBits> sides = random_sides(random, int(random.below(50)));
        auto here = numbers.of_position(sides.own, sides.other);
        std::sort(here.begin(), here.end());
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            auto there = numbers.of_position(turned(sides.own, symmetry), turned(sides.other, symmetry));
            std::sort(there.begin(), there.end());
            EXPECT(here == there);
        }
    }
    EXPECT(Patterns::size() == std::size_t(Patterns::KNOTS * numbers.count()));
}

// A search without cuts that are only likely finds what minimax does, on every processor. Two plies and fewer cut
// nothing.
void shallow_searches_are_minimax() {
    Random random = seeded(2);
    const auto discs = random_discs(random);
    const Patterns patterns(discs);
    for (const Kernel& kernel : kernels()) {
        Deepening deepening(MEMORY, kernel);
        for (int trial = 0; trial < scaled(100); trial++) {
            const Sides<SmallBits> sides = random_sides(random, int(random.below(40)));
            const int depth = 1 + trial % 2;
            deepening.begin(sides);
            deepening.run(patterns, Budget(), depth);
            const auto report = deepening.report();
            EXPECT(report.depth == depth || report.is_sure);
            if (!report.is_sure) EXPECT(report.moves[0].score == plain_minimax(discs, sides, depth));
            EXPECT(sides.moves() >> report.moves[0].place & 1);
        }
    }
}

// Whatever the patterns say: a search to the end is exact, with its move and its line.
void ends_are_exact() {
    Random random = seeded(3);
    const Patterns patterns(random_discs(random));
    for (const Kernel& kernel : kernels()) {
        Deepening deepening(MEMORY, kernel);
        for (int trial = 0; trial < scaled(60); trial++) {
            const Sides<SmallBits> sides = random_sides(random, 46 + int(random.below(8)));
            Endgame endgame(Position(standard_start(8, 8), BLACK), Endgame::LOG_ENTRIES, kernel);
            const int margin = endgame.margin(sides, -64, 64, ~std::uint64_t(0)).margin;
            deepening.begin(sides);
            deepening.run(patterns, Budget());
            const auto report = deepening.report();
            EXPECT(report.is_sure && report.moves[0].score == DISC * margin);
            const Sides<SmallBits> next = sides.played(report.moves[0].place);
            EXPECT(endgame.margin(next, -64, 64, ~std::uint64_t(0)).margin == -margin);
            for (const auto& move : report.moves) EXPECT(move.score <= report.moves[0].score);
        }
    }
}

void searches_stop_when_asked() {
    Random random = seeded(4);
    const Patterns patterns(random_discs(random));
    const Position start(standard_start(8, 8), BLACK);
    PatternSearch search(start, MEMORY);
    search.run(patterns, 3000, -1, nullptr);
    EXPECT(search.visits() >= 3000 && search.visits() < 20'000 && !search.is_decided());
    search.run(patterns, search.visits(), -1, nullptr);
    const auto before = search.visits();
    Cancel cancel;
    std::thread other([&] {
        while (search.visits() < before + 20'000) search.report();
        cancel.requested = true;
    });
    search.run(patterns, search::MOST_VISITS, -1, &cancel);
    other.join();
    EXPECT(search.report().findings.size() == 4 && !search.report().exact);
    Position next = start;
    EXPECT(next.play(search.report().findings[0].line[0]));
    EXPECT(search.move_on(next) && search.visits() == 0 && search.position() == next);
}

void lessons_are_right() {
    Random random = seeded(5);
    const Patterns patterns(random_discs(random));
    const PatternGames settings{2, 8, random.next()};
    PatternPlayer player(patterns, settings), again(patterns, settings);
    for (std::uint64_t game = 0; game < std::uint64_t(scaled(20)); game++) {
        PatternLessons lessons, same;
        player.play(game, lessons, nullptr);
        again.play(game, same, nullptr);
        EXPECT(lessons.own == same.own && lessons.other == same.other && lessons.margin == same.margin);
        EXPECT(!lessons.own.empty() && lessons.own.size() == lessons.margin.size());
        Endgame endgame(Position(standard_start(8, 8), BLACK));
        for (std::size_t k = 0; k < lessons.own.size(); k++) {
            const Sides<SmallBits> sides(lessons.own[k], lessons.other[k], ~(lessons.own[k] | lessons.other[k]));
            EXPECT(!(sides.own & sides.other) && sides.moves());
            if (count_of(sides.empty) <= settings.solved) {
                EXPECT(lessons.margin[k] == endgame.margin(sides, -64, 64, ~std::uint64_t(0)).margin);
            } else if (k > 0) {  // one game has one end; the other side moves, unless it had to pass
                const bool same_side = lessons.own[k - 1] & ~sides.other & sides.own;
                EXPECT(lessons.margin[k] == (same_side ? 1 : -1) * lessons.margin[k - 1]);
            }
        }
    }
    Cancel cancel;
    cancel.requested = true;
    PatternLessons none;
    player.play(0, none, &cancel);
    EXPECT(none.own.empty() && none.other.empty() && none.margin.empty());
}

void it_takes_boards_of_one_size() {
    EXPECT(PatternSearch::takes(standard_start(8, 8)));
    EXPECT(!PatternSearch::takes(standard_start(8, 6)) && !PatternSearch::takes(Board(8, 8)));
    Board holed = standard_start(8, 8);
    holed.cells[0] = HOLE;
    EXPECT(!PatternSearch::takes(holed));
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1) scale = std::atof(arguments[1]);
    patterns_have_no_corner();
    shallow_searches_are_minimax();
    ends_are_exact();
    searches_stop_when_asked();
    lessons_are_right();
    it_takes_boards_of_one_size();
}
