// A sum of pieces of a strip with Black to move: what a search of strips looks at.
//
// With White to move, everything changes colour. Pieces small enough are kept as their values; numbers are added up;
// a game and its negative, or a piece and the same one with colours swapped, are worth nothing together and go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "strip_values.hpp"

namespace tengen::nogo {

struct Sum {
    Number number = 0;
    std::vector<GameId> games;   // in order
    std::vector<Piece> pieces;  // in order

    void clear() {
        number = 0;
        games.clear();
        pieces.clear();
    }

    bool operator==(const Sum&) const = default;
};

class Sums {
public:
    // Pieces of up to `small` points are valued.
    Sums(int small, unsigned comparisons_log2, std::uint64_t seed)
        : values_(comparisons_log2), small_(small), salt_(mixed_bits(seed) | 1) {}

    Values& values() { return values_; }

    // Adds a piece, or its negative.
    void add(const Piece& piece, bool is_negative, Sum& sum) {
        if (piece.points > small_) {
            insert(sum.pieces, is_negative ? piece.colours_swapped().normal() : piece,
                   is_negative ? piece : piece.colours_swapped().normal());
            return;
        }
        const Value value = values_.of(piece);
        add(is_negative ? values_.negative(value) : value, sum);
    }
    void add(const Value& value, Sum& sum) {
        sum.number += value.number;
        if (value.game) insert(sum.games, value.game, values_.negative(value.game));
    }
    void add(const Pieces& parts, bool is_negative, Sum& sum) {
        sum.number += (is_negative ? -parts.free_moves : parts.free_moves) * ONE;
        for (const Piece& piece : parts.pieces) add(piece, is_negative, sum);
    }

    // The negative of a sum.
    void negate(const Sum& sum, Sum& into) const {
        into.number = -sum.number;
        into.games.resize(sum.games.size());
        into.pieces.resize(sum.pieces.size());
        for (std::size_t k = 0; k < sum.games.size(); k++) into.games[k] = values_.negative(sum.games[k]);
        for (std::size_t k = 0; k < sum.pieces.size(); k++) into.pieces[k] = sum.pieces[k].colours_swapped().normal();
        std::sort(into.games.begin(), into.games.end());
        std::sort(into.pieces.begin(), into.pieces.end());
    }

    enum class Verdict { UNKNOWN, WIN, LOSS };

    // Who wins, Black to move, where that can be seen: see strip_thermograph.hpp for the bounds.
    Verdict verdict(const Sum& sum) {
        if (sum.games.empty() && sum.pieces.empty()) return sum.number > 0 ? Verdict::WIN : Verdict::LOSS;
        // A side cannot move more often in a piece than there are points for it now.
        Number most = sum.number, least = sum.number;
        for (const Piece& piece : sum.pieces) {
            most += std::popcount(piece.black_moves()) * ONE;
            least -= std::popcount(piece.white_moves()) * ONE;
        }
        for (std::size_t k = 0; k < TAXES.size(); k++) {
            Number left = most, right = least, widest = 0;
            for (const GameId game : sum.games) {
                const Number game_left = values_.left_walls(game)[k], game_right = values_.right_walls(game)[k];
                left += game_left;
                right += game_right;
                widest = std::max(widest, game_left - game_right);
            }
            if (right + widest > 0 || right - TAXES[k] > 0) return Verdict::WIN;
            if (left + TAXES[k] < 0) return Verdict::LOSS;
        }
        if (!sum.pieces.empty() || sum.games.size() > 2) return Verdict::UNKNOWN;
        // Black to move loses if and only if the sum is at most 0.
        const GameId other = sum.games.size() == 2 ? values_.negative(sum.games[1]) : 0;
        return values_.at_most(Value{sum.number, sum.games[0]}, Value{0, other}) ? Verdict::LOSS : Verdict::WIN;
    }

    struct Key {
        std::uint64_t slot, check;
    };

    // The components' random numbers added up.
    Key key(const Sum& sum) const {
        std::uint64_t slot = mixed_bits(std::uint64_t(sum.number) * salt_), check = mixed_bits(slot + salt_);
        const auto add = [&](std::uint64_t bits) {
            slot += mixed_bits(bits ^ salt_);
            check += mixed_bits((bits + salt_) * 0x9e3779b97f4a7c15);
        };
        for (const GameId game : sum.games) add(game);
        for (const Piece& piece : sum.pieces) {
            const std::uint64_t ends = std::uint64_t(piece.points) << 6 | std::uint64_t(piece.left) << 3 | std::uint64_t(piece.right);
            add(mixed_bits(mixed_bits(piece.black + salt_ * ends) + piece.white) | std::uint64_t(1) << 63);
        }
        return {mixed_bits(slot), mixed_bits(check)};
    }

    static std::uint64_t mixed_bits(std::uint64_t bits) {
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        return bits ^ bits >> 31;
    }

private:
    // Adds a component, unless its negative is there, which then goes.
    template <class Component>
    static void insert(std::vector<Component>& all, const Component& component, const Component& negative) {
        const auto found = std::lower_bound(all.begin(), all.end(), negative);
        if (found != all.end() && *found == negative)
            all.erase(found);
        else
            all.insert(std::lower_bound(all.begin(), all.end(), component), component);
    }

    Values values_;
    int small_;
    std::uint64_t salt_;
};

}  // namespace tengen::nogo
