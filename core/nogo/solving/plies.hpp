// How soon the winner wins: a search with a limit on the plies, beside one that knows who wins.
//
// Moves that nothing depends on delay the end, so here they are searched, not only counted. If no more points are live
// than there are plies left, the limit does not matter: it is enough to know who wins.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search.hpp"

namespace tengen::nogo::solving {

class PlySearch {
public:
    // `who_wins` answers that question whenever it comes up.
    PlySearch(Shared& shared, Search& who_wins, std::size_t bytes)
        : shared_(shared), who_wins_(who_wins), table_(bytes), history_(std::make_unique<History>()) {}

    struct State {
        Reduced all;      // with every move
        Reduced reduced;  // as the other search sees it
    };

    // Can this side bring it about that the other one cannot move after this many plies at the latest?
    // UNKNOWN if the budget is spent.
    Verdict wins_within(const State& start, int attacker, int plies, const Budget& budget) {
        budget_ = &budget;
        if (!start.all.can_move()) return start.all.mover == attacker ? Verdict::LOST : Verdict::WON;
        if (plies < (start.all.mover == attacker ? 1 : 2)) return Verdict::LOST;
        const Verdict verdict = within(start, attacker, plies, 0, STAR_MOVE);
        tell_nodes();
        return verdict;
    }

    // A game of exactly that many plies, the fewest that the attacker needs: both sides play as well as they can. It
    // stops early if the budget is spent. It begins with one of the preferred moves, if one of them is as good as any.
    std::vector<int> line(State state, int attacker, int plies, Bits preferred, const Budget& budget) {
        std::vector<int> moves;
        for (; plies > 0; plies--) {
            const Bits legal = state.all.legal[state.all.mover];
            int move = NOTHING;
            State next;
            for (const Bits among : {legal & preferred, legal & ~preferred})
                for (Bits rest = among; rest && move == NOTHING; rest &= rest - 1) {
                    play_both(state, lowest(rest), next);
                    if (is_best(next, attacker, plies - 1, budget)) move = lowest(rest);
                }
            if (move == NOTHING) break;
            moves.push_back(move);
            state = next;
            preferred = 0;
        }
        return moves;
    }

private:
    static constexpr int NOTHING = -1;
    static constexpr std::uint64_t POLL = 1024;
    static constexpr int DEAD_POINT = 400;  // in the scale of the model: what it is worth that nobody fills it
    static constexpr int KNOWN = 1 << 24;   // more than any score

    struct Child {
        int score, move;
        State state;
    };
    struct Level {
        std::vector<Child> children;
        std::vector<const Child*> order;
    };

    void tell_nodes() {
        shared_.nodes.fetch_add(nodes_ - told_, std::memory_order_relaxed);
        told_ = nodes_;
    }
    bool is_spent() {
        if (++nodes_ % POLL != 0) return false;
        tell_nodes();
        return budget_->is_spent();
    }

    void play_both(const State& from, int move, State& to) const {
        play<Loose::KEPT>(shared_.graph, from.all, move, to.all);
        if (from.reduced.live >> move & 1) {
            play(shared_.graph, from.reduced, move, to.reduced);
        } else {
            play_loose(from.reduced, from.all.legal[from.all.mover ^ 1] >> move & 1, to.reduced);
        }
    }

    static int dead_points(const State& before, const State& after) {
        return std::popcount(before.all.live) - std::popcount(after.all.live) - 1;
    }

    Verdict sooner_or_later(const State& state, int attacker) {
        const Verdict verdict = who_wins_.solve(state.reduced, shared_.keys.of(state.reduced), *budget_);
        if (state.all.mover == attacker || verdict == Verdict::UNKNOWN) return verdict;
        return verdict == Verdict::WON ? Verdict::LOST : Verdict::WON;
    }

    // Does it take no less, and if the attacker came here, no more?
    bool is_best(const State& next, int attacker, int plies, const Budget& budget) {
        if (next.all.mover == attacker) return wins_within(next, attacker, plies - 2, budget) == Verdict::LOST;
        return wins_within(next, attacker, plies, budget) == Verdict::WON;
    }

