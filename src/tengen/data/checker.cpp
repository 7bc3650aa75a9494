// A checker for TITLE. It is called as testlib's are, checker INPUT OUTPUT ANSWER [REPORT],
// and needs nothing but C++17.
//
// Exit status: 0 right, 1 wrong, 2 wrong format, 3 the judge's own files are bad, 7 some points: `points N` on a line of
// its own. The words are on standard error, and in REPORT if that is named.
//
// Written by `tengen checker GAME --export testlib`; it says what `tengen checker GAME` says.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

enum Status { RIGHT = 0, WRONG = 1, FORMAT = 2, FAILED = 3, POINTS = 7 };

static const char* report = nullptr;

[[noreturn]] static void finish(Status status, const std::string& words) {
    std::fprintf(stderr, "%s\n", words.c_str());
    if (report) std::ofstream(report) << words << "\n";
    std::exit(status);
}

static std::string content(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) finish(FAILED, std::string("cannot read ") + path);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return text.compare(0, 3, "\xef\xbb\xbf") == 0 ? text.substr(3) : text;
}

static std::vector<std::string> split(const std::string& text, const char* separators) {
    std::vector<std::string> words;
    for (std::size_t from = 0; (from = text.find_first_not_of(separators, from)) != std::string::npos;) {
        const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
        words.push_back(text.substr(from, to - from));
        from = to;
    }
    return words;
}

//// game

// Lines, without CR at their ends and without blank lines at the end of the text.
static std::vector<std::string> lines_of(std::string text) {
    text.resize(text.find_last_not_of(" \t\r\n") + 1);
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        lines.push_back(text.substr(from, to - from));
        if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
        from = to + 1;
    }
    return lines;
}

static constexpr double FULL_SCORE = 10;

struct Board {
    int size = 0;
    std::vector<char> cells;  // with a border of '#'
    std::vector<int> parent, liberties;  // of each chain, at its root: sides of its stones that are empty points

    int at(int row, int col) const { return (row + 1) * (size + 2) + col + 1; }
    int root(int stone) {
        while (parent[stone] != stone) stone = parent[stone] = parent[parent[stone]];
        return stone;
    }
    template <class Visit>
    void beside(int point, Visit visit) const {
        for (const int step : {-1, 1, -size - 2, size + 2}) visit(point + step);
    }

    // Puts a stone; what is beside it loses a side.
    void put(int point, char stone) {
        cells[point] = stone;
        parent[point] = point;
        liberties[point] = 0;
        beside(point, [&](int other) { liberties[point] += cells[other] == '.'; });
        beside(point, [&](int other) {
            if (cells[other] == 'X' || cells[other] == 'O') liberties[root(other)]--;
        });
        beside(point, [&](int other) {
            if (cells[other] != stone || root(other) == root(point)) return;
            liberties[root(point)] += liberties[root(other)];
            parent[root(other)] = root(point);
        });
    }
    bool is_legal(int point, char stone) {
        if (cells[point] != '.') return false;
        int roots[4], touches[4], count = 0, own = 0;
        bool takes = false;
        beside(point, [&](int other) {
            if (cells[other] == '.') own++;
            if (cells[other] != 'X' && cells[other] != 'O') return;
            const int chain = root(other);
            int k = 0;
            while (k < count && roots[k] != chain) k++;
            if (k == count) roots[count] = chain, touches[count++] = 0;
            touches[k]++;
        });
        for (int k = 0; k < count; k++) {
            const int left = liberties[roots[k]] - touches[k];
            if (cells[roots[k]] == stone)
                own += left;
            else
                takes = takes || left == 0;
        }
        return own > 0 && !takes;
    }
};

