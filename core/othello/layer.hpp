// A layer: all positions after a number of plies, each kept once with the number of lines that lead to it. So what
// follows a position is counted once, however many lines lead there. For boards up to 8x8.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "count.hpp"

namespace tengen::othello {

class Layer {
public:
    // Just the start, which is not over. A pass is a ply, or goes along with the move before it.
    Layer(const Position& start, Passes passes)
        : start_(start), passes_(passes), reached_{first(start)}, empties_(int(start.discs(EMPTY))) {}

    const Position& start() const { return start_; }
    int plies() const { return plies_; }
    int empties() const { return empties_; }  // if passes are no plies
    std::size_t size() const { return reached_.size(); }

    // The layer one ply deeper. Null if it has more than `most` positions, if the lines to one of them do not fit a
    // word, or if it was cancelled.
    std::unique_ptr<Layer> next(std::size_t most, const Cancel* cancel = nullptr,
                                const Kernel& kernel = best_kernel()) const {
        auto deeper = std::make_unique<Layer>(start_, passes_);
        deeper->reached_.clear();
        deeper->ended_ = ended_;
        deeper->plies_ = plies_ + 1;
        deeper->empties_ = empties_ - 1;
        std::vector<Reached>& found = deeper->reached_;
        std::size_t merged = 0;  // this many are in order and different
        for (std::size_t from = 0; from < reached_.size(); from += STEP) {
            if (cancelled(cancel)) return nullptr;
            const std::size_t count = std::min(STEP, reached_.size() - from), room = found.size();
            found.resize(room + count * MOST_MOVES);
            LayerJob job{};
            job.sides = plain_sides(start_);
            job.pass_is_ply = passes_ == Passes::A_PLY;
            job.from = reached_.data() + from;
            job.count = count;
            job.to = found.data() + room;
            kernel.layer(job);
            found.resize(room + job.found);
            add_ended(deeper->ended_, job);
            if (found.size() < merged + MOST_UNMERGED && from + STEP < reached_.size()) continue;
            if (!merge(found)) return nullptr;
            merged = found.size();
            if (merged > most) return nullptr;
        }
        return deeper;
    }

    // Share number `part` of `parts` of the complete games from the start. The first has those that are over by now.
    Counts count(std::size_t part, std::size_t parts, const Cancel* cancel = nullptr,
                 const Kernel& kernel = best_kernel()) const {
        const auto [from, to] = slice(part, parts);
        CountJob job{};
        job.sides = plain_sides(start_);
        job.poll = poll_of(cancel);
        job.reached = reached_.data() + from;
        job.reached_count = to - from;
        kernel.count(job);
        if (part == 0) {
            job.overflowed |= __builtin_add_overflow(job.own, ended_.own, &job.own);
            job.overflowed |= __builtin_add_overflow(job.other, ended_.other, &job.other);
            job.overflowed |= __builtin_add_overflow(job.draws, ended_.draws, &job.draws);
        }
        return counts_of(job, start_.to_play());
    }

    // The same share of the lines of `depth` plies from the start; that is at least plies().
    LinesOfPlay perft(int depth, std::size_t part, std::size_t parts, const Cancel* cancel = nullptr,
                      const Kernel& kernel = best_kernel()) const {
        const auto [from, to] = slice(part, parts);
        PerftJob job{};
        job.sides = plain_sides(start_);
        job.poll = poll_of(cancel);
        job.depth = depth - plies_;
        job.pass_is_ply = passes_ == Passes::A_PLY;
        job.reached = reached_.data() + from;
        job.reached_count = to - from;
        kernel.perft(job);
        return {job.lines, job.overflowed, job.cancelled};
    }

private:
    static constexpr std::size_t STEP = 4096, MOST_MOVES = 60, MOST_UNMERGED = std::size_t(1) << 21;

    struct Ended {
        unsigned __int128 own = 0, other = 0, draws = 0;  // of the side to move at the start
    };

    static Reached first(const Position& start) {
        const Sides<SmallBits> sides(start.board(), start.to_play());
        return {sides.own, sides.other, {1, 0}};
    }

    static void add_ended(Ended& ended, const LayerJob& job) {
        ended.own += job.own;
        ended.other += job.other;
        ended.draws += job.draws;
    }

    // Sorts them and merges equal ones; false if the lines to one do not fit a word.
    static bool merge(std::vector<Reached>& found) {
        std::sort(found.begin(), found.end(), [](const Reached& a, const Reached& b) {
            return a.own != b.own ? a.own < b.own : a.other < b.other;
        });
        std::size_t kept = 0;
        for (std::size_t k = 0; k < found.size(); k++) {
            if (kept > 0 && found[kept - 1].own == found[k].own && found[kept - 1].other == found[k].other) {
                for (int colour = 0; colour < 2; colour++)
                    if (__builtin_add_overflow(found[kept - 1].lines[colour], found[k].lines[colour],
                                               &found[kept - 1].lines[colour]))
                        return false;
            } else {
                found[kept++] = found[k];
            }
        }
        found.resize(kept);
        return true;
    }

    std::pair<std::size_t, std::size_t> slice(std::size_t part, std::size_t parts) const {
        return {reached_.size() * part / parts, reached_.size() * (part + 1) / parts};
    }

    Position start_;
    Passes passes_;
    std::vector<Reached> reached_;
    int plies_ = 0, empties_;
    Ended ended_;
};

}  // namespace tengen::othello
