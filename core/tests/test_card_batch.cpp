// The kernels of a batch on a graphics card, one thread after the other, beside the core's own batch: the same games.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../batch.hpp"
#include "../card_batch.hpp"
#include "../go/boards.hpp"
#include "../gomoku/boards.hpp"
#include "../nogo/boards.hpp"
#include "../othello/boards.hpp"
#include "testing.hpp"

using namespace tengen;
using namespace tengen::testing;

namespace {

double scale = 1;

// What a card has, here.
template <class Position, class Boards, class Rules>
class Twin {
    using Kernels = gpu::BatchKernels<Rules, 0>;
    using Seat = BatchSeat<typename Rules::State>;

public:
    BatchArrays arrays;

    Twin(const Position& start, const BatchSettings& settings, std::size_t plane_bytes)
        : card_("", start, settings), table_(card_.table.size() / sizeof(std::uint64_t)),
          seats_(settings.boards, Seat{{}, {}, Random(0)}), shown_(settings.boards) {
        const std::size_t boards = settings.boards, moves = std::size_t(start.board().size() + Position::HAS_PASSES);
        std::memcpy(table_.data(), card_.table.data(), card_.table.size());
        arrays.to_play.resize(boards);
        arrays.rewards.resize(2 * boards);
        arrays.over.resize(boards);
        arrays.truncated.resize(boards);
        arrays.plies.resize(boards);
        mask_.resize(pieces(boards * moves));
        planes_.resize(pieces(boards * plane_bytes * Rules::PLANES));
        arrays.mask.resize(boards * moves);
        arrays.planes.resize(boards * plane_bytes * Rules::PLANES);
        job_ = {{reinterpret_cast<const BatchTable<Rules>*>(table_.data()),
                 seats_.data(),
                 {arrays.to_play.data(), arrays.rewards.data(), arrays.over.data(), arrays.truncated.data(),
                  arrays.plies.data()}},
                reinterpret_cast<std::uint8_t*>(mask_.data()),
                reinterpret_cast<std::uint8_t*>(planes_.data()),
                shown_.data(),
                nullptr,
                nullptr,
                nullptr,
                1,
                8,
                1,
                settings.illegal_loses ? nullptr : &wrong_,
                std::uint32_t(boards),
                0,
                start.board().size()};
    }

    void reset(const std::vector<std::uint64_t>& seeds) {
        job_.seeds = seeds.data();
        run(Kernels::reset);
    }
    void play_random(Index plies) {
        job_.plies = plies;
        run(Kernels::play_random);
    }
    std::optional<std::size_t> step(const std::vector<std::int64_t>& moves, const std::vector<std::uint32_t>& where) {
        job_.moves = moves.data();
        job_.where = where.data();
        job_.count = std::uint32_t(where.size());
        wrong_ = ~0u;
        if (job_.wrong) run(Kernels::check);
        run(Kernels::step);
        job_.where = nullptr;
        job_.count = std::uint32_t(seats_.size());
        return wrong_ < where.size() ? std::optional<std::size_t>(wrong_) : std::nullopt;
    }
    Position position(std::size_t board) const {
        return *card_.position(reinterpret_cast<const std::byte*>(&seats_[board]));
    }
    void put(std::size_t board, const Position& position) {
        const std::vector<std::uint32_t> where{std::uint32_t(board)};
        card_.put(reinterpret_cast<std::byte*>(&seats_[board]), position);
        job_.where = where.data();
        job_.count = 1;
        run(Kernels::take_up);
        job_.where = nullptr;
        job_.count = std::uint32_t(seats_.size());
    }

private:
    static std::size_t pieces(std::size_t bytes) { return (bytes + gpu::PIECE - 1) / gpu::PIECE; }

    void run(void (*kernel)(const gpu::BatchJob<Rules>&, std::uint32_t)) {
        for (std::uint32_t k = 0; k < job_.count; k++) kernel(job_, k);
        for (std::uint32_t k = 0; k < mask_.size() + planes_.size(); k++) Kernels::show(job_, k);
        std::memcpy(arrays.mask.data(), mask_.data(), arrays.mask.size());
        if (!arrays.planes.empty()) std::memcpy(arrays.planes.data(), planes_.data(), arrays.planes.size());
    }

