// Uniformly random games on boards of one word, many at once: one vector lane a game. A lane without a move passes by
// the same steps as one that moves, with no disc and no flips. A lane whose game is over begins the next one, so every
// game begun is played to its end and none is preferred for being short.
#pragma once

#include "job.hpp"
#include "vectors.hpp"

namespace tengen::othello {
inline namespace OTHELLO_ISA {

// xoroshiro128+ (Blackman and Vigna 2018), a stream a lane.
struct Streams {
    Vec a, b;

    Vec next() {
        const Vec sum = a + b, both = a ^ b;
        a = ((a << 24) | (a >> 40)) ^ both ^ (both << 16);
        b = (both << 37) | (both >> 27);
        return sum;
    }
};

// The games of one vector.
struct Group {
    Vec own = {}, other = {};    // seen from the side to move
    Vec plies = {}, first = {};  // the disc the game opened with
    Vec passed = {};             // all ones where the last ply was a pass,
    Vec swapped = {};            // where own is the other side of the start,
    Vec busy = {};               // and where a game is being played
    Streams streams = {};

    // One ply in every lane; says where the game is now over.
    unsigned step(const Vec& points) {
        const Vec empty = points & ~(own | other);
        const LaneMoves now(own, other, empty);
        const Vec disc = chosen(now.moves), flips = now.flips(disc);
        const Vec stuck = Vec(now.moves == 0), ended_by_passes = stuck & passed, now_own = other ^ flips;
        other = own | flips | disc;
        own = now_own;
        first |= disc & Vec(plies == 0);
        plies += (ended_by_passes & all(std::uint64_t(-2))) + 1;  // two passes in a row were none
        passed = stuck;
        swapped = ~swapped;
        return lanes_set(busy & (ended_by_passes | Vec(empty == disc)));
    }

    // One of the moves, each as likely; where there are none, none. Finds the bit with this many set bits below it by
    // halves, quarters and so on.
    Vec chosen(const Vec& moves) {
        const Vec ones = moves - ((moves >> 1) & 0x5555555555555555);
        const Vec pairs = (ones & 0x3333333333333333) + ((ones >> 2) & 0x3333333333333333);
        const Vec bytes = (pairs + (pairs >> 4)) & 0x0f0f0f0f0f0f0f0f;
        const Vec words = bytes + (bytes >> 8), halves = words + (words >> 16);
        const Vec below = halves & 0xff, count = below + ((halves >> 32) & 0xff);
        Vec skip = product(streams.next() >> 32, count) >> 32;
        Vec past = at_least(skip, below), place = past & 32;
        skip -= past & below;
        const auto narrow = [&](const Vec& counts, std::uint64_t mask, std::uint64_t width) {
            const Vec here = (counts >> place) & mask, beyond = at_least(skip, here);
            place += beyond & width;
            skip -= beyond & here;
        };
        narrow(words, 0xff, 16);
        narrow(bytes, 0xff, 8);
        narrow(pairs, 0xf, 4);
        narrow(ones, 3, 2);
        narrow(moves, 1, 1);
        return (all(1) << (place & 63)) & moves;
    }
};

class Games {
public:
    static void run(GamesJob& job) { Games(job).play(); }

private:
    static constexpr int GROUPS = 2;  // so that the processor works on one while it waits for the other
    static_assert(GROUPS * LANES <= MAX_LANES);

    explicit Games(GamesJob& job)
        : job_(job), points_(job.sides.own[0] | job.sides.other[0] | job.sides.empty[0]), left_to_begin_(job.games) {
        for (int k = 0; k < GROUPS * LANES; k++) {
            Group& group = groups_[k / LANES];
            group.streams.a[k % LANES] = job.seeds[2 * k];
            group.streams.b[k % LANES] = job.seeds[2 * k + 1] | 1;  // never all zeros
            begin(group, k % LANES);
        }
    }

    void play() {
        for (std::uint64_t steps = 1; playing_; steps++) {
            if ((steps & 0x3ff) == 0 && job_.poll()) return;
            unsigned over[GROUPS];
            for (int k = 0; k < GROUPS; k++) over[k] = groups_[k].step(all(points_));
            for (int k = 0; k < GROUPS; k++)
                for (; over[k]; over[k] &= over[k] - 1) finish(groups_[k], __builtin_ctz(over[k]));
        }
    }

    void begin(Group& group, int lane) {
        const bool another = left_to_begin_ > 0;
        group.busy[lane] = another ? ~std::uint64_t(0) : 0;
        group.own[lane] = job_.sides.own[0];
        group.other[lane] = job_.sides.other[0];
        group.plies[lane] = group.passed[lane] = group.first[lane] = group.swapped[lane] = 0;
        left_to_begin_ -= another;
        playing_ += another;
    }

    void finish(Group& group, int lane) {
        const bool swapped = group.swapped[lane];
        const SmallBits own = swapped ? group.other[lane] : group.own[lane];
        const SmallBits other = swapped ? group.own[lane] : group.other[lane];
        const int margin = count_of(own) - count_of(other);
        job_.played++;
        job_.own_wins += margin > 0;
        job_.other_wins += margin < 0;
        job_.lengths[group.plies[lane]]++;
        if (job_.first_games) {
            for_places(own, [&](int place) { job_.ended_own[place]++; });
            for_places(other, [&](int place) { job_.ended_other[place]++; });
            if (const SmallBits first = group.first[lane]) {
                job_.first_games[lowest(first)]++;
                job_.first_wins[lowest(first)] += margin > 0;
            }
        }
        playing_--;
        begin(group, lane);
    }

    GamesJob& job_;
    SmallBits points_;
    std::uint64_t left_to_begin_, playing_ = 0;
    Group groups_[GROUPS];
};

}  // namespace OTHELLO_ISA
}  // namespace tengen::othello
