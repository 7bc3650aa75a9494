// What judges the leaves of a search instead of playing them out: a net, or any function.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
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

// What one net said of the boards that it was shown. Other orders of moves lead to the same boards, about which it need
// not be asked again. Threads share it.
class Said {
public:
    explicit Said(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    // 64 bits of what is shown. That two of a million boards have the same is one chance in 40 million.
    static std::uint64_t key(std::span<const float> shown) {
        std::uint64_t key = 0;
        for (std::size_t at = 0; at < shown.size(); at += 2) {
            std::uint64_t two = 0;
            std::memcpy(&two, &shown[at], std::min(shown.size() - at, std::size_t(2)) * sizeof(float));
            key = (key ^ two) * 0x9e3779b97f4a7c15u;
            key ^= key >> 32;
        }
        return key;
    }

    // Was it shown this board? Then these become what it said.
    bool recalls(std::uint64_t key, std::span<float> policy, float& value) {
        const std::scoped_lock alone(lock_);
        const auto found = answers_.find(key);
        if (found == answers_.end()) return false;
        std::copy_n(found->second.data(), policy.size(), policy.data());
        value = found->second.back();
        return true;
    }
    // What is older goes where there is no room.
    void keep(std::uint64_t key, std::span<const float> policy, float value) {
        const std::size_t bytes = (policy.size() + 1) * sizeof(float) + OVERHEAD;
        std::vector<float> answer(policy.begin(), policy.end());
        answer.push_back(value);
        const std::scoped_lock alone(lock_);
        if ((answers_.size() + 1) * bytes > most_bytes_) answers_.clear();
        if (bytes <= most_bytes_) answers_.insert_or_assign(key, std::move(answer));
    }

private:
    static constexpr std::size_t OVERHEAD = 96;  // bytes, of the table and the vector

    std::mutex lock_;
    std::size_t most_bytes_;
    std::unordered_map<std::uint64_t, std::vector<float>> answers_;  // the policy, and behind it the value
};

// Our own net: one leaf after the other. Asker is net::Asker; the batch has planes of floats, as many as the net takes.
// In some games it takes one more, a number that is the same on all points.
template <class Position, class Asker>
class NetEvaluator final : public PlaneEvaluator<Position> {
    using PlaneEvaluator<Position>::batch_;

public:
    using Number = int (*)(const Position&);  // null: there is none

    NetEvaluator(std::unique_ptr<Batch<Position>> batch, Asker asker, Said& said, bool knows_pass = false,
                 Number number = nullptr)
        : PlaneEvaluator<Position>(*batch), owned_(std::move(batch)), asker_(std::move(asker)), said_(said),
          knows_pass_(knows_pass), number_(number), points_(std::size_t(batch_.moves() - Position::HAS_PASSES)),
          policy_(batch_.settings().boards * (points_ + 1)), values_(batch_.settings().boards),
          numbers_(batch_.settings().boards) {
        if (number) seen_.resize(std::size_t(batch_.planes() + 1) * points_);
    }

    void put(std::size_t leaf, const Position& position, const Index (&last)[2]) override {
        PlaneEvaluator<Position>::put(leaf, position, last);
        if (number_) numbers_[leaf] = NUMBER_UNIT * float(number_(position));
    }

    void ask(std::size_t count) override {
        const auto* const planes = reinterpret_cast<const float*>(batch_.arrays().planes.data());
        for (std::size_t k = 0; k < count; k++) {
            const std::span logits(&policy_[k * (points_ + 1)], points_ + 1);
            const std::span shown = with_number(planes + k * std::size_t(batch_.planes()) * points_, k);
            const std::uint64_t key = Said::key(shown);
            if (said_.recalls(key, logits, values_[k])) continue;
            values_[k] = asker_.ask(shown.data(), logits.data());
            // Where the net knows no pass, it is what one does when nothing else looks better.
            if (!knows_pass_) logits[points_] = *std::min_element(logits.begin(), logits.end() - 1);
            said_.keep(key, logits, values_[k]);
        }
    }
    float value(std::size_t leaf) const override { return values_[leaf]; }
    const float* policy(std::size_t leaf) const override { return &policy_[leaf * (points_ + 1)]; }

private:
    std::span<const float> with_number(const float* planes, std::size_t leaf) {
        const std::size_t count = std::size_t(batch_.planes()) * points_;
        if (!number_) return {planes, count};
        float* const more = std::copy_n(planes, count, seen_.data());
        const float* const on_board = planes + std::size_t(COMMON_PLANES - 1) * points_;
        for (std::size_t point = 0; point < points_; point++) more[point] = numbers_[leaf] * on_board[point];
        return seen_;
    }

    std::unique_ptr<Batch<Position>> owned_;
    Asker asker_;
    Said& said_;
    bool knows_pass_;
    Number number_;
    std::size_t points_;
    std::vector<float> policy_, values_;
    std::vector<float> numbers_, seen_;
};

}  // namespace tengen::search
