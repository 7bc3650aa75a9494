// Gomoku as a net plays it with itself: what follows from a row that can be completed at once is not left to the net,
// as in the search (model.hpp).
#pragma once

#include <algorithm>

#include "boards.hpp"

namespace tengen::gomoku {

// A game ends as soon as the side to move can complete a row, or wins by fours, as far as that is seen; or the other
// side can complete a row in two places. Where it can in one, that is the only move.
template <int WORDS>
class SelfPlayBoards {
public:
    using Set = PointSet<WORDS>;
    static constexpr int PLANES = Boards<WORDS>::PLANES;

    struct State {
        Set stones[2], legal[2];  // legal: the same for both
        Set completing[2];        // where a side would complete a row
        Cell to_play, winner;
    };

    SelfPlayBoards(const Position& start, bool) : shape_(shape_of<WORDS>(start.board())), rules_(start.rules()) {
        find_centre();
    }

    State state(const Position& position) const {
        State state{{points_with<WORDS>(position.board(), BLACK), points_with<WORDS>(position.board(), WHITE)},
                    {},
                    {},
                    position.to_play(),
                    position.winner()};
        for (Index point = 0; point < position.board().size(); point++)
            for (const Cell colour : {BLACK, WHITE})
                if (position.board()[point] == EMPTY && makes_row(position.board(), point, colour, rules_))
                    state.completing[side(colour)].add(point);
        settle(state);
        return state;
    }

    void play(State& state, Index move) const {
        put(state, move);
        settle(state);
    }

    bool is_over(const State& state) const { return state.winner != EMPTY || !state.legal[0]; }
    Cell winner(const State& state) const { return state.winner; }

    template <class Use>
    void for_finishing(const State& state, Use&& use) const {
        if (state.winner == state.to_play) state.completing[side(state.to_play)].for_each(use);
    }

    Set moves(const State& state) const {
        const Set& threatened = state.completing[1 - side(state.to_play)];
        return threatened && is_parried_there() ? threatened : state.legal[0];
    }

    // Where random openings go: near other stones, the first one in the middle. Stones far apart are no opening.
    Set opening_moves(const State& state) const {
        Set near = state.stones[0] | state.stones[1];
        if (!near) return centre_;
        for (int step = 0; step < 2; step++) {
            near |= (near & shape_.not_last).moved_on(1) | (near & shape_.not_first).moved_back(1);
            near |= near.moved_on(shape_.width) | near.moved_back(shape_.width);
        }
        return near & state.legal[0];
    }

    const Set* stones(const State& state) const { return state.stones; }
    const Set& points() const { return shape_.points; }

private:
    static constexpr int EDGE = 4;  // lines that are not the middle of a board
    static constexpr int MOST_FOURS = 16, DEEPEST = 8;  // that are looked at to see a win by fours

    // The stones as makes_row looks at them.
    struct View {
        Index height, width;
        const State& state;

        Index size() const { return height * width; }
        Cell operator[](Index point) const {
            return state.stones[0].has(point) ? BLACK : state.stones[1].has(point) ? WHITE : EMPTY;
        }
    };

    // In Caro a stone at the end of a row spoils it too, and one stone may spoil two.
    bool is_parried_there() const { return rules_.variant != Variant::CARO; }

    void put(State& state, Index move) const {
        const Cell mover = state.to_play;
        if (state.completing[side(mover)].has(move)) state.winner = mover;
        state.stones[side(mover)].add(move);
        for (Set& points : state.completing) points.remove(move);
        find_completing(state, move);
        if (rules_.variant != Variant::FREESTYLE) drop_spoilt(state);
        state.to_play = opponent(mover);
    }

    void settle(State& state) const {
        state.legal[0] = state.legal[1] = free(state);
        if (state.winner != EMPTY) return;
        const Set &own = state.completing[side(state.to_play)], &other = state.completing[1 - side(state.to_play)];
        if (own)
            state.winner = state.to_play;
        else if (is_parried_there() && other.has_several())
            state.winner = opponent(state.to_play);
        else if (int left = MOST_FOURS; rules_ == Rules() && wins_by_fours(state, left, DEEPEST))
            state.winner = state.to_play;
    }

