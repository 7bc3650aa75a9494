// Boards in text: contest texts and diagrams, read and written. Rows are rows of X, O, . and #; no rules here.

import { columnName, rowName } from "../grid.js";
import { badInput, fault, quoted } from "./refusals.js";

const ALPHABETS = ["ABCDEFGHJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"]; // of the borders of diagrams
const TO_PLAY = { "black to play": "black", "white to play": "white" };
const GLYPHS = ".XO";

const linesOf = (text) => text.split(/\r\n|\r|\n/);
const blanksBefore = (line) => line.length - line.trimStart().length;

/** The board of a text, as {rows, toPlay}. contest: how the game writes its published problem (facts.json). */
export function readBoard(text, contest, format) {
  const rest = text.replace(/^\ufeff/, "").replace(/^[\r\n]+/, "");
  if (format === "contest" || (format === "auto" && looksLikeContest(rest, contest))) {
    return { rows: READERS[contest.kind](rest, contest.words), toPlay: contest.to_play };
  }
  return readDiagram(text);
}

function looksLikeContest(text, { kind, words }) {
  if (kind !== "bare") return /^-?\d+$/.test(linesOf(text)[0].trim());
  return text.trim() !== "" && [...text].every((each) => words.includes(each) || /\s/.test(each));
}

const READERS = {
  square(text, words) {
    const [first, ...lines] = linesOf(text);
    const side = readSide(first);
    return readRows(lines, 2, side, side, words);
  },

  bare(text, words) {
    const lines = linesOf(text.trimEnd());
    return readRows(lines, 1, lines.length, Math.max(1, lines[0].trimEnd().length), words);
  },

  numbers(text, words) {
    const [first, ...lines] = linesOf(text);
    const side = readSide(first);
    if (side > 16) throw fault(1, 1, `the board size is ${side}; expected at most 16`);
    requireEnd(lines, 2, side);
    return lines.slice(0, side).map((line, row) => readNumbers(line, row + 2, side, words));
  },
};

function readSide(line) {
  const word = line.trim();
  if (!word) throw fault(1, 1, "the first line is empty; expected the board size n");
  if (!/^-?\d+$/.test(word)) throw fault(1, 1, `${quoted(word)} is not a number; expected the board size n`);
  const side = Number(word);
  if (side < 1) throw fault(1, 1, `the board size is ${side}; expected 1 or more`);
  if (side > 10_000) throw fault(1, 1, `a board of size ${side} has ${side * side} points; at most 100000000 are allowed`);
  return side;
}

/** There are so many lines, and nothing but blanks after them. */
function requireEnd(lines, firstLine, height, isRow = () => false) {
  const last = lines.findLastIndex((line) => line.trim());
  if (last + 1 < height) {
    throw fault(firstLine + last + 1, 1, `the input ends after ${last + 1} row${last ? "s" : ""}; expected ${height}`);
  }
  const more = lines.findIndex((line, index) => index >= height && line.trim());
  if (more < 0) return;
  const [word] = lines[more].trim().split(/\s/);
  const what = isRow(word) ? `row ${height + 1} of a board of ${height} rows` : `${quoted(word)} after the board`;
  throw fault(firstLine + more, blanksBefore(lines[more]) + 1, `${what}; expected the end of the input`);
}

function readRows(lines, firstLine, height, width, words) {
  requireEnd(lines, firstLine, height, (word) => word.length === width && [...word].every((each) => words.includes(each)));
  return lines.slice(0, height).map((line, index) => {
    const row = line.trimEnd();
    const at = (column, message) => fault(firstLine + index, column + 1, message);
    const wrong = [...row].findIndex((glyph, col) => col >= width || !words.includes(glyph));
    if (wrong >= width) {
      throw at(wrong, `${quoted(row[wrong])} is past the end of the row; expected ${width} point${width > 1 ? "s" : ""}`);
    }
    if (wrong >= 0) {
      throw at(wrong, `${quoted(row[wrong])} is not a stone; expected ${words[1]}, ${words[2]} or ${words[0]}`);
    }
    if (row.length < width) throw at(row.length, `the row ends after ${row.length} of ${width} points`);
    return [...row].map((glyph) => GLYPHS[words.indexOf(glyph)]).join("");
  });
}

