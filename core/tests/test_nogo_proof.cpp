#include <map>
#include <set>
#include <string>

#include "../nogo/proof_writer.hpp"
#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;
using nogo::Position;
using nogo::ProofWriter;
using nogo::Solver;
using nogo::proof::Check;
using nogo::proof::Fault;

namespace {

constexpr std::size_t ROOM = std::size_t(1) << 24;
constexpr auto ignore = [](std::string_view) {};

Position after(const Position& position, Index move) {
    Position next = position;
    EXPECT(next.play(move));
    return next;
}

// Does the side to move win? By trying everything.
bool wins(const Position& position, std::map<std::vector<std::uint8_t>, bool>& known) {
    auto key = position.board().cells;
    key.push_back(position.to_play());
    if (const auto found = known.find(key); found != known.end()) return found->second;
    bool won = false;
    for (const Index move : position.legal_moves()) won = won || !wins(after(position, move), known);
    return known[key] = won;
}

Cell winner_of(const Position& position) {
    std::map<std::vector<std::uint8_t>, bool> known;
    return wins(position, known) ? position.to_play() : opponent(position.to_play());
}

// The format as it is described, on whole boards.
class Reader {
public:
    Reader(const Position& start, Cell winner, std::string letters) : letters_(std::move(letters)) {
        const Board& board = start.board();
        for (Index point = 0; point < board.size(); point++)
            if (start.is_legal(point, BLACK) || start.is_legal(point, WHITE)) points_.push_back(point);
        for (int symmetry = 0; symmetry < 8; symmetry++)
            if (transformed(board, symmetry) == board) symmetries_.push_back(symmetry);
        holds_ = (start.to_play() == winner ? answered(start) : all_answered(start)) && next_ == letters_.size();
    }

    bool holds() const { return holds_; }

private:
    bool answered(const Position& position) {
        if (next_ == letters_.size()) return false;
        Position then = position;
        return then.play(points_.at(nogo::proof::LETTERS.find(letters_[next_++]))) && all_answered(then);
    }

    bool all_answered(const Position& position) {
        for (const Index move : position.legal_moves()) {
            const Position then = after(position, move);
            std::vector<std::uint8_t> least;
            for (const int symmetry : symmetries_)
                if (const auto cells = transformed(then.board(), symmetry).cells; least.empty() || cells < least)
                    least = cells;
            if (seen_.insert(least).second && !answered(then)) return false;
        }
        return true;
    }

