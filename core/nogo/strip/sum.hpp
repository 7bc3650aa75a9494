// A sum of pieces of a strip with Black to move: what a search of strips looks at.
//
// With White to move, everything changes colour. Pieces small enough are kept as their values; numbers are added up;
// a game and its negative, or a piece and the same one with colours swapped, are worth nothing together and go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../solving/table.hpp"
#include "values.hpp"

namespace tengen::nogo {

struct Sum {
    Number number = 0;
    std::vector<GameId> games;  // in order
    std::vector<Piece> pieces;  // in order

    bool operator==(const Sum&) const = default;
};

// Two hashes of a sum that have nothing to do with each other.
struct SumKey {
    std::uint64_t slot, check;
};

using solving::Verdict;

class Sums {
public:
    // Pieces of up to `small` points are valued.
    Sums(int small, unsigned comparisons_log2, std::uint64_t seed, std::function<void()> tick)
        : values_(comparisons_log2, std::move(tick)), small_(small), salt_(mixed(seed)) {}

    int small() const { return small_; }
    const Values& values() const { return values_; }

    // The sum for a board's pieces, or its negative.
    Sum sum_of(const Pieces& parts, bool is_negative) {
        Sum sum;
        add(parts, is_negative, sum);
        return sum;
    }

    // The negative of a sum.
    void negate(const Sum& sum, Sum& into) const {
        into.number = -sum.number;
        into.games.resize(sum.games.size());
        into.pieces.resize(sum.pieces.size());
        for (std::size_t k = 0; k < sum.games.size(); k++) into.games[k] = values_.negative(sum.games[k]);
        for (std::size_t k = 0; k < sum.pieces.size(); k++) into.pieces[k] = swapped(sum.pieces[k]);
        std::sort(into.games.begin(), into.games.end());
        std::sort(into.pieces.begin(), into.pieces.end());
    }

    // Games, then pieces, then the number.
    static std::size_t components(const Sum& sum) { return sum.games.size() + sum.pieces.size() + 1; }

    // Is it the same as the component before? Then its options need not be tried again.
    static bool is_repeated(const Sum& sum, std::size_t component) {
        const std::size_t games = sum.games.size();
        if (component < games) return component > 0 && sum.games[component] == sum.games[component - 1];
        component -= games;
        return component > 0 && component < sum.pieces.size() && sum.pieces[component] == sum.pieces[component - 1];
    }

    // Black's options in a component. The number's option is needed too: games that are no numbers can add up to one,
    // and then moving in the number may be the only good move.
    template <class Visit>
    void for_options(const Sum& sum, std::size_t component, Visit&& visit) const {
        const std::size_t games = sum.games.size();
        if (component < games) {
            const std::size_t options = values_.left_options(sum.games[component]).size();
            for (std::size_t k = 0; k < options; k++)
                if (!visit(int(k))) return;
        } else if (component < games + sum.pieces.size()) {
            for (std::uint64_t moves = sum.pieces[component - games].black_moves(); moves; moves &= moves - 1)
                if (!visit(std::countr_zero(moves))) return;
        } else if (Values::number_option(sum.number, true)) {
            visit(0);
        }
    }

    // The sum after Black takes this option, with the colours swapped, since White moves. `negative`: the sum's
    // negative.
    void play(const Sum& sum, const Sum& negative, std::size_t component, int option, Sum& into) {
        into.number = negative.number;
        into.games = negative.games;
        into.pieces = negative.pieces;
        if (component < sum.games.size()) {
            const GameId game = sum.games[component];
            remove(into.games, values_.negative(game));
            add(values_.negative(values_.left_options(game)[std::size_t(option)]), into);
            return;
        }
        if (component == components(sum) - 1) {
            into.number = -*Values::number_option(sum.number, true);
            return;
        }
        const Piece& piece = sum.pieces[component - sum.games.size()];
        remove(into.pieces, swapped(piece));
        parts_.free_moves = 0;
        parts_.pieces.clear();
        play_black(piece, option, parts_);
        add(parts_, true, into);
    }

