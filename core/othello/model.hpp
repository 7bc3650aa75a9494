// Othello as the tree search sees it.
#pragma once

#include <variant>
#include <vector>

#include "../search.hpp"
#include "endgame.hpp"
#include "evaluation.hpp"
#include "playout.hpp"

namespace tengen::othello {

// On bits. A position is judged, not played out, and the last moves are played perfectly.
template <class Bits>
class BitsModel {
public:
    explicit BitsModel(const Position& root)
        : root_(root.board(), root.to_play()), root_to_play_(root.to_play()), width_(root.board().width),
          endgame_(root), evaluator_(root),
          solved_empties_(count_of(root_.empty) <= LAST_EMPTIES + 2 ? LAST_EMPTIES : DEEP_EMPTIES) {
        restart();
    }

    void restart() {
        sides_ = root_;
        to_play_ = root_to_play_;
        at_root_ = true;
    }
    void play(Index move) {
        sides_ = move == PASS ? sides_.passed() : sides_.played(place_of<Bits>(move, width_));
        to_play_ = opponent(to_play_);
        at_root_ = false;
    }
    Cell to_play() const { return to_play_; }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        const Bits places = sides_.moves();
        if (!places) {
            if (!sides_.passed().moves()) return verdict(sides_.margin());
            moves.push_back({PASS, 0.5f, 0.0f});
            return {};
        }
        if (search::Verdict found; !at_root_ && is_solved(found)) return found;
        for_places(places, [&](int place) {
            const float value = 1.0f - evaluator_.chances(sides_.played(place), PRIOR_PLIES);
            moves.push_back({point_of<Bits>(place, width_), value, PRIOR_WEIGHT});
        });
        return {};
    }

    search::Verdict playout(Random&, search::Played&) {
        if (!sides_.moves() && !sides_.passed().moves()) return verdict(sides_.margin());
        if (search::Verdict found; is_solved(found)) return found;
        const float value = evaluator_.chances(sides_, PLIES);
        return {to_play_ == BLACK ? value : 1.0f - value, false};
    }

private:
    static constexpr bool SMALL = sizeof(Bits) == sizeof(SmallBits);

    // The player is perfect with this many empty points left. Two moves earlier the search already solves what lies as
    // deep as that, so that the tree that it leaves behind has nothing unsolved there.
    static constexpr int LAST_EMPTIES = 14;
    static constexpr int DEEP_EMPTIES = SMALL ? 10 : 8;  // solved in any tree
    static constexpr std::uint64_t MOST_NODES = SMALL ? 400'000 : 80'000;  // a few dozen milliseconds
    // Plies looked ahead for a position, and for each of its moves: on four words it takes too long.
    static constexpr int PLIES = SMALL ? 2 : 0, PRIOR_PLIES = SMALL ? 1 : 0;
    static constexpr float PRIOR_WEIGHT = 6.0f;

    search::Verdict verdict(int margin) const {
        return search::Verdict::won_by(margin > 0 ? to_play_ : margin < 0 ? opponent(to_play_) : EMPTY, true);
    }

    bool is_solved(search::Verdict& found) {
        if (count_of(sides_.empty) > solved_empties_) return false;
        const Solved solved = endgame_.margin(sides_, -1, 1, MOST_NODES);
        found = verdict(solved.margin);
        return !solved.gave_up;
    }

    Sides<Bits> root_, sides_;
    Cell root_to_play_, to_play_ = EMPTY;
    Index width_;
    bool at_root_ = true;
    Endgame endgame_;
    Evaluator evaluator_;
    int solved_empties_;
};

// By the rules as written, for larger boards: random games.
class WalkingModel {
public:
    explicit WalkingModel(const Position& root) : root_(root), position_(root) {}

    void restart() { position_ = root_; }
    void play(Index move) { position_.play(move); }
    Cell to_play() const { return position_.to_play(); }

    search::Verdict expand(std::vector<search::Candidate>& moves) {
        for (const Index move : position_.legal_moves()) moves.push_back({move, 0.5f, 0.0f});
        return search::Verdict::won_by(position_.winner(), moves.empty());
    }

    search::Verdict playout(Random& random, search::Played&) {
        bool any = false;
        for (auto moves = position_.legal_moves(); !moves.empty(); moves = position_.legal_moves(), any = true)
            position_.play(moves[random.below(std::uint32_t(moves.size()))]);
        return search::Verdict::won_by(position_.winner(), !any);
    }

private:
    const Position& root_;
    Position position_;
};

class Model {
public:
    explicit Model(const Position& root)
        : model_(fits_small(root.board())   ? Any(std::in_place_type<BitsModel<SmallBits>>, root)
                 : fits_large(root.board()) ? Any(std::in_place_type<BitsModel<LargeBits>>, root)
                                            : Any(std::in_place_type<WalkingModel>, root)) {}

    static search::Tuning tuning() { return {.exploration = 0.1f, .amaf_bias = 0.5f}; }

    void restart() {
        std::visit([](auto& model) { model.restart(); }, model_);
    }
    void play(Index move) {
        std::visit([&](auto& model) { model.play(move); }, model_);
    }
    Cell to_play() const {
        return std::visit([](const auto& model) { return model.to_play(); }, model_);
    }
    search::Verdict expand(std::vector<search::Candidate>& moves) {
        return std::visit([&](auto& model) { return model.expand(moves); }, model_);
    }
    search::Verdict playout(Random& random, search::Played& played) {
        return std::visit([&](auto& model) { return model.playout(random, played); }, model_);
    }

private:
    using Any = std::variant<BitsModel<SmallBits>, BitsModel<LargeBits>, WalkingModel>;
    Any model_;
};

}  // namespace tengen::othello
