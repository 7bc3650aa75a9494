// The tree search with an evaluator, on a game whose values are known, and our net's face on a real game. An argument
// scales the number of games: 1 is all, less suits the sanitizers.
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>

#include "../nogo/boards.hpp"
#include "../nogo/model.hpp"
#include "testing.hpp"
#include "toy_game.hpp"

using namespace tengen;
using namespace tengen::testing;
using search::Finding, search::Report, search::Tuning;

namespace {

using Search = search::Search<ToyPosition, ToyModel>;

double scale = 1;

std::uint64_t scaled(int n) { return std::uint64_t(std::max(6, int(n * scale))); }

constexpr std::uint64_t ANY_VISITS = std::uint64_t(1) << 40;
constexpr std::size_t PLENTY = std::size_t(1) << 30;  // bytes

// Says what it is told to say, and checks what it is asked.
class ToyEvaluator final : public search::Evaluator<ToyPosition> {
public:
    using Policy = std::function<float(const ToyPosition&, Index)>;
    using Value = std::function<float(const ToyPosition&)>;

    explicit ToyEvaluator(
        std::size_t leaves = 1, Value value = [](const auto&) { return 0.0f; },
        Policy policy = [](const auto&, Index) { return 0.0f; })
        : positions_(leaves, ToyPosition(Board(1, 1), BLACK, {})), value_(std::move(value)),
          policy_(std::move(policy)) {}

    std::size_t leaves() const override { return positions_.size(); }
    void put(std::size_t leaf, const ToyPosition& position, const Index (&last)[2]) override {
        EXPECT(!position.is_over());
        if (last[0] >= 0) EXPECT(position.board()[last[0]] == opponent(position.to_play()));
        known_last += last[0] != NOWHERE;
        positions_.at(leaf) = position;
    }
    void ask(std::size_t count) override {
        EXPECT(count >= 1 && count <= leaves());
        if (asks++ == fails_at) throw std::runtime_error("no answer");
        asked += count;
        fullest = std::max(fullest, count);
        logits_.clear();
        for (std::size_t k = 0; k < count; k++) {
            std::vector<float> logits;
            for (Index point = 0; point < positions_[k].board().size(); point++)
                logits.push_back(policy_(positions_[k], point));
            logits.push_back(policy_(positions_[k], PASS));
            logits_.push_back(std::move(logits));
        }
    }
    float value(std::size_t leaf) const override { return value_(positions_[leaf]); }
    const float* policy(std::size_t leaf) const override { return logits_[leaf].data(); }

