// Asked of every long loop now and then: does the caller still want the answer?
#pragma once

#include <atomic>

namespace tengen {

struct Cancel {
    std::atomic<bool> requested{false};
};

// Raised once, when the process is about to end: nobody wants any answer then.
inline std::atomic<bool> leaving{false};

inline bool cancelled(const Cancel* cancel) {
    return leaving.load(std::memory_order_relaxed) || (cancel && cancel->requested.load(std::memory_order_relaxed));
}

}  // namespace tengen