function readNumbers(line, number, side, words) {
  const found = [...line.matchAll(/\S+/g)];
  const row = found.map(({ 0: word, index }, col) => {
    if (col >= side) throw fault(number, index + 1, `${quoted(word)} is past the end of the row; expected ${side} numbers`);
    const cell = words.indexOf(word);
    if (cell < 0) {
      const expected = `${words[1]} (black), ${words[2]} (white) or ${words[0]} (empty)`;
      throw fault(number, index + 1, `${quoted(word)} is not a disc; expected ${expected}`);
    }
    return GLYPHS[cell];
  });
  if (row.length < side) throw fault(number, line.trimEnd().length + 1, `the row ends after ${row.length} of ${side} numbers`);
  return row.join("");
}

/** Rows of X, O, . and #, with or without blanks, borders, and a line that says whose turn it is. */
function readDiagram(text) {
  const rows = [];
  let toPlay = null;
  let border = false;
  linesOf(text.replace(/^\ufeff/, "")).forEach((line, index) => {
    const words = line.trim().split(/\s+/).filter(Boolean);
    if (!words.length) return;
    const side = TO_PLAY[words.join(" ").replace(/\.+$/, "").toLowerCase()];
    if (side) {
      toPlay = side;
    } else if (isBorder(words)) {
      border ||= rows.length > 0;
    } else {
      const column = blanksBefore(line) + 1;
      if (border || toPlay) throw fault(index + 1, column, `${quoted(line.trim())} after the board; expected the end of the input`);
      const row = diagramRow(line, index + 1);
      if (rows.length && row.length !== rows[0].length) {
        throw fault(index + 1, column, `the row has ${row.length} points; expected ${rows[0].length} as in the first row`);
      }
      rows.push(row);
    }
  });
  if (!rows.length) throw fault(1, 1, "there is no board; expected rows of X, O, . and #");
  return { rows, toPlay };
}

/** `O X` is a row, and so is a lone `X` or `O`, since no border starts there. */
function isBorder(words) {
  return ALPHABETS.some((letters) => words.every((word, col) => word === columnName(col, { letters })));
}

function diagramRow(line, number) {
  const [, before, points] = /^(\s*\d*\s*)(.*?)\s*\d*\s*$/.exec(line);
  const wrong = [...points].findIndex((glyph) => !/[XO.#\s]/.test(glyph));
  if (wrong >= 0) {
    throw fault(number, before.length + wrong + 1, `${quoted(points[wrong])} is not a stone; expected X, O, . or #`);
  }
  const row = points.replace(/\s/g, "");
  if (!row) throw fault(number, before.length + 1, "there is no point in this row; expected X, O, . or #");
  return row;
}

export function writeDiagram(rows, toPlay, coordinates) {
  const names = [...rows[0]].map((_, col) => columnName(col, coordinates));
  const step = names.at(-1).length + 1;
  const edge = String(rows.length).length;
  const letters = " ".repeat(edge) + names.map((name) => name.padStart(step)).join("");
  const lines = rows.map((row, index) => {
    const number = rowName(index, rows.length, coordinates).padStart(edge);
    return `${number}${[...row].map((glyph) => glyph.padStart(step)).join("")} ${number}`;
  });
  const mover = toPlay === "black" ? "Black" : "White";
  return [letters, ...lines, letters, `${mover} to play`, ""].join("\n");
}

export function writeContest(rows, title, { kind, words }) {
  const isWhole = rows.every((row) => !row.includes("#"));
  if (!isWhole || (kind !== "bare" && rows.length !== rows[0].length)) {
    throw badInput(`the contest text of ${title} has no way to write this board; a diagram has`);
  }
  const between = kind === "numbers" ? " " : "";
  const lines = rows.map((row) => [...row].map((glyph) => words[GLYPHS.indexOf(glyph)]).join(between));
  return [...(kind === "bare" ? [] : [String(rows.length)]), ...lines, ""].join("\n");
}
