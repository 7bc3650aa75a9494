// The tree search itself, on a game whose values are known. Nothing here depends on how well a game is tuned. An
// argument scales the number of games: 1 is all, less suits the sanitizers.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "../search.hpp"
#include "testing.hpp"
#include "toy_game.hpp"

using namespace tengen;
using namespace tengen::testing;
using search::Node, search::Report, search::Tuning;

namespace {

using Search = search::Search<ToyPosition, ToyModel>;

double scale = 1;

std::uint64_t scaled(int n) { return std::uint64_t(std::max(6, int(n * scale))); }

constexpr std::uint64_t ANY_VISITS = std::uint64_t(1) << 40;
constexpr std::size_t PLENTY = std::size_t(1) << 30;  // bytes

const Tuning TUNINGS[] = {
    {},
    {.exploration = 0.0f},
    {.exploration = 0.0f, .amaf_bias = 0.01f, .expand_at = 1.0f},
    {.exploration = 1.0f, .expand_at = 5.0f},
    {.exploration = 0.5f, .expand_at = 6.0f, .expand_share = 0.5f},
    {.widen_from = 1.0f, .widen_by = 0.3f},
    {.exploration = 0.1f, .expand_at = 1.0f, .widen_from = 2.0f, .widen_by = 1.0f},
    {.view_from = 1.0f, .view_share = 1e9f, .most_news = 8.0f},
    {.expand_at = 1.0f, .widen_from = 2.0f, .widen_by = 1.0f, .view_from = 4.0f, .view_share = 1e9f},
};

// Small enough that its value is soon known.
ToyPosition small(std::uint64_t seed, std::uint32_t hides = 0) {
    Random random = seeded(seed);
    const ToyRules rules{.seed = random.next(),
                         .ends = hides             ? 2
                                 : random.below(3) ? 5
                                                   : 0u,
                         .draws = random.below(2) ? 3 : 0u,
                         .hides = hides};
    return ToyPosition(random.below(2) ? Board(2, 3) : Board(1, 5), random.below(2) ? BLACK : WHITE, rules);
}

// So large that it never is.
ToyPosition large(std::uint64_t seed = 1) { return ToyPosition(Board(3, 5), BLACK, {.seed = seed, .ends = 0}); }

double seconds_since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

std::uint64_t visits_of(const Report& report) {
    std::uint64_t visits = 0;
    for (const auto& finding : report.findings) visits += finding.visits;
    return visits;
}

void run(Search& search, std::uint64_t visits, int threads = 1) { search.run(visits, -1, threads, false, nullptr); }

bool same(const Report& a, const Report& b) {
    return a.value == b.value && a.exact == b.exact &&
           std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                      [](const auto& x, const auto& y) {
                          return x.visits == y.visits && x.value == y.value && x.exact == y.exact && x.line == y.line;
                      });
}

// Every move once, or on a partial list at most once; lines that can be played, values that can be; and whatever is
// called exact is so, to the end of the line.
void expect_sound(const Report& report, const ToyPosition& root, ToySolver* solver) {
    const Cell mover = root.to_play();
    std::vector<Index> moves;
    for (const auto& finding : report.findings) {
        moves.push_back(finding.line.at(0));
        EXPECT(finding.value >= 0 && finding.value <= 1);
        ToyPosition end = root;
        for (const Index move : finding.line) EXPECT(end.play(move));
        if (!finding.exact || !solver) continue;
        EXPECT(finding.value == solver->value_for(mover, root.after(moves.back())));
        EXPECT(end.is_over() && solver->value_for(mover, end) == finding.value);
    }
    auto legal = root.legal_moves();
    std::sort(legal.begin(), legal.end());
    std::sort(moves.begin(), moves.end());
    if (root.hides_moves())
        EXPECT(std::includes(legal.begin(), legal.end(), moves.begin(), moves.end()));
    else
        EXPECT(moves == legal);
    if (report.exact && solver) EXPECT(report.value == solver->value_for(mover, root) && report.findings[0].exact);
    EXPECT(report.value == report.findings[0].value);
}

