// Counting NoGo lines of play without playing them.
//
// Taking a stone off a legal position leaves a legal position. So a legal position with b more stones of the side to
// move and w more of the other can be reached in every order, b! * w! of them, and counting lines of play of b + w
// plies is counting the *sets* of stones that can be added.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../cancel.hpp"
#include "position.hpp"

namespace tengen::nogo {

struct Additions {
    std::uint64_t positions = 0;  // legal positions with exactly these many stones more
    std::uint64_t finished = 0;   // of those, the ones where the side then to move has no legal move
};

// Adds `own` stones of the side to move and `other` of the other side to the position in every legal way.
class AdditionCounter {
public:
    static Index empty_points(const Position& start) {
        return Index(std::count(start.board().cells.begin(), start.board().cells.end(), std::uint8_t(EMPTY)));
    }

    AdditionCounter(const Position& start, Index own, Index other, const Cancel* cancel)
        : start_(start), own_(own), other_(other), cancel_(cancel),
          next_mover_(own == other ? start.to_play() : opponent(start.to_play())),
          stack_(std::size_t(own + other) + 1, start.chains()) {
        for (Index point = 0; point < start.board().size(); point++)
            if (start.board()[point] == EMPTY) empty_.push_back(start.chains().inside(point));
    }

    Additions count() {
        result_ = {};
        if (own_ + other_ > 0)
            add(0, 0, Index(empty_.size()));
        else
            settle(0);
        return result_;
    }

    // Only the sets whose first two own stones are on the empty points with these numbers, so that a count can be
    // split.
    Additions count(Index first, Index second) {
        result_ = {};
        if (own_ < 2 || second <= first) return result_;
        Chains& chains = stack_[2];
        chains = start_.chains();
        if (chains.place(empty_[std::size_t(first)], start_.to_play()) &&
            chains.place(empty_[std::size_t(second)], start_.to_play())) {
            if (own_ + other_ == 2)
                settle(2);
            else
                add(2, own_ == 2 ? 0 : second + 1, Index(empty_.size()));
        }
        return result_;
    }

private:
    // Tries the next stone on the empty points number from .. to-1.
    void add(Index placed, Index from, Index to) {
        const bool is_own = placed < own_;
        const Cell colour = is_own ? start_.to_play() : opponent(start_.to_play());
        const Index still_to_place = (is_own ? own_ : own_ + other_) - placed - 1;
        to = std::min(to, Index(empty_.size()) - still_to_place);
        for (Index k = from; k < to; k++) {
            const Index slot = empty_[std::size_t(k)];
            Chains& next = stack_[std::size_t(placed) + 1];
            if (stack_[std::size_t(placed)].at(slot) != EMPTY) continue;
            if (cancelled(cancel_)) return;
            next = stack_[std::size_t(placed)];
            if (!next.place(slot, colour)) continue;
            if (placed + 1 == own_ + other_)
                settle(placed + 1);
            else
                add(placed + 1, placed + 1 == own_ ? 0 : k + 1, Index(empty_.size()));
        }
    }

    void settle(Index placed) {
        result_.positions++;
        const Chains& chains = stack_[std::size_t(placed)];
        for (const Index slot : empty_)
            if (chains.at(slot) == EMPTY && chains.leaves_liberties(slot, next_mover_)) return;
        result_.finished++;
    }

    const Position& start_;
    Index own_, other_;
    const Cancel* cancel_;
    Cell next_mover_;
    std::vector<Index> empty_;
    std::vector<Chains> stack_;
    Additions result_;
};

}  // namespace tengen::nogo
