// Proofs of who wins a NoGo position: the winner's answers, written down, and the walk that follows them.
//
// A proof is a stream of letters, one for each position where the winner is to move. The walk plays every move of the
// loser, row by row, and after each the move of the winner's next letter. A position that came before is not followed
// again, nor is one that a symmetry of the start makes of it. That is sound: stones are never taken off, so no line of
// play comes back to itself, and the proof of an earlier position never needs a later one. Nothing here knows how the
// answers were found: only the rules are asked.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../cancel.hpp"
#include "position.hpp"

namespace tengen::nogo::proof {

constexpr std::string_view LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
constexpr int MOST_POINTS = int(LETTERS.size());
constexpr int MOST_WAYS = 8;

// The points where somebody may play at the start, row by row, and the symmetries of the board that leave the start as
// it is. A move that is illegal stays so, so nobody ever plays on other points.
class Points {
public:
    // Of a sound position. See `fits`.
    explicit Points(const Position& start) : number_(start.board().cells.size(), -1) {
        const Board& board = start.board();
        for (Index point = 0; point < board.size(); point++)
            if (start.is_legal(point, BLACK) || start.is_legal(point, WHITE)) {
                number_[std::size_t(point)] = int(points_.size());
                points_.push_back(point);
            }
        if (!fits()) return;
        for (int symmetry = 0; symmetry < (board.height == board.width ? 8 : 4); symmetry++) {
            if (transformed(board, symmetry) != board) continue;
            auto& to = ways_[std::size_t(way_count_++)];
            for (int k = 0; k < size(); k++) {
                Index row = point(k) / board.width, col = point(k) % board.width;
                if (symmetry & 4) std::swap(row, col);
                if (symmetry & 1) row = board.height - 1 - row;
                if (symmetry & 2) col = board.width - 1 - col;
                to[std::size_t(k)] = std::uint8_t(number(row * board.width + col));
            }
        }
    }

    bool fits() const { return size() <= MOST_POINTS; }
    int size() const { return int(points_.size()); }
    Index point(int number) const { return points_[std::size_t(number)]; }
    int number(Index point) const { return number_[std::size_t(point)]; }
    int way_count() const { return way_count_; }
    int laid(int way, int number) const { return ways_[std::size_t(way)][std::size_t(number)]; }

private:
    std::vector<Index> points_;
    std::vector<int> number_;
    std::array<std::array<std::uint8_t, MOST_POINTS>, MOST_WAYS> ways_{};
    int way_count_ = 0;
};

// The stones that were added to the start, once for each symmetry. A word has Black's in its lower half and White's in
// its upper one, a bit for each point: it is the position itself and not a hash of it.
template <class Word>
class Stones {
public:
    static constexpr int HALF = int(sizeof(Word)) * 4;  // points

    void add(const Points& points, int number, Cell colour) {
        for (int way = 0; way < points.way_count(); way++)
            laid_[std::size_t(way)] |= bit(points.laid(way, number), colour);
    }

    // The position with this stone added: the least of its words, so the same for all its symmetric images.
    Word with(const Points& points, int number, Cell colour) const {
        Word least = laid_[0] | bit(points.laid(0, number), colour);
        for (int way = 1; way < points.way_count(); way++)
            least = std::min(least, laid_[std::size_t(way)] | bit(points.laid(way, number), colour));
        return least;
    }

private:
    static Word bit(int number, Cell colour) { return Word(1) << (number + HALF * side(colour)); }

    std::array<Word, MOST_WAYS> laid_{};
};

// A set of words other than 0, which takes no more than this many bytes.
template <class Word>
class WordSet {
public:
    explicit WordSet(std::size_t most_bytes) : most_bytes_(most_bytes), slots_(FIRST, Word(0)) {}

    bool has(Word word) const { return slots_[find(word)] == word; }

    // Says whether it was new. Throws bad_alloc if there is no room for it.
    bool add(Word word) {
        std::size_t at = find(word);
        if (slots_[at] == word) return false;
        if ((used_ + 1) * 4 > slots_.size() * 3) {
            grow();
            at = find(word);
        }
        slots_[at] = word;
        used_++;
        return true;
    }

private:
    static constexpr std::size_t FIRST = 1024;

