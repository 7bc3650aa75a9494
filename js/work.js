// Random games, counts and proofs.
import { TengenError, checkedMemory, checkedSeconds, checkedSeed, checkedWhole } from "./engine.js";

const MOST_GAMES = 10 ** 15;
const MOST_PLIES = 1000; // each is a level of recursion
const NO_LIMIT = 2 ** 31 - 1;
const AT_ONCE = 1_000_000n; // lines of play
const MEMORY = 64; // MiB
const MOST_MEMORY = 1536;

const now = () => performance.now() / 1000;

function checkedPolicy(position, policy, policies) {
  const known = position.game === "go" ? [...policies, "uniform"] : policies;
  if (!known.includes(policy)) throw new TengenError(`there is no policy '${policy}'; expected ${known.join(", ")}`);
  return policy;
}

/** One whole game. */
export function simulate(engine, position, { policy = "random", seed, mostPlies = NO_LIMIT } = {}) {
  position.requireSound();
  checkedPolicy(position, policy, ["random", "first"]);
  checkedWhole(mostPlies, 0, NO_LIMIT, "plies");
  const first = policy === "first";
  if (first && seed !== undefined) throw new TengenError("policy first leaves nothing to chance; it takes no seed");
  const drawn = first ? null : checkedSeed(seed);
  const found = first
    ? engine.answer("first_game", position.pointer, mostPlies)
    : engine.answer("random_game", position.pointer, policy === "uniform" ? 1 : 0, BigInt(drawn), mostPlies);
  const moves = found.numbers();
  const end = position.replay(moves).position;
  const stopped = moves.length >= engine.ask("plies_allowed", position.pointer);
  return { moves, seed: drawn, end, outcome: end.outcome({ stopped }) };
}

/** Random games that are played in pieces; see tengen.d.ts. */
export class Simulations {
  #engine;
  #pointer;
  #uniform;
  #games;
  #block;
  #blocks = 0;

  constructor(engine, position, { games = 10_000, policy = "random", seed, byPoint = false } = {}) {
    position.requireSound();
    this.#engine = engine;
    this.#uniform = checkedPolicy(position, policy, ["random"]) === "uniform" ? 1 : 0;
    this.#games = checkedWhole(games, 0, MOST_GAMES, "games");
    this.#block = engine.ask("games_in_block", position.pointer);
    this.position = position;
    this.seed = checkedSeed(seed);
    this.#pointer = engine.make("totals", this, position.height * position.width, byPoint ? 1 : 0);
  }

  get isDone() {
    return this.#blocks * this.#block >= this.#games;
  }

  run({ seconds } = {}) {
    const limit = checkedSeconds(seconds);
    const end = limit < 0 ? Infinity : now() + limit;
    for (let isFirst = true; !this.isDone && (isFirst || now() < end); isFirst = false) {
      const games = Math.min(this.#block, this.#games - this.#blocks * this.#block);
      const job = [this.#uniform, games, BigInt(this.seed), this.#blocks];
      this.#engine.call("random_games", this.position.pointer, this.#pointer, ...job);
      this.#blocks += 1;
    }
    return this.totals();
  }

  totals() {
    const found = this.#engine.answer("report_totals", this.#pointer);
    const [games, blackWins, whiteWins] = found.numbers(3);
    const totals = { games, seed: this.seed, blackWins, whiteWins, draws: games - blackWins - whiteWins };
    for (const name of ["lengths", "blackEnded", "whiteEnded", "opened", "openerWon"]) totals[name] = found.numbers();
    return totals;
  }
}

/** Ends a count: the time is up, or the caller has had enough. */
class Stopped extends Error {}
/** Ends a count that is hopeless. */
class TooMany extends Error {}

class Counting {
  #engine;
  #position;
  #end;
  #progress;

  constructor(engine, position, { seconds, progress } = {}) {
    position.requireSound();
    this.#engine = engine;
    this.#position = position;
    const limit = checkedSeconds(seconds);
    this.#end = limit < 0 ? null : now() + limit;
    this.#progress = progress ?? (() => true);
  }

  /** The sum of all parts. */
  #sum(parts, ask) {
    const total = { lines: 0n, black: 0n, white: 0n, draws: 0n };
    for (let part = 0; part < parts; part++) {
      const left = this.#end === null ? -1 : Math.max(0, this.#end - now());
      const found = left === 0 ? null : ask(part, left);
      if (!found || found.flag() || this.#progress((part + 1) / parts) === false) throw new Stopped();
      if (found.flag()) throw new TooMany();
      for (const name of Object.keys(total)) total[name] += found.big();
    }
    return total;
  }

  lines(plies, passIsPly = true) {
    const { pointer, game } = this.#position;
    const total = this.#sum(this.#engine.call("parts", pointer, plies), (part, left) =>
      this.#engine.answer("lines", pointer, plies, part, passIsPly ? 1 : 0, left),
    );
    // The core counts sets of stones; every order of those of each colour is a line of play of its own.
    const orders = game === "nogo" ? factorial(Math.ceil(plies / 2)) * factorial(Math.floor(plies / 2)) : 1n;
    return Object.fromEntries(Object.entries(total).map(([name, number]) => [name, number * orders]));
  }

  games() {
    const { pointer } = this.#position;
    return this.#sum(this.#engine.call("game_parts", pointer), (part, left) =>
      this.#engine.answer("games", pointer, part, left),
    );
  }
}

