// Go as the tree search sees it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "../search.hpp"
#include "position.hpp"
#include "tactical_playout.hpp"

namespace tengen::go {

class Model {
public:
    explicit Model(const Position& root) : root_(root), stones_(root.stones()), playout_(root) {
        measure_edges();
        restart();
    }

    static search::Tuning tuning() { return {.exploration = 0.0f, .amaf_bias = 0.008f}; }

    void restart() {
        stones_ = root_.stones();
        to_play_ = root_.to_play();
        passes_ = root_.passes();
        banned_ = root_.banned() == NOWHERE ? NOWHERE : stones_.inside(root_.banned());
        last_ = NOWHERE;
        situations_.clear();
    }

    void play(Index move) {
        if (move == PASS) {
            passes_++;
            last_ = banned_ = NOWHERE;
        } else {
            const Index slot = stones_.inside(move);
            Index lifted = 0, taken = NOWHERE;
            stones_.place(
                slot, to_play_, root_.rules().suicide, [](std::uint64_t) { return false; },
                [&](Index stone) {
                    taken = stone;
                    lifted++;
                });
            const bool ko = lifted == 1 && stones_.at(slot) != EMPTY && stones_.chain_size(slot) == 1 &&
                            stones_.chain_liberties(slot) == 1;
            passes_ = 0;
            banned_ = ko ? taken : NOWHERE;
            last_ = stones_.at(slot) != EMPTY ? slot : NOWHERE;
        }
        to_play_ = opponent(to_play_);
        if (root_.has_superko()) situations_.push_back(situation(root_.rules(), stones_.hash(), to_play_));
    }

    Cell to_play() const { return to_play_; }

    // Moves into own eyes are left out, and the list is then partial: under superko filling an eye can be right,
    // because it makes a new board. On boards small enough for proofs they are listed.
    search::Verdict expand(std::vector<search::Candidate>& moves) {
        search::Verdict verdict = known();
        if (passes_ >= 2) return verdict;
        for (Index point = 0; point < root_.board().size(); point++) {
            const Index slot = stones_.inside(point);
            if (stones_.at(slot) != EMPTY || !is_legal(slot)) continue;
            if (root_.board().size() > SMALL && is_eye(stones_, slot, to_play_))
                verdict.partial = true;
            else
                moves.push_back(opinion(point, slot));
        }
        moves.push_back({PASS, verdict.exact ? 1.0f : 0.1f, EVEN});
        return verdict;
    }

    search::Verdict playout(Random& random, search::Played& played) {
        if (const search::Verdict verdict = known(); verdict.exact) return verdict;
        playout_.play(stones_, to_play_, last_, banned_, passes_, random, played);
        const Area area = counted();
        const float lead = lead_of(area);
        const float margin = std::clamp(0.5f + 0.5f * lead / float(root_.board().size()), 0.0f, 1.0f);
        const float won = search::Verdict::won_by(area.leader(root_.rules()), false).black;
        return {won + MARGIN * (margin - won), false, false, lead};
    }

private:
    static constexpr Index SMALL = 12;  // points

    // What speaks for or against a move, in visits that were all won or all lost.
    static constexpr float EVEN = 20;
    static constexpr float CAPTURE_ONE = 15;
    static constexpr float CAPTURE_MORE = 30;
    static constexpr float ESCAPE = 20;
    static constexpr float SELF_ATARI = 20;
    static constexpr float SHAPE = 10;
    static constexpr float NEAR_1 = 24;
    static constexpr float NEAR_2 = 22;
    static constexpr float NEAR_3 = 8;
    static constexpr float OPEN = 10;

    // How much of a playout's value is its margin. It is so little that it matters only where every move wins, or every
    // move loses: there it keeps a side from throwing its stones away.
    static constexpr float MARGIN = 0.01f;

    Area counted() {
        return area_(stones_, root_.board().size(), [](Index, Cell) {});
    }

    float lead_of(const Area& area) const {
        return 0.5f * float(2 * (area.black - area.white) - root_.rules().komi_halves);
    }

    // After two passes the area decides. After one, a side that has more wins by passing too.
    search::Verdict known() {
        if (passes_ == 0) return {};
        const Area area = counted();
        const Cell ahead = area.leader(root_.rules());
        if (passes_ < 2 && ahead != to_play_) return {};
        search::Verdict verdict = search::Verdict::won_by(ahead, true);
        verdict.lead = lead_of(area);
        return verdict;
    }