    std::size_t find(Word word) const {
        std::uint64_t mixed = std::uint64_t(word) ^ std::uint64_t(word >> (sizeof(Word) * 4)) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
        mixed ^= mixed >> 32;
        std::size_t at = mixed & (slots_.size() - 1);
        while (slots_[at] != 0 && slots_[at] != word) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        if (slots_.size() * 3 > most_bytes_ / sizeof(Word)) throw std::bad_alloc();  // the old slots beside the new
        std::vector<Word> old(slots_.size() * 2, Word(0));
        old.swap(slots_);
        for (const Word word : old)
            if (word != 0) slots_[find(word)] = word;
    }

    std::size_t most_bytes_, used_ = 0;
    std::vector<Word> slots_;
};

enum class Fault { NONE, ENDS_EARLY, ILLEGAL, CANNOT_MOVE, LEFT_OVER, NO_ROOM, STOPPED };

// Follows the answers from a source. source(position, replies) gives the winner's move, or NOWHERE to stop. It may ask
// replies(move): after that move, how many moves of the loser lead to positions that are new to the proof?
template <class Word>
class Walk {
public:
    Walk(const Position& start, const Points& points, Cell winner, std::size_t most_bytes)
        : points_(points), winner_(winner), seen_(most_bytes), positions_{start}, stones_(1), spare_(start) {}

    // ILLEGAL: the last move of the line. ENDS_EARLY: the source stopped after the line. CANNOT_MOVE: the winner cannot
    // after the line.
    template <class Source>
    Fault follow(Source&& source, std::atomic<std::uint64_t>& answers, const Cancel* cancel) {
        try {
            return positions_[0].to_play() == winner_ ? answer(0, source, answers, cancel)
                                                      : reply(0, source, answers, cancel);
        } catch (const std::bad_alloc&) {
            return Fault::NO_ROOM;
        }
    }

    // The moves from the start to where it stopped.
    const std::vector<Index>& line() const { return line_; }

private:
    // The winner's move.
    template <class Source>
    Fault answer(std::size_t ply, Source& source, std::atomic<std::uint64_t>& answers, const Cancel* cancel) {
        const std::uint64_t count = answers.load(std::memory_order_relaxed);
        if (count % 1024 == 0 && cancelled(cancel)) return Fault::STOPPED;
        if (positions_[ply].is_over()) return Fault::CANNOT_MOVE;
        const Index move = source(positions_[ply], [&](Index point) { return new_replies(ply, point); });
        if (move == NOWHERE) return Fault::ENDS_EARLY;
        line_.push_back(move);
        if (!step(ply, move)) return Fault::ILLEGAL;
        answers.store(count + 1, std::memory_order_relaxed);
        const Fault fault = reply(ply + 1, source, answers, cancel);
        if (fault == Fault::NONE) line_.pop_back();
        return fault;
    }

    // All moves of the loser.
    template <class Source>
    Fault reply(std::size_t ply, Source& source, std::atomic<std::uint64_t>& answers, const Cancel* cancel) {
        for (int number = 0; number < points_.size(); number++) {
            const Index point = points_.point(number);
            if (!positions_[ply].is_legal(point)) continue;
            if (!seen_.add(stones_[ply].with(points_, number, positions_[ply].to_play()))) continue;
            line_.push_back(point);
            step(ply, point);
            const Fault fault = answer(ply + 1, source, answers, cancel);
            if (fault != Fault::NONE) return fault;
            line_.pop_back();
        }
        return Fault::NONE;
    }

    bool step(std::size_t ply, Index move) {
        if (ply + 1 == positions_.size()) {
            positions_.push_back(positions_[ply]);
            stones_.emplace_back();
        } else {
            positions_[ply + 1] = positions_[ply];
        }
        if (!positions_[ply + 1].play(move)) return false;
        stones_[ply + 1] = stones_[ply];
        stones_[ply + 1].add(points_, points_.number(move), positions_[ply].to_play());
        return true;
    }

