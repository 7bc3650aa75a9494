// Proofs of what a side gets from a board, with the conditions under which they hold: see solve.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "../grid.hpp"

namespace tengen::go {

// What a superko rule forbids to repeat, by number. A set of them is sorted.
using Situation = std::uint32_t;
using Situations = std::vector<Situation>;

inline void insert(Situations& set, Situation item) {
    const auto at = std::lower_bound(set.begin(), set.end(), item);
    if (at == set.end() || *at != item) set.insert(at, item);
}
inline void erase(Situations& set, Situation item) {
    const auto at = std::lower_bound(set.begin(), set.end(), item);
    if (at != set.end() && *at == item) set.erase(at);
}
inline void unite(Situations& set, const Situations& more) {
    Situations both;
    both.reserve(set.size() + more.size());
    std::set_union(set.begin(), set.end(), more.begin(), more.end(), std::back_inserter(both));
    set = std::move(both);
}

// Does Black get at least so much?
enum Answer : std::uint8_t { NO, YES, UNKNOWN };

struct Proof {
    int bound = 0;  // YES: Black gets at least this much; NO: at most this much
    Index move = NOWHERE;
    Situations fresh, barred;

    std::size_t bytes() const { return sizeof(Proof) + (fresh.capacity() + barred.capacity()) * sizeof(Situation); }
};

// How often each situation came up on the way to where the search is.
class Path {
public:
    std::uint8_t& times(Situation situation) {
        if (times_.size() <= situation) times_.resize(std::size_t(situation) * 2 + 64, 0);
        return times_[situation];
    }
    bool allows(const Proof& proof) {
        for (const Situation situation : proof.barred)
            if (!times(situation)) return false;
        for (const Situation situation : proof.fresh)
            if (times(situation)) return false;
        return true;
    }

private:
    std::vector<std::uint8_t> times_;
};

// By place, which is a board, a side to move and the passes before it.
class Proofs {
public:
    std::uint64_t size() const { return size_.load(std::memory_order_relaxed); }
    std::uint64_t proof_bytes() const { return proof_bytes_.load(std::memory_order_relaxed); }
    std::size_t place_bytes() const { return places_.capacity() * sizeof(Place); }

    // A proof that answers this and holds on this path, or none; `hint`: the move of one that answers it.
    const Proof* find(std::size_t place, Answer answer, int bound, Path& path, Index& hint) {
        for (const Proof& proof : at(place).proofs[answer]) {
            if (answer == YES ? proof.bound < bound : proof.bound >= bound) continue;
            hint = proof.move;
            if (path.allows(proof)) return &proof;
        }
        return nullptr;
    }

    // The move of a proof of exactly this bound, or NOWHERE.
    Index move_for(std::size_t place, Answer answer, int bound, Path& path) {
        for (const Proof& proof : at(place).proofs[answer])
            if (proof.bound == bound && path.allows(proof)) return proof.move;
        return NOWHERE;
    }

    void keep(std::size_t number, Answer answer, const Proof& proof) {
        if (proof.fresh.size() + proof.barred.size() > MOST_CONDITIONS) return;
        Place& place = at(number);
        auto& proofs = place.proofs[answer];
        if (proofs.size() < MOST_PROOFS) {
            proofs.push_back(proof);
            size_.fetch_add(1, std::memory_order_relaxed);
            proof_bytes_.fetch_add(proofs.back().bytes(), std::memory_order_relaxed);
            return;
        }
        Proof& old = proofs[place.next_proof[answer]++ % MOST_PROOFS];
        proof_bytes_.fetch_sub(old.bytes(), std::memory_order_relaxed);
        old = proof;
        proof_bytes_.fetch_add(old.bytes(), std::memory_order_relaxed);
    }

    // Was this asked in this round, to this depth or deeper, in vain?
    bool was_tried(std::size_t number, int bound, int depth, int round) {
        for (const auto& tried : at(number).tried)
            if (tried.round == round && tried.bound == bound && tried.depth >= depth) return true;
        return false;
    }
    void note_tried(std::size_t number, int bound, int depth, int round) {
        Place& place = at(number);
        for (auto& tried : place.tried)
            if (tried.round == round && tried.bound == bound) {
                tried.depth = std::max(tried.depth, depth);
                return;
            }
        place.tried[place.next_tried] = {bound, depth, round};
        place.next_tried = std::uint8_t((place.next_tried + 1) % std::size(place.tried));
    }

    void forget() {
        for (Place& place : places_) place = {};
        size_ = 0;
        proof_bytes_ = 0;
    }

private:
    static constexpr std::size_t MOST_PROOFS = 4;  // of a kind at a place
    static constexpr std::size_t MOST_CONDITIONS = 1 << 14;

    struct Place {
        std::vector<Proof> proofs[2];  // by answer
        struct Tried {
            int bound = 0, depth = -1, round = 0;
        } tried[3];  // asked without an answer
        std::uint8_t next_tried = 0, next_proof[2] = {0, 0};
    };

    Place& at(std::size_t place) {
        if (places_.size() <= place) places_.resize(place + 1);
        return places_[place];
    }

    std::vector<Place> places_;
    std::atomic<std::uint64_t> size_{0}, proof_bytes_{0};
};

}  // namespace tengen::go
