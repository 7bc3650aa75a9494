// Nets: every build of the kernel gives what the definition gives, written here in doubles, the slow obvious way.
#include "../net/net.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include "testing.hpp"

using namespace tengen;
using namespace tengen::net;
using namespace tengen::testing;

namespace {

// bfloat16 has eight digits, in base 2, and a tile's products are larger than their sums: of 1,350 boards the worst
// answer was off by 0.08 of the board's largest. Without tiles, as with AMX, it was 0.03.
constexpr double NEAR = 1e-4, NEAR_OF_PAIRS = 0.15, NEAR_OF_AMX = 0.06;

struct Weights {
    Shape shape;
    std::vector<std::vector<float>> numbers;
    Tensors tensors() const { return {numbers.begin(), numbers.end()}; }
};

double between(double low, double high, Random& random) {
    return low + (high - low) * double(random.next() >> 11) / double(1ull << 53);
}

// About as large as those of a net that has learned: what comes out of a layer is as large as what went in.
Weights random_weights(const Shape& shape, Random& random) {
    Weights made{shape, {}};
    const std::vector<std::size_t> lengths = tensor_lengths(shape);
    for (std::size_t k = 0; k < lengths.size(); k++) {
        const bool is_weight = k % 2 == 0;
        const double most = is_weight ? std::sqrt(6 / double(lengths[k] / lengths[k + 1])) : 0.3;
        std::vector<float>& numbers = made.numbers.emplace_back(lengths[k]);
        for (float& number : numbers) number = float(between(-most, most, random));
    }
    return made;
}

std::vector<float> random_planes(int planes, Index size, Random& random) {
    std::vector<float> made(std::size_t(planes * size));
    for (float& number : made) number = float(random.below(2));
    const std::uint32_t holes = random.below(3);  // none, some or many
    for (Index point = 0; point < size; point++) {
        const bool hole = holes && random.below(holes == 1 ? 10 : 2) == 0;
        for (int plane = 0; plane < planes; plane++)
            if (hole) made[std::size_t(plane * size + point)] = 0;
        if (!hole) made[std::size_t(POINTS_PLANE * size + point)] = 1;
    }
    return made;
}

struct Answer {
    std::vector<double> policy;
    double value;

    double largest() const {
        double most = 1;
        for (const double number : policy) most = std::max(most, std::abs(number));
        return most;
    }
};

using Field = std::vector<double>;  // channels x points

// The definition, layer by layer.
class Plain {
public:
    Plain(const Weights& weights, Index height, Index width)
        : weights_(weights), height_(height), width_(width), size_(height * width) {}

    Answer ask(const std::vector<float>& planes) {
        const int channels = weights_.shape.channels;
        points_.assign(planes.begin() + POINTS_PLANE * size_, planes.begin() + (POINTS_PLANE + 1) * size_);
        Field y = finished(convolved(Field(planes.begin(), planes.end()), weights_.shape.planes, 0));
        std::size_t tensor = 2;
        for (int block = 0; block < weights_.shape.blocks; block++) {
            Field z = finished(convolved(y, channels, tensor));
            if (block % 2) {
                const Field bias = linear(pooled(z), tensor + 4);
                for (int channel = 0; channel < channels; channel++)
                    for (Index point = 0; point < size_; point++)
                        at(z, channel, point) += bias[std::size_t(channel)] * points_[std::size_t(point)];
            }
            const Field b = convolved(z, channels, tensor + 2);
            for (std::size_t k = 0; k < y.size(); k++) y[k] += b[k];
            y = finished(y);
            tensor += block % 2 ? 6 : 4;
        }
        Answer answer;
        for (Index point = 0; point < size_; point++) {
            Field column;
            for (int channel = 0; channel < channels; channel++) column.push_back(at(y, channel, point));
            answer.policy.push_back(linear(relu(linear(column, tensor)), tensor + 2)[0]);
        }
        answer.value = std::tanh(linear(relu(linear(pooled(y), tensor + 4)), tensor + 6)[0]);
        if (weights_.shape.passes) answer.policy.push_back(linear(relu(linear(pooled(y), tensor + 8)), tensor + 10)[0]);
        return answer;
    }

private:
    double& at(Field& field, int channel, Index point) const { return field[std::size_t(channel * size_ + point)]; }

