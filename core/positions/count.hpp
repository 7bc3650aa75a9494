// How many boards there are on which every chain has a liberty: Go's and NoGo's legal positions.
//
// The board is filled point by point. Of the ways to fill it so far, all that is kept is how many lead to each border.
// (No border has all bits set, so that can be the key that Tally does not use: in the first column no chain goes left.)
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../grid.hpp"
#include "../threads.hpp"
#include "border.hpp"
#include "tally.hpp"

namespace tengen {

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
          words_(1 +
                 std::size_t(double(std::count(board.cells.begin(), board.cells.end(), EMPTY)) * std::log2(3)) / 64),
          work_(work_before_points()) {}

    // How much of the work is done, from 0 to 1; may be asked while it runs.
    double done() const {
        const std::size_t parts = parts_done_.load(std::memory_order_relaxed), point = parts / Tally::PARTS;
        if (point + 1 == work_.size()) return 1;
        const double share = double(parts % Tally::PARTS) / Tally::PARTS;
        return (work_[point] + share * (work_[point + 1] - work_[point])) / work_.back();
    }

    // The most borders there were at a time.
    std::size_t most_borders() const { return most_borders_.load(std::memory_order_relaxed); }

    End run(int threads, const Cancel* cancel) {
        threads = std::min(threads, int(Tally::PARTS));
        parts_done_ = 0;
        totals_.clear();
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

    // Boards by their black and white stones, or all for (0, 0): numbers of this many words, the lowest first.
    const std::map<std::pair<Index, Index>, std::vector<std::uint64_t>>& totals() const { return totals_; }

private:
    static constexpr std::size_t FEW_BORDERS = 1 << 13;  // not worth a thread

    End fill(Index point, Tally& from, Tally& to, int threads, const Cancel* cancel) {
        std::atomic<std::size_t> next_part = 0;
        std::atomic<bool> too_large = false;
        const auto work = [&](int) {
            try {
                Filler filler(*this, point, to);
                std::uint64_t filled = 0;
                bool stopped = false;
                for (std::size_t part; (part = next_part++) < Tally::PARTS;) {
                    if (stopped || cancelled(cancel) || too_large) return;
                    from.for_each(part, [&](std::uint64_t key, const std::uint64_t* n) {
                        if ((++filled & 0xfff) == 0) stopped = cancelled(cancel);
                        if (!stopped) filler.fill(key, n);
                    });
                    from.clear(part);
                    parts_done_++;
                }
                filler.flush();
            } catch (const std::bad_alloc&) {
                too_large = true;
            }
        };
        on_threads(from.used() < FEW_BORDERS ? 1 : threads, work);
        return too_large ? End::TOO_LARGE : cancelled(cancel) ? End::CANCELLED : End::COUNTED;
    }

    // The work at a point is about the number of borders there. It grows from row to row towards a limit. On 9x9 the
    // second row has 0.23 of that limit and the next ones 0.62, 0.73, 0.83, 0.91, 0.95: about 1 - 0.62^row. By stones,
    // a border also comes with every pair of numbers of stones.
    std::vector<double> work_before_points() const {
        std::vector<double> work{0};
        for (Index point = 0; point < board_.size(); point++) {
            const double pairs = by_stones_ ? std::pow(point + 1, 2) : 1;
            work.push_back(work.back() + pairs * (1.01 - std::pow(0.62, point / board_.width)));
        }
        return work;
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
    const std::vector<double> work_;  // before each point, and in all
    std::atomic<std::size_t> bytes_ = 0;
    std::atomic<std::size_t> parts_done_ = 0;  // of the tallies of all points
    std::atomic<std::size_t> most_borders_ = 0;
    std::map<std::pair<Index, Index>, std::vector<std::uint64_t>> totals_;
};

}  // namespace tengen
