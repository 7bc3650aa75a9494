// The evaluation of a net, compiled once per instruction set. Each including file defines NET_ISA, a namespace of its
// own, NET_BYTES, the size of a vector register, and NET_ROWS, how many rows of two vectors the registers hold; and
// NET_PAIRS, if convolutions multiply pairs of short numbers (bfloat16). No
// inline library function is called from here: the linker may keep any one copy of such a function, perhaps one built
// for a processor that the caller does not have.
#pragma once

#include <cstddef>

#ifdef NET_PAIRS
#include <immintrin.h>
#endif

#include "job.hpp"

#define NET_INLINE __attribute__((always_inline)) inline
#if defined(__clang__)
#define NET_UNROLL
#else
#define NET_UNROLL _Pragma("GCC unroll 16")
#endif

namespace tengen::net::NET_ISA {

constexpr int LANES = NET_BYTES / int(sizeof(float)), MOST_ROWS = NET_ROWS;

typedef float Vec __attribute__((vector_size(NET_BYTES)));

NET_INLINE Vec load(const float* from) { return *reinterpret_cast<const Vec*>(from); }
NET_INLINE void store(float* to, Vec vec) { *reinterpret_cast<Vec*>(to) = vec; }
NET_INLINE Vec larger(Vec a, Vec b) { return a > b ? a : b; }

constexpr int vectors(int numbers) { return (numbers + LANES - 1) / LANES; }
constexpr int padded(int numbers) { return vectors(numbers) * LANES; }

// A factor is a float, or a pair of short numbers in the place of one: the products of both are added.
enum class Factor { FLOAT, PAIR };

template <Factor FACTOR>
NET_INLINE Vec plus_product(Vec sum, float factor, Vec factors) {
#ifdef NET_PAIRS
    if constexpr (FACTOR == Factor::PAIR)
        return Vec(_mm512_dpbf16_ps(__m512(sum), __m512bh(_mm512_set1_ps(factor)), __m512bh(factors)));
#endif
    return sum + factor * factors;
}

// Those that a convolution multiplies.
#ifdef NET_PAIRS
constexpr Factor FACTOR = Factor::PAIR;
constexpr int JOINED = 2;

typedef unsigned char Shorts __attribute__((vector_size(NET_BYTES / 2), may_alias));

NET_INLINE void store_factors(float* to, Vec vec) {
    *reinterpret_cast<Shorts*>(to) = Shorts(_mm512_cvtneps_pbh(__m512(vec)));
}
#else
constexpr Factor FACTOR = Factor::FLOAT;
constexpr int JOINED = 1;

NET_INLINE void store_factors(float* to, Vec vec) { store(to, vec); }
#endif

// ROWS rows of `from`, each `depth` factors, times one strip of VECS vectors.
template <Factor FACTOR, int ROWS, int VECS>
void multiply_block(const float* from, std::size_t from_stride, const float* weights, int depth, float* to,
                    std::size_t to_stride) {
    Vec sums[ROWS][VECS];
    NET_UNROLL
    for (int row = 0; row < ROWS; row++) {
        NET_UNROLL
        for (int v = 0; v < VECS; v++) sums[row][v] = Vec{};
    }
    for (int k = 0; k < depth; k++) {
        Vec strip[VECS];
        NET_UNROLL
        for (int v = 0; v < VECS; v++) strip[v] = load(weights + v * LANES);
        weights += VECS * LANES;
        NET_UNROLL
        for (int row = 0; row < ROWS; row++) {
            const float factor = from[std::size_t(row) * from_stride + std::size_t(k)];
            NET_UNROLL
            for (int v = 0; v < VECS; v++) sums[row][v] = plus_product<FACTOR>(sums[row][v], factor, strip[v]);
        }
    }
    NET_UNROLL
    for (int row = 0; row < ROWS; row++) {
        NET_UNROLL
        for (int v = 0; v < VECS; v++) store(to + std::size_t(row) * to_stride + v * LANES, sums[row][v]);
    }
}

template <Factor FACTOR, int VECS, int ROWS = MOST_ROWS>
NET_INLINE void multiply_rows(int rows, const float* from, std::size_t from_stride, const float* weights, int depth,
                              float* to, std::size_t to_stride) {
    if (rows == ROWS)
        multiply_block<FACTOR, ROWS, VECS>(from, from_stride, weights, depth, to, to_stride);
    else if constexpr (ROWS > 1)
        multiply_rows<FACTOR, VECS, ROWS - 1>(rows, from, from_stride, weights, depth, to, to_stride);
}

// `to` = `from` times the matrix. The rows are taken in blocks of about the same size.
template <Factor FACTOR>
void multiply(int rows, const float* from, std::size_t from_stride, const float* weights, int depth, int width,
              float* to, std::size_t to_stride) {
    const int blocks = (rows + MOST_ROWS - 1) / MOST_ROWS;
    const int size = blocks == 1 ? rows : (rows + blocks - 1) / blocks;
    for (int v = 0; v < vectors(width); v += STRIP) {
        const int vecs = vectors(width) - v < STRIP ? vectors(width) - v : STRIP;
        for (int row = 0; row < rows; row += size) {
            const int count = rows - row < size ? rows - row : size;
            const float* const a = from + std::size_t(row) * from_stride;
            float* const b = to + std::size_t(row) * to_stride + v * LANES;
            if (vecs == STRIP)
                multiply_rows<FACTOR, STRIP>(count, a, from_stride, weights, depth, b, to_stride);
            else
                multiply_rows<FACTOR, 1>(count, a, from_stride, weights, depth, b, to_stride);
        }
        weights += std::size_t(depth) * std::size_t(vecs * LANES);
    }
}

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

class Evaluation {
public:
    explicit Evaluation(const Job& job)
        : job_(job), depth_(std::size_t(padded(job.channels))), cols_(std::size_t(TILE * job.tile_cols + 2)) {}

    // The value before tanh is applied.
    float run(const float* planes, float* policy) const {
        read(planes);
        convolve<false>(job_.input, job_.planes, job_.stem, job_.y);
        for (int k = 0; k < job_.blocks; k++) {
            const Block& block = job_.block[k];
            convolve<false>(job_.y, job_.channels, block.a, job_.z);
            if (block.pool.weights) add_pooled(block.pool);
            convolve<true>(job_.z, job_.channels, block.b, job_.y);
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

    // to = relu(convolution + bias) * mask; RESIDUAL: what is in `to` already is added before relu.
    template <bool RESIDUAL>
    void convolve(const float* from, int depth, const Layer& layer, float* to) const {
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
        for (std::size_t c = 0; c < depth_; c += std::size_t(LANES)) {
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
        const std::size_t wide = std::size_t(padded(hidden));
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
    const std::size_t depth_, cols_;  // of y and z
};

}  // namespace tengen::net::NET_ISA
