// The value of a position of Gomoku, and of each of its moves: a win, a draw or a loss, proven or not known.
//
// Four questions settle a move: does the mover win with it, and does the other side, each asked of threats alone and of
// all moves. They are asked in turn, each for a number of positions that grows from round to round. So a win by threats
// on a large board is found before the whole board is searched, and a draw on a small one before all threats are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "../budget.hpp"
#include "position.hpp"
#include "prover.hpp"

namespace tengen::gomoku {

class Solver {
public:
    static constexpr Index MOST_POINTS = 1024;

    struct Finding {
        int lower = -1, upper = 1;  // to the side to move: 1 a win, 0 a draw, -1 a loss
        std::vector<Index> line;
    };

    // Of positions that are not over. What is proven rests on moves that are the same for both sides: not so in renju.
    static bool takes(const Position& start) {
        return start.board().size() <= MOST_POINTS && start.rules().variant != Variant::RENJU;
    }

    Solver(const Position& start, std::size_t most_bytes)
        : start_(start), prover_(start, most_bytes), moves_(start.legal_moves()), findings_(moves_.size()),
          asked_(moves_.size()) {
        for (std::size_t k = 0; k < moves_.size(); k++) findings_[k].line = {moves_[k]};
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    const Position& position() const { return start_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double done() const { return double(settled_.load(std::memory_order_relaxed)) / double(moves_.size()); }
    std::pair<std::uint64_t, std::uint64_t> table() const { return {prover_.table().used(), prover_.table().size()}; }

    void run(bool all_moves, double seconds, const Cancel* cancel) {
        budget_ = Budget(seconds, cancel);
        stopped_ = false;
        for (; !is_settled(all_moves) && !is_stopped(); round_ = std::min(2 * round_, MOST_IN_ROUND)) {
            ask_about_position();
            if (!all_moves) continue;
            for (std::size_t k = 0; k < moves_.size() && !stopped_; k++) ask_about_move(k);
        }
        for (std::size_t k = 0; k < moves_.size(); k++) findings_[k].line = line_of(k);
    }

    // For every legal move, in their order.
    const std::vector<Finding>& report() const { return findings_; }

private:
    using Way = Question::Way;

    static constexpr std::uint64_t MOST_IN_ROUND = std::uint64_t(1) << 40;

    struct Asked {
        bool in_vain[2][2] = {{false, false}, {false, false}};  // by attacker and way: it was answered with no
    };

    bool goes_on() {
        const std::uint64_t count = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(count, std::memory_order_relaxed);
        if ((count & 0xff) == 0) is_stopped();
        return !stopped_ && count < round_end_;
    }
    bool is_stopped() {
        stopped_ = stopped_ || budget_.is_spent();
        return stopped_;
    }

    ProofNumbers ask(const Question& question) {
        round_end_ = nodes() + round_;
        return prover_.prove(question, [this] { return goes_on(); });
    }

    // What the questions about the whole position say of its moves.
    void ask_about_position() {
        const Cell mover = start_.to_play(), other = opponent(mover);
        for (const Way way : {Question::THREATS, Question::FULL}) {
            if (stopped_ || best(&Finding::upper) < 1 || best(&Finding::lower) == 1 || here_in_vain_[0][way]) continue;
            const ProofNumbers numbers = ask({mover, way});
            if (numbers.win == 0) {
                raise_deciding_move({mover, way}, 1);
            } else if (numbers.no_win == 0) {
                here_in_vain_[0][way] = true;
                if (way == Question::FULL)
                    for (std::size_t k = 0; k < moves_.size(); k++) lower(k, 0);
            }
        }
        for (const Way way : {Question::THREATS, Question::FULL}) {
            if (stopped_ || best(&Finding::lower) >= 0 || here_in_vain_[1][way]) continue;
            const ProofNumbers numbers = ask({other, way});
            if (numbers.win == 0) {
                for (std::size_t k = 0; k < moves_.size(); k++) lower(k, -1);
            } else if (numbers.no_win == 0) {
                if (way == Question::FULL)
                    raise_deciding_move({other, way}, 0);
                else
                    here_in_vain_[1][way] = true;
            }
        }
    }

    void ask_about_move(std::size_t k) {
        const Cell mover = start_.to_play();
        if (is_exact(k)) return;
        const bool wins = prover_.put(moves_[k]);
        for (const Way way : {Question::THREATS, Question::FULL})
            for (const Cell attacker : {mover, opponent(mover)}) {
                const bool own = attacker == mover;
                bool& in_vain = asked_[k].in_vain[own ? 0 : 1][way];
                if (stopped_ || in_vain || (own ? findings_[k].upper < 1 : findings_[k].lower > -1)) continue;
                if (is_exact(k)) continue;
                if (wins) {
                    raise(k, 1);
                    continue;
                }
                const ProofNumbers numbers = ask({attacker, way});
                if (numbers.win == 0) own ? raise(k, 1) : lower(k, -1);
                if (numbers.no_win == 0) {
                    in_vain = true;
                    if (way == Question::FULL) own ? lower(k, 0) : raise(k, 0);
                }
            }
        prover_.take(moves_[k]);
    }

    // A question about the whole position was settled in favour of the side to move: notes the move that settled it. If
    // the table no longer knows which one that was, it asks about one move after the other.
    void raise_deciding_move(const Question& question, int value) {
        const bool attacks = question.attacker == start_.to_play();
        std::vector<Index> moves;
        const ProofNumbers seen = prover_.look(question, moves);
        if (seen.is_known() && !moves.empty()) return raise(number_of(moves[0]), value);
        const auto settles = [&](const ProofNumbers& numbers) { return (attacks ? numbers.win : numbers.no_win) == 0; };
        for (const Index move : moves_)
            if (settles(prover_.known_after(question, move))) return raise(number_of(move), value);
        for (const Index move : moves_) {
            prover_.put(move);
            const bool found = settles(ask(question));
            prover_.take(move);
            if (found) return raise(number_of(move), value);
        }
    }
    std::size_t number_of(Index move) const {
        return std::size_t(std::find(moves_.begin(), moves_.end(), move) - moves_.begin());
    }

    void raise(std::size_t k, int value) {
        findings_[k].lower = std::max(findings_[k].lower, value);
        count_settled();
    }
    void lower(std::size_t k, int value) {
        findings_[k].upper = std::min(findings_[k].upper, value);
        count_settled();
    }
    void count_settled() {
        std::uint32_t settled = 0;
        for (std::size_t k = 0; k < moves_.size(); k++) settled += is_exact(k);
        settled_.store(settled, std::memory_order_relaxed);
    }
    bool is_exact(std::size_t k) const { return findings_[k].lower == findings_[k].upper; }
    int best(int Finding::* bound) const {
        int most = -1;
        for (const Finding& finding : findings_) most = std::max(most, finding.*bound);
        return most;
    }
    bool is_settled(bool all_moves) const {
        if (!all_moves) return best(&Finding::lower) == best(&Finding::upper);
        return std::all_of(findings_.begin(), findings_.end(),
                           [](const Finding& each) { return each.lower == each.upper; });
    }

    // The move, and how the proof goes on as far as the table remembers.
    std::vector<Index> line_of(std::size_t k) {
        std::vector<Index> line;
        Index next = moves_[k];
        while (next != NOWHERE) {
            line.push_back(next);
            if (prover_.put(next) || !is_exact(k)) break;
            next = next_in_line(findings_[k].lower);
        }
        for (std::size_t ply = line.size(); ply-- > 0;) prover_.take(line[ply]);
        return line;
    }

    // The next move of a line that keeps the value: `value` is what it is worth to the side to move at the start.
    Index next_in_line(int value) {
        const Cell mover = prover_.to_play();
        const Cell attacker = value == 0 ? opponent(mover) : value > 0 ? start_.to_play() : opponent(start_.to_play());
        const bool attacks = mover == attacker;
        std::vector<Index> moves;
        const ProofNumbers seen = prover_.look({attacker, Question::FULL}, moves);
        if (value != 0 && seen.is_known()) return moves.empty() ? NOWHERE : moves[0];
        for (const Index move : moves)
            for (const Way way : {Question::THREATS, Question::FULL}) {
                const ProofNumbers numbers = prover_.known_after({attacker, way}, move);
                if (value != 0 ? numbers.win == 0 : way == Question::FULL && numbers.no_win == 0) return move;
            }
        return attacks || value == 0 || moves.empty() ? NOWHERE : moves[0];
    }

    Position start_;
    Prover prover_;
    std::vector<Index> moves_;
    std::vector<Finding> findings_;
    std::vector<Asked> asked_;
    bool here_in_vain_[2][2] = {{false, false}, {false, false}};
    std::uint64_t round_ = 1 << 12, round_end_ = 0;
    Budget budget_;
    bool stopped_ = false;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint32_t> settled_{0};
};

}  // namespace tengen::gomoku