    // Whose turn it is follows from the plies: the last one is the attacker's.
    Key key_of(const State& state, int plies) const {
        Key key = shared_.keys.of(state.all);
        key.index += std::uint64_t(plies) * 0x9e3779b97f4a7c15u;
        key.signature ^= std::uint64_t(plies) * 0xd6e8feb86659fd93u;
        return key;
    }

    // WON is the attacker's.
    Verdict within(const State& state, int attacker, int plies, std::size_t depth, int last_move) {
        if (plies >= std::popcount(state.all.live)) return sooner_or_later(state, attacker);
        if (is_spent()) return Verdict::UNKNOWN;
        const Key key = key_of(state, plies);
        Verdict verdict = table_.look_up(key.index, key.signature);
        if (verdict != Verdict::UNKNOWN) return verdict;
        const std::uint64_t before = nodes_;
        verdict = state.all.mover == attacker ? attack(state, attacker, plies, depth, last_move)
                                              : defend(state, attacker, plies, depth, last_move);
        if (verdict != Verdict::UNKNOWN)
            table_.store(key.index, key.signature, verdict, unsigned(std::bit_width(nodes_ - before)));
        return verdict;
    }

    Level& level(std::size_t depth) {
        if (levels_.size() <= depth) {
            levels_.push_back(std::make_unique<Level>());
            levels_[depth]->children.reserve(std::size_t(shared_.graph.size));
        }
        levels_[depth]->children.clear();
        return *levels_[depth];
    }

    static const std::vector<const Child*>& best_first(Level& level) {
        level.order.clear();
        for (const Child& child : level.children) level.order.push_back(&child);
        std::stable_sort(level.order.begin(), level.order.end(), [](auto a, auto b) { return a->score > b->score; });
        return level.order;
    }

    Verdict attack(const State& state, int attacker, int plies, std::size_t depth, int last_move) {
        Level& here = level(depth);
        for (Bits rest = state.all.legal[attacker]; rest; rest &= rest - 1) {
            Child& child = here.children.emplace_back();
            child.move = lowest(rest);
            play_both(state, child.move, child.state);
            if (!child.state.all.can_move()) return Verdict::WON;
            if (plies < 3) {  // the other side would have to be without a move after its next
                here.children.pop_back();
                continue;
            }
            const Key key = shared_.keys.of(child.state.reduced);
            const Verdict known = shared_.table.look_up(key.index, key.signature);
            if (known == Verdict::WON) {
                here.children.pop_back();
                continue;
            }
            child.score = model_score(shared_.graph, state.all, child.move, child.state.all) +
                          history_->score(attacker, last_move, child.move) + shared_.noises[child.move] +
                          DEAD_POINT * dead_points(state, child.state) + (known == Verdict::LOST ? KNOWN : 0);
        }
        return best_of(here, attacker, Verdict::WON, attacker, plies, depth, last_move);
    }

    Verdict defend(const State& state, int attacker, int plies, std::size_t depth, int last_move) {
        const int own = attacker ^ 1;
        Level& here = level(depth);
        for (Bits rest = state.all.legal[own]; rest; rest &= rest - 1) {
            Child& child = here.children.emplace_back();
            child.move = lowest(rest);
            play_both(state, child.move, child.state);
            child.score = history_->score(own, last_move, child.move) + shared_.noises[child.move] -
                          DEAD_POINT * dead_points(state, child.state);
        }
        return best_of(here, own, Verdict::LOST, attacker, plies, depth, last_move);
    }

    // What the side to move makes of these moves, if this is the verdict that it wants.
    Verdict best_of(Level& here, int own, Verdict wanted, int attacker, int plies, std::size_t depth, int last_move) {
        for (const Child* child : best_first(here)) {
            const Verdict verdict = within(child->state, attacker, plies - 1, depth + 1, child->move);
            if (verdict == Verdict::UNKNOWN) return verdict;
            history_->learn(own, last_move, child->move, verdict == wanted);
            if (verdict == wanted) return verdict;
        }
        return wanted == Verdict::WON ? Verdict::LOST : Verdict::WON;
    }

    Shared& shared_;
    Search& who_wins_;
    Table table_;
    std::unique_ptr<History> history_;
    std::vector<std::unique_ptr<Level>> levels_;
    const Budget* budget_ = nullptr;
    std::uint64_t nodes_ = 0, told_ = 0;
};

}  // namespace tengen::nogo::solving
