// All lines of play of Gomoku. To split a count, play each first move and add up.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "position.hpp"

namespace tengen::gomoku {

using LineCount = unsigned __int128;

struct Outcomes {
    LineCount wins[2] = {0, 0};  // by side(colour)
    LineCount draws = 0;
    bool too_long = false;  // games that are too long to be counted were left out

    bool operator==(const Outcomes&) const = default;
};

// Many orders of the same stones lead to the same position, so what follows from a position is kept in a table. Its
// key is the whole position, so nothing is taken for something else.
//
// Sums never wrap: with a table there are at most 34 empty points, and 34! < 2^128; without one every line of play is
// walked to its last two plies, which takes longer than any machine lasts before 2^128 are counted.
class LineCounter {
public:
    LineCounter(const Position& start, const Cancel* cancel)
        : start_(start), board_(start.board()), rules_(start.rules()), cancel_(cancel) {
        std::uint64_t digit = 1;
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == EMPTY) {
                empty_.push_back({point, digit});
                digit *= 3;
            } else if (board_[point] != HOLE) {
                stones_[side(board_[point])]++;
            }
        keeps_ = empty_.size() >= 6 && empty_.size() <= MOST_KEPT;
    }

    // Lines of exactly this many plies; a game that is over earlier is none.
    LineCount perft(Index depth) {
        if (depth == 0) return 1;
        if (start_.is_over() || depth > Index(empty_.size())) return 0;
        make_table(depth >= 5);
        return lines(start_.to_play(), depth, 0);
    }

    // Complete games, by who wins. A position that is over already counts as one.
    Outcomes games() {
        Outcomes result;
        if (start_.winner() != EMPTY) {
            result.wins[side(start_.winner())] = 1;
            return result;
        }
        if (empty_.empty()) {
            result.draws = 1;
            return result;
        }
        make_table(true);
        fewest_empty_ = empty_.size() - std::min(empty_.size(), MOST_PLIES);
        result = play_out(start_.to_play(), 0);
        result.too_long = too_long_;
        return result;
    }

private:
    static constexpr std::size_t MOST_KEPT = 34;
    static constexpr std::size_t MOST_PLIES = 4096;  // of one game: each is a level of recursion
    static constexpr std::uint64_t NO_KEY = std::uint64_t(-1);

    struct EmptyPoint {
        Index point;
        std::uint64_t digit;  // what a stone there adds to the key, once for Black and twice for White
    };

    struct Entry {
        std::uint64_t key = NO_KEY;
        std::uint64_t empty = 0;  // points: how much work it was
        Outcomes outcomes;        // of perft, only the draws
    };

    void make_table(bool useful) {
        if (!keeps_ || !useful) return;
        int bits = 8;
        for (std::uint64_t positions = 256; bits < 20 && positions < empty_.back().digit; positions *= 2) bits++;
        table_.assign(std::size_t(1) << bits, {});
        shift_ = 64 - bits;
    }

    Entry* entry_pair(std::uint64_t key) {
        // With two points left, counting is as quick as looking up.
        if (table_.empty() || empty_.size() < 3) return nullptr;
        return &table_[std::size_t(key * 0x9e3779b97f4a7c15u >> shift_) & ~std::size_t(1)];
    }

    static const Entry* found(const Entry* pair, std::uint64_t key) {
        return !pair ? nullptr : pair[0].key == key ? pair : pair[1].key == key ? pair + 1 : nullptr;
    }

    // Of each pair the first keeps what was most work, the second what came last.
    void keep(Entry* pair, std::uint64_t key, const Outcomes& outcomes) {
        if (pair && !is_stopped()) pair[empty_.size() < pair[0].empty] = {key, empty_.size(), outcomes};
    }

    bool is_stopped() const { return too_long_ || cancelled(cancel_); }

    bool bans(Cell colour) const { return rules_.variant == Variant::RENJU && colour == BLACK; }
    LineCount legal_moves(Cell colour) const {
        if (!bans(colour)) return empty_.size();
        return LineCount(std::count_if(empty_.begin(), empty_.end(),
                                       [&](const EmptyPoint& empty) { return !is_forbidden(board_, empty.point); }));
    }

