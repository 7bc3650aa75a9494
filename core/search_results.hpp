// What a search knows of the moves of a position, and which of them it tries next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "grid.hpp"

namespace tengen::search {

// Counts are kept as floats, which are exact up to here; a search that has come so far stops.
constexpr std::uint64_t MOST_VISITS = (std::uint64_t(1) << 24) - 2;

// How a game ends, for Black: 1 won, 0 lost, 0.5 drawn; as played, or for sure.
struct Verdict {
    float black = 0.5f;
    bool exact = false;
    bool partial = false;  // of a list of moves: it does not have all that may be good
    float lead = NO_LEAD;  // by how many points Black is ahead, where the game counts them

    static constexpr float NO_LEAD = std::numeric_limits<float>::quiet_NaN();

    static Verdict won_by(Cell winner, bool exact) {
        return {winner == BLACK ? 1.0f : winner == WHITE ? 0.0f : 0.5f, exact};
    }
    float for_side(Cell colour) const { return colour == BLACK ? black : 1.0f - black; }
};

struct Candidate {
    Index move = PASS;
    float value = 0.5f;   // a first guess, for the side to move
    float weight = 0.0f;  // how many visits the guess counts for
    float prior = 0.0f;   // how likely an evaluator thinks it, among those listed; see `weigh`
};

struct Tuning {
    float exploration = 0.25f;
    float amaf_bias = 0.0f;     // how fast a move's own results replace AMAF's; 0: only as they outnumber them
    float expand_at = 2.0f;     // visits of a move before it gets a node of its own,
    float expand_share = 1e9f;  // or this times the moves it is listed with, if that is less
    float widen_from = 1e9f;    // how many moves may be tried from the beginning,
    float widen_by = 0.0f;      // and how many more: this times the square root of the visits
    // With several threads, each has a view of its own of a position with at least this many visits for each thread,
    // and at least one in so many of the root's visits.
    float view_from = 32.0f, view_share = 1024.0f;
    // A view exchanges news after so many of its thread's visits: one in so many of the position's, shared out among
    // the threads, but within bounds.
    float news_share = 8.0f, least_news = 8.0f, most_news = 256.0f;
    // Where an evaluator judges positions, these count instead.
    float puct = 1.25f;  // how much a move's prior counts
    float first_play = 0.1f;  // what a move that was not tried loses on its position, once the likely ones were tried
};

// What an evaluator says of a position, turned into priors: its logits, by point and then the pass, over the listed
// moves alone. The likeliest move comes first.
inline void weigh(std::vector<Candidate>& candidates, const float* policy, Index points) {
    float highest = -std::numeric_limits<float>::infinity(), sum = 0;
    for (auto& each : candidates) {
        each.prior = policy[each.move == PASS ? points : each.move];
        highest = std::max(highest, each.prior);
    }
    for (auto& each : candidates) sum += each.prior = std::isinf(highest) ? 1.0f : std::exp(each.prior - highest);
    for (auto& each : candidates) each.prior /= sum;
    std::stable_sort(candidates.begin(), candidates.end(), [](auto& a, auto& b) { return a.prior > b.prior; });
}

// Which points each side has played since a node of the tree, for AMAF. Slot 0 is the pass.
class Played {
public:
    explicit Played(Index points) : weights_(2 * (std::size_t(points) + 1)), points_(std::size_t(points)) {}

    void clear() { std::fill(weights_.begin(), weights_.end(), 0.0f); }
    void add(Index move, Cell colour) { of(colour)[slot(move)] = 1.0f; }
    bool has(Index move, Cell colour) const { return weights_[std::size_t(side(colour)) * (points_ + 1) + slot(move)]; }
    float* of(Cell colour) { return weights_.data() + std::size_t(side(colour)) * (points_ + 1); }

    static std::size_t slot(Index move) { return move == PASS ? 0 : std::size_t(move) + 1; }

private:
    std::vector<float> weights_;
    std::size_t points_;
};

// What came of the moves of a position, all for the side to move. Arrays side by side, since every simulation looks at
// all moves; they lie in the memory of whoever has this.
struct Results {
    static constexpr std::size_t ARRAYS = 6;
    static constexpr std::size_t ADDED = 4;  // of those, the first ones: what simulations add to

    Results(std::size_t moves, bool is_partial, float* memory)
        : count(moves), open(moves), partial(is_partial), floats(memory) {}
    Results(const Results&) = delete;
    Results& operator=(const Results&) = delete;

