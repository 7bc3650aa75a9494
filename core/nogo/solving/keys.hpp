// Keys of reduced positions: the same for a position turned, mirrored, or with its colours swapped.
#pragma once

#include <vector>

#include "../../random.hpp"
#include "reduced.hpp"

namespace tengen::nogo::solving {

// Eight hashes side by side, one for each symmetry of the board. Where there are fewer symmetries, each is hashed
// several times with other random numbers. A symmetry only changes the order of the lanes, so what does not depend on
// that order is the same for all images of a position.
constexpr int LANES = 8;
typedef std::uint64_t Lanes __attribute__((vector_size(8 * LANES)));

// As the widest registers want it in memory. On its own, the type is aligned for the processor that the code around it
// is compiled for.
struct alignas(8 * LANES) Aligned {
    Lanes lanes;
};

struct Key {
    std::uint64_t index = 0, signature = 0;
};

using Permutation = std::vector<std::uint8_t>;

class Keys {
public:
    // `symmetries`: 1, 2, 4 or 8 permutations of the points that keep the graph.
    Keys(int points, const std::vector<Permutation>& symmetries, std::uint64_t seed)
        : points_(std::size_t(CODES * points)), liberties_(std::size_t(2 * points)), size_(points) {
        const int ways = int(symmetries.size()), copies = LANES / ways;
        Random random(seed);
        for (int copy = 0; copy < copies; copy++) {
            std::vector<std::uint64_t> numbers(points_.size() + liberties_.size());
            for (auto& number : numbers) number = random.next();
            for (int way = 0; way < ways; way++)
                for (int point = 0; point < points; point++) {
                    const int to = symmetries[std::size_t(way)][std::size_t(point)];
                    for (int code = 0; code < CODES; code++)
                        points_[std::size_t(code * size_ + point)].lanes[copy * ways + way] =
                            numbers[std::size_t(code * size_ + to)];
                    for (int side = 0; side < 2; side++)
                        liberties_[std::size_t(side * size_ + point)].lanes[copy * ways + way] =
                            numbers[points_.size() + std::size_t(side * size_ + to)];
                }
        }
        loose_ = random.next() | 1;
        star_ = random.next();
    }

    [[gnu::always_inline]] Key of(const Reduced& state) const {
        const int own = state.mover, other = own ^ 1;
        const Aligned* points = points_.data();
        Lanes sum{};
        for (Bits rest = state.live; rest; rest &= rest - 1) {
            const int point = lowest(rest);
            const unsigned code =
                unsigned(state.legal[own] >> point & 1) | unsigned(state.legal[other] >> point & 1) << 1 |
                unsigned(state.immortal[own] >> point & 1) << 2 | unsigned(state.immortal[other] >> point & 1) << 3;
            sum ^= points[code * unsigned(size_) + unsigned(point)].lanes;
        }
        for (int side = 0; side < 2; side++) {
            const Liberties& chains = state.chains[side ^ own];
            const Aligned* liberties = liberties_.data() + side * size_;
            for (int k = 0; k < chains.count; k++) {
                Lanes set{};
                for (Bits rest = chains.sets[k]; rest; rest &= rest - 1) set ^= liberties[lowest(rest)].lanes;
                mix(set);
                sum += set;
            }
        }
        mix(sum);
        Lanes second = sum + 0x9e3779b97f4a7c15u;
        mix(second);
        Key key;
        for (int lane = 0; lane < LANES; lane++) {
            key.index += sum[lane];
            key.signature += second[lane];
        }
        const std::uint64_t extra = loose_ * std::uint64_t(own ? -state.tempi : state.tempi) + (state.star ? star_ : 0);
        key.index += extra;
        key.signature ^= extra;
        mix(key.index);
        mix(key.signature);
        return key;
    }

private:
    static constexpr int CODES = 16;

    template <class Word>
    [[gnu::always_inline]] static void mix(Word& word) {  // in place: how vectors are passed depends on the processor
        word ^= word >> 32;
        word *= 0xd6e8feb86659fd93u;
        word ^= word >> 29;
    }

    std::vector<Aligned> points_, liberties_;
    int size_;
    std::uint64_t loose_ = 0, star_ = 0;
};

}  // namespace tengen::nogo::solving
