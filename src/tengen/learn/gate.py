"""Is a net stronger than another? They play each other, policy against policy, many games at once."""

from __future__ import annotations

from collections import Counter

import torch
from torch import Tensor

from tengen.games.game import HasSelfPlay, Position
from tengen.grid import BLACK, WHITE
from tengen.learn.model import FrozenNet, Sight
from tengen.match.elo import Tally
from tengen.match.sprt import Sprt
from tengen.verbs.batch import batch

TEST = Sprt(0, 20)
_PAIRS = 128  # at a time
_MOST_PAIRS = 512
_MOST_PLIES = 2  # for each point
_OPENING = 4  # random plies: without them two nets play the same game again and again


def compare(first: FrozenNet, second: FrozenNet, sight: Sight, start: Position, seed: int) -> tuple[Tally, str | None]:
    """What the first net got, and what the test says of that: "H1" if it is stronger, "H0" if not; None: unclear."""
    pairs: Counter[int] = Counter()  # by half points
    counts = [0, 0, 0]  # lost, drawn, won
    games = 0
    while games < 2 * _MOST_PAIRS:
        results = _results(first, second, sight, start, seed + games)
        for half_points, count in enumerate(torch.bincount(results, minlength=3).tolist()):
            counts[half_points] += count
        games += len(results)
        pairs.update(results.view(-1, 2).sum(1).tolist())
        lost, drawn, won = counts
        tally = Tally(won, drawn, lost, (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))
        decision = TEST.look(tally).decision
        if decision is not None:
            return tally, decision
    return tally, None


def _results(first: FrozenNet, second: FrozenNet, sight: Sight, start: Position, seed: int) -> Tensor:
    """The half points that the first net got in each game. Each opening is played twice, with colours swapped."""
    opening = min(_OPENING, start.board.point_count // 4)
    seeds = [seed + k // 2 for k in range(2 * _PAIRS)]
    most_plies = _MOST_PLIES * start.board.point_count
    games = batch(start, 2 * _PAIRS, planes="float32", seed=seeds, opening=opening, most_plies=most_plies)
    game = start.game
    assert isinstance(game, HasSelfPlay)
    numbers = torch.tensor([float(game.net_number(start.with_to_play(color))) for color in (BLACK, WHITE)])
    planes, mask, to_play, over, rewards = (
        torch.from_numpy(each) for each in (games.planes, games.mask, games.to_play, games.over, games.rewards)
    )
    number = torch.arange(2 * _PAIRS)
    first_has = number % 2  # 0 Black, 1 White
    result = torch.zeros(2 * _PAIRS, dtype=torch.int64)
    going = torch.ones(2 * _PAIRS, dtype=torch.bool)
    while going.any():
        moves = torch.zeros(2 * _PAIRS, dtype=torch.int64)
        seen = sight.with_number(planes, numbers[to_play.long()]) if sight.number else planes
        for net, chosen in ((first, going & (to_play == first_has)), (second, going & (to_play != first_has))):
            # A GPU gets all boards every time: for each new number of them its library looks for the fastest way again.
            on_gpu = net.device.type == "cuda"
            policy = net(seen.to(net.device))[0].cpu()[chosen] if on_gpu else net(seen[chosen])[0]
            moves[chosen] = policy.masked_fill(mask[chosen] == 0, -torch.inf).argmax(1)
        games.step(moves[going].numpy(), where=number[going].numpy())
        ended = going & over
        result[ended] = 1 + rewards[number[ended], first_has[ended]].long()
        going &= ~over
    return result
