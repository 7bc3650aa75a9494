// Convolutions with Intel's AMX, whose registers are matrices: 16 points with 32 channels each, as short numbers, times
// 32 channels with 16 outputs each. A point's neighbour on any side is always as far away, so the points of a matrix
// are 16 in a row, whatever the board's width; borders among them are worked out too, and masked.
#pragma once

#include "vectors.hpp"

namespace tengen::net::NET_ISA {

struct AmxShape {
    unsigned char palette = 1, start = 0, reserved[14] = {};
    unsigned short row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    unsigned char rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
alignas(64) inline constexpr AmxShape AMX_SHAPE;

class Convolution {
public:
    explicit Convolution(const Job& job)
        : job_(job), depth_(std::size_t(padded(job.channels))), cols_(std::size_t(job.cols)) {
        _tile_loadconfig(&AMX_SHAPE);
    }
    Convolution(const Convolution&) = delete;
    ~Convolution() { _tile_release(); }

    // to = relu(convolution + bias) * mask; RESIDUAL: what is in `to` already is added before relu.
    template <bool RESIDUAL>
    void run(const float* from, int depth, const Layer& layer, float* to) const {
        const std::size_t from_depth = std::size_t(padded(depth));
        shorten(from, from_depth);
        const std::size_t strip_size = 9 * from_depth / JOINED * STRIP_WIDTH;
        const int runs = amx_runs(job_.height, job_.width);
        for (std::size_t c = 0; c < depth_; c += STRIP_WIDTH) {
            const float* const weights = layer.weights + c / STRIP_WIDTH * strip_size;
            for (int run = 0; run < runs; run += 2) {
                const std::size_t first = cols_ + 1 + std::size_t(run) * AMX_POINTS;
                if (run + 1 < runs) {
                    multiply_runs<2>(first, from_depth, weights);
                    finish<RESIDUAL>(2 * AMX_POINTS, first, layer.bias + c, to + c);
                } else {
                    multiply_runs<1>(first, from_depth, weights);
                    finish<RESIDUAL>(AMX_POINTS, first, layer.bias + c, to + c);
                }
            }
        }
    }

private:
    static constexpr std::size_t STRIP_WIDTH = std::size_t(STRIP * LANES);

    void shorten(const float* from, std::size_t depth) const {
        const std::size_t size = std::size_t(amx_points(job_.height, job_.width)) * depth;
        for (std::size_t k = 0; k < size; k += std::size_t(LANES))
            store_factors(job_.windows + k / JOINED, load(from + k));
        __asm__ volatile("" ::: "memory");  // GCC does not know that tiles are loaded from memory
    }

    // The points from `first` on, 16 or 32, times nine matrices of one strip, into `products`.
    template <int RUNS>
    void multiply_runs(std::size_t first, std::size_t depth, const float* weights) const {
        constexpr std::size_t LINE = STRIP_WIDTH * sizeof(float);
        const std::size_t factors = depth / JOINED, bytes = factors * sizeof(float);
        _tile_zero(0);
        _tile_zero(1);
        if constexpr (RUNS == 2) {
            _tile_zero(2);
            _tile_zero(3);
        }
        for (std::size_t k = 0; k < 9; k++) {
            const float* at = job_.windows + (first - cols_ - 1 + k / 3 * cols_ + k % 3) * factors;
            for (std::size_t c = 0; c < factors; c += std::size_t(LANES)) {
                _tile_loadd(4, at + c, bytes);
                _tile_loadd(6, weights, LINE);
                _tile_loadd(7, weights + LANES, LINE);
                _tile_dpbf16ps(0, 4, 6);
                _tile_dpbf16ps(1, 4, 7);
                if constexpr (RUNS == 2) {
                    _tile_loadd(5, at + c + AMX_POINTS * factors, bytes);
                    _tile_dpbf16ps(2, 5, 6);
                    _tile_dpbf16ps(3, 5, 7);
                }
                weights += LANES * STRIP_WIDTH;
            }
        }
        float* const products = job_.products;
        _tile_stored(0, products, LINE);
        _tile_stored(1, products + LANES, LINE);
        if constexpr (RUNS == 2) {
            _tile_stored(2, products + AMX_POINTS * STRIP_WIDTH, LINE);
            _tile_stored(3, products + AMX_POINTS * STRIP_WIDTH + LANES, LINE);
        }
    }

    template <bool RESIDUAL>
    void finish(std::size_t count, std::size_t first, const float* bias, float* to) const {
        const Vec biases[STRIP] = {load(bias), load(bias + LANES)};
        const float* from = job_.products;
        to += first * depth_;
        for (std::size_t k = 0; k < count; k++) {
            for (int v = 0; v < STRIP; v++) {
                Vec sum = load(from + v * LANES) + biases[v];
                if (RESIDUAL) sum += load(to + v * LANES);
                store(to + v * LANES, larger(sum, Vec{}) * job_.mask[first + k]);
            }
            from += STRIP_WIDTH;
            to += depth_;
        }
    }

    const Job& job_;
    const std::size_t depth_, cols_;  // of `to`
};

}  // namespace tengen::net::NET_ISA