    // Calls visit(key) for each move of this colour that does not win, with its stone on the board; says how many do.
    template <class Visit>
    Index for_quiet_moves(Cell colour, std::uint64_t key, Visit&& visit) {
        Index winning = 0;
        bool stopped = false;
        for (std::size_t k = 0; k < empty_.size() && !stopped; k++) {
            const EmptyPoint empty = empty_[k];
            if (bans(colour) && is_forbidden(board_, empty.point)) continue;
            if (makes_row(board_, empty.point, colour, rules_)) {
                winning++;
                continue;
            }
            board_.cells[std::size_t(empty.point)] = colour;
            std::swap(empty_[k], empty_.back());
            empty_.pop_back();
            stones_[side(colour)]++;
            visit(key + empty.digit * colour);
            stopped = is_stopped();
            stones_[side(colour)]--;
            empty_.push_back(empty);
            std::swap(empty_[k], empty_.back());
            board_.cells[std::size_t(empty.point)] = EMPTY;
        }
        return winning;
    }

    LineCount lines(Cell colour, Index depth, std::uint64_t key) {
        if (depth == 1) return legal_moves(colour);
        if (cancelled(cancel_)) return 0;
        const LineCount width = empty_.size();
        LineCount sum = 0;
        if (depth == 2 && rules_.variant != Variant::RENJU) {
            for (const EmptyPoint& empty : empty_) sum += !makes_row(board_, empty.point, colour, rules_);
            return sum * (width - 1);
        }
        // The last ply may make a row, the ones before it cannot if they are too few. Where it may be forbidden, that
        // takes as many stones as a row, with the last.
        const Index last = rules_.variant == Variant::RENJU ? 1 : 0;
        const Index own = stones_[side(colour)] + depth / 2, others = stones_[side(opponent(colour))] + (depth - 1) / 2;
        if (std::max(own, others) + last < rules_.in_a_row && depth * std::bit_width(empty_.size()) < 128) {
            sum = 1;
            for (Index ply = 0; ply < depth; ply++) sum *= width - LineCount(ply);
            return sum;
        }
        Entry* const pair = entry_pair(key);
        if (const Entry* kept = found(pair, key)) return kept->outcomes.draws;
        for_quiet_moves(colour, key, [&](std::uint64_t next) { sum += lines(opponent(colour), depth - 1, next); });
        keep(pair, key, {{0, 0}, sum});
        return sum;
    }

    Outcomes play_out(Cell colour, std::uint64_t key) {
        Outcomes sum;
        too_long_ = too_long_ || empty_.size() < fewest_empty_;
        if (is_stopped()) return sum;
        Entry* const pair = entry_pair(key);
        if (const Entry* kept = found(pair, key)) return kept->outcomes;
        if (bans(colour) && legal_moves(colour) == 0) {
            sum.draws = 1;
            return sum;
        }
        const bool last = empty_.size() == 1;
        const Index winning = for_quiet_moves(colour, key, [&](std::uint64_t next) {
            if (last) {
                sum.draws++;
                return;
            }
            const Outcomes more = play_out(opponent(colour), next);
            for (int k : {0, 1}) sum.wins[k] += more.wins[k];
            sum.draws += more.draws;
        });
        sum.wins[side(colour)] += LineCount(winning);
        keep(pair, key, sum);
        return sum;
    }

    const Position& start_;
    Board board_;
    Rules rules_;
    const Cancel* cancel_;
    std::vector<EmptyPoint> empty_;
    Index stones_[2] = {0, 0};
    bool keeps_ = false, too_long_ = false;
    std::size_t fewest_empty_ = 0;
    int shift_ = 0;
    std::vector<Entry> table_;
};

// Wrong, too small, when cancelled.
inline LineCount perft(const Position& start, Index depth, const Cancel* cancel = nullptr) {
    return LineCounter(start, cancel).perft(depth);
}

inline Outcomes count_games(const Position& start, const Cancel* cancel = nullptr) {
    return LineCounter(start, cancel).games();
}

}  // namespace tengen::gomoku
