// Threads that wait for the next piece of work: for work that is too short to start threads for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tengen {

class Crew {
public:
    explicit Crew(int threads) : threads_(threads), next_(std::size_t(threads)) {}
    ~Crew() { dismiss(); }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls work(from, to) for pieces of 0 to count - 1, on as many threads as there are pieces for, and comes back
    // when all are done. What one of them throws is thrown here; the others stop after the piece that they are at.
    template <class Work>
    void share(std::size_t count, std::size_t piece, Work&& work) {
        if (threads_ <= 1 || count <= piece) {
            if (count) work(std::size_t(0), count);
            return;
        }
        gather();
        const int sharers = int(std::min(team_->helpers.size(), (count - 1) / piece)) + 1;
        const auto begin_of = [&](int number) { return count * std::size_t(number) / std::size_t(sharers); };
        for (int k = 0; k < sharers; k++) next_[std::size_t(k)] = begin_of(k);
        std::exception_ptr thrown;
        // Each begins with a share of its own, the same in every call, for that is what is in its cache; then it helps
        // the others.
        const auto pieces = [&](int number) {
            try {
                for (int k = 0; k < sharers; k++) {
                    const int whose = (number + k) % sharers;
                    const std::size_t end = begin_of(whose + 1);
                    auto& next = next_[std::size_t(whose)];
                    for (std::size_t from; (from = next.fetch_add(piece)) < end;)
                        work(from, std::min(from + piece, end));
                }
            } catch (...) {
                for (auto& next : next_) next = count;
                const std::lock_guard lock(team_->mutex);
                thrown = std::current_exception();
            }
        };
        team_->call(pieces, sharers - 1);
        pieces(0);
        team_->await();
        if (thrown) std::rethrow_exception(thrown);
    }

private:
    // A thread that sleeps takes longer to wake than many a piece of work takes. So both sides look out for a moment
    // before they sleep.
    struct Team {
        static constexpr auto LOOK_OUT = std::chrono::milliseconds(3);

        std::vector<std::thread> helpers;
        std::mutex mutex;
        std::condition_variable called, done;
        std::function<void(int)> work;  // by number
        std::atomic<int> wanted{0}, busy{0};  // helpers: that are still to begin, and that are not done
        std::atomic<bool> leaving{false};

        void call(std::function<void(int)> what, int count) {
            work = std::move(what);
            busy = count;
            wanted = count;
            {
                const std::lock_guard lock(mutex);
            }  // who looked before that is asleep by now, and hears the call
            called.notify_all();
        }

        void await() {
            if (!soon([&] { return busy == 0; })) {
                std::unique_lock lock(mutex);
                done.wait(lock, [&] { return busy == 0; });
            }
            work = nullptr;
        }

        void help() {
            for (;;) {
                if (!soon([&] { return leaving || wanted > 0; })) {
                    std::unique_lock lock(mutex);
                    called.wait(lock, [&] { return leaving || wanted > 0; });
                }
                if (leaving) return;
                int left = wanted;
                while (left > 0 && !wanted.compare_exchange_weak(left, left - 1)) {
                }
                if (left <= 0) continue;
                work(left);
                if (--busy > 0) continue;
                {
                    const std::lock_guard lock(mutex);
                }
                done.notify_one();
            }
        }

        // Does this come about within a moment?
        template <class Condition>
        static bool soon(Condition&& condition) {
            const auto end = std::chrono::steady_clock::now() + LOOK_OUT;
            while (!condition()) {
                if (std::chrono::steady_clock::now() > end) return false;
                std::this_thread::yield();
            }
            return true;
        }
    };

    // The helpers are started when they are first needed, and again in a process that was forked off: threads do not
    // come along.
    void gather() {
        abandon_if_forked();
        if (team_) return;
        team_ = std::make_unique<Team>();
        process_ = getpid();
        try {
            while (int(team_->helpers.size()) + 1 < threads_) team_->helpers.emplace_back(&Team::help, team_.get());
        } catch (const std::system_error&) {
            // The system gives no more threads: those that there are do the work.
        }
    }

    // Of a team whose threads are in another process nothing can be taken down.
    void abandon_if_forked() {
        if (team_ && process_ != getpid()) static_cast<void>(team_.release());
    }

    void dismiss() {
        abandon_if_forked();
        if (!team_) return;
        team_->leaving = true;
        {
            const std::lock_guard lock(team_->mutex);
        }
        team_->called.notify_all();
        for (auto& helper : team_->helpers) helper.join();
    }

    int threads_;
    pid_t process_ = 0;
    std::unique_ptr<Team> team_;
    std::vector<std::atomic<std::size_t>> next_;  // of each share, what nobody has begun yet
};

}  // namespace tengen
