// NoGo as the tree search sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../search.hpp"
#include "endgame.hpp"
#include "position.hpp"
#include "root_solver.hpp"

namespace tengen::nogo {

class Model {
public:
    explicit Model(const Position& root)
        : root_(root), chains_(root.chains()), to_play_(root.to_play()), endgame_(chains_),
          points_(std::size_t(chains_.slots())) {
        for (Index point = 0; point < root.board().size(); point++) points_[std::size_t(chains_.inside(point))] = point;
        for (Index point = 0; point < root.board().size(); point++)
            if (root.board()[point] == EMPTY && chains_.legal_colours(chains_.inside(point)))
                live_.push_back(chains_.inside(point));
        contested_.resize(live_.size() + 1);
        private_[0].resize(live_.size());
        private_[1].resize(live_.size());
    }

    // AMAF is a good guide in this game, so exploration can be low. A playout costs less than a node, so a move is
    // tried eight times before it gets one; near the end, where there are few answers and they may prove something,
    // sooner.
    static search::Tuning tuning() {
        return {.exploration = 0.04f, .amaf_bias = 0.0005f, .expand_at = 8.0f, .expand_share = 0.25f};
    }

    void restart() {
        chains_ = root_.chains();
        to_play_ = root_.to_play();
        hash_ = 0;
    }
    void play(Index move) {
        const Index slot = chains_.inside(move);
        chains_.place(slot, to_play_);
        hash_ ^= endgame_.key(slot, to_play_);
        to_play_ = opponent(to_play_);
    }
    Cell to_play() const { return to_play_; }

    // From now on endings with a few contested points are solved too: worth it where a net is asked, which takes as
    // long as some hundred positions of an ending.
    void solve_more() { most_contested_ = 9; }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        const Index contested = sort_points();
        for (Index k = 0; k < contested; k++) add(moves, contested_[std::size_t(k)]);
        for (Index k = 0; k < left_[side(to_play_)]; k++) add(moves, private_[side(to_play_)][std::size_t(k)]);
        if (moves.empty()) return search::Verdict::won_by(opponent(to_play_), true);
        if (contested > most_contested_) return {};
        switch (endgame_.solve(chains_, live_, to_play_, hash_, contested ? FEW_POSITIONS : MOST_POSITIONS)) {
            case Endgame::Answer::WON: return search::Verdict::won_by(to_play_, true);
            case Endgame::Answer::LOST: return search::Verdict::won_by(opponent(to_play_), true);
            default: return {};
        }
    }

    search::Verdict solve_move(Index move, const Budget& budget, std::uint64_t& positions) {
        if (!RootSolver::is_hopeful(live_.size(), positions)) return {};
        if (!root_solver_) root_solver_ = std::make_unique<RootSolver>(root_);
        const Endgame::Answer answer = root_solver_->after(move, budget, positions);
        if (answer == Endgame::Answer::UNKNOWN) return {};
        const Cell other = opponent(root_.to_play());
        return search::Verdict::won_by(answer == Endgame::Answer::WON ? other : opponent(other), true);
    }

    // First the points that both sides may play: those are what is fought over. Then each side fills what is its own,
    // and who runs out of moves first loses. Only the first part says anything about which moves are good.
    search::Verdict playout(Random& random, search::Played& played) {
        Index contested = 0;
        for (const Index slot : live_) {
            contested_[std::size_t(contested)] = slot;
            contested += chains_.at(slot) == EMPTY;
        }
        left_[0] = left_[1] = 0;
        Cell mover = to_play_;
        bool any = false;
        while (contested > 0) {
            Index& drawn = contested_[random.below(std::uint32_t(contested))];
            const Index slot = drawn;
            drawn = contested_[std::size_t(--contested)];
            const unsigned colours = chains_.place_if_both(slot, mover);
            if (colours == BOTH) {
                any = true;
                played.add(points_[std::size_t(slot)], mover);
                mover = opponent(mover);
            } else if (colours) {
                private_[colours - 1][std::size_t(left_[colours - 1]++)] = slot;
            }
        }
        for (;; mover = opponent(mover)) {
            auto& own = private_[side(mover)];
            Index& count = left_[side(mover)];
            bool moved = false;
            while (!moved && count > 0) {
                Index& drawn = own[random.below(std::uint32_t(count))];
                const Index slot = drawn;
                drawn = own[std::size_t(--count)];
                moved = chains_.place(slot, mover);
            }
            if (!moved) return search::Verdict::won_by(opponent(mover), !any);
            any = true;
        }
    }

private:
    static constexpr unsigned BOTH = 3;  // as Chains::legal_colours has it
    static constexpr std::uint32_t MOST_POSITIONS = 2000;  // that an endgame may take if it cannot be counted
    static constexpr std::uint32_t FEW_POSITIONS = 200;  // the same where points are contested

    void add(std::vector<search::Candidate>& moves, Index slot) const {
        moves.push_back({points_[std::size_t(slot)], 0.5f, 20.0f});
    }

    // Sorts the live points into those that both sides may play and those that only one may; returns how many both may.
    Index sort_points() {
        Index contested = 0;
        left_[0] = left_[1] = 0;
        for (const Index slot : live_) {
            if (chains_.at(slot) != EMPTY) continue;
            const unsigned colours = chains_.legal_colours(slot);
            if (colours == BOTH)
                contested_[std::size_t(contested++)] = slot;
            else if (colours)
                private_[colours - 1][std::size_t(left_[colours - 1]++)] = slot;
        }
        return contested;
    }

    const Position& root_;
    Chains chains_;
    Cell to_play_;
    std::uint64_t hash_ = 0;  // of the stones since the root
    Endgame endgame_;
    Index most_contested_ = 0;  // points, of an ending that is solved
    std::unique_ptr<RootSolver> root_solver_;  // once it was needed
    std::vector<Index> points_;  // by slot: Chains::outside, without its division
    std::vector<Index> live_;  // slots that either side may play at the root
    std::vector<Index> contested_, private_[2];  // slots, for the position that was looked at last
    Index left_[2] = {0, 0};  // how many of private_ are in use
};

}  // namespace tengen::nogo