void values_are_proven() {
    int outcomes[3] = {0, 0, 0};
    for (std::uint64_t seed = 0; seed < scaled(90); seed++) {
        const ToyPosition root = small(seed);
        ToySolver solver;
        const Tuning& tuning = TUNINGS[seed % std::size(TUNINGS)];
        Search search(root, seed, PLENTY, tuning);
        // What is called exact must be so at any moment.
        for (std::uint64_t visits = 1; visits < 60; visits++) {
            run(search, visits);
            expect_sound(search.report(), root, &solver);
        }
        run(search, ANY_VISITS);
        EXPECT(search.is_decided() && search.report().exact);
        expect_sound(search.report(), root, &solver);
        outcomes[int(2 * search.report().value)]++;
        const std::uint64_t visits = search.visits();
        EXPECT(visits_of(search.report()) == visits);
        run(search, ANY_VISITS);
        EXPECT(search.visits() == visits);
    }
    EXPECT(outcomes[0] && outcomes[1] && outcomes[2]);
}

// With moves left out, a win is still a win, but what is there proves no draw and no loss.
void partial_lists_prove_only_wins() {
    int exhausted = 0;
    for (std::uint64_t seed = 0; seed < scaled(400); seed++) {
        const ToyPosition root = small(seed, 3);
        ToySolver solver;
        Search search(root, seed, PLENTY, TUNINGS[seed % std::size(TUNINGS)]);
        for (const std::uint64_t visits : {std::uint64_t(10), std::uint64_t(100), std::uint64_t(3000)}) {
            run(search, visits, 1 + int(seed % 3));
            expect_sound(search.report(), root, &solver);
        }
        if (search.is_decided() && root.hides_moves()) EXPECT(search.report().value == 1);
        // All that is listed may be known and the value not: then there is nothing more to look at.
        const auto findings = search.report().findings;
        if (search.is_decided() ||
            !std::all_of(findings.begin(), findings.end(), [](auto& each) { return each.exact; }))
            continue;
        exhausted++;
        const std::uint64_t visits = search.visits();
        run(search, ANY_VISITS, 2);
        EXPECT(search.visits() == visits && !search.is_decided());
    }
    EXPECT(exhausted);
}

void threads_prove_the_same() {
    for (std::uint64_t seed = 0; seed < scaled(60); seed++) {
        const ToyPosition root = small(seed);
        ToySolver solver;
        Search search(root, seed, PLENTY, TUNINGS[seed % std::size(TUNINGS)]);
        const int threads = 2 + int(seed % 3);
        for (const std::uint64_t visits : {std::uint64_t(20), std::uint64_t(100), ANY_VISITS}) {
            run(search, visits, threads);
            EXPECT(search.visits() == visits || search.is_decided());
            EXPECT(visits_of(search.report()) == search.visits());
            expect_sound(search.report(), root, &solver);
        }
        EXPECT(search.is_decided());
    }
}

void what_is_known_is_not_visited() {
    int closed = 0;
    for (std::uint64_t seed = 0; seed < scaled(12); seed++) {
        Search search(small(seed), seed, PLENTY, TUNINGS[seed % std::size(TUNINGS)]);
        std::map<Index, std::uint64_t> known;
        while (!search.is_decided()) {
            run(search, search.visits() + 1);
            for (const auto& finding : search.report().findings) {
                if (!finding.exact) continue;
                const auto [first, is_new] = known.emplace(finding.line[0], finding.visits);
                closed += is_new;
                EXPECT(first->second == finding.visits);
            }
        }
    }
    EXPECT(closed > 0);
}

void one_seed_is_one_tree() {
    for (const Tuning& tuning : TUNINGS) {
        Search whole(large(), 7, PLENTY, tuning), pieces(large(), 7, PLENTY, tuning), other(large(), 8, PLENTY, tuning);
        run(whole, 600);
        run(other, 600);
        for (const std::uint64_t visits : {1, 2, 50, 50, 333, 600}) run(pieces, visits);
        EXPECT(same(whole.report(), pieces.report()));
        EXPECT(!same(whole.report(), other.report()));
    }
}

void visits_are_counted() {
    for (const int threads : {1, 2, 3}) {
        Search search(large(), 1, PLENTY);
        EXPECT(search.visits() == 0);
        for (const std::uint64_t visits : {1, 3, 16, 17, 200, 1000}) {
            run(search, visits, threads);
            EXPECT(search.visits() == visits && visits_of(search.report()) == visits);
        }
        for (const std::uint64_t fewer : {0, 999, 1000}) run(search, fewer, threads);
        EXPECT(search.visits() == 1000);
    }
}

