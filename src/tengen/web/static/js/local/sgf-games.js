// Games read from SGF, of each its main line, and written in it. As games/sgf.py and games/tree.py.

import { badInput } from "./refusals.js";
import { colorName, rowsOf } from "./boards.js";
import { DIALECTS, gameOf } from "./dialects.js";
import { escaped, faultAt, MOST_SIDE, parseNodes, readLetters, readLine, readSize, writeLetters, writeNodes } from "./sgf.js";

const COLORS = { B: "black", W: "white" };
const INITIALS = { black: "B", white: "W" };
const SET_UP = { AB: "X", AW: "O", AE: "." };
const PASS_SIDE = 19; // FF[4]: up to here tt is a pass

const MOST_BRANCHES = 200; // lines of play beside the main one
const MOST_PLIES = 20_000; // of all of them together

/** {start, moves, end, branches, leftOut} of the first game of a text. `game` and `rules` come before what it says. Each
 *  branch is {of, ply, moves}: it leaves an earlier line after some plies; `leftOut`: are some not among them? */
export function readSgf({ tengen }, text, game, rules) {
  const nodes = oneMoveEach(parseNodes(text));
  const wrapped = (node, work) => {
    try {
      return work();
    } catch (error) {
      throw faultAt(text, node.offset, error.message);
    }
  };
  const root = nodes[0];
  const first = (name) => readLine(root.properties[name]?.[0] ?? "");
  const { name, dialect, size, said } = wrapped(root, () => {
    const found = gameOf(first("GM"), first("RU"), game);
    const its = DIALECTS[found];
    return { name: found, dialect: its, size: first("SZ").trim() ? readSize(first("SZ")) : [its.side, its.side],
      said: its.readRules("komi" in rules ? "" : first("KM"), first("RU")) };
  });
  const board = { tengen, name, dialect, height: size[0], width: size[1] };
  const steps = nodes.map((node, index) => wrapped(node, () => readNode(board, nodes, index)));
  const lines = leavesOf(nodes).map((leaf) => lineTo(nodes, leaf).map((index) => steps[index]));
  let wrong = null;
  for (const choice of dialect.toTry({ ...said, ...rules })) {
    const start = wrapped(root, () => startOf(board, steps[0], choice));
    const main = play(board, start, lines[0], choice);
    if (!main.error) return { ...main, ...branchesOf(main, lines.slice(1).map((line) => play(board, start, line, choice))) };
    wrong ??= main;
  }
  throw faultAt(text, wrong.step.node.offset, wrong.error);
}

/** Nodes with moves of both sides, which FF[4] does not allow, as two: in the order of the text. */
function oneMoveEach(nodes) {
  for (const [number, node] of nodes.entries()) {
    const [, second] = Object.keys(node.properties).filter((name) => name in COLORS);
    if (!second) continue;
    const index = nodes.push({ ...node, parent: number, properties: { [second]: node.properties[second] } }) - 1;
    for (const child of node.children) nodes[child].parent = index;
    node.children = [index];
    delete node.properties[second];
  }
  return nodes;
}

/** The last nodes of all lines, the main line's first. */
function leavesOf(nodes) {
  const found = [];
  const open = [0];
  while (open.length) {
    const index = open.pop();
    if (!nodes[index].children.length) found.push(index);
    open.push(...nodes[index].children.toReversed());
  }
  return found;
}

function lineTo(nodes, leaf) {
  const line = [];
  for (let index = leaf; index !== null; index = nodes[index].parent) line.push(index);
  return line.reverse();
}

/** The lines beside the main one, but those that begin elsewhere, break the rules, or are too many. */
function branchesOf(main, others) {
  const lines = [main.moves];
  const branches = [];
  let leftOut = false;
  let plies = 0;
  for (const { start, moves, error } of others) {
    plies += moves?.length ?? 0;
    if (error || !start.equals(main.start) || branches.length === MOST_BRANCHES || plies > MOST_PLIES) {
      leftOut = true;
      continue;
    }
    const common = lines.map((line) => line.findIndex((move, ply) => move !== moves[ply]))
      .map((ply, index) => (ply < 0 ? lines[index].length : ply));
    const ply = Math.max(...common);
    if (ply >= moves.length) continue;
    branches.push({ of: common.indexOf(ply), ply, moves: moves.slice(ply) });
    lines.push(moves);
  }
  return { branches, leftOut };
}

