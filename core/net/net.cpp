#include "net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "../processor.hpp"

#if FOR_AMX
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace tengen::net {

float ask_baseline(const Job& job, const float* planes, float* policy);
float ask_avx2(const Job& job, const float* planes, float* policy);
float ask_avx512(const Job& job, const float* planes, float* policy);
float ask_avx512_bf16(const Job& job, const float* planes, float* policy);
float ask_amx(const Job& job, const float* planes, float* policy);

namespace {

constexpr int MOST_PLANES = 1024, MOST_CHANNELS = 1024, MOST_BLOCKS = 1024;

int whole(int numbers, int of) { return (numbers + of - 1) / of * of; }

#if FOR_AMX
// Linux gives a process the registers of AMX when it asks for them; not where a handler of signals has too small a
// stack.
bool amx_is_granted() {
    constexpr int REQUEST_PERMISSION = 0x1023, TILE_DATA = 18;  // of arch_prctl
    static const bool granted = syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
    return granted;
}
#endif

// Copies tensors into the order in which a kernel reads them.
class Packer {
public:
    Packer(const Shape& shape, const Tensors& tensors, const Kernel& kernel, std::vector<Floats>& memory)
        : channels_(shape.channels), kernel_(kernel), next_(tensors.begin()), memory_(memory) {}

    Layer convolution(int depth) {
        if (kernel_.amx) return plain_convolution(depth);
        const std::span<const float> weights = *next_++;
        const int factors = kernel_.pairs ? (depth + 1) / 2 : depth;
        const std::size_t size = std::size_t(factors) * std::size_t(padded(channels_));
        float* const packed = room(PRODUCTS * size);
        for (int product = 0; product < PRODUCTS; product++) {
            const auto weight = [&](int in, int out) {
                if (in >= depth) return 0.0f;  // a pair may have one too many
                const float* const from = &weights[std::size_t(out * depth + in) * 9];
                return transformed(from, product % WINDOW, product / WINDOW);
            };
            matrix(factors, channels_, padded(channels_), packed + std::size_t(product) * size, [&](int in, int out) {
                return kernel_.pairs ? pair(weight(2 * in, out), weight(2 * in + 1, out)) : weight(in, out);
            });
        }
        return {packed, vector(channels_)};
    }

    Layer linear(int depth, int width) {
        return packed_linear(depth, width, depth, [](int in) { return in; });
    }

    // From what pool gives: three numbers for each channel, and for each that pads a vector.
    Layer from_pool() {
        const int channels = padded(channels_);
        return packed_linear(3 * channels_, channels_, 3 * channels, [&](int in) {
            return in % channels < channels_ ? in / channels * channels_ + in % channels : -1;
        });
    }

    // To one number.
    Layer last() {
        const float* const weights = vector(int(next_->size()));
        return {weights, vector(1)};
    }

private:
    int padded(int numbers) const { return kernel_.padded(numbers); }

    float* room(std::size_t count) { return memory_.emplace_back(count).data(); }

    // The nine matrices one below the other.
    Layer plain_convolution(int depth) {
        const std::span<const float> weights = *next_++;
        const int pairs = padded(depth) / 2, width = padded(channels_);
        float* const packed = room(std::size_t(9 * pairs) * std::size_t(width));
        matrix(9 * pairs, channels_, width, packed, [&](int row, int out) {
            const auto weight = [&](int in) {
                return in < depth ? weights[std::size_t(out * depth + in) * 9 + std::size_t(row / pairs)] : 0.0f;
            };
            return pair(weight(row % pairs * 2), weight(row % pairs * 2 + 1));
        });
        return {packed, vector(channels_)};
    }

    float* vector(int length) {
        float* const packed = room(std::size_t(padded(length)));
        std::copy(next_->begin(), next_->end(), packed);
        next_++;
        return packed;
    }

    // One of the 25 numbers that Winograd's algorithm makes of the nine weights.
    static float transformed(const float* weights, int row, int col) {
        static constexpr double G[WINDOW][3] = {{1 / 2., 0, 0},
                                                {-1 / 2., -1 / 2., -1 / 2.},
                                                {-1 / 6., 1 / 6., -1 / 6.},
                                                {1 / 6., 1 / 3., 2 / 3.},
                                                {0, 0, 1}};
        double sum = 0;
        for (int k = 0; k < 9; k++) sum += G[row][k / 3] * G[col][k % 3] * double(weights[k]);
        return float(sum);
    }

    // Two numbers, rounded to the upper halves of floats, in the place of one.
    static float pair(float first, float second) {
        // Emscripten's library has no std::bit_cast yet.
        const auto half = [](float number) {
            std::uint32_t bits;
            std::memcpy(&bits, &number, sizeof bits);
            return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
        };
        const std::uint32_t both = half(first) | half(second) << 16;
        std::memcpy(&first, &both, sizeof first);
        return first;
    }

    template <class At>
    void matrix(int depth, int width, int padded_width, float* packed, At&& at) const {
        for (int strip = 0; strip < width; strip += STRIP * kernel_.lanes)
            for (int in = 0; in < depth; in++)
                for (int out = strip; out < std::min(strip + STRIP * kernel_.lanes, padded_width); out++)
                    *packed++ = out < width ? at(in, out) : 0;
    }

    // which(in): of the inputs in the tensor; -1 for none.
    template <class Which>
    Layer packed_linear(int given, int width, int depth, Which&& which) {
        const std::span<const float> weights = *next_++;
        const int padded_width = whole(width, kernel_.lanes);
        float* const packed = room(std::size_t(depth) * std::size_t(padded_width));
        matrix(depth, width, padded_width, packed, [&](int in, int out) {
            return which(in) < 0 ? 0 : weights[std::size_t(out) * std::size_t(given) + std::size_t(which(in))];
        });
        return {packed, vector(width)};
    }

    const int channels_;
    const Kernel& kernel_;
    Tensors::const_iterator next_;
    std::vector<Floats>& memory_;
};

}  // namespace

int Kernel::padded(int numbers) const { return whole(numbers, amx ? AMX_CHANNELS : lanes); }

std::vector<Kernel> kernels() {
    std::vector<Kernel> found;
#if FOR_AMX
    if (this_processor() >= Processor::AMX && amx_is_granted()) found.push_back({"amx", 16, true, true, ask_amx});
#endif
#if FOR_X86_64
    if (this_processor() >= Processor::AVX512_BF16) found.push_back({"avx512-bf16", 16, true, false, ask_avx512_bf16});
    if (this_processor() >= Processor::AVX512) found.push_back({"avx512", 16, false, false, ask_avx512});
    if (this_processor() >= Processor::AVX2) found.push_back({"avx2", 8, false, false, ask_avx2});
#endif
    found.push_back({"baseline", 4, false, false, ask_baseline});
    return found;
}

std::vector<std::size_t> tensor_lengths(const Shape& shape) {
    const std::size_t planes = std::size_t(shape.planes), channels = std::size_t(shape.channels), half = channels / 2;
    std::vector<std::size_t> lengths;
    const auto layer = [&](std::size_t in, std::size_t out) { lengths.insert(lengths.end(), {in * out, out}); };
    layer(9 * planes, channels);
    for (int block = 0; block < shape.blocks; block++) {
        layer(9 * channels, channels);
        layer(9 * channels, channels);
        if (block % 2) layer(3 * channels, channels);
    }
    layer(channels, half);
    layer(half, 1);
    for (int head = 0; head < 1 + shape.passes; head++) {
        layer(3 * channels, channels);
        layer(channels, 1);
    }
    return lengths;
}

std::optional<Refusal> refusal(const Shape& shape, const Tensors& tensors) {
    if (shape.planes <= POINTS_PLANE || shape.planes > MOST_PLANES || shape.channels < 2 ||
        shape.channels > MOST_CHANNELS || shape.blocks < 0 || shape.blocks > MOST_BLOCKS)
        return Refusal{Fault::SHAPE, 0};
    const std::vector<std::size_t> lengths = tensor_lengths(shape);
    if (tensors.size() != lengths.size()) return Refusal{Fault::COUNT, 0};
    for (std::size_t k = 0; k < tensors.size(); k++) {
        if (tensors[k].size() != lengths[k]) return Refusal{Fault::LENGTH, k};
        for (const float number : tensors[k])
            if (!std::isfinite(number)) return Refusal{Fault::NOT_FINITE, k};
    }
    return std::nullopt;
}

Net::Net(const Shape& shape, const Tensors& tensors, const Kernel& kernel) : shape_(shape), kernel_(kernel) {
    Packer packer(shape, tensors, kernel, memory_);
    const int hidden = shape.channels / 2;
    job_.planes = shape.planes;
    job_.channels = shape.channels;
    job_.hidden = hidden;
    job_.blocks = shape.blocks;
    job_.stem = packer.convolution(shape.planes);
    for (int k = 0; k < shape.blocks; k++) {
        Block block;
        block.a = packer.convolution(shape.channels);
        block.b = packer.convolution(shape.channels);
        if (k % 2) block.pool = packer.from_pool();
        layers_.push_back(block);
    }
    job_.block = layers_.data();
    job_.policy_a = packer.linear(shape.channels, hidden);
    job_.policy_b = packer.last();
    job_.value_a = packer.from_pool();
    job_.value_b = packer.last();
    if (!shape.passes) return;
    job_.pass_a = packer.from_pool();
    job_.pass_b = packer.last();
}

Asker::Asker(const Net& net, Index height, Index width) : kernel_(net.kernel_), job_(net.job_) {
    const auto depth = [&](int numbers) { return std::size_t(kernel_.padded(numbers)); };
    job_.height = height;
    job_.width = width;
    job_.tile_rows = (height + TILE - 1) / TILE;
    job_.tile_cols = (width + TILE - 1) / TILE;
    const std::size_t tiles = std::size_t(job_.tile_rows) * std::size_t(job_.tile_cols);
    job_.cols = kernel_.amx ? amx_cols(width) : TILE * job_.tile_cols + 2;
    const std::size_t points =
        std::size_t(kernel_.amx ? amx_points(height, width) : (TILE * job_.tile_rows + 2) * job_.cols);
    const std::size_t deepest = std::max(depth(net.channels()), depth(net.planes()));
    const std::size_t at_once = std::min(tiles, std::size_t(TILES_AT_ONCE));
    const auto whole_lines = [](std::size_t count) { return (count + Floats::LINE - 1) / Floats::LINE * Floats::LINE; };
    // A line more, so that the 25 are not a power of two apart: they would share the same few places of the cache.
    job_.product_size = whole_lines(at_once * deepest) + Floats::LINE;
    std::size_t taken = 0;
    const auto take = [&](std::size_t count) {
        const std::size_t from = taken;
        taken += whole_lines(count);
        return from;
    };
    const struct {
        float* Job::* to;
        std::size_t from;
    } parts[] = {
        {&Job::mask, take(points)},
        {&Job::input, take(points * depth(net.planes()))},
        {&Job::y, take(points * depth(net.channels()))},
        {&Job::z, take(points * depth(net.channels()))},
        {&Job::windows, take(kernel_.amx ? points * deepest / 2 : PRODUCTS * job_.product_size)},
        {&Job::products, take(kernel_.amx ? 2 * AMX_POINTS * AMX_CHANNELS : PRODUCTS * job_.product_size)},
        {&Job::pooled, take(3 * depth(net.channels()))},
        {&Job::wide, take(std::max(depth(net.channels()), std::size_t(width) * depth(job_.hidden)))},
    };
    memory_ = Floats(taken);
    for (const auto& part : parts) job_.*part.to = memory_.data() + part.from;
}

float Asker::ask(const float* planes, float* policy) {
    const float value = kernel_.ask(job_, planes, policy);
    for (Index move = 0; move < job_.height * job_.width + (job_.pass_a.weights != nullptr); move++)
        if (!std::isfinite(policy[move])) policy[move] = 0;
    return std::isnan(value) ? 0 : std::tanh(value);
}

}  // namespace tengen::net
