// Whole games of Go, one at a time and many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "../random.hpp"
#include "../totals.hpp"
#include "position.hpp"

namespace tengen::go {

// How a random game chooses. RANDOM: uniformly among the legal points that do not fill an own eye, passing when there
// are none. UNIFORM: uniformly among all legal moves, the pass included. Both stop after three times as many plies as
// the board has points (two at least), and the board is scored as it then stands.
enum class Policy { RANDOM, UNIFORM };

inline Index plies_allowed(const Board& board) {
    std::int64_t points = 0;
    for (const std::uint8_t cell : board.cells) points += cell != HOLE;
    return Index(std::clamp<std::int64_t>(3 * points, 2, NO_LIMIT));
}

// An own eye of one point: an empty point with only own stones, edges and holes on its four sides, and with opposing
// stones on at most one of the four points diagonal to it. On none, if an edge or a hole is among these eight: the own
// stones are then linked on fewer ways around the point, and one opposing stone cuts them.
inline bool is_eye(const Stones& stones, Index slot, Cell colour) {
    const Index down = stones.stride();
    unsigned kinds = 0;  // a bit for each kind of cell on the four sides
    for (const Index beside : {slot - down, slot - 1, slot + 1, slot + down}) kinds |= 1u << stones.at(beside);
    if (kinds & (1u << EMPTY | 1u << opponent(colour))) return false;
    bool edge = kinds & 1u << HOLE;
    int against = 0;
    for (const Index diagonal : {slot - down - 1, slot - down + 1, slot + down - 1, slot + down + 1}) {
        const Cell cell = stones.at(diagonal);  // the wall goes round the corners too
        edge |= cell == HOLE;
        against += cell == opponent(colour);
    }
    return against <= (edge ? 0 : 1);
}

// Plays random games from one start, keeping all its room from game to game.
class RandomPlayer {
public:
    RandomPlayer(const Position& start, Policy policy)
        : start_(start), policy_(policy), most_plies_(plies_allowed(start.board())), stones_(start.stones()),
          empty_(std::size_t(start.board().size()) + 1) {
        for (Index point = 0; point < start.board().size(); point++)
            if (start.board()[point] == EMPTY) start_empty_.push_back(stones_.inside(point));
        // For a whole game, or enough to begin with.
        const std::size_t wanted = start.has_superko() ? 2 * std::size_t(most_plies_) : 0;
        while (table_.size() < std::min(wanted, std::size_t(1) << 16)) enlarge();
        old_boards_ = start.history().size() > 1;
    }

    // Calls moved(slot or PASS) for each ply, which says whether to go on. Returns the number of plies.
    template <class Moved>
    Index play(std::uint64_t seed, Index most_plies, Moved&& moved) {
        switch (start_.rules().ko) {
            case KoRule::SIMPLE: return play<KoRule::SIMPLE>(seed, most_plies, moved);
            case KoRule::POSITIONAL: return play<KoRule::POSITIONAL>(seed, most_plies, moved);
            default: return play<KoRule::SITUATIONAL>(seed, most_plies, moved);
        }
    }

    const Stones& stones() const { return stones_; }

    // As `moved` finds them.
    Index empty_points() const { return empty_points_; }

    Cell leader() {
        return area_(stones_, start_.board().size(), [](Index, Cell) {}).leader(start_.rules());
    }

private:
    template <KoRule KO, class Moved>
    Index play(std::uint64_t seed, Index most_plies, Moved&& moved);

    // Where a hash is in the table, or the free entry where it would be. 0 marks a free entry: the only board with
    // that hash is, on a small board, the empty one, which is told apart by `met_zero_`.
    std::uint64_t& entry(std::uint64_t hash) {
        std::size_t at = std::size_t(hash * 0x9e3779b97f4a7c15u >> shift_);
        while (table_[at] && table_[at] != hash) at = (at + 1) & (table_.size() - 1);
        return table_[at];
    }
    bool met(std::uint64_t hash) {
        return (hash ? entry(hash) == hash : met_zero_) || (old_boards_ && start_.history().contains(hash));
    }
    void meet(std::uint64_t hash) {
        if (++meetings_ * 2 > table_.size()) enlarge();
        if (hash)
            entry(hash) = hash;
        else
            met_zero_ = true;
    }
    void enlarge() {
        const auto old = std::exchange(table_, std::vector<std::uint64_t>(table_.size() * 2));
        shift_--;
        for (const std::uint64_t hash : old)
            if (hash) entry(hash) = hash;
    }