/** What a node does: {node, areas, toPlay, color, move}. */
function readNode(board, nodes, index) {
  const node = nodes[index];
  const { properties } = node;
  const areas = Object.entries(SET_UP).flatMap(([name, cell]) => (properties[name] ?? [])
    .filter((value) => value.trim()).map((value) => ({ ...readArea(board, name, value), cell })));
  let toPlay = "PL" in properties ? readSide(readLine(properties.PL[0])) : null;
  if (!toPlay && (areas.length || index === 0)) toPlay = moverFrom(nodes, index);
  const moves = Object.keys(COLORS).flatMap((name) => (properties[name] ?? []).map((value) => [name, value.trim()]));
  if (moves.length > 1) {
    const words = moves.slice(0, 3).map(([name, value]) => `${name}[${value.slice(0, 20)}]`);
    throw badInput(`${words.join(" ")} in one node; expected one move`);
  }
  const [name, value] = moves[0] ?? [];
  return { node, areas, toPlay, color: name && COLORS[name], move: name ? readMove(board, name, value) : null };
}

/** Who makes the first move from this node on: after stones that are set up, that is the side to move. */
function moverFrom(nodes, index) {
  for (let at = index; at !== undefined; at = nodes[at].children[0]) {
    const name = Object.keys(COLORS).find((each) => each in nodes[at].properties);
    if (name) return COLORS[name];
  }
  return null;
}

function readArea(board, name, value) {
  return named(`${name}[${value.slice(0, 20)}]`, () => {
    const [one, other = one] = value.trim().split(":").map((point) => readPoint(board, point));
    return { top: Math.min(one[0], other[0]), left: Math.min(one[1], other[1]),
      bottom: Math.max(one[0], other[0]), right: Math.max(one[1], other[1]) };
  });
}

/** The number of a move; a pass is past the last point. */
function readMove(board, name, value) {
  const { height, width, dialect } = board;
  const isOldPass = value === "tt" && Math.max(height, width) <= PASS_SIDE;
  return named(`${name}[${value.slice(0, 20)}]`, () => {
    if (!value || value === "PA") return height * width;
    try {
      const [row, col] = readPoint(board, value);
      return row * width + col;
    } catch (error) {
      if (isOldPass || dialect.passes.includes(value.toLowerCase())) return height * width;
      throw error;
    }
  });
}

function named(where, work) {
  try {
    return work();
  } catch (error) {
    throw badInput(`${where}: ${error.message}`);
  }
}

function readPoint({ dialect, height, width, tengen, name }, value) {
  if (dialect.letters || /^[A-Za-z]{2}$/.test(value)) return readLetters(value, height, width);
  const move = tengen.start(name, [height, width]).move(value.slice(0, 20));
  return [Math.floor(move / width), move % width];
}

function readSide(value) {
  const sides = { B: "black", BLACK: "black", 1: "black", W: "white", WHITE: "white", 2: "white" }; // a slip in FF[3] had numbers
  const side = sides[value.trim().toUpperCase()];
  if (!side) throw badInput(`PL[${value.slice(0, 20)}] is not a side; expected B or W`);
  return side;
}

function startOf({ tengen, name, dialect, height, width }, { areas, toPlay }, rules) {
  const usual = tengen.start(name, [height, width], rules);
  const rows = areas.length ? withAreas(Array(height).fill(".".repeat(width)), areas) : rowsOf(usual);
  const count = (cell) => rows.join("").split(cell).length - 1;
  return tengen.position(name, rows.join("\n"), toPlay ?? dialect.mover(count("X"), count("O")), rules);
}

function withAreas(rows, areas) {
  const grid = rows.map((row) => [...row]);
  for (const { top, left, bottom, right, cell } of areas) {
    for (let row = top; row <= bottom; row += 1) grid[row].fill(cell, left, right + 1);
  }
  return grid.map((row) => row.join(""));
}

