// Keys of reduced positions: the same for a position turned, mirrored, or with its colours swapped; and, if few points
// are live, for any other with as many where the first, the second and so on are alike, wherever they are.
#pragma once

#include <vector>

#include "../../random.hpp"
#include "reduced.hpp"

namespace tengen::nogo::solving {

// Eight hashes side by side, one for each way to lay the board down again. Where there are fewer ways, each is hashed
// several times over with other numbers. What does not depend on the order of the lanes is the same for all ways.
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

// The bits of a word that a mask has, pushed together: on any processor, and where there is an instruction for it.
struct PushedTogether {
    [[gnu::always_inline]] static Bits of(Bits word, Bits mask) {
        Bits result = 0;
        for (int place = 0; mask; mask &= mask - 1, place++) result |= (word >> lowest(mask) & 1) << place;
        return result;
    }
};
#if defined(__x86_64__)
struct PushedTogetherAtOnce {  // in assembly: the code around it is compiled for any processor, and only used on some
    [[gnu::always_inline]] static Bits of(Bits word, Bits mask) {
        Bits result;
        asm("pext %2, %1, %0" : "=r"(result) : "r"(word), "r"(mask));
        return result;
    }
};
#endif

class Keys {
public:
    static constexpr int FEW = 6;  // live points: the sets of them are as many as a word has bits

    // `symmetries`: 1, 2, 4 or 8 permutations of the points that keep the graph, which must outlive this.
    Keys(const Graph& graph, const std::vector<Permutation>& symmetries, std::uint64_t seed)
        : graph_(graph), points_(std::size_t(CODES * graph.size)), liberties_(std::size_t(2 * graph.size)),
          size_(graph.size) {
        const int ways = int(symmetries.size()), copies = LANES / ways;
        Random random(seed);
        for (auto& number : few_) number = random.next();
        for (int copy = 0; copy < copies; copy++) {
            std::vector<std::uint64_t> numbers(points_.size() + liberties_.size());
            for (auto& number : numbers) number = random.next();
            for (int way = 0; way < ways; way++)
                for (int point = 0; point < size_; point++) {
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

    template <class Pushed = PushedTogether>
    [[gnu::always_inline]] Key of(const Reduced& state) const {
        return std::popcount(state.live) > FEW ? of_many(state) : of_few<Pushed>(state);
    }

private:
    static constexpr int CODES = 16;

    [[gnu::always_inline]] Key of_many(const Reduced& state) const {
        const int own = state.mover, other = own ^ 1;
        const Aligned* points = points_.data();
        Lanes sum{};
        for (Bits rest = state.live; rest; rest &= rest - 1) {
            const int point = lowest(rest);
            const unsigned code = unsigned(state.legal[own] >> point & 1) | unsigned(state.legal[other] >> point & 1) << 1 |
                                  unsigned(state.immortal[own] >> point & 1) << 2 |
                                  unsigned(state.immortal[other] >> point & 1) << 3;
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

    // All that there is to say fits into four words.
    template <class Pushed>
    [[gnu::always_inline]] Key of_few(const Reduced& state) const {
        const int own = state.mover, other = own ^ 1;
        const Bits live = state.live;
        std::uint64_t points = Pushed::of(state.legal[own], live) | Pushed::of(state.legal[other], live) << FEW |
                               Pushed::of(state.immortal[own], live) << 2 * FEW |
                               Pushed::of(state.immortal[other], live) << 3 * FEW;
        int place = 4 * FEW;
        for (Bits rest = live; rest; rest &= rest - 1, place += FEW)
            points |= Pushed::of(graph_.beside[lowest(rest)], live) << place;
        std::uint64_t chains[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            const Liberties& liberties = state.chains[side ^ own];
            for (int k = 0; k < liberties.count; k++) chains[side] |= Bits(1) << Pushed::of(liberties.sets[k], live);
        }
        const std::uint64_t loose = std::uint64_t(own ? -state.tempi : state.tempi) << 1 | (state.star ? 1 : 0);
        const std::uint64_t first = folded(points ^ few_[0], chains[0] ^ few_[1]);
        const std::uint64_t second = folded(chains[1] ^ few_[2], loose ^ few_[3]);
        return {folded(first ^ few_[4], second ^ few_[5]), folded(first ^ few_[6], second ^ few_[7])};
    }

    // Both halves of a product.
    [[gnu::always_inline]] static std::uint64_t folded(std::uint64_t one, std::uint64_t two) {
        const auto product = static_cast<unsigned __int128>(one) * two;
        return std::uint64_t(product) ^ std::uint64_t(product >> 64);
    }

    template <class Word>
    [[gnu::always_inline]] static void mix(Word& word) {  // in place: how vectors are passed depends on the processor
        word ^= word >> 32;
        word *= 0xd6e8feb86659fd93u;
        word ^= word >> 29;
    }

    const Graph& graph_;
    std::vector<Aligned> points_, liberties_;
    int size_;
    std::uint64_t loose_ = 0, star_ = 0;
    std::uint64_t few_[8];
};

}  // namespace tengen::nogo::solving
