// If this one stone changed colour, how many stones would then be dead (in a chain that touches no empty point)?
// Positions are arbitrary: chains without liberties may stand on the board.
//
// What follows counts dead stones of one colour, the own; every other stone can only become one of them. Flipping
// changes no empty point, so:
//   - an own stone of a dead chain: what is left of the chain is dead still, one dead stone less;
//   - another stone that would touch neither an empty point nor a living chain: it joins the dead, one more;
//   - another stone that would: every dead chain it touches comes to life;
//   - an own stone of a living chain: the parts that hung on life by this stone alone die.
// For the last, take all empty points together for one vertex, the air, joined to every stone that touches one, and
// search the living stones depth first from the air. A stone's removal cuts off just the subtrees below it from which
// no edge leads above it (Hopcroft and Tarjan 1973): the air is the root, so whatever else is left hangs on the air.
// Preorder numbers are consecutive within a subtree, so its size is a difference of two of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "cancel.hpp"
#include "grid.hpp"

namespace tengen {

struct Flips {
    std::vector<std::uint32_t> dead_white, dead_black;  // one entry per point, 0 where no stone is
};

// The contest's answer: sum over the stones i = 1..m of a_i * 1000007^(m-i), modulo 1000000007.
class FlipsHash {
public:
    void add(std::uint32_t dead) {
        waiting_[count_++] = dead;
        if (count_ == 4) {
            // One division for four stones: each product is below 2^62 as no count reaches 2^32, and the fourth
            // factor is below 2^20.
            const std::uint64_t sum = (value_ * POWER[4] + waiting_[0] * POWER[3]) % MODULUS + waiting_[1] * POWER[2];
            value_ = (sum + waiting_[2] * BASE + waiting_[3]) % MODULUS;
            count_ = 0;
        }
    }

    std::uint32_t value() const {
        std::uint64_t value = value_;
        for (int k = 0; k < count_; k++) value = (value * BASE + waiting_[k]) % MODULUS;
        return std::uint32_t(value);
    }

private:
    static constexpr std::uint64_t BASE = 1000007, MODULUS = 1000000007;
    static constexpr std::uint64_t POWER[5] = {1, BASE, BASE * BASE % MODULUS, BASE * BASE % MODULUS * BASE % MODULUS,
                                               BASE * BASE % MODULUS * BASE % MODULUS * BASE % MODULUS};

    std::uint64_t value_ = 0, waiting_[4] = {0, 0, 0, 0};
    int count_ = 0;
};

// Keeps its room between boards, since fresh memory costs as much as the search.
class FlipCounter {
public:
    // Calls visit(point, dead) for every stone row by row: dead stones of this colour once it is flipped.
    // Says whether it came to the end; without, it was cancelled.
    template <class Visit>
    bool count(const Board& board, Cell own, const Cancel* cancel, Visit&& visit);

private:
    // Of a slot, in this order while the search runs. Numbers of living stones become SETTLED | what they would cut
    // off as soon as their subtree is done: from then on only stones above them look at them, and only to see that they
    // have been visited. Afterwards the numbers from 1 on are those of dead chains that somebody asked for.
    using Mark = std::uint32_t;
    static constexpr Mark AIR = 0;
    static constexpr Mark SETTLED = Mark(1) << 31;
    static constexpr Mark OTHER = Mark(-2);  // a stone of the other colour, a hole, the wall
    static constexpr Mark UNSEEN = Mark(-1);
    static bool is_settled(Mark mark) { return mark >= SETTLED && mark < OTHER; }
    static bool breathes(Mark mark) { return mark == AIR || is_settled(mark); }
    static bool is_dead(Mark mark) { return mark != OTHER && !breathes(mark); }

    struct Frame {
        std::uint32_t slot;
        Mark number, low;  // low: the lowest number that an edge from the subtree so far leads to
        std::uint32_t cut_off;
        std::uint32_t beside;  // directions not tried yet, a bit each
    };