/** Plays the line: where it starts (anew, if stones were set up on the way), its moves, and where they lead. */
function play({ tengen, name }, first, steps, rules) {
  let start = first;
  let end = first;
  let beforePasses = first;
  let passes = 0;
  let moves = [];
  let made = 0;
  for (const [index, step] of steps.entries()) {
    if (index && (step.areas.length || (step.toPlay && step.toPlay !== end.toPlay))) {
      const rows = withAreas(rowsOf(end), step.areas);
      start = end = beforePasses = tengen.position(name, rows.join("\n"), step.toPlay ?? end.toPlay, rules);
      [moves, passes] = [[], 0];
    }
    if (step.move === null) continue;
    const isPoint = step.move !== end.pass;
    if (passes > 1 && end.isOver && isPoint) { // they did not agree about the end: those passes were none
      end = beforePasses;
      moves = moves.slice(0, -passes);
      passes = 0;
    }
    if (end.isOver && !isPoint) continue; // some write a pass more than it takes to end the game
    const todo = [step.move];
    if (step.color !== end.toPlay && !end.isOver) {
      if (!end.hasPasses || !end.isLegal(end.pass)) return failed(step, made, end, `${colorName(end.toPlay)} is to play`);
      todo.unshift(end.pass); // that the file leaves out
    }
    for (const move of todo) {
      const why = end.isSound ? end.whyIllegal(move) : { text: tengen.check(end).reasons[0].text };
      if (why) return failed(step, made, end, why.text);
      const isPass = move === end.pass;
      end = end.play(move);
      passes = isPass ? passes + 1 : 0;
      if (!isPass) beforePasses = end;
      moves.push(move);
    }
    made += todo.length;
  }
  return { start, moves, end };
}

function failed(step, made, position, text) {
  const move = `${colorName(step.color)} ${position.name(step.move)}`;
  return { step, error: `move ${made + 1}, ${move}, is illegal: ${text}` };
}

/** A game as text. values: after each move Black's chance to win, or null; branches: as readSgf gives them; properties:
 *  of the root, by their names. */
export function writeSgf({ about, games }, start, moves, { values = [], branches = [], properties = {}, outcome = null } = {}) {
  const { height, width, game } = start;
  const dialect = DIALECTS[game];
  const cells = [...start.cells];
  if (Math.max(height, width) > MOST_SIDE) {
    throw badInput(`a ${height}x${width} board; SGF has letters for at most ${MOST_SIDE} rows and columns`);
  }
  if (cells.includes(3)) {
    throw badInput(`there is no point at ${start.name(cells.indexOf(3))}; SGF has no word for that, and boards with holes cannot be written`);
  }
  const write = (point) => (dialect.letters ? writeLetters([Math.floor(point / width), point % width]) : start.name(point));
  const points = (kind) => cells.flatMap((cell, point) => (cell === kind ? [write(point)] : []));
  const [black, white] = [points(1), points(2)];
  const hasStones = black.length + white.length > 0;
  const isBare = !hasStones && !games[game].starts_empty; // it would start with discs, unless the file says otherwise
  const root = {
    parent: null,
    FF: "4", CA: "UTF-8", AP: `Tengen:${about.version}`, GM: String(dialect.number),
    SZ: height === width ? String(width) : `${width}:${height}`,
    ...dialect.writeRules(start),
    ...(outcome ? { RE: resultOf(outcome) } : {}),
    ...(hasStones || isBare || start.toPlay === "white" ? { PL: INITIALS[start.toPlay] } : {}),
    ...(black.length ? { AB: black } : {}), ...(white.length ? { AW: white } : {}),
    ...(isBare ? { AE: `${write(0)}:${write(height * width - 1)}` } : {}),
    ...Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, escaped(value)])),
  };
  const sides = start.toPlay === "black" ? ["B", "W"] : ["W", "B"];
  const node = (move, ply, parent) => ({ parent, [sides[ply % 2]]: move === start.pass ? "" : write(move) });
  const nodes = [root, ...moves.map((move, ply) => ({ ...node(move, ply, ply), ...opinion(games[game].has_margin, values[ply]) }))];
  const lines = [nodes.map((_, index) => index)];
  for (const branch of branches) {
    const line = lines[branch.of].slice(0, branch.ply + 1);
    for (const move of branch.moves) line.push(nodes.push(node(move, line.length - 1, line.at(-1))) - 1);
    lines.push(line);
  }
  return writeNodes(nodes);
}

function resultOf({ winner, rule, black, white, komi = 0 }) {
  if (!winner) return "0";
  const margin = rule === "area" || rule === "discs" ? Math.abs(black - white - komi) : "";
  return `${INITIALS[winner]}+${margin}`;
}

function opinion(hasMargin, value) {
  if (value === null || value === undefined) return {};
  const own = hasMargin ? {} : { V: (2 * value - 1).toFixed(3) }; // else FF[4] wants V to be a score
  return { SBKV: (100 * value).toFixed(2), ...own };
}
