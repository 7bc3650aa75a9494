// The stones of a board with chains and liberties as sets of points: which chains are down to their last liberty is
// all that the rules of NoGo and Go ask. Small, quick to copy, and both sides' legal moves follow for all points at
// once.
#pragma once

#include "point_sets.hpp"

namespace tengen {

template <int WORDS>
struct ChainSets {
    using Set = PointSet<WORDS>;
    using On = Shape<WORDS>;

    Set stones[2];
    Set last[2];  // of those, the stones of chains with one liberty

    ChainSets() = default;

    // Of a sound position: every chain has a liberty.
    ChainSets(const On& shape, const Set& black, const Set& white) : stones{black, white} {
        for (int own = 0; own < 2; own++)
            for (Set left = stones[own]; left;) {
                const Set chain = shape.spread(left.first(), stones[own]);
                left &= ~chain;
                if (!(shape.beside(chain) & empty(shape)).has_several()) last[own] |= chain;
            }
    }

    Set empty(const On& shape) const { return shape.points & ~(stones[0] | stones[1]); }

    // Empty points where a stone of this side would have a liberty beside it, or join a chain that has another one.
    Set breathing(const On& shape, int own) const {
        const Set free = empty(shape);
        return shape.beside(free | (stones[own] & ~last[own])) & free;
    }

    // Empty points where it would take the last liberty of a chain of the other side.
    Set capturing(const On& shape, int own) const { return shape.beside(last[1 - own]) & empty(shape); }

    // Puts a stone on an empty point and takes off the chains of the other side that it leaves without a liberty; if
    // there are none and its own chain has none, that one. Gives what was taken off.
    Set place(const On& shape, Index point, int own) {
        const int other = 1 - own;
        Set stone;
        stone.add(point);
        const Set around = shape.beside(stone);
        const Set taken = shape.spread(around & last[other], last[other]);
        stones[own] |= stone;
        // An own chain beside it had its last liberty here, if it had only one; now they are one chain, looked at
        // below. One beside what is taken gets another liberty.
        const Set changed = shape.spread((around | shape.beside(taken)) & last[own], last[own]);
        last[own] &= ~changed;
        if (taken) {
            stones[other] &= ~taken;
            last[other] &= ~taken;
        }
        const Set free = empty(shape);
        Set chain = stone;
        switch (liberties(shape, chain, stones[own], free)) {
            case Liberties::NONE: {
                stones[own] &= ~chain;
                last[other] &= ~shape.spread(shape.beside(chain) & last[other], last[other]);
                return chain;
            }
            case Liberties::ONE: last[own] |= chain; break;
            case Liberties::MORE: break;
        }
        for (Set left = around & stones[other]; left;) {
            chain = left.first();
            if (liberties(shape, chain, stones[other], free) == Liberties::ONE) last[other] |= chain;
            left &= ~chain;
        }
        return taken;
    }

private:
    enum class Liberties { NONE, ONE, MORE };

    // Of the chain with these stones, which grows to the whole chain unless that has several liberties: then it is left
    // as soon as two are found.
    static Liberties liberties(const On& shape, Set& chain, const Set& colour, const Set& free) {
        for (;;) {
            const Set around = shape.beside(chain), found = around & free;
            if (found.has_several()) return Liberties::MORE;
            const Set wider = chain | (around & colour);
            if (wider == chain) return found ? Liberties::ONE : Liberties::NONE;
            chain = wider;
        }
    }
};

}  // namespace tengen
