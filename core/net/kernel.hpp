// The evaluation of a net, compiled once per instruction set (vectors.hpp).
#pragma once

#ifdef NET_AMX
#include "amx.hpp"
#else
#include "winograd.hpp"
#endif

namespace tengen::net::NET_ISA {

class Evaluation {
public:
    explicit Evaluation(const Job& job)
        : job_(job), convolution_(job), depth_(std::size_t(padded(job.channels))), cols_(std::size_t(job.cols)) {}

    // The value before tanh is applied.
    float run(const float* planes, float* policy) const {
        read(planes);
        convolution_.run<false>(job_.input, job_.planes, job_.stem, job_.y);
        for (int k = 0; k < job_.blocks; k++) {
            const Block& block = job_.block[k];
            convolution_.run<false>(job_.y, job_.channels, block.a, job_.z);
            if (block.pool.weights) add_pooled(block.pool);
            convolution_.run<true>(job_.z, job_.channels, block.b, job_.y);
        }
        write_policy(policy);
        pool(job_.y);
        if (job_.pass_a.weights) from_pool(job_.pass_a, job_.pass_b, policy + job_.height * job_.width);
        return from_pool(job_.value_a, job_.value_b, 0);
    }

private:
    std::size_t point(int row, int col) const { return std::size_t(row + 1) * cols_ + std::size_t(col + 1); }

    // The borders and what lies past the board stay zero.
    void read(const float* planes) const {
        const std::size_t depth = std::size_t(padded(job_.planes));
        const std::size_t size = std::size_t(job_.height) * std::size_t(job_.width);
        for (int row = 0; row < job_.height; row++)
            for (int col = 0; col < job_.width; col++) {
                const float* const from = planes + row * job_.width + col;
                float* const to = job_.input + point(row, col) * depth;
                for (int plane = 0; plane < job_.planes; plane++) to[plane] = from[std::size_t(plane) * size];
                job_.mask[point(row, col)] = to[POINTS_PLANE];
            }
    }

    // The mean, the largest and the scaled mean of each channel over the board.
    void pool(const float* from) const {
        float area = 0;
        for (int row = 0; row < job_.height; row++)
            for (int col = 0; col < job_.width; col++) area += job_.mask[point(row, col)];
        if (area < 1) area = 1;
        const float scale = (__builtin_sqrtf(area) - 9) / 4;
        for (std::size_t c = 0; c < depth_; c += std::size_t(LANES)) {
            Vec sum{}, most{};
            for (int row = 0; row < job_.height; row++)
                for (int col = 0; col < job_.width; col++) {
                    const Vec vec = load(from + point(row, col) * depth_ + c);
                    sum += vec;
                    most = larger(vec, most);
                }
            const Vec mean = sum / area;
            store(job_.pooled + c, mean);
            store(job_.pooled + depth_ + c, most);
            store(job_.pooled + 2 * depth_ + c, mean * scale);
        }
    }

    void add_pooled(const Layer& layer) const {
        pool(job_.z);
        multiply<Factor::FLOAT>(1, job_.pooled, 0, layer.weights, 3 * int(depth_), job_.channels, job_.wide, 0);
        for (std::size_t c = 0; c < std::size_t(whole(job_.channels)); c += std::size_t(LANES)) {
            const Vec bias = load(job_.wide + c) + load(layer.bias + c);
            for (int row = 0; row < job_.height; row++)
                for (int col = 0; col < job_.width; col++) {
                    float* const at = job_.z + point(row, col) * depth_ + c;
                    store(at, load(at) + bias * job_.mask[point(row, col)]);
                }
        }
    }

    void write_policy(float* policy) const {
        for (int row = 0; row < job_.height; row++)
            apply_twice(job_.width, job_.y + point(row, 0) * depth_, depth_, job_.channels, job_.hidden, job_.policy_a,
                        job_.policy_b, policy + row * job_.width);
    }

    float from_pool(const Layer& a, const Layer& b, float* to) const {
        return apply_twice(1, job_.pooled, 3 * depth_, 3 * int(depth_), job_.channels, a, b, to);
    }

    // b . relu(a . from), a number for each row; also returns the last.
    float apply_twice(int rows, const float* from, std::size_t from_stride, int depth, int hidden, const Layer& a,
                      const Layer& b, float* to) const {
        const std::size_t wide = std::size_t(whole(hidden));
        multiply<Factor::FLOAT>(rows, from, from_stride, a.weights, depth, hidden, job_.wide, wide);
        float last = 0;
        for (int row = 0; row < rows; row++) {
            Vec sum{};
            for (std::size_t c = 0; c < wide; c += std::size_t(LANES))
                sum += larger(load(job_.wide + std::size_t(row) * wide + c) + load(a.bias + c), Vec{}) *
                       load(b.weights + c);
            alignas(NET_BYTES) float sums[LANES];
            store(sums, sum);
            for (int half = LANES / 2; half; half /= 2)
                for (int lane = 0; lane < half; lane++) sums[lane] += sums[lane + half];
            last = sums[0] + b.bias[0];
            if (to) to[row] = last;
        }
        return last;
    }

    const Job& job_;
    const Convolution convolution_;
    const std::size_t depth_, cols_;  // of y and z
};

}  // namespace tengen::net::NET_ISA
