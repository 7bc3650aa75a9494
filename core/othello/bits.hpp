// A board as sets of points: one bit a point in rows of 8 (one word) or of 16 (four words). Moves and flips of all
// points at once, by shifting.
//
// The kernels (kernel.hpp) are built once per kind of processor from these functions. Each build has them in a
// namespace of its own: the linker may keep any one copy of an inline function, perhaps one built for a processor
// that the caller does not have. For the same reason they call no inline library function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../grid.hpp"
#include "runs.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

// Boards up to 8x8: bit row * 8 + col. Points outside a narrower board are in no set, which stops every run.
using SmallBits = std::uint64_t;

// Boards up to 16x16: bit row * 16 + col.
struct LargeBits {
    std::uint64_t words[4] = {0, 0, 0, 0};

    bool operator==(const LargeBits&) const = default;
    explicit operator bool() const { return words[0] | words[1] | words[2] | words[3]; }

    template <class Combine>
    static LargeBits combined(const LargeBits& a, const LargeBits& b, Combine&& combine) {
        LargeBits result;
        for (int k = 0; k < 4; k++) result.words[k] = combine(a.words[k], b.words[k]);
        return result;
    }
    friend LargeBits operator&(const LargeBits& a, const LargeBits& b) {
        return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
    }
    friend LargeBits operator|(const LargeBits& a, const LargeBits& b) {
        return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x | y; });
    }
    friend LargeBits operator^(const LargeBits& a, const LargeBits& b) {
        return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
    }
    LargeBits operator~() const {
        return combined(*this, *this, [](std::uint64_t x, std::uint64_t) { return ~x; });
    }
    LargeBits& operator|=(const LargeBits& other) { return *this = *this | other; }
    LargeBits& operator&=(const LargeBits& other) { return *this = *this & other; }
    LargeBits& operator^=(const LargeBits& other) { return *this = *this ^ other; }

    friend LargeBits operator<<(const LargeBits& bits, int shift) {
        LargeBits result;
        const int whole = shift / 64, part = shift % 64;
        for (int k = 3; k >= whole; k--) {
            result.words[k] = bits.words[k - whole] << part;
            if (part && k > whole) result.words[k] |= bits.words[k - whole - 1] >> (64 - part);
        }
        return result;
    }
    friend LargeBits operator>>(const LargeBits& bits, int shift) {
        LargeBits result;
        const int whole = shift / 64, part = shift % 64;
        for (int k = 0; k + whole < 4; k++) {
            result.words[k] = bits.words[k + whole] >> part;
            if (part && k + whole < 3) result.words[k] |= bits.words[k + whole + 1] << (64 - part);
        }
        return result;
    }
};

template <>
struct Rows<LargeBits> {
    static constexpr int WIDTH = 16;
    static constexpr LargeBits INNER = {
        {0x7ffe7ffe7ffe7ffe, 0x7ffe7ffe7ffe7ffe, 0x7ffe7ffe7ffe7ffe, 0x7ffe7ffe7ffe7ffe}};
};

inline bool fits_small(const Board& board) { return board.height <= 8 && board.width <= 8; }
inline bool fits_large(const Board& board) { return board.height <= 16 && board.width <= 16; }

template <class Bits>
inline Bits bit_at(int place);
template <>
inline SmallBits bit_at<SmallBits>(int place) {
    return SmallBits(1) << place;
}
template <>
inline LargeBits bit_at<LargeBits>(int place) {
    LargeBits bits;
    bits.words[place / 64] = std::uint64_t(1) << place % 64;
    return bits;
}

inline int count_of(SmallBits bits) { return __builtin_popcountll(bits); }
inline int count_of(const LargeBits& bits) {
    return count_of(bits.words[0]) + count_of(bits.words[1]) + count_of(bits.words[2]) + count_of(bits.words[3]);
}