    // Who wins, Black to move, where that can be seen: see thermograph.hpp for the bounds.
    Verdict verdict(const Sum& sum) {
        if (sum.games.empty() && sum.pieces.empty()) return sum.number > 0 ? Verdict::WON : Verdict::LOST;
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
            if (right + widest > 0 || right - TAXES[k] > 0) return Verdict::WON;
            if (left + TAXES[k] < 0) return Verdict::LOST;
        }
        if (!sum.pieces.empty() || sum.games.size() > 2) return Verdict::UNKNOWN;
        // Black to move loses if and only if the sum is at most 0.
        const GameId other = sum.games.size() == 2 ? values_.negative(sum.games[1]) : 0;
        return values_.at_most(Value{sum.number, sum.games[0]}, Value{0, other}) ? Verdict::LOST : Verdict::WON;
    }

    // About what a sum is worth to Black, who is to move; so the side that moved to it wants it low. Each point in a
    // piece that is still to be searched adds a little: of sums worth about the same, the one nearer to its end is
    // first.
    double promise(const Sum& sum) const {
        double promise = double(sum.number) / double(ONE);
        for (const Piece& piece : sum.pieces) promise += estimate(piece) + 0.1 * piece.points;
        return promise;
    }

    // Random numbers of the components, added up.
    SumKey key(const Sum& sum) const {
        SumKey key{mixed(std::uint64_t(sum.number) ^ salt_), mixed(std::uint64_t(sum.number) + salt_)};
        for (const GameId game : sum.games) {
            key.slot += mixed(salt_ + game);
            key.check += mixed(~salt_ - game);
        }
        for (const Piece& piece : sum.pieces) {
            key.slot += piece_bits(piece, salt_);
            key.check += piece_bits(piece, ~salt_);
        }
        return {mixed(key.slot), mixed(key.check)};
    }

private:
    static Piece swapped(const Piece& piece) { return piece.colours_swapped().normal(); }

    void add(const Value& value, Sum& sum) {
        sum.number += value.number;
        if (value.game) insert(sum.games, value.game, values_.negative(value.game));
    }
    void add(const Pieces& parts, bool is_negative, Sum& sum) {
        sum.number += (is_negative ? -parts.free_moves : parts.free_moves) * ONE;
        for (const Piece& piece : parts.pieces) {
            if (piece.points > small_) {
                const Piece negative = swapped(piece);
                insert(sum.pieces, is_negative ? negative : piece, is_negative ? piece : negative);
            } else {
                const Value value = values_.of(piece);
                add(is_negative ? values_.negative(value) : value, sum);
            }
        }
    }

    // Adds a component, unless its negative is there, which then goes.
    template <class Component>
    static void insert(std::vector<Component>& all, const Component& component, const Component& negative) {
        const auto found = std::lower_bound(all.begin(), all.end(), negative);
        if (found != all.end() && *found == negative)
            all.erase(found);
        else
            all.insert(std::lower_bound(all.begin(), all.end(), component), component);
    }
    template <class Component>
    static void remove(std::vector<Component>& all, const Component& component) {
        all.erase(std::lower_bound(all.begin(), all.end(), component));
    }

    // About the mean of a piece: each run of empty points is worth something to the side whose chain it begins or ends
    // at. Least squares over all pieces of 10 points, whose means are known; it is right to 0.24 (root mean square).
    static double estimate(const Piece& piece) {
        struct Worth {
            double inside, at_end, safe;
        };
        constexpr Worth WORTH[] = {{0.46, 0, 0.63}, {0.15, 0.14, 0.44}, {0.37, 0.28, 0.67}, {0.29, 0.25, 0.55}};
        const auto end = [](End kind, const Worth& worth) {
            switch (kind) {
                case End::BLACK: return worth.at_end;
                case End::WHITE: return -worth.at_end;
                case End::SAFE_BLACK: return worth.safe;
                case End::SAFE_WHITE: return -worth.safe;
                case End::WALL: break;
            }
            return 0.0;
        };
        double total = 0;
        int from = 0, before = 0;
        const auto worth_to = [&](int to) { return WORTH[std::min(to - from, 4) - 1]; };
        for (std::uint64_t chains = piece.black | piece.white; chains; chains &= chains - 1) {
            const int gap = std::countr_zero(chains), colour = piece.black >> gap & 1 ? 1 : -1;
            const Worth worth = worth_to(gap + 1);
            total += (from == 0 ? end(piece.left, worth) : before * worth.inside) + colour * worth.inside;
            before = colour;
            from = gap + 1;
        }
        const Worth worth = worth_to(piece.points);
        return total + (from == 0 ? end(piece.left, worth) : before * worth.inside) + end(piece.right, worth);
    }

    Values values_;
    int small_;
    std::uint64_t salt_;
    Pieces parts_;
};

}  // namespace tengen::nogo
