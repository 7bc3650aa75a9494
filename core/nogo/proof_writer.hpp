// Writes down what the solver found, as a proof that proof_check.hpp can follow.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "proof_check.hpp"
#include "solve.hpp"

namespace tengen::nogo {

class ProofWriter {
public:
    // For a position that this side wins, as the solver has shown. The set of positions takes at most `most_bytes`.
    ProofWriter(Solver& solver, Cell winner, std::size_t most_bytes)
        : solver_(solver), points_(solver.position()), winner_(winner), most_bytes_(most_bytes) {}

    // Writes until all is written: write(letters) is given a piece after the other. NO_ROOM: it does not fit. STOPPED:
    // it was cancelled, or the seconds have passed (negative: no limit). Any other fault: that side does not win.
    using Sink = std::function<void(std::string_view)>;
    proof::Fault run(const Sink& write, double seconds, const Cancel* cancel) {
        return points_.size() <= proof::Stones<std::uint64_t>::HALF
                   ? run_with<std::uint64_t>(write, seconds, cancel)
                   : run_with<unsigned __int128>(write, seconds, cancel);
    }

    std::uint64_t answers() const { return answers_.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t PIECE = 1 << 16;

    template <class Word>
    proof::Fault run_with(const Sink& write, double seconds, const Cancel* cancel) {
        const Budget budget(seconds, cancel);
        answers_ = 0;
        std::string letters;
        proof::Walk<Word> walk(solver_.position(), points_, winner_, most_bytes_);
        bool stopped = false;
        const auto fault = walk.follow(
            [&](const Position& position, const auto& new_replies) {
                std::uint64_t nodes = ~std::uint64_t(0);
                stopped = answers_ % 1024 == 0 && budget.is_spent();
                const auto moves = stopped ? std::vector<Index>{} : solver_.winning_moves(position, budget, nodes);
                // The move with the fewest new replies keeps the proof small.
                Index best = NOWHERE;
                int least = 0;
                for (const Index move : moves) {
                    const int replies = new_replies(move);
                    if (best == NOWHERE || replies < least) {
                        best = move;
                        least = replies;
                    }
                }
                if (best == NOWHERE) return best;
                letters += proof::LETTERS[std::size_t(points_.number(best))];
                if (letters.size() == PIECE) {
                    write(letters);
                    letters.clear();
                }
                return best;
            },
            answers_, cancel);
        if (!letters.empty()) write(letters);
        stopped = stopped || budget.is_spent();
        return fault == proof::Fault::ENDS_EARLY && stopped ? proof::Fault::STOPPED : fault;
    }

    Solver& solver_;
    const proof::Points points_;
    const Cell winner_;
    const std::size_t most_bytes_;
    std::atomic<std::uint64_t> answers_{0};
};

}  // namespace tengen::nogo
