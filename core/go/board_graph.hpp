// The boards that can follow from a position, numbered as they are met: each is scored, and its moves are tried, once.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "position.hpp"

namespace tengen::go {

class BoardGraph {
public:
    using Number = std::uint32_t;

    struct Edge {
        Index move;
        Number to;
    };

    // With `cancel`, a board whose moves are being tried when it is requested is left without the rest of them.
    explicit BoardGraph(const Position& start, const Cancel* cancel = nullptr) : start_(start), cancel_(cancel) {
        for (const std::uint8_t cell : start.board().cells) points_ += cell != HOLE;
    }
    BoardGraph(const BoardGraph&) = delete;
    BoardGraph& operator=(const BoardGraph&) = delete;

    int points() const { return points_; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t bytes() const { return nodes_.size() * (sizeof(Node) + SET_BYTES) + edges_.capacity() * sizeof(Edge); }

    Number number_of(const Board& board) {
        const std::size_t known = cells_.size();
        cells_.insert(cells_.end(), board.cells.begin(), board.cells.end());
        const auto [found, is_new] = numbers_.insert(Number(nodes_.size()));
        if (is_new)
            add(board);
        else
            cells_.resize(known);
        return *found;
    }

    // Black's area less White's, as the board stands.
    int lead(Number number) const { return nodes_[number].lead; }

    // The least and the most that the lead can become, however both play and whatever the past: what a side keeps even
    // if it passes for the rest of the game.
    std::pair<int, int> bounds(Number number) {
        if (!nodes_[number].bounded) bound(number);
        return {nodes_[number].lowest, nodes_[number].highest};
    }

    // Was this board there, with this side to play if the rule asks that, before the game came to the start?
    bool was_there(Number number, Cell to_play) const { return nodes_[number].was_there[side(to_play)]; }

    // Every move but PASS that some past allows, as numbers of edges from the first to before the second. They are
    // tried on a position without a past: that refuses only moves that leave the board as it is, under the positional
    // rule, and those are refused whatever the past.
    std::pair<std::size_t, std::size_t> moves(Number number, Cell colour) {
        if (!is_expanded(number, colour)) expand(number, colour);
        const Node& node = nodes_[number];
        return {node.first[side(colour)], node.first[side(colour)] + node.edges[side(colour)]};
    }
    const Edge& edge(std::size_t number) const { return edges_[number]; }

    bool is_expanded(Number number, Cell colour) const { return nodes_[number].expanded[side(colour)]; }
    void expand(Number number, Cell colour) {
        const Position position(board_of(number), colour, start_.rules());
        const std::size_t first = edges_.size();
        for (const Index move : position.legal_moves()) {
            if (move == PASS) continue;
            if (cancel_ && cancelled(cancel_)) break;  // on a large board this takes long
            Position next = position;
            next.play(move);
            const Number to = number_of(next.board());
            edges_.push_back({move, to});
        }
        Node& node = nodes_[number];
        node.first[side(colour)] = first;
        node.edges[side(colour)] = std::uint32_t(edges_.size() - first);
        node.expanded[side(colour)] = true;
    }

private:
    static constexpr std::size_t SET_BYTES = 48;  // about what the cells of a board and its place in the set take

    struct Node {
        std::size_t first[2] = {0, 0};
        std::uint32_t edges[2] = {0, 0};
        std::int32_t lead = 0;
        std::int16_t lowest = 0, highest = 0;  // only boards small enough to be solved are asked for them
        bool expanded[2] = {false, false};
        bool was_there[2] = {false, false};
        bool bounded = false;
    };

    // A board is found by its cells, which are kept once, in cells_.
    struct Hash {
        const BoardGraph* graph;
        std::size_t operator()(Number number) const { return std::hash<std::string_view>()(graph->cells_of(number)); }
    };
    struct Same {
        const BoardGraph* graph;
        bool operator()(Number one, Number other) const { return graph->cells_of(one) == graph->cells_of(other); }
    };

    std::string_view cells_of(Number number) const {
        const std::size_t size = start_.board().cells.size();
        return {cells_.data() + number * size, size};
    }
    Board board_of(Number number) const {
        const auto cells = cells_of(number);
        Board board = start_.board();
        board.cells.assign(cells.begin(), cells.end());
        return board;
    }

    void add(const Board& board) {
        const Position position(board, BLACK, start_.rules());
        const Area area = position.area();
        Node node;
        node.lead = std::int32_t(area.black - area.white);
        for (const Cell to_play : {BLACK, WHITE})
            node.was_there[side(to_play)] =
                start_.history().contains(situation(start_.rules(), position.stones().hash(), to_play));
        nodes_.push_back(node);
    }

    void bound(Number number) {
        const Board board = board_of(number);
        Node& node = nodes_[number];
        node.lowest = std::int16_t(2 * safe_points(board, BLACK) - points_);
        node.highest = std::int16_t(points_ - 2 * safe_points(board, WHITE));
        node.bounded = true;
    }

    // Points that this colour keeps even if it never plays again: chains that live, and their one-point eyes. A chain
    // lives (Benson) if it has two regions all of whose points touch it, and that touch living chains only. Benson asks
    // that of the empty points alone. Asking it of every point makes it hold with suicide too: stones that are put
    // there and taken off again leave the eye as it was.
    static int safe_points(const Board& board, Cell colour) {
        const std::size_t size = board.cells.size();
        std::vector<int> label(size, -1);  // of the chain of this colour, or of the region of other points
        std::vector<std::vector<Index>> groups;
        for (Index start = 0; start < board.size(); start++) {
            if (label[std::size_t(start)] >= 0 || board[start] == HOLE) continue;
            const bool own = board[start] == colour;
            std::vector<Index> group{start};
            label[std::size_t(start)] = int(groups.size());
            for (std::size_t k = 0; k < group.size(); k++)
                for_neighbours(board, group[k], [&](Index beside) {
                    if (board[beside] == HOLE || label[std::size_t(beside)] >= 0) return;
                    if ((board[beside] == colour) != own) return;
                    label[std::size_t(beside)] = int(groups.size());
                    group.push_back(beside);
                });
            groups.push_back(std::move(group));
        }
        std::vector<std::uint8_t> alive(groups.size(), 1);  // of chains; of regions: do they touch living chains only?
        const auto is_chain = [&](std::size_t group) { return board[groups[group][0]] == colour; };
        const auto touches = [&](Index point, std::size_t chain) {
            bool found = false;
            for_neighbours(board, point, [&](Index beside) { found |= label[std::size_t(beside)] == int(chain); });
            return found;
        };
        const auto eyes = [&](std::size_t chain) {
            int count = 0;
            for (std::size_t region = 0; region < groups.size(); region++) {
                if (is_chain(region) || !alive[region]) continue;
                bool whole = true;
                for (const Index point : groups[region]) whole = whole && touches(point, chain);
                count += whole;
            }
            return count;
        };
        for (bool changed = true; std::exchange(changed, false);)
            for (std::size_t chain = 0; chain < groups.size(); chain++) {
                if (!is_chain(chain) || !alive[chain] || eyes(chain) >= 2) continue;
                alive[chain] = 0;
                changed = true;
                for (std::size_t region = 0; region < groups.size(); region++)
                    if (!is_chain(region))
                        for (const Index point : groups[region]) alive[region] &= !touches(point, chain);
            }
        int safe = 0;
        for (std::size_t group = 0; group < groups.size(); group++) {
            if (!alive[group]) continue;
            if (is_chain(group)) safe += int(groups[group].size());
            if (is_chain(group) || groups[group].size() > 1 || board[groups[group][0]] != EMPTY) continue;
            bool has_owner = false;
            for_neighbours(board, groups[group][0], [&](Index beside) { has_owner |= board[beside] == colour; });
            safe += has_owner;
        }
        return safe;
    }

    const Position& start_;
    const Cancel* cancel_;
    int points_ = 0;
    std::vector<char> cells_;  // of all boards, one after the other
    std::unordered_set<Number, Hash, Same> numbers_{0, Hash{this}, Same{this}};
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
};

}  // namespace tengen::go
