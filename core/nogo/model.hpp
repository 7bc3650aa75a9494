// NoGo as the tree search sees it.
#pragma once

#include <vector>

#include "../search.hpp"
#include "position.hpp"

namespace tengen::nogo {

class Model {
public:
    explicit Model(const Position& root) : root_(root), chains_(root.chains()), to_play_(root.to_play()) {
        for (Index point = 0; point < root.board().size(); point++)
            if (root.board()[point] == EMPTY && chains_.legal_colours(chains_.inside(point)))
                live_.push_back(chains_.inside(point));
        contested_.resize(live_.size());
        private_[0].resize(live_.size());
        private_[1].resize(live_.size());
    }

    static search::Tuning tuning() { return {.exploration = 0.0f, .amaf_bias = 0.002f}; }

    void restart() {
        chains_ = root_.chains();
        to_play_ = root_.to_play();
    }
    void play(Index move) {
        chains_.place(chains_.inside(move), to_play_);
        to_play_ = opponent(to_play_);
    }
    Cell to_play() const { return to_play_; }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        for (const Index slot : live_)
            if (chains_.at(slot) == EMPTY && (chains_.legal_colours(slot) & bit(to_play_)))
                moves.push_back({chains_.outside(slot), 0.5f, 20.0f});
        if (moves.empty()) return search::Verdict::won_by(opponent(to_play_), true);
        return {};
    }

    // First the points that both sides may play: those are what is fought over. Then each side fills what is its own,
    // and who runs out of moves first loses. Only the first part says anything about which moves are good.
    search::Verdict playout(Random& random, search::Played& played) {
        Index contested = 0, left[2] = {0, 0};
        for (const Index slot : live_) {
            if (chains_.at(slot) != EMPTY) continue;
            switch (chains_.legal_colours(slot)) {
                case 1: private_[0][std::size_t(left[0]++)] = slot; break;
                case 2: private_[1][std::size_t(left[1]++)] = slot; break;
                case 3: contested_[std::size_t(contested++)] = slot; break;
            }
        }
        Cell mover = to_play_;
        if (contested + left[side(mover)] == 0) return search::Verdict::won_by(opponent(mover), true);
        while (contested > 0) {
            Index& drawn = contested_[random.below(std::uint32_t(contested))];
            const Index slot = drawn;
            drawn = contested_[std::size_t(--contested)];
            const unsigned colours = chains_.legal_colours(slot);
            if (colours & bit(mover)) {
                chains_.place(slot, mover);
                played.add(chains_.outside(slot), mover);
                mover = opponent(mover);
            } else if (colours) {
                private_[side(opponent(mover))][std::size_t(left[side(opponent(mover))]++)] = slot;
            }
        }
        for (;; mover = opponent(mover)) {
            auto& own = private_[side(mover)];
            Index& count = left[side(mover)];
            bool moved = false;
            while (!moved && count > 0) {
                Index& drawn = own[random.below(std::uint32_t(count))];
                const Index slot = drawn;
                drawn = own[std::size_t(--count)];
                moved = chains_.place(slot, mover);
            }
            if (!moved) return search::Verdict::won_by(opponent(mover), false);
        }
    }

private:
    static constexpr unsigned bit(Cell colour) { return 1u << side(colour); }

    const Position& root_;
    Chains chains_;
    Cell to_play_;
    std::vector<Index> live_;  // slots that either side may play at the root
    std::vector<Index> contested_, private_[2];
};

}  // namespace tengen::nogo
