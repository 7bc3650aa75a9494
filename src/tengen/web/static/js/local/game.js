// One game: who sits where, the moves, the clocks, and all of it as the page wants to know it. As web/state.py.

import { colorName, dataOf, legalMoves, mayPass, otherColor, overOf, pairsOf, readPosition, stepBetween, viewOf } from "./boards.js";
import { Clock, GRACE } from "./clock.js";
import { Counting, counted } from "./counting.js";
import { refused } from "./refusals.js";
import { writeSgf } from "./sgf-games.js";

const RULES = { resigned: "resignation", time: "time" }; // the rule of each ending that the position does not show
const ENDINGS = { resigned: "R", time: "T", agreed: "" }; // as SGF has them

export const now = () => new Date().toISOString().replace(/\.\d+Z$/, "+00:00");

export class Game {
  /** Makes all the moves of a stored game. That they came in time was found when they were made. */
  constructor(core, stored) {
    this.core = core;
    this.stored = stored;
    this.start = readPosition(core, stored.start);
    const clock = stored.clock ? Clock.parse(stored.clock) : null;
    this.turns = [{ position: this.start, clocks: { black: clock, white: clock }, captures: { black: 0, white: 0 }, step: [] }];
    const { moves, over } = stored;
    this.stored = { ...stored, moves: [], over: null };
    for (const { move, seconds, value } of moves) this.play(this.position.move(move), seconds, value, Infinity);
    if (over && (over.ending in RULES || over.ending === "agreed")) this.end = over;
    this.stored.over = this.over;
  }

  get position() {
    return this.turns.at(-1).position;
  }

  get ply() {
    return this.turns.length - 1;
  }

  get toPlay() {
    return this.position.toPlay;
  }

  get seat() {
    return this.stored.seats[this.toPlay];
  }

  get clock() {
    return this.turns.at(-1).clocks[this.toPlay];
  }

  get people() {
    return ["black", "white"].filter((side) => this.stored.seats[side].kind === "person");
  }

  get isStopped() {
    const most = this.start.pliesAllowed;
    return most !== null && this.ply >= most;
  }

  get isOver() {
    return Boolean(this.end) || this.position.isOver || this.isStopped;
  }

  get over() {
    return this.end ?? overOf(this.position, this.isStopped);
  }

  /** A move that comes too late is not made: the game is lost on time. */
  play(move, seconds, value = null, grace = GRACE) {
    const { position, clocks, captures } = this.turns.at(-1);
    const left = this.clock && this.clock.after(seconds, grace);
    if (this.clock && !left) return this.lose(this.toPlay, "time", "ran out of time");
    const after = position.play(move);
    const step = stepBetween(position, after);
    this.turns.push({
      position: after,
      clocks: { ...clocks, [position.toPlay]: left },
      captures: capturesAfter(captures, position, move, step),
      step,
    });
    const made = { move: position.name(move), seconds, value };
    this._changed({ moves: [...this.stored.moves, made] });
    return made;
  }

  /** Black's chance to win, as it is known now, after the last move. */
  setValue(value) {
    const moves = [...this.stored.moves];
    moves[moves.length - 1] = { ...moves.at(-1), value };
    this._changed({ moves });
  }

  /** Has it ended, and do the players have to agree how? */
  get isToBeCounted() {
    return !this.end && this.position.isOver && this.core.games[this.position.game].has_dead_stones;
  }

  beginCounting() {
    const computers = ["black", "white"].filter((side) => !this.people.includes(side));
    this.counting = new Counting(this.position, this.position.deadStones(), computers);
  }

  /** Both sides agree which stones are dead. */
  settle() {
    const { dead } = this.counting;
    const bare = this.position.without(dead);
    const { winner, text } = bare.outcome({ stopped: true });
    const names = dead.map((point) => this.position.name(point)).join(" ");
    const reason = text + (names ? `, without the dead ${names}` : "");
    this.end = { winner, reason, ending: "agreed", ...dataOf(bare), dead: pairsOf(this.position, dead) };
    this._changed({});
  }

  /** They do not: the game goes on before both sides passed. */
  playOn() {
    this._goTo(this.ply - 2);
  }

