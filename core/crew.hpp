// Threads that wait for the next piece of work: for work that is too short to start threads for it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <unistd.h>

namespace tengen {

class Crew {
public:
    explicit Crew(int threads) : threads_(threads) {}
    ~Crew() { dismiss(); }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    int threads() const { return threads_; }

    // Calls work(from, to) for pieces of 0 to count - 1, on all threads, and comes back when all are done. The work
    // throws nothing.
    template <class Work>
    void share(std::size_t count, std::size_t piece, Work&& work) {
        if (threads_ <= 1 || count <= piece) {
            if (count) work(std::size_t(0), count);
            return;
        }
        gather();
        next_ = 0;
        const auto pieces = [&] {
            for (std::size_t from; (from = next_.fetch_add(piece)) < count;) work(from, std::min(from + piece, count));
        };
        {
            const std::lock_guard lock(shared_->mutex);
            shared_->work = pieces;
            shared_->busy = int(helpers_.size());
            shared_->round++;
        }
        shared_->called.notify_all();
        pieces();
        std::unique_lock lock(shared_->mutex);
        shared_->done.wait(lock, [&] { return shared_->busy == 0; });
        shared_->work = nullptr;
    }

private:
    struct Shared {
        std::mutex mutex;
        std::condition_variable called, done;
        std::function<void()> work;
        std::uint64_t round = 0;
        int busy = 0;
        bool leaving = false;
    };

    // The helpers are started when they are first needed, and again in a process that was forked off: threads do not
    // come along. What they waited on stays behind with them.
    void gather() {
        if (shared_ && process_ == getpid()) return;
        if (shared_) {
            for (auto& helper : helpers_) helper.detach();
            helpers_.clear();
            static_cast<void>(new std::shared_ptr<Shared>(std::move(shared_)));
        }
        process_ = getpid();
        shared_ = std::make_shared<Shared>();
        try {
            while (int(helpers_.size()) + 1 < threads_) helpers_.emplace_back(help, shared_);
        } catch (const std::system_error&) {
            // The system gives no more threads: those that there are do the work.
        }
    }

    void dismiss() {
        if (!shared_) return;
        if (process_ != getpid()) {
            for (auto& helper : helpers_) helper.detach();
            static_cast<void>(new std::shared_ptr<Shared>(std::move(shared_)));
            return;
        }
        {
            const std::lock_guard lock(shared_->mutex);
            shared_->leaving = true;
        }
        shared_->called.notify_all();
        for (auto& helper : helpers_) helper.join();
    }

    static void help(std::shared_ptr<Shared> shared) {
        std::unique_lock lock(shared->mutex);
        for (std::uint64_t seen = 0;;) {
            shared->called.wait(lock, [&] { return shared->leaving || shared->round != seen; });
            if (shared->leaving) return;
            seen = shared->round;
            const auto& work = shared->work;
            lock.unlock();
            work();
            lock.lock();
            if (--shared->busy == 0) shared->done.notify_one();
        }
    }

    int threads_;
    pid_t process_ = 0;
    std::vector<std::thread> helpers_;
    std::shared_ptr<Shared> shared_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace tengen
