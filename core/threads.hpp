// Work on several threads at once.
#pragma once

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tengen {

// Calls work(0) here and work(1) to work(count - 1) on threads of their own, or on as many as the system gives, and
// comes back when all are done. What one of them throws is thrown here.
template <class Work>
void on_threads(int count, Work&& work) {
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto guarded = [&](int number) {
        try {
            work(number);
        } catch (...) {
            const std::lock_guard lock(mutex);
            thrown = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    helpers.reserve(std::size_t(count));
    try {
        for (int k = 1; k < count; k++) helpers.emplace_back(guarded, k);
    } catch (const std::system_error&) {
        // The system gives no more threads: those that there are do the work.
    }
    guarded(0);
    for (auto& helper : helpers) helper.join();
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace tengen
