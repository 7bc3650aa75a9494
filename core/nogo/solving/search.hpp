// The depth-first search for a proof, by one thread; threads share what they find.
//
// It is compiled for several kinds of processors: the same code, inlined whole into a function for each.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "../../budget.hpp"
#include "../../processor.hpp"
#include "keys.hpp"
#include "ordering.hpp"
#include "reduced.hpp"
#include "table.hpp"

namespace tengen::nogo::solving {

constexpr int TEMPO_MOVE = MOST_LIVE, STAR_MOVE = MOST_LIVE + 1;  // moves that nothing depends on

// What the threads of a search have in common.
struct Shared {
    // Another seed gives other keys; one other than 0 also changes the order of the moves a little.
    Shared(const Graph& of, const std::vector<Permutation>& symmetries, std::uint64_t seed, std::size_t bytes)
        : graph(of), keys(of.size, symmetries, seed), late(of.size < LARGE ? 0 : bytes / 9),
          table(of.size < LARGE ? bytes : bytes / 9 * 8), busy(new std::atomic<std::uint64_t>[BUSY]()) {
        Random random(seed);
        for (int& noise : noises) noise = seed ? int(random.below(256)) : 0;
    }

    bool is_busy(const Key& key) const {
        return busy[key.index >> 32 & (BUSY - 1)].load(std::memory_order_relaxed) == key.signature;
    }
    void set_busy(const Key& key, bool is) {
        busy[key.index >> 32 & (BUSY - 1)].store(is ? key.signature : 0, std::memory_order_relaxed);
    }

    // Keeps an answer that took long, for a solver that goes on after a stop.
    void note(const Key& key, Verdict verdict, unsigned work) {
        const std::lock_guard lock(mutex);
        journal.push_back({key, verdict, work});
    }

    static constexpr int LARGE = 25;  // points: such boards have a table for their late positions
    static constexpr std::size_t BUSY = 4096;
    static constexpr unsigned NOTED = 15;  // work of this many bits, which is 2^14 nodes or more, is worth a note

    struct Note {
        Key key;
        Verdict verdict;
        unsigned work;
    };

    const Graph& graph;
    Keys keys;
    Table late;  // of positions with few live points: cheap to search again, and many enough to crowd out the others
    Table table;  // of the others
    std::unique_ptr<std::atomic<std::uint64_t>[]> busy;  // positions that some thread is working on
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<bool> stop{false};
    bool several_threads = false;
    int noises[MOST_LIVE + 2];
    std::mutex mutex;  // of the journal
    std::vector<Note> journal;
};

class Search {
public:
    explicit Search(Shared& shared, Processor processor = this_processor())
        : search_(compiled_for(processor)), shared_(shared), few_(FEW_BYTES),
          plies_(new Ply[std::size_t(shared.graph.size) + 2]), history_(std::make_unique<History>()),
          late_(shared.graph.size < Shared::LARGE ? 0 : LATE) {}

    // For the side to move; UNKNOWN if it was stopped.
    Verdict solve(const Reduced& state, const Key& key, const Budget& budget,
                  std::uint64_t most_nodes = ~std::uint64_t(0)) {
        budget_ = budget;
        left_ = most_nodes;
        next_poll_ = nodes_ + POLL;
        Verdict verdict = shared_.table.look_up(key.index, key.signature);
        if (verdict == Verdict::UNKNOWN) {
            const std::uint64_t before = nodes_;
            plies_[0].key = key;
            do {
                abort_to_ = NO_PLY;
                verdict = search(state, 0, STAR_MOVE);
                if (verdict == Verdict::UNKNOWN) verdict = shared_.table.look_up(key.index, key.signature);
            } while (verdict == Verdict::UNKNOWN && abort_to_ == 0);  // another thread's answer, overwritten already
            if (verdict != Verdict::UNKNOWN) keep(shared_.table, key, verdict, work_since(before));
        }
        shared_.nodes.fetch_add(nodes_ - counted_, std::memory_order_relaxed);
        counted_ = nodes_;
        return verdict;
    }

    // Which share of the work is done, if all moves of a position cost the same; may be asked by another thread.
    double done() const {
        double share = 1, done = 0;
        for (int ply = 0; ply < std::min(SEEN_PLIES, shared_.graph.size); ply++) {
            const int count = plies_[ply].moves.load(std::memory_order_relaxed);
            const int tried = plies_[ply].tried.load(std::memory_order_relaxed);
            if (count == 0 || tried >= count) break;
            done += share * tried / count;
            share /= count;
        }
        return done;
    }

