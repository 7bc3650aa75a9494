// The whole public face of the npm package in TypeScript. The compiler holds it to the types; run, it holds the types to what
// there is, and prints what is otherwise: a name that one of the two does not have, a value of another kind.
import { readFileSync } from "node:fs";
import { IllegalMove, Net, Position, Search, Simulations, Solver, Tengen, TengenError, hasSimd, load } from "tengen";
import type { Candidate, Check, Choice, Color, Count, Flips, Game, GameName, LoadOptions, Outcome, Perft, PositionData,
  Refusal, Rules, SearchOptions, Seed, SimulateOptions, SimulationsOptions, Size, Solution, SolverOptions, Totals,
  WorkOptions } from "tengen";

/** What `typeof` says of a value of this type. */
type Kind<Value> =
  Value extends string ? "string" : Value extends number ? "number" : Value extends bigint ? "bigint"
  : Value extends boolean ? "boolean" : Value extends undefined ? "undefined"
  : Value extends (...given: never[]) => unknown ? "function" : "object";

const faults: string[] = [];
const ours = ["constructor", "pointer", "requireSound"]; // not for callers

/** The names of the type, all of them, each with the kind that its value has here. */
function holds<Value extends object>(what: string, value: Value, kinds: { [Name in keyof Value]-?: Kind<Value[Name]> }): void {
  const expected = new Map<string, string>(Object.entries(kinds));
  for (const [name, kind] of expected) {
    const found = typeof value[name as keyof Value];
    if (found !== kind) faults.push(`${what}.${name} is ${found}, not ${kind}`);
  }
  const made = Object.getPrototypeOf(value) === Object.prototype ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(value));
  for (const name of [...Object.keys(value), ...made]) {
    if (!expected.has(name) && !ours.includes(name)) faults.push(`${what}.${name} is not in the types`);
  }
}

const loading: LoadOptions = { simd: hasSimd() };
const tengen: Tengen = await load(loading);
holds("Tengen", tengen, { simd: "boolean", memory: "number", start: "function", position: "function", net: "function",
  simulate: "function", simulations: "function", simulateMany: "function", count: "function", perft: "function",
  flips: "function", check: "function", generate: "function", solver: "function", search: "function",
  randomMove: "function", greedyMove: "function" });

const size: Size = [5, 5];
const seed: Seed = 7n;
const rules: Rules = { komi: 6.5, ko: "simple", suicide: false };
const game: GameName = "go";
const go = tengen.start(game, size, rules);
const data: PositionData = go.toJSON();
const again: Position = tengen.position(data);
const diagram: Position = tengen.position("nogo", "...\n...\n...", "black" satisfies Color);
const gomoku = tengen.start("gomoku", 9, { in_a_row: 5, variant: "renju" });
holds("PositionData", data, { game: "string", diagram: "string", to_play: "string", rules: "object" });
holds("Position", again, { game: "string", height: "number", width: "number", toPlay: "string", rules: "object",
  cells: "object", diagram: "string", isSound: "boolean", isOver: "boolean", winner: "object", hasPasses: "boolean",
  pass: "number", legalMoves: "object", isLegal: "function", play: "function", replay: "function", whyIllegal: "function",
  outcome: "function", withToPlay: "function", equals: "function", name: "function", move: "function", toJSON: "function",
  free: "function", forbidden: "object", winningRows: "object", flipped: "function", passes: "number",
  pliesAllowed: "number", captures: "function", area: "function", deadStones: "function", without: "function" });
holds("go.rules", go.rules, { komi: "number", ko: "string", suicide: "boolean", in_a_row: "undefined", variant: "undefined" });
holds("gomoku.rules", gomoku.rules, { komi: "undefined", ko: "undefined", suicide: "undefined", in_a_row: "number",
  variant: "string" });
holds("replay", go.replay([0, 1]), { legal: "number", position: "object" });
holds("area", go.area(), { black: "number", white: "number", owners: "object" });
const points: number[] = [...go.deadStones(), ...go.flipped(0), ...go.forbidden, ...gomoku.winningRows.flat(),
  go.captures("black"), go.move(go.name(3))];
const same: boolean = go.equals(again) && go.isLegal(points.length) && go.withToPlay("black").equals(go.without([]));

const refusal: Refusal | null = go.play(12).whyIllegal(12);
if (refusal) holds("Refusal", refusal, { rule: "string", text: "string", chains: "object" });
try {
  go.play(12).play(12);
} catch (error) {
  if (!(error instanceof TengenError && error instanceof IllegalMove)) throw error;
  if (error.refusal.rule !== refusal?.rule) faults.push("IllegalMove.refusal");
}
const area: Outcome | null = go.outcome({ stopped: true });
if (area) holds("Outcome (area)", area, { winner: "string", text: "string", rule: "string", black: "number", white: "number",
  komi: "number", margin: "number", row: "undefined" });