void counting_ends_where_floats_do() {
    if (scale < 1) return;
    Search search(ToyPosition(Board(1, 3), BLACK, {.ends = 0}), 1, 1);
    run(search, search::MOST_VISITS + 1000);
    EXPECT(search.visits() == search::MOST_VISITS && visits_of(search.report()) == search::MOST_VISITS);
}

void seconds_pass() {
    for (const int threads : {1, 2}) {
        Search search(large(), 1, PLENTY);
        const auto began = std::chrono::steady_clock::now();
        search.run(ANY_VISITS, 0.1, threads, false, nullptr);
        EXPECT(seconds_since(began) >= 0.1 && seconds_since(began) < 10);
        EXPECT(search.visits() > 0);
        const std::uint64_t before = search.visits();
        search.run(ANY_VISITS, 0, threads, false, nullptr);
        EXPECT(search.visits() > before && search.visits() < before + 1000);
        search.run(before + 2000, 1000, threads, false, nullptr);
        EXPECT(search.visits() == before + 2000);
    }
}

void cancelling_stops_it() {
    for (const int threads : {1, 3}) {
        Cancel cancel;
        Search search(large(), 1, PLENTY);
        std::thread other([&] {
            while (search.visits() < 100) std::this_thread::yield();
            cancel.requested = true;
        });
        search.run(ANY_VISITS, -1, threads, false, &cancel);
        other.join();
        const std::uint64_t before = search.visits();
        EXPECT(before >= 100);
        search.run(ANY_VISITS, 1000, threads, true, &cancel);
        EXPECT(search.visits() < before + 1000);
        expect_sound(search.report(), search.position(), nullptr);
    }
}

// Who takes the prize has won, if nothing can turn that stone over: nearly all visits go to the move there.
ToyPosition with_prize(Index prize) {
    return ToyPosition(Board(3, 5), BLACK, {.ends = 0, .passes = 0, .prize = prize});
}

