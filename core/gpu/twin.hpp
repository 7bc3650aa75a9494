// A card's games played on the processor, one after the other: the same games, the same totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../cancel.hpp"
#include "../totals.hpp"
#include "games.hpp"

namespace tengen::gpu {

// Games from one position, as a kernel takes them.
struct CardGames {
    std::string header, game;       // where the kernel's game is, and its type
    std::vector<std::byte> start;   // a lane's words
    std::uint32_t words, origin;
    std::uint32_t memory;  // bytes of a lane, whose slots may be smaller than words
    Counters counters;
    std::uint32_t white;
    void (*play)(const CardGames&, std::uint64_t seed, std::uint64_t first, std::uint64_t games, const Cancel* cancel,
                 std::uint64_t* sums);
};

template <class Game>
void play_games(const CardGames& card, std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                const Cancel* cancel, std::uint64_t* sums) {
    using Word = typename Game::Word;
    std::vector<Word> start(card.words), words(card.words);
    std::vector<typename Game::Slot> slots(card.words - card.origin);
    std::memcpy(start.data(), card.start.data(), card.start.size());
    const Job<Word> job{start.data(), card.words, card.origin, card.counters, card.white, seed, first, first + games};
    const Memory<Word, typename Game::Slot, 1> memory{words.data() + card.origin, slots.data()};
    for (std::uint64_t number = job.first; number < job.end && !cancelled(cancel); number++) {
        words = start;
        for (std::size_t k = 0; k < slots.size(); k++) slots[k] = typename Game::Slot(start[card.origin + k]);
        Game game = Game::begin(memory, Stream::of(seed, number));
        while (!game.is_over()) game.step(memory);
        if constexpr (requires { game.settle(memory); }) game.settle(memory);
        count_game(game, job, [&](std::uint32_t k) { sums[k]++; });
        for (std::uint32_t point = 0; point < job.counters.points; point++)
            if (const int stone = game.stone(memory, point)) sums[job.counters.ended(stone - 1) + point]++;
    }
}

template <class Game>
CardGames card_games(std::string header, std::string name, const std::vector<typename Game::Word>& words,
                     std::size_t origin, Counters counters, std::uint32_t white) {
    const auto size = std::uint32_t(words.size()), below = std::uint32_t(origin);
    CardGames card{std::move(header), std::move(name), {}, size, below, memory_of<Game>(size, below), counters, white,
                   play_games<Game>};
    card.start.resize(words.size() * sizeof(words[0]));
    std::memcpy(card.start.data(), words.data(), card.start.size());
    return card;
}

// From a card's numbers, Counters::size() of them.
inline Totals totals_of(const CardGames& card, const std::uint64_t* sums) {
    const Counters& counters = card.counters;
    Totals totals(Index(counters.points), counters.points > 0);
    totals.games = sums[Counters::GAMES];
    for (const int colour : {0, 1}) totals.wins[colour] = sums[Counters::WINS + std::uint32_t(colour)];
    auto take = [&](std::vector<std::uint64_t>& to, std::uint32_t from, std::uint32_t size) {
        to.assign(sums + from, sums + from + size);
    };
    take(totals.lengths, Counters::LENGTHS, counters.lengths);
    for (const int colour : {0, 1}) take(totals.ended[colour], counters.ended(colour), counters.points);
    take(totals.first_games, counters.first_games(), counters.points);
    take(totals.first_wins, counters.first_wins(), counters.points);
    return totals;
}

inline Totals twin_games(const CardGames& card, std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                         const Cancel* cancel) {
    std::vector<std::uint64_t> sums(card.counters.size());
    card.play(card, seed, first, games, cancel, sums.data());
    return totals_of(card, sums.data());
}

}  // namespace tengen::gpu
