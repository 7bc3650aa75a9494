// How hot a game is: its walls, the stops of Left and Right as a tax on every move rises.
//
// For any games G, H and any tax t, with L and R for the walls (Winning Ways, chapter 6):
//     R_t(G) + R_t(H) <= R_t(G + H),    L_t(G) + R_t(H) <= L_t(G + H) <= L_t(G) + L_t(H),
//     L_t(G) <= L_0(G) <= L_t(G) + t,   R_t(G) - t <= R_0(G) <= R_t(G).
// So walls at any tax bound the stops of a sum, and a stop that is not 0 says who wins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tengen::nogo {

// Dyadic fractions, in units of 2^-32. A game of so few moves as those whose values are worked out (values.hpp)
// has no number, mean or temperature with a denominator near that.
using Number = std::int64_t;
constexpr Number ONE = Number(1) << 32;

// Straight between its corners, the first at tax 0; upright above the last.
class Wall {
public:
    struct Corner {
        Number tax, value;
    };

    Wall() = default;
    explicit Wall(Number value) : corners_{{0, value}} {}

    Number at(Number tax) const {
        std::size_t k = corners_.size() - 1;
        if (tax >= corners_[k].tax) return corners_[k].value;
        while (corners_[k].tax > tax) k--;
        const Number slope = (corners_[k + 1].value > corners_[k].value) - (corners_[k + 1].value < corners_[k].value);
        return corners_[k].value + slope * (tax - corners_[k].tax);
    }

    void add(Number tax, Number value) { corners_.push_back({tax, value}); }

    Wall plus(Number more) const {
        Wall result = *this;
        for (Corner& corner : result.corners_) corner.value += more;
        return result;
    }
    Wall negative() const {
        Wall result = *this;
        for (Corner& corner : result.corners_) corner.value = -corner.value;
        return result;
    }

    // The greater (sign 1) or lesser (-1) of two walls everywhere.
    static Wall outer(const Wall& one, const Wall& other, int sign) {
        Wall result;
        const std::vector<Number> taxes = all_taxes(one, other);
        for (std::size_t k = 0; k < taxes.size(); k++) {
            const auto ahead = [&](Number tax) { return one.at(tax) - other.at(tax); };
            const auto add = [&](Number tax) {
                result.add(tax, sign > 0 ? std::max(one.at(tax), other.at(tax)) : std::min(one.at(tax), other.at(tax)));
            };
            add(taxes[k]);
            if (k + 1 == taxes.size()) break;
            const Number here = ahead(taxes[k]), there = ahead(taxes[k + 1]);
            if ((here < 0) != (there < 0) && here != 0 && there != 0)
                add(taxes[k] + crossing(here, there, taxes[k + 1] - taxes[k]));
        }
        return result;
    }

    static std::vector<Number> all_taxes(const Wall& one, const Wall& other) {
        std::vector<Number> taxes;
        for (const Corner& corner : one.corners_) taxes.push_back(corner.tax);
        for (const Corner& corner : other.corners_) taxes.push_back(corner.tax);
        std::sort(taxes.begin(), taxes.end());
        taxes.erase(std::unique(taxes.begin(), taxes.end()), taxes.end());
        return taxes;
    }

    // Where a straight line from `here` to `there`, so far apart, is 0. Slopes are 0, 1 or 2, so nothing is rounded.
    static Number crossing(Number here, Number there, Number apart) {
        const Number fall = here > there ? here - there : there - here;
        return (here > 0 ? here : -here) / (fall / apart);
    }

private:
    std::vector<Corner> corners_;
};

struct Thermograph {
    Wall left, right;
    Number mean, temperature;

    // Of a game that is no number, from the right walls of Left's options (the greatest of them) and the left walls of
    // Right's (the least).
    Thermograph(const Wall& best_left, const Wall& best_right) {
        std::vector<Number> taxes = Wall::all_taxes(best_left, best_right);
        // Above the last corner they approach each other at slope 2.
        const Number top = taxes.back();
        const Number open = best_left.at(top) - best_right.at(top) - 2 * top;
        if (open > 0) taxes.push_back(top + open / 2);
        Number before = 0, width_before = 0;
        for (const Number tax : taxes) {
            const Number width = best_left.at(tax) - best_right.at(tax) - 2 * tax;
            if (width <= 0) {
                temperature = tax == 0 ? 0 : before + Wall::crossing(width_before, width, tax - before);
                mean = best_left.at(temperature) - temperature;
                left.add(temperature, mean);
                right.add(temperature, mean);
                return;
            }
            left.add(tax, best_left.at(tax) - tax);
            right.add(tax, best_right.at(tax) + tax);
            before = tax;
            width_before = width;
        }
    }
};

}  // namespace tengen::nogo
