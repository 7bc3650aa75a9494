// The games of this browser: new ones, those in the store, and those that somebody is at.

import { readPosition, requireOneOf, usualStart } from "./boards.js";
import { Clock } from "./clock.js";
import { Game, newStored } from "./game.js";
import { LiveGame } from "./live.js";
import { badInput, notFound } from "./refusals.js";
import { storedGame, storeNext } from "./store.js";

/** A state, or the game in SGF. */
export async function read(core, id, part) {
  const game = new Game(core, await gameOf(id));
  return part === "sgf" ? game.sgf() : game.state(0, false);
}

/** Somebody comes to a game; send(message): what they are told. */
export const enter = async (core, id, send) => new LiveGame(core, new Game(core, await gameOf(id)), send);

async function gameOf(id) {
  const stored = await storedGame(id);
  if (!stored) throw notFound("there is no such game");
  return stored;
}

export async function create(core, body) {
  const start = body.start ? readPosition(core, body.start) : usualStart(core, body);
  if (!start.isSound) throw badInput(core.tengen.check(start).reasons[0].text);
  const seats = Object.fromEntries(["black", "white"].map((side) => [side, seatOf(core, start.game, body[side])]));
  if (body.clock) Clock.parse(body.clock);
  const stored = newStored(core, start, seats, body.clock ?? null);
  await storeNext(stored);
  const game = new Game(core, stored);
  const [one, other] = game.people;
  const tokens = Object.fromEntries([one, other, other && "both"].filter(Boolean).map((name) => [name, "here"]));
  return { id: stored.id, tokens, watch: `#game=${stored.id}`, state: game.state(0, false) };
}

function seatOf({ about, games }, game, seat) {
  if (requireOneOf("kind", seat?.kind, ["person", "player"]) === "person") {
    return { kind: "person", name: (seat.name ?? "").trim().slice(0, about.limits.name) };
  }
  if (seat.level) {
    const { levels } = about.games.find((each) => each.name === game);
    requireOneOf("level", seat.level, levels.map((each) => each.name));
    return { kind: "player", name: `Tengen, ${seat.level}`, level: seat.level };
  }
  const names = about.players.map((each) => each.name).filter((name) => name !== "net" || games[game].net);
  const player = requireOneOf("player", seat.player, names);
  const seconds = Math.min(about.limits.seconds, Math.max(about.limits.least_seconds, seat.seconds ?? 1));
  return { kind: "player", name: player === "mcts" || player === "net" ? `${player} ${seconds} s` : player, player, seconds };
}

export async function summaries(ids) {
  const found = await Promise.all(ids.map((id) => storedGame(id)));
  const games = found.filter(Boolean).map(({ id, start, seats, moves, over, created, updated }) => {
    const rows = start.diagram.split("\n");
    return { id, game: start.game, size: [rows.length, rows[0].length], seats, ply: moves.length, over, created, updated };
  });
  return { games };
}
