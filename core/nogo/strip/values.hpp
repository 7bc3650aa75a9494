// The values of small pieces of a strip as combinatorial games: Black is Left, White is Right, who cannot move loses.
//
// A game is kept in canonical form, without dominated and reversible options, so equal games are the same game. One
// that is no number is kept less its mean: by the number translation theorem the canonical form of G + x is that of G
// with x added to every option. So a value is a number and a game of mean 0, and the games that differ by a number are
// kept once.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pieces.hpp"
#include "thermograph.hpp"

namespace tengen::nogo {

using GameId = std::uint32_t;

struct Value {
    Number number = 0;
    GameId game = 0;  // 0: none, it is a number

    auto operator<=>(const Value&) const = default;
    Value plus(Number more) const { return {number + more, game}; }
};

using Options = std::vector<Value>;

// SplitMix64's last step.
inline std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

inline std::uint64_t piece_bits(const Piece& piece, std::uint64_t salt) {
    const unsigned ends = unsigned(piece.points) << 6 | unsigned(piece.left) << 3 | unsigned(piece.right);
    return mixed(mixed(mixed(piece.black + salt) + piece.white) + ends);
}

// The taxes at which walls are kept.
constexpr std::array<Number, 8> TAXES{0, ONE / 4, ONE / 2, 3 * ONE / 4, ONE, 3 * ONE / 2, 2 * ONE, 3 * ONE};
using Walls = std::array<Number, TAXES.size()>;

// `tick` is called for every piece that is valued, and may throw to put an end to it.
class Values {
public:
    Values(unsigned comparisons_log2, std::function<void()> tick)
        : tick_(std::move(tick)), comparisons_(std::size_t(1) << comparisons_log2) {
        games_.emplace_back();
    }

    std::size_t size() const { return games_.size(); }
    Value negative(const Value& value) const { return {-value.number, games_[value.game].negative}; }
    GameId negative(GameId game) const { return games_[game].negative; }
    const Options& left_options(GameId game) const { return games_[game].left; }
    const Walls& left_walls(GameId game) const { return games_[game].left_walls; }
    const Walls& right_walls(GameId game) const { return games_[game].right_walls; }
    Number temperature(GameId game) const { return games_[game].temperature; }

    bool at_most(const Value& one, const Value& other) {
        return at_most(one.game, other.game, other.number - one.number);
    }

    Value sum(const Value& one, const Value& other) {
        const Number number = one.number + other.number;
        if (one.game == 0 || other.game == 0) return {number, one.game | other.game};
        if (one.game == games_[other.game].negative) return {number, 0};
        const GameId low = std::min(one.game, other.game), high = std::max(one.game, other.game);
        const std::uint64_t key = std::uint64_t(low) << 32 | high;
        if (const auto found = sums_.find(key); found != sums_.end()) return found->second.plus(number);
        const auto options = [&](bool is_left) {
            Options result;
            // Making sums moves what games_ holds.
            for (const auto& [moved, still] : {std::pair(low, high), std::pair(high, low)})
                for (std::size_t k = 0; k < side(moved, is_left).size(); k++)
                    result.push_back(sum(side(moved, is_left)[k], {0, still}));
            return result;
        };
        Options left = options(true), right = options(false);
        const Value value = canonical(std::move(left), std::move(right));
        sums_.emplace(key, value);
        return value.plus(number);
    }

    // The option that a side has in a number, if any.
    static std::optional<Number> number_option(Number number, bool is_left) {
        const Number sign = is_left ? 1 : -1;
        if (number % ONE == 0) return number * sign > 0 ? std::optional(number - sign * ONE) : std::nullopt;
        return number - sign * (number & -number);
    }

    // Of a piece as take_apart leaves it.
    Value of(const Piece& piece) {
        if (const auto found = pieces_.find(piece); found != pieces_.end()) return found->second;
        tick_();
        const Piece swapped = piece.colours_swapped();
        Options left, right;
        for (std::uint64_t moves = piece.black_moves(); moves; moves &= moves - 1)
            left.push_back(after_black(piece, std::countr_zero(moves)));
        for (std::uint64_t moves = piece.white_moves(); moves; moves &= moves - 1)
            right.push_back(negative(after_black(swapped, std::countr_zero(moves))));
        const Value value = canonical(std::move(left), std::move(right));
        pieces_.emplace(piece, value);
        pieces_.emplace(swapped.normal(), negative(value));
        return value;
    }

private:
    struct Game {
        GameId negative = 0;
        Options left, right;
        Wall left_wall{0}, right_wall{0};
        Walls left_walls{}, right_walls{};
        Number temperature = 0;
    };

