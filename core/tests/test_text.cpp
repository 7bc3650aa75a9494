#include "../text.hpp"

#include <string>

#include "../random.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

std::array<std::uint8_t, 256> glyphs() {
    std::array<std::uint8_t, 256> cell_of;
    cell_of.fill(NOT_A_GLYPH);
    cell_of['.'] = EMPTY;
    cell_of['X'] = BLACK;
    cell_of['O'] = WHITE;
    return cell_of;
}

void expect_rows(const char* text, RowsFault fault, std::size_t offset) {
    const auto scan = scan_rows(text, 0, 2, 3, glyphs());
    EXPECT(scan.fault == fault);
    EXPECT(scan.offset == offset);
    EXPECT(scan.board.size() == (fault == RowsFault::NONE ? 6 : 0));
}

void rows_and_their_faults() {
    EXPECT(scan_rows("X.O\r\n...  \nrest", 0, 2, 3, glyphs()).board == drawn("X.O/..."));
    expect_rows("X.O\n...", RowsFault::NONE, 7);
    expect_rows("X.O\r\n... \t\r\nrest", RowsFault::NONE, 12);
    expect_rows("", RowsFault::TOO_FEW_ROWS, 0);
    expect_rows("X.O\n", RowsFault::TOO_FEW_ROWS, 4);
    expect_rows("X.O\n  ", RowsFault::TOO_FEW_ROWS, 6);
    expect_rows("X.\n...", RowsFault::SHORT_ROW, 2);
    expect_rows("X.O\n..", RowsFault::SHORT_ROW, 6);
    expect_rows("\n...", RowsFault::SHORT_ROW, 0);
    expect_rows("X.OX\n...", RowsFault::LONG_ROW, 3);
    expect_rows("XQO\n...", RowsFault::UNKNOWN_GLYPH, 1);
    expect_rows("X.O .\n...", RowsFault::UNKNOWN_GLYPH, 4);
    expect_rows("X.O\r...", RowsFault::UNKNOWN_GLYPH, 3);
}

void a_huge_board_in_a_small_text_takes_no_memory() {
    const auto scan = scan_rows("X.O\n", 0, 10000, 10000, glyphs());
    EXPECT(scan.fault == RowsFault::SHORT_ROW);
}

void expect_pairs(std::string_view text, PairsFault fault, std::size_t line, std::size_t points) {
    const auto scan = scan_pairs(text, 3, 4);
    EXPECT(scan.fault == fault);
    EXPECT(scan.line == line);
    EXPECT(scan.points.size() == points);
}

void pairs_and_their_faults() {
    expect_pairs("1 1\n3 4\n-1 -1\n", PairsFault::NONE, 0, 2);
    expect_pairs(" 1\t1 \r\n-1 -1\n \n\n", PairsFault::NONE, 0, 1);
    expect_pairs("", PairsFault::NO_LINES, 0, 0);
    expect_pairs("1 1 1\n-1 -1", PairsFault::NOT_TWO_NUMBERS, 1, 0);
    expect_pairs("1\n-1 -1", PairsFault::NOT_TWO_NUMBERS, 1, 0);
    expect_pairs("1 -\n-1 -1", PairsFault::NOT_TWO_NUMBERS, 1, 0);
    expect_pairs("1 1\n\n-1 -1", PairsFault::NOT_TWO_NUMBERS, 2, 0);
    expect_pairs("1 5\n-1 -1", PairsFault::OFF_BOARD, 1, 0);
    expect_pairs("99999999999999999999999 1\n-1 -1", PairsFault::OFF_BOARD, 1, 0);
    expect_pairs("-1 -1\n-1 -1", PairsFault::OFF_BOARD, 1, 0);
    expect_pairs("1 1\n2 2", PairsFault::NO_CLOSING_LINE, 2, 0);
}

void any_bytes_are_read_safely() {
    Random random = seeded(3);
    const std::string_view alphabet = "-1 2\n\r\t.XO9\xff";
    for (int trial = 0; trial < 20000; trial++) {
        std::string text;
        for (std::uint32_t k = random.below(24); k > 0; k--)
            text += alphabet[random.below(std::uint32_t(alphabet.size()))];
        scan_pairs(text, 3, 4);
        EXPECT(scan_rows(text, 0, 3, 4, glyphs()).offset <= text.size());
    }
}

void points_are_written_from_one() {
    PointLines lines;
    const Index points[] = {0, 7, 11};
    EXPECT(lines(points, 3, 4) == "1 1\n2 4\n3 4\n");
    EXPECT(lines(points, 0, 4).empty());
    const Index far[] = {99999999};
    EXPECT(lines(far, 1, 1) == "100000000 1\n");
    EXPECT(lines(far, 1, 100000000) == "1 100000000\n");
}

}  // namespace

int main() {
    rows_and_their_faults();
    a_huge_board_in_a_small_text_takes_no_memory();
    pairs_and_their_faults();
    any_bytes_are_read_safely();
    points_are_written_from_one();
}