void settled_searches_end() {
    Search search(with_prize(9), 1, PLENTY);
    const auto began = std::chrono::steady_clock::now();
    run(search, 100'000);
    const double spent = seconds_since(began);
    EXPECT(search.report().findings[0].line[0] == 9);
    EXPECT(search.report().findings[0].visits > search.report().findings[1].visits + 50'000);
    search.run(ANY_VISITS, spent / 20, 1, true, nullptr);
    const std::uint64_t settled = search.visits();
    EXPECT(settled < 102'000);  // it takes a few hundred to see that no other move can catch up
    const auto then = std::chrono::steady_clock::now();
    search.run(ANY_VISITS, spent / 20, 1, false, nullptr);
    EXPECT(seconds_since(then) >= spent / 20 && search.visits() > settled);
    // Two moves, as good as each other: whatever time is left may bring the other to the front.
    constexpr Tuning by_turns{.exploration = 30.0f, .expand_at = 1e9f};
    Search even(ToyPosition(Board(1, 5), BLACK, {.ends = 0, .passes = 0, .hides = 1}), 1, PLENTY, by_turns);
    run(even, 20'000);
    const auto again = std::chrono::steady_clock::now();
    even.run(ANY_VISITS, 0.1, 1, true, nullptr);
    EXPECT(even.report().findings.size() == 2 && seconds_since(again) >= 0.09);
    // With one move there is nothing to settle; and all threads end.
    for (const int threads : {1, 3}) {
        Search forced(ToyPosition(Board(1, 3), BLACK, {.ends = 0, .passes = 0, .hides = 1}), 1, PLENTY, by_turns);
        forced.run(ANY_VISITS, 1000, threads, true, nullptr);
        EXPECT(forced.report().findings.size() == 1 && forced.visits() > 0 &&
               forced.visits() < search::MOST_VISITS / 2);
    }
}

void what_wins_is_learnt_from_playouts() {
    for (const Index prize : {4, 9, 14})
        for (const Tuning& tuning : {Tuning{.exploration = 0.0f, .amaf_bias = 0.001f}, Tuning{.exploration = 0.5f}}) {
            Search search(with_prize(prize), 5, PLENTY, tuning);
            run(search, 1500);
            EXPECT(search.report().findings[0].line[0] == prize);
            EXPECT(search.report().findings[0].value > 0.6f);
            // The other side is to have it, so every other move is bad.
            ToyPosition taken = with_prize(prize);
            taken.play(0);
            Search reply(taken, 5, PLENTY, tuning);
            run(reply, 1500);
            EXPECT(reply.report().findings[0].line[0] == prize);
        }
}

std::uint64_t visits_of(const Report& report, Index move) {
    for (const auto& finding : report.findings)
        if (finding.line[0] == move) return finding.visits;
    return 0;
}

void moving_on_keeps_the_tree() {
    // Then every visit of a move is one of the position after it; further down all but the first, perhaps, since a
    // simulation makes one node only.
    constexpr Tuning tuning{.expand_at = 1.0f};
    int turned = 0, passed = 0;
    for (std::uint64_t seed = 0; seed < scaled(40); seed++) {
        const ToyPosition root = large(seed);
        for (const Index first : root.legal_moves()) {
            const ToyPosition middle = root.after(first);
            Search one_by_one(root, seed, PLENTY, tuning);
            run(one_by_one, 600);
            const std::uint64_t visits = visits_of(one_by_one.report(), first);
            EXPECT(visits > 0 && one_by_one.move_on(middle));
            EXPECT(one_by_one.position() == middle && one_by_one.visits() == visits);
            const Report report = one_by_one.report();
            EXPECT(visits_of(report) == visits);
            expect_sound(report, middle, nullptr);
            // The reply that turns the stone over, the pass, or the favourite.
            Index second = report.findings[0].line[0];
            const auto replies = middle.legal_moves();
            if (first != PASS && (first + 1) % root.board().width) second = first + 1;
            if (first % 2 && replies.back() == PASS) second = PASS;
            const ToyPosition last = middle.after(second);
            if (visits_of(report, second) < 2) continue;
            turned += first != PASS && last.board()[first] == WHITE;
            passed += first == PASS || second == PASS;
            EXPECT(one_by_one.move_on(last));
            const std::uint64_t kept = one_by_one.visits();
            EXPECT(kept == visits_of(report, second) || kept + 1 == visits_of(report, second));
            Search at_once(root, seed, PLENTY, tuning);
            run(at_once, 600);
            EXPECT(at_once.move_on(last) && at_once.position() == last && at_once.visits() == kept);
            EXPECT(same(at_once.report(), one_by_one.report()));
            run(at_once, kept + 100);
            EXPECT(at_once.visits() == kept + 100);
            expect_sound(at_once.report(), last, nullptr);
            if (seed % 8) break;
        }
    }
    EXPECT(turned && passed);
}

void proofs_survive_moving_on() {
    for (std::uint64_t seed = 0; seed < scaled(40); seed++) {
        ToyPosition root = small(seed);
        ToySolver solver;
        Search search(root, seed, PLENTY, TUNINGS[seed % std::size(TUNINGS)]);
        while (true) {
            run(search, search.visits() + 40, 1 + int(seed % 2));
            expect_sound(search.report(), root, &solver);
            root = root.after(search.report().findings.back().line[0]);
            if (root.is_over()) break;
            if (!search.move_on(root)) break;
        }
    }
}

void what_is_not_known_changes_nothing() {
    const ToyPosition root = large();
    Search search(root, 3, PLENTY), twin(root, 3, PLENTY);
    EXPECT(!search.move_on(root.after(0)));
    run(search, 300);
    run(twin, 300);
    ToyPosition far = root;
    for (int ply = 0; ply < 3; ply++) far = far.after(search.report().findings[0].line.at(std::size_t(ply)));
    const ToyPosition elsewhere[] = {
        far,
        ToyPosition(Board(5, 3), BLACK, {.ends = 0}),
        ToyPosition(Board(3, 6), BLACK, {.ends = 0}),
        ToyPosition(root.after(2).board(), BLACK, {.ends = 0}),
        ToyPosition(root.after(2).board(), WHITE, {.seed = 2, .ends = 0}),
    };
    for (const auto& position : elsewhere) EXPECT(!search.move_on(position));
    EXPECT(search.position() == root && same(search.report(), twin.report()));
    run(search, 400);
    run(twin, 400);
    EXPECT(same(search.report(), twin.report()));
}

void memory_is_kept_to() {
    for (const int threads : {1, 3}) {
        constexpr std::size_t most = 20'000;
        const std::size_t largest = Node::bytes_for(std::size_t(large().board().size()) + 1);
        ToyModel::bytes_listed = 0;
        Search search(large(), 2, most);
        run(search, 3000, threads);
        const std::size_t listed = ToyModel::bytes_listed;
        EXPECT(listed >= most && listed < most + std::size_t(threads) * largest);
        run(search, 6000, threads);
        EXPECT(ToyModel::bytes_listed == listed && search.visits() == 6000);
        EXPECT(search.move_on(search.position().after(search.report().findings[0].line[0])));
        run(search, search.visits() + 3000, threads);
        EXPECT(ToyModel::bytes_listed > listed);
        expect_sound(search.report(), search.position(), nullptr);
    }
    // Not even the root fits: its moves are tried all the same.
    Search search(large(), 2, 1);
    run(search, 1000);
    EXPECT(search.visits() == 1000 && search.report().findings[0].line.size() == 1);
}

// Whoever runs it, moves it on or looks at it, and when: it is one search.
void threads_wait_for_each_other() {
    for (const std::uint64_t seed : {1, 2, 3}) {
        Search search(large(seed), seed, PLENTY);
        std::atomic<bool> done{false};
        std::vector<std::thread> others;
        for (int k = 0; k < 2; k++)
            others.emplace_back([&] {
                while (!done) search.run(ANY_VISITS, 0.002, 2, false, nullptr);
            });
        others.emplace_back([&] {
            while (!done) {
                const Report report = search.report();
                EXPECT(!report.findings.empty() && report.findings[0].line.size() >= 1);
            }
        });
        int moves = 0;
        for (; moves < 8; moves++) {
            run(search, search.visits() + 200);
            const ToyPosition next = search.position().after(search.report().findings[0].line[0]);
            if (next.is_over() || !search.move_on(next)) break;  // what is decided has nothing below it
            EXPECT(search.position() == next);
        }
        EXPECT(moves >= 3);
        done = true;
        for (auto& other : others) other.join();
        expect_sound(search.report(), search.position(), nullptr);
    }
}

void reports_can_be_had_meanwhile() {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        ToySolver solver;
        const bool tiny = seed % 2;
        const ToyPosition root = tiny ? small(seed) : large(seed);
        Search search(root, seed, PLENTY);
        std::atomic<bool> done{false};
        int reports = 0;
        std::thread watcher([&] {
            std::uint64_t before = 0;
            for (bool last = false; !last; reports++) {
                last = done;
                const bool decided = search.is_decided();
                const std::uint64_t visits = search.visits();
                const Report report = search.report();
                expect_sound(report, root, nullptr);
                EXPECT(before <= visits && visits <= visits_of(report));
                EXPECT(report.exact || !decided);
                before = visits;
            }
        });
        run(search, tiny ? ANY_VISITS : 5000, 2);
        done = true;
        watcher.join();
        EXPECT(reports > 0);
        if (tiny) expect_sound(search.report(), root, &solver);
    }
}

void moves_are_let_in_by_and_by() {
    const auto visited = [](float from, float by, std::uint64_t visits) {
        Search search(large(), 1, PLENTY, {.exploration = 2.0f, .widen_from = from, .widen_by = by});
        run(search, visits);
        std::vector<Index> moves;
        for (const auto& finding : search.report().findings)
            if (finding.visits) moves.push_back(finding.line[0]);
        std::sort(moves.begin(), moves.end());
        return moves;
    };
    EXPECT((visited(2, 1e-6f, 500) == std::vector<Index>{0, 1}));
    EXPECT((visited(0, 1e-6f, 500) == std::vector<Index>{0}));
    const auto later = visited(2, 0.5f, 400);
    EXPECT(later.size() > 8 && later.size() <= 2 + 10 && later.back() == Index(later.size()) - 1);
    EXPECT(visited(2, 10, 500).size() == large().legal_moves().size());
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) scale = std::atof(words[1]);
    values_are_proven();
    partial_lists_prove_only_wins();
    threads_prove_the_same();
    what_is_known_is_not_visited();
    one_seed_is_one_tree();
    visits_are_counted();
    counting_ends_where_floats_do();
    seconds_pass();
    cancelling_stops_it();
    settled_searches_end();
    what_wins_is_learnt_from_playouts();
    moving_on_keeps_the_tree();
    proofs_survive_moving_on();
    what_is_not_known_changes_nothing();
    memory_is_kept_to();
    threads_wait_for_each_other();
    reports_can_be_had_meanwhile();
    moves_are_let_in_by_and_by();
}
