// Threads that wait for the next piece of work: for work that is too short to start threads for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
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

    // Calls work(from, to) for pieces of 0 to count - 1, on as many threads as there are pieces for, and comes back
    // when all are done. What one of them throws is thrown here; the others stop after the piece that they are at.
    template <class Work>
    void share(std::size_t count, std::size_t piece, Work&& work) {
        if (threads_ <= 1 || count <= piece) {
            if (count) work(std::size_t(0), count);
            return;
        }
        gather();
        next_ = 0;
        std::exception_ptr thrown;
        const auto pieces = [&] {
            try {
                for (std::size_t from; (from = next_.fetch_add(piece)) < count;)
                    work(from, std::min(from + piece, count));
            } catch (...) {
                next_ = count;
                const std::lock_guard lock(team_->mutex);
                thrown = std::current_exception();
            }
        };
        {
            const std::lock_guard lock(team_->mutex);
            team_->work = pieces;
            team_->wanted = team_->busy = int(std::min(team_->helpers.size(), (count - 1) / piece));
        }
        team_->called.notify_all();
        pieces();
        std::unique_lock lock(team_->mutex);
        team_->done.wait(lock, [&] { return team_->busy == 0; });
        team_->work = nullptr;
        if (thrown) std::rethrow_exception(thrown);
    }

private:
    struct Team {
        std::vector<std::thread> helpers;
        std::mutex mutex;
        std::condition_variable called, done;
        std::function<void()> work;
        int wanted = 0, busy = 0;  // helpers: that are still to begin, and that are not done
        bool leaving = false;

        void help() {
            std::unique_lock lock(mutex);
            for (;;) {
                called.wait(lock, [&] { return leaving || wanted > 0; });
                if (leaving) return;
                wanted--;
                lock.unlock();
                work();
                lock.lock();
                if (--busy == 0) done.notify_one();
            }
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
        {
            const std::lock_guard lock(team_->mutex);
            team_->leaving = true;
        }
        team_->called.notify_all();
        for (auto& helper : team_->helpers) helper.join();
    }

    int threads_;
    pid_t process_ = 0;
    std::unique_ptr<Team> team_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace tengen
