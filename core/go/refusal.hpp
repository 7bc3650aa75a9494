// What is wrong with a move of Go that is refused.
#pragma once

#include <cstdint>
#include <vector>

#include "../grid.hpp"

namespace tengen::go {

enum class Fault { NONE, OCCUPIED, HOLE, SUICIDE, KO, SUPERKO, GAME_OVER, UNSOUND };

struct Refusal {
    Fault fault = Fault::NONE;
    std::vector<std::vector<Index>> chains;  // SUICIDE: the chain the move would leave without a liberty, the stone
                                             // itself included; KO: the stone that may not be taken; UNSOUND: all the
                                             // chains without a liberty
    std::int64_t repeats = -1;  // SUPERKO: the board would be again as it was after this many plies of the position
};

}  // namespace tengen::go
