// Writes down as a proof what the solver found.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "proof_check.hpp"
#include "solve.hpp"

namespace tengen::nogo {

class ProofWriter {
public:
    // Of a position that the solver has shown this side to win. The positions of the proof take no more than so much,
    // and so do its letters.
    ProofWriter(Solver& solver, Cell winner, std::size_t most_bytes)
        : solver_(solver), points_(solver.position()), winner_(winner), most_bytes_(most_bytes) {}

    // Until all is written; NO_ROOM if it does not fit; STOPPED if it was cancelled or so many seconds (if not negative)
    // have passed; any other fault if that side does not win.
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
                // The one after which the least is new keeps the proof small.
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