    int new_replies(std::size_t ply, Index move) {
        spare_ = positions_[ply];
        spare_.play(move);
        Stones<Word> stones = stones_[ply];
        stones.add(points_, points_.number(move), positions_[ply].to_play());
        std::array<Word, MOST_POINTS> found;
        auto end = found.begin();
        for (int number = 0; number < points_.size(); number++) {
            if (!spare_.is_legal(points_.point(number))) continue;
            const Word word = stones.with(points_, number, spare_.to_play());
            if (!seen_.has(word) && std::find(found.begin(), end, word) == end) *end++ = word;
        }
        return int(end - found.begin());
    }

    const Points& points_;
    const Cell winner_;
    WordSet<Word> seen_;  // positions with the winner to move
    std::vector<Position> positions_;  // by ply
    std::vector<Stones<Word>> stones_;
    std::vector<Index> line_;
    Position spare_;
};

// A proof that was written down, checked. It holds if `run` gives NONE.
class Check {
public:
    // Of a sound position whose points fit.
    Check(const Position& start, Cell winner, std::size_t most_bytes)
        : start_(start), points_(start), winner_(winner), most_bytes_(most_bytes) {
        letter_.fill(NOWHERE);
        for (int number = 0; number < points_.size(); number++)
            letter_[std::uint8_t(LETTERS[std::size_t(number)])] = points_.point(number);
    }

    // more() gives the next piece of the letters, which may have white space among them; an empty one at the end. A
    // piece is not looked at any more once the next is asked for. The letters are of the points.
    using Source = std::function<std::string_view()>;
    Fault run(const Source& more, const Cancel* cancel) {
        return points_.size() <= Stones<std::uint64_t>::HALF ? run_with<std::uint64_t>(more, cancel)
                                                             : run_with<unsigned __int128>(more, cancel);
    }

    // Line breaks in the text of the letters, and characters behind the last of them.
    struct Place {
        std::uint64_t lines = 0, characters = 0;
    };

    const Position& start() const { return start_; }
    std::uint64_t answers() const { return answers_.load(std::memory_order_relaxed); }
    // Of the first letter that was not followed, or the last that was, if the move is illegal.
    Place place() const { return place_; }
    const std::vector<Index>& line() const { return line_; }

private:
    // The next letter; none at the end. Goes on to the next piece when one is used up.
    class Reader {
    public:
        Reader(const Source& more, const Cancel* cancel) : more_(more), cancel_(cancel) {}

        std::optional<char> next() {
            for (;;) {
                if (at_ == piece_.size()) {
                    piece_ = cancelled(cancel_) ? std::string_view() : more_();
                    at_ = 0;
                    if (piece_.empty()) return std::nullopt;
                }
                const char found = piece_[at_++];
                const Place here = now_;
                now_ = found == '\n' ? Place{here.lines + 1, 0} : Place{here.lines, here.characters + 1};
                if (SPACE.find(found) != SPACE.npos) continue;
                last = here;
                behind = now_;
                return found;
            }
        }

        Place last, behind;  // of the letter that was read last: where it is, and where it ends

    private:
        static constexpr std::string_view SPACE = " \t\r\n";

        const Source& more_;
        const Cancel* const cancel_;
        std::string_view piece_;
        std::size_t at_ = 0;
        Place now_;
    };

    template <class Word>
    Fault run_with(const Source& more, const Cancel* cancel) {
        answers_ = 0;
        Walk<Word> walk(start_, points_, winner_, most_bytes_);
        Reader letters(more, cancel);
        const auto next_move = [&](const Position&, const auto&) {
            const auto letter = letters.next();
            return letter ? letter_[std::uint8_t(*letter)] : NOWHERE;
        };
        const Fault fault = walk.follow(next_move, answers_, cancel);
        line_ = walk.line();
        place_ = letters.last;
        if (fault == Fault::ILLEGAL || fault == Fault::NO_ROOM || fault == Fault::STOPPED) return fault;
        place_ = letters.behind;
        const bool is_left = letters.next().has_value();
        if (cancelled(cancel)) return Fault::STOPPED;
        if (is_left) place_ = letters.last;
        return fault == Fault::NONE && is_left ? Fault::LEFT_OVER : fault;
    }

    const Position start_;
    const Points points_;
    const Cell winner_;
    const std::size_t most_bytes_;
    std::array<Index, 256> letter_;
    std::atomic<std::uint64_t> answers_{0};
    Place place_;
    std::vector<Index> line_;
};

}  // namespace tengen::nogo::proof
