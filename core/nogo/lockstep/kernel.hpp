// The lockstep player, compiled once per instruction set. Each including file defines LOCKSTEP_ISA, a namespace of
// its own, and LOCKSTEP_BYTES, the size of a vector register. No inline library function is called from here: the
// linker may keep any one copy of such a function, perhaps one built for a processor that the caller does not have.
//
// A game is a lane of the vectors: one word per row and colour. Games are uniform because of two facts.
//  1. A point illegal for a colour stays illegal for it. So a colour may draw from its remaining candidates without
//     replacement and throw the illegal ones away for good; the first legal draw is uniform over its legal moves.
//  2. A chain without a liberty never gets one (stones stay). So if every chain has a liberty after several draws,
//     all of them were legal, and one look at the board settles them all. If not, the lane goes back to where it
//     was, its random numbers included, and draws the same points again in smaller steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "job.hpp"
#include "vectors.hpp"

#if defined(__clang__)
#define LOCKSTEP_UNROLL
#else
#define LOCKSTEP_UNROLL _Pragma("GCC unroll 20")
#endif

namespace tengen::nogo::LOCKSTEP_ISA {

template <bool SMALL>
struct CodeFor {
    using type = std::uint16_t;
};
template <>
struct CodeFor<true> {
    using type = std::uint8_t;
};

template <class Word, int HEIGHT>  // HEIGHT 0: known at run time only
class Player : Vectors<Word> {
public:
    using V = Vectors<Word>;
    using Vec = typename V::Vec;
    using Row = typename V::Row;
    using Numbers = typename V::Numbers;
    using Streams = typename V::Streams;
    using V::ALL, V::all, V::any, V::at, V::bit, V::COLUMNS, V::for_lanes, V::LANES, V::select;
    static constexpr int ROWS = (HEIGHT ? HEIGHT : MAX_LOCKSTEP_ROWS) + 2;  // a border above and below
    static constexpr int MAX_WINDOW = 64;
    using Code = typename CodeFor<COLUMNS == 16 && HEIGHT && HEIGHT <= 16>::type;  // a point: row * COLUMNS + col

    static void run(LockstepJob& job) {
        Player* player = new (::operator new(sizeof(Player), std::align_val_t(64))) Player(job);
        player->play();
        ::operator delete(player, std::align_val_t(64));
    }

    // All ones in the lanes where every chain has a liberty. It starts from the stones beside empty points, goes on to
    // stones of their own colour, and sees whether that reaches every stone. Rows 0 and rows + 1 are empty.
    __attribute__((noinline)) static Vec all_alive(const Vec* black, const Vec* white, const Vec* points, int height) {
        const int rows = HEIGHT ? HEIGHT : height;
        if (rows < 1) __builtin_unreachable();
        Vec reach[ROWS], below[ROWS], left[ROWS], right[ROWS];  // stones linked to the next row, the columns beside
        Vec empty_above = {}, empty = points[1] & ~(black[1] | white[1]);
        below[0] = reach[rows + 1] = Vec{};
        LOCKSTEP_UNROLL
        for (int row = 1; row <= rows; row++) {
            const Vec empty_below = points[row + 1] & ~(black[row + 1] | white[row + 1]);
            below[row] = (black[row] & black[row + 1]) | (white[row] & white[row + 1]);
            left[row] = (black[row] & (black[row] << 1)) | (white[row] & (white[row] << 1));
            right[row] = left[row] >> 1;
            reach[row] = (black[row] | white[row]) & (empty_above | empty_below | (empty << 1) | (empty >> 1));
            empty_above = empty;
            empty = empty_below;
        }
        auto spread = [&](int row, Vec now) __attribute__((always_inline)) {
            if constexpr (LOCKSTEP_BYTES != 32) {  // fewer sweeps; the other way has the shorter chain of work
                now |= (now << 1) & left[row];
                return now | ((now >> 1) & right[row]);
            }
            const Vec up = now << 1, down = now >> 1;
            return (now | (up & left[row])) | (down & right[row]);
        };
        // Down from the top and up from the bottom at once, two chains of work for the processor to overlap, until no
        // link joins a stone reached to one that is not. One sweep is hardly ever enough.
        for (int sweep = 1;; sweep++) {
            Vec above = {}, under = {};
            LOCKSTEP_UNROLL
            for (int row = 1; row <= rows; row++) {
                const int other = rows + 1 - row;
                reach[row] = above = spread(row, reach[row] | (above & below[row - 1]));
                reach[other] = under = spread(other, reach[other] | (under & below[other]));
            }
            if (sweep == 1) continue;
            Vec open = {};
            LOCKSTEP_UNROLL
            for (int row = 1; row <= rows; row++)
                open |= ((reach[row] ^ reach[row + 1]) & below[row]) | ((reach[row] ^ (reach[row] << 1)) & left[row]);
            if (!any(open)) break;
        }
        Vec dead = {};
        LOCKSTEP_UNROLL
        for (int row = 1; row <= rows; row++) dead |= (black[row] | white[row]) & ~reach[row];
        return Vec(dead == 0);
    }

private:
    // A lane's candidates: how many are Black's alone, White's alone, and for both. They lie in one array of
    // 2 * total + 1: 0 is scratch; from 1 up Black's own, from total down White's own, from total + 1 up the shared.
    struct Counts {
        Vec black, white, shared;
    };

