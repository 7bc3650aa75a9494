// A small game whose value is known, to test the tree search with: stones go on any empty point, a stone turns over the
// other side's stone on its left, now and then one may pass, once, and chance settled beforehand where games end and
// how.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <tuple>
#include <vector>

#include "../search.hpp"

namespace tengen::testing {

struct ToyRules {
    std::uint64_t seed = 1;
    std::uint32_t ends = 6;  // one position in this many is the end, once there are two stones; 0: only full boards
    std::uint32_t draws = 3;  // one end in this many is a draw; 0: none
    std::uint32_t passes = 4;  // one position in this many has the pass; 0: none
    std::uint32_t hides = 0;  // of one position in this many the model lists but half of the moves; 0: of none
    Index prize = NOWHERE;  // who has this point in the end wins, if there is such a point
    bool operator==(const ToyRules&) const = default;
};

class ToyPosition {
public:
    ToyPosition(Board board, Cell to_play, ToyRules rules)
        : board_(std::move(board)), to_play_(to_play), rules_(rules) {}

    const Board& board() const { return board_; }
    Cell to_play() const { return to_play_; }
    bool has_passed() const { return passed_; }

    bool is_over() const {
        const auto empty = std::count(board_.cells.begin(), board_.cells.end(), EMPTY);
        return empty == 0 || (board_.size() - empty >= 2 && one_in(rules_.ends, 1));
    }
    Cell winner() const {  // EMPTY: a draw
        if (rules_.prize != NOWHERE) return board_[rules_.prize];
        if (one_in(rules_.draws, 2)) return EMPTY;
        return chance(3).below(2) ? BLACK : WHITE;
    }
    std::vector<Index> legal_moves() const {
        std::vector<Index> moves;
        if (is_over()) return moves;
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY) moves.push_back(point);
        if (!passed_ && one_in(rules_.passes, 4)) moves.push_back(PASS);
        return moves;
    }
    bool play(Index move) {
        const auto moves = legal_moves();
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
        make(move);
        return true;
    }
    // A legal move.
    void make(Index move) {
        if (move == PASS) {
            passed_ = true;
        } else {
            board_.cells[std::size_t(move)] = to_play_;
            if (move % board_.width && board_[move - 1] == opponent(to_play_))
                board_.cells[std::size_t(move) - 1] = to_play_;
        }
        to_play_ = opponent(to_play_);
    }
    ToyPosition after(Index move) const {
        ToyPosition next = *this;
        next.make(move);
        return next;
    }
    bool hides_moves() const { return one_in(rules_.hides, 5); }
    bool operator==(const ToyPosition&) const = default;

private:
    Random chance(std::uint64_t purpose) const {
        std::uint64_t hash = 2u * to_play_ + passed_;
        for (const auto cell : board_.cells)
            hash = 4 * hash + cell;  // no board is so large that these run into each other
        return Random(derived_seed(rules_.seed + purpose, hash));
    }
    bool one_in(std::uint32_t n, std::uint64_t purpose) const { return n && chance(purpose).below(n) == 0; }

    Board board_;
    Cell to_play_;
    bool passed_ = false;
    ToyRules rules_;
};

// Its value for Black with best play, the plain way.
class ToySolver {
public:
    float value(const ToyPosition& position) {
        const auto moves = position.legal_moves();
        if (moves.empty()) return search::Verdict::won_by(position.winner(), true).black;
        const std::tuple key(position.board().cells, position.to_play(), position.has_passed());
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        float best = position.to_play() == BLACK ? 0.0f : 1.0f;
        for (const Index move : moves) {
            const float here = value(position.after(move));
            best = position.to_play() == BLACK ? std::max(best, here) : std::min(best, here);
        }
        return known_[key] = best;
    }
    float value_for(Cell colour, const ToyPosition& position) {
        return search::Verdict{value(position), true}.for_side(colour);
    }

private:
    std::map<std::tuple<std::vector<std::uint8_t>, Cell, bool>, float> known_;
};

// Knows nothing but the rules. Moves are listed point by point.
class ToyModel {
public:
    explicit ToyModel(const ToyPosition& root) : root_(root), position_(root) {}

    static search::Tuning tuning() { return {}; }

    void restart() { position_ = root_; }
    void play(Index move) { position_.make(move); }
    Cell to_play() const { return position_.to_play(); }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        for (const Index move : position_.legal_moves()) moves.push_back({move, 0.5f, 0.0f});
        if (moves.empty()) return search::Verdict::won_by(position_.winner(), true);
        const bool partial = moves.size() > 1 && position_.hides_moves();
        if (partial) moves.resize(moves.size() / 2);
        bytes_listed += search::Node::bytes_for(moves.size());
        return {.partial = partial};
    }
    search::Verdict playout(Random& random, search::Played& played) {
        auto moves = position_.legal_moves();
        const bool over = moves.empty();
        for (; !moves.empty(); moves = position_.legal_moves()) {
            const Index move = moves[random.below(std::uint32_t(moves.size()))];
            played.add(move, position_.to_play());
            position_.make(move);
        }
        return search::Verdict::won_by(position_.winner(), over);
    }

    static inline std::atomic<std::size_t> bytes_listed{0};  // what the nodes take that were made of these moves

private:
    ToyPosition root_, position_;
};

}  // namespace tengen::testing