    std::size_t asks = 0, asked = 0, fullest = 0, known_last = 0, fails_at = ~std::size_t(0);

private:
    std::vector<ToyPosition> positions_;
    std::vector<std::vector<float>> logits_;
    Value value_;
    Policy policy_;
};

// Always wrong: it likes what loses.
ToyEvaluator liar(std::size_t leaves, ToySolver& solver) {
    return ToyEvaluator(
        leaves, [&](const auto& position) { return 1 - 2 * solver.value_for(position.to_play(), position); },
        [&](const auto& position, Index move) {
            const auto moves = position.legal_moves();
            if (std::find(moves.begin(), moves.end(), move) == moves.end()) return 50.0f;  // must not matter
            return -3 * solver.value_for(position.to_play(), position.after(move));
        });
}

ToyPosition small(std::uint64_t seed, std::uint32_t hides = 0) {
    const ToyRules rules{
        .seed = derived_seed(seed, 1), .ends = seed % 3 ? 5u : 0u, .draws = seed % 5 < 2 ? 3u : 0u, .hides = hides};
    return ToyPosition(seed % 2 ? Board(2, 3) : Board(1, 5), seed % 4 < 2 ? BLACK : WHITE, rules);
}
ToyPosition large() { return ToyPosition(Board(3, 5), BLACK, {.ends = 0}); }

void run(Search& search, std::uint64_t visits, std::vector<ToyEvaluator>& evaluators) {
    Search::Evaluators all;
    for (auto& each : evaluators) all.push_back(&each);
    search.run(visits, -1, 1, false, nullptr, all);
}
void run(Search& search, std::uint64_t visits, ToyEvaluator& evaluator) {
    search.run(visits, -1, 1, false, nullptr, {&evaluator});
}

std::uint64_t visits_of(const Report& report) {
    std::uint64_t visits = 0;
    for (const auto& finding : report.findings) visits += finding.visits;
    return visits;
}

void expect_sound_priors(const Report& report) {
    for (const auto& finding : report.findings)
        EXPECT(finding.value >= 0 && finding.value <= 1 && finding.prior >= Finding::NO_PRIOR && finding.prior <= 1);
}

void expect_sound(const Report& report, const ToyPosition& root, ToySolver& solver) {
    for (const auto& finding : report.findings) {
        EXPECT(finding.value >= 0 && finding.value <= 1 && finding.prior >= 0 && finding.prior <= 1);
        if (finding.exact) EXPECT(finding.value == solver.value_for(root.to_play(), root.after(finding.line[0])));
    }
    if (report.exact) EXPECT(report.value == solver.value_for(root.to_play(), root));
}

void the_policy_is_played_first() {
    const auto likes = [](Index favourite) {
        return ToyEvaluator(
            1, [](const auto&) { return 0.5f; },
            [=](const auto&, Index move) { return move == favourite ? 2.0f
                                                  : move == 4       ? 1.0f
                                                                    : 0.0f; });
    };
    for (const Index favourite : {0, 7, 14}) {
        Search search(large(), 1, PLENTY);
        EXPECT(search.report().findings[0].prior == Finding::NO_PRIOR);
        ToyEvaluator evaluator = likes(favourite);
        run(search, 0, evaluator);
        const Report before = search.report();
        EXPECT(search.visits() == 0 && visits_of(before) == 0 && evaluator.asked == 1);
        EXPECT(before.findings[0].line == std::vector<Index>{favourite} && before.findings[1].line[0] == 4);
        EXPECT(before.value == 0.75f && before.findings[5].value == 0.75f);
        const std::size_t moves = before.findings.size();
        const double sum = std::exp(2.0) + std::exp(1.0) + double(moves - 2);
        EXPECT(std::abs(before.findings[0].prior - std::exp(2.0) / sum) < 1e-5);
        EXPECT(std::abs(before.findings[moves - 1].prior - 1 / sum) < 1e-5);
        run(search, 1, evaluator);
        const Report after = search.report();
        EXPECT(search.visits() == 1 && evaluator.asked == 2 && after.findings[0].visits == 1);
        EXPECT(after.findings[0].line[0] == favourite && after.findings[0].value == 0.25f);
    }
}

void values_steer_it() {
    // A stone at the end of a row cannot be turned over. The policy does not know what it is worth.
    ToyEvaluator evaluator(1, [](const ToyPosition& position) {
        const Cell holder = position.board()[9];
        return holder == EMPTY ? 0.0f : holder == position.to_play() ? 0.9f : -0.9f;
    });
    Search search(large(), 1, PLENTY);
    run(search, 300, evaluator);
    const Report report = search.report();
    EXPECT(report.findings[0].line[0] == 9 && report.findings[0].visits > 150 && report.value > 0.7f);
}

void proofs_beat_the_evaluator() {
    int outcomes[3] = {0, 0, 0};
    for (std::uint64_t seed = 0; seed < scaled(60); seed++) {
        const ToyPosition root = small(seed);
        ToySolver solver;
        solver.value(root);  // from now on it only looks up
        std::vector<ToyEvaluator> liars;
        for (std::uint64_t k = 0; k <= seed % 3; k++) liars.push_back(liar(1 + std::size_t(seed % 5), solver));
        Search search(root, seed, PLENTY);
        for (const std::uint64_t visits : {1, 7, 30, 60}) {
            run(search, visits, liars);
            EXPECT(search.visits() == visits || search.is_decided());
            EXPECT(visits_of(search.report()) == search.visits());
            expect_sound(search.report(), root, solver);
        }
        run(search, ANY_VISITS, liars);
        EXPECT(search.is_decided() && search.report().exact);
        expect_sound(search.report(), root, solver);
        outcomes[int(2 * search.report().value)]++;
    }
    EXPECT(outcomes[0] && outcomes[1] && outcomes[2]);
    for (std::uint64_t seed = 0; seed < scaled(60); seed++) {
        const ToyPosition root = small(seed, 3);
        ToySolver solver;
        solver.value(root);
        std::vector<ToyEvaluator> liars(2, liar(3, solver));
        Search search(root, seed, PLENTY);
        run(search, 3000, liars);
        expect_sound(search.report(), root, solver);
        if (search.is_decided() && root.hides_moves()) EXPECT(search.report().value == 1);
    }
}

void leaves_are_asked_about_together() {
    for (const std::size_t leaves : {1, 4, 16}) {
        ToyEvaluator evaluator(leaves);
        Search search(large(), 1, PLENTY);
        run(search, 400, evaluator);
        EXPECT(search.visits() == 400 && visits_of(search.report()) == 400);
        EXPECT(evaluator.asked <= 401 && evaluator.asked > 390);  // the root, and each leaf once
        EXPECT(evaluator.fullest == leaves && evaluator.asks < 2 + 2 * 400 / leaves);
    }
    // Without room the search goes on, and asks again and again.
    ToyEvaluator evaluator(4);
    Search cramped(large(), 1, 1);
    run(cramped, 300, evaluator);
    EXPECT(cramped.visits() == 300 && cramped.report().findings[0].line.size() == 1);
}

void one_evaluator_is_one_tree() {
    for (const std::size_t leaves : {1, 8}) {
        const auto lines = [&](std::uint64_t seed) {
            ToyEvaluator evaluator(leaves, [](const ToyPosition& position) {
                return float(std::count(position.board().cells.begin(), position.board().cells.end(), BLACK)) / 20;
            });
            Search search(large(), seed, PLENTY);
            run(search, 300, evaluator);
            std::vector<std::vector<Index>> found;
            for (const auto& finding : search.report().findings) found.push_back(finding.line);
            return found;
        };
        EXPECT(lines(1) == lines(1) && lines(1) == lines(2));
    }
}

void a_failure_leaves_the_tree_whole() {
    for (std::size_t fails_at = 0; fails_at < 12; fails_at++)
        for (const int threads : {1, 3}) {
            const ToyPosition root = small(fails_at);
            ToySolver solver;
            std::vector<ToyEvaluator> evaluators(std::size_t(threads), ToyEvaluator(3));
            evaluators[0].fails_at = fails_at;
            Search search(root, 1, PLENTY);
            bool thrown = false;
            try {
                run(search, ANY_VISITS, evaluators);
            } catch (const std::runtime_error& error) {
                thrown = std::string_view(error.what()) == "no answer";
            }
            EXPECT(thrown || search.is_decided());
            EXPECT(visits_of(search.report()) == search.visits());
            if (fails_at < 2 && threads == 1) EXPECT(search.visits() <= 3 * fails_at);
            run(search, ANY_VISITS, evaluators);
            EXPECT(search.is_decided());
            expect_sound(search.report(), root, solver);
        }
}

void the_tree_is_kept() {
    ToyEvaluator evaluator(4);
    ToyPosition root = large();
    Search search(root, 1, PLENTY);
    std::size_t kept = 0;
    for (int moves = 0; moves < 6; moves++) {
        run(search, search.visits() + 200, evaluator);
        const auto line = search.report().findings[0].line;
        root = root.after(line[0]);
        if (moves % 2 && line.size() > 1) root = root.after(line[1]);
        if (!search.move_on(root)) break;
        kept += search.visits();
        const std::size_t asked = evaluator.asked;
        const std::size_t before = evaluator.known_last;
        run(search, search.visits() + 1, evaluator);
        EXPECT(evaluator.asked <= asked + 1);  // the root is judged already
        EXPECT(evaluator.known_last - before == evaluator.asked - asked);
    }
    EXPECT(kept > 50);
}

void threads_search_one_tree() {
    for (const int threads : {2, 4}) {
        std::vector<ToyEvaluator> evaluators(std::size_t(threads), ToyEvaluator(2));
        Search search(large(), 1, PLENTY);
        std::atomic<bool> done{false};
        std::thread watcher([&] {
            while (!done) expect_sound_priors(search.report());
        });
        run(search, 600, evaluators);
        done = true;
        watcher.join();
        EXPECT(search.visits() == 600 && visits_of(search.report()) == 600);
    }
    Cancel cancel;
    cancel.requested = true;
    ToyEvaluator evaluator;
    Search search(large(), 1, PLENTY);
    search.run(ANY_VISITS, -1, 1, false, &cancel, {&evaluator});
    EXPECT(search.visits() == 1);
    search.run(ANY_VISITS, 0, 1, false, nullptr, {&evaluator});
    EXPECT(search.visits() == 2);
}

// Likes the points where the other side may not play, and sees a win where it has stones.
struct FakeAsker {
    float ask(const float* planes, float* policy) {
        constexpr Index POINTS = 9;
        float own = 0;
        for (Index point = 0; point < POINTS; point++) {
            EXPECT(planes[4 * POINTS + point] == (point == 8 ? 0 : 1));  // the hole
            policy[point] = planes[2 * POINTS + point] - planes[3 * POINTS + point] + float(point) / 100;
            own += planes[point];
        }
        return own > 0 ? 0.5f : 0.0f;
    }
};

// What a net sees of a small board.
std::unique_ptr<Batch<nogo::Position>> one_board(const nogo::Position& start) {
    const BatchSettings settings{.boards = 1, .planes = Planes::FLOATS};
    return std::make_unique<BatchOf<nogo::Position, nogo::Boards<1>>>(start, settings, std::vector<std::uint64_t>{1});
}

void nets_see_planes() {
    const nogo::Position start(drawn(".X./X../..#"), BLACK);
    search::Said said(PLENTY);
    search::NetEvaluator<nogo::Position, FakeAsker> net(one_board(start), {}, said);
    EXPECT(net.leaves() == 1);
    search::Search<nogo::Position, nogo::Model> search(start, 1, PLENTY);
    search.run(0, -1, 1, false, nullptr, {&net});
    // White may not play in the corner.
    EXPECT(search.report().findings[0].line[0] == 0 && search.report().value == 0.75f);
    search.run(ANY_VISITS, -1, 1, false, nullptr, {&net});
    EXPECT(search.is_decided());
}

// Likes the first points best.
struct Stubborn {
    float ask(const float*, float* policy) {
        for (Index point = 0; point < 16; point++) policy[point] = -float(point);
        return 0.0f;
    }
};

// On 4x4 the only answer that wins is the point across the centre (webdocs.cs.ualberta.ca, Solving NoGo on Small Board
// Sizes). A few dozen visits would not find that by themselves.
void the_root_is_solved() {
    for (const Index opening : {0, 1, 5}) {
        nogo::Position root(Board(4, 4), BLACK);
        root.play(opening);
        search::Said said(PLENTY);
        search::NetEvaluator<nogo::Position, Stubborn> net(one_board(root), {}, said);
        search::Search<nogo::Position, nogo::Model> search(root, 1, PLENTY);
        search.run(24, -1, 1, false, nullptr, {&net});
        EXPECT(!search.is_decided());
        search.run(100, -1, 1, false, nullptr, {&net});
        const Report report = search.report();
        EXPECT(report.exact && report.value == 1 && report.findings[0].line[0] == 15 - opening);
        EXPECT(visits_of(report) == search.visits() && search.visits() < 100);
    }
}

// Likes five points.
struct Counting {
    std::uint64_t* asked;
    float ask(const float*, float* policy) {
        ++*asked;
        for (Index point = 0; point < 16; point++) policy[point] = point < 5 ? 0.0f : -20.0f;
        return 0.0f;
    }
};

// A board that other orders of moves lead to is not asked about again, and the search is the same.
void a_net_is_asked_once_about_a_board() {
    const auto searched = [](std::size_t bytes, std::uint64_t& asked) {
        const nogo::Position root(Board(4, 4), BLACK);
        search::Said said(bytes);
        search::NetEvaluator<nogo::Position, Counting> net(one_board(root), {&asked}, said);
        search::Search<nogo::Position, nogo::Model> search(root, 1, PLENTY);
        for (std::uint64_t visits = 0; visits <= 400; visits += 20)  // in so few visits the root is not solved
            search.run(visits, -1, 1, false, nullptr, {&net});
        return search.report();
    };
    std::uint64_t always = 0, once = 0, seldom = 0;
    const Report expected = searched(0, always);
    for (const Report& report : {searched(PLENTY, once), searched(4096, seldom)})
        for (std::size_t k = 0; k < expected.findings.size(); k++) {
            EXPECT(report.findings[k].line == expected.findings[k].line);
            EXPECT(report.findings[k].value == expected.findings[k].value);
            EXPECT(report.findings[k].visits == expected.findings[k].visits);
        }
    EXPECT(2 * once < always && once < seldom && seldom < always);
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) scale = std::atof(words[1]);
    the_policy_is_played_first();
    values_steer_it();
    proofs_beat_the_evaluator();
    leaves_are_asked_about_together();
    one_evaluator_is_one_tree();
    a_failure_leaves_the_tree_whole();
    the_tree_is_kept();
    threads_search_one_tree();
    nets_see_planes();
    the_root_is_solved();
    a_net_is_asked_once_about_a_board();
}
