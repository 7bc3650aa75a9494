// Gomoku as the tree search sees it.
#pragma once

#include <algorithm>
#include <vector>

#include "../search.hpp"
#include "fours.hpp"
#include "position.hpp"
#include "windows.hpp"

namespace tengen::gomoku {

class Model {
public:
    explicit Model(const Position& root)
        : windows_(root.board(), root.rules()), fours_(windows_), root_to_play_(root.to_play()), to_play_(root_to_play_) {}

    static search::Tuning tuning() {
        return {.exploration = 0.3f, .amaf_bias = 0.01f, .expand_at = 2.0f, .widen_from = 10.0f, .widen_by = 0.5f};
    }

    void restart() {
        for (; !tried_.empty(); tried_.pop_back()) windows_.untry(tried_.back());
        for (; !path_.empty(); path_.pop_back()) windows_.take(path_.back());
        to_play_ = root_to_play_;
        winner_ = EMPTY;
    }
    void play(Index move) {
        path_.push_back(move);
        if (windows_.put(move, to_play_)) winner_ = to_play_;
        to_play_ = opponent(to_play_);
    }
    Cell to_play() const { return to_play_; }

    // Moves are left out only where they lose for sure.
    search::Verdict expand(std::vector<search::Candidate>& moves) {
        using search::Verdict;
        if (winner_ != EMPTY || windows_.empty_points() == 0) return Verdict::won_by(winner_, true);
        const Cell mover = to_play_, other = opponent(mover);
        windows_.completing(mover, points_);
        if (!points_.empty()) {
            list(points_, moves);
            return Verdict::won_by(mover, true);
        }
        windows_.completing(other, rows_);
        if (!rows_.empty()) {
            fours_.defences(mover, rows_, points_);
            list(points_.empty() ? rows_ : points_, moves);
            return points_.empty() ? Verdict::won_by(other, true) : Verdict{};
        }
        if (fours_.wins(mover, FOURS)) {
            points_ = {fours_.first()};
            list(points_, moves);
            return Verdict::won_by(mover, true);
        }
        if (fours_.wins(other, FOURS)) {
            fours_.answers(other, points_);
        } else {
            points_.clear();
            for (Index point = 0; point < windows_.board().size(); point++)
                if (windows_.board()[point] == EMPTY) points_.push_back(point);
        }
        list(points_, moves);
        return {};
    }

    // Near the stones at random, except that rows are completed, and those of the other side blocked.
    search::Verdict playout(Random& random, search::Played& played) {
        using search::Verdict;
        if (winner_ != EMPTY || windows_.empty_points() == 0) return Verdict::won_by(winner_, true);
        Cell mover = to_play_;
        for (int ply = 0; ply < LONGEST && windows_.empty_points() > 0; ply++) {
            windows_.completing(mover, points_);
            if (!points_.empty()) {
                played.add(points_[0], mover);
                return Verdict::won_by(mover, false);
            }
            windows_.completing(opponent(mover), points_);
            const auto& choices = points_.empty() ? windows_.near() : points_;
            if (choices.empty()) break;
            const Index move = choices[random.below(std::uint32_t(choices.size()))];
            windows_.try_put(move, mover);
            tried_.push_back(move);
            played.add(move, mover);
            mover = opponent(mover);
        }
        return {};
    }

private:
    static constexpr int FOURS = 200;   // moves looked at for a win by fours
    static constexpr int LONGEST = 60;  // plies of a playout

    void list(const std::vector<Index>& points, std::vector<search::Candidate>& moves) {
        const auto worth = [&](Index point) {
            return float(windows_.score(point, to_play_)) + 0.9f * float(windows_.score(point, opponent(to_play_)));
        };
        float most = 1;
        for (const Index point : points) {
            moves.push_back({point, worth(point), 0});
            most = std::max(most, moves.back().value);
        }
        std::sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) {
            return a.value != b.value ? a.value > b.value : a.move < b.move;
        });
        for (auto& move : moves) {
            move.value = 0.3f + 0.3f * move.value / most;
            move.weight = 10.0f;
        }
    }

    Windows windows_;
    Fours fours_;
    Cell root_to_play_, to_play_;
    Cell winner_ = EMPTY;
    std::vector<Index> path_, tried_;  // stones put since the root: in the tree, then in the playout
    std::vector<Index> points_, rows_;
};

}  // namespace tengen::gomoku