  _goTo(ply) {
    for (const turn of this.turns.splice(ply + 1)) turn.position.free();
    this._changed({ moves: this.stored.moves.slice(0, ply) });
  }

  lose(side, ending, words) {
    const winner = otherColor(side);
    this.end = { winner, reason: `${colorName(side)} ${words}`, ending, rule: RULES[ending] };
    this._changed({});
    return null;
  }

  /** To before the last move of these seats. */
  takeBack(mine) {
    if (this.end) throw refused(409, "game over", `the game is over: ${this.end.reason}`);
    const mover = (turn) => turn.position.toPlay;
    const wanted = this.turns.slice(0, -1).findLastIndex((turn) => mine.includes(mover(turn)));
    if (wanted < 0) throw refused(409, "nothing to undo", "there is no move of yours to take back");
    this._goTo(wanted);
  }

  _changed(changes) {
    this.counting = null;
    this.stored = { ...this.stored, ...changes, updated: now() };
    this.stored.over = this.over;
  }

  /** All there is to know. `spent`: seconds of this turn; `running`: is more time spent on it? */
  state(spent, running) {
    const { core, position, start, stored } = this;
    const last = this.ply ? position.move(stored.moves.at(-1).move) : null;
    return {
      you: this.people,
      clock: this._clocks(spent, running && !this.isOver),
      id: stored.id,
      game: start.game,
      size: [start.height, start.width],
      rules: start.rules,
      start: start.toJSON(),
      moves: stored.moves.map(({ move }) => move),
      steps: this.turns.slice(1).map(({ step }) => step),
      ply: this.ply,
      to_play: position.toPlay,
      seats: stored.seats,
      view: viewOf(core, position, last),
      legal: legalMoves(core, position),
      forbidden: pairsOf(position, position.forbidden),
      pass: mayPass(position),
      captures: this.turns.at(-1).captures,
      over: this.over,
      count: this._count(),
      undo: null, // both seats are here: nobody else is asked
      values: stored.moves.map(({ value }) => value),
    };
  }

  /** How the board is counted, once that is known, and who agrees with it. */
  _count() {
    const { counting, end, position } = this;
    if (end?.dead) return counted(position, end.dead.map(([row, col]) => row * position.width + col), ["black", "white"], 0);
    return counting && counted(position, counting.dead, counting.agreed, counting.version);
  }

  _clocks(spent, running) {
    const { clocks } = this.turns.at(-1);
    if (!clocks.black) return null;
    const left = (side) => {
      if (side !== this.toPlay) return clocks[side].available;
      if (this.end?.ending === "time") return 0;
      return running ? clocks[side].running(spent)?.available ?? 0 : clocks[side].available;
    };
    const rounded = (side) => Math.round(100 * left(side)) / 100;
    return { black: rounded("black"), white: rounded("white"), running: running ? this.toPlay : null };
  }

  sgf() {
    const { stored, end } = this;
    const properties = { PB: stored.seats.black.name, PW: stored.seats.white.name, DT: stored.created.slice(0, 10) };
    if (end) properties.RE = end.winner ? `${end.winner === "black" ? "B" : "W"}+${ENDINGS[end.ending]}` : "0";
    const moves = stored.moves.map(({ move }) => this.start.move(move));
    return writeSgf(this.core, this.start, moves, {
      values: stored.moves.map(({ value }) => value),
      outcome: this.over && !end ? this.position.outcome({ stopped: true }) : null,
      properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value)),
    });
  }
}

/** Stones that Black and White have taken, the move's own if it was suicide. */
function capturesAfter(before, position, move, step) {
  const { width, cells, toPlay } = position;
  const taken = step.filter(([, , cell]) => cell === ".").map(([row, col]) => cells[row * width + col]);
  const placed = step.some(([row, col, cell]) => row * width + col === move && cell !== ".");
  if (move !== position.pass && !placed) taken.push(toPlay === "black" ? 1 : 2);
  const count = (cell) => taken.filter((each) => each === cell).length;
  return { black: before.black + count(2), white: before.white + count(1) };
}

/** A game in which nobody has moved, as a request describes it. */
export function newStored(core, start, seats, clock) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const created = now();
  return { id, created, updated: created, start: start.toJSON(), seats, clock, moves: [], over: overOf(start) };
}
