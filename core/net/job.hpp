// What a net asks of a kernel: plain data.
#pragma once

#include <cstddef>

namespace tengen::net {

// A convolution makes tiles of 3x3 points from 5x5 points, by Winograd's algorithm: 25 products for a pair of channels
// where nine times nine would be the plain way. Each of the 25 is a product of matrices: tiles x channels, channels x
// channels.
constexpr int TILE = 3, WINDOW = TILE + 2, PRODUCTS = WINDOW * WINDOW;

// With AMX a convolution is nine products, of runs of points that follow each other, borders included, and 32 channels
// at a time (amx.hpp).
constexpr int AMX_POINTS = 16, AMX_CHANNELS = 32;

constexpr int amx_cols(int width) { return width + 1; }  // one row's border is the next one's
constexpr int amx_runs(int height, int width) {
    return ((height - 1) * amx_cols(width) + width + AMX_POINTS - 1) / AMX_POINTS;
}
constexpr int amx_points(int height, int width) {
    return AMX_POINTS * amx_runs(height, width) + 2 * (amx_cols(width) + 1);
}

constexpr int POINTS_PLANE = 4;  // 1 on the board, 0 in a hole (COMMON_PLANES of batch.hpp)
constexpr int TILES_AT_ONCE = 60;
constexpr int STRIP = 2;  // vectors; see Layer

// A matrix is in strips of STRIP vectors of outputs: the weights of all inputs to the first strip, then to the next.
// The outputs are padded with zeros to whole vectors.
struct Layer {
    const float *weights = nullptr, *bias = nullptr;
};

struct Block {
    Layer a, b, pool;  // pool: every other block; else null
};

struct Job {
    int planes, channels, hidden, blocks;  // hidden: of the policy
    Layer stem;
    const Block* block;
    Layer policy_a, policy_b, value_a, value_b;
    Layer pass_a, pass_b;  // null: the net knows no pass

    int height, width;
    int tile_rows, tile_cols;
    // Channels last, with a border of zeros; from one row to the next it is `cols` points. mask: one number a point.
    int cols;
    float *mask, *input, *y, *z;
    // [product][tile][channel]; a product takes `product_size` floats. With AMX: [point][channel], of all points; and
    // of the runs that are worked out.
    float *windows, *products;
    std::size_t product_size;
    float *pooled, *wide;  // three times the channels; a row of the board, or one vector of channels
};

}  // namespace tengen::net
