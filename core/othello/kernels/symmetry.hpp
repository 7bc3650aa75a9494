// The turns and reflections that leave a position as it is. Positions that they map to each other have the same future
// up to a turn of the board, so a cache needs only one of them. Exact for any position: most have none.
#pragma once

#include "../bits.hpp"
#include "job.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

template <class Bits>
inline Bits bits_from(const std::uint64_t* words);
template <>
inline SmallBits bits_from<SmallBits>(const std::uint64_t* words) {
    return words[0];
}
template <>
inline LargeBits bits_from<LargeBits>(const std::uint64_t* words) {
    return {{words[0], words[1], words[2], words[3]}};
}

inline bool is_less(SmallBits a, SmallBits b) { return a < b; }
inline bool is_less(const LargeBits& a, const LargeBits& b) {
    for (int k = 0; k < 4; k++)
        if (a.words[k] != b.words[k]) return a.words[k] < b.words[k];
    return false;
}

template <class Bits>
class Symmetries {
public:
    Symmetries(const PlainSides& sides, const Bits& own, const Bits& other, const Bits& empty)
        : height_(sides.height), width_(sides.width) {
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            if ((symmetry & 4) && height_ != width_) break;
            if (mapped(own, symmetry) == own && mapped(other, symmetry) == other && mapped(empty, symmetry) == empty)
                kept_[count_++] = symmetry;
        }
    }

    bool none() const { return count_ == 0; }

    // The least of the position's images.
    void normalise(Bits& own, Bits& other) const {
        const Bits from_own = own, from_other = other;
        for (int k = 0; k < count_; k++) {
            const Bits image = mapped(from_own, kept_[k]);
            if (is_less(own, image)) continue;
            const Bits other_image = mapped(from_other, kept_[k]);
            if (image == own && !is_less(other_image, other)) continue;
            own = image;
            other = other_image;
        }
    }

private:
    // Rows and columns swapped (4), then rows (1) and columns (2) reversed.
    Bits mapped(const Bits& bits, int symmetry) const {
        Bits image{};
        for_places(bits, [&](int place) {
            int row = place / Rows<Bits>::WIDTH, col = place % Rows<Bits>::WIDTH;
            if (symmetry & 4) {
                const int old_row = row;
                row = col;
                col = old_row;
            }
            if (symmetry & 1) row = height_ - 1 - row;
            if (symmetry & 2) col = width_ - 1 - col;
            image |= bit_at<Bits>(row * Rows<Bits>::WIDTH + col);
        });
        return image;
    }

    int height_, width_, count_ = 0, kept_[7] = {};
};

inline std::uint64_t hash_of(SmallBits own, SmallBits other) {
    const std::uint64_t mixed = own * 0x9e3779b97f4a7c15u ^ other * 0xd1342543de82ef95u;
    return (mixed ^ (mixed >> 32)) * 0x9e3779b97f4a7c15u;
}
inline std::uint64_t hash_of(const LargeBits& own, const LargeBits& other) {
    std::uint64_t mixed = 0;
    for (int k = 0; k < 4; k++) mixed = hash_of(own.words[k] + mixed, other.words[k] ^ (mixed >> 7));
    return mixed;
}

// A cache that forgets: the newest of the positions that share a slot. An entry has a key, `own` and `other`, and
// zeroed memory holds none, since no position asked for has a board without discs.
template <class Entry>
class Cache {
public:
    explicit Cache(int log_size)
        : shift_(64 - log_size),
          entries_(static_cast<Entry*>(__builtin_calloc(std::size_t(1) << log_size, sizeof(Entry)))) {
        if (!entries_) __builtin_abort();
    }
    ~Cache() { __builtin_free(entries_); }
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;

    template <class Bits>
    Entry& slot(const Bits& own, const Bits& other) {
        return entries_[hash_of(own, other) >> shift_];
    }

private:
    int shift_;
    Entry* entries_;
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
