// What can be chosen about Go's rules, and the words a refused move is answered with.
#pragma once

#include <cstdint>
#include <vector>

#include "../grid.hpp"

namespace tengen::go {

// SIMPLE: no taking back at once the single stone that just took a single stone.
// POSITIONAL: no move may make a board that was there before; SITUATIONAL: none that was there with the same side to
// play. A pass is always legal.
enum class KoRule : std::uint8_t { SIMPLE, POSITIONAL, SITUATIONAL };

struct Rules {
    std::int32_t komi_halves = 15;  // what White is given, in half points: 15 is 7.5
    bool suicide = false;
    KoRule ko = KoRule::POSITIONAL;

    bool operator==(const Rules&) const = default;
};

enum class Fault { NONE, OCCUPIED, HOLE, SUICIDE, KO, SUPERKO, GAME_OVER, UNSOUND };

struct Refusal {
    Fault fault = Fault::NONE;
    std::vector<std::vector<Index>> chains;  // SUICIDE: the chain the move would leave without a liberty, the stone
                                             // itself included; KO: the stone that may not be taken; UNSOUND: all the
                                             // chains without a liberty
    std::int64_t repeats = -1;  // SUPERKO: the board would be again as it was after this many plies of the position
};

}  // namespace tengen::go
