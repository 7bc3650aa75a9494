// Who chooses moves: levels by name, and searches in short pieces, so that a click is heard between two of them.

import { fixed } from "./boards.js";
import { netFor, theCore } from "./core.js";

const PIECE = 0.04; // seconds of a search before others have their turn
const TELL_EVERY = 0.2;
const MOST_HEAT = 30; // moves that are shown
const MEMORY = 64; // MiB for a tree

const seconds = () => performance.now() / 1000;
const breath = () => new Promise((resolve) => setTimeout(resolve));

/** {name, visits, seconds} of a seat: a level's player, like "mcts:visits=20", or one by its name. */
export function playerOf({ about }, game, seat) {
  const most = about.limits.seconds;
  if (!seat.level) return { name: seat.player, seconds: Math.min(most, seat.seconds) };
  const { levels } = about.games.find((each) => each.name === game);
  const [name, options = ""] = levels.find((each) => each.name === seat.level).player.split(":");
  const found = Object.fromEntries(options.split(",").filter(Boolean).map((option) => option.split("=")));
  return {
    name,
    visits: found.visits && Number(found.visits),
    seconds: Math.min(most, found.seconds ? Number(found.seconds) : most),
  };
}

/** The player of analysis and review: with the game's net, if it has one. */
export const usualPlayer = (limit) => ({ name: "net", seconds: limit });

/** What a player chooses, {move, value?}; null if `wanted()` says no before the end. tell(choice, visits). */
export async function choose(position, player, { tell = () => {}, wanted = () => true } = {}) {
  const { tengen } = await theCore();
  if (player.name === "random") return { move: tengen.randomMove(position) };
  if (player.name === "greedy") return { move: tengen.greedyMove(position) };
  return search(position, player, tell, wanted);
}

/** As `choose`; a search has at least one piece. */
export async function search(position, player, tell, wanted) {
  const { tengen } = await theCore();
  const net = player.name === "net" ? await netFor(position) : null;
  if (!wanted()) return null;
  const found = tengen.search(position, { net, memory: MEMORY });
  try {
    let told = seconds();
    const until = told + player.seconds;
    for (;;) {
      const piece = Math.max(0.01, Math.min(PIECE, until - seconds()));
      found.run({ ...(player.visits ? { visits: player.visits } : {}), seconds: piece });
      const isDone = found.isDecided || seconds() >= until || (player.visits && found.visits >= player.visits);
      if (isDone || seconds() >= told + TELL_EVERY) {
        told = seconds();
        tell(found.choice(), found.visits);
      }
      if (isDone) return found.choice();
      await breath();
      if (!wanted()) return null;
    }
  } finally {
    found.free();
  }
}

/** Black's chance to win, where the value is for the side to move. */
export function forBlack(position, value) {
  if (value === undefined || value === null) return null;
  return Math.round(1e4 * (position.toPlay === "black" ? value : 1 - value)) / 1e4;
}

/** What is thought, for the page. */
export function thought(position, ply, by, choice, visits) {
  const total = choice.candidates.reduce((sum, each) => sum + each.visits, 0) || 1;
  const heat = choice.candidates.slice(0, MOST_HEAT).filter((each) => each.move !== position.pass && each.visits)
    .map((each) => [Math.floor(each.move / position.width), each.move % position.width,
      Math.round((1e4 * each.visits) / total) / 1e4, fixed(100 * each.value, 0)]);
  return { type: "thinking", ply, by, value: forBlack(position, choice.value), visits, exact: choice.exact,
    line: choice.line.map((move) => position.name(move)), heat };
}