    // What a thread has of its own.
    static constexpr std::size_t bytes() { return FEW_BYTES + (MOST_LIVE + 2) * sizeof(Ply) + sizeof(History); }

private:
    static constexpr std::size_t FEW_BYTES = std::size_t(1) << 21;
    static constexpr int NO_PLY = MOST_LIVE + 2;  // no game is longer: a move takes a live point away, or a counted one
    // Numbers of live points:
    static constexpr int FEW = 4;  // at most: each thread has a small table of its own for such positions
    static constexpr int LATE = 7;  // at most: in the table for late positions, on large boards
    static constexpr int MODELLED = 9;  // at least: moves are ordered by the model, not by the rule of thumb
    static constexpr int PROBED = 6;  // at least: all moves are looked up before one is searched
    static constexpr int MANY = 12;  // at least: moves that another thread works on are put off
    static constexpr int SEEN_PLIES = 4;
    static constexpr std::uint64_t POLL = 4096;

    struct Child {
        int score, number;
        Table* table;
        Key key;
    };
    struct Ply {
        Reduced children[MOST_LIVE + 2];
        int move[MOST_LIVE + 2];
        Child order[MOST_LIVE + 2];
        Key key;
        std::atomic<int> moves{0}, tried{0};
    };

    [[gnu::always_inline]] Table* table_for(int live) {
        return live <= FEW ? &few_ : live <= late_ ? &shared_.late : &shared_.table;
    }
    unsigned work_since(std::uint64_t before) const { return unsigned(std::bit_width(nodes_ - before)); }

    [[gnu::always_inline]] void keep(Table& table, const Key& key, Verdict verdict, unsigned work) {
        table.store(key.index, key.signature, verdict, work);
        if (work >= Shared::NOTED) shared_.note(key, verdict, work);
    }

    // Says whether to give up this position, and perhaps those above it: see abort_to_.
    bool poll(int ply) {
        next_poll_ = nodes_ + POLL;
        shared_.nodes.fetch_add(nodes_ - counted_, std::memory_order_relaxed);
        const std::uint64_t used = nodes_ - counted_;
        counted_ = nodes_;
        left_ = left_ > used ? left_ - used : 0;
        if (left_ == 0 || budget_.is_spent() || shared_.stop.load(std::memory_order_relaxed)) {
            abort_to_ = -1;
            return true;
        }
        if (shared_.several_threads)
            for (int above = 0; above < ply; above++)  // has another thread found what this one is looking for?
                if (shared_.table.look_up(plies_[above].key.index, plies_[above].key.signature) != Verdict::UNKNOWN) {
                    abort_to_ = above;
                    return true;
                }
        return false;
    }

    // One position: `descend` for the processor that this was compiled for.
    template <class Descend>
    [[gnu::always_inline]] Verdict step(const Reduced& state, int ply, int last_move, const Descend& descend);

    Verdict search(const Reduced& state, int ply, int last_move) { return (this->*search_)(state, ply, last_move); }
    using Compiled = Verdict (Search::*)(const Reduced& state, int ply, int last_move);
    Verdict search_anywhere(const Reduced& state, int ply, int last_move);
#if defined(__x86_64__)
    [[gnu::target("popcnt,bmi,bmi2,avx2")]] Verdict search_avx2(const Reduced& state, int ply, int last_move);
    [[gnu::target("popcnt,bmi,bmi2,avx2,avx512f,avx512dq,avx512vl,avx512bw,avx512cd")]]
    Verdict search_avx512(const Reduced& state, int ply, int last_move);
#endif
    static Compiled compiled_for(Processor processor);