static Board read_board(const std::string& text) {
    const auto lines = lines_of(text);
    Board board;
    board.size = lines.empty() ? 0 : std::atoi(lines[0].c_str());
    if (board.size < 1 || board.size > 10000 || lines.size() != std::size_t(board.size) + 1)
        finish(FAILED, "INPUT is no board");
    board.cells.assign(std::size_t(board.size + 2) * std::size_t(board.size + 2), '#');
    board.parent.resize(board.cells.size());
    board.liberties.resize(board.cells.size());
    for (int row = 0; row < board.size; row++)
        for (int col = 0; col < board.size; col++) board.cells[board.at(row, col)] = '.';
    for (int row = 0; row < board.size; row++) {
        std::string line = lines[std::size_t(row) + 1];
        line.resize(line.find_last_not_of(" \t") + 1);
        if (line.size() != std::size_t(board.size) || line.find_first_not_of("XO.") != std::string::npos)
            finish(FAILED, "INPUT is no board");
        for (int col = 0; col < board.size; col++)
            if (line[col] != '.') board.put(board.at(row, col), line[col]);
    }
    for (std::size_t point = 0; point < board.cells.size(); point++)
        if ((board.cells[point] == 'X' || board.cells[point] == 'O') && board.liberties[board.root(int(point))] == 0)
            finish(FAILED, "INPUT has a chain without a liberty");
    return board;
}

// Digits, perhaps with a minus. So large a number is off any board.
static bool read_integer(const std::string& word, long& value) {
    const std::size_t digits = word[0] == '-';
    if (word.size() == digits || word.find_first_not_of("0123456789", digits) != std::string::npos) return false;
    value = word.size() > 12 ? 1000000000000 : std::atol(word.c_str());
    return true;
}

static void check(const std::string& input, const std::string& output, const std::string&) {
    Board board = read_board(input);
    const auto lines = lines_of(output);
    if (lines.empty()) finish(FORMAT, "there is no line at all");
    std::vector<int> moves;
    for (std::size_t k = 0; k < lines.size(); k++) {
        const std::string place = "line " + std::to_string(k + 1) + ": ";
        const auto words = split(lines[k], " \t");
        long row, col;
        if (words.size() != 2 || !read_integer(words[0], row) || !read_integer(words[1], col))
            finish(FORMAT, place + "not two numbers");
        if (k + 1 == lines.size()) {
            if (row != -1 || col != -1) finish(FORMAT, place + "the last line is not -1 -1");
        } else if (row < 1 || row > board.size || col < 1 || col > board.size) {
            finish(FORMAT, place + "not on the board");
        } else {
            moves.push_back(board.at(int(row) - 1, int(col) - 1));
        }
    }
    char stone = 'X';
    std::size_t right = 0;
    while (right < moves.size() && board.is_legal(moves[right], stone)) {
        board.put(moves[right++], stone);
        stone = stone == 'X' ? 'O' : 'X';
    }
    bool can_move = false;
    for (std::size_t point = 0; right == moves.size() && point < board.cells.size(); point++)
        can_move = can_move || board.is_legal(int(point), stone);
    if (right == moves.size() && !can_move) finish(RIGHT, "all " + std::to_string(lines.size()) + " lines are right");
    const std::string words = "line " + std::to_string(right + 1) +
                              (right < moves.size() ? ": an illegal move" : ": -1 -1, but the side to move can move");
    if (right == 0) finish(WRONG, words);
    char points[40];
    std::snprintf(points, sizeof points, "points %g", double(std::to_string(right).size() * FULL_POINTS) / FULL_SCORE);
    finish(POINTS, std::string(points) + "\n" + words);
}

//// words

static const char* const BLANKS = " \t\r\n";

static bool is_answer(const std::string& word) {
    return IS_ANSWER;
}

static void check(const std::string&, const std::string& output, const std::string& answer) {
    const auto wanted = split(answer, BLANKS), given = split(output, BLANKS);
    if (given.size() != wanted.size())
        finish(FORMAT, std::to_string(given.size()) + " answers; expected " + std::to_string(wanted.size()));
    for (std::size_t k = 0; k < given.size(); k++)
        if (!is_answer(given[k])) finish(FORMAT, "answer " + std::to_string(k + 1) + " is none");
    for (std::size_t k = 0; k < given.size(); k++)
        if (given[k] != wanted[k]) finish(WRONG, "answer " + std::to_string(k + 1) + " is wrong");
    finish(RIGHT, "all is right");
}

//// main

int main(int count, char** words) {
    if (count < 4) finish(FAILED, "expected INPUT OUTPUT ANSWER [REPORT]");
    if (count > 4) report = words[4];
    check(content(words[1]), content(words[2]), content(words[3]));
}