    std::string letters_;
    std::size_t next_ = 0;
    std::vector<Index> points_;
    std::vector<int> symmetries_;
    std::set<std::vector<std::uint8_t>> seen_;
    bool holds_ = false;
};

std::string proof_of(const Position& start, Cell winner) {
    if (start.is_over()) return "";
    Solver solver(start, ROOM);
    solver.run(false, -1, 1, nullptr);
    ProofWriter prover(solver, winner, ROOM);
    std::string letters;
    EXPECT(prover.run([&](std::string_view more) { letters += more; }, -1, nullptr) == Fault::NONE);
    EXPECT(prover.answers() == letters.size());
    ProofWriter wrong(solver, opponent(winner), ROOM);
    const Fault fault = wrong.run(ignore, -1, nullptr);
    EXPECT(fault == Fault::ENDS_EARLY || fault == Fault::CANNOT_MOVE);
    return letters;
}

// A text, so many characters at a time.
Check::Source in_pieces(std::string_view text, std::size_t size) {
    return [=]() mutable {
        const auto piece = text.substr(0, size);
        text.remove_prefix(piece.size());
        return piece;
    };
}

Fault checked(const Position& start, Cell winner, const std::string& letters) {
    return Check(start, winner, ROOM).run(in_pieces(letters, 7), nullptr);
}

void expect_proof(const Position& start, Random& random) {
    const Cell winner = winner_of(start);
    const std::string letters = proof_of(start, winner);
    EXPECT(checked(start, winner, letters) == Fault::NONE);
    EXPECT(Reader(start, winner, letters).holds());
    EXPECT(checked(start, opponent(winner), letters) != Fault::NONE);
    const int points = nogo::proof::Points(start).size();
    if (points) EXPECT(checked(start, winner, letters + "A") == Fault::LEFT_OVER);
    if (letters.empty()) return;
    EXPECT(checked(start, winner, letters.substr(0, random.below(letters.size()))) == Fault::ENDS_EARLY);
    for (int trial = 0; trial < 20; trial++) {
        std::string other = letters;
        other[random.below(other.size())] = nogo::proof::LETTERS[random.below(std::uint64_t(points))];
        EXPECT((checked(start, winner, other) == Fault::NONE) == Reader(start, winner, other).holds());
    }
}

void small_boards_are_proven(double scale) {
    Random random = seeded(11);
    for (const char* rows : {".", "..", "../..", ".../...", ".../.../...", "X.O/.#./...", "#", "....../#....#"})
        for (const Cell to_play : {BLACK, WHITE}) expect_proof(Position(drawn(rows), to_play), random);
    for (int trial = 0; trial < 200 * scale; trial++) {
        Board board(Index(1 + random.below(3)), Index(1 + random.below(4)));
        for (auto& cell : board.cells) cell = random.below(4) ? std::uint8_t(EMPTY) : std::uint8_t(1 + random.below(3));
        const Position start(board, random.below(2) ? BLACK : WHITE);
        if (start.is_sound()) expect_proof(start, random);
    }
}

// More points than a word of 64 bits has room for: Black may play in the long rows, White only in the short ones.
void many_points_are_proven() {
    std::string rows;
    for (int k = 0; k < 10; k++) rows += ".X.X./#####/";
    rows += "..#../#####/..###";
    const Position start(drawn(rows), WHITE);
    EXPECT(nogo::proof::Points(start).size() == 36);
    const std::string letters = proof_of(start, BLACK);
    EXPECT(checked(start, BLACK, letters) == Fault::NONE);
    EXPECT(Reader(start, BLACK, letters).holds());
    EXPECT(checked(start, BLACK, letters + letters) == Fault::LEFT_OVER);
}

void faults_say_where() {
    const Position start(drawn("../.."), BLACK);
    const std::string letters = proof_of(start, BLACK);
    EXPECT(letters.size() == 3);
    const std::string first = "\n" + letters.substr(0, 1) + " ";
    const std::string twice = letters.substr(0, 1) + " \r\n" + letters.substr(0, 1);
    for (const std::size_t size : {1, 2, 3, 100}) {
        Check short_one(start, BLACK, ROOM);
        EXPECT(short_one.run(in_pieces(first, size), nullptr) == Fault::ENDS_EARLY);
        EXPECT(short_one.answers() == 1 && short_one.line().size() == 2);
        EXPECT(short_one.place().lines == 1 && short_one.place().characters == 1);
        Check illegal(start, BLACK, ROOM);
        EXPECT(illegal.run(in_pieces(twice, size), nullptr) == Fault::ILLEGAL);
        EXPECT(illegal.place().lines == 1 && illegal.place().characters == 0);
        EXPECT(illegal.line().size() == 3 && illegal.line()[2] == illegal.line()[0]);
        Check more(start, BLACK, ROOM);
        EXPECT(more.run(in_pieces(letters + "\n  A \n", size), nullptr) == Fault::LEFT_OVER);
        EXPECT(more.place().lines == 1 && more.place().characters == 2);
    }
    Check over(Position(drawn("."), BLACK), BLACK, ROOM);
    EXPECT(over.run(in_pieces("", 1), nullptr) == Fault::CANNOT_MOVE && over.line().empty());
}

void what_takes_too_long_or_too_much_stops() {
    const Position start(Board(4, 4), BLACK);
    const std::string letters = proof_of(start, WHITE);
    EXPECT(Check(start, WHITE, 50'000).run(in_pieces(letters, 100), nullptr) == Fault::NO_ROOM);
    Cancel cancel;
    cancel.requested = true;
    EXPECT(Check(start, WHITE, ROOM).run(in_pieces(letters, 100), &cancel) == Fault::STOPPED);
    cancel.requested = false;
    const Check::Source endless = [&, pieces = 0]() mutable {
        cancel.requested = ++pieces == 3;
        return std::string_view("\n");
    };
    EXPECT(Check(start, WHITE, ROOM).run(endless, &cancel) == Fault::STOPPED);
    Solver solver(start, ROOM);
    solver.run(false, -1, 1, nullptr);
    EXPECT(ProofWriter(solver, WHITE, 50'000).run(ignore, -1, nullptr) == Fault::NO_ROOM);
    EXPECT(ProofWriter(solver, WHITE, ROOM).run(ignore, -1, &cancel) == Fault::STOPPED);
    EXPECT(ProofWriter(solver, WHITE, ROOM).run(ignore, 0, nullptr) == Fault::STOPPED);
}

template <class Word>
void sets_keep_what_they_are_given() {
    Random random = seeded(3);
    nogo::proof::WordSet<Word> set(1 << 20);
    std::set<Word> known;
    for (int k = 0; k < 20'000; k++) {
        Word word = Word(random.below(200)) + 1;
        if (sizeof(Word) > 8 || k % 2) word |= Word(random.below(100)) << (sizeof(Word) * 8 - 8);
        EXPECT(set.has(word) == (known.count(word) > 0));
        EXPECT(set.add(word) == known.insert(word).second);
        EXPECT(set.has(word));
    }
}

}  // namespace

int main(int, char** arguments) {
    sets_keep_what_they_are_given<std::uint64_t>();
    sets_keep_what_they_are_given<unsigned __int128>();
    small_boards_are_proven(arguments[1] ? std::atof(arguments[1]) : 1);
    many_points_are_proven();
    faults_say_where();
    what_takes_too_long_or_too_much_stops();
}