    struct Lanes {
        Vec stones[2][ROWS];
        Counts counts;
        Vec white_plays;  // all ones where White is to play
        Vec plies, first;
        Vec counted;  // 0: a game more than was asked for
        Streams streams;
        Code* candidates[LANES];
    };

    // The points drawn (where they lay, were they shared), and as stones.
    struct Draw {
        Vec slot, point, shared, black, white;
    };

    LockstepJob& job;
    int total, windows_count = 0, windows[256], next_opened = LANES;
    std::uint64_t started = 0, unfinished = 0;
    Vec points[ROWS];
    Lanes opened, lanes;
    bool stopped = false;
    Vec lane_window, suspect;
    Draw draws[MAX_WINDOW];
    Code* start_candidates = nullptr;
    Row column_bits, ended[2][ROWS] = {};
    int uncollected = 0;

    explicit Player(LockstepJob& the_job)
        : job(the_job), total(job.only_black + job.shared + job.only_white), opened(), lanes() {}

    int height() const { return HEIGHT ? HEIGHT : job.height; }

    static Vec candidate_count(const Lanes& set) {
        return select(set.white_plays, set.counts.white, set.counts.black) + set.counts.shared;
    }

    // Takes a random candidate of the side to play out of each active lane.
    __attribute__((always_inline)) Draw draw(Lanes& set, Vec active) const {
        Numbers numbers;
        V::next(set.streams, active, numbers);
        Counts& counts = set.counts;
        const Vec white = set.white_plays, own = select(white, counts.white, counts.black);
        const Vec number = V::scaled(numbers, own + counts.shared), shared = Vec(number >= own);
        const Vec above = all(Word(total + 1)), lowest = above - counts.white;
        const Vec slot = (number + select(shared, above - own, select(white, lowest, all(1)))) & active;
        const Vec last = select(shared, counts.shared + Word(total), select(white, lowest, counts.black)) & active;
        Vec point;
        for (int lane = 0; lane < LANES; lane++) {
            Code *candidates = set.candidates[lane], *taken = candidates + slot[lane];
            at(point, lane) = *taken;
            *taken = candidates[last[lane]];
        }
        counts.shared += shared & active;
        counts.white += ~shared & white & active;
        counts.black += ~shared & ~white & active;
        const Vec stone = bit(point & Word(COLUMNS - 1)) & active;
        return {slot, point, shared, stone & ~white, stone & white};
    }

    // A shared point that is illegal for the side to play is the opponent's own from now on.
    void give(Lanes& set, int lane, Word point) const {
        if (set.white_plays[lane])
            set.candidates[lane][++at(set.counts.black, lane)] = Code(point);
        else
            set.candidates[lane][std::size_t(total) - at(set.counts.white, lane)++] = Code(point);
    }

    // One draw in every lane, settled at once.
    void play_draw(Lanes& set) const {
        const Draw drawn = draw(set, all(ALL));
        const Vec row_of = drawn.point >> V::SHIFT;
        const int rows = height();
        LOCKSTEP_UNROLL
        for (int row = 1; row <= rows; row++) {
            const Vec here = Vec(row_of == Word(row - 1));
            set.stones[0][row] |= drawn.black & here;
            set.stones[1][row] |= drawn.white & here;
        }
        const Vec legal = all_alive(set.stones[0], set.stones[1], points, rows);
        const Vec back_black = drawn.black & ~legal, back_white = drawn.white & ~legal;
        LOCKSTEP_UNROLL
        for (int row = 1; row <= rows; row++) {
            const Vec here = Vec(row_of == Word(row - 1));
            set.stones[0][row] ^= back_black & here;
            set.stones[1][row] ^= back_white & here;
        }
        for_lanes(drawn.shared & ~legal, [&](int lane) { give(set, lane, drawn.point[lane]); });
        set.first = select(Vec(set.plies == 0), drawn.point, set.first);
        set.white_plays ^= legal;
        set.plies -= legal;
    }