// The lowest bit's place; the set is not empty.
inline int lowest(SmallBits bits) { return __builtin_ctzll(bits); }
inline int lowest(const LargeBits& bits) {
    int word = 0;
    while (!bits.words[word]) word++;
    return 64 * word + __builtin_ctzll(bits.words[word]);
}

// Calls visit(place) for each point of the set, row by row.
template <class Visit>
inline void for_places(SmallBits bits, Visit&& visit) {
    for (; bits; bits &= bits - 1) visit(__builtin_ctzll(bits));
}
template <class Visit>
inline void for_places(const LargeBits& bits, Visit&& visit) {
    for (int word = 0; word < 4; word++)
        for (std::uint64_t left = bits.words[word]; left; left &= left - 1) visit(64 * word + __builtin_ctzll(left));
}

template <class Bits>
inline int place_of(Index point, Index width) {
    return int(point / width * Rows<Bits>::WIDTH + point % width);
}
template <class Bits>
inline Index point_of(int place, Index width) {
    return Index(place) / Rows<Bits>::WIDTH * width + Index(place) % Rows<Bits>::WIDTH;
}

// The points of a board with this on them.
template <class Bits>
inline Bits set_of(const Board& board, Cell cell) {
    Bits bits{};
    Index point = 0;
    for (Index row = 0; row < board.height; row++)
        for (Index col = 0; col < board.width; col++, point++)
            if (board[point] == cell) bits |= bit_at<Bits>(int(row * Rows<Bits>::WIDTH + col));
    return bits;
}

// The same by the place of the disc. On four words, where shifting is slow, by walking from there: the eight ways to go
// and how far the edge is.
inline SmallBits flips_at(int place, SmallBits own, SmallBits other) {
    return flips_of(bit_at<SmallBits>(place), own, other);
}
inline LargeBits flips_at(int place, const LargeBits& own, const LargeBits& other) {
    constexpr int WIDTH = Rows<LargeBits>::WIDTH;
    const auto has = [](const LargeBits& bits, int at) { return bits.words[at / 64] >> at % 64 & 1; };
    const int up = place / WIDTH, left = place % WIDTH, down = WIDTH - 1 - up, right = WIDTH - 1 - left;
    LargeBits flips;
    const auto walk = [&](int step, int most) {
        int run = 0;
        while (run < most && has(other, place + step * (run + 1))) run++;
        if (run == 0 || run == most || !has(own, place + step * (run + 1))) return;
        for (int k = 1; k <= run; k++) flips |= bit_at<LargeBits>(place + step * k);
    };
    const auto nearer = [](int a, int b) { return a < b ? a : b; };
    walk(1, right);
    walk(-1, left);
    walk(WIDTH, down);
    walk(-WIDTH, up);
    walk(WIDTH + 1, nearer(down, right));
    walk(-WIDTH - 1, nearer(up, left));
    walk(WIDTH - 1, nearer(down, left));
    walk(1 - WIDTH, nearer(up, right));
    return flips;
}

// Two sides seen from the one to move.
template <class Bits>
struct Sides {
    Bits own{}, other{}, empty{};

    bool operator==(const Sides&) const = default;

    Sides() = default;
    Sides(const Bits& own_, const Bits& other_, const Bits& empty_) : own(own_), other(other_), empty(empty_) {}
    Sides(const Board& board, Cell to_play)
        : own(set_of<Bits>(board, to_play)), other(set_of<Bits>(board, opponent(to_play))),
          empty(set_of<Bits>(board, EMPTY)) {}

    Bits moves() const { return moves_of(own, other, empty); }
    Sides passed() const { return {other, own, empty}; }
    Sides played(int place) const { return played(place, flips_at(place, own, other)); }
    Sides played(int place, const Bits& flips) const {
        const Bits disc = bit_at<Bits>(place);
        return {other ^ flips, own | flips | disc, empty ^ disc};
    }
    int margin() const { return count_of(own) - count_of(other); }
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
