// The tree search, and by how much its endings are won.
import { TengenError, checkedMemory, checkedSeconds, checkedSeed } from "./engine.js";
import { report } from "./work.js";

const MOST_VISITS = 2 ** 24 - 2; // as far as the core counts
const MEMORY = 128; // MiB
const MOST_MEMORY = 1536;

// What the solver of margins may take: 64 nodes for each visit, about the time of the visits themselves; or, once the
// result is proven, as many as it needs in the endings that the search plays perfectly. As in Python.
const NODES_A_VISIT = 64;
const FEWEST_NODES = 400_000;
const NODES_A_SECOND = 4_000_000;
const ANY_NODES = 2 ** 63;
const TREE_SHARE = 0.25; // of the seconds, where the solver is likely to be done in the others
const MARGIN_MEMORY = 64 * 2 ** 20;

const now = () => performance.now() / 1000;

/** What the solver has found out about the moves of one position so far. */
class Margins {
  #engine;
  #position;
  #pointer;
  #moves = new Map();

  /** For this many nodes, negative: as many as needed; null if the game has none, or so many are not likely to do. */
  static of(engine, position, bytes, nodes) {
    const pointer = engine.make("margin_solver", null, position.pointer, bytes, nodes);
    return pointer ? new Margins(engine, position, pointer) : null;
  }

  constructor(engine, position, pointer) {
    this.#engine = engine;
    this.#position = position;
    this.#pointer = pointer;
    engine.hold(pointer, this);
  }

  free() {
    this.#engine.free(this.#pointer, this);
  }

