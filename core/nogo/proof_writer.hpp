// Writes down what the solver found, as a proof that proof_check.hpp can follow.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "proof_check.hpp"
#include "solve.hpp"

namespace tengen::nogo {

class ProofWriter {
public:
    // For a position that this side wins, as the solver has shown. The set of positions takes at most `most_bytes`, and
    // the letters take at most as much again.
    ProofWriter(Solver& solver, Cell winner, std::size_t most_bytes)
        : solver_(solver), points_(solver.position()), winner_(winner), most_bytes_(most_bytes) {}

    // Writes until all is written. NO_ROOM: it does not fit. STOPPED: it was cancelled, or the seconds have passed
    // (negative: no limit). Any other fault: that side does not win.
    proof::Fault run(double seconds, const Cancel* cancel) {
        return points_.size() <= proof::Stones<std::uint64_t>::HALF ? run_with<std::uint64_t>(seconds, cancel)
                                                                    : run_with<unsigned __int128>(seconds, cancel);
    }

    std::uint64_t answers() const { return answers_.load(std::memory_order_relaxed); }
    const std::string& letters() const { return letters_; }

private:
    template <class Word>
    proof::Fault run_with(double seconds, const Cancel* cancel) {
        const Budget budget(seconds, cancel);
        answers_ = 0;
        letters_.clear();
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
                if (best != NOWHERE) letters_ += proof::LETTERS[std::size_t(points_.number(best))];
                return best;
            },
            answers_, cancel);
        stopped = stopped || budget.is_spent();
        return fault == proof::Fault::ENDS_EARLY && stopped ? proof::Fault::STOPPED : fault;
    }

    Solver& solver_;
    const proof::Points points_;
    const Cell winner_;
    const std::size_t most_bytes_;
    std::atomic<std::uint64_t> answers_{0};
    std::string letters_;
};

}  // namespace tengen::nogo
