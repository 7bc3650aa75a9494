// Wins by fours: moves that each threaten to complete a row at once, so that the other side has no choice until there
// are two threats and one stone is not enough.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "windows.hpp"

namespace tengen::gomoku {

class Fours {
public:
    explicit Fours(Windows& windows) : windows_(windows), on_list_(windows.board().cells.size()) {}

    // Does this side, if it is to move, win by fours alone? `no` may also mean that it was not found in this many
    // moves.
    bool wins(Cell attacker, int moves) {
        moves_left_ = moves;
        zone_.clear();
        replies_.clear();
        return attack(attacker, 0);
    }

    // The first move of the win that was found.
    Index first() const { return first_; }

    // A win was found as if the attacker were to move, but the defender is. These are the defender's moves that may
    // stop it; every other move loses to it. A stone stops the win only if it
    //   - takes a point that the win needs, or
    //   - helps the defender to a row. Then one window holds the stone and lacks only one more, counting the defender's
    //     stones on the board and those that the win makes it put.
    // Not so in renju, where a stone anywhere may change what is forbidden: there other moves may stop it too.
    void answers(Cell attacker, std::vector<Index>& points) {
        const Cell defender = opponent(attacker);
        unique(replies_);
        for (const Index point : replies_) windows_.try_put(point, defender);
        windows_.threatening(defender, points);
        for (const Index point : replies_) windows_.untry(point);
        points.insert(points.end(), zone_.begin(), zone_.end());
        points.insert(points.end(), replies_.begin(), replies_.end());
        unique(points);
        std::erase_if(points, [&](Index point) { return windows_.is_forbidden(point, defender); });
    }

    // All legal moves of the defender after which the other side cannot complete a row with its next move. `rows`: the
    // points where it could complete one now.
    void defences(Cell defender, const std::vector<Index>& rows, std::vector<Index>& points) {
        points = rows;
        add_ends(opponent(defender), rows, points);
        unique(points);
        std::erase_if(points, [&](Index point) {
            if (windows_.is_forbidden(point, defender)) return true;
            windows_.try_put(point, defender);
            windows_.completing(opponent(defender), left_);
            windows_.untry(point);
            return !left_.empty();
        });
    }

private:
    struct Level {
        std::vector<Index> moves, rows, replies;
    };

    static constexpr std::size_t DEEPEST = 64;

    void unique(std::vector<Index>& points) {
        std::size_t kept = 0;
        for (const Index point : points)
            if (!std::exchange(on_list_[std::size_t(point)], 1)) points[kept++] = point;
        points.resize(kept);
        for (const Index point : points) on_list_[std::size_t(point)] = 0;
    }

    // In Caro a row can also be spoilt by a stone at its end.
    void add_ends(Cell attacker, const std::vector<Index>& rows, std::vector<Index>& points) {
        if (windows_.rules().variant != Variant::CARO) return;
        for (const Index row : rows)
            windows_.for_ends(row, attacker, [&](Index end) {
                if (windows_.board()[end] == EMPTY) points.push_back(end);
            });
    }

    bool attack(Cell attacker, std::size_t depth) {
        if (depth == DEEPEST) return false;
        if (levels_.size() == depth) levels_.push_back(std::make_unique<Level>());
        auto& [moves, rows, replies] = *levels_[depth];
        const Cell defender = opponent(attacker);
        windows_.completing(attacker, rows);
        if (!rows.empty()) {
            first_ = rows[0];
            need(attacker, rows);
            return true;
        }
        windows_.completing(defender, rows);
        if (!rows.empty())
            defences(attacker, rows, moves);
        else
            windows_.threatening(attacker, moves);
        std::sort(moves.begin(), moves.end(), [&](Index a, Index b) {
            const auto left = windows_.score(a, attacker), right = windows_.score(b, attacker);
            return left != right ? left > right : a < b;
        });
        for (const Index move : moves) {
            if (moves_left_-- <= 0) return false;
            if (windows_.is_forbidden(move, attacker)) continue;
            const std::size_t needed = zone_.size(), replied = replies_.size();
            windows_.try_put(move, attacker);
            const bool won = forces(attacker, depth);
            windows_.untry(move);
            if (won) {
                zone_.push_back(move);
                first_ = move;
                return true;
            }
            zone_.resize(needed);
            replies_.resize(replied);
        }
        return false;
    }

    // Does the attacker's last move win, whatever the defender does?
    bool forces(Cell attacker, std::size_t depth) {
        const Cell defender = opponent(attacker);
        auto& [moves, rows, replies] = *levels_[depth];
        windows_.completing(attacker, rows);
        if (rows.empty()) return false;
        windows_.completing(defender, replies);
        if (!replies.empty()) return false;
        need(attacker, rows);
        defences(defender, rows, replies);
        for (const Index reply : replies) {
            replies_.push_back(reply);
            windows_.try_put(reply, defender);
            const bool won = attack(attacker, depth + 1);
            windows_.untry(reply);
            if (!won) return false;
        }
        return !replies.empty() || !windows_.is_stuck(defender);
    }

    void need(Cell attacker, const std::vector<Index>& rows) {
        zone_.insert(zone_.end(), rows.begin(), rows.end());
        add_ends(attacker, rows, zone_);
    }

    Windows& windows_;
    int moves_left_ = 0;
    Index first_ = NOWHERE;
    std::vector<Index> zone_;     // points the win needs
    std::vector<Index> replies_;  // stones it makes the other side put
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<Index> left_;
    std::vector<std::uint8_t> on_list_;
};

}  // namespace tengen::gomoku
