// One seed, one search, on every kind of processor.
#pragma once

#include <cstdio>

#include "../search.hpp"
#include "testing.hpp"

namespace tengen::testing {

// Searches on one thread: has every line the visits that it had when this number was written down? If the search has
// changed on purpose, write down what this prints.
template <class Search>
bool has_signature(Search&& search, std::uint64_t expected) {
    search.run(1000, -1, 1, false, nullptr);
    std::uint64_t signature = 0;
    for (const auto& finding : search.report().findings) {
        signature = derived_seed(signature, finding.visits);
        for (const Index move : finding.line) signature = derived_seed(signature, std::uint64_t(move));
    }
    if (signature != expected) std::fprintf(stderr, "the signature is 0x%016llxu\n", (unsigned long long)(signature));
    return signature == expected;
}

}  // namespace tengen::testing