    const Compiled search_;
    Shared& shared_;
    Table few_;
    std::unique_ptr<Ply[]> plies_;
    std::unique_ptr<History> history_;
    const int late_;
    Budget budget_;
    std::uint64_t nodes_ = 0, counted_ = 0, next_poll_ = 0, left_ = 0;
    int abort_to_ = NO_PLY;  // the ply whose answer is known already, or -1: stop
};

template <class Descend>
inline Verdict Search::step(const Reduced& state, int ply, int last_move, const Descend& descend) {
    if (++nodes_ >= next_poll_ && poll(ply)) return Verdict::UNKNOWN;
    Ply& here = plies_[ply];
    const int own = state.mover, live = std::popcount(state.live);
    const bool probes = live >= PROBED;
    int count = 0;
    const auto leads_to_win = [&](int move) __attribute__((always_inline)) {
        Reduced& after = here.children[count];
        if (move < MOST_LIVE)
            play(shared_.graph, state, move, after);
        else
            play_loose(state, move == STAR_MOVE, after);
        if (!after.can_move()) return true;
        Child& child = here.order[count];
        child.number = count;
        child.table = table_for(std::popcount(after.live));
        if (child.table == &few_) {
            child.key = shared_.keys.of(after);
            const Verdict verdict = few_.look_up(child.key.index, child.key.signature);
            if (verdict != Verdict::UNKNOWN) return verdict == Verdict::LOST;
        } else if (probes) {
            child.key = shared_.keys.of(after);
            child.table->prefetch(child.key.index);
        }
        here.move[count++] = move;
        return false;
    };
    for (Bits rest = state.legal[own]; rest; rest &= rest - 1)
        if (leads_to_win(lowest(rest))) return Verdict::WON;
    if (state.star && leads_to_win(STAR_MOVE)) return Verdict::WON;
    if ((own ? state.tempi < 0 : state.tempi > 0) && leads_to_win(TEMPO_MOVE)) return Verdict::WON;

    if (probes) {  // is one of them known already?
        int unknown = 0;
        for (int k = 0; k < count; k++) {
            const Child child = here.order[k];
            const Verdict verdict =
                child.table == &few_ ? Verdict::UNKNOWN : child.table->look_up(child.key.index, child.key.signature);
            if (verdict == Verdict::LOST) {
                history_->learn(own, last_move, here.move[child.number], true);
                return Verdict::WON;
            }
            if (verdict == Verdict::UNKNOWN) here.order[unknown++] = child;
        }
        count = unknown;
    }
    for (int k = 0; k < count; k++) {
        Child& child = here.order[k];
        const Reduced& after = here.children[child.number];
        const int move = here.move[child.number];
        child.score = (live < MODELLED ? quick_score(after) : model_score(shared_.graph, state, move, after)) +
                      history_->score(own, last_move, move) + shared_.noises[move];
    }
    for (int k = 1; k < count; k++) {  // they are few
        const Child child = here.order[k];
        int to = k;
        for (; to > 0 && here.order[to - 1].score < child.score; to--) here.order[to] = here.order[to - 1];
        here.order[to] = child;
    }
    here.moves.store(count, std::memory_order_relaxed);

    const bool shares = shared_.several_threads && live >= MANY;
    int deferred = 0;  // to the front of `order`, which is behind us
    for (int k = 0, end = count, second_round = 0;; k++) {
        if (k == end) {
            if (second_round || deferred == 0) return Verdict::LOST;
            second_round = 1;
            end = deferred;
            k = 0;
        }
        Child& child = here.order[k];
        here.tried.store(second_round ? count - end + k : k - deferred, std::memory_order_relaxed);
        const Reduced& after = here.children[child.number];
        if (!probes && child.table != &few_) child.key = shared_.keys.of(after);
        Verdict verdict = child.table->look_up(child.key.index, child.key.signature);
        if (verdict == Verdict::UNKNOWN) {
            // All threads search the first move: only if it fails are there others to share.
            const bool marks = shares && k > 0 && child.table == &shared_.table;
            if (marks && !second_round && shared_.is_busy(child.key)) {
                std::swap(here.order[deferred++], child);
                continue;
            }
            if (marks) shared_.set_busy(child.key, true);
            const std::uint64_t before = nodes_;
            plies_[ply + 1].key = child.key;
            verdict = descend(after, ply + 1, here.move[child.number]);
            if (marks) shared_.set_busy(child.key, false);
            if (verdict == Verdict::UNKNOWN) {
                if (abort_to_ <= ply) return verdict;
                abort_to_ = NO_PLY;  // it was this child's answer that is known
                verdict = child.table->look_up(child.key.index, child.key.signature);
                if (verdict == Verdict::UNKNOWN) {  // and is overwritten already: look again
                    k--;
                    continue;
                }
            } else {
                keep(*child.table, child.key, verdict, work_since(before));
            }
        }
        history_->learn(own, last_move, here.move[child.number], verdict == Verdict::LOST);
        if (verdict == Verdict::LOST) return Verdict::WON;
    }
}

inline Verdict Search::search_anywhere(const Reduced& state, int ply, int last_move) {
    const auto descend = [&](const Reduced& next, int deeper, int move)
                             __attribute__((always_inline)) { return search_anywhere(next, deeper, move); };
    return step(state, ply, last_move, descend);
}

#if defined(__x86_64__)
inline Verdict Search::search_avx2(const Reduced& state, int ply, int last_move) {
    const auto descend = [&](const Reduced& next, int deeper, int move)
                             __attribute__((always_inline)) { return search_avx2(next, deeper, move); };
    return step(state, ply, last_move, descend);
}

inline Verdict Search::search_avx512(const Reduced& state, int ply, int last_move) {
    const auto descend = [&](const Reduced& next, int deeper, int move)
                             __attribute__((always_inline)) { return search_avx512(next, deeper, move); };
    return step(state, ply, last_move, descend);
}
#endif

inline Search::Compiled Search::compiled_for([[maybe_unused]] Processor processor) {
#if defined(__x86_64__)
    if (processor >= Processor::AVX512) return &Search::search_avx512;
    if (processor >= Processor::AVX2) return &Search::search_avx2;
#endif
    return &Search::search_anywhere;
}

}  // namespace tengen::nogo::solving
