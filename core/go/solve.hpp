// The value of a position of Go under a superko rule, by area with komi: exact for the position with its past.
//
// Under superko a value depends on the past, so a table of boards must be used with care. Every entry here is a proof
// with its conditions: "from this board, with this side to move and this many passes, Black gets at least so much,
// provided that no situation of `fresh` has been there, and all of `barred` have". (A situation is what the rule
// forbids to repeat: a board, or a board with the side to play.)
//
// They are made by induction. Let Black's proof be in question, the game having come along some path:
//   - Two passes: the score, no conditions.
//   - Black to move: one move that is legal, to c, with a proof at c whose conditions hold. Needed: c is fresh (not for
//     PASS, which is always legal), what c needs, but that c itself be barred: by then it has been there.
//   - White to move: a proof for each move that is legal. Needed: what those need, likewise, and for each move that the
//     past forbids here that it is barred. A move that some other past forbids is one fewer to answer.
// A proof is used on another path only when its conditions hold there. White's proofs are the same with the colours
// exchanged. What was there before the start stays for good, so it is tested as fresh and never noted as barred.
//
// The search asks whether Black gets at least so much: yes, no, or not known to this depth, which grows. What was not
// known to some depth on one path is taken as not known on others too. That claims nothing, so it cannot be wrong.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "../budget.hpp"
#include "board_graph.hpp"
#include "position.hpp"
#include "proofs.hpp"

namespace tengen::go {

class Solver {
public:
    struct Finding {
        double lower, upper;  // of the margin with komi, to the side to move
        std::vector<Index> line;
    };

    static constexpr Index MOST_POINTS = 25;

    // Of sound positions that are not over.
    static bool takes(const Position& start) { return start.has_superko() && start.board().size() <= MOST_POINTS; }

