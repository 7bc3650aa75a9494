// The two ends of a big job: rows of glyphs into a board, moves out as lines of numbers.
// Knows no message and no rule; a fault is a code and the offset it was found at.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "grid.hpp"

namespace tengen {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) at++;
    return at;
}

// If a line ends here (\n, \r\n or the end of the text): the offset after it, else npos.
inline std::size_t after_line_end(std::string_view text, std::size_t at) {
    if (at == text.size()) return at;
    if (text[at] == '\n') return at + 1;
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') return at + 2;
    return std::string_view::npos;
}

enum class RowsFault { NONE, TOO_FEW_ROWS, SHORT_ROW, LONG_ROW, UNKNOWN_GLYPH };

struct ScannedRows {
    Board board;
    RowsFault fault = RowsFault::NONE;
    std::size_t offset = 0;  // after the last row, or where the fault is
};

constexpr std::uint8_t NOT_A_GLYPH = 255;

// Reads height rows of width glyphs from text[at..]; cell_of maps a byte to its Cell or NOT_A_GLYPH.
// Blanks after a row and CRLF are let pass.
inline ScannedRows scan_rows(std::string_view text, std::size_t at, std::int32_t height, std::int32_t width,
                             const std::array<std::uint8_t, 256>& cell_of) {
    ScannedRows scan;
    // A board with more points than the text has characters cannot be complete: it is not given its memory. One row is
    // enough to find the fault.
    const bool may_fit = std::uint64_t(height) * std::uint64_t(width) <= text.size() - at;
    scan.board = may_fit ? Board(height, width) : Board(1, width);
    const auto stop = [&](RowsFault fault, std::size_t offset) {
        scan.fault = fault;
        scan.offset = offset;
        scan.board = {};
        return std::move(scan);
    };
    for (std::int32_t row = 0; row < height; row++) {
        if (at == text.size()) return stop(RowsFault::TOO_FEW_ROWS, at);
        std::uint8_t* cells = &scan.board.cells[may_fit ? std::size_t(row) * std::size_t(width) : 0];
        const std::int32_t there = std::int32_t(std::min<std::size_t>(std::size_t(width), text.size() - at));
        std::uint8_t worst = 0;
        for (std::int32_t col = 0; col < there; col++) {
            cells[col] = cell_of[static_cast<unsigned char>(text[at + std::size_t(col)])];
            worst = std::max(worst, cells[col]);
        }
        if (worst == NOT_A_GLYPH || there < width) {
            std::size_t bad = at;
            while (bad < at + std::size_t(there) && cell_of[static_cast<unsigned char>(text[bad])] != NOT_A_GLYPH)
                bad++;
            const bool row_ends = after_line_end(text, skip_blanks(text, bad)) != std::string_view::npos;
            if (row_ends && bad == at && skip_blanks(text, bad) == text.size())
                return stop(RowsFault::TOO_FEW_ROWS, text.size());
            return stop(row_ends ? RowsFault::SHORT_ROW : RowsFault::UNKNOWN_GLYPH, bad);
        }
        at += std::size_t(width);
        const std::size_t end = skip_blanks(text, at);
        const std::size_t next = after_line_end(text, end);
        if (next == std::string_view::npos) {
            const bool glyph = end == at && cell_of[static_cast<unsigned char>(text[at])] != NOT_A_GLYPH;
            return stop(glyph ? RowsFault::LONG_ROW : RowsFault::UNKNOWN_GLYPH, end);
        }
        at = next;
    }
    scan.offset = at;
    return scan;
}

