// If this one stone changed colour, how many stones would then be dead (in a chain that touches no empty point)?
// Positions are arbitrary: chains without liberties may stand on the board.
//
// The dead stones of one colour, the own, are counted at a time. Flipping a stone changes no empty point, so there are
// four cases:
//   - an own stone of a dead chain: the rest of the chain stays dead, so there is one dead stone less;
//   - a stone of the other colour with no empty point and no living own chain beside it: it is dead itself, one more;
//   - a stone of the other colour that has one beside it: every dead own chain that it touches comes to life;
//   - an own stone of a living chain: the parts of the chain that reach an empty point only through this stone die.
// For the last case all empty points together are one vertex, the air, joined to every stone that touches one of them.
// The living stones are searched depth first from the air. Taking a stone away cuts off exactly the subtrees below it
// from which no edge leads above it (Hopcroft and Tarjan 1973). All the rest still reaches the root, which is the air.
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
    void add(const std::uint32_t* dead, std::size_t count) {
        std::size_t k = 0;
        // Two divisions for four stones instead of four. No count reaches 2^32 and no power 2^30, so no sum 2^64.
        for (; k + 4 <= count; k += 4) {
            const std::uint64_t first = (dead[k] * CUBE + dead[k + 1] * SQUARE) % MODULUS;
            value_ = (value_ * FOURTH + first + dead[k + 2] * BASE + dead[k + 3]) % MODULUS;
        }
        for (; k < count; k++) value_ = (value_ * BASE + dead[k]) % MODULUS;
    }

    std::uint32_t value() const { return std::uint32_t(value_); }

private:
    static constexpr std::uint64_t BASE = 1000007, MODULUS = 1000000007;
    static constexpr std::uint64_t SQUARE = BASE * BASE % MODULUS, CUBE = SQUARE * BASE % MODULUS;
    static constexpr std::uint64_t FOURTH = CUBE * BASE % MODULUS;

    std::uint64_t value_ = 0;
};

// Keeps its room between boards, since fresh memory costs as much as the search.
class FlipCounter {
public:
    // Calls visit(point, dead) for every row of the board with its first point and with a number for each point of it:
    // the dead stones of this colour once the stone there is flipped, or 0 where no stone is.
    // Says whether it came to the end; if not, it was cancelled.
    template <class Visit>
    bool count(const Board& board, Cell own, const Cancel* cancel, Visit&& visit);

private:
    // What is known of a slot. While the search runs, a living stone has its preorder number, from 1. When its subtree
    // is done, that becomes SETTLED | how many stones it would cut off: from then on only stones above it look at it,
    // and only to see that it was visited. After the search, numbers from 1 are those of dead chains; a chain gets one
    // when it is first asked for. All marks are in this order: air, numbers, settled, other, unseen.
    using Mark = std::uint32_t;
    static constexpr Mark AIR = 0;
    static constexpr Mark SETTLED = Mark(1) << 31;
    static constexpr Mark OTHER = Mark(-2);  // a stone of the other colour, a hole, the wall
    static constexpr Mark UNSEEN = Mark(-1);
    static bool is_settled(Mark mark) { return std::int32_t(mark) < std::int32_t(OTHER); }
    static bool breathes(Mark mark) { return mark == AIR || is_settled(mark); }
    static bool is_dead(Mark mark) { return mark != OTHER && !breathes(mark); }

    struct Frame {
        std::uint32_t slot;    // 16 * slot + the directions not tried yet, a bit each (no board has 2^28 slots)
        Mark number, low;      // low: the lowest number that an edge from the subtree so far leads to
        std::uint32_t cut_off;
    };

    void lay_out(const Board& board, Cell own);
    bool search_from(std::uint32_t slot, const Cancel* cancel);
    Mark number_of_dead_chain(std::uint32_t slot);
    std::uint32_t dead_beside(std::uint32_t slot);
    void fill_row(const std::uint8_t* cells, Index width, std::uint32_t slot, std::uint32_t dead);

    std::uint32_t stride_ = 0;
    std::uint32_t empty_ = 0, own_stones_ = 0;
    Mark next_number_ = 1;
    std::vector<Mark> marks_;
    std::vector<Frame> path_;
    std::vector<std::uint32_t> chain_;  // a dead chain being flooded
    std::vector<std::uint32_t> sizes_;  // of the dead chains, by number; none has number 0
    std::vector<std::uint32_t> row_;
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
        return Frame{slot << 4 | beside, next++, std::min(std::min(right, down), std::min(left, up)), 0};
    };
    std::size_t depth = 0;
    Frame top = entered(start);
    while (true) {
        while (const std::uint32_t beside = top.slot & 15) {
            const std::uint32_t slot = (top.slot >> 4) + steps[__builtin_ctz(beside)];
            top.slot &= top.slot - 1;
            if (marks[slot] != UNSEEN) continue;
            if (depth == path_.size()) path_.resize(std::max<std::size_t>(1024, std::min(2 * depth, marks_.size())));
            if ((next & 0xfffff) == 0 && cancelled(cancel)) return false;
            path_[depth++] = top;
            top = entered(slot);
        }
        marks[top.slot >> 4] = SETTLED | top.cut_off;
        if (depth == 0) break;
        const Frame done = top;
        top = path_[--depth];
        if (done.low >= top.number) top.cut_off += next - done.number;
        top.low = std::min(top.low, done.low);
    }
    next_number_ = next;
    return true;
}