  find(nodes, seconds) {
    if (this.#moves.size && this.#lower >= this.#upper) return;
    this.#engine.call("find_margin", this.#pointer, nodes, seconds);
    const { moves } = report(this.#engine, this.#position, this.#pointer);
    this.#moves = new Map(moves.map((each) => [each.move, each]));
  }

  /** 1, 0.5 or 0 if the result is proven; else null. */
  get value() {
    if (!this.#moves.size) return null;
    const [lower, upper] = [this.#lower, this.#upper];
    return lower > 0 ? 1 : upper < 0 ? 0 : lower === upper ? 0.5 : null;
  }

  /** The choice of a search with what is known here: of the moves that keep the result, the best margin first. */
  applied(choice) {
    if (!this.#moves.size) return choice;
    const value = choice.exact ? choice.value : this.value;
    const rank = (candidate) => {
      if (value === null) return [candidate.exact && candidate.value === 0 ? 1 : 0, 0, 0];
      const { lower, upper } = this.#moves.get(candidate.move);
      return candidate.exact && candidate.value === value ? [0, -lower, -upper] : [1, 0, 0];
    };
    const ranked = choice.candidates.map((candidate) => this.#known(candidate)).map((each) => [rank(each), each]);
    ranked.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const candidates = ranked.map(([, candidate]) => candidate);
    const [best] = candidates;
    return { move: best.move, value: best.value, exact: value !== null, line: best.line, candidates };
  }

  #known(candidate) {
    const { lower, upper, line } = this.#moves.get(candidate.move);
    const value = lower > 0 ? 1 : upper < 0 ? 0 : lower === upper ? 0.5 : null;
    if (value === null) return candidate;
    const settled = lower === upper ? { line, lead: lower } : {};
    return { ...candidate, value, exact: true, ...settled };
  }

  get #lower() {
    return Math.max(...Array.from(this.#moves.values(), (each) => each.lower));
  }

  get #upper() {
    return Math.max(...Array.from(this.#moves.values(), (each) => each.upper));
  }
}

/** A search of one position; see tengen.d.ts. */
export class Search {
  #engine;
  #pointer;
  #position;
  #net;
  #seed;
  #bytes;
  #margins = null;

  constructor(engine, position, { seed, memory = MEMORY, net = null } = {}) {
    requireMoves(position);
    this.#engine = engine;
    this.#net = net;
    this.#seed = BigInt(checkedSeed(seed));
    this.#bytes = checkedMemory(memory, MOST_MEMORY);
    this.#begin(position);
  }

  #begin(position) {
    const misfit = this.#net?.misfit(position);
    if (misfit) throw new TengenError(misfit);
    const judge = this.#net?.pointer ?? 0;
    const pointer = this.#engine.make("search", null, position.pointer, this.#seed, this.#bytes, judge);
    this.free();
    this.#pointer = pointer;
    this.#engine.hold(pointer, this);
    this.#position = position;
  }

  get position() {
    return this.#position;
  }

  get visits() {
    return this.#engine.ask("visits", this.#held);
  }

  get isDecided() {
    return this.#engine.ask("is_decided", this.#held) !== 0 || (this.#margins?.value ?? null) !== null;
  }

  get #held() {
    if (!this.#pointer) throw new TengenError("the search was given back with free()");
    return this.#pointer;
  }

  run({ visits, seconds, settle = false }) {
    if (visits === undefined && seconds === undefined) {
      throw new TengenError("a search without an end; give it visits or seconds");
    }
    if (visits !== undefined && !(visits >= 0)) throw new TengenError(`${visits} visits; expected 0 or more`);
    const limit = checkedSeconds(seconds);
    const begun = now();
    const solves = this.#isSolvable(visits, seconds);
    if (!this.isDecided) {
      const share = limit < 0 ? -1 : solves ? limit * TREE_SHARE : limit;
      this.#engine.call("run_search", this.#held, Math.min(visits ?? MOST_VISITS, MOST_VISITS), share, settle ? 1 : 0);
    }
    if (visits === 0 || !(solves || this.isDecided)) return;
    const left = limit < 0 ? -1 : Math.max(0, limit - (now() - begun));
    this.#findMargins(visits === undefined ? ANY_NODES : Math.max(visits * NODES_A_VISIT, FEWEST_NODES), left);
  }

  /** Is an ending likely to be solved within this? Then there are margins to find. */
  #isSolvable(visits, seconds) {
    if (!this.#margins && this.#hasChoice) {
      const bySeconds = seconds === undefined ? Infinity : Math.floor(seconds * (1 - TREE_SHARE) * NODES_A_SECOND);
      const byVisits = visits === undefined ? Infinity : visits * NODES_A_VISIT;
      this.#margins = Margins.of(this.#engine, this.#position, this.#marginBytes, Math.min(bySeconds, byVisits));
    }
    return this.#margins !== null;
  }

  #findMargins(nodes, seconds) {
    if (!this.#margins && this.#hasChoice) {
      this.#margins = Margins.of(this.#engine, this.#position, this.#marginBytes, -1);
    }
    this.#margins?.find(nodes, seconds);
  }

  /** Are there margins to choose by? A search with patterns finds them by itself. */
  get #hasChoice() {
    return this.#position.legalMoves.length > 1 && this.#net?.kind !== "patterns";
  }

  get #marginBytes() {
    return Math.min(this.#bytes, MARGIN_MEMORY);
  }

  choice() {
    const found = this.#engine.answer("report_search", this.#position.pointer, this.#held);
    const value = found.number();
    const exact = found.flag();
    const candidates = Array.from({ length: found.number() }, () => {
      const about = { visits: found.number(), value: found.number(), exact: found.flag() };
      const [lead, prior] = [found.numberOrNull(), found.numberOrNull()];
      const line = found.numbers();
      return { move: line[0], ...about, line, lead, prior };
    });
    const choice = { move: candidates[0].move, value, exact, line: candidates[0].line, candidates };
    return this.#margins ? this.#margins.applied(choice) : choice;
  }

  moveOn(position) {
    if (position.equals(this.#position)) return;
    requireMoves(position);
    this.#margins?.free();
    this.#margins = null;
    const { game, height, width } = this.#position;
    const isSame = position.game === game && position.height === height && position.width === width;
    if (isSame && this.#engine.call("move_on", position.pointer, this.#held)) this.#position = position;
    else this.#begin(position);
  }

  free() {
    if (this.#pointer) this.#engine.free(this.#pointer, this);
    this.#pointer = null;
    this.#margins?.free();
    this.#margins = null;
  }
}

/** Refuses a position in which there is no move to choose. */
export function requireMoves(position) {
  position.requireSound();
  if (position.isOver) throw new TengenError("the game is over; there is no move to choose");
}
