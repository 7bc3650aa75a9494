// Games that the tree search ends its simulations with: random, but a side mostly answers what just happened.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "../search.hpp"
#include "patterns.hpp"
#include "playout.hpp"
#include "tactics.hpp"

namespace tengen::go {

// Plays on until neither side has a move left. A side tries, in this order: to take a chain or save an own one beside
// the last move; to give atari to a chain that cannot run; a shape beside the last move; any move. It never fills an
// own eye or plays a suicide, and seldom puts a chain where it can be taken at once. A ko is not taken back at once.
// Nothing else that a superko rule forbids is looked at: games that grow long are stopped.
class TacticalPlayout {
public:
    explicit TacticalPlayout(const Position& root) : most_plies_(plies_allowed(root.board())) {
        const Stones& stones = root.stones();
        for (Index point = 0; point < root.board().size(); point++)
            if (root.board()[point] != HOLE) points_.push_back(stones.inside(point));
        empty_.resize(points_.size() + 1);
        where_.resize(std::size_t(stones.slots()));
    }

    // `last`: the slot just played, or NOWHERE; `banned`: the slot where the side to play may not take a ko back.
    void play(Stones& stones, Cell to_play, Index last, Index banned, int passes, Random& random,
              search::Played& played) {
        stones_ = &stones;
        colour_ = to_play;
        banned_ = banned;
        empties_ = 0;
        for (const Index slot : points_)
            if (stones.at(slot) == EMPTY) keep(slot);
        for (Index ply = 0; ply < most_plies_ && passes < 2; ply++) {
            Index move = NOWHERE;
            if (last != NOWHERE) {
                const std::uint64_t dice = random.next();
                if (int(dice & 0xff) < TACTICS) move = tactical(last, random);
                if (move == NOWHERE && int(dice >> 8 & 0xff) < SHAPES) move = shape(last, random);
            }
            if (move == NOWHERE) move = anywhere(random);
            if (move == NOWHERE) {
                passes++;
                banned_ = NOWHERE;
            } else {
                passes = 0;
                const Index point = stones.outside(move);
                if (!played.has(point, BLACK) && !played.has(point, WHITE)) played.add(point, colour_);
            }
            last = move;
            colour_ = opponent(colour_);
        }
    }

private:
    // Chances in 256.
    static constexpr int TACTICS = 240;
    static constexpr int SHAPES = 240;
    static constexpr int AVOID_SELF_ATARI = 200;

    // Moves to choose from, at random.
    struct Choices {
        static constexpr int ROOM = 16;
        int count = 0;
        Index slots[ROOM] = {};

        void add(Index slot) {
            if (count < ROOM) slots[count++] = slot;
        }
        Index draw(Random& random) {
            const auto drawn = random.below(std::uint32_t(count));
            return std::exchange(slots[drawn], slots[--count]);
        }
    };

    Index tactical(Index last, Random& random) {
        const Stones& stones = *stones_;
        const Index down = stones.stride();
        Choices choices;
        if (const Index liberty = only_liberty(stones, last); liberty != NOWHERE) choices.add(liberty);
        for (const Index beside : {last - down, last - 1, last + 1, last + down}) {
            if (stones.at(beside) != colour_) continue;
            if (const Index liberty = only_liberty(stones, beside); liberty != NOWHERE) save(beside, liberty, choices);
        }
        if (choices.count == 0) chase(last, choices);
        while (choices.count)
            if (const Index move = choices.draw(random); place(move)) return move;
        return NOWHERE;
    }

    // By running away, unless the next atari follows at once, or by taking what threatens it.
    void save(Index chain, Index liberty, Choices& choices) {
        const Stones& stones = *stones_;
        if (liberties_after<3>(stones, liberty, colour_) >= 3) choices.add(liberty);
        Index stone = chain;
        do {
            for (const Index beside : {stone - stones.stride(), stone - 1, stone + 1, stone + stones.stride()})
                if (stones.at(beside) == opponent(colour_))
                    if (const Index taking = only_liberty(stones, beside); taking != NOWHERE) choices.add(taking);
            stone = stones.next(stone);
        } while (stone != chain);
    }

