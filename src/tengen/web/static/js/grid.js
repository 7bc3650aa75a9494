// Boards as rows of "X", "O", "." and "#"; names of points; positions as a part of an address.

export const otherSide = (side) => (side === "black" ? "white" : "black");
export const stoneOf = (side) => (side === "black" ? "X" : "O");

/** coordinates: how a game names its points, as the server says: letters for the columns, and which way rows go. */
export function columnName(col, { letters }) {
  let name = "";
  for (let left = col + 1; left; left = Math.floor((left - 1) / letters.length)) {
    name = letters[(left - 1) % letters.length] + name;
  }
  return name;
}

export function rowName(row, height, coordinates) {
  return String(coordinates.from_bottom ? height - row : row + 1);
}

export function vertex([row, col], height, coordinates) {
  return columnName(col, coordinates) + rowName(row, height, coordinates);
}

/** The point that a vertex names, or null for a pass. */
export function pointOf(name, height, { letters, from_bottom: fromBottom }) {
  const [, word, number] = /^([A-Za-z]+)(\d+)$/.exec(name) ?? [];
  if (!word || name.toLowerCase() === "pass") return null;
  const cased = letters === letters.toLowerCase() ? word.toLowerCase() : word.toUpperCase();
  const col = [...cased].reduce((total, letter) => total * letters.length + letters.indexOf(letter) + 1, 0) - 1;
  return [fromBottom ? height - number : number - 1, col];
}

export const toGrid = (diagram) => diagram.split("\n").map((row) => [...row]);
export const toDiagram = (grid) => grid.map((row) => row.join("")).join("\n");

/** The grid after these steps, each a list of [row, col, cell]. */
export function after(grid, steps) {
  const result = grid.map((row) => [...row]);
  for (const step of steps) for (const [row, col, cell] of step) result[row][col] = cell;
  return result;
}

export function count(grid, cell) {
  return grid.reduce((total, row) => total + row.filter((each) => each === cell).length, 0);
}

/** A position as text that an address can hold: game:side:rows[:rules], empty points as numbers. */
export function toFragment(position) {
  const rows = position.diagram.split("\n").map((row) => row.replace(/\.+/g, (run) => run.length));
  const rules = Object.entries(position.rules ?? {}).map(([name, value]) => `${name}=${value}`).join(",");
  const parts = [position.game, position.to_play, rows.join("/").replaceAll("#", "H")];
  return encodeURI([...parts, ...(rules ? [rules] : [])].join(":"));
}

/** The position in such a text, or null if it is not one. Addresses come from strangers: everything is checked. */
export function fromFragment(text, games, mostSize) {
  const parts = decoded(text).split(":");
  const [game, toPlay, packed, rules = ""] = parts;
  if (parts.length > 4 || !games.includes(game) || !["black", "white"].includes(toPlay)) return null;
  if (!/^[XOH\d/]+$/.test(packed ?? "") || packed.length > 2 * mostSize * (mostSize + 1)) return null;
  const rows = packed.split("/").map((row) => row.replace(/\d+/g, (run) => ".".repeat(Math.min(run, mostSize + 1))));
  if (rows.length > mostSize || rows.some((row) => !row.length || row.length !== rows[0].length)) return null;
  if (rows[0].length > mostSize) return null;
  return { game, diagram: rows.join("\n").replaceAll("H", "#"), to_play: toPlay, rules: readRules(rules) };
}

function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return "";
  }
}

function readRules(text) {
  const found = {};
  for (const [, name, value] of text.matchAll(/(\w+)=([\w.-]+)/g)) {
    found[name] = value === "true" ? true : value === "false" ? false : isNaN(value) ? value : Number(value);
  }
  return found;
}
