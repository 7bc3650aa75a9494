// How long a search may go on: until a time has come, or the caller no longer wants the answer.
#pragma once

#include <algorithm>
#include <chrono>

#include "cancel.hpp"

namespace tengen {

class Budget {
public:
    Budget() = default;  // however long it takes

    // So many seconds from now; negative: however long it takes.
    explicit Budget(double seconds, const Cancel* cancel = nullptr) : cancel_(cancel) {
        constexpr double LONGEST = 1e9;  // more might overflow
        if (seconds >= 0)
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(std::min(seconds, LONGEST)));
    }

    bool is_spent() const { return cancelled(cancel_) || (end_ != NEVER && Clock::now() >= end_); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto NEVER = Clock::time_point::max();

    const Cancel* cancel_ = nullptr;
    Clock::time_point end_ = NEVER;
};

}  // namespace tengen
