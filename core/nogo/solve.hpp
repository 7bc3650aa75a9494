// Who wins a NoGo position, and with which moves: proven.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "../budget.hpp"
#include "../threads.hpp"
#include "position.hpp"
#include "solving/plies.hpp"
#include "solving/reducer.hpp"
#include "solving/search.hpp"

namespace tengen::nogo {

class Solver {
public:
    using Verdict = solving::Verdict;

    struct Finding {
        double lower, upper;
        std::vector<Index> line;
    };

    // The position is sound and not over. At most MOST_LIVE points are left that somebody may still play.
    static bool takes(const Position& position) { return solving::Reducer(position).fits(); }

    // Each thread after the first needs memory of its own, which the table then lacks. Threads that would take more
    // than half of the memory do not run.
    Solver(const Position& position, std::size_t most_bytes, std::uint64_t seed = 0, int threads = 1)
        : position_(position), reducer_(position), most_threads_(threads_in(most_bytes)),
          shared_(reducer_.graph(), reducer_.symmetries(), seed,
                  table_bytes(reducer_.size(), most_bytes - bytes_beside_first(std::min(threads, most_threads_)))) {
        searches_.push_back(std::make_unique<solving::Search>(shared_));
        moves_ = replies(position);
        for (std::size_t k = 0; k < moves_.size(); k++) order_.push_back(k);
        std::stable_sort(order_.begin(), order_.end(),
                         [&](auto a, auto b) { return moves_[a].score > moves_[b].score; });
    }

    std::uint64_t nodes() const { return shared_.nodes.load(std::memory_order_relaxed); }
    std::pair<std::size_t, std::size_t> table() const { return {shared_.table.used(), shared_.table.size()}; }

    double done() const {
        const std::lock_guard lock(mutex_);
        double known = 0;
        for (const auto& move : moves_) known += move.verdict != Verdict::UNKNOWN;
        if (!searches_.empty() && known < double(moves_.size())) known += searches_.front()->done();
        return known / double(moves_.size());
    }

    // Searches until the position is solved, or with `all_moves` every move of it; until the seconds have passed
    // (negative: no limit); or until it is cancelled.
    void run(bool all_moves, double seconds, int threads, const Cancel* cancel) {
        threads = std::min(threads, most_threads_);
        const Budget budget(seconds, cancel);
        shared_.stop.store(false);
        shared_.several_threads = threads > 1;
        {
            const std::lock_guard lock(mutex_);
            add_searches(threads);
            for (auto& move : moves_)  // by a solver that this one goes on from
                if (move.verdict == Verdict::UNKNOWN) move.verdict = known(move.key);
        }
        on_threads(threads, [&](int k) { solve_moves(*searches_[std::size_t(k)], all_moves, budget); });
        std::vector<std::vector<Index>> lines;
        std::uint64_t nodes = LINE_NODES;
        for (const auto& move : moves_) lines.push_back(line(move, Budget(-1, cancel), nodes));
        const std::lock_guard lock(mutex_);
        lines_ = std::move(lines);
    }

    // For each legal move, what it is worth to the side to move, and how it may go on.
    std::vector<Finding> report() const {
        const std::lock_guard lock(mutex_);
        std::vector<Finding> findings;
        for (std::size_t k = 0; k < moves_.size(); k++) {
            const auto verdict = moves_[k].verdict;
            findings.push_back({verdict == Verdict::LOST ? 1.0 : -1.0, verdict == Verdict::WON ? -1.0 : 1.0,
                                k < lines_.size() ? lines_[k] : std::vector<Index>{moves_[k].point}});
        }
        return findings;
    }

    // The moves that are known to win in a position that came from this one. If none is known, it searches for one,
    // within the budget and `nodes_left`, which goes down by what was used. After `run`.
    std::vector<Index> winning_moves(const Position& position, const Budget& budget, std::uint64_t& nodes_left) {
        std::vector<Index> winning;
        std::vector<Move> unknown;
        for (const Move& move : replies(position)) {
            if (is_won(move)) winning.push_back(move.point);
            if (move.verdict == Verdict::UNKNOWN) unknown.push_back(move);
        }
        if (!winning.empty()) return winning;
        std::stable_sort(unknown.begin(), unknown.end(), is_tried_before);
        shared_.stop.store(false);
        for (const Move& move : unknown) {
            const std::uint64_t nodes_before = nodes();
            const auto verdict = searches_[0]->solve(move.after, move.key, budget, nodes_left);
            nodes_left -= std::min(nodes_left, nodes() - nodes_before);
            if (verdict == Verdict::LOST) return {move.point};
            if (verdict == Verdict::UNKNOWN || nodes_left == 0) break;
        }
        return {};
    }

    // The rest is for a search that is spread over many solvers of the same position and seed: their keys are the same.

