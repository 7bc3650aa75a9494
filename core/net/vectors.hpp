// Vectors of floats, and matrices times vectors. The file of a build (kernel_*.cpp) defines NET_ISA, a namespace of its
// own, NET_BYTES, the size of a vector register, and NET_ROWS, how many rows of two vectors the registers hold;
// NET_PAIRS, if convolutions multiply pairs of short numbers (bfloat16); and NET_AMX, if they do so with AMX. No inline
// library function is called from a build: the linker may keep any one copy of such a function, perhaps one built for a
// processor that the caller does not have.
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
constexpr int whole(int numbers) { return vectors(numbers) * LANES; }

// As many as a point has room for.
#ifdef NET_AMX
constexpr int padded(int numbers) { return (numbers + AMX_CHANNELS - 1) / AMX_CHANNELS * AMX_CHANNELS; }
#else
constexpr int padded(int numbers) { return whole(numbers); }
#endif

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

}  // namespace tengen::net::NET_ISA
