import { TengenError } from "./engine.js";
import { GAMES, gameOf, moveOf, nameOf, rulesOf, sizeOf } from "./games.js";
import { flaw, outcome, refusal } from "./words.js";

const GLYPHS = ".XO#";
const COLORS = [null, "black", "white"];

/** Thrown by Position.play. */
export class IllegalMove extends TengenError {
  constructor(why) {
    super(why.text);
    this.refusal = why;
  }
}

export function colorNumber(color) {
  if (color !== "black" && color !== "white") throw new TengenError(`'${color}' is not a colour; expected black, white`);
  return COLORS.indexOf(color);
}

/** A position that never changes; see tengen.d.ts. */
export class Position {
  #engine;
  #pointer;
  #state;
  #cells;
  #legal;

  /** Not for callers: `pointer` is the core's, which this one owns from now on. */
  constructor(engine, pointer, about) {
    this.#engine = engine;
    this.#pointer = pointer;
    Object.assign(this, about);
    engine.hold(pointer, this);
  }

  /** Not for callers. */
  get pointer() {
    if (!this.#pointer) throw new TengenError("the position was given back with free()");
    return this.#pointer;
  }

  get #about() {
    const { game, height, width, rules, hasPasses, pass } = this;
    return { game, height, width, rules, hasPasses, pass };
  }