// The number of the dead chain there, or 0 if there is none; a chain gets its number when it is first asked for.
inline FlipCounter::Mark FlipCounter::number_of_dead_chain(std::uint32_t slot) {
    const Mark mark = marks_[slot];
    if (mark < SETTLED) return mark;
    if (mark != UNSEEN) return 0;
    const Mark number = Mark(sizes_.size());
    std::uint32_t size = 0;
    marks_[slot] = number;
    chain_.assign(1, slot);
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
    return number;
}

// How many stones the dead chains beside this slot have, each chain counted once.
inline std::uint32_t FlipCounter::dead_beside(std::uint32_t slot) {
    const Mark right = number_of_dead_chain(slot + 1), down = number_of_dead_chain(slot + stride_);
    const Mark left = number_of_dead_chain(slot - 1), up = number_of_dead_chain(slot - stride_);
    std::uint32_t sum = sizes_[right];
    sum += down != right ? sizes_[down] : 0;
    sum += left != right && left != down ? sizes_[left] : 0;
    sum += up != right && up != down && up != left ? sizes_[up] : 0;
    return sum;
}

inline void FlipCounter::fill_row(const std::uint8_t* cells, Index width, std::uint32_t slot, std::uint32_t dead) {
    // First without a branch, so that the compiler can do several at once. A stone that brings a dead chain to life is
    // only marked (SETTLED) here; the second loop counts it.
    std::uint32_t* const row = row_.data();
    const Mark* const marks = marks_.data() + slot;
    const Index stride = Index(stride_);
    for (Index col = 0; col < width; col++) {
        const Mark mark = marks[col];
        const Mark beside[4] = {marks[col + 1], marks[col + stride], marks[col - 1], marks[col - stride]};
        std::uint32_t lives = 0, touches_dead = 0;
        for (const Mark other : beside) {
            const std::uint32_t alive = breathes(other) ? SETTLED : 0;
            lives |= alive;
            touches_dead |= other == OTHER ? 0 : SETTLED & ~alive;
        }
        const std::uint32_t if_own = is_settled(mark) ? dead + mark - SETTLED : dead - 1;
        const std::uint32_t if_other = (lives ? dead : dead + 1) | (lives & touches_dead);
        const std::uint32_t after = mark == OTHER ? if_other : if_own;
        row[col] = std::uint8_t(cells[col] - 1) < 2 ? after : 0;
    }
    for (Index col = 0; col < width; col++)
        if (row[col] >= SETTLED) row[col] = row[col] - SETTLED - dead_beside(slot + std::uint32_t(col));
}

template <class Visit>
inline bool FlipCounter::count(const Board& board, Cell own, const Cancel* cancel, Visit&& visit) {
    lay_out(board, own);
    row_.resize(std::size_t(board.width));
    const std::uint8_t* cells = board.cells.data();
    if (empty_ == 0) {
        std::uint32_t after[4] = {0, own_stones_ + 1, own_stones_ + 1, 0};
        after[own] = own_stones_ - 1;
        for (Index row = 0; row < board.height; row++, cells += board.width) {
            for (Index col = 0; col < board.width; col++) row_[std::size_t(col)] = after[cells[col] & 3];
            visit(row * board.width, row_.data());
        }
        return true;
    }
    next_number_ = 1;
    sizes_.assign(1, 0);
    std::uint32_t slot = stride_ + 1;
    for (Index row = 0; row < board.height; row++, slot++) {
        if (cancelled(cancel)) return false;
        for (const std::uint32_t end = slot + stride_ - 1; slot < end; slot++) {
            const Mark lowest = std::min(std::min(marks_[slot + 1], marks_[slot + stride_]),
                                         std::min(marks_[slot - 1], marks_[slot - stride_]));
            if (lowest == AIR && marks_[slot] == UNSEEN && !search_from(slot, cancel)) return false;
        }
    }
    const std::uint32_t dead = own_stones_ - (next_number_ - 1);
    slot = stride_ + 1;
    for (Index row = 0; row < board.height; row++, slot += stride_, cells += board.width) {
        if (cancelled(cancel)) return false;
        fill_row(cells, board.width, slot, dead);
        visit(row * board.width, row_.data());
    }
    return true;
}

// Both colours, each only if asked for. Empty vectors when cancelled.
inline Flips flips(const Board& board, bool white = true, bool black = true, const Cancel* cancel = nullptr) {
    Flips result;
    FlipCounter counter;
    const auto fill = [&](std::vector<std::uint32_t>& dead, Cell own) {
        dead.resize(board.cells.size());
        return counter.count(board, own, cancel, [&](Index point, const std::uint32_t* row) {
            std::copy_n(row, board.width, dead.begin() + point);
        });
    };
    if ((white && !fill(result.dead_white, WHITE)) || (black && !fill(result.dead_black, BLACK))) return {};
    return result;
}

// The contest's hash of the dead stones of this colour. Only one row of numbers is stored at a time.
// Meaningless when cancelled.
inline std::uint32_t flips_hash(FlipCounter& counter, const Board& board, Cell own = WHITE,
                                const Cancel* cancel = nullptr) {
    FlipsHash hash;
    std::vector<std::uint32_t> stones(std::size_t(board.width) + 1);
    counter.count(board, own, cancel, [&](Index point, const std::uint32_t* row) {
        const std::uint8_t* const cells = board.cells.data() + point;
        std::size_t count = 0;
        for (Index col = 0; col < board.width; col++) {
            stones[count] = row[col];
            count += std::uint8_t(cells[col] - 1) < 2;
        }
        hash.add(stones.data(), count);
    });
    return hash.value();
}

}  // namespace tengen