    Solver(Position start, std::size_t most_bytes) : start_(std::move(start)), most_bytes_(most_bytes), graph_(start_) {
        for (const Index move : start_.legal_moves()) {
            Position next = start_;
            next.play(move);
            const int most = graph_.points();
            roots_.push_back({move, graph_.number_of(next.board()), next.passes(), -most, most, {}});
        }
        find_twins();
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double done() const { return double(settled_.load(std::memory_order_relaxed)) / double(roots_.size()); }
    // Proofs kept, and about how many there is room for.
    std::pair<std::uint64_t, std::uint64_t> table() const {
        const std::uint64_t used = proofs_.size();
        const std::uint64_t each =
            used ? std::max<std::uint64_t>(proofs_.proof_bytes() / used, sizeof(Proof)) : sizeof(Proof);
        return {used, std::max<std::uint64_t>(used, most_bytes_ / each)};
    }
    const Position& position() const { return start_; }

    // Until the seconds, if not negative, have passed, or this many positions in all were looked at.
    void run(bool all_moves, double seconds, const Cancel* cancel, std::uint64_t most_nodes = Budget::ANY) {
        budget_ = Budget(seconds, cancel, most_nodes);
        stopped_ = false;
        for (; !is_settled(all_moves) && !out_of_room(); depth_++) {
            for (bool found = true; found && !stopped_;) found = ask_about_moves(all_moves);
            if (stopped_) break;
        }
        for (std::size_t k = 0; k < roots_.size(); k++) {
            Root& root = roots_[k];
            root.line = root.twin == k ? line_of(root) : roots_[root.twin].line;
            if (root.twin == k) continue;
            const auto seen = images(root.symmetry);
            for (Index& move : root.line)
                if (move != PASS) move = Index(std::find(seen.begin(), seen.end(), move) - seen.begin());
        }
    }

    // For every legal move, in their order.
    std::vector<Finding> report() const {
        std::vector<Finding> findings;
        const double komi = start_.rules().komi_halves / 2.0;
        for (const Root& root : roots_) {
            if (start_.to_play() == BLACK)
                findings.push_back({root.lower - komi, root.upper - komi, root.line});
            else
                findings.push_back({komi - root.upper, komi - root.lower, root.line});
        }
        return findings;
    }

private:
    using Number = BoardGraph::Number;
    struct Root {
        Index move;
        Number to;
        int passes;
        int lower, upper;  // Black's lead in area
        std::vector<Index> line;
        std::size_t twin = 0;  // the first move that is this one turned or mirrored: they are worth the same
        int symmetry = 0;  // that takes this one there
    };

    struct Result {
        Answer answer = UNKNOWN;
        Proof proof;
    };

    static std::size_t place_of(Number number, Cell mover, int passes) {
        return std::size_t(number) * 4 + std::size_t(side(mover)) * 2 + std::size_t(passes);
    }
    Situation situation_of(Number number, Cell to_play) const {
        return start_.rules().ko == KoRule::SITUATIONAL ? number * 2 + Situation(side(to_play)) : number;
    }
    bool was_there(Number number, Cell to_play) const { return graph_.was_there(number, to_play); }

    bool goes_on() {
        const std::uint64_t count = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(count, std::memory_order_relaxed);
        if ((count & 0x3ff) == 0 && (budget_.is_spent(count) || out_of_room())) stopped_ = true;
        return !stopped_;
    }
    bool out_of_room() const { return graph_.bytes() + proofs_.place_bytes() > most_bytes_; }

    // Does Black get at least `bound`?
    Result search(Number number, Cell mover, int passes, int bound, int depth) {
        if (!goes_on()) return {};
        // To pass after a pass ends the game.
        const int lead = graph_.lead(number);
        const Answer wanted = mover == BLACK ? YES : NO;
        if (passes == 1 && (lead >= bound) == (wanted == YES)) return {wanted, {lead, PASS, {}, {}}};
        const auto [lowest, highest] = graph_.bounds(number);
        if (lowest >= bound) return {YES, {lowest, PASS, {}, {}}};
        if (highest < bound) return {NO, {highest, PASS, {}, {}}};
        const std::size_t here = place_of(number, mover, passes);
        Index hint = NOWHERE;
        for (const Answer answer : {YES, NO})
            if (const Proof* known = proofs_.find(here, answer, bound, path_, hint)) return {answer, *known};
        if (depth == 0 || proofs_.was_tried(here, bound, depth, depth_)) return {};
        Result result = try_moves(number, mover, passes, bound, depth, hint);
        if (stopped_) return {};
        if (result.answer == UNKNOWN) {
            proofs_.note_tried(here, bound, depth, depth_);
        } else {
            erase(result.proof.barred, situation_of(number, mover));  // it has been there whenever this is asked
            keep(here, result);
        }
        return result;
    }

    struct Choice {
        Index move;
        Number to;
        int rank;
    };

    std::vector<Choice> choices(Number number, Cell mover, int bound, Index hint) {
        std::vector<Choice> list;
        const int sign = mover == BLACK ? 1 : -1;
        // Passing is worth a try first where the score as it stands is good enough.
        const bool content = (graph_.lead(number) >= bound) == (mover == BLACK);
        list.push_back({PASS, number, hint == PASS ? 1000 : content ? 900 : -900});
        for (auto [k, end] = graph_.moves(number, mover); k < end; k++) {
            const auto [move, to] = graph_.edge(k);
            list.push_back({move, to, hint == move ? 1000 : sign * graph_.lead(to)});
        }
        std::stable_sort(list.begin(), list.end(), [](const Choice& a, const Choice& b) { return a.rank > b.rank; });
        return list;
    }

    Result try_moves(Number number, Cell mover, int passes, int bound, int depth, Index hint) {
        const Answer wanted = mover == BLACK ? YES : NO, unwanted = mover == BLACK ? NO : YES;
        const Cell other = opponent(mover);
        Result all;  // if every move is answered
        all.answer = unwanted;
        all.proof.bound = mover == BLACK ? -graph_.points() : graph_.points();
        bool known = true;
        for (const Choice& choice : choices(number, mover, bound, hint)) {
            const bool is_pass = choice.move == PASS;
            const Situation next = situation_of(choice.to, other);
            if (!is_pass) {
                if (was_there(choice.to, other)) continue;
                if (path_.times(next)) {
                    insert(all.proof.barred, next);
                    continue;
                }
            }
            Result result;
            if (is_pass && passes == 1) {
                result = {graph_.lead(number) >= bound ? YES : NO, {graph_.lead(number), PASS, {}, {}}};
            } else {
                path_.times(next)++;
                result = search(choice.to, other, is_pass ? passes + 1 : 0, bound, depth - 1);
                path_.times(next)--;
            }
            if (stopped_) return {};
            if (result.answer == UNKNOWN) {
                known = false;
                continue;
            }
            erase(result.proof.barred, next);
            if (result.answer == wanted) {
                if (!is_pass) insert(result.proof.fresh, next);
                result.proof.move = choice.move;
                return result;
            }
            if (!known) continue;
            unite(all.proof.fresh, result.proof.fresh);
            unite(all.proof.barred, result.proof.barred);
            const int more = result.proof.bound - all.proof.bound;
            if ((mover == BLACK ? more > 0 : more < 0) || all.proof.move == NOWHERE) {
                all.proof.bound = result.proof.bound;
                all.proof.move = choice.move;
            }
        }
        return known ? all : Result{};
    }

    void keep(std::size_t here, const Result& result) {
        if (graph_.bytes() + proofs_.place_bytes() + proofs_.proof_bytes() > most_bytes_) proofs_.forget();
        proofs_.keep(here, result.answer, result.proof);
    }

    int sign() const { return start_.to_play() == BLACK ? 1 : -1; }
    int worst(const Root& root) const { return sign() > 0 ? root.lower : -root.upper; }  // to the side to move
    int best(const Root& root) const { return sign() > 0 ? root.upper : -root.lower; }

    bool is_settled(bool all_moves) const {
        int low = -graph_.points(), high = -graph_.points();
        bool all = true;
        for (const Root& root : roots_) {
            low = std::max(low, worst(root));
            high = std::max(high, best(root));
            all = all && root.lower == root.upper;
        }
        return all_moves ? all : low == high;
    }

    // Asks once about each move that matters; says whether something was found out.
    bool ask_about_moves(bool all_moves) {
        bool found = false;
        for (std::size_t k = 0; k < roots_.size() && !stopped_; k++) {
            if (roots_[k].twin != k || roots_[k].lower == roots_[k].upper) continue;
            int low = -graph_.points();
            for (const Root& root : roots_) low = std::max(low, worst(root));
            if (best(roots_[k]) > low)
                found |= ask(k, std::max(low, worst(roots_[k])) + 1);
            else if (!all_moves)
                continue;
            if (all_moves && roots_[k].lower < roots_[k].upper && !stopped_) {
                found |= ask(k, worst(roots_[k]) + 1);
                if (roots_[k].lower < roots_[k].upper && !stopped_) found |= ask(k, best(roots_[k]));
            }
        }
        return found && !is_settled(all_moves);
    }

    // Is this move worth at least so much to the side to move?
    bool ask(std::size_t number, int value) {
        Root& root = roots_[number];
        const Cell other = opponent(start_.to_play());
        const int bound = sign() > 0 ? value : 1 - value;  // White gets at least v unless Black gets at least 1 - v
        Result result;
        if (root.passes == 2) {
            result.answer = YES;
            root.lower = root.upper = graph_.lead(root.to);
        } else {
            path_.times(situation_of(root.to, other))++;
            result = search(root.to, other, root.passes, bound, depth_);
            path_.times(situation_of(root.to, other))--;
            if (result.answer == YES) root.lower = std::max(root.lower, result.proof.bound);
            if (result.answer == NO) root.upper = std::min(root.upper, result.proof.bound);
        }
        std::uint32_t settled = 0;
        for (Root& each : roots_) {
            if (each.twin == number) each.lower = root.lower, each.upper = root.upper;
            settled += each.lower == each.upper;
        }
        settled_.store(settled, std::memory_order_relaxed);
        return result.answer != UNKNOWN;
    }

    // If a symmetry leaves the position and its past as they are, two moves that it maps to each other are worth the
    // same.
    void find_twins() {
        const Board& board = start_.board();
        for (std::size_t k = 0; k < roots_.size(); k++) roots_[k].twin = k;
        if (start_.has_superko() && start_.history().size() > 1 && !only_this_board()) return;
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            if (!(transformed(board, symmetry) == board)) continue;
            for (std::size_t k = 0; k < roots_.size(); k++) {
                if (roots_[k].move == PASS) continue;
                const Index image = images(symmetry)[std::size_t(roots_[k].move)];
                for (std::size_t twin = 0; twin < roots_[k].twin; twin++)
                    if (roots_[twin].move == image) roots_[k].twin = twin, roots_[k].symmetry = symmetry;
            }
        }
    }
    // Where each point comes to lie.
    std::vector<Index> images(int symmetry) const {
        std::vector<Index> result(start_.board().cells.size());
        for (std::size_t point = 0; point < result.size(); point++) {
            Board mark(start_.board().height, start_.board().width);
            mark.cells[point] = BLACK;
            const auto cells = transformed(mark, symmetry).cells;
            result[point] = Index(std::find(cells.begin(), cells.end(), BLACK) - cells.begin());
        }
        return result;
    }
    bool only_this_board() const {
        const auto past = start_.history().list();
        const std::uint64_t one = std::uint64_t(1) << 63;
        return std::all_of(past.begin(), past.end(),
                           [&](std::uint64_t each) { return (each & ~one) == (start_.stones().hash() & ~one); });
    }