    static Field relu(Field field) {
        for (double& number : field) number = std::max(number, 0.0);
        return field;
    }

    Field finished(const Field& field) const {
        Field made = relu(field);
        for (std::size_t k = 0; k < made.size(); k++) made[k] *= points_[k % std::size_t(size_)];
        return made;
    }

    Field convolved(const Field& field, int depth, std::size_t tensor) const {
        const std::vector<float>&weight = weights_.numbers[tensor], &bias = weights_.numbers[tensor + 1];
        Field made(std::size_t(weights_.shape.channels * size_));
        for (int out = 0; out < weights_.shape.channels; out++)
            for (Index row = 0; row < height_; row++)
                for (Index col = 0; col < width_; col++) {
                    double sum = bias[std::size_t(out)];
                    for (int in = 0; in < depth; in++)
                        for (int k = 0; k < 9; k++) {
                            const Index from_row = row + k / 3 - 1, from_col = col + k % 3 - 1;
                            if (from_row < 0 || from_row >= height_ || from_col < 0 || from_col >= width_) continue;
                            sum += weight[std::size_t((out * depth + in) * 9 + k)] *
                                   field[std::size_t(in * size_ + from_row * width_ + from_col)];
                        }
                    at(made, out, row * width_ + col) = sum;
                }
        return made;
    }

    Field linear(const Field& field, std::size_t tensor) const {
        const std::vector<float>&weight = weights_.numbers[tensor], &bias = weights_.numbers[tensor + 1];
        Field made(bias.begin(), bias.end());
        for (std::size_t out = 0; out < made.size(); out++)
            for (std::size_t in = 0; in < field.size(); in++) made[out] += weight[out * field.size() + in] * field[in];
        return made;
    }

    Field pooled(Field& field) const {
        const std::size_t channels = std::size_t(weights_.shape.channels);
        double area = 0;
        for (const double point : points_) area += point;
        Field made(3 * channels);
        for (std::size_t channel = 0; channel < channels; channel++) {
            double sum = 0, most = 0;
            for (Index point = 0; point < size_; point++) {
                sum += at(field, int(channel), point);
                most = std::max(most, at(field, int(channel), point));
            }
            const double mean = area ? sum / area : 0;
            made[channel] = mean;
            made[channels + channel] = most;
            made[2 * channels + channel] = mean * (std::sqrt(std::max(area, 1.0)) - 9) / 4;
        }
        return made;
    }