  get #described() {
    if (!this.#state) {
      const answer = this.#engine.answer("describe", this.pointer);
      this.#state = {
        toPlay: COLORS[answer.number()],
        isSound: answer.flag(),
        isOver: answer.flag(),
        winner: COLORS[answer.number()],
        passes: answer.number(),
        captures: answer.numbers(2),
      };
    }
    return this.#state;
  }

  get toPlay() {
    return this.#described.toPlay;
  }

  get isSound() {
    return this.#described.isSound;
  }

  get isOver() {
    return this.#described.isOver;
  }

  get winner() {
    return this.#described.winner;
  }

  get passes() {
    return this.#described.passes;
  }

  get pliesAllowed() {
    return this.game === "go" ? this.#engine.ask("plies_allowed", this.pointer) : null;
  }

  captures(color) {
    return this.#described.captures[colorNumber(color) - 1];
  }

  get cells() {
    this.#cells ??= this.#engine.bytes(this.#engine.ask("cells", this.pointer), this.height * this.width);
    return this.#cells;
  }

  get diagram() {
    const row = (_, k) => Array.from(this.cells.subarray(k * this.width, (k + 1) * this.width), (c) => GLYPHS[c]).join("");
    return Array.from({ length: this.height }, row).join("\n");
  }

  get legalMoves() {
    this.#legal ??= Object.freeze(this.#engine.answer("legal_moves", this.pointer).numbers());
    return this.#legal;
  }

  /** Where stones have no liberty, nothing can be asked but what is wrong. Not for callers. */
  requireSound() {
    if (this.isSound) return;
    throw new TengenError(this.#engine.answer("flaws", this.pointer).lists().map((chain) => flaw(this, chain))[0].text);
  }

  #checked(move) {
    if (Number.isInteger(move) && move >= 0 && move <= this.pass) return move;
    throw new TengenError(`${move} is not a move on a ${this.height}x${this.width} board; expected 0 to ${this.pass}`);
  }

  isLegal(move) {
    return this.#engine.call("is_legal", this.pointer, this.#checked(move)) === 1;
  }

  play(move) {
    const pointer = this.#engine.make("after", null, this.pointer, this.#checked(move));
    if (pointer) return new Position(this.#engine, pointer, this.#about);
    throw new IllegalMove(this.whyIllegal(move));
  }

  replay(moves) {
    const numbers = Int32Array.from(moves, (move) => this.#checked(move));
    this.#engine.put(numbers);
    const pointer = this.#engine.make("replay", null, this.pointer, numbers.length);
    const legal = this.#engine.lastAnswer().number();
    return { legal, position: new Position(this.#engine, pointer, this.#about) };
  }

  whyIllegal(move) {
    if (this.isLegal(move)) return null;
    return refusal(this, move, () => this.#engine.answer("why_illegal", this.pointer, move));
  }

  outcome({ stopped = false } = {}) {
    return this.isOver || stopped ? outcome(this) : null;
  }

  withToPlay(color) {
    return this.#with(this.cells, color);
  }

  #with(cells, color) {
    this.#engine.put(cells);
    const pointer = this.#engine.make("with", null, this.pointer, colorNumber(color));
    return new Position(this.#engine, pointer, this.#about);
  }

  equals(other) {
    const { game, height, width } = this;
    if (other.game !== game || other.height !== height || other.width !== width) return false;
    return this.#engine.ask("equals", this.pointer, other.pointer) !== 0;
  }

  name(move) {
    return nameOf(this, this.#checked(move));
  }

  move(name) {
    return moveOf(this, name);
  }

  toJSON() {
    return { game: this.game, diagram: this.diagram, to_play: this.toPlay, rules: this.rules };
  }

  free() {
    this.#engine.free(this.#pointer, this);
    this.#pointer = 0;
  }

  get forbidden() {
    return this.#engine.answer("forbidden", this.pointer).numbers();
  }

  get winningRows() {
    return this.#engine.answer("rows", this.pointer).lists();
  }

  flipped(move) {
    const point = this.#checked(move);
    return point === this.pass ? [] : this.#engine.answer("flipped", this.pointer, point).numbers();
  }

  #requireGo() {
    if (this.game !== "go") throw new TengenError("this is asked of Go alone");
  }

  area() {
    this.#requireGo();
    const owners = Uint8Array.from(this.#engine.answer("owners", this.pointer).rest);
    const of = (color) => owners.reduce((sum, owner) => sum + (owner === color ? 1 : 0), 0);
    return { black: of(1), white: of(2), owners };
  }

  deadStones() {
    this.#requireGo();
    this.requireSound();
    return this.#engine.answer("dead_stones", this.pointer).numbers();
  }

  without(stones) {
    this.#requireGo();
    const cells = this.cells.slice();
    for (const stone of stones) cells[stone] = 0;
    const bare = this.#with(cells, this.toPlay);
    return this.isOver ? bare.play(this.pass).play(this.pass) : bare;
  }
}

/** The position that games of this name begin with. */
export function start(engine, name, size, rules) {
  const game = gameOf(name);
  const [height, width] = sizeOf(game, size ?? game.size);
  let cells = new Uint8Array(height * width);
  engine.put(cells);
  if (name === "othello") {
    engine.call("othello_start", height, width);
    cells = engine.taken(height * width);
  }
  return made(engine, name, height, width, cells, "black", rules);
}

/** The position of a diagram. */
export function fromDiagram(engine, name, diagram, toPlay, rules) {
  const game = gameOf(name);
  const rows = String(diagram).trim().split(/\r?\n/);
  const [height, width] = sizeOf(game, [rows.length, rows[0].length]);
  const cells = Uint8Array.from(rows.join(""), (glyph) => GLYPHS.indexOf(glyph) & 0xff);
  if (rows.some((row) => row.length !== width) || cells.includes(0xff)) {
    throw new TengenError(`a row of the diagram is not ${width} of X, O, . and #`);
  }
  return made(engine, name, height, width, cells, toPlay ?? usualSide(name, cells), rules);
}

const usualSide = (name, cells) => {
  const of = (color) => cells.reduce((sum, cell) => sum + (cell === color ? 1 : 0), 0);
  return name === "gomoku" && of(1) > of(2) ? "white" : "black";
};

function made(engine, name, height, width, cells, toPlay, chosen) {
  const game = GAMES[name];
  const rules = rulesOf(game, chosen ?? {});
  const numbers = game.numbers(rules);
  engine.put(cells);
  const pointer = engine.make("position", null, game.number, height, width, colorNumber(toPlay), ...numbers);
  const { hasPasses } = game;
  return new Position(engine, pointer, { game: name, height, width, rules, hasPasses, pass: height * width });
}