// Writes "row col\n" for each point, both counted from 1. Keeps its tables and its room between calls, since fresh
// memory costs more than the writing.
class PointLines {
public:
    // The text is good until the next call.
    std::string_view operator()(const Index* points, std::size_t count, Index width) {
        Index last_row = 0;
        for (std::size_t k = 0; k < count; k++) last_row = std::max(last_row, points[k] / width);
        room_.resize(std::max(room_.size(), count * 2 * sizeof(Word)));
        char* out = room_.data();
        if (std::max(last_row, width) < LONGEST_TABLE) {
            extend(rows_, last_row, ' ');
            extend(columns_, width - 1, '\n');
            const Word* const rows = rows_.data();
            const Word* const columns = columns_.data();
            for (std::size_t k = 0; k < count; k++) {
                const Index row = points[k] / width;
                out = write(out, rows[row]);
                out = write(out, columns[points[k] - row * width]);
            }
        } else {
            for (std::size_t k = 0; k < count; k++) {
                out = write(out, word(points[k] / width + 1, ' '));
                out = write(out, word(points[k] % width + 1, '\n'));
            }
        }
        return {room_.data(), std::size_t(out - room_.data())};
    }

private:
    // A number and the character after it. All 16 bytes are copied and the next word is written over those not meant:
    // that is faster than copying only what is meant.
    struct Word {
        char text[15];
        std::uint8_t length;
    };

    static constexpr Index LONGEST_TABLE = 1 << 16;

    static Word word(Index number, char after) {
        Word result;
        char* end = std::to_chars(result.text, result.text + sizeof result.text, number).ptr;
        *end++ = after;
        result.length = std::uint8_t(end - result.text);
        return result;
    }

    static char* write(char* out, const Word& word) {
        std::memcpy(out, &word, sizeof word);
        return out + word.length;
    }

    static void extend(std::vector<Word>& words, Index last, char after) {
        while (Index(words.size()) <= last) words.push_back(word(Index(words.size()) + 1, after));
    }

    std::vector<Word> rows_, columns_;
    std::vector<char> room_;
};

enum class PairsFault { NONE, NO_LINES, NOT_TWO_NUMBERS, OFF_BOARD, NO_CLOSING_LINE };

struct ScannedPairs {
    std::vector<Index> points;
    PairsFault fault = PairsFault::NONE;
    std::size_t line = 0;  // 1-based, of the fault
};

// Reads a transcript: lines of two numbers, 1-based row and column on the board, closed by a last line "-1 -1".
// Blanks around numbers, CRLF and blank lines at the end are let pass.
inline ScannedPairs scan_pairs(std::string_view text, std::int32_t height, std::int32_t width) {
    ScannedPairs scan;
    const auto stop = [&](PairsFault fault, std::size_t line) {
        scan.fault = fault;
        scan.line = line;
        scan.points = {};
        return std::move(scan);
    };
    // A long number stops growing at 2^40, which is off every board.
    const auto read_number = [&](std::size_t& at, std::int64_t& number) {
        const bool negative = at < text.size() && text[at] == '-';
        const std::size_t start = at += negative;
        for (number = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; at++)
            number = std::min<std::int64_t>(number * 10 + (text[at] - '0'), std::int64_t(1) << 40);
        if (negative) number = -number;
        return at > start;
    };
    const auto is_pair = [&](std::size_t& at, std::int64_t& row, std::int64_t& col) {
        at = skip_blanks(text, at);
        if (!read_number(at, row) || at == text.size() || !is_blank(text[at])) return false;
        at = skip_blanks(text, at);
        if (!read_number(at, col)) return false;
        at = after_line_end(text, skip_blanks(text, at));
        return at != std::string_view::npos;
    };
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    std::size_t at = 0;
    for (std::size_t line = 1; at < text.size(); line++) {
        std::int64_t row, col;
        if (!is_pair(at, row, col)) return stop(PairsFault::NOT_TWO_NUMBERS, line);
        const bool last = at == text.size();
        if (last && row == -1 && col == -1) return scan;
        if (row < 1 || row > height || col < 1 || col > width) return stop(PairsFault::OFF_BOARD, line);
        if (last) return stop(PairsFault::NO_CLOSING_LINE, line);
        scan.points.push_back(Index((row - 1) * width + col - 1));
    }
    return stop(PairsFault::NO_LINES, 0);
}

}  // namespace tengen