    const Position& start_;
    Policy policy_;
    Index most_plies_;
    Stones stones_;
    std::vector<Index> start_empty_, empty_;  // slots; room for one more than points, see suicide below
    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(64);  // this game's situations, by open addressing
    int shift_ = 64 - 6;
    std::size_t meetings_ = 0;
    Index empty_points_ = 0;
    bool met_zero_ = false, old_boards_;
    AreaCounter area_;
};

template <KoRule KO, class Moved>
inline Index RandomPlayer::play(std::uint64_t seed, Index most_plies, Moved&& moved) {
    constexpr bool SUPERKO = KO != KoRule::SIMPLE;
    const auto situation_of = [](std::uint64_t hash, Cell to_play) {
        return KO == KoRule::SITUATIONAL && to_play == WHITE ? hash ^ std::uint64_t(1) << 63 : hash;
    };
    Random random(seed);
    Cell colour = start_.to_play();
    Index banned = start_.banned() == NOWHERE ? NOWHERE : stones_.inside(start_.banned());
    int passes = start_.passes();
    const bool suicide_allowed = start_.rules().suicide, with_pass = policy_ == Policy::UNIFORM;
    most_plies = start_.is_sound() ? std::min(most_plies, most_plies_) : 0;

    stones_ = start_.stones();
    Index* const empty = empty_.data();
    Index empties = Index(start_empty_.size());
    std::copy(start_empty_.begin(), start_empty_.end(), empty);
    if (SUPERKO) {
        std::fill(table_.begin(), table_.end(), 0);
        met_zero_ = false;
        meetings_ = 0;
        meet(situation_of(stones_.hash(), colour));
    }

    Index ply = 0;
    while (ply < most_plies && passes < 2) {
        // Slots are drawn without putting back, and those that may not be played are thrown away: so the first that may
        // be played is uniform over all that may. They are thrown away for this ply only: candidates are the first part
        // of the empty slots.
        Index candidates = empties, move = PASS;
        while (candidates + with_pass > 0) {
            const Index drawn = Index(random.below(std::uint32_t(candidates + with_pass)));
            if (drawn == candidates) break;
            const Index slot = empty[drawn];
            Index lifted = 0, last = NOWHERE;
            const bool refused =
                (!with_pass && is_eye(stones_, slot, colour)) || (!SUPERKO && slot == banned) ||
                !stones_.place(
                    slot, colour, suicide_allowed,
                    [&](std::uint64_t after) { return SUPERKO && met(situation_of(after, opponent(colour))); },
                    [&](Index taken) { empty[empties + lifted++] = last = taken; });
            if (refused) {
                std::swap(empty[drawn], empty[--candidates]);
                continue;
            }
            move = slot;
            empties += lifted;
            // A suicide's own stone is among the lifted: its slot was written down twice for a moment.
            empty[drawn] = empty[--empties];
            if (!SUPERKO)
                banned = lifted == 1 && stones_.at(slot) != EMPTY && stones_.chain_size(slot) == 1 &&
                                 stones_.chain_liberties(slot) == 1
                             ? last
                             : NOWHERE;
            break;
        }
        colour = opponent(colour);
        ply++;
        if (move == PASS) {
            passes++;
            banned = NOWHERE;
        } else {
            passes = 0;
        }
        if (SUPERKO && (KO == KoRule::SITUATIONAL || move != PASS)) meet(situation_of(stones_.hash(), colour));
        empty_points_ = empties;
        if (!moved(move)) break;
    }
    return ply;
}

// Each side plays its first legal point, row by row, and passes only when it has none.
inline std::vector<Index> first_legal_game(const Position& start, Index most_plies = NO_LIMIT,
                                           const Cancel* cancel = nullptr) {
    Position position = start;
    const auto& cells = position.board().cells;
    std::vector<Index> moves;
    // All points before this one are taken. Only a capture opens one again.
    std::size_t from = 0;
    while (Index(moves.size()) < most_plies && !position.is_over() && position.is_sound() && !cancelled(cancel)) {
        while (from < cells.size() && cells[from] != EMPTY) from++;
        const auto captures = position.captures(BLACK) + position.captures(WHITE);
        Index move = Index(from);
        while (move < position.board().size() && !position.play(move)) move++;
        if (move == position.board().size()) position.play(move = PASS);
        moves.push_back(move);
        if (position.captures(BLACK) + position.captures(WHITE) != captures) from = 0;
    }
    return moves;
}

// A random game that stops early looks, as far as it goes, like one that does not.
inline std::vector<Index> random_game(const Position& start, Policy policy, std::uint64_t seed,
                                      Index most_plies = NO_LIMIT, const Cancel* cancel = nullptr) {
    std::vector<Index> moves;
    RandomPlayer(start, policy).play(seed, most_plies, [&](Index slot) {
        moves.push_back(slot == PASS ? PASS : start.stones().outside(slot));
        return !cancelled(cancel);
    });
    return moves;
}

struct Filled {
    std::vector<Index> moves;
    Index stones;  // the most that there were at a time
};

// The moves of random_game until the board has this many stones for the first time.
inline Filled random_fill(const Position& start, std::uint64_t seed, Index stones, const Cancel* cancel = nullptr) {
    const auto& cells = start.board().cells;
    const Index points = Index(cells.size()) - Index(std::count(cells.begin(), cells.end(), std::uint8_t(HOLE)));
    Filled filled{{}, points - Index(std::count(cells.begin(), cells.end(), std::uint8_t(EMPTY)))};
    if (filled.stones >= stones) return filled;
    RandomPlayer player(start, Policy::RANDOM);
    player.play(seed, NO_LIMIT, [&](Index slot) {
        filled.moves.push_back(slot == PASS ? PASS : start.stones().outside(slot));
        filled.stones = std::max(filled.stones, points - player.empty_points());
        return filled.stones < stones && !cancelled(cancel);
    });
    return filled;
}

// Game number k is random_game with derived_seed(seed, k): any split of the games gives the same totals.
inline void random_games(const Position& start, Policy policy, std::uint64_t games, std::uint64_t seed,
                         std::uint64_t first_game, const Cancel* cancel, Totals& totals) {
    RandomPlayer player(start, policy);
    const std::size_t longest = std::size_t(plies_allowed(start.board()));
    if (totals.lengths.size() <= longest) totals.lengths.resize(longest + 1);
    std::uint64_t polled = 0;
    for (std::uint64_t game = first_game; game < first_game + games; game++) {
        Index first = NOWHERE;
        const Index plies = player.play(derived_seed(seed, game), NO_LIMIT, [&](Index slot) {
            if (first == NOWHERE) first = slot;
            return (++polled & 0x3f) != 0 || !cancelled(cancel);
        });
        if (cancelled(cancel)) return;
        const Cell winner = player.leader();
        totals.games++;
        if (winner != EMPTY) totals.wins[side(winner)]++;
        totals.lengths[std::size_t(plies)]++;
        if (!totals.by_point()) continue;
        for (Index point = 0; point < start.board().size(); point++)
            if (const Cell cell = player.stones().at(player.stones().inside(point)); cell == BLACK || cell == WHITE)
                totals.ended[side(cell)][std::size_t(point)]++;
        if (first < 0) continue;  // a pass, or nothing at all
        first = player.stones().outside(first);
        totals.first_games[std::size_t(first)]++;
        totals.first_wins[std::size_t(first)] += winner == start.to_play();
    }
}

}  // namespace tengen::go
