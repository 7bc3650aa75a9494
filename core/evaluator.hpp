// What judges the leaves of a search instead of playing them out: a net, or any function.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "grid.hpp"

namespace tengen::search {

// Judges positions for one thread, several at once.
template <class Position>
class Evaluator {
public:
    virtual ~Evaluator() = default;
    virtual std::size_t leaves() const = 0;  // how many it takes at once

    // last: the move that led to this position and the one before; NOWHERE where that is not known.
    virtual void put(std::size_t leaf, const Position& position, const Index (&last)[2]) = 0;

    // Judges the first `count` leaves. What it throws ends the search.
    virtual void ask(std::size_t count) = 0;

    // What it said of a leaf: the value for the side to move, from -1 to 1; and a logit for each move, by point and
    // then the pass, -infinity at worst. The logits of moves that cannot be made do not matter.
    virtual float value(std::size_t leaf) const = 0;
    virtual const float* policy(std::size_t leaf) const = 0;
};

// One that sees positions as planes of numbers: a board of a batch for each leaf.
template <class Position>
class PlaneEvaluator : public Evaluator<Position> {
public:
    explicit PlaneEvaluator(Batch<Position>& batch) : batch_(batch) {}

    std::size_t leaves() const override { return batch_.settings().boards; }

    void put(std::size_t leaf, const Position& position, const Index (&last)[2]) override {
        batch_.put(leaf, position);
        if (last[0] == NOWHERE) return;
        auto rest = batch_.rest(leaf);
        std::copy_n(last, 2, rest.last);
        batch_.put_rest(leaf, rest);
    }

protected:
    Batch<Position>& batch_;
};

// Our own net: one leaf after the other. Asker is net::Asker; the batch has planes of floats, as many as the net takes.
template <class Position, class Asker>
class NetEvaluator final : public PlaneEvaluator<Position> {
    using PlaneEvaluator<Position>::batch_;

public:
    NetEvaluator(std::unique_ptr<Batch<Position>> batch, Asker asker)
        : PlaneEvaluator<Position>(*batch), owned_(std::move(batch)), asker_(std::move(asker)),
          points_(std::size_t(batch_.moves() - Position::HAS_PASSES)),
          policy_(batch_.settings().boards * (points_ + 1)), values_(batch_.settings().boards) {}

    void ask(std::size_t count) override {
        const auto* const planes = reinterpret_cast<const float*>(batch_.arrays().planes.data());
        for (std::size_t k = 0; k < count; k++) {
            float* const logits = &policy_[k * (points_ + 1)];
            values_[k] = asker_.ask(planes + k * std::size_t(batch_.planes()) * points_, logits);
            // The net knows no pass: it is what one does when nothing else looks better.
            logits[points_] = *std::min_element(logits, logits + points_);
        }
    }
    float value(std::size_t leaf) const override { return values_[leaf]; }
    const float* policy(std::size_t leaf) const override { return &policy_[leaf * (points_ + 1)]; }

private:
    std::unique_ptr<Batch<Position>> owned_;
    Asker asker_;
    std::size_t points_;
    std::vector<float> policy_, values_;
};

}  // namespace tengen::search
