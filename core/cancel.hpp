// Asked of every long loop now and then: does the caller still want the answer?
#pragma once

#include <atomic>

namespace tengen {

struct Cancel {
    std::atomic<bool> requested{false};
};

inline bool cancelled(const Cancel* cancel) { return cancel && cancel->requested.load(std::memory_order_relaxed); }

}  // namespace tengen
