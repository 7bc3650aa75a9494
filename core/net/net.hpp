// Small residual nets: planes of a board in, a number for each point and the value of the position out. For any
// rectangle with holes; docs/nets.md says what is computed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "../grid.hpp"
#include "job.hpp"

namespace tengen::net {

// Zeros that begin where a cache line does, which is where every vector may be loaded.
class Floats {
public:
    Floats() = default;
    explicit Floats(std::size_t count) : lines_((count + LINE - 1) / LINE) {}
    float* data() { return lines_.front().numbers; }
    static constexpr std::size_t LINE = 16;

private:
    struct alignas(64) Line {
        float numbers[LINE] = {};
    };
    std::vector<Line> lines_;
};

struct Shape {
    int planes, channels, blocks;
    bool passes = false;  // does its policy have a number for the pass?
};

// One build of the kernel.
struct Kernel {
    const char* name;
    int lanes;
    bool pairs;  // do its convolutions multiply pairs of bfloat16?
    bool amx;    // and do they so with AMX?
    float (*ask)(const Job&, const float* planes, float* policy);

    int padded(int numbers) const;  // for how many channels a point has room
};

// Every kernel that this machine can run, fastest first.
std::vector<Kernel> kernels();

// How many numbers each tensor has, in the order that a Net takes them: weight and bias of the stem; of each block's a
// and b, and in odd blocks of pool; of policy.a, policy.b, value.a and value.b; where there are passes, of pass.a and
// pass.b.
std::vector<std::size_t> tensor_lengths(const Shape& shape);

enum class Fault { SHAPE, COUNT, LENGTH, NOT_FINITE };

struct Refusal {
    Fault fault;
    std::size_t tensor;  // of LENGTH and NOT_FINITE
};

using Tensors = std::vector<std::span<const float>>;

// Why no net can be made of these.
std::optional<Refusal> refusal(const Shape& shape, const Tensors& tensors);

// Threads share it: nothing in it changes.
class Net {
public:
    // Of tensors that were not refused; they are copied. Tests name a kernel.
    Net(const Shape& shape, const Tensors& tensors, const Kernel& kernel = kernels().front());
    Net(Net&&) = default;
    Net(const Net&) = delete;

    int planes() const { return shape_.planes; }
    int channels() const { return shape_.channels; }
    int blocks() const { return shape_.blocks; }
    bool passes() const { return shape_.passes; }

private:
    friend class Asker;
    Shape shape_;
    Kernel kernel_;
    std::vector<Floats> memory_;
    std::vector<Block> layers_;
    Job job_{};
};

// What one thread needs to ask a net about boards of one size. Not shared between threads. The net outlives it.
class Asker {
public:
    Asker(const Net& net, Index height, Index width);
    Asker(Asker&&) = default;
    Asker(const Asker&) = delete;

    // planes: planes x height x width. policy: height x width logits, any number in a hole; and one for the pass, if
    // the net knows it. Returns the value, -1 to 1, for the side to move. A number that the weights make too large to
    // be a float comes back as 0.
    float ask(const float* planes, float* policy);

private:
    const Kernel kernel_;
    Job job_;
    Floats memory_;
};

}  // namespace tengen::net
