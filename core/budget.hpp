// How long a search may go on: until a time has come, this many positions were looked at, or the caller no longer wants
// the answer.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "cancel.hpp"

namespace tengen {

class Budget {
public:
    static constexpr std::uint64_t ANY = ~std::uint64_t(0);  // positions

    Budget() = default;  // however long it takes

    // So many seconds from now; negative: however long it takes.
    explicit Budget(double seconds, const Cancel* cancel = nullptr, std::uint64_t most_nodes = ANY)
        : cancel_(cancel), most_nodes_(most_nodes) {
        constexpr double LONGEST = 1e9;  // more might overflow
        if (seconds >= 0)
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(std::min(seconds, LONGEST)));
    }

    // With this many positions looked at.
    bool is_spent(std::uint64_t nodes = 0) const {
        return nodes >= most_nodes_ || cancelled(cancel_) || (end_ != NEVER && Clock::now() >= end_);
    }

    std::uint64_t nodes_left(std::uint64_t nodes) const {
        return most_nodes_ == ANY ? ANY : most_nodes_ - std::min(nodes, most_nodes_);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto NEVER = Clock::time_point::max();

    const Cancel* cancel_ = nullptr;
    std::uint64_t most_nodes_ = ANY;
    Clock::time_point end_ = NEVER;
};

}  // namespace tengen