    bool is_legal(Index slot) const {
        const bool superko = root_.has_superko(), suicide_allowed = root_.rules().suicide;
        if (!superko && slot == banned_) return false;
        const bool lifted = stones_.was_lifted(slot, to_play_);
        const auto effect = stones_.effect(slot, to_play_, superko && (suicide_allowed || lifted));
        if (effect.suicide && !suicide_allowed) return false;
        if (!superko || (!effect.suicide && !lifted)) return true;
        const std::uint64_t after = situation(root_.rules(), effect.hash, opponent(to_play_));
        return std::find(situations_.begin(), situations_.end(), after) == situations_.end() &&
               !root_.history().contains(after);
    }

    search::Candidate opinion(Index point, Index slot) const {
        if (is_eye(stones_, slot, to_play_)) return {point, 0.0f, EVEN};
        float wins = EVEN / 2, games = EVEN;
        const auto good = [&](float weight) { wins += weight, games += weight; };
        const auto bad = [&](float weight) { games += weight; };
        const Index down = stones_.stride();
        bool takes = false, threatened = false;
        for (const Index beside : {slot - down, slot - 1, slot + 1, slot + down}) {
            const Cell cell = stones_.at(beside);
            if ((cell != BLACK && cell != WHITE) || only_liberty(stones_, beside) == NOWHERE) continue;
            if (cell == to_play_) {
                threatened = true;
            } else if (!takes) {
                takes = true;
                good(stones_.chain_size(beside) > 1 ? CAPTURE_MORE : CAPTURE_ONE);
            }
        }
        if (liberties_after<2>(stones_, slot, to_play_) < 2)
            bad(SELF_ATARI);
        else if (threatened)
            good(ESCAPE);
        if (patterns_.match(stones_, slot)) good(SHAPE);
        if (last_ != NOWHERE) {
            const Index other = stones_.outside(last_), width = root_.board().width;
            const Index rows = std::abs(point / width - other / width), cols = std::abs(point % width - other % width);
            const Index distance = rows + cols + std::max(rows, cols);
            if (distance <= 3)
                good(NEAR_1);
            else if (distance <= 5)
                good(NEAR_2);
            else if (distance <= 7)
                good(NEAR_3);
        }
        const int edge = edges_[std::size_t(slot)];
        if (edge <= 3 && is_open(slot)) {
            if (edge == 3)
                good(OPEN);
            else
                bad(OPEN);
        }
        return {point, wins / games, games};
    }

    // No stone within three steps?
    bool is_open(Index slot) const {
        const Index width = root_.board().width, height = root_.board().height;
        const Index point = stones_.outside(slot), row = point / width, col = point % width;
        for (Index r = std::max(0, row - 3); r <= std::min(height - 1, row + 3); r++)
            for (Index c = std::max(0, col - 3); c <= std::min(width - 1, col + 3); c++) {
                if (std::abs(r - row) + std::abs(c - col) > 3) continue;
                const Cell cell = stones_.at(stones_.inside(r * width + c));
                if (cell == BLACK || cell == WHITE) return false;
            }
        return true;
    }

    // Lines from the edge: 1 beside it, as far as 4.
    void measure_edges() {
        edges_.assign(std::size_t(stones_.slots()), 0);
        const Index down = stones_.stride();
        for (int line = 1; line <= 4; line++)
            for (Index point = 0; point < root_.board().size(); point++) {
                if (root_.board()[point] == HOLE) continue;
                const Index slot = stones_.inside(point);
                if (edges_[std::size_t(slot)]) continue;
                bool beside_edge = line == 4;
                for (const Index beside : {slot - down, slot - 1, slot + 1, slot + down}) {
                    const bool wall = stones_.at(beside) == HOLE;
                    beside_edge |= line == 1 ? wall : !wall && edges_[std::size_t(beside)] == line - 1;
                }
                if (beside_edge) edges_[std::size_t(slot)] = std::uint8_t(line);
            }
    }

    const Position& root_;
    const Patterns& patterns_ = Patterns::instance();
    Stones stones_;
    TacticalPlayout playout_;
    AreaCounter area_;
    Cell to_play_ = BLACK;
    int passes_ = 0;
    Index banned_ = NOWHERE, last_ = NOWHERE;  // slots
    std::vector<std::uint64_t> situations_;    // since the root
    std::vector<std::uint8_t> edges_;
};

}  // namespace tengen::go