    struct Comparison {
        GameId one = 0, other = 0;
        Number ahead_and_answer = 0;
    };

    struct Hash {
        std::size_t operator()(const Piece& piece) const { return piece_bits(piece, 0); }
    };

    const Options& side(GameId game, bool is_left) const { return is_left ? games_[game].left : games_[game].right; }

    Value after_black(const Piece& piece, int point) {
        Pieces parts;
        play_black(piece, point, parts);
        Value value{parts.free_moves * ONE, 0};
        for (const Piece& each : parts.pieces) value = sum(value, of(each));
        return value;
    }

    // Is one <= other + ahead? If they differ, one of the games at least is no number. Then moves in numbers need not
    // be tried: they never help (number avoidance).
    bool at_most(GameId one, GameId other, Number ahead) {
        if (one == other) return ahead >= 0;
        const Number left = games_[one].left_walls[0], right = games_[one].right_walls[0];
        const Number other_left = games_[other].left_walls[0] + ahead;
        const Number other_right = games_[other].right_walls[0] + ahead;
        if (left < other_right) return true;
        if (left > other_left || right > other_right) return false;
        const std::size_t slot = std::size_t(mixed((std::uint64_t(one) << 32 | other) + mixed(std::uint64_t(ahead)))) &
                                 (comparisons_.size() - 1);
        if (const Comparison& known = comparisons_[slot];
            known.one == one && known.other == other && known.ahead_and_answer >> 1 == ahead)
            return known.ahead_and_answer & 1;
        const bool answer = [&] {
            for (const Value& option : games_[one].left)
                if (at_most(other, option.game, option.number - ahead)) return false;
            for (const Value& option : games_[other].right)
                if (at_most(option.game, one, -option.number - ahead)) return false;
            return true;
        }();
        comparisons_[slot] = {one, other, ahead * 2 + answer};
        return answer;
    }

    // The options of a value, those of numbers included.
    template <class Visit>
    bool any_option(const Value& value, bool is_left, Visit&& visit) {
        if (value.game == 0) {
            const auto option = number_option(value.number, is_left);
            return option && visit(Value{*option, 0});
        }
        for (const Value& option : side(value.game, is_left))
            if (visit(option.plus(value.number))) return true;
        return false;
    }

    // value <= {left | right}, and the other way round.
    bool is_below(const Value& value, const Options& left, const Options& right) {
        for (const Value& option : right)
            if (at_most(option, value)) return false;
        return !any_option(value, true, [&](const Value& option) { return is_above(option, left, right); });
    }
    bool is_above(const Value& value, const Options& left, const Options& right) {
        for (const Value& option : left)
            if (at_most(value, option)) return false;
        return !any_option(value, false, [&](const Value& option) { return is_below(option, left, right); });
    }

    void remove_dominated(Options& options, bool is_left) {
        std::sort(options.begin(), options.end());
        options.erase(std::unique(options.begin(), options.end()), options.end());
        Options kept;
        for (const Value& option : options) {
            bool dominated = false;
            for (const Value& other : options)
                if (other != option) dominated |= is_left ? at_most(option, other) : at_most(other, option);
            if (!dominated) kept.push_back(option);
        }
        options = std::move(kept);
    }

    // An option is reversible if the other side has an answer to it that leaves that side no worse off than before. One
    // such option is replaced by the moves that follow the answer.
    bool bypass_reversible(Options& options, bool is_left, const Options& left, const Options& right) {
        for (std::size_t k = 0; k < options.size(); k++) {
            Value back;
            const bool reverses = any_option(options[k], !is_left, [&](const Value& answer) {
                back = answer;
                return is_left ? is_below(answer, left, right) : is_above(answer, left, right);
            });
            if (!reverses) continue;
            Options changed = options;
            changed.erase(changed.begin() + std::ptrdiff_t(k));
            any_option(back, is_left, [&](const Value& option) {
                changed.push_back(option);
                return false;
            });
            remove_dominated(changed, is_left);
            options = std::move(changed);
            return true;
        }
        return false;
    }

