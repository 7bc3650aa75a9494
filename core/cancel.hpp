// Asked of every long loop now and then: does the caller still want the answer?
#pragma once

#include <atomic>

namespace tengen {

struct Cancel {
    std::atomic<bool> requested{false};
#if defined(__wasm__)
    // There is one thread: nobody can raise the flag while a job runs, so the job asks.
    bool (*is_time_up)() = nullptr;
#endif
};

// Raised once, when the process is about to end: nobody wants any answer then.
inline std::atomic<bool> leaving{false};

inline bool cancelled(const Cancel* cancel) {
#if defined(__wasm__)
    if (cancel && cancel->is_time_up && cancel->is_time_up()) return true;
#endif
    return leaving.load(std::memory_order_relaxed) || (cancel && cancel->requested.load(std::memory_order_relaxed));
}

}  // namespace tengen
