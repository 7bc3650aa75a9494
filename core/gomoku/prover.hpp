// Does a side win? Asked by proof numbers (df-pn: Nagai 2002), over positions that only grow, so that no line of play
// comes back to where it was.
//
// A question has an attacker, and one of two ways to look:
//   THREATS: the attacker plays only what threatens to win by fours, and the moves that the defender then has are all
//     that do not lose at once (Fours::answers). A win that is found is a win; that none is found says nothing.
//   FULL: all moves, but for those that lose at once, on either side. Both answers are proofs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "blockade.hpp"
#include "fours.hpp"
#include "proof_table.hpp"
#include "windows.hpp"

namespace tengen::gomoku {

struct Question {
    enum Way : std::uint8_t { THREATS, FULL };

    Cell attacker;
    Way way;
};

class Prover {
public:
    Prover(const Position& start, std::size_t most_bytes)
        : windows_(start.board(), start.rules()), fours_(windows_), blockade_(start.board(), start.rules()),
          hash_(start.board()), table_(most_bytes), to_play_(start.to_play()) {}

    const ProofTable& table() const { return table_; }
    Cell to_play() const { return to_play_; }
    const Board& board() const { return windows_.board(); }

    // Says whether the stone made a row.
    bool put(Index point) {
        const bool row = windows_.put(point, to_play_);
        blockade_.put(point, to_play_);
        hash_.flip(point, to_play_);
        to_play_ = opponent(to_play_);
        return row;
    }
    void take(Index point) {
        to_play_ = opponent(to_play_);
        hash_.flip(point, to_play_);
        blockade_.take(point, to_play_);
        windows_.take(point);
    }

    // Looks at positions until the question is answered here, or goes_on() says no; what was found is kept.
    template <class GoesOn>
    ProofNumbers prove(const Question& question, GoesOn&& goes_on) {
        ProofNumbers numbers = known(question);
        while (!numbers.is_known() && goes_on())
            numbers = search(question, {ProofNumbers::NEVER, ProofNumbers::NEVER}, 0, goes_on);
        return numbers;
    }

    ProofNumbers known(const Question& question) const {
        return table_.find(with(hash_.canonical(), question)).value_or(ProofNumbers{});
    }
    ProofNumbers known_after(const Question& question, Index point) const {
        return table_.find(with(hash_.canonical_with(point, to_play_), question)).value_or(ProofNumbers{});
    }

    // Looks at this position alone. If that does not answer the question, `moves` are those still to be searched,
    // likely ones first. If it does, `moves` may hold one move: one that wins, or one to play where all lose.
    ProofNumbers look(const Question& question, std::vector<Index>& moves) {
        const Cell mover = to_play_, other = opponent(mover);
        const bool attacks = mover == question.attacker;
        const ProofNumbers wins{0, ProofNumbers::NEVER}, does_not{ProofNumbers::NEVER, 0};
        const ProofNumbers mover_wins = attacks ? wins : does_not, other_wins = attacks ? does_not : wins;
        moves.clear();
        if (windows_.empty_points() == 0 || windows_.is_drawn()) return does_not;
        windows_.completing(mover, moves);
        if (!moves.empty()) {
            moves.resize(1);
            return mover_wins;
        }
        windows_.completing(other, rows_);
        if (!rows_.empty()) {
            fours_.defences(mover, rows_, moves);
            if (moves.empty()) {
                moves.push_back(rows_[0]);
                return other_wins;
            }
            if (fours_.wins(mover, MOST_FOURS)) {
                moves.assign(1, fours_.first());
                return mover_wins;
            }
        } else {
            if (fours_.wins(mover, MOST_FOURS)) {
                moves.push_back(fours_.first());
                return mover_wins;
            }
            if (fours_.wins(other, MOST_FOURS)) {
                fours_.answers(other, moves);
                if (moves.empty()) return other_wins;
            } else if (question.way == Question::THREATS && !attacks) {
                return does_not;
            }
        }
        if (blockade_.is_usable() && blockade_.holds(question.attacker, attacks)) {
            moves.clear();
            return does_not;
        }
        if (moves.empty()) list_moves(question, moves);
        if (moves.empty()) return does_not;
        std::sort(moves.begin(), moves.end(), [&](Index a, Index b) {
            const double left = windows_.worth(a, mover), right = windows_.worth(b, mover);
            return left != right ? left > right : a < b;
        });
        return {};
    }

private:
    static constexpr int MOST_FOURS = 200;  // tries for a win by fours at a position
    static constexpr std::uint32_t LIKELY = 256;  // what a window that lacks three stones is worth to its points

    struct Level {
        std::vector<Index> moves;
        std::vector<ProofNumbers> numbers;
    };