    // Up to `window` draws in every lane, settled together. A lane that fails draws the same again, half as many at
    // a time, until the illegal one is found.
    void play_window(Lanes& set, int window) {
        lane_window = select(suspect, lane_window, all(Word(window)));
        const Counts counts_before = set.counts;
        const Vec white_before = set.white_plays;
        const Streams streams_before = set.streams;
        Vec drawn = {};
        for (int k = 0; k < window; k++) {
            const Vec active = Vec(lane_window > Word(k)) & Vec(candidate_count(set) != 0);
            draws[k] = draw(set, active);
            set.white_plays ^= active;
            drawn -= active;
        }
        set.first = select(Vec(set.plies == 0), draws[0].point, set.first);

        Vec stones[2][ROWS];
        const int rows = height();
        for (int colour = 0; colour < 2; colour++) stones[colour][0] = stones[colour][rows + 1] = Vec{};
        for (int row = 1; row <= rows; row++) {
            Vec black = set.stones[0][row], white = set.stones[1][row];
            for (int k = 0; k < window; k++) {
                const Vec here = Vec((draws[k].point >> V::SHIFT) == Word(row - 1));
                black |= draws[k].black & here;
                white |= draws[k].white & here;
            }
            stones[0][row] = black;
            stones[1][row] = white;
        }
        const Vec legal = all_alive(stones[0], stones[1], points, rows);
        for (int row = 1; row <= rows; row++) {
            set.stones[0][row] = select(legal, stones[0][row], set.stones[0][row]);
            set.stones[1][row] = select(legal, stones[1][row], set.stones[1][row]);
        }
        set.plies += drawn & legal;
        set.white_plays = select(legal, set.white_plays, white_before);
        suspect |= ~legal;
        lane_window = select(suspect & Vec(lane_window > 1), lane_window >> 1, lane_window);
        for_lanes(~legal, [&](int lane) {
            if (drawn[lane] == 1) {
                at(suspect, lane) = 0;
                if (draws[0].shared[lane]) give(set, lane, draws[0].point[lane]);
                return;
            }
            for (int k = int(drawn[lane]) - 1; k >= 0; k--)
                set.candidates[lane][draws[k].slot[lane]] = Code(draws[k].point[lane]);
            at(set.counts.black, lane) = counts_before.black[lane];
            at(set.counts.white, lane) = counts_before.white[lane];
            at(set.counts.shared, lane) = counts_before.shared[lane];
            set.streams.a[lane] = streams_before.a[lane];
            set.streams.b[lane] = streams_before.b[lane];
            set.streams.c[lane] = streams_before.c[lane];
            set.streams.counter[lane] = streams_before.counter[lane];
        });
    }

    // A full set of new games, each played on while several draws at a time pay.
    void open_games() {
        for (int row = 1; row <= height(); row++)
            for (int colour = 0; colour < 2; colour++)
                opened.stones[colour][row] = all(Word(job.stones[colour][row - 1]));
        opened.counts = {all(Word(job.only_black)), all(Word(job.only_white)), all(Word(job.shared))};
        opened.white_plays = all(job.to_play ? ALL : 0);
        opened.plies = Vec{};
        for (int lane = 0; lane < LANES; lane++)
            __builtin_memcpy(opened.candidates[lane], start_candidates, (2 * std::size_t(total) + 1) * sizeof(Code));
        suspect = Vec{};
        for (int k = 0; k < windows_count; k++) play_window(opened, windows[k]);
    }

    void refill(int lane) {
        if (next_opened == LANES) {
            stopped = job.cancelled(job.cancel);
            open_games();
            next_opened = 0;
        }
        const int from = next_opened++;
        for (int row = 1; row <= height(); row++)
            for (int colour = 0; colour < 2; colour++)
                at(lanes.stones[colour][row], lane) = opened.stones[colour][row][from];
        at(lanes.counts.black, lane) = opened.counts.black[from];
        at(lanes.counts.white, lane) = opened.counts.white[from];
        at(lanes.counts.shared, lane) = opened.counts.shared[from];
        at(lanes.white_plays, lane) = opened.white_plays[from];
        at(lanes.plies, lane) = opened.plies[from];
        at(lanes.first, lane) = opened.first[from];
        // The first `games` games to start are the ones counted: the first to finish would be the short ones.
        const bool counted = started < job.games;
        at(lanes.counted, lane) = counted;
        started += counted;
        unfinished += counted;
        // Swapped, not copied: no two games may share random numbers.
        auto swap = [](auto& one, auto& two) {
            const auto kept = one;
            one = two;
            two = kept;
        };
        swap(lanes.streams.a[lane], opened.streams.a[from]);
        swap(lanes.streams.b[lane], opened.streams.b[from]);
        swap(lanes.streams.c[lane], opened.streams.c[from]);
        swap(lanes.streams.counter[lane], opened.streams.counter[from]);
        swap(lanes.candidates[lane], opened.candidates[from]);
    }