    void lay_out(const Board& board, Cell own);
    bool search_from(std::uint32_t slot, const Cancel* cancel);
    std::uint32_t size_of_dead_chain(std::uint32_t slot);

    std::uint32_t stride_ = 0;
    std::uint32_t empty_ = 0, own_stones_ = 0;
    Mark next_number_ = 1;
    std::vector<Mark> marks_;
    std::vector<Frame> path_;
    std::vector<std::uint32_t> chain_;  // a dead chain being flooded
    std::vector<std::uint32_t> sizes_;  // of the dead chains, by number
};

inline void FlipCounter::lay_out(const Board& board, Cell own) {
    // A wall one cell wide around the board, shared by the end of a row and the start of the next.
    stride_ = std::uint32_t(board.width) + 1;
    marks_.resize(std::size_t(stride_) * (std::size_t(board.height) + 2) + 1);
    Mark meaning[4] = {AIR, OTHER, OTHER, OTHER};
    meaning[own] = UNSEEN;
    std::fill_n(marks_.begin(), stride_ + 1, OTHER);
    empty_ = own_stones_ = 0;
    const std::uint8_t* cell = board.cells.data();
    Mark* mark = marks_.data() + stride_ + 1;
    for (Index row = 0; row < board.height; row++) {
        std::uint32_t empty = 0, stones = 0;
        for (Index col = 0; col < board.width; col++) {
            mark[col] = meaning[cell[col] & 3];
            empty += cell[col] == EMPTY;
            stones += cell[col] == own;
        }
        empty_ += empty;
        own_stones_ += stones;
        cell += board.width;
        mark += board.width;
        *mark++ = OTHER;
    }
    std::fill_n(mark, stride_, OTHER);
}

// Visits all the living stones that can be reached from this one, which touches the air.
inline bool FlipCounter::search_from(std::uint32_t start, const Cancel* cancel) {
    Mark* const marks = marks_.data();
    const std::uint32_t stride = stride_;
    const std::uint32_t steps[4] = {1, stride, 0u - 1, 0u - stride};
    Mark next = next_number_;
    const auto entered = [&](std::uint32_t slot) {
        const Mark right = marks[slot + 1], down = marks[slot + stride];
        const Mark left = marks[slot - 1], up = marks[slot - stride];
        marks[slot] = next;
        const std::uint32_t beside = std::uint32_t(right == UNSEEN) | std::uint32_t(down == UNSEEN) << 1 |
                                     std::uint32_t(left == UNSEEN) << 2 | std::uint32_t(up == UNSEEN) << 3;
        // Stones of the other colour and stones not seen yet are above all numbers.
        return Frame{slot, next++, std::min(std::min(right, down), std::min(left, up)), 0, beside};
    };
    std::size_t depth = 0;
    Frame top = entered(start);
    while (true) {
        while (top.beside) {
            const std::uint32_t slot = top.slot + steps[__builtin_ctz(top.beside)];
            top.beside &= top.beside - 1;
            if (marks[slot] != UNSEEN) continue;
            if (depth == path_.size()) {
                if (cancelled(cancel)) return false;
                path_.resize(std::max<std::size_t>(1024, std::min(2 * depth, marks_.size())));
            }
            path_[depth++] = top;
            top = entered(slot);
        }
        marks[top.slot] = SETTLED | top.cut_off;
        if (depth == 0) break;
        const Frame done = top;
        top = path_[--depth];
        if (done.low >= top.number) top.cut_off += next - done.number;
        top.low = std::min(top.low, done.low);
    }
    next_number_ = next;
    return true;
}

inline std::uint32_t FlipCounter::size_of_dead_chain(std::uint32_t slot) {
    if (marks_[slot] == UNSEEN) {
        const Mark number = Mark(sizes_.size());
        chain_.assign(1, slot);
        marks_[slot] = number;
        std::uint32_t size = 0;
        while (!chain_.empty()) {
            const std::uint32_t from = chain_.back();
            chain_.pop_back();
            size++;
            for (const std::uint32_t step : {1u, stride_, 0u - 1, 0u - stride_})
                if (marks_[from + step] == UNSEEN) {
                    marks_[from + step] = number;
                    chain_.push_back(from + step);
                }
        }
        sizes_.push_back(size);
    }
    return sizes_[marks_[slot]];
}

template <class Visit>
inline bool FlipCounter::count(const Board& board, Cell own, const Cancel* cancel, Visit&& visit) {
    const auto is_stone = [](std::uint8_t cell) { return cell == BLACK || cell == WHITE; };
    lay_out(board, own);
    if (empty_ == 0) {
        for (Index point = 0; point < board.size(); point++)
            if (const Cell cell = board[point]; is_stone(cell))
                visit(point, cell == own ? own_stones_ - 1 : own_stones_ + 1);
        return true;
    }
    next_number_ = 1;
    sizes_.assign(1, 0);
    const auto touches_air = [&](std::uint32_t slot) {
        return std::min(std::min(marks_[slot + 1], marks_[slot + stride_]),
                        std::min(marks_[slot - 1], marks_[slot - stride_])) == AIR;
    };
    std::uint32_t slot = stride_ + 1;
    for (Index row = 0; row < board.height; row++, slot++) {
        if (cancelled(cancel)) return false;
        for (const std::uint32_t end = slot + stride_ - 1; slot < end; slot++)
            if (marks_[slot] == UNSEEN && touches_air(slot))
                if (!search_from(slot, cancel)) return false;
    }
    const std::uint32_t dead = own_stones_ - (next_number_ - 1);
    slot = stride_ + 1;
    Index point = 0;
    for (Index row = 0; row < board.height; row++, slot++) {
        if (cancelled(cancel)) return false;
        for (const Index end = point + board.width; point < end; point++, slot++) {
            const Cell cell = board[point];
            if (!is_stone(cell)) continue;
            const Mark mark = marks_[slot];
            if (cell == own) {
                visit(point, is_settled(mark) ? dead + (mark - SETTLED) : dead - 1);
                continue;
            }
            const std::uint32_t beside[4] = {slot + 1, slot + stride_, slot - 1, slot - stride_};
            bool lives = false, touches_dead = false;
            for (const std::uint32_t at : beside) {
                lives |= breathes(marks_[at]);
                touches_dead |= is_dead(marks_[at]);
            }
            std::uint32_t after = dead + !lives;
            if (lives && touches_dead) {
                Mark joined[4];
                int count = 0;
                for (const std::uint32_t at : beside) {
                    if (!is_dead(marks_[at])) continue;
                    const std::uint32_t size = size_of_dead_chain(at);
                    if (std::find(joined, joined + count, marks_[at]) != joined + count) continue;
                    joined[count++] = marks_[at];
                    after -= size;
                }
            }
            visit(point, after);
        }
    }
    return true;
}

// Both colours, each only if asked for. Empty vectors when cancelled.
inline Flips flips(const Board& board, bool white = true, bool black = true, const Cancel* cancel = nullptr) {
    Flips result;
    FlipCounter counter;
    const auto fill = [&](std::vector<std::uint32_t>& dead, Cell own) {
        dead.resize(board.cells.size());
        return counter.count(board, own, cancel, [&](Index point, std::uint32_t after) { dead[std::size_t(point)] = after; });
    };
    if ((white && !fill(result.dead_white, WHITE)) || (black && !fill(result.dead_black, BLACK))) return {};
    return result;
}

// The contest's hash of the dead stones of this colour, nothing stored. Undefined when cancelled.
inline std::uint32_t flips_hash(FlipCounter& counter, const Board& board, Cell own = WHITE,
                                const Cancel* cancel = nullptr) {
    FlipsHash hash;
    counter.count(board, own, cancel, [&](Index, std::uint32_t after) { hash.add(after); });
    return hash.value();
}

}  // namespace tengen
