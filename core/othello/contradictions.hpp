// What shows, cheaply, that a position cannot arise from the usual start: the four discs on the middle 2x2 of a board
// with even sides, one colour on each diagonal. Either colour may have either diagonal and the first move. On other
// boards, or with a hole in the middle, there is no such start and nothing is claimed.
//
// A position that is not contradicted need not be reachable; one that is contradicted is not. The number of discs
// says nothing about whose turn it is, since passes change the turn and not the number.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "position.hpp"

namespace tengen::othello {

enum class Contradiction {
    TOO_FEW_DISCS,  // fewer than four
    EMPTY_CENTRE,   // at the points listed
    NOT_THE_START,  // four discs, but two beside each other in the middle are alike
    DISCONNECTED,   // the discs listed do not touch, by a side or a corner, the rest around the middle
    NO_LAST_MOVE,   // no disc can have been the last one placed with this side then to play
};

struct Contradicted {
    Contradiction code;
    std::vector<Index> points;
};

class Contradictions {
public:
    explicit Contradictions(const Position& position) : board_(position.board()), to_play_(position.to_play()) {
        if (board_.height % 2 || board_.width % 2 || board_.size() == 0) return;
        const Index corner = (board_.height / 2 - 1) * board_.width + board_.width / 2 - 1;
        centre_ = {corner, corner + 1, corner + board_.width, corner + board_.width + 1};
        for (const Index point : centre_)
            if (board_[point] == HOLE) return;
        find(position);
    }

    const std::vector<Contradicted>& found() const { return found_; }

private:
    void find(const Position& position) {
        const Index discs = position.discs(BLACK) + position.discs(WHITE);
        // The start has four discs, and discs are never taken off.
        if (discs < 4) found_.push_back({Contradiction::TOO_FEW_DISCS, {}});
        std::vector<Index> empty;
        for (const Index point : centre_)
            if (board_[point] == EMPTY) empty.push_back(point);
        if (!empty.empty()) {
            found_.push_back({Contradiction::EMPTY_CENTRE, std::move(empty)});
            return;
        }
        // A move adds a disc beside a disc that it flips, so the discs stay in one piece with the middle.
        auto apart = discs_apart_from_centre(NOWHERE);
        if (!apart.empty()) {
            found_.push_back({Contradiction::DISCONNECTED, std::move(apart)});
            return;
        }
        if (discs == 4) {
            if (board_[centre_[0]] != board_[centre_[3]] || board_[centre_[1]] != board_[centre_[2]] ||
                board_[centre_[0]] == board_[centre_[1]])
                found_.push_back({Contradiction::NOT_THE_START, centre_});
            return;
        }
        // The last ply was a move of the side that is not to play, or its forced pass. A pass leaves the board as it
        // was: that side still has no move and the other has one. Before it the other moved, as two sides do not pass
        // in a row.
        const Cell last = opponent(to_play_);
        if (some_disc_was_last(last)) return;
        if (Position(board_, last).is_legal(PASS) && some_disc_was_last(to_play_)) return;
        found_.push_back({Contradiction::NO_LAST_MOVE, {}});
    }

    bool some_disc_was_last(Cell colour) const {
        for (Index point = 0; point < board_.size(); point++)
            if (board_[point] == colour && may_be_last(point, colour)) return true;
        return false;
    }

    // May this disc have been placed last? Four things follow if it was:
    //  1. it is not in the middle, where discs are from the start;
    //  2. in some direction it flipped a run up to a disc of its own, and all these, at least two, are its colour now;
    //  3. in no direction is there a run of the other colour and then its own: such a run would have been flipped. (The
    //     disc at the far end was there before: only a run that begins at the new disc is flipped on that line.)
    //  4. the others were all the discs there were, so they are in one piece with the middle.
    bool may_be_last(Index point, Cell colour) const {
        for (const Index middle : centre_)
            if (point == middle) return false;
        bool brackets_more = false;
        for_bracketed_runs(board_, point, colour, [&](Index, Index, Index) { brackets_more = true; });
        return !brackets_more && has_two_alike_beyond(point, colour) && discs_apart_from_centre(point).empty();
    }

    bool has_two_alike_beyond(Index point, Cell colour) const {
        const Index row = point / board_.width, col = point % board_.width;
        for (Index down = -1; down <= 1; down++)
            for (Index right = -1; right <= 1; right++) {
                const Index far_row = row + 2 * down, far_col = col + 2 * right, step = down * board_.width + right;
                if (step == 0 || far_row < 0 || far_row >= board_.height || far_col < 0 || far_col >= board_.width)
                    continue;
                if (board_[point + step] == colour && board_[point + 2 * step] == colour) return true;
            }
        return false;
    }

    // The discs that no chain of neighbours, sides and corners, joins to the middle, when this one is left out.
    std::vector<Index> discs_apart_from_centre(Index left_out) const {
        std::vector<Index> joined = centre_, apart;
        std::vector<bool> seen(board_.cells.size());
        for (const Index point : joined) seen[std::size_t(point)] = true;
        for (std::size_t k = 0; k < joined.size(); k++) {
            const Index row = joined[k] / board_.width, col = joined[k] % board_.width;
            for (Index r = std::max(row - 1, 0); r <= std::min(row + 1, board_.height - 1); r++)
                for (Index c = std::max(col - 1, 0); c <= std::min(col + 1, board_.width - 1); c++)
                    if (const Index beside = r * board_.width + c; !seen[std::size_t(beside)] && is_disc(beside)) {
                        seen[std::size_t(beside)] = true;
                        if (beside != left_out) joined.push_back(beside);
                    }
        }
        for (Index point = 0; point < board_.size(); point++)
            if (is_disc(point) && point != left_out && !seen[std::size_t(point)]) apart.push_back(point);
        return apart;
    }

    bool is_disc(Index point) const { return board_[point] == BLACK || board_[point] == WHITE; }

    Board board_;
    Cell to_play_;
    std::vector<Index> centre_;
    std::vector<Contradicted> found_;
};

}  // namespace tengen::othello