    // The move, and how the proofs go on: each side plays what keeps the value.
    std::vector<Index> line_of(const Root& root) {
        std::vector<Index> line{root.move};
        if (root.lower != root.upper || root.passes == 2) return line;
        Number number = root.to;
        Cell mover = opponent(start_.to_play());
        int passes = root.passes;
        std::vector<Situation> path{situation_of(number, mover)};
        path_.times(path.back())++;
        while (passes < 2) {
            Index next = NOWHERE;
            Number to = number;
            if (passes == 1 && graph_.lead(number) == root.lower) next = PASS;
            if (next == NOWHERE)
                next = proofs_.move_for(place_of(number, mover, passes), mover == BLACK ? YES : NO, root.lower, path_);
            if (next == NOWHERE) break;
            if (next == PASS)
                passes++;
            else {
                passes = 0;
                for (auto [k, end] = graph_.moves(number, mover); k < end; k++)
                    if (graph_.edge(k).move == next) to = graph_.edge(k).to;
            }
            line.push_back(next);
            number = to;
            mover = opponent(mover);
            path.push_back(situation_of(number, mover));
            path_.times(path.back())++;
        }
        for (const Situation situation : path) path_.times(situation)--;
        return line;
    }

    Position start_;
    std::size_t most_bytes_;
    BoardGraph graph_;
    std::vector<Root> roots_;
    Proofs proofs_;
    Path path_;
    int depth_ = 1;
    Budget budget_;
    bool stopped_ = false;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint32_t> settled_{0};
};

}  // namespace tengen::go
