// Tengen's core in JavaScript. What there is, and how it is asked, is in tengen.d.ts.
import { Engine, TengenError, checkedSeed } from "./engine.js";
import { GAMES } from "./games.js";
import { Net } from "./nets.js";
import { IllegalMove, Position, fromDiagram, start } from "./position.js";
import { Search, requireMoves } from "./search.js";
import { Simulations, Solver, count, perft, simulate } from "./work.js";
import { contradictions, counted, flaw } from "./words.js";

export { IllegalMove, Net, Position, Search, Simulations, Solver, TengenError };

/** Does this machine have WebAssembly's vectors? A function with one of their instructions is valid, or not. */
export function hasSimd() {
  const type = [1, 5, 1, 0x60, 0, 1, 0x7b]; // () -> v128
  const code = [10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 0x62, 11]; // i32.const 0, i8x16.splat, i8x16.popcnt
  return WebAssembly.validate(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...code]));
}

export async function load({ source, simd = hasSimd() } = {}) {
  const from = source ?? new URL(simd ? "./tengen-simd.wasm" : "./tengen.wasm", import.meta.url);
  return new Tengen(await Engine.of(await compiled(from)));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href ?? import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new TengenError(`${url} was answered with ${response.status}`);
  // While it is still coming, if the server says what it is.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Tengen {
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  get simd() {
    return this.#engine.simd;
  }

  get memory() {
    return this.#engine.memory;
  }

  start(game, size, rules) {
    return start(this.#engine, game, size, rules);
  }

  position(game, diagram, toPlay, rules) {
    if (typeof game === "string") return fromDiagram(this.#engine, game, diagram, toPlay, rules);
    return fromDiagram(this.#engine, game.game, game.diagram, game.to_play, game.rules);
  }

  net(bytes) {
    return new Net(this.#engine, bytes);
  }

  simulate(position, options) {
    return simulate(this.#engine, position, options);
  }

  simulations(position, options) {
    return new Simulations(this.#engine, position, options);
  }

  simulateMany(position, games, options) {
    return this.simulations(position, { ...options, games }).run();
  }

  count(position, options) {
    return count(this.#engine, position, options);
  }

  perft(position, depth, options) {
    return perft(this.#engine, position, depth, options);
  }

  flips(position) {
    const { hasChains, title } = GAMES[position.game];
    if (!hasChains) throw new TengenError(`flips is not asked of ${title}: its stones need no liberties`);
    const found = this.#engine.answer("flips", position.pointer);
    const hash = found.number();
    const counts = () => Uint32Array.from(found.numbers(position.height * position.width));
    return { deadBlack: counts(), deadWhite: counts(), hash };
  }

  check(position) {
    const flaws = this.#engine.answer("flaws", position.pointer).lists();
    const found = this.#engine.answer("contradictions", position.pointer);
    const codes = Array.from({ length: found.number() }, () => ({ code: found.number(), points: found.numbers() }));
    const reasons = [...flaws.map((chain) => flaw(position, chain)), ...contradictions(position, codes)];
    const { game, rules } = position;
    const isExact = game !== "othello" && !(game === "gomoku" && rules.variant !== "freestyle");
    return { legal: !flaws.length, reachable: reasons.length ? false : isExact || null, reasons };
  }

  generate(from, { fill, stones, seed } = {}) {
    from.requireSound();
    const points = from.cells.reduce((sum, cell) => sum + (cell === 3 ? 0 : 1), 0);
    if ((fill === undefined) === (stones === undefined)) {
      throw new TengenError("say how full with fill or with stones, one of the two");
    }
    if (fill !== undefined && !(fill >= 0 && fill <= 1)) throw new TengenError(`the fill is ${fill}; expected 0 to 1`);
    const wanted = stones ?? Math.round(fill * points);
    const { black, white } = counted(from);
    if (!(black + white <= wanted && wanted <= points)) {
      throw new TengenError(`${wanted} stones; expected ${black + white} (those there at the start) to ${points}`);
    }
    const found = this.#engine.answer("random_fill", from.pointer, wanted, BigInt(checkedSeed(seed)));
    const got = found.number();
    if (got < wanted) throw new TengenError(`${wanted} stones were not reached: the game ended with ${got}`);
    return from.replay(found.numbers()).position;
  }

  solver(position, options) {
    return new Solver(this.#engine, position, options);
  }

  search(position, options) {
    return new Search(this.#engine, position, options);
  }

  randomMove(position, seed) {
    requireMoves(position);
    return this.simulate(position, { seed, mostPlies: 1 }).moves[0];
  }

  greedyMove(position, seed) {
    requireMoves(position);
    const gains = this.#engine.answer("gains", position.pointer).rest;
    const best = gains.reduce((most, gain) => Math.max(most, gain), -Infinity);
    const equals = position.legalMoves.filter((_, k) => gains[k] === best);
    return equals[Number(mixed(BigInt(checkedSeed(seed))) % BigInt(equals.length))];
  }
}

/** Bits that look like chance, from any seed. */
function mixed(seed) {
  let bits = BigInt.asUintN(64, seed + 0x9e3779b97f4a7c15n);
  bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
  return bits ^ (bits >> 31n);
}
