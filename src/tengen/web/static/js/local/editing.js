// Questions about a position that is no game yet: read it, write it, look at it. As web/editing.py.

import { checkSize, legalMoves, lineOf, mayPass, overOf, pairsOf, readPosition, refusalOf, requireOneOf, rowsOf, usualStart, viewOf } from "./boards.js";
import { badInput } from "./refusals.js";

const texts = () => import("./texts.js");
const sgfGames = () => import("./sgf-games.js");
const UNPLAYED = { resigned: "R", time: "T", agreed: "", adjudicated: "" }; // as FF[4] has them
const FORMATS = ["auto", "contest", "diagram", "sgf"];

export function answerPosition(core, body) {
  const actions = { parse, write, look, start };
  return actions[requireOneOf("action", body.action, Object.keys(actions))](core, body);
}

/** What is to be seen of a position. */
function seen(core, position) {
  return {
    position: position.toJSON(),
    view: viewOf(core, position),
    legal: legalMoves(core, position),
    forbidden: pairsOf(position, position.forbidden),
    pass: position.isSound && mayPass(position),
    over: overOf(position),
    sound: position.isSound,
  };
}

function look(core, { position: value, move: name, moves: names }) {
  const position = readPosition(core, value);
  if (names) return lookAfter(core, position, names);
  if (name === undefined) return seen(core, position);
  const move = position.move(name);
  const why = position.whyIllegal(move);
  return { ...seen(core, position), why: why && refusalOf(position, move, why) };
}

/** A look at where these moves lead, as far as they are legal, and why the next one is not. */
function lookAfter(core, first, names) {
  let position = first;
  let why = null;
  const moves = [];
  for (const name of names) {
    const move = position.move(name);
    const illegal = position.whyIllegal(move);
    if (illegal) {
      why = refusalOf(position, move, illegal);
      break;
    }
    position = position.play(move);
    moves.push(move);
  }
  return { ...seen(core, position), start: first.toJSON(), ...lineOf(first, moves), why };
}

const start = (core, body) => seen(core, usualStart(core, body));

async function write(core, { position: value, format, ...game }) {
  const position = readPosition(core, value);
  const kind = core.about.games.find((each) => each.name === position.game);
  switch (requireOneOf("format", format, FORMATS.slice(1))) {
    case "diagram":
      return { text: (await texts()).writeDiagram(rowsOf(position), position.toPlay, kind.coordinates) };
    case "sgf":
      return { text: await writeGame(core, position, game) };
    default:
      return { text: (await texts()).writeContest(rowsOf(position), kind.title, core.games[position.game].contest) };
  }
}

/** A game as SGF: its moves, Black's chance to win after each, other lines of play, who played, how it ended. */
async function writeGame(core, position, { moves: names = [], values = [], branches: others = [], black, white, over }) {
  const moves = played(position, names);
  const lines = [moves];
  const branches = others.map(({ of, ply, moves: own }) => {
    const before = lines[of].slice(0, ply).map((move) => position.name(move));
    lines.push(played(position, [...before, ...own]));
    return { of, ply, moves: lines.at(-1).slice(ply) };
  });
  const { position: end } = position.replay(moves);
  const unplayed = over && UNPLAYED[over.ending] !== undefined
    ? { RE: over.winner ? `${over.winner === "black" ? "B" : "W"}+${UNPLAYED[over.ending]}` : "0" } : {};
  const properties = { ...(black ? { PB: black } : {}), ...(white ? { PW: white } : {}), ...unplayed };
  const { writeSgf } = await sgfGames();
  return writeSgf(core, position, moves, { values, branches, properties, outcome: end.isSound ? end.outcome() : null });
}

/** Moves of these names, all of them legal. */
export function played(position, names) {
  const moves = names.map((name) => position.move(name));
  const { legal } = position.replay(moves);
  if (legal < moves.length) throw badInput(`move ${legal + 1}, '${names[legal]}', is illegal`);
  return moves;
}

async function parse(core, { text, game, likely = game, rules = {}, format = "auto" }) {
  const { tengen, about } = core;
  requireOneOf("format", format, FORMATS);
  if (typeof text !== "string" || text.length > about.limits.paste) {
    throw badInput(`a text of more than ${about.limits.paste} bytes`);
  }
  if (format === "sgf" || (format === "auto" && /^[\ufeff\s]*\(/.test(text))) {
    return parseSgf(core, text, { game, likely, rules });
  }
  const names = about.games.map((each) => each.name);
  const { readBoard } = await texts();
  const { name, rows, toPlay } = recognised(core, readBoard, text, format, likely ?? names[0], game ? [] : names);
  const position = tengen.position(name, rows.join("\n"), toPlay, rules);
  const warnings = position.isSound ? [] : [tengen.check(position).reasons[0].text];
  return { ...seen(core, position), warnings };
}

/** Which game this text is of: the likely one if it can be, else one of the others whose contest writes so. */
function recognised({ about, games }, readBoard, text, format, likely, others) {
  const read = (name, form) => {
    const { rows, toPlay } = readBoard(text, games[name].contest, form);
    checkSize(rows.length, rows[0].length, about.limits.size);
    return { name, rows, toPlay };
  };
  requireOneOf("game", likely, about.games.map((each) => each.name));
  try {
    return read(likely, format);
  } catch (error) {
    for (const name of format === "auto" && text.trim() ? others : []) {
      try {
        return read(name, "contest");
      } catch {
        // It is none of this game either.
      }
    }
    throw error;
  }
}

/** The file's own word goes before the likely game. */
async function parseSgf(core, text, { game, likely, rules }) {
  const { readSgf } = await sgfGames();
  let read;
  try {
    read = readSgf(core, text, game, rules);
  } catch (error) {
    if (game || !likely) throw error;
    read = readSgf(core, text, likely, {});
  }
  const { start: first, moves, end, branches, leftOut } = read;
  checkSize(first.height, first.width, core.about.limits.size);
  const lines = [moves];
  const shown = branches.map(({ of, ply, moves: own }) => {
    lines.push([...lines[of].slice(0, ply), ...own]);
    const whole = lineOf(first, lines.at(-1));
    return { of, ply, moves: whole.moves.slice(ply), steps: whole.steps.slice(ply) };
  });
  const warnings = leftOut ? ["the file has variations that are not shown"] : [];
  return { ...seen(core, end), start: first.toJSON(), ...lineOf(first, moves), branches: shown, warnings };
}
