// Positions and moves as they go over the wire, as web/boards.py has them.

import { badInput, listed } from "./refusals.js";

const COLORS = ["black", "white"];
const GLYPHS = ".XO#";
const VIEW_VERSION = 1;

export const colorName = (color) => (color === "black" ? "Black" : "White");
export const otherColor = (color) => (color === "black" ? "white" : "black");

/** A number in words as Python writes it: of two that are as near, the even one. */
export function fixed(value, digits) {
  const scaled = value * 10 ** digits;
  const low = Math.floor(scaled);
  return scaled - low === 0.5 && low % 2 === 0 ? (low / 10 ** digits).toFixed(digits) : value.toFixed(digits);
}

const shown = (value) => JSON.stringify(value)?.slice(0, 40) ?? "missing";

export function requireOneOf(name, value, choices) {
  if (!choices.includes(value)) throw badInput(`'${name}' is ${shown(value)}; expected ${listed(choices)}`);
  return value;
}

/** Height and width: one number for both, or two. */
export function readSize(value, most) {
  const sides = Number.isInteger(value) ? [value, value] : value;
  if (!Array.isArray(sides) || sides.length !== 2 || !sides.every(Number.isInteger)) {
    throw badInput(`the size is ${shown(value)}; expected a number like 9, or rows and columns like [9, 13]`);
  }
  checkSize(...sides, most);
  return sides;
}

export function checkSize(height, width, most) {
  if (height >= 1 && height <= most && width >= 1 && width <= most) return;
  throw badInput(`a board of ${height} by ${width} points; expected 1 to ${most} rows and columns`);
}

/** A position: {game, diagram, to_play, rules}. */
export function readPosition({ tengen, about }, value) {
  if (typeof value?.diagram !== "string") throw badInput(`${shown(value)} is not a position; expected a JSON object`);
  const rows = value.diagram.split("\n");
  checkSize(rows.length, rows[0].length, about.limits.size);
  requireOneOf("to_play", value.to_play, COLORS);
  return tengen.position(value.game, value.diagram, value.to_play, value.rules ?? {});
}

/** The position that a game of this name, size and rules begins with. */
export function usualStart({ tengen, about }, { game, size, rules }) {
  const kind = about.games.find((each) => each.name === game);
  if (!kind) throw badInput(`there is no game ${shown(game)}; expected ${listed(about.games.map((each) => each.name))}`);
  return tengen.start(game, readSize(size ?? kind.usual_size, about.limits.size), rules ?? {});
}

export const rowsOf = (position) => position.diagram.split("\n");
export const pairsOf = (position, points) => points.filter((point) => point !== position.pass)
  .map((point) => [Math.floor(point / position.width), point % position.width]);
export const mayPass = (position) => !position.isOver && position.hasPasses && position.isLegal(position.pass);

/** Where each side may move. The other side's points are known where stones live by liberties. */
export function legalMoves({ about }, position) {
  const found = { black: [], white: [] };
  if (!position.isSound) return found;
  found[position.toPlay] = pairsOf(position, position.legalMoves);
  if (about.games.find((each) => each.name === position.game).chains) {
    const other = otherColor(position.toPlay);
    const turned = position.withToPlay(other);
    found[other] = pairsOf(turned, turned.legalMoves);
    turned.free();
  }
  return found;
}

/** What a move changed on the board. */
export function stepBetween(before, after) {
  const old = before.cells;
  const found = [];
  after.cells.forEach((cell, point) => {
    if (cell !== old[point]) found.push([Math.floor(point / before.width), point % before.width, GLYPHS[cell]]);
  });
  return found;
}

/** Why a move is illegal, and the chains that it would leave without a liberty, or the rows it would make. */
export function refusalOf(position, move, { rule, text, chains }) {
  const { width, cells } = position;
  const stones = [...new Set(chains.flat())].filter((point) => cells[point] === 1 || cells[point] === 2).sort((a, b) => a - b);
  const marks = stones.map((point) => [point, "circle", "bad"]);
  if (move !== position.pass) marks.push([move, "cross", "bad"]);
  return {
    move: position.name(move),
    rule,
    reason: text,
    marks,
    chains: chains.map((chain) => pairsOf(position, chain)),
    chain: stones.map((point) => [Math.floor(point / width), point % width]),
  };
}

/** How the game ended, by the rules or because it was stopped and counted; null: it goes on. */
export function overOf(position, stopped = false) {
  if (!position.isSound || !(position.isOver || stopped)) return null;
  const { winner, text, row = [] } = position.outcome({ stopped: true });
  const rows = row.length ? { row: pairsOf(position, row) } : {};
  return { winner, reason: text, ending: position.isOver ? "over" : "stopped", ...dataOf(position), ...rows };
}

/** The outcome as data: its rule, and the numbers in it. */
export function dataOf(position) {
  const { winner, rule, black, white, komi, margin } = position.outcome({ stopped: true });
  if (rule === "area") return { rule, black, white, komi, margin };
  if (rule === "discs") return { rule, black, white, margin };
  if (rule !== "row") return { rule };
  const won = position.winningRows.filter(([first]) => position.cells[first] === (winner === "black" ? 1 : 2));
  return { rule, lines: won.map((row) => pairsOf(position, [row[0], row.at(-1)])) };
}

/** An outcome in words: "Black wins: 5 in a row from G7 to C3". */
export const outcomeWords = ({ winner, text }) => `${winner ? `${colorName(winner)} wins` : "a draw"}: ${text}`;

const stateWords = (position) => (position.isSound && position.isOver
  ? outcomeWords(position.outcome()) : `${colorName(position.toPlay)} to play`);

/** The board as it is, and the last move. */
export function viewOf({ about, games }, position, last = null, caption = stateWords(position)) {
  const { style, title } = about.games.find((each) => each.name === position.game);
  const row = [...new Set(position.winningRows.flat())];
  return {
    version: VIEW_VERSION,
    height: position.height,
    width: position.width,
    rows: rowsOf(position),
    style,
    coordinates: games[position.game].coordinates,
    title: `${title}, ${position.height}x${position.width}`,
    caption,
    ...(last !== null && last !== position.pass ? { last } : {}),
    ...(row.length ? { marks: row.map((point) => [point, "circle", "good"]) } : {}),
  };
}

/** A line of play: the names of its moves, and what each changes on the board. */
export function lineOf(start, moves) {
  const found = { moves: [], steps: [] };
  let position = start;
  for (const move of moves) {
    const after = position.play(move);
    found.moves.push(position.name(move));
    found.steps.push(stepBetween(position, after));
    if (position !== start) position.free();
    position = after;
  }
  if (position !== start) position.free();
  return found;
}
