// Go the obvious way, for the tests: whole boards copied, chains found by flooding, every earlier board kept in a list.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "../chains.hpp"
#include "../go/area.hpp"
#include "../go/playout.hpp"
#include "../go/rules.hpp"
#include "testing.hpp"

namespace tengen::testing {

using go::Area, go::KoRule, go::Policy, go::Rules;

struct Twin {
    Board board;
    Cell to_play;
    Rules rules;
    std::vector<std::pair<Board, Cell>> earlier;  // with the side to play, the present one last
    int passes = 0;
    bool opponent_took = false;  // by the last move
    std::int64_t captures[2] = {0, 0};

    Twin(Board start, Cell first, Rules r) : board(start), to_play(first), rules(r), earlier{{start, first}} {}

    static bool breathes(const Board& b, Index point) {
        for (const Index stone : chain_at(b, point)) {
            bool open = false;
            for_neighbours(b, stone, [&](Index beside) { open |= b[beside] == EMPTY; });
            if (open) return true;
        }
        return false;
    }

    static int remove(Board& b, Index point) {
        const auto chain = chain_at(b, point);
        for (const Index stone : chain) b.cells[std::size_t(stone)] = EMPTY;
        return int(chain.size());
    }

    // The board after the move and the stones it took (own ones if negative); false if it is illegal.
    bool after(Index point, Board& next, int& took) const {
        took = 0;
        next = board;
        if (passes >= 2 || board[point] != EMPTY) return false;
        next.cells[std::size_t(point)] = to_play;
        for_neighbours(board, point, [&](Index beside) {
            if (next[beside] == opponent(to_play) && !breathes(next, beside)) took += remove(next, beside);
        });
        if (!breathes(next, point)) {
            if (!rules.suicide) return false;
            took = -remove(next, point);
        }
        if (rules.ko == KoRule::SIMPLE) {
            // Taking back at once: the board before the opponent's capture, by a capture.
            const bool back = earlier.size() >= 2 && earlier[earlier.size() - 2].first == next;
            return !(back && took > 0 && opponent_took);
        }
        for (const auto& [then, side_then] : earlier)
            if (then == next && (rules.ko == KoRule::POSITIONAL || side_then == opponent(to_play))) return false;
        return true;
    }

    std::vector<Index> legal_moves() const {
        std::vector<Index> moves;
        if (passes >= 2) return moves;
        Board next;
        int took;
        for (Index point = 0; point < board.size(); point++)
            if (after(point, next, took)) moves.push_back(point);
        moves.push_back(PASS);
        return moves;
    }

    void play(Index move) {
        int took = 0;
        if (move == PASS) {
            passes++;
        } else {
            Board next;
            EXPECT(after(move, next, took));
            board = next;
            passes = 0;
        }
        opponent_took = took > 0;
        captures[side(took < 0 ? opponent(to_play) : to_play)] += std::abs(took);
        to_play = opponent(to_play);
        earlier.emplace_back(board, to_play);
    }

    // Point by point: which colours can be reached over empty points?
    Area area() const {
        Area result;
        for (Index point = 0; point < board.size(); point++) {
            if (board[point] == HOLE) continue;
            bool reaches[2] = {board[point] == BLACK, board[point] == WHITE};
            if (board[point] == EMPTY)
                for (const Index empty : chain_at(board, point))
                    for_neighbours(board, empty, [&](Index beside) {
                        if (board[beside] == BLACK) reaches[0] = true;
                        if (board[beside] == WHITE) reaches[1] = true;
                    });
            (reaches[0] == reaches[1] ? result.neutral : reaches[0] ? result.black : result.white)++;
        }
        return result;
    }

    bool eye(Index point) const {
        const Index row = point / board.width, col = point % board.width;
        int against = 0;
        bool edge = false;
        for (Index dr = -1; dr <= 1; dr++)
            for (Index dc = -1; dc <= 1; dc++) {
                const Index r = row + dr, c = col + dc;
                const bool off = r < 0 || c < 0 || r >= board.height || c >= board.width;
                const Cell cell = off ? HOLE : board[r * board.width + c];
                if (dr == 0 && dc == 0) continue;
                if (cell == HOLE)
                    edge = true;
                else if (dr && dc)
                    against += cell == opponent(to_play);
                else if (cell != to_play)
                    return false;
            }
        return against <= (edge ? 0 : 1);
    }

    std::vector<Index> choices(Policy policy) const {
        auto moves = legal_moves();
        if (policy == Policy::UNIFORM) return moves;
        moves.pop_back();
        std::erase_if(moves, [&](Index point) { return eye(point); });
        if (moves.empty()) moves.push_back(PASS);
        return moves;
    }
};

}  // namespace tengen::testing