    // Can play have come from the solver's position to this one, whoever is to move? Only such a position may be asked
    // about.
    bool follows(const Position& position) const {
        const Board &start = position_.board(), &now = position.board();
        if (now.height != start.height || now.width != start.width || !position.is_sound()) return false;
        for (Index point = 0; point < start.size(); point++) {
            const bool is_new = start[point] == EMPTY && (now[point] == BLACK || now[point] == WHITE);
            if (now[point] != start[point] && !(is_new && reducer_.number(point) >= 0)) return false;
        }
        return true;
    }

    struct Reply {
        Index point;
        solving::Key key;  // of the position that it leads to
        Verdict verdict;   // for the side that answers
    };

    // The moves of a position that follows, in the order in which the search tries them; of those that lead to one key
    // the first.
    std::vector<Reply> replies_in_order(const Position& position) const {
        auto moves = replies(position);
        std::stable_sort(moves.begin(), moves.end(), is_tried_before);
        std::vector<Reply> found;
        for (const Move& move : moves)
            if (std::none_of(found.begin(), found.end(), [&](const Reply& other) {
                    return other.key.index == move.key.index && other.key.signature == move.key.signature;
                }))
                found.push_back({move.point, move.key, move.verdict});
        return found;
    }

    // Who wins a position that follows: for the side to move; UNKNOWN if that takes more than so many nodes, or if it
    // is cancelled.
    Verdict decide(const Position& position, std::uint64_t most_nodes, int threads, const Cancel* cancel) {
        const auto state = reducer_.reduced(position);
        if (!state.can_move()) return Verdict::LOST;
        const auto key = shared_.keys.of(state);
        threads = std::min(threads, most_threads_);
        const Budget budget(-1, cancel);
        shared_.stop.store(false);
        shared_.several_threads = threads > 1;
        add_searches(threads);
        std::atomic<Verdict> found = Verdict::UNKNOWN;
        on_threads(threads, [&](int k) {
            const auto verdict =
                searches_[std::size_t(k)]->solve(state, key, budget, most_nodes / std::uint64_t(threads));
            if (verdict == Verdict::UNKNOWN) return;
            found.store(verdict);
            shared_.stop.store(true);
        });
        return found;
    }

    struct Plies {
        int least, most;
        std::vector<Index> line;
    };

    // How many plies the winner needs if the loser delays it as long as it can: `least` and `most` are the same and the
    // line is such a game, or they are bounds if the time ran out. After a run that has shown who wins. Takes
    // `most_bytes` of memory more.
    Plies count_plies(std::size_t most_bytes, double seconds, const Cancel* cancel) {
        const bool wins = std::any_of(moves_.begin(), moves_.end(), is_won);
        const solving::PlySearch::State start{reducer_.reduced<solving::Loose::KEPT>(position_),
                                              reducer_.reduced(position_)};
        const int attacker = start.all.mover ^ (wins ? 0 : 1);
        const Budget budget(seconds, cancel);
        shared_.stop.store(false);
        solving::PlySearch search(shared_, *searches_[0], table_bytes(reducer_.size(), most_bytes));
        const int live = std::popcount(start.all.live), last = wins ? 1 : 0;  // the winner makes the last one
        Plies plies{2 - last, live - (live + last) % 2, {}};
        while (plies.most > plies.least) {
            const auto verdict = search.wins_within(start, attacker, plies.most - 2, budget);
            if (verdict == Verdict::UNKNOWN) break;
            if (verdict == Verdict::WON)
                plies.most -= 2;
            else
                plies.least = plies.most;
        }
        if (plies.least < plies.most) return plies;
        solving::Bits preferred = 0;
        for (const Move& move : moves_)
            if (is_won(move)) preferred |= solving::Bits(1) << reducer_.number(move.point);
        for (const int move : search.line(start, attacker, plies.most, preferred, budget))
            plies.line.push_back(reducer_.point(move));
        const std::lock_guard lock(mutex_);
        for (Move& move : moves_)
            if (wins && !plies.line.empty() && move.point == plies.line[0]) move.verdict = Verdict::LOST;
        return plies;
    }

    const Position& position() const { return position_; }

    // The answers that took long, as words: a solver of the same position and seed can go on from them.
    std::vector<std::uint64_t> journal() {
        const std::lock_guard lock(shared_.mutex);
        std::vector<std::uint64_t> words;
        words.reserve(3 * shared_.journal.size());
        for (const auto& [key, verdict, work] : shared_.journal)
            words.insert(words.end(), {key.index, key.signature, std::uint64_t(work) << 2 | std::uint64_t(verdict)});
        return words;
    }

    // Could these words be a journal?
    static bool is_journal(const std::vector<std::uint64_t>& words) {
        bool has_verdicts = words.size() % 3 == 0;
        for (std::size_t k = 2; k < words.size(); k += 3) {
            const auto verdict = Verdict(words[k] & 3);
            has_verdicts = has_verdicts && (verdict == Verdict::LOST || verdict == Verdict::WON);
        }
        return has_verdicts;
    }