const row: Outcome | null = tengen.position("gomoku", "XXXXX\nOOOO.\n.....\n.....\n.....").outcome();
if (row) holds("Outcome (row)", row, { winner: "string", text: "string", rule: "string", row: "object", black: "undefined",
  white: "undefined", komi: "undefined", margin: "undefined" });

const once: SimulateOptions = { policy: "uniform", seed, mostPlies: 200 };
const played: Game = tengen.simulate(go, once);
holds("Game", played, { moves: "object", seed: "bigint", end: "object", outcome: "object" });
const many: SimulationsOptions = { games: 100, policy: "random", seed: 3, byPoint: true };
const simulations: Simulations = tengen.simulations(go, many);
holds("Simulations", simulations, { position: "object", seed: "number", isDone: "boolean", run: "function",
  totals: "function" });
const totals: Totals = simulations.run({ seconds: 1 });
holds("Totals", totals, { games: "number", seed: "number", blackWins: "number", whiteWins: "number", draws: "number",
  lengths: "object", blackEnded: "object", whiteEnded: "object", opened: "object", openerWon: "object" });
const fewer: Totals = tengen.simulateMany(go, 10, { seed });

const work: WorkOptions = { seconds: 1, progress: (done: number) => done < 2 };
const count: Count = tengen.count(diagram, work);
holds("Count", count, { complete: "boolean", games: "bigint", atLeast: "bigint", blackWins: "bigint", whiteWins: "bigint",
  draws: "bigint", byPlies: "object" });
const perft: Perft = tengen.perft(diagram, 2, { ...work, passIsPly: false });
holds("Perft", perft, { complete: "boolean", lines: "object" });
const lines: readonly bigint[] = [...perft.lines, ...count.byPlies];
const flips: Flips = tengen.flips(diagram);
holds("Flips", flips, { deadBlack: "object", deadWhite: "object", hash: "number" });
const check: Check = tengen.check(tengen.position("nogo", "XO.\nOX.\n...", "white"));
holds("Check", check, { legal: "boolean", reachable: "boolean", reasons: "object" });
for (const reason of check.reasons) holds("reason", reason, { rule: "string", text: "string", points: "object" });
const grown: Position = tengen.generate(diagram, { stones: 2, seed });

const how: SolverOptions = { allMoves: true, memory: 4, seed };
const solver: Solver = tengen.solver(diagram, how);
holds("Solver", solver, { position: "object", run: "function", solution: "function", free: "function" });
const solution: Solution = solver.run({ seconds: 10 });
holds("Solution", solution, { lower: "number", upper: "number", result: "string", winner: "string", isKnown: "boolean",
  isDone: "boolean", moves: "object", bestMoves: "object", line: "object", nodes: "number" });
for (const move of solution.moves) holds("solved move", move, { move: "number", lower: "number", upper: "number",
  line: "object" });
solver.free();

const net: Net = tengen.net(readFileSync("node_modules/tengen/nets/go.safetensors"));
holds("Net", net, { game: "string", kind: "string", misfit: "function", suits: "function", evaluate: "function",
  free: "function" });
holds("evaluate", net.evaluate(go), { value: "number", policy: "object" });
const misfit: string | null = net.misfit(diagram);
const looked: SearchOptions = { seed, memory: 8, net: net.suits(go) ? net : null };
const search: Search = tengen.search(go, looked);
search.run({ visits: 8, seconds: 60, settle: true });
holds("Search", search, { position: "object", visits: "number", isDecided: "boolean", run: "function", choice: "function",
  moveOn: "function", free: "function" });
const choice: Choice = search.choice();
holds("Choice", choice, { move: "number", value: "number", exact: "boolean", line: "object", candidates: "object" });
const [best]: readonly Candidate[] = choice.candidates;
if (best) holds("Candidate", best, { move: "number", visits: "number", value: "number", exact: "boolean", line: "object",
  lead: best.lead === null ? "object" : "number", prior: "number" });
search.moveOn(go.play(choice.move));
search.free();
net.free();
const moves: number[] = [tengen.randomMove(go, seed), tengen.greedyMove(grown)];

// What is made by the engine alone: the compiler must refuse all of these.
export const refused = [
  // @ts-expect-error
  () => new Tengen(),
  // @ts-expect-error
  () => new Position(),
  // @ts-expect-error
  () => new Simulations(),
  // @ts-expect-error
  () => new Solver(),
  // @ts-expect-error
  () => new Search(),
  // @ts-expect-error
  () => new Net(),
  // @ts-expect-error
  () => new IllegalMove("occupied"),
  // @ts-expect-error
  () => { go.cells = new Uint8Array(); },
  // @ts-expect-error
  () => tengen.start("chess"),
];
console.log(JSON.stringify({ faults, done: [same, misfit !== null, lines.length > 0, moves.length, fewer.games] }));
