// How many boards there are on which every chain has a liberty: Go's and NoGo's legal positions.
//
// The board is filled point by point. Of all ways to fill it so far only the number for each border is kept.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "border.hpp"
#include "cancel.hpp"
#include "grid.hpp"

namespace tengen {

// A number for each key: hashed, in parts with a lock each. A number is so many words, the lowest first.
class Tally {
public:
    static constexpr std::size_t PARTS = 64;

    // `bytes` is what the tallies of a job take together, and never more than that.
    Tally(std::size_t words, std::atomic<std::size_t>& bytes, std::size_t most_bytes)
        : stride_(1 + words), bytes_(bytes), most_bytes_(most_bytes), parts_(PARTS) {}

    ~Tally() {
        for (std::size_t part = 0; part < PARTS; part++) clear(part);
    }

    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;

    static std::size_t part_of(std::uint64_t key) { return hash(key) >> 58; }

    std::size_t used(std::size_t part) const { return parts_[part].used; }

    std::size_t used() const {
        std::size_t sum = 0;
        for (const auto& part : parts_) sum += part.used;
        return sum;
    }

    void clear(std::size_t part) {
        bytes_ -= parts_[part].entries.size() * sizeof(std::uint64_t);
        parts_[part].entries = {};
        parts_[part].slots = parts_[part].used = 0;
    }

    // Adds these entries, each a key and its number, all of this part. Throws bad_alloc.
    void add(std::size_t part_number, const std::uint64_t* entries, std::size_t count) {
        Part& part = parts_[part_number];
        const std::scoped_lock lock(part.mutex);
        if (part.slots > 0)
            for (std::size_t k = 0; k < count; k++)
                __builtin_prefetch(&part.entries[home(entries[k * stride_], part.slots) * stride_]);
        for (std::size_t k = 0; k < count; k++) add(part, entries + k * stride_);
    }

    // Calls visit(key, number) for each key.
    template <class Visit>
    void for_each(std::size_t part, Visit&& visit) const {
        const auto& entries = parts_[part].entries;
        for (std::size_t at = 0; at < entries.size(); at += stride_)
            if (entries[at] != VACANT) visit(~entries[at], &entries[at + 1]);
    }

private:
    // Keys are kept with all bits flipped: a border whose leftmost chain goes on to the left does not exist.
    static constexpr std::uint64_t VACANT = 0;
    static constexpr std::size_t FEWEST_SLOTS = 16;

    struct Part {
        std::vector<std::uint64_t> entries;
        std::size_t slots = 0;  // entries there is room for: a power of two
        std::size_t used = 0;
        std::mutex mutex;
    };

    static std::uint64_t hash(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15;
        key ^= key >> 32;
        key *= 0xD6E8FEB86659FD93;
        return key ^ key >> 32;
    }

    void add(Part& part, const std::uint64_t* entry) {
        if (part.used * 10 >= part.slots * 7) grow(part);
        std::uint64_t* const found = place(part.entries, part.slots, entry[0]);
        if (found[0] == VACANT) {
            found[0] = ~entry[0];
            part.used++;
        }
        std::uint64_t carry = 0;
        for (std::size_t k = 1; k < stride_; k++) {
            const unsigned __int128 sum = static_cast<unsigned __int128>(found[k]) + entry[k] + carry;
            found[k] = std::uint64_t(sum);
            carry = std::uint64_t(sum >> 64);
        }
    }

    // Where a key is looked for first.
    static std::size_t home(std::uint64_t key, std::size_t slots) { return hash(key) & (slots - 1); }

    // Where it is, or would be.
    std::uint64_t* place(std::vector<std::uint64_t>& entries, std::size_t slots, std::uint64_t key) const {
        for (std::size_t slot = home(key, slots);; slot = (slot + 1) & (slots - 1)) {
            std::uint64_t* const entry = &entries[slot * stride_];
            if (entry[0] == ~key || entry[0] == VACANT) return entry;
        }
    }

