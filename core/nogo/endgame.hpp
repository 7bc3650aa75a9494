// Who wins a NoGo game that is nearly over, for sure.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../chains.hpp"
#include "../random.hpp"

namespace tengen::nogo {

// A depth-first search for a win, with a table. It gives up after a number of positions. It counts instead of searching
// when no point is left that both sides may play, and all points left can be filled together, each by its side. Then
// each side can make all its moves in any order, whatever the other does: taking stones off a legal position leaves a
// legal one.
class Endgame {
public:
    enum class Answer : std::uint8_t { UNKNOWN, LOST, WON };  // for the side to move

    explicit Endgame(const Chains& like)
        : keys_(2 * std::size_t(like.slots())), table_(std::size_t(1) << TABLE_BITS), filled_(like) {
        Random random(0x4e6f476f);
        for (auto& key : keys_) key = random.next();
    }

    std::uint64_t key(Index slot, Cell colour) const {
        return keys_[2 * std::size_t(slot) + std::size_t(side(colour))];
    }

    // `live`: the empty slots that somebody may still play, and perhaps others. `hash`: of the stones since some start.
    Answer solve(const Chains& chains, const std::vector<Index>& live, Cell to_play, std::uint64_t hash,
                 std::uint32_t most_positions) {
        left_ = most_positions;
        if (levels_.empty()) levels_.emplace_back(chains);
        levels_[0].chains = chains;
        levels_[0].live = live;
        return search(0, to_play, hash);
    }

private:
    static constexpr int TABLE_BITS = 14;

    struct Level {
        explicit Level(const Chains& like) : chains(like) {}
        Chains chains;
        std::vector<Index> live, moves;
    };

    struct Entry {
        std::uint64_t key = 0;
        Answer answer = Answer::UNKNOWN;
    };

    Answer search(std::size_t depth, Cell to_play, std::uint64_t hash);

    std::vector<std::uint64_t> keys_;
    std::vector<Entry> table_;
    std::vector<Level> levels_;
    Chains filled_;
    std::uint32_t left_ = 0;
};

inline Endgame::Answer Endgame::search(std::size_t depth, Cell to_play, std::uint64_t hash) {
    const std::uint64_t position = hash ^ (to_play == WHITE ? 0x9e3779b97f4a7c15u : 0);
    Entry& entry = table_[position >> (64 - TABLE_BITS)];
    if (entry.key == position && entry.answer != Answer::UNKNOWN) return entry.answer;
    if (left_ == 0) return Answer::UNKNOWN;
    left_--;
    if (levels_.size() < depth + 2) levels_.emplace_back(levels_[depth].chains);
    Level &here = levels_[depth], &next = levels_[depth + 1];
    here.moves.clear();
    next.live.clear();
    const unsigned own = 1u << side(to_play);
    Index contested = 0, counts[2] = {0, 0};  // private points: own, other
    for (const Index slot : here.live) {
        if (here.chains.at(slot) != EMPTY) continue;
        const unsigned colours = here.chains.legal_colours(slot);
        if (!colours) continue;
        next.live.push_back(slot);
        if (colours == 3) {
            here.moves.insert(here.moves.begin() + contested++, slot);
        } else if (colours == own) {
            here.moves.push_back(slot);
            counts[0]++;
        } else {
            counts[1]++;
        }
    }
    const auto answer = [&](bool won) {
        entry = {position, won ? Answer::WON : Answer::LOST};
        return entry.answer;
    };
    if (here.moves.empty()) return answer(false);
    if (contested == 0) {
        filled_ = here.chains;
        bool all = true;
        for (const Index slot : next.live)
            if (!filled_.place(slot, here.chains.legal_colours(slot) & own ? to_play : opponent(to_play))) {
                all = false;
                break;
            }
        if (all) return answer(counts[0] > counts[1]);
    }
    bool unknown = false;
    for (std::size_t k = 0; k < levels_[depth].moves.size(); k++) {
        const Index slot = levels_[depth].moves[k];
        Level& after = levels_[depth + 1];
        after.chains = levels_[depth].chains;
        after.chains.place(slot, to_play);
        switch (search(depth + 1, opponent(to_play), hash ^ key(slot, to_play))) {
            case Answer::LOST: return answer(true);
            case Answer::UNKNOWN: unknown = true; break;
            case Answer::WON: break;
        }
    }
    return unknown ? Answer::UNKNOWN : answer(false);
}

}  // namespace tengen::nogo
