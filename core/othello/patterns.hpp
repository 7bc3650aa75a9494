// The patterns' tables, as a search reads them, from the numbers that are learned.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/job.hpp"
#include "kernels/pattern_layout.hpp"

namespace tengen::othello {

// Which number of those that are learned stands for each way to fill each pattern. Mirror images share one.
class PatternNumbers {
public:
    static const PatternNumbers& all() {
        static const PatternNumbers numbers;
        return numbers;
    }

    int count() const { return count_; }
    int of(int entry) const { return of_[std::size_t(entry)]; }            // of the tables, one after the other
    int swapped(int entry) const { return swapped_[std::size_t(entry)]; }  // the entry with the discs turned

    // For each place of a pattern, in a position seen from the side to move.
    std::array<int, PATTERN_PLACES> of_position(std::uint64_t own, std::uint64_t other) const {
        std::array<int, PATTERN_PLACES> numbers;
        for (int place = 0; place < PATTERN_PLACES; place++) {
            const int pattern = PATTERN_LAYOUT.pattern[place];
            int fill = 0;
            for (int point = PATTERN[pattern].points - 1; point >= 0; point--) {
                const int at = PATTERN_LAYOUT.at[place][point];
                fill = 3 * fill + int(own >> at & 1) + 2 * int(other >> at & 1);
            }
            numbers[std::size_t(place)] = of(PATTERN_LAYOUT.offset[pattern] + fill);
        }
        return numbers;
    }

private:
    PatternNumbers() : of_(PATTERN_TABLE), swapped_(PATTERN_TABLE) {
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            const int points = PATTERN[pattern].points, offset = PATTERN_LAYOUT.offset[pattern];
            for (int fill = 0; fill < PATTERN_LAYOUT.fills[pattern]; fill++) {
                int digits[MOST_PATTERN_POINTS], left = fill, mirrored = 0, turned = 0;
                for (int point = 0; point < points; point++, left /= 3) digits[point] = left % 3;
                for (int point = points - 1; point >= 0; point--) {
                    turned = 3 * turned + (3 - digits[point]) % 3;
                    mirrored = 3 * mirrored + digits[PATTERN_LAYOUT.mirrored[pattern][point]];
                }
                swapped_[std::size_t(offset + fill)] = offset + turned;
                const bool is_known = PATTERN[pattern].is_symmetric && mirrored < fill;
                of_[std::size_t(offset + fill)] = is_known ? of(offset + mirrored) : count_++;
            }
        }
    }

    int count_ = 0;
    std::vector<int> of_, swapped_;
};

class Patterns {
public:
    // The numbers are learned for boards with 4, 12, 20, ... 60 empty points; between them they change evenly.
    static constexpr int KNOTS = 8, FIRST_KNOT = 4, KNOT_DISTANCE = 8;
    static constexpr int MOST_EMPTIES = 60;
    static constexpr int CONFIDENCES = LookaheadJob::SURE + 1;

    static std::size_t size() { return std::size_t(KNOTS) * std::size_t(PatternNumbers::all().count()); }

    // Discs, for each knot and number; finite.
    explicit Patterns(std::span<const float> discs) : tables_(PHASES * 2 * std::size_t(PATTERN_TABLE)) {
        const PatternNumbers& numbers = PatternNumbers::all();
        const auto count = std::size_t(numbers.count());
        std::vector<std::int16_t> here(count);
        for (int phase = 0; phase < PHASES; phase++) {
            const auto [knot, share] = at_knot(EMPTIES_A_PHASE * phase);
            const float* const low = discs.data() + std::size_t(knot) * count;
            for (std::size_t number = 0; number < count; number++)
                here[number] = stored(low[number] + share * (low[number + count] - low[number]));
            std::int16_t* const first = tables_.data() + std::size_t(phase) * 2 * PATTERN_TABLE;
            for (int entry = 0; entry < PATTERN_TABLE; entry++) {
                first[entry] = here[std::size_t(numbers.of(entry))];
                first[PATTERN_TABLE + entry] = here[std::size_t(numbers.of(numbers.swapped(entry)))];
            }
        }
        for (int empties = 0; empties <= MOST_EMPTIES; empties++)
            of_[std::size_t(empties)] =
                tables_.data() + std::size_t((empties + 1) / EMPTIES_A_PHASE) * 2 * PATTERN_TABLE;
        for (int confidence = 0; confidence < CONFIDENCES; confidence++) fill_errors(confidence);
    }
    Patterns(const Patterns&) = delete;
    Patterns& operator=(const Patterns&) = delete;

    // The lower of the two knots that the numbers are between, and how far it is to the higher.
    static std::pair<int, float> at_knot(int empties) {
        const float at = std::clamp(float(empties - FIRST_KNOT) / KNOT_DISTANCE, 0.0f, float(KNOTS - 1));
        const int knot = std::min(int(at), KNOTS - 2);
        return {knot, at - float(knot)};
    }

    const std::int16_t* const* tables() const { return of_.data(); }
    const std::uint16_t* errors(int confidence) const { return errors_[std::size_t(confidence)].data(); }

    // How far the value of a deep search is from that of a shallow one, in discs: a standard deviation.
    static double error(int empties, int deep, int shallow) {
        return std::max(1.0, ERROR[0] + ERROR[1] * deep + ERROR[2] * shallow + ERROR[3] * empties);
    }

private:
    static constexpr int EMPTIES_A_PHASE = 2, PHASES = 32;
    static constexpr double ERROR[4] = {5.0, 0.29, -0.7, -0.052};
    // So many standard deviations must lie between a shallow search's value and the window.
    static constexpr double DEVIATIONS[CONFIDENCES] = {0.95, 1.4, 2.0, 2.6, 3.3, 0.0};

    static std::int16_t stored(float discs) {
        constexpr float SCALE = LookaheadJob::DISC << LookaheadJob::SHIFT, MOST = 32767;
        return std::int16_t(std::lround(std::clamp(SCALE * discs, -MOST, MOST)));
    }

    void fill_errors(int confidence) {
        constexpr int DEPTHS = LookaheadJob::MOST_CUT_DEPTH;
        auto& errors = errors_[std::size_t(confidence)];
        errors.resize(std::size_t(2 * (MOST_EMPTIES + 1) * DEPTHS));
        for (int empties = 0; empties <= MOST_EMPTIES; empties++)
            for (int deep = 0; deep < DEPTHS; deep++)
                for (int is_zero = 0; is_zero < 2; is_zero++) {
                    const int shallow = is_zero ? 0 : LookaheadJob::shallow(deep);
                    errors[std::size_t((empties * DEPTHS + deep) * 2 + is_zero)] = std::uint16_t(
                        std::lround(LookaheadJob::DISC * DEVIATIONS[confidence] * error(empties, deep, shallow)));
                }
    }

    std::vector<std::int16_t> tables_;
    std::array<const std::int16_t*, MOST_EMPTIES + 1> of_{};
    std::array<std::vector<std::uint16_t>, CONFIDENCES> errors_;
};

}  // namespace tengen::othello