    void finish(int lane) {
        if (!lanes.counted[lane]) return;
        unfinished--;
        const int winner = lanes.white_plays[lane] ? 0 : 1;
        job.played++;
        job.wins[winner]++;
        job.lengths[lanes.plies[lane]]++;
        if (!job.first_games) return;
        for (int row = 1; row <= height(); row++)
            for (int colour = 0; colour < 2; colour++) {
                const Row stones = column_bits & lanes.stones[colour][row][lane];
                ended[colour][row] -= Row(stones != 0);
            }
        if (++uncollected == 0xffff) collect_ended();
        if (!lanes.plies[lane]) return;
        const int first = int(lanes.first[lane]), point = first / COLUMNS * job.width + first % COLUMNS;
        job.first_games[point]++;
        job.first_wins[point] += winner == job.to_play;
    }

    // Words are small: called before they overflow.
    void collect_ended() {
        for (int colour = 0; colour < 2; colour++)
            for (int row = 0; row < height(); row++)
                for (int col = 0; col < job.width; col++) {
                    job.ended[colour][row * job.width + col] += ended[colour][row + 1][col];
                    ended[colour][row + 1][col] = 0;
                }
        uncollected = 0;
    }

    // The fuller the board, the more draws are illegal and the fewer are looked at together; the numbers are measured.
    void plan_windows() {
        int room = 0, ply = 0;
        for (int row = 0; row < height(); row++) {
            room += __builtin_popcountll(job.points[row]);
            ply += __builtin_popcountll(job.stones[0][row] | job.stones[1][row]);
        }
        auto until = [&](int percent, int window) {
            for (; ply + window <= room * percent / 100 && windows_count < 256; ply += window)
                windows[windows_count++] = window;
        };
        const int most = room * 25 / 100 - ply;
        if (most > 8) until(25, most < MAX_WINDOW ? most : MAX_WINDOW);
        until(33, 16);
        until(47, 8);
        until(64, 4);
        until(78, 2);
    }

    // Counts the games that are over and puts new ones in their place; false when no game is left to play.
    bool replace_finished() {
        for (Vec over; any(over = Vec(candidate_count(lanes) == 0));) {
            for_lanes(over, [&](int lane) {
                finish(lane);
                refill(lane);
            });
            if (!unfinished || stopped) return false;
        }
        return true;
    }

    void play() {
        for (int row = 0; row < ROWS; row++)
            points[row] = all(row >= 1 && row <= height() ? Word(job.points[row - 1]) : 0);
        for (int col = 0; col < COLUMNS; col++) column_bits[col] = Word(Word(1) << col);
        V::seed_streams(opened.streams, job.seeds);
        V::seed_streams(lanes.streams, job.seeds + 2 * LANES);
        const std::size_t stride = 2 * std::size_t(total) + 1, size = (2 * LANES + 1) * stride * sizeof(Code);
        Code* memory = start_candidates = static_cast<Code*>(::operator new(size));
        __builtin_memset(memory, 0, size);
        for (int lane = 0; lane < LANES; lane++) {
            opened.candidates[lane] = memory + std::size_t(2 * lane + 1) * stride;
            lanes.candidates[lane] = memory + std::size_t(2 * lane + 2) * stride;
        }
        for (int k = 0; k < total; k++) {
            const int index = job.candidates[k], both = job.only_black + job.shared;
            const int slot = k < job.only_black ? 1 + k : k < both ? total + 1 + k - job.only_black : 1 + k;
            memory[slot] = Code(index / job.width * COLUMNS + index % job.width);
        }
        plan_windows();
        for (int lane = 0; lane < LANES; lane++) refill(lane);
        while (replace_finished()) play_draw(lanes);
        ::operator delete(memory);
        if (job.first_games) collect_ended();
    }
};

inline void run(LockstepJob& job) {
    if (job.width <= 16) {
        if (job.height == 9) return Player<std::uint16_t, 9>::run(job);
        if (job.height == 13) return Player<std::uint16_t, 13>::run(job);
        if (job.height == 16) return Player<std::uint16_t, 16>::run(job);
        return Player<std::uint16_t, 0>::run(job);
    }
    if (job.width <= 32) {
        if (job.height == 19) return Player<std::uint32_t, 19>::run(job);
        return Player<std::uint32_t, 0>::run(job);
    }
    Player<std::uint64_t, 0>::run(job);
}

}  // namespace tengen::nogo::LOCKSTEP_ISA