    static ProofTable::Key with(ProofTable::Key key, const Question& question) {
        const std::uint64_t number = std::uint64_t(side(question.attacker)) * 2 + question.way + 1;
        return {key.place ^ number * 0x9e3779b97f4a7c15u, key.check ^ number * 0xd1342543de82ef95u};
    }

    void list_moves(const Question& question, std::vector<Index>& moves) const {
        const Board& here = windows_.board();
        const bool all = question.way == Question::FULL || windows_.rules().in_a_row <= 3;
        const std::uint64_t live = blockade_.is_usable() ? blockade_.live_points() : 0;
        bool has_dead = false;
        for (Index point = 0; point < here.size(); point++) {
            if (here[point] != EMPTY || (!all && windows_.score(point, question.attacker) < LIKELY)) continue;
            if (blockade_.is_usable() && !(live >> point & 1) && std::exchange(has_dead, true)) continue;
            moves.push_back(point);
        }
    }

    // Searches until one of the two numbers reaches its limit.
    template <class GoesOn>
    ProofNumbers search(const Question& question, ProofNumbers limits, std::size_t depth, GoesOn& goes_on) {
        if (levels_.size() == depth) levels_.push_back(std::make_unique<Level>());
        Level& level = *levels_[depth];
        const std::uint64_t begin = looked_;
        looked_++;
        const auto key = with(hash_.canonical(), question);
        ProofNumbers numbers = look(question, level.moves);
        if (question.way == Question::FULL && !numbers.is_known())
            if (const auto threats = known({question.attacker, Question::THREATS}); threats.win == 0) numbers = threats;
        level.numbers.assign(level.moves.size(), {});
        const bool attacks = to_play_ == question.attacker;
        while (!numbers.is_known()) {
            std::size_t best = 0;
            std::uint32_t second = ProofNumbers::NEVER, others = 0;
            numbers = sum_up(question, level, attacks, best, second, others);
            if (numbers.win >= limits.win || numbers.no_win >= limits.no_win || !goes_on()) break;
            // The child is searched until it is no longer the best one, or until this position reaches its own limit.
            const std::uint32_t wider = second >= ProofNumbers::NEVER ? second : second + second / 4 + 1;
            const auto less = [&](std::uint32_t limit) {
                return limit >= ProofNumbers::NEVER ? limit : limit - others;
            };
            const ProofNumbers next = attacks ? ProofNumbers{std::min(limits.win, wider), less(limits.no_win)}
                                              : ProofNumbers{less(limits.win), std::min(limits.no_win, wider)};
            const Index move = level.moves[best];
            put(move);
            level.numbers[best] = search(question, next, depth + 1, goes_on);
            take(move);
        }
        table_.keep(key, numbers, std::uint32_t(std::min<std::uint64_t>(looked_ - begin, 1u << 31)));
        return numbers;
    }

    // The side to move needs one move that does it: that number is the least of the moves'. The other side must refute
    // all of them: that number is the greatest, and one more for each other move. A plain sum would be too much, since
    // many lines of play lead to the same position (weak proof numbers: Ueda et al. 2008).
    ProofNumbers sum_up(const Question& question, Level& level, bool attacks, std::size_t& best, std::uint32_t& second,
                        std::uint32_t& others) const {
        std::uint32_t least = ProofNumbers::NEVER + 1, most = 0, open = 0;
        for (std::size_t k = 0; k < level.moves.size(); k++) {
            // An answer found here is kept, since the table may forget it. Else the table may know more by now.
            ProofNumbers& numbers = level.numbers[k];
            if (!numbers.is_known())
                if (const auto found = table_.find(with(hash_.canonical_with(level.moves[k], to_play_), question)))
                    numbers = *found;
            const std::uint32_t own = attacks ? numbers.win : numbers.no_win;
            const std::uint32_t against = attacks ? numbers.no_win : numbers.win;
            if (own < least) {
                second = std::min(least, ProofNumbers::NEVER);
                least = own;
                best = k;
            } else {
                second = std::min(second, own);
            }
            most = std::max(most, against);
            open += against > 0;
        }
        others = open > 1 ? open - 1 : 0;
        const std::uint32_t all = least == 0 ? ProofNumbers::NEVER : std::min(most + others, ProofNumbers::NEVER - 1);
        const std::uint32_t refuted = open == 0 ? 0 : all;
        if (open == 0) least = ProofNumbers::NEVER;
        return attacks ? ProofNumbers{least, refuted} : ProofNumbers{refuted, least};
    }

    Windows windows_;
    Fours fours_;
    Blockade blockade_;
    SymmetricHash hash_;
    ProofTable table_;
    Cell to_play_;
    std::uint64_t looked_ = 0;
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<Index> rows_;
};

}  // namespace tengen::gomoku
