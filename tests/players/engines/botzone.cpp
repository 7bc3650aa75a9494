// A Botzone bot for NoGo in C++ that goes on running: the first point from the top-left where it may play, as far as it
// can see. It reads the numbers of a line, not its JSON: all coordinates, requests first, as Botzone writes them.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

static bool taken[9][9];

static void take(const std::string& line)
{
    for (size_t at = line.find("\"x\":"); at != std::string::npos; at = line.find("\"x\":", at + 1)) {
        const int x = std::atoi(line.c_str() + at + 4);
        const int y = std::atoi(line.c_str() + line.find("\"y\":", at) + 4);
        if (x >= 0)
            taken[y][x] = true;
    }
}

int main()
{
    std::string line;
    while (std::getline(std::cin, line)) {
        take(line);
        for (int point = 0; point < 81; ++point) {
            const int x = point % 9, y = point / 9;
            if (taken[y][x] || (x + y) % 2)
                continue;
            taken[y][x] = true;
            std::cout << "{\"response\":{\"x\":" << x << ",\"y\":" << y << "}}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << std::endl;
            break;
        }
    }
}
