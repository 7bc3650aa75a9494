// Convolutions by Winograd's algorithm (job.hpp).
#pragma once

#include "vectors.hpp"

namespace tengen::net::NET_ISA {

// Winograd's transforms for the points 0, 1, -1, 2 and infinity, of a window's row or column and of its products. That
// of the weights is in net.cpp.
NET_INLINE void transform(Vec& d0, Vec& d1, Vec& d2, Vec& d3, Vec& d4) {
    const Vec e = d3 - d1;
    d0 = e + (d0 - d2) * 2.0f;
    d4 = (d4 - d2) - e * 2.0f;
    const Vec f = e - (d1 + d2);
    d2 = (d3 - d2) + (d1 - d2) * 2.0f;
    d1 = f;
    d3 = e;
}

NET_INLINE void transform_back(const Vec (&m)[WINDOW], Vec& o0, Vec& o1, Vec& o2) {
    const Vec sum = m[1] + m[2];
    o0 = m[0] + sum + m[3];
    o1 = (m[1] - m[2]) + m[3] * 2.0f;
    o2 = sum + m[4] + m[3] * 4.0f;
}

// The pointer, which then goes on. The compiler does not see by how much: else it computes all addresses of a tile
// beforehand, more than there are registers for.
template <class Number>
NET_INLINE Number* next(Number*& at, std::size_t step) {
    Number* const now = at;
    at += step;
    __asm__("" : "+r"(at));
    return now;
}

class Convolution {
public:
    explicit Convolution(const Job& job)
        : job_(job), depth_(std::size_t(padded(job.channels))), cols_(std::size_t(job.cols)) {}

    // to = relu(convolution + bias) * mask; RESIDUAL: what is in `to` already is added before relu.
    template <bool RESIDUAL>
    void run(const float* from, int depth, const Layer& layer, float* to) const {
        const int tiles = job_.tile_rows * job_.tile_cols, parts = (tiles + TILES_AT_ONCE - 1) / TILES_AT_ONCE;
        const std::size_t from_depth = std::size_t(padded(depth)), factors = from_depth / JOINED;
        const int depth_in_factors = (depth + JOINED - 1) / JOINED;
        const int size = (tiles + parts - 1) / parts;
        for (int first = 0; first < tiles; first += size) {
            const int count = tiles - first < size ? tiles - first : size;
            for (int k = 0; k < count; k++) {
                const std::size_t corner = corner_of(first + k);
                for (std::size_t c = 0; c < from_depth; c += std::size_t(LANES))
                    read_window(from + corner * from_depth + c, from_depth,
                                job_.windows + std::size_t(k) * factors + c / JOINED);
            }
            for (int product = 0; product < PRODUCTS; product++)
                multiply<FACTOR>(count, job_.windows + std::size_t(product) * job_.product_size, factors,
                                 layer.weights + std::size_t(product) * std::size_t(depth_in_factors) * depth_,
                                 depth_in_factors, job_.channels,
                                 job_.products + std::size_t(product) * job_.product_size, depth_);
            for (int k = 0; k < count; k++) {
                const std::size_t inside = corner_of(first + k) + cols_ + 1;
                for (std::size_t c = 0; c < depth_; c += std::size_t(LANES))
                    write_tile<RESIDUAL>(job_.products + std::size_t(k) * depth_ + c, load(layer.bias + c), inside,
                                         to + c);
            }
        }
    }

private:
    // Where the window of a tile begins.
    std::size_t corner_of(int tile) const {
        return std::size_t(tile / job_.tile_cols * TILE) * cols_ + std::size_t(tile % job_.tile_cols * TILE);
    }

    NET_INLINE void read_window(const float* from, std::size_t depth, float* to) const {
        Vec d[WINDOW][WINDOW];
        NET_UNROLL
        for (int row = 0; row < WINDOW; row++) {
            const float* at = from;
            NET_UNROLL
            for (int col = 0; col < WINDOW; col++) d[row][col] = load(next(at, depth));
            transform(d[row][0], d[row][1], d[row][2], d[row][3], d[row][4]);
            next(from, cols_ * depth);
        }
        NET_UNROLL
        for (int col = 0; col < WINDOW; col++) {
            transform(d[0][col], d[1][col], d[2][col], d[3][col], d[4][col]);
            NET_UNROLL
            for (int row = 0; row < WINDOW; row++) store_factors(next(to, job_.product_size), d[row][col]);
        }
    }

    template <bool RESIDUAL>
    NET_INLINE void write_tile(const float* from, Vec bias, std::size_t inside, float* to) const {
        Vec half[TILE][WINDOW];
        NET_UNROLL
        for (int col = 0; col < WINDOW; col++) {
            Vec m[WINDOW];
            NET_UNROLL
            for (int row = 0; row < WINDOW; row++) m[row] = load(next(from, job_.product_size));
            transform_back(m, half[0][col], half[1][col], half[2][col]);
        }
        const float* mask = job_.mask + inside;
        to += inside * depth_;
        NET_UNROLL
        for (int row = 0; row < TILE; row++) {
            Vec out[TILE];
            transform_back(half[row], out[0], out[1], out[2]);
            float* at = to;
            NET_UNROLL
            for (int col = 0; col < TILE; col++) {
                Vec sum = out[col] + bias;
                if (RESIDUAL) sum += load(at);
                store(next(at, depth_), larger(sum, Vec{}) * mask[col]);
            }
            next(to, cols_ * depth_);
            next(mask, cols_);
        }
    }

    const Job& job_;
    const std::size_t depth_, cols_;  // of `to`
};

}  // namespace tengen::net::NET_ISA