    float* visits() { return floats; }
    float* score() { return floats + count; }
    float* amaf_visits() { return floats + 2 * count; }
    float* prior() { return floats + 2 * count; }  // in its place, where an evaluator has judged the position
    float* amaf_score() { return floats + 3 * count; }
    float* closed() { return floats + 4 * count; }  // 0: open. CLOSED: its value is proven, and is its score

    // The square root of visits + 1, kept because it is read more often than it changes.
    float* root_of_visits() { return floats + 5 * count; }

    static constexpr float CLOSED = 1.0f;
    static constexpr std::size_t NONE = ~std::size_t(0);

    bool is_closed(std::size_t k) { return closed()[k] != 0.0f; }
    bool is_decided() const { return best_closed == 1.0f || (open == 0 && !partial); }
    float value(std::size_t k) {
        return is_closed(k) ? score()[k] : visits()[k] > 0 ? score()[k] / visits()[k] : judged ? mean() : 0.5f;
    }

    // An evaluator has judged the position: its value for the side to move, and the priors of the candidates.
    void judge(const std::vector<Candidate>& candidates, float value) {
        judged = true;
        results = 1;
        sum = value;
        for (std::size_t k = 0; k < count; k++) prior()[k] = candidates[k].prior;
    }
    float mean() const { return sum / results; }

    void widen(const Tuning& tuning) {
        const float wanted = tuning.widen_from + tuning.widen_by * std::sqrt(total);
        considered = wanted >= float(count) ? count : std::size_t(std::max(wanted, 1.0f));
    }

    // Counted as lost until the result is known: other threads look elsewhere.
    void visit(std::size_t k, float times = 1) {
        total += times;
        root_of_visits()[k] = std::sqrt((visits()[k] += times) + 1.0f);
        if (judged && visits()[k] == 1) tried += prior()[k];
    }
    // There is no result.
    void take_back(std::size_t k) {
        total--;
        root_of_visits()[k] = std::sqrt(--visits()[k] + 1.0f);
        if (judged && visits()[k] == 0) tried -= prior()[k];
    }

    // The move to try next, or NONE if all are closed.
    std::size_t select(const Tuning& tuning) { return judged ? select_judged(tuning) : select_by_results(tuning); }
    std::size_t select_judged(const Tuning& tuning);
    std::size_t select_by_results(const Tuning& tuning);

    // Moves that were played later count a little as if they had been played here. `played` has their weights; `amaf`
    // is their visits and, behind that, their scores.
    static void add_amaf(float* amaf, std::size_t moves_count, const Index* moves, const float* played, float result) {
        float* const scores = amaf + moves_count;
        for (std::size_t j = 0; j < moves_count; j++) {
            const float weight = played[Played::slot(moves[j])];
            amaf[j] += weight;
            scores[j] += weight * result;
        }
    }

    // The value of a move is known for good.
    void close(std::size_t k, float value) {
        if (is_closed(k)) return;
        closed()[k] = CLOSED;
        score()[k] = value;
        best_closed = std::max(best_closed, value);
        open--;
    }

    // The open move with the most visits, or NONE if all are closed.
    std::size_t best_open() {
        std::size_t best = NONE;
        for (std::size_t k = 0; k < count; k++)
            if (!is_closed(k) && (best == NONE || visits()[k] > visits()[best])) best = k;
        return best;
    }

    // Of the open moves that were visited: which is surely good? Where an evaluator judges, that is the one whose mean
    // less its standard error is highest, for the most visited one may be what looked good at first. Few visits are too
    // few to tell. Otherwise it is the most visited one.
    std::size_t surest();

    // Moves by preference: what is won for sure, then the surest, then by visits, what is lost for sure last.
    std::vector<std::size_t> ranking();