    void grow(Part& part) {
        const std::size_t slots = std::max(FEWEST_SLOTS, 2 * part.slots);
        const std::size_t bytes = slots * stride_ * sizeof(std::uint64_t);
        if ((bytes_ += bytes) > most_bytes_) {
            bytes_ -= bytes;
            throw std::bad_alloc();
        }
        std::vector<std::uint64_t> larger(slots * stride_);
        for (std::size_t at = 0; at < part.entries.size(); at += stride_)
            if (part.entries[at] != VACANT)
                std::copy_n(&part.entries[at], stride_, place(larger, slots, ~part.entries[at]));
        bytes_ -= part.entries.size() * sizeof(std::uint64_t);
        part.entries.swap(larger);
        part.slots = slots;
    }

    std::size_t stride_;
    std::atomic<std::size_t>& bytes_;
    std::size_t most_bytes_;
    std::vector<Part> parts_;
};

// The boards with the stones and holes of a given one, and anything on its empty points, on which every chain breathes.
class PositionCounter {
public:
    enum class End { COUNTED, CANCELLED, TOO_LARGE };

    static constexpr int STONE_BITS = 8;  // for the number of stones of a colour, where they are told apart by it
    static constexpr Index MOST_STONES = (1 << STONE_BITS) - 1;

    static Index most_columns(bool by_stones) {
        return by_stones ? (64 - 2 * STONE_BITS) / Border::BITS : Border::MOST_COLUMNS;
    }

    // The shorter side has at most `most_columns` points; by stones, there are at most MOST_STONES points.
    PositionCounter(const Board& board, bool by_stones, std::size_t most_bytes)
        : board_(board.width > board.height ? transformed(board, 4) : board), by_stones_(by_stones),
          most_bytes_(most_bytes),
          is_symmetric_(!by_stones && std::none_of(board.cells.begin(), board.cells.end(),
                                                   [](auto cell) { return cell == BLACK || cell == WHITE; })),
          words_(1 + std::size_t(double(std::count(board.cells.begin(), board.cells.end(), EMPTY)) * std::log2(3)) /
                         64) {}

    // How much of the work is done, from 0 to 1; may be asked while it runs.
    double done() const { return done_.load(std::memory_order_relaxed); }

    // The most borders there were at a time.
    std::size_t most_borders() const { return most_borders_.load(std::memory_order_relaxed); }

    End run(int threads, const Cancel* cancel) {
        auto from = std::make_unique<Tally>(words_, bytes_, most_bytes_);
        std::vector<std::uint64_t> start(1 + words_);
        start[1] = 1;
        from->add(Tally::part_of(0), start.data(), 1);
        for (Index point = 0; point < board_.size(); point++) {
            auto to = std::make_unique<Tally>(words_, bytes_, most_bytes_);
            const End end = fill(point, *from, *to, threads, cancel);
            if (end != End::COUNTED) return end;
            from = std::move(to);
            most_borders_ = std::max(most_borders(), from->used());
        }
        for (std::size_t part = 0; part < Tally::PARTS; part++)
            from->for_each(part, [&](std::uint64_t key, const std::uint64_t* number) { conclude(key, number); });
        return End::COUNTED;
    }

    // Boards by their black and white stones, or all for (0, 0): numbers of so many words, the lowest first.
    const std::map<std::pair<Index, Index>, std::vector<std::uint64_t>>& totals() const { return totals_; }

private:
    static constexpr std::size_t FEW_BORDERS = 1 << 13;  // not worth a thread

    End fill(Index point, Tally& from, Tally& to, int threads, const Cancel* cancel) {
        std::atomic<std::size_t> next_part = 0, parts_done = 0;
        std::atomic<bool> too_large = false;
        const auto work = [&] {
            try {
                Filler filler(*this, point, to);
                for (std::size_t part; (part = next_part++) < Tally::PARTS;) {
                    if (cancelled(cancel) || too_large) return;
                    from.for_each(part, [&](std::uint64_t key, const std::uint64_t* n) { filler.fill(key, n); });
                    from.clear(part);
                    done_ = work_before(point, double(++parts_done) / Tally::PARTS) / work_before(board_.size(), 0);
                }
                filler.flush();
            } catch (const std::bad_alloc&) {
                too_large = true;
            }
        };
        std::vector<std::jthread> helpers;
        if (from.used() >= FEW_BORDERS)
            for (int k = 1; k < threads; k++) helpers.emplace_back(work);
        work();
        helpers.clear();
        return too_large ? End::TOO_LARGE : cancelled(cancel) ? End::CANCELLED : End::COUNTED;
    }