    // Neither side can complete a row twice, the side to move not at all. `left`: fours that may still be tried.
    bool wins_by_fours(const State& state, int& left, int depth) const {
        const int own = side(state.to_play);
        Set fours = making_fours(state.stones[own], free(state));
        if (const Set& threatened = state.completing[1 - own]) fours &= threatened;
        while (fours && left-- > 0) {
            const Index move = fours.number(0);
            fours.remove(move);
            State next = state;
            put(next, move);
            const Set fives = next.completing[own];
            if (fives.has_several()) return true;
            if (depth == 0 || !fives) continue;
            put(next, fives.number(0));
            if (!next.completing[1 - own].has_several() && wins_by_fours(next, left, depth - 1)) return true;
        }
        return false;
    }

    // Where a stone would be the fourth of five points in line, the fifth of which is empty. All windows of five along
    // a line are looked at together: each is at its last point.
    Set making_fours(const Set& own, const Set& empty) const {
        Set found;
        for (const Direction way : DIRECTIONS) {
            const Index step = way.rows * shape_.width + way.columns;
            const auto shifted = [&](const Set& set) {
                return (way.columns == 0  ? set
                        : way.columns > 0 ? set & shape_.not_last
                                          : set & shape_.not_first)
                    .moved_on(step);
            };
            Set stones[5] = {own}, open = own | empty, all = open;
            for (int k = 1; k < 5; k++) {
                stones[k] = shifted(stones[k - 1]);
                all &= open = shifted(open);
            }
            // The number of stones in two binary digits and more: it is three where the ones are set and one carry is.
            const auto carry = [](const Set& a, const Set& b, const Set& c) { return (a & b) | (c & (a ^ b)); };
            const Set sum = stones[0] ^ stones[1] ^ stones[2];
            const Set ones = sum ^ stones[3] ^ stones[4];
            const Set carries = carry(stones[0], stones[1], stones[2]) ^ carry(sum, stones[3], stones[4]);
            Set windows = all & ones & carries;
            if (!windows) continue;
            found |= windows;
            for (int k = 1; k < 5; k++) found |= windows = windows.moved_back(step);
        }
        return found & empty;
    }

    Set free(const State& state) const { return shape_.points & ~(state.stones[0] | state.stones[1]); }

    // A stone was just put here: the rows through it that lack one stone more.
    void find_completing(State& state, Index point) const {
        const Cell colour = state.to_play;
        const Set own = state.stones[side(colour)], empty = free(state);
        const View view{shape_.height, shape_.width, state};
        const Index row = point / shape_.width, col = point % shape_.width, length = rules_.in_a_row;
        for (const Direction way : DIRECTIONS) {
            const Index step = way.rows * shape_.width + way.columns;
            const Index ahead = std::min(steps_to_edge(view, row, col, way), length - 1);
            const Index behind = std::min(steps_to_edge(view, row, col, {-way.rows, -way.columns}), length - 1);
            // Of the points up to k: how many in a row may be of one row, and the last two of them that are empty.
            Index run = 0, last = -length - behind, before = last;
            for (Index k = -behind; k <= ahead; k++) {
                const Index here = point + k * step;
                if (own.has(here)) {
                    run++;
                } else if (empty.has(here)) {
                    run++;
                    before = last;
                    last = k;
                } else {
                    run = 0;
                }
                if (run >= length && last > k - length && before <= k - length)
                    state.completing[side(colour)].add(point + last * step);
            }
        }
    }

    // Rows that would be too long, or are blocked.
    void drop_spoilt(State& state) const {
        const View view{shape_.height, shape_.width, state};
        for (const Cell colour : {BLACK, WHITE}) {
            const Set found = state.completing[side(colour)];
            found.for_each([&](Index point) {
                if (!makes_row(view, point, colour, rules_)) state.completing[side(colour)].remove(point);
            });
        }
    }

    // Takes away the outer lines, as long as something is left.
    void find_centre() {
        centre_ = shape_.points;
        for (int line = 0; line < EDGE; line++) {
            Set inner;
            centre_.for_each([&](Index point) {
                const Index row = point / shape_.width, col = point % shape_.width;
                if (row > 0 && col > 0 && row + 1 < shape_.height && col + 1 < shape_.width && centre_.has(point - 1) &&
                    centre_.has(point + 1) && centre_.has(point - shape_.width) && centre_.has(point + shape_.width))
                    inner.add(point);
            });
            if (!inner) return;
            centre_ = inner;
        }
    }

    Shape<WORDS> shape_;
    Rules rules_;
    Set centre_;
};

}  // namespace tengen::gomoku
