// What is to be known of each game beside its rules, which the core has: numbers for names, and the names of points.
import { TengenError, checkedWhole } from "./engine.js";

const KO = ["simple", "positional", "situational"];
const VARIANTS = ["freestyle", "standard", "caro", "renju"];
const MOST_POINTS = 100_000_000;
const MOST_KOMI = 1_000_000;
const GTP = { letters: "ABCDEFGHJKLMNOPQRSTUVWXYZ", fromBottom: true };
const FROM_TOP = { letters: "abcdefghijklmnopqrstuvwxyz", fromBottom: false };

const NO_RULES = { usual: {}, numbers: () => [0, 0, 0] };

export const GAMES = {
  nogo: { number: 0, title: "NoGo", size: 9, coordinates: GTP, hasPasses: false, hasChains: true, ...NO_RULES },
  go: {
    number: 1,
    title: "Go",
    size: 9,
    coordinates: GTP,
    hasPasses: true,
    hasChains: true,
    netSuits: ({ height, width }) => Math.max(height, width) <= 13, // larger boards than this were not tried
    usual: { komi: 7.5, ko: "positional", suicide: false },
    numbers({ komi, ko, suicide }) {
      if (typeof komi !== "number" || !(Math.abs(komi) <= MOST_KOMI) || !Number.isInteger(2 * komi)) {
        throw new TengenError(`the komi is ${komi}; expected whole or half points, at most ${MOST_KOMI}`);
      }
      return [2 * komi, choice(KO, ko, "ko rule"), suicide ? 1 : 0];
    },
  },
  gomoku: {
    number: 2,
    title: "Gomoku",
    size: 19,
    coordinates: GTP,
    hasPasses: false,
    hasChains: false,
    netSuits: ({ height, width, rules }) =>
      height === 15 && width === 15 && rules.in_a_row === 5 && rules.variant === "freestyle", // it learned no other
    usual: { in_a_row: 5, variant: "freestyle" },
    numbers({ in_a_row: row, variant }) {
      const number = choice(VARIANTS, variant, "variant");
      checkedWhole(row, 1, MOST_POINTS, "in a row");
      if (variant === "renju" && row !== 5) throw new TengenError(`${row} in a row in renju; expected 5`);
      return [row, number, 0];
    },
  },
  othello: {
    number: 3,
    title: "Othello",
    size: 8,
    coordinates: FROM_TOP,
    hasPasses: true,
    hasChains: false,
    mostRows: 16,
    ...NO_RULES,
  },
};

function choice(words, word, what) {
  const number = words.indexOf(word);
  if (number < 0) throw new TengenError(`there is no ${what} '${word}'; expected ${words.join(", ")}`);
  return number;
}

export function gameOf(name) {
  if (!Object.hasOwn(GAMES, name)) {
    throw new TengenError(`there is no game '${name}'; expected ${Object.keys(GAMES).join(", ")}`);
  }
  return GAMES[name];
}

/** All rules of the game, with those that were chosen. */
export function rulesOf(game, chosen) {
  for (const name of Object.keys(chosen)) {
    if (!Object.hasOwn(game.usual, name)) throw new TengenError(`${game.title} has no rule '${name}'`);
  }
  return Object.freeze({ ...game.usual, ...chosen });
}

/** Rows and columns. */
export function sizeOf(game, size) {
  const [height, width] = Array.isArray(size) ? size : [size, size];
  checkedWhole(height, 1, game.mostRows ?? MOST_POINTS, "rows");
  checkedWhole(width, 1, game.mostRows ?? MOST_POINTS, "columns");
  if (height * width > MOST_POINTS) throw new TengenError(`a ${height}x${width} board has too many points`);
  return [height, width];
}

function columnName({ letters }, col) {
  let name = "";
  for (let left = col + 1; left > 0; left = Math.floor((left - 1) / letters.length)) {
    name = letters[(left - 1) % letters.length] + name;
  }
  return name;
}

/** The name of a move, as people see it. */
export function nameOf(position, move) {
  const { height, width, pass } = position;
  if (move === pass) return "pass";
  const { coordinates } = GAMES[position.game];
  const row = Math.floor(move / width);
  return `${columnName(coordinates, move % width)}${coordinates.fromBottom ? height - row : row + 1}`;
}

/** The move of a name. */
export function moveOf(position, text) {
  const { height, width, pass } = position;
  const word = String(text).trim();
  if (word.toLowerCase() === "pass") return pass;
  const { letters, fromBottom } = GAMES[position.game].coordinates;
  const name = fromBottom ? word.toUpperCase() : word.toLowerCase();
  const [, column, number] = /^([A-Za-z]{1,8})([0-9]{1,12})$/.exec(name) ?? [];
  if (!column || [...column].some((letter) => !letters.includes(letter))) {
    throw new TengenError(`'${text}' is not a vertex; expected a letter and a number`);
  }
  const col = [...column].reduce((sum, letter) => sum * letters.length + letters.indexOf(letter) + 1, 0) - 1;
  const row = fromBottom ? height - Number(number) : Number(number) - 1;
  if (row < 0 || row >= height || col >= width) throw new TengenError(`'${text}' is not on this board`);
  return row * width + col;
}