    Value canonical(Options left, Options right) {
        remove_dominated(left, true);
        remove_dominated(right, false);
        while (bypass_reversible(left, true, left, right) || bypass_reversible(right, false, left, right)) {
        }
        // What is left of several numbers on one side is the best of them.
        const auto is_number = [](const Options& options) {
            return options.empty() || (options.size() == 1 && options[0].game == 0);
        };
        if (is_number(left) && is_number(right) && (left.empty() || right.empty() || left[0].number < right[0].number))
            return {simplest(left, right), 0};
        return interned(std::move(left), std::move(right));
    }

    // The simplest number between: the integer nearest to 0, else the one with the least denominator.
    static Number simplest(const Options& left, const Options& right) {
        const auto is_between = [&](Number number) {
            return (left.empty() || left[0].number < number) && (right.empty() || number < right[0].number);
        };
        if (is_between(0)) return 0;
        // Not 0, so one of the two is there: the bound towards 0.
        const bool is_positive = !left.empty() && left[0].number >= 0;
        const Number from = is_positive ? left[0].number : -right[0].number;
        for (Number step = ONE;; step /= 2) {
            const Number number = (from / step + 1) * step;
            if (is_between(is_positive ? number : -number)) return is_positive ? number : -number;
        }
    }

    // A game in canonical form that is no number: both sides have options.
    Value interned(Options left, Options right) {
        const Thermograph thermograph(best_wall(left, true), best_wall(right, false));
        const Number mean = thermograph.mean;
        for (Options* options : {&left, &right})
            for (Value& option : *options) option.number -= mean;
        const auto [found, end] = ids_.equal_range(hash_of(left, right));
        for (auto each = found; each != end; ++each)
            if (games_[each->second].left == left && games_[each->second].right == right) return {mean, each->second};

        const Number temperature = thermograph.temperature;
        const Wall left_wall = thermograph.left.plus(-mean), right_wall = thermograph.right.plus(-mean);
        Game game{{}, std::move(left), std::move(right), left_wall, right_wall, {}, {}, temperature};
        Game opposite{{},
                      negatives(game.right),
                      negatives(game.left),
                      right_wall.negative(),
                      left_wall.negative(),
                      {},
                      {},
                      temperature};
        const GameId id = GameId(games_.size());
        const bool is_own_negative = game.left == opposite.left && game.right == opposite.right;
        add(std::move(game), is_own_negative ? id : id + 1);
        if (!is_own_negative) add(std::move(opposite), id);
        return {mean, id};
    }

    void add(Game game, GameId negative_id) {
        game.negative = negative_id;
        for (std::size_t k = 0; k < TAXES.size(); k++) {
            game.left_walls[k] = game.left_wall.at(TAXES[k]);
            game.right_walls[k] = game.right_wall.at(TAXES[k]);
        }
        ids_.emplace(hash_of(game.left, game.right), GameId(games_.size()));
        games_.push_back(std::move(game));
    }

    Options negatives(const Options& options) const {
        Options result;
        for (const Value& option : options) result.push_back(negative(option));
        std::sort(result.begin(), result.end());
        return result;
    }

    // The right walls of Left's options, the greatest of them everywhere; or the left walls of Right's, the least.
    Wall best_wall(const Options& options, bool is_left) const {
        Wall best;
        for (const Value& option : options) {
            const Game& game = games_[option.game];
            const Wall wall = (is_left ? game.right_wall : game.left_wall).plus(option.number);
            best = &option == options.data() ? wall : Wall::outer(best, wall, is_left ? 1 : -1);
        }
        return best;
    }

    static std::uint64_t hash_of(const Options& left, const Options& right) {
        std::uint64_t hash = left.size();
        for (const Options* options : {&left, &right})
            for (const Value& option : *options) hash = mixed(hash + option.game) + mixed(std::uint64_t(option.number));
        return hash;
    }

    std::function<void()> tick_;
    std::vector<Game> games_;
    std::unordered_multimap<std::uint64_t, GameId> ids_;
    std::unordered_map<std::uint64_t, Value> sums_;
    std::unordered_map<Piece, Value, Hash> pieces_;
    std::vector<Comparison> comparisons_;  // the latest of those that share a slot
};

}  // namespace tengen::nogo
