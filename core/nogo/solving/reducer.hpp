// From positions on a board to reduced ones: the points that are live at the start, numbered.
#pragma once

#include <vector>

#include "../position.hpp"
#include "keys.hpp"
#include "reduced.hpp"

namespace tengen::nogo::solving {

class Reducer {
public:
    // Of a sound position. See `fits`.
    explicit Reducer(const Position& start) : number_(start.board().cells.size(), -1) {
        const Board& board = start.board();
        for (Index point = 0; point < board.size(); point++)
            if (start.is_legal(point, BLACK) || start.is_legal(point, WHITE)) points_.push_back(point);
        if (!fits()) return;
        graph_.size = int(points_.size());
        for (int k = 0; k < graph_.size; k++) number_[std::size_t(points_[std::size_t(k)])] = k;
        for (int k = 0; k < graph_.size; k++) {
            graph_.beside[k] = 0;
            for_neighbours(board, points_[std::size_t(k)], [&](Index beside) {
                if (number_[std::size_t(beside)] >= 0) graph_.beside[k] |= bit(beside);
            });
        }
        find_symmetries(board);
    }

    bool fits() const { return int(points_.size()) <= MOST_LIVE; }
    int size() const { return int(points_.size()); }
    const Graph& graph() const { return graph_; }
    const std::vector<Permutation>& symmetries() const { return symmetries_; }
    Index point(int number) const { return points_[std::size_t(number)]; }
    int number(Index point) const { return number_[std::size_t(point)]; }

    // Of a position that came from the start.
    template <Loose LOOSE = Loose::COUNTED>
    Reduced reduced(const Position& position) const {
        const Board& board = position.board();
        Reduced state;
        state.mover = std::uint8_t(side(position.to_play()));
        for (int k = 0; k < graph_.size; k++) {
            const Index point = points_[std::size_t(k)];
            if (board[point] != EMPTY) continue;
            state.live |= Bits(1) << k;
            for (const Cell colour : {BLACK, WHITE})
                if (position.is_legal(point, colour)) state.legal[side(colour)] |= Bits(1) << k;
        }
        // What is empty and has no number was dead at the start.
        const auto is_dead = [&](Index point) { return board[point] == EMPTY && number_[std::size_t(point)] < 0; };
        for (Bits rest = state.live; rest; rest &= rest - 1)
            for_neighbours(board, points_[std::size_t(lowest(rest))], [&](Index beside) {
                if (is_dead(beside))
                    for (Bits& immortal : state.immortal) immortal |= rest & -rest;
            });
        std::vector<bool> seen(board.cells.size());
        for (Index point = 0; point < board.size(); point++) {
            const Cell colour = board[point];
            if (colour == EMPTY || colour == HOLE || seen[std::size_t(point)]) continue;
            Bits liberties = 0;
            bool immortal = false;
            for (const Index stone : chain_at(board, point)) {
                seen[std::size_t(stone)] = true;
                for_neighbours(board, stone, [&](Index beside) {
                    if (board[beside] != EMPTY) return;
                    if (is_dead(beside))
                        immortal = true;
                    else
                        liberties |= bit(beside);
                });
            }
            if (immortal)
                state.immortal[side(colour)] |= liberties;
            else
                add_chain(state, side(colour), liberties);
        }
        settle<LOOSE>(graph_, state, state.live, reach_of(state));
        return state;
    }

private:
    Bits bit(Index point) const { return Bits(1) << number_[std::size_t(point)]; }

    void find_symmetries(const Board& board) {
        // Those that keep the set of live points keep what is beside what; how many they are divides eight.
        for (int symmetry = 0; symmetry < (board.height == board.width ? 8 : 4); symmetry++) {
            Permutation to(points_.size());
            bool keeps = true;
            for (std::size_t k = 0; k < points_.size() && keeps; k++) {
                Index row = points_[k] / board.width, col = points_[k] % board.width;
                if (symmetry & 4) std::swap(row, col);
                if (symmetry & 1) row = board.height - 1 - row;
                if (symmetry & 2) col = board.width - 1 - col;
                const int number = number_[std::size_t(row * board.width + col)];
                keeps = number >= 0;
                to[k] = std::uint8_t(number);
            }
            if (keeps) symmetries_.push_back(std::move(to));
        }
    }

    std::vector<Index> points_;
    std::vector<int> number_;
    Graph graph_;
    std::vector<Permutation> symmetries_;
};

}  // namespace tengen::nogo::solving
