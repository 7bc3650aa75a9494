// Gomoku as the tree search sees it. There are no random games: a look at the windows tells more, and is soon done.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../search.hpp"
#include "fours.hpp"
#include "position.hpp"
#include "windows.hpp"

namespace tengen::gomoku {

class Model {
public:
    explicit Model(const Position& root)
        : is_renju_(root.rules().variant == Variant::RENJU), windows_(root.board(), root.rules()), fours_(windows_),
          root_to_play_(root.to_play()), to_play_(root_to_play_) {}

    static search::Tuning tuning() {
        return {.exploration = 0.2f, .amaf_bias = 0.01f, .expand_at = 2.0f, .widen_from = 10.0f, .widen_by = 0.5f};
    }

    void restart() {
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

    // From now on longer wins by fours are looked for: a net takes as long as thousands of such moves.
    void solve_more() { most_fours_ = 1000; }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        Sight sight = look(most_fours_);
        if (!sight.narrowed) {
            // On a large board the points far from all stones would cost more than they are worth.
            if (windows_.empty_points() > 128) points_ = windows_.near();
            leave_out_forbidden();
            sight.verdict.partial = !points_.empty();
            if (points_.empty()) {
                for (Index point = 0; point < windows_.board().size(); point++)
                    if (windows_.board()[point] == EMPTY) points_.push_back(point);
                leave_out_forbidden();
            }
            if (points_.empty()) return search::Verdict::won_by(EMPTY, true);
        }
        list(moves);
        return sight.verdict;
    }

    search::Verdict playout(Random& random, search::Played&) {
        const Sight sight = look(20);
        return sight.verdict.exact ? sight.verdict : estimate(sight.narrowed, random);
    }

private:
    struct Sight {
        search::Verdict verdict;
        bool narrowed = false;  // the moves not among points_ lose for sure, or need not be looked at since one wins
    };

    // What follows from rows that can be completed at once, and from wins by fours that are found in this many moves.
    Sight look(int moves) {
        using search::Verdict;
        const Cell mover = to_play_, other = opponent(mover);
        points_.clear();
        if (winner_ != EMPTY || windows_.empty_points() == 0) return {Verdict::won_by(winner_, true), true};
        if (windows_.is_drawn()) return {Verdict::won_by(EMPTY, true), false};
        windows_.completing(mover, points_);
        if (!points_.empty()) return {Verdict::won_by(mover, true), true};
        windows_.completing(other, rows_);
        if (!rows_.empty()) {
            fours_.defences(mover, rows_, points_);
            if (!points_.empty()) return {{}, true};
            points_ = rows_;
            leave_out_forbidden();
            return {Verdict::won_by(windows_.is_stuck(mover) ? EMPTY : other, true), !points_.empty()};
        }
        if (fours_.wins(mover, moves)) {
            points_.push_back(fours_.first());
            return {Verdict::won_by(mover, true), true};
        }
        if (!fours_.wins(other, moves)) return {};
        fours_.answers(other, points_);
        // In renju other moves may do as well.
        return {{.partial = is_renju_}, !is_renju_ || !points_.empty()};
    }

    // Who has the better point to play, and is there time to play it? A little chance keeps games with different seeds
    // from being all the same.
    search::Verdict estimate(bool threatened, Random& random) const {
        std::uint32_t own = 1, theirs = 1;
        const auto better = [&](std::uint32_t least, Index point, Cell colour) {
            const std::uint32_t score = windows_.score(point, colour);
            return is_renju_ && score > least && windows_.is_forbidden(point, colour) ? least : std::max(least, score);
        };
        for (const Index point : windows_.near()) {
            own = better(own, point, to_play_);
            theirs = better(theirs, point, opponent(to_play_));
        }
        const float lead = 0.3f + 0.3f * std::log(float(own) / float(theirs)) - (threatened ? 0.7f : 0.0f);
        const float chance = 0.04f * (float(random.below(1 << 16)) / float(1 << 16) - 0.5f);
        const float value = std::clamp(1.0f / (1.0f + std::exp(-lead)) + chance, 0.0f, 1.0f);
        return {to_play_ == BLACK ? value : 1.0f - value, false};
    }

    void leave_out_forbidden() {
        std::erase_if(points_, [&](Index point) { return windows_.is_forbidden(point, to_play_); });
    }

    void list(std::vector<search::Candidate>& moves) {
        float most = 1;
        for (const Index point : points_) {
            moves.push_back({point, float(windows_.worth(point, to_play_)), 3.0f});
            most = std::max(most, moves.back().value);
        }
        std::sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) {
            return a.value != b.value ? a.value > b.value : a.move < b.move;
        });
        for (auto& move : moves) move.value = 0.3f + 0.3f * std::max(move.value, 0.0f) / most;
    }

    bool is_renju_;
    Windows windows_;
    Fours fours_;
    Cell root_to_play_, to_play_;
    Cell winner_ = EMPTY;
    int most_fours_ = 200;  // moves that a win by fours may be looked for
    std::vector<Index> path_;  // stones put since the root
    std::vector<Index> points_, rows_;
};

}  // namespace tengen::gomoku
