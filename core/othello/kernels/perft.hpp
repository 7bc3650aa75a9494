// Lines of play by depth. The last ply is counted, not played, and positions reached before are remembered.
#pragma once

#include "lines.hpp"
#include "symmetry.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits, bool PASS_IS_PLY>
class Perft {
public:
    static void run(PerftJob& job) {
        const Bits own = bits_from<Bits>(job.sides.own), other = bits_from<Bits>(job.sides.other);
        Perft perft(job, own, other, bits_from<Bits>(job.sides.empty));
        if (job.reached)
            job.lines = perft.lines_after(job.reached, job.reached_count, job.depth);
        else if (job.depth == 0)
            job.lines = 1;
        else if (!bool(own | other))
            job.lines = job.keep_ended;
        else
            job.lines = perft.lines(own, other, job.depth);
        job.overflowed = perft.overflowed_;
        job.cancelled = perft.cancelled_;
    }

private:
    static constexpr int SHALLOWEST_CACHED = 3, SHALLOWEST_TURNED = 5, SHALLOWEST_POLLED = 5;

    struct Entry {
        Bits own, other;
        std::uint64_t lines;
        int depth;
    };

    Perft(const PerftJob& job, const Bits& own, const Bits& other, const Bits& empty)
        : points_(own | other | empty), ended_(job.keep_ended), poll_(job.poll),
          symmetries_(job.sides, own, other, empty), cache_(job.depth <= 6   ? 8
                                                            : job.depth <= 9 ? 14
                                                                             : 18) {}

    std::uint64_t lines_after(const Reached* reached, std::size_t count, int depth) {
        std::uint64_t sum = 0;
        if constexpr (sizeof(Bits) == sizeof(SmallBits))
            for (const Reached* at = reached; at < reached + count && !(cancelled_ = poll_()); at++) {
                std::uint64_t each = at->lines[0];
                overflowed_ |= __builtin_add_overflow(each, at->lines[1], &each);
                overflowed_ |= __builtin_mul_overflow(each, depth ? lines(at->own, at->other, depth) : 1, &each);
                overflowed_ |= __builtin_add_overflow(sum, each, &sum);
            }
        return sum;
    }

    std::uint64_t lines(Bits own, Bits other, int depth) {
        if (depth < SHALLOWEST_CACHED) return lines_by_playing(own, other, depth);
        if (depth >= SHALLOWEST_POLLED && (cancelled_ || (cancelled_ = poll_()))) return 0;
        if (depth >= SHALLOWEST_TURNED && !symmetries_.none()) symmetries_.normalise(own, other);
        Entry& entry = cache_.slot(own, other);
        if (entry.depth == depth && entry.own == own && entry.other == other) return entry.lines;
        const std::uint64_t result = lines_by_playing(own, other, depth);
        if (!cancelled_) entry = {own, other, result, depth};
        return result;
    }

    std::uint64_t lines_by_playing(const Bits& own, const Bits& other, int depth) {
        const Bits empty = points_ & ~(own | other), moves = fast_moves(own, other, empty);
        if (!moves) return lines_by_passing(own, other, empty, depth);
        if (depth == 1) return std::uint64_t(count_of(moves));
        std::uint64_t sum = 0;
        for_places(moves, [&](int place) {
            const Bits flips = fast_flips(place, own, other);
            const std::uint64_t part = lines(other ^ flips, own | flips | bit_at<Bits>(place), depth - 1);
            overflowed_ |= __builtin_add_overflow(sum, part, &sum);
        });
        return sum;
    }

    std::uint64_t lines_by_passing(const Bits& own, const Bits& other, const Bits& empty, int depth) {
        if (!fast_moves(other, own, empty)) return ended_;
        if constexpr (PASS_IS_PLY) return depth == 1 ? 1 : lines(other, own, depth - 1);
        return lines_by_playing(other, own, depth);
    }

    Bits points_;
    std::uint64_t ended_;  // what a game that ended earlier counts for
    Poll poll_;
    Symmetries<Bits> symmetries_;
    Cache<Entry> cache_;
    bool overflowed_ = false, cancelled_ = false;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