    // Words that are not a journal of this position give wrong answers.
    void go_on_from(const std::vector<std::uint64_t>& words) {
        const std::lock_guard lock(shared_.mutex);
        for (std::size_t k = 0; k + 2 < words.size(); k += 3) {
            const solving::Key key{words[k], words[k + 1]};
            const auto verdict = Verdict(words[k + 2] & 3);
            const unsigned work = words[k + 2] >> 2 & 63;
            if (known(key) != Verdict::UNKNOWN) continue;
            shared_.table.store(key.index, key.signature, verdict, work);
            shared_.journal.push_back({key, verdict, work});
        }
    }

private:
    struct Move {
        Index point;
        int score;
        solving::Reduced after;
        solving::Key key;
        Verdict verdict;  // for the side that answers
    };

    static constexpr std::uint64_t LINE_NODES = 500'000;

    static std::size_t bytes_beside_first(int threads) { return std::size_t(threads - 1) * solving::Search::bytes(); }
    static int threads_in(std::size_t most_bytes) {
        return 1 + int(std::min<std::size_t>(most_bytes / 2 / solving::Search::bytes(), 1 << 20));
    }

    // Not more than a board of this many points can use: a small board needs no large table.
    static std::size_t table_bytes(int points, std::size_t most_bytes) {
        return std::size_t(std::min(double(most_bytes), std::ceil(4e6 * std::pow(2.5, std::max(0, points - 18)))));
    }

    // What the search calls this legal move, and where it leads.
    std::pair<int, solving::Reduced> after(const solving::Reduced& before, const Position& position,
                                           Index point) const {
        solving::Reduced state;
        const int number = reducer_.number(point);
        if (before.live >> number & 1) {
            solving::play(reducer_.graph(), before, number, state);
            return {number, state};
        }
        const bool is_star = position.is_legal(point, opponent(position.to_play()));
        solving::play_loose(before, is_star, state);
        return {is_star ? solving::STAR_MOVE : solving::TEMPO_MOVE, state};
    }

    Verdict known(const solving::Key& key) const { return shared_.table.look_up(key.index, key.signature); }

    // The moves of a position that came from the solver's, row by row, and what is known of them.
    std::vector<Move> replies(const Position& position) const {
        const auto before = reducer_.reduced(position);
        std::vector<Move> moves;
        for (const Index point : position.legal_moves()) {
            const auto [move, state] = after(before, position, point);
            const auto key = shared_.keys.of(state);
            moves.push_back({point, solving::model_score(reducer_.graph(), before, move, state), state, key,
                             state.can_move() ? known(key) : Verdict::LOST});
        }
        return moves;
    }

    static bool is_tried_before(const Move& one, const Move& other) { return one.score > other.score; }

    void add_searches(int threads) {
        while (int(searches_.size()) < threads) searches_.push_back(std::make_unique<solving::Search>(shared_));
    }

    static bool is_won(const Move& move) { return move.verdict == Verdict::LOST; }

    bool is_enough(bool all_moves) const {
        const auto is_known = [](const Move& move) { return move.verdict != Verdict::UNKNOWN; };
        return std::all_of(moves_.begin(), moves_.end(), is_known) ||
               (!all_moves && std::any_of(moves_.begin(), moves_.end(), is_won));
    }

    void solve_moves(solving::Search& search, bool all_moves, const Budget& budget) {
        for (const std::size_t k : order_) {
            {
                const std::lock_guard lock(mutex_);
                if (is_enough(all_moves)) break;
                if (moves_[k].verdict != Verdict::UNKNOWN) continue;
            }
            const auto verdict = search.solve(moves_[k].after, moves_[k].key, budget);
            const std::lock_guard lock(mutex_);
            if (verdict == Verdict::UNKNOWN) break;
            moves_[k].verdict = verdict;
            for (auto& move : moves_)  // its mirror images
                if (move.key.index == moves_[k].key.index && move.key.signature == moves_[k].key.signature)
                    move.verdict = verdict;
        }
        shared_.stop.store(true);
    }

    // The move, and how the game may go on: the winner's moves win, the loser's are any. It ends where no winning move
    // is known.
    std::vector<Index> line(const Move& move, const Budget& budget, std::uint64_t& nodes_left) {
        std::vector<Index> found{move.point};
        Position now = position_;
        now.play(move.point);
        auto verdict = move.verdict;
        while (verdict != Verdict::UNKNOWN && !now.is_over()) {
            const auto moves = verdict == Verdict::WON ? winning_moves(now, budget, nodes_left) : now.legal_moves();
            if (moves.empty()) break;
            now.play(moves.front());
            found.push_back(moves.front());
            verdict = verdict == Verdict::WON ? Verdict::LOST : Verdict::WON;
        }
        return found;
    }

    Position position_;
    solving::Reducer reducer_;
    const int most_threads_;
    solving::Shared shared_;
    std::vector<Move> moves_;
    std::vector<std::size_t> order_;
    std::vector<std::vector<Index>> lines_;
    std::vector<std::unique_ptr<solving::Search>> searches_;
    mutable std::mutex mutex_;  // of what report and done read while run writes
};

}  // namespace tengen::nogo
