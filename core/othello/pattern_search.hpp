// The search with patterns as a player asks for it: in pieces, moved on from position to position, with a report.
#pragma once

#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>
#include <vector>

#include "../search.hpp"
#include "deepening.hpp"
#include "position.hpp"

namespace tengen::othello {

// `visits`, `is_decided` and `report` may be called while another thread is in `run`. Of `run` and `move_on` only one
// is at work at a time.
class PatternSearch {
public:
    static bool takes(const Board& board) {
        return board.height == 8 && board.width == 8 &&
               std::find(board.cells.begin(), board.cells.end(), std::uint8_t(HOLE)) == board.cells.end() &&
               std::count(board.cells.begin(), board.cells.end(), std::uint8_t(EMPTY)) <= Patterns::MOST_EMPTIES;
    }

    // Of a position that it takes, and that is not over.
    PatternSearch(const Position& position, std::size_t most_bytes)
        : position_(position), deepening_(std::min(most_bytes, MOST_BYTES)) {
        deepening_.begin(sides());
    }

    Position position() const {
        const std::lock_guard lock(mutex_);
        return position_;
    }
    std::uint64_t visits() const { return deepening_.nodes(); }  // positions that were looked at
    bool is_decided() const { return deepening_.report().is_sure; }

    void run(const Patterns& patterns, std::uint64_t visits, double seconds, const Cancel* cancel) {
        const std::lock_guard lock(running_);
        const std::uint64_t most = visits >= search::MOST_VISITS ? Budget::ANY : visits;
        const Budget budget(seconds, cancel, most);
        deepening_.run(patterns, budget, Deepening::LOOK);
        deepening_.look_at_all(patterns, budget);
        deepening_.run(patterns, budget);
    }

    bool move_on(const Position& position) {
        const std::lock_guard running(running_);
        const std::lock_guard lock(mutex_);
        position_ = position;
        deepening_.begin(sides());
        return true;
    }

    search::Report report() const {
        const std::lock_guard lock(mutex_);
        const Deepening::Report found = deepening_.report();
        const int empties = count_of(sides().empty);
        search::Report report;
        for (const auto& move : found.moves) {
            search::Finding finding;
            finding.visits = move.nodes;
            finding.exact = found.is_sure && (!move.is_bound || move.score < 0);
            const int score = move.is_bound && !finding.exact ? std::min(move.score, move.looks) : move.score;
            finding.value = finding.exact ? result(score) : chances(score, empties);
            finding.lead = double(score) / LookaheadJob::DISC;
            for (const int place : move.line.empty() ? std::vector{move.place} : move.line)
                finding.line.push_back(place == Deepening::PASS_PLACE ? PASS : Index(place));
            report.findings.push_back(std::move(finding));
        }
        report.value = report.findings[0].value;
        report.exact = found.is_sure;
        return report;
    }

private:
    static constexpr std::size_t MOST_BYTES = std::size_t(1) << 28;  // more is slower: each look-up is far away

    Sides<SmallBits> sides() const { return Sides<SmallBits>(position_.board(), position_.to_play()); }

    static float result(int score) { return score > 0 ? 1.0f : score < 0 ? 0.0f : 0.5f; }

    // How often a position that looks like that is won: the closer to the end, the surer.
    static float chances(int score, int empties) {
        const double discs = double(score) / LookaheadJob::DISC, spread = 2.0 + 0.08 * empties;
        return float(1.0 / (1.0 + std::exp(-discs / spread)));
    }

    mutable std::mutex mutex_;  // of the position
    std::mutex running_;
    Position position_;
    Deepening deepening_;
};

}  // namespace tengen::othello