    const Weights& weights_;
    const Index height_, width_, size_;
    Field points_;
};

bool near(const Kernel& kernel, double ours, double plain, double largest) {
    if (!kernel.pairs) return std::abs(ours - plain) <= NEAR * std::max(1.0, std::abs(plain));
    return std::abs(ours - plain) <= (kernel.amx ? NEAR_OF_AMX : NEAR_OF_PAIRS) * largest;
}

void every_kernel_gives_what_the_definition_gives(double scale) {
    struct Case {
        Index height, width;
        Shape shape;
    };
    // The last but one has more tiles than are convolved at once.
    const Case cases[] = {{1, 1, {5, 8, 2}},       {1, 7, {6, 16, 2}},        {7, 1, {5, 2, 1}},
                          {2, 3, {5, 24, 3}},      {5, 5, {12, 32, 2}},       {6, 4, {5, 5, 2}},
                          {9, 9, {8, 64, 1}},      {9, 9, {17, 24, 2}},       {13, 13, {7, 8, 2}},
                          {4, 30, {5, 17, 2}},     {24, 26, {5, 8, 2}},       {19, 19, {5, 16, 1}},
                          {1, 1, {5, 2, 0, true}}, {5, 6, {10, 24, 2, true}}, {9, 9, {10, 17, 3, true}}};
    Random random = seeded(1);
    for (const auto& [height, width, shape] : cases) {
        const int repeats = int(std::max(1.0, scale));
        for (int repeat = 0; repeat < repeats; repeat++) {
            const Weights weights = random_weights(shape, random);
            EXPECT(!refusal(shape, weights.tensors()));
            Plain plain(weights, height, width);
            std::vector<std::vector<float>> boards;
            std::vector<Answer> answers;
            for (int k = 0; k < 2; k++) {
                boards.push_back(random_planes(shape.planes, height * width, random));
                answers.push_back(plain.ask(boards.back()));
            }
            for (const Kernel& kernel : kernels()) {
                const Net made(shape, weights.tensors(), kernel);
                EXPECT(made.planes() == shape.planes && made.channels() == shape.channels &&
                       made.blocks() == shape.blocks && made.passes() == shape.passes);
                Asker asker(made, height, width);
                for (const std::size_t k : {0, 1, 0}) {  // nothing of one board is left for the next
                    const Answer& answer = answers[k];
                    const std::size_t points = std::size_t(height * width);
                    std::vector<float> policy(points + shape.passes);
                    const float value = asker.ask(boards[k].data(), policy.data());
                    EXPECT(near(kernel, value, answer.value, 1));
                    for (std::size_t move = 0; move < policy.size(); move++)
                        if (move == points || boards[k][std::size_t(POINTS_PLANE) * points + move] != 0)
                            EXPECT(near(kernel, policy[move], answer.policy[move], answer.largest()));
                }
            }
        }
    }
}

void threads_share_a_net() {
    Random random = seeded(2);
    const Weights weights = random_weights({5, 16, 2}, random);
    const Net made(weights.shape, weights.tensors());
    const std::vector<float> planes = random_planes(5, 49, random);
    std::vector<float> alone(49), beside[2];
    Asker asker(made, 7, 7);
    const float value = asker.ask(planes.data(), alone.data());
    const auto ask = [&](std::vector<float>& policy) {
        policy.resize(49);
        Asker own(made, 7, 7);
        for (int k = 0; k < 20; k++) EXPECT(own.ask(planes.data(), policy.data()) == value);
    };
    std::thread other(ask, std::ref(beside[1]));
    ask(beside[0]);
    other.join();
    EXPECT(beside[0] == alone && beside[1] == alone);
}

void what_is_no_net_is_refused() {
    Random random = seeded(3);
    const Shape shape{5, 4, 2, true};
    const Weights sound = random_weights(shape, random);
    const auto fault = [](const Shape& of, const Weights& weights) { return refusal(of, weights.tensors()); };
    EXPECT(!fault(shape, sound));
    for (const Shape& wrong : {Shape{4, 4, 2}, {2000, 4, 2}, {5, 1, 2}, {5, 2000, 2}, {5, 4, -1}, {5, 4, 2000}})
        EXPECT(fault(wrong, sound)->fault == Fault::SHAPE);
    EXPECT(fault({5, 4, 1, true}, sound)->fault == Fault::COUNT && fault({5, 4, 2}, sound)->fault == Fault::COUNT);
    for (std::size_t tensor = 0; tensor < sound.numbers.size(); tensor++) {
        Weights longer = sound;
        longer.numbers[tensor].push_back(0);
        EXPECT(fault(shape, longer)->fault == Fault::LENGTH && fault(shape, longer)->tensor == tensor);
        for (const float number : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
            Weights endless = sound;
            endless.numbers[tensor].back() = number;
            EXPECT(fault(shape, endless)->fault == Fault::NOT_FINITE && fault(shape, endless)->tensor == tensor);
        }
    }
}

void what_overflows_is_zero() {
    const Shape shape{5, 4, 2, true};
    Weights huge{shape, {}};
    for (const std::size_t length : tensor_lengths(shape)) huge.numbers.emplace_back(length, 3e38f);
    for (const Kernel& kernel : kernels()) {
        const Net made(shape, huge.tensors(), kernel);
        Asker asker(made, 3, 3);
        std::vector<float> planes(45, 1), policy(10, 7);
        EXPECT(std::abs(asker.ask(planes.data(), policy.data())) <= 1);
        EXPECT(policy == std::vector<float>(10, 0));
    }
}

}  // namespace

int main(int, char** argv) {
    every_kernel_gives_what_the_definition_gives(std::strtod(argv[1], nullptr));
    threads_share_a_net();
    what_is_no_net_is_refused();
    what_overflows_is_zero();
}
