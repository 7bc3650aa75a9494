"""python -m benchmarks.load_web: a server with two hundred people at it, from several addresses, as Markdown.

Each of them plays games of all kinds against the random player and clicks about once a second. Every move is on the
disk before it is shown. The clients are on the same machine, and take their share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import time

from benchmarks.timing import table
from benchmarks.web_clients import Guest, Served, served


async def play(server: Served, clients: int, addresses: int, seconds: float, pause: float) -> tuple[list[Guest], float]:
    """The clients after a while of playing, and the seconds of a processor that the server took for it."""
    guests = [
        Guest(server, f"127.0.0.{2 + number % addresses}", pause, random.Random(number)) for number in range(clients)
    ]
    until = time.monotonic() + seconds

    async def arrive(guest: Guest) -> None:
        await asyncio.sleep(random.uniform(0, min(1, seconds)))  # not all in the same moment
        await guest.play(until)

    before = server.cpu_seconds
    await asyncio.gather(*map(arrive, guests))
    return guests, server.cpu_seconds - before


async def lost_moves(guests: list[Guest]) -> int:
    return sum([await guest.lost_moves() for guest in guests])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_web", description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--addresses", type=int, default=10, help="of loopback, from 127.0.0.2 on")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between a reply and the next click")
    options = parser.parse_args()
    with served() as server:
        guests, used = asyncio.run(play(server, options.clients, options.addresses, options.seconds, options.pause))
        lost = asyncio.run(lost_moves(guests))
        memory = server.memory
    replies = sorted(1000 * reply for guest in guests for reply in guest.replies) or [float("nan")]
    errors = [error for guest in guests for error in guest.errors]
    print(
        table(
            [
                f"{options.clients} clients from {options.addresses} addresses, {options.seconds:g} s, "
                f"{len(os.sched_getaffinity(0))} cores",
                "result",
            ],
            [
                ["games begun", f"{sum(len(guest.shown) for guest in guests):,}"],
                ["clicks", f"{sum(guest.clicks for guest in guests):,}"],
                ["errors", f"{len(errors):,}"],
                ["moves that were shown and lost", f"{lost:,}"],
                ["click to the other side's move, median", f"{statistics.median(replies):.1f} ms"],
                ["99 %", f"{replies[int(0.99 * len(replies))]:.1f} ms"],
                ["the longest", f"{replies[-1]:.1f} ms"],
                ["the server's share of one core", f"{used / options.seconds:.0%}"],
                ["its memory at the end", f"{memory:,} MiB"],
            ],
        )
    )
    for error in errors[:5]:
        print(f"\n{error}")


if __name__ == "__main__":
    main()
