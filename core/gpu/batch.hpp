// A batch on a graphics card: a thread for each board that is stepped, then one for each piece of the mask and the
// planes. What a board does is the core's own (batch_games.hpp).
#pragma once

#include "../batch_games.hpp"
#include "lane.hpp"

namespace tengen::gpu {

using std::int32_t, std::int64_t, std::uint8_t;

// A board's rows of the mask and the planes, a bit for each number in them.
template <class Rules>
struct Shown {
    static constexpr int WORDS = sizeof(typename Rules::Set) / sizeof(uint64_t);
    typename Rules::Set planes[Rules::PLANES];
    uint64_t mask[WORDS + 1];  // a pass may need one more
};

// What is asked of the card, by any of the kernels.
template <class Rules>
struct BatchJob {
    BatchGames<Rules> games;
    uint8_t *mask, *planes;  // both with room for a last whole piece
    Shown<Rules>* shown;
    const uint32_t* where;  // the boards that it is for, each once; null: all, in order
    const uint64_t* seeds;  // for these boards, to begin with; null: they keep their chance
    const void* moves;      // numbers of any kind
    int64_t stride;         // from one to the next
    uint32_t bytes, is_signed;
    uint32_t* wrong;  // of the moves that cannot be made, the number of the first; null: they lose
    uint32_t count;   // of these boards
    int32_t plies;    // to play at random
    int32_t points;
};

constexpr uint32_t PIECE = 16;  // bytes that a thread writes at once
struct alignas(PIECE) Piece {
    uint32_t words[4];
};

inline void lower(uint32_t* number, uint32_t to) {
#ifdef __CUDACC_RTC__
    atomicMin(number, to);
#else
    *number = std::min(*number, to);
#endif
}

// POINTS: of the board; 0: as the job says.
template <class Rules, int POINTS>
struct BatchKernels {
    using Games = BatchGames<Rules>;
    using Job = BatchJob<Rules>;

    // Before a step, if an illegal move is refused.
    static void check(const Job& job, uint32_t k) {
        if (!job.games.may_step(board(job, k), move(job, k))) lower(job.wrong, k);
    }

    static void step(const Job& job, uint32_t k) {
        if (job.wrong && *job.wrong < job.count) return;
        if (!job.games.seats[board(job, k)].game.ended) job.games.step(board(job, k), move(job, k));
        keep(job, board(job, k));
    }

    static void play_random(const Job& job, uint32_t k) {
        job.games.play_random(board(job, k), job.plies);
        keep(job, board(job, k));
    }

    static void reset(const Job& job, uint32_t k) {
        if (job.seeds) job.games.seats[board(job, k)].random = Random(job.seeds[k]);
        job.games.reset(board(job, k));
        keep(job, board(job, k));
    }

    static void take_up(const Job& job, uint32_t k) {
        job.games.take_up(board(job, k));
        keep(job, board(job, k));
    }

    // Here k is a piece: first those of the mask.
    static void show(const Job& job, uint32_t k) {
        const uint32_t length = uint32_t(points(job)), row_bytes = (length + 7) / 8;
        const uint32_t boards = uint32_t(job.games.table->settings.boards), rows = boards * Rules::PLANES;
        const uint32_t moves = length + Games::HAS_PASSES, of_mask = (boards * moves + PIECE - 1) / PIECE;
        const auto masks = [&](uint32_t row) { return job.shown[row].mask; };
        const auto sets = [&](uint32_t row) {
            return job.shown[row / Rules::PLANES].planes[row % Rules::PLANES].words;
        };
        Piece piece;
        if (k < of_mask) {
            spread(bits<16>(16 * k, moves, boards, masks), piece);
            reinterpret_cast<Piece*>(job.mask)[k] = piece;
            return;
        }
        k -= of_mask;
        switch (job.games.table->settings.planes) {
            case Planes::NONE: return;
            case Planes::BYTES: spread(bits<16>(16 * k, length, rows, sets), piece); break;
            case Planes::FLOATS: {
                constexpr uint32_t ONE = 0x3f800000;
                const uint32_t four = bits<4>(4 * k, length, rows, sets);
                for (uint32_t j = 0; j < 4; j++) piece.words[j] = four >> j & 1 ? ONE : 0;
                break;
            }
            case Planes::BITS:
                for (uint32_t j = 0; j < 4; j++) piece.words[j] = bits<32>(32 * (4 * k + j), 8 * row_bytes, rows, sets);
        }
        reinterpret_cast<Piece*>(job.planes)[k] = piece;
    }

private:
    static Number<POINTS> points(const Job& job) { return Number<POINTS>::of(job.points); }
    static uint32_t board(const Job& job, uint32_t k) { return job.where ? job.where[k] : k; }

    // NOWHERE: there is no such move.
    static Index move(const Job& job, uint32_t k) {
        const int64_t at = int64_t(k) * job.stride;
        uint64_t number;
        switch (job.bytes) {
            case 1: number = static_cast<const uint8_t*>(job.moves)[at]; break;
            case 2: number = static_cast<const uint16_t*>(job.moves)[at]; break;
            case 4: number = static_cast<const uint32_t*>(job.moves)[at]; break;
            default: number = static_cast<const uint64_t*>(job.moves)[at];
        }
        const bool is_negative = job.is_signed && number >> (8 * job.bytes - 1);
        if (is_negative || number > uint64_t(points(job))) return NOWHERE;
        return Index(number) == points(job) ? PASS : Index(number);
    }

    // What `show` shows of the board.
    static void keep(const Job& job, uint32_t board) {
        job.games.tell(board);
        Shown<Rules>& shown = job.shown[board];
        const auto legal = job.games.legal(board);
        for (int k = 0; k < Shown<Rules>::WORDS; k++) shown.mask[k] = legal.words[k];
        shown.mask[Shown<Rules>::WORDS] = 0;
        if (Games::HAS_PASSES && job.games.may_pass(board))
            shown.mask[points(job) / 64] |= uint64_t(1) << points(job) % 64;
        if (job.games.table->settings.planes != Planes::NONE) job.games.see(board, shown.planes);
    }

    // So many bits of rows that lie end to end, from number `at` on; past the last row they are zeros.
    template <uint32_t COUNT, class Words>
    static uint32_t bits(uint32_t at, uint32_t length, uint32_t rows, Words&& words) {
        uint32_t found = 0;
        for (uint32_t row = at / length, from = at % length, filled = 0; filled < COUNT && row < rows; row++) {
            const uint64_t* const word = words(row) + from / 64;
            uint64_t here = word[0] >> from % 64;
            if (from % 64 > 64 - COUNT && (from / 64 + 1) * 64 < length) here |= word[1] << (64 - from % 64);
            found |= uint32_t(here << filled);
            filled += length - from;
            from = 0;
        }
        return found;
    }

    // A byte for each of 16 bits. (The product has a bit in the lowest place of each byte, and no two meet.)
    static void spread(uint32_t bits, Piece& piece) {
        for (uint32_t j = 0; j < 4; j++) piece.words[j] = (bits >> 4 * j & 15) * 0x00204081u & 0x01010101u;
    }
};

}  // namespace tengen::gpu