    void chase(Index chain, Choices& choices) {
        const Stones& stones = *stones_;
        if (stones.chain_liberties(chain) > 8) return;  // two points have eight sides
        const auto found = liberties_of<3>(stones, chain);
        if (found.count != 2) return;
        for (int k = 0; k < 2; k++)
            if (is_caught(stones, chain, found.slots[k], found.slots[1 - k])) choices.add(found.slots[k]);
    }

    Index shape(Index last, Random& random) {
        const Stones& stones = *stones_;
        const Index down = stones.stride();
        Choices choices;
        for (const Index beside : {last - down - 1, last - down, last - down + 1, last - 1, last + 1, last + down - 1,
                                   last + down, last + down + 1})
            if (stones.at(beside) == EMPTY && patterns_.match(stones, beside)) choices.add(beside);
        while (choices.count) {
            const Index move = choices.draw(random);
            if (liberties_after<2>(stones, move, colour_) >= 2 && place(move)) return move;
        }
        return NOWHERE;
    }

    Index anywhere(Random& random) {
        // Slots are thrown away for this ply only: candidates are the first part of the empty slots.
        Index candidates = empties_;
        while (candidates > 0) {
            const Index drawn = Index(random.below(std::uint32_t(candidates)));
            const Index slot = empty_[std::size_t(drawn)];
            const bool fine = !is_eye(*stones_, slot, colour_) &&
                              (!gives_chain_away(slot) || int(random.next() & 0xff) >= AVOID_SELF_ATARI);
            if (fine && place(slot)) return slot;
            swap(drawn, --candidates);
        }
        return NOWHERE;
    }

    // Could the stone be taken at once, with others? To throw in a lone stone is often right.
    bool gives_chain_away(Index slot) const {
        const Index down = stones_->stride();
        bool alone = true;
        for (const Index beside : {slot - down, slot - 1, slot + 1, slot + down}) {
            if (stones_->at(beside) == EMPTY) return false;
            alone &= stones_->at(beside) != colour_;
        }
        return !alone && liberties_after<2>(*stones_, slot, colour_) < 2;
    }

    bool place(Index slot) {
        if (slot == banned_) return false;
        const Index before = empties_;
        if (!stones_->place(
                slot, colour_, false, [](std::uint64_t) { return false; }, [&](Index taken) { keep(taken); }))
            return false;
        const Index taken = empties_ - before;
        banned_ = taken == 1 && stones_->chain_size(slot) == 1 && stones_->chain_liberties(slot) == 1
                      ? empty_[std::size_t(before)]
                      : NOWHERE;
        const Index moved = empty_[std::size_t(--empties_)];
        empty_[std::size_t(where_[std::size_t(slot)])] = moved;
        where_[std::size_t(moved)] = where_[std::size_t(slot)];
        return true;
    }

    void keep(Index slot) {
        where_[std::size_t(slot)] = empties_;
        empty_[std::size_t(empties_++)] = slot;
    }
    void swap(Index one, Index other) {
        std::swap(empty_[std::size_t(one)], empty_[std::size_t(other)]);
        where_[std::size_t(empty_[std::size_t(one)])] = one;
        where_[std::size_t(empty_[std::size_t(other)])] = other;
    }

    const Patterns& patterns_ = Patterns::instance();
    Index most_plies_;
    std::vector<Index> points_;  // slots that are no holes
    std::vector<Index> empty_;   // slots, the first `empties_` of them; room for one more, while stones are taken
    std::vector<Index> where_;   // an empty slot is, among those
    Stones* stones_ = nullptr;
    Cell colour_ = BLACK;
    Index empties_ = 0, banned_ = NOWHERE;
};

}  // namespace tengen::go