    // In borders: of those that there are far down a board, the second row of 9x9 has 0.23 and the next ones 0.62, 0.73,
    // 0.83, 0.91, 0.95, which 1 - 0.62^row comes near to.
    double work_before(Index point, double share) const {
        const double row = double(point / board_.width), left = std::pow(0.62, row), every = 1.01;
        return double(board_.width) * (every * row - (1 - left) / (1 - 0.62)) +
               (double(point % board_.width) + share) * (every - left);
    }

    // One thread's work on one point.
    class Filler {
    public:
        Filler(const PositionCounter& job, Index point, Tally& to)
            : job_(job), column_(int(point % job.board_.width)), given_(job.board_[point]), to_(to),
              stride_(1 + job.words_), at_once_(std::clamp(MOST_WAITING / stride_, std::size_t(1), std::size_t(32))),
              waiting_(Tally::PARTS * at_once_ * stride_), counts_(Tally::PARTS) {}

        void fill(std::uint64_t key, const std::uint64_t* number) {
            for (const Cell cell : {EMPTY, BLACK, WHITE, HOLE}) {
                if (cell != given_ && (given_ != EMPTY || cell == HOLE)) continue;
                const std::uint64_t stones = job_.by_stones_ ? key >> STONES_AT : 0;
                Border border(job_.by_stones_ ? key & ((std::uint64_t(1) << STONES_AT) - 1) : key);
                if (!border.put(column_, cell)) continue;
                if (job_.is_symmetric_) border = border.canonical();
                std::uint64_t next = border.code();
                if (job_.by_stones_) next |= (stones + job_.stones_of(cell)) << STONES_AT;
                add(next, number);
            }
        }

        void flush() {
            for (std::size_t part = 0; part < Tally::PARTS; part++) flush(part);
        }

    private:
        void add(std::uint64_t key, const std::uint64_t* number) {
            const std::size_t part = Tally::part_of(key);
            std::uint64_t* const entry = &waiting_[(part * at_once_ + counts_[part]) * stride_];
            entry[0] = key;
            std::copy_n(number, stride_ - 1, entry + 1);
            if (++counts_[part] == at_once_) flush(part);
        }

        void flush(std::size_t part) {
            to_.add(part, &waiting_[part * at_once_ * stride_], counts_[part]);
            counts_[part] = 0;
        }

        static constexpr std::size_t MOST_WAITING = 256;  // words for one part

        const PositionCounter& job_;
        int column_;
        Cell given_;
        Tally& to_;
        std::size_t stride_, at_once_;
        std::vector<std::uint64_t> waiting_;  // for each part, entries not yet added to it
        std::vector<std::size_t> counts_;
    };

    static constexpr int STONES_AT = 64 - 2 * STONE_BITS;

    static std::uint64_t stones_of(Cell cell) {
        return cell == BLACK ? 1 : cell == WHITE ? std::uint64_t(1) << STONE_BITS : 0;
    }

    void conclude(std::uint64_t key, const std::uint64_t* number) {
        const std::uint64_t stones = by_stones_ ? key >> STONES_AT : 0;
        const Border border(by_stones_ ? key & ((std::uint64_t(1) << STONES_AT) - 1) : key);
        if (border.any_needs_liberty()) return;
        const Index black = Index(stones) & MOST_STONES, white = Index(stones >> STONE_BITS);
        auto& total = totals_[{black, white}];
        total.resize(words_);
        unsigned __int128 sum = 0;
        for (std::size_t k = 0; k < words_; k++) {
            sum += static_cast<unsigned __int128>(total[k]) + number[k];
            total[k] = std::uint64_t(sum);
            sum >>= 64;
        }
    }

    const Board board_;
    const bool by_stones_;
    const std::size_t most_bytes_;
    const bool is_symmetric_;
    const std::size_t words_;
    std::atomic<std::size_t> bytes_ = 0;
    std::atomic<double> done_ = 0;
    std::atomic<std::size_t> most_borders_ = 0;
    std::map<std::pair<Index, Index>, std::vector<std::uint64_t>> totals_;
};

}  // namespace tengen