    std::size_t count, open, considered = 0;
    bool partial;  // there are moves that are not listed: if all of these lose, it is not lost yet
    bool judged = false;  // by an evaluator; then:
    float sum = 0, results = 0;  // its own value and all that came of it since
    float tried = 0;  // the priors of the moves that were tried
    float total = 1;  // visits + 1
    float best_closed = -1;  // the value of the best closed move; -1: none is closed
    float* floats;
};

// PUCT. What was not tried yet is taken for a little worse than the position itself, and the more so the more likely
// the moves are that were tried.
inline std::size_t Results::select_judged(const Tuning& tuning) {
    const float *visited = visits(), *scores = score(), *priors = prior();
    const float explore = tuning.puct * std::sqrt(total);
    const float untried = std::max(0.0f, mean() - tuning.first_play * std::sqrt(std::max(tried, 0.0f)));
    std::size_t best = NONE;
    float highest = 0;
    for (std::size_t k = 0; k < count; k++) {
        if (is_closed(k)) continue;
        const float value = visited[k] > 0 ? scores[k] / visited[k] : untried;
        const float here = value + explore * priors[k] / (1.0f + visited[k]);
        if (best == NONE || here > highest) best = k, highest = here;
    }
    return best;
}

inline std::size_t Results::select_by_results(const Tuning& tuning) {
    const float *visited = visits(), *scores = score(), *amaf = amaf_visits(), *amaf_scores = amaf_score();
    const float* const roots = root_of_visits();
    const float bias = tuning.amaf_bias, explore = tuning.exploration * std::sqrt(std::log(total + 1.0f));
    // The mean of a move's own results and its AMAF results. Those count for amaf / (1 + bias * amaf) visits, and both
    // sides of the fraction are multiplied by that divisor.
    const auto mean = [&](std::size_t k) {
        const float doubt = 1.0f + bias * amaf[k];
        return (scores[k] * doubt + amaf_scores[k]) / (visited[k] * doubt + amaf[k] + 1e-6f);
    };
    const auto worth = [&](std::size_t k) { return mean(k) + explore / roots[k]; };
    if (open < count) {
        // Closed moves are skipped, and others looked at in their place.
        std::size_t best = NONE, looked = 0;
        float highest = 0;
        for (std::size_t k = 0; k < count && looked < considered; k++) {
            if (is_closed(k)) continue;
            looked++;
            if (const float here = worth(k); best == NONE || here > highest) best = k, highest = here;
        }
        return best;
    }
    // Floats that are not negative compare as their bits do, read as integers. Those can be compared many at a time.
    constexpr std::size_t CHUNK = 128;
    float values[CHUNK];
    std::int32_t bits[CHUNK];
    std::size_t best = 0;
    std::int32_t highest = -1;
    for (std::size_t from = 0; from < considered; from += CHUNK) {
        const std::size_t here = std::min(CHUNK, considered - from);
        if (explore == 0.0f)
            for (std::size_t k = 0; k < here; k++) values[k] = mean(from + k);
        else
            for (std::size_t k = 0; k < here; k++) values[k] = worth(from + k);
        std::memcpy(bits, values, here * sizeof(float));
        std::int32_t top = highest;
        for (std::size_t k = 0; k < here; k++) top = std::max(top, bits[k]);
        if (top == highest) continue;
        highest = top;
        best = from + std::size_t(std::find(bits, bits + here, top) - bits);
    }
    return best;
}

inline std::size_t Results::surest() {
    constexpr float LEAST_SHARE = 0.15f;  // of the visits of the most visited move
    constexpr float LEAST_SPREAD = 0.02f;  // a few results that are all alike do not make a value sure
    std::size_t best = best_open();
    if (!judged || best == NONE || visits()[best] < 1) return best;
    const float enough = std::max(1.0f, LEAST_SHARE * visits()[best]);
    float highest = -1;
    for (std::size_t k = 0; k < count; k++) {
        if (is_closed(k) || visits()[k] < enough) continue;
        const float mean = std::clamp(score()[k] / visits()[k], LEAST_SPREAD, 1 - LEAST_SPREAD);
        const float sure = mean - std::sqrt(mean * (1 - mean) / visits()[k]);
        if (sure > highest) best = k, highest = sure;
    }
    return best;
}

inline std::vector<std::size_t> Results::ranking() {
    std::vector<std::size_t> order(count);
    for (std::size_t k = 0; k < count; k++) order[k] = k;
    const bool decided = is_decided();
    const auto rank = [&](std::size_t k) {
        if (!is_closed(k)) return std::pair(1.0f, visits()[k]);
        if (score()[k] == 1.0f) return std::pair(2.0f, visits()[k]);
        if (decided) return std::pair(score()[k], visits()[k]);
        return std::pair(score()[k] == 0.0f ? 0.0f : 1.0f, visits()[k]);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    if (!decided && count > 0 && !is_closed(order[0])) {
        const auto place = std::find(order.begin(), order.end(), surest());
        std::rotate(order.begin(), place, place + 1);
    }
    // A sure draw is better than what looks worse.
    if (!decided && count > 1 && !is_closed(order[0]) && best_closed > value(order[0]))
        for (std::size_t k = 1; k < count; k++)
            if (is_closed(order[k]) && score()[order[k]] == best_closed) {
                std::rotate(order.begin(), order.begin() + std::ptrdiff_t(k), order.begin() + std::ptrdiff_t(k) + 1);
                break;
            }
    return order;
}

}  // namespace tengen::search
