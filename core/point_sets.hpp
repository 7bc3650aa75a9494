// Sets of points of a small board, a bit for each: bit k is point k. What a batch keeps its boards in, on a graphics
// card too: board_sets.hpp has what makes them of boards.
#pragma once

#include <bit>
#include <cstdint>

#include "cells.hpp"

namespace tengen {

template <int WORDS>
struct PointSet {
    std::uint64_t words[WORDS] = {};

    bool operator==(const PointSet&) const = default;
    explicit operator bool() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : words) any |= word;
        return any;
    }
    bool has(Index point) const { return words[point / 64] >> point % 64 & 1; }
    void add(Index point) { words[point / 64] |= std::uint64_t(1) << point % 64; }
    void remove(Index point) { words[point / 64] &= ~(std::uint64_t(1) << point % 64); }

    Index count() const {
        Index total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }

    // Calls visit(point) for each, row by row.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (int k = 0; k < WORDS; k++)
            for (std::uint64_t left = words[k]; left; left &= left - 1) visit(Index(64 * k + std::countr_zero(left)));
    }

    // Point number k of them, row by row; there are more than k.
    Index number(Index k) const {
        int word = 0;
        for (Index here; k >= (here = std::popcount(words[word])); word++) k -= here;
        std::uint64_t left = words[word];
        while (k-- > 0) left &= left - 1;
        return Index(64 * word + std::countr_zero(left));
    }

    // The set of its first point; it is not empty.
    PointSet first() const {
        PointSet result;
        int word = 0;
        while (!words[word]) word++;
        result.words[word] = words[word] & (~words[word] + 1);
        return result;
    }

    bool has_several() const {
        std::uint64_t seen = 0, more = 0;
        for (const std::uint64_t word : words) {
            more |= (word & (word - 1)) | (seen ? word : 0);
            seen |= word;
        }
        return more;
    }

    friend PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
    friend PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
    friend PointSet operator^(PointSet a, const PointSet& b) {
        for (int k = 0; k < WORDS; k++) a.words[k] ^= b.words[k];
        return a;
    }
    PointSet operator~() const {
        PointSet result;
        for (int k = 0; k < WORDS; k++) result.words[k] = ~words[k];
        return result;
    }
    PointSet& operator&=(const PointSet& other) {
        for (int k = 0; k < WORDS; k++) words[k] &= other.words[k];
        return *this;
    }
    PointSet& operator|=(const PointSet& other) {
        for (int k = 0; k < WORDS; k++) words[k] |= other.words[k];
        return *this;
    }

    // Every point moved on by this many (1 or more), or back. Sets of few words are never moved by a whole one.
    static constexpr bool FAR = WORDS > 8;
    PointSet moved_on(int by) const {
        PointSet result;
        const int whole = FAR ? by / 64 : 0, part = FAR ? by % 64 : by;
        for (int k = WORDS - 1; k >= whole; k--) {
            result.words[k] = words[k - whole] << part;
            if (k > whole && (!FAR || part)) result.words[k] |= words[k - whole - 1] >> (64 - part);
        }
        return result;
    }
    PointSet moved_back(int by) const {
        PointSet result;
        const int whole = FAR ? by / 64 : 0, part = FAR ? by % 64 : by;
        for (int k = 0; k + whole < WORDS; k++) {
            result.words[k] = words[k + whole] >> part;
            if (k + whole + 1 < WORDS && (!FAR || part)) result.words[k] |= words[k + whole + 1] << (64 - part);
        }
        return result;
    }
};

// What a batch shows of every game: own and other stones, own and other legal moves, points.
constexpr int COMMON_PLANES = 5;

// A net may be told numbers too, as planes that are the same everywhere: a whole number from -127 to 127, in this unit.
constexpr float NUMBER_UNIT = 1.0f / 16;

// A board without its stones.
template <int WORDS>
struct Shape {
    using Set = PointSet<WORDS>;

    Index height, width;
    Set points;                 // holes are none of them
    Set not_first, not_last;    // points that have a neighbour to the left, and to the right, on the rectangle

    // How far it is to the point below. A kernel for a graphics card is compiled for one board, and shifts by a known
    // number are quicker.
    Index down() const {
#if defined(KERNEL_WIDTH)
        return KERNEL_WIDTH;
#else
        return width;
#endif
    }

    // All points beside these; those of the set too, where they are beside one another. Some may be no points of the
    // board: the caller wants those with something on them.
    Set beside(const Set& set) const {
        return set.moved_on(down()) | set.moved_back(down()) | (set & not_last).moved_on(1) |
               (set & not_first).moved_back(1);
    }

    // What can be reached from these points, step by step, within that set.
    Set spread(Set from, const Set& within) const {
        while (from) {
            const Set wider = (from | beside(from)) & within;
            if (wider == from) break;
            from = wider;
        }
        return from;
    }
};

}  // namespace tengen
