// A map of first moves: how often the side to move wins at random after each, to within an error that is told. As
// web/maps.py.

import { fixed, viewOf } from "./boards.js";

const FIRST_ROUND = 256; // games for each move; each round plays twice as many as the one before
const SCALE = 0.25; // colours go from this far below one half to as far above it, whatever is found

/** The standard error of the rate. A few games that all end alike are no proof, so one of each is added. */
export function errorOf({ games, won }) {
  const share = (won + 1) / (games + 2);
  return games ? Math.sqrt((share * (1 - share)) / games) : 1;
}

/** Games in rounds, until no error is larger than this one, or so many games are played, or the time is up. */
export function firstMoves({ tengen }, position, { error, mostGames, seed: first, until }) {
  const tallies = alike(position).map((moves) => ({ moves, games: 0, won: 0 }));
  const seconds = () => (until - performance.now()) / 1000;
  let left = mostGames;
  let seed = first;
  for (let each = FIRST_ROUND; seconds() > 0; each *= 2) {
    const open = tallies.filter((tally) => errorOf(tally) > error);
    const games = Math.min(each, Math.floor(left / Math.max(1, open.length)));
    if (!open.length || !games) break;
    for (const tally of open) {
      if (seconds() <= 0) break;
      const after = position.play(tally.moves[0]);
      const found = tengen.simulations(after, { games, seed }).run({ seconds: seconds() });
      after.free();
      tally.games += found.games;
      tally.won += position.toPlay === "black" ? found.blackWins : found.whiteWins;
      seed += 1;
    }
    left -= games * open.length;
  }
  return tallies.filter((tally) => tally.games);
}

/** The points where the side to move may play, those together that a symmetry of the board makes one. */
function alike(position) {
  const { height, width, cells } = position;
  const images = Array.from({ length: height === width ? 8 : 4 }, (_, symmetry) => (
    Array.from(cells, (__, point) => imageOf(symmetry, Math.floor(point / width), point % width, position))));
  const kept = images.filter((image) => cells.every((cell, point) => cells[image[point]] === cell));
  const classes = new Map();
  for (const move of position.legalMoves) {
    if (move === position.pass) continue;
    const least = Math.min(...kept.map((image) => image[move]));
    if (!classes.has(least)) classes.set(least, []);
    classes.get(least).push(move);
  }
  return [...classes.values()];
}

/** Where a point goes: turned over by rows, by columns, and along the diagonal. */
function imageOf(symmetry, fromRow, fromCol, { height, width }) {
  const row = symmetry & 1 ? height - 1 - fromRow : fromRow;
  const col = symmetry & 2 ? width - 1 - fromCol : fromCol;
  return symmetry & 4 ? col * width + row : row * width + col;
}

/** The map, on a scale that is the same for every position: in the middle of it both sides win as often. */
export function mapOf(core, position, tallies) {
  const { marks: _marks, ...view } = viewOf(core, position);
  const heat = tallies.flatMap(({ moves, games, won }) => {
    const rate = won / games;
    const value = Math.max(0, Math.min(1, 0.5 + (rate - 0.5) / (2 * SCALE)));
    return moves.map((move) => [move, value, fixed(100 * rate, 0)]);
  });
  return heat.length ? { ...view, heat } : view;
}