function factorial(number) {
  let product = 1n;
  for (let k = 2; k <= number; k++) product *= BigInt(k);
  return product;
}

/** All complete games. */
export function count(engine, position, options) {
  const counting = new Counting(engine, position, options);
  let total = { black: 0n, white: 0n, draws: 0n };
  const byPlies = [];
  let atLeast = 0n;
  let complete = true;
  const sum = ({ black, white, draws }) => black + white + draws;
  try {
    while (position.game === "nogo") {
      const { lines, ...games } = counting.lines(byPlies.length);
      if (!lines) break;
      atLeast = byPlies.reduce((all, some) => all + some, lines); // every line begins a game, or is a whole one
      for (const name of Object.keys(total)) total[name] += games[name];
      byPlies.push(sum(games));
    }
    if (position.game !== "nogo") total = counting.games();
    atLeast = sum(total);
  } catch (stopped) {
    if (!(stopped instanceof Stopped || stopped instanceof TooMany)) throw stopped;
    complete = false;
    const quick = linesAtOnce(engine, position);
    if (quick > atLeast) atLeast = quick;
  }
  const { black: blackWins, white: whiteWins, draws } = total;
  return { complete, games: sum(total), atLeast, blackWins, whiteWins, draws, byPlies };
}

/** As many lines of play as are counted in no time. Each begins a game, and no two the same. */
function linesAtOnce(engine, position) {
  const counting = new Counting(engine, position);
  const lines = [1n, counting.lines(1).lines];
  while (lines.at(-1) > 0n && lines.at(-1) * lines[1] < AT_ONCE) lines.push(counting.lines(lines.length).lines);
  return lines.reduce((most, each) => (each > most ? each : most));
}

/** Lines of play by length. */
export function perft(engine, position, depth, { passIsPly = true, ...options } = {}) {
  checkedWhole(depth, 0, MOST_PLIES, "plies");
  const counting = new Counting(engine, position, options);
  const lines = [];
  try {
    while (lines.length <= depth && lines.at(-1) !== 0n) lines.push(counting.lines(lines.length, passIsPly).lines);
  } catch (stopped) {
    if (!(stopped instanceof Stopped || stopped instanceof TooMany)) throw stopped;
    return { complete: false, lines };
  }
  while (lines.length <= depth) lines.push(0n); // no line is longer
  return { complete: true, lines };
}

const resultOf = (lower, upper) => (lower > 0 ? "win" : upper < 0 ? "loss" : lower === upper ? "draw" : null);

/** A proof of who wins; see tengen.d.ts. */
export class Solver {
  #engine;
  #pointer = null;
  #allMoves;

  constructor(engine, position, { allMoves = true, memory = MEMORY, seed = 0 } = {}) {
    position.requireSound();
    this.#engine = engine;
    this.#allMoves = allMoves;
    this.position = position;
    const bytes = checkedMemory(memory, MOST_MEMORY);
    if (!position.isOver) this.#pointer = engine.make("solver", this, position.pointer, bytes, BigInt(checkedSeed(seed)));
  }

  run({ seconds } = {}) {
    const limit = checkedSeconds(seconds);
    if (this.#pointer) this.#engine.call("run_solver", this.#pointer, this.#allMoves ? 1 : 0, limit);
    return this.solution();
  }

  solution() {
    const { nodes, moves } = this.#pointer ? report(this.#engine, this.position, this.#pointer) : { nodes: 0, moves: [] };
    const known = moves.length ? moves : [{ lower: this.#finalValue(), upper: this.#finalValue(), line: [] }];
    const lower = Math.max(...known.map((each) => each.lower));
    const upper = Math.max(...known.map((each) => each.upper));
    const result = resultOf(lower, upper);
    const isKnown = result !== null;
    const { toPlay } = this.position;
    const other = toPlay === "black" ? "white" : "black";
    const worst = Math.min(...known.map((each) => each.lower));
    const keeps = isKnown && !(result === "loss" && lower === worst);
    const isOpen = (each) => each.lower < each.upper && each.upper >= lower && !(isKnown && each.lower >= lower);
    const best = [...known].sort((a, b) => b.lower - a.lower || b.upper - a.upper)[0];
    return {
      lower,
      upper,
      result,
      winner: result === "win" ? toPlay : result === "loss" ? other : null,
      isKnown,
      isDone: lower === upper && !(this.#allMoves && moves.some(isOpen)),
      moves,
      bestMoves: keeps ? moves.filter((each) => each.lower >= lower).map((each) => each.move) : [],
      line: isKnown ? best.line : [],
      nodes,
    };
  }

  /** What a game that is over is worth to the side to move. */
  #finalValue() {
    const { toPlay } = this.position;
    const { winner, rule, black, white, komi = 0 } = this.position.outcome();
    const sign = toPlay === "black" ? 1 : -1;
    if (rule === "area" || rule === "discs") return sign * (black - white - komi) || 0;
    return winner === null ? 0 : winner === toPlay ? 1 : -1;
  }

  free() {
    this.#engine.free(this.#pointer, this);
    this.#pointer = null;
  }
}

/** What a solver has found out. */
export function report(engine, position, solver) {
  const found = engine.answer("report_solver", position.pointer, solver);
  const nodes = found.number();
  found.number();
  const moves = Array.from({ length: found.number() }, () => {
    const [lower, upper] = found.numbers(2);
    const line = found.numbers();
    return { move: line[0], lower, upper, line };
  });
  return { nodes, moves };
}