    CardBatchOf<Position, Boards, Rules> card_;
    std::vector<std::uint64_t> table_;
    std::vector<Seat> seats_;
    std::vector<gpu::Shown<Rules>> shown_;
    std::vector<gpu::Piece> mask_, planes_;
    std::uint32_t wrong_ = 0;
    gpu::BatchJob<Rules> job_;
};

void expect_same(const BatchArrays& one, const BatchArrays& other) {
    EXPECT(one.mask == other.mask);
    EXPECT(one.planes == other.planes);
    EXPECT(one.to_play == other.to_play);
    EXPECT(one.rewards == other.rewards);
    EXPECT(one.over == other.over);
    EXPECT(one.truncated == other.truncated);
    EXPECT(one.plies == other.plies);
}

template <class Boards, class Rules, class Position>
void plays_alike(const Position& start, const BatchSettings& settings, Random& random) {
    if (!start.is_sound() || start.is_over()) return;
    std::vector<std::uint64_t> seeds(settings.boards);
    for (std::uint64_t& seed : seeds) seed = random.next();
    BatchOf<Position, Boards> made(start, settings, seeds);
    Batch<Position>& batch = made;
    Twin<Position, Boards, Rules> twin(start, settings, batch.plane_bytes());
    twin.reset(seeds);
    const Index points = start.board().size(), steps = Index(scale * double(2 * points + 20));
    for (Index k = 0; k < steps; k++) {
        expect_same(twin.arrays, batch.arrays());
        const std::size_t some = random.below(std::uint32_t(settings.boards));
        EXPECT(twin.position(some) == batch.position(some));
        if (k % 8 == 7) {
            batch.play_random(2, nullptr, settings.boards);
            twin.play_random(2);
            continue;
        }
        if (k % 16 == 4) {
            const Position position = batch.position(random.below(std::uint32_t(settings.boards)));
            batch.put(some, position);
            twin.put(some, position);
            continue;
        }
        // Legal moves, and few passes; now and then any number.
        std::vector<std::uint32_t> where;
        std::vector<std::int64_t> numbers;
        std::vector<Index> moves;
        for (std::uint32_t board = 0; board < settings.boards; board++) {
            if (batch.has_ended(board) || random.below(4) == 0) continue;
            const std::uint8_t* const mask = &batch.arrays().mask[board * std::size_t(batch.moves())];
            Index move = Index(random.below(std::uint32_t(batch.moves())));
            if (random.below(40))
                for (Index tries = 0; tries < 100 && (!mask[move] || (move == points && tries < 20)); tries++)
                    move = Index(random.below(std::uint32_t(batch.moves())));
            where.push_back(board);
            numbers.push_back(move);
            moves.push_back(move == points ? PASS : move);
        }
        EXPECT(twin.step(numbers, where) == batch.step(moves.data(), where.data(), where.size()));
    }
    expect_same(twin.arrays, batch.arrays());
}

// With every kind of planes, and every way to end a game.
template <class Boards, class Rules, class Position>
void plays_alike(const Position& start, Random& random) {
    for (const Planes planes : {Planes::NONE, Planes::BYTES, Planes::FLOATS, Planes::BITS})
        for (const bool autoreset : {false, true})
            plays_alike<Boards, Rules>(start,
                                       {.boards = 3 + random.below(8),
                                        .planes = planes,
                                        .autoreset = autoreset,
                                        .illegal_loses = random.below(2) == 0,
                                        .opening = Index(random.below(3)),
                                        .most_plies = random.below(2) ? 0 : Index(random.below(60) + 4)},
                                       random);
}

template <int WORDS>
void on_boards(Index height, Index width, Random& random) {
    Board plain(height, width), holes(height, width);
    for (auto& cell : holes.cells)
        if (random.below(8) == 0) cell = HOLE;
    for (const Board& board : {plain, holes}) {
        plays_alike<nogo::Boards<WORDS>, nogo::RulesOnSets<WORDS>>(nogo::Position(board, BLACK), random);
        for (const bool suicide : {false, true})
            plays_alike<go::Boards<WORDS>, go::RulesOnSets<WORDS>>(
                go::Position(board, WHITE, {.suicide = suicide, .ko = go::KoRule::SIMPLE}), random);
        plays_alike<gomoku::Boards<WORDS>, gomoku::RulesOnSets<WORDS>>(
            gomoku::Position(board, BLACK, {4, gomoku::Variant::CARO}), random);
        if (height % 2 == 0 && width % 2 == 0) {
            Board start = board;
            const auto at = [&](Index row, Index col) -> std::uint8_t& {
                return start.cells[std::size_t(row * width + col)];
            };
            at(height / 2 - 1, width / 2 - 1) = at(height / 2, width / 2) = WHITE;
            at(height / 2 - 1, width / 2) = at(height / 2, width / 2 - 1) = BLACK;
            plays_alike<othello::Boards<WORDS>, othello::RulesOnSets<WORDS>>(othello::Position(start, BLACK), random);
        }
    }
}

}  // namespace

int main(int, char** arguments) {
    scale = std::atof(arguments[1]);
    Random random = seeded(31);
    on_boards<1>(1, 7, random);
    on_boards<1>(2, 2, random);
    on_boards<1>(5, 5, random);
    on_boards<1>(8, 8, random);
    on_boards<2>(9, 9, random);
    on_boards<4>(10, 14, random);
    on_boards<6>(19, 19, random);
}
