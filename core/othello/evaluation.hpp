// How good a position looks, on boards up to 16x16.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "jobs.hpp"

namespace tengen::othello {

// The weights of the features of kernels/evaluation.hpp, by how full the board is: 1, t and t * t times these, t going
// from 0 (empty) to 1 (full). Found by logistic regression on the outcomes of games on 8x8 that were played with
// earlier weights and, from the last thirteen empty points on, perfectly.
constexpr double FEATURE_WEIGHTS[FEATURES][3] = {
    {0.01277, 0.01082, 0.00866},   {-0.01593, -0.03101, 0.19674}, {0.02150, 0.02293, -0.09270},
    {0.93013, -0.02072, -0.87491}, {-0.48910, 0.77892, -0.35522}, {-1.23008, 0.24764, 1.54815},
    {0.14175, 0.02503, -0.00839},  {0.06987, -0.01422, -0.10304}, {0.03932, -0.13054, 0.10920},
    {0.04189, 0.96896, -0.88506},  {0.02501, -0.92563, 0.78081},  {0.22446, -0.38610, 1.64038},
    {-0.02039, 0.65194, 0.21169},  {0.01292, 0.10297, -0.07911},
};

class Evaluator {
public:
    explicit Evaluator(const Position& position, const Kernel& kernel = best_kernel())
        : kernel_(kernel), sides_(plain_sides(position)), layout_{} {
        const Board& board = position.board();
        lay_out(board);
        Index points = 0;
        for (Index point = 0; point < board.size(); point++) points += board[point] != HOLE;
        for (Index empties = 0; empties <= points; empties++) {
            const double full = 1.0 - double(empties) / double(std::max(points, 1));
            for (const auto& weight : FEATURE_WEIGHTS)
                weights_.push_back(
                    std::int16_t(std::lround(SCALE * (weight[0] + full * (weight[1] + full * weight[2])))));
        }
    }

    // The chances of the side to move, as they look after this many plies.
    template <class Bits>
    float chances(const Sides<Bits>& sides, int plies) const {
        EvaluateJob job{};
        job.sides = sides_;
        put(sides, job.sides);
        job.layout = &layout_;
        job.weights = weights_.data();
        job.plies = plies;
        kernel_.evaluate(job);
        return 1.0f / (1.0f + std::exp(float(-job.score) / float(SCALE)));
    }

    const Layout& layout() const { return layout_; }
    const std::int16_t* weights() const { return weights_.data(); }  // of every number of empty points

private:
    static constexpr double SCALE = 4096;

    void lay_out(const Board& board) {
        const Index row_width = sides_.large ? 16 : 8;
        const auto is_point = [&](Index row, Index col) {
            return row >= 0 && row < board.height && col >= 0 && col < board.width &&
                   board[row * board.width + col] != HOLE;
        };
        constexpr Index LINES[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (Index row = 0; row < board.height; row++)
            for (Index col = 0; col < board.width; col++) {
                if (!is_point(row, col)) continue;
                const Index place = row * row_width + col;
                const auto add = [&](std::uint64_t* set) { set[place / 64] |= std::uint64_t(1) << place % 64; };
                int ends = 0;
                for (int line = 0; line < 4; line++) {
                    const auto [down, right] = LINES[line];
                    if (is_point(row - down, col - right) && is_point(row + down, col + right)) continue;
                    ends++;
                    add(layout_.rims[line]);
                }
                if (ends == 4) add(layout_.corners);
                if (ends == 3) add(layout_.edges);
            }
    }

    const Kernel& kernel_;
    PlainSides sides_;
    Layout layout_;
    std::vector<std::int16_t> weights_;
};

}  // namespace tengen::othello
