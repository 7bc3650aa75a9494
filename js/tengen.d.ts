/**
 * Tengen's core in JavaScript: NoGo, Go, Gomoku and Othello on any board, in browsers, in workers and in Node.
 *
 *     import { load } from "tengen";
 *     const tengen = await load();
 *     const position = tengen.start("nogo", 9).play(40);
 *
 * It is the C++ core that the Python package has, so rules, games of a seed and searches are the same. Everything but
 * `load` answers at once, on the thread that asks: put an engine into a worker if it is to think while a page lives.
 * Long work takes `seconds`; a worker that is to stop at once can be terminated.
 *
 * Moves and points are numbers, row by row from the top-left: `row * width + col`. A pass is `height * width`.
 */

export type GameName = "nogo" | "go" | "gomoku" | "othello";
export type Color = "black" | "white";

/** A number for rows and columns alike, or [rows, columns]. */
export type Size = number | readonly [number, number];

/** A whole number from 0 to 2**64 - 1; past 2**53 - 1 as a bigint. */
export type Seed = number | bigint;

/** What can be chosen of the rules: Go's komi (whole or half points), ko and suicide; Gomoku's row and variant. */
export interface Rules {
  komi?: number;
  ko?: "simple" | "positional" | "situational";
  suicide?: boolean;
  in_a_row?: number;
  variant?: "freestyle" | "standard" | "caro" | "renju";
}

/** A position as plain data, as `tengen serve` and its page exchange it. */
export interface PositionData {
  game: GameName;
  /** Rows of X (black), O (white), . (empty) and # (no point there), with newlines between them. */
  diagram: string;
  to_play: Color;
  /** All rules of the game; an empty object where there is nothing to choose. */
  rules: Rules;
}

export interface LoadOptions {
  /**
   * The engine itself: its address, its bytes, or a compiled module (which a page can send to its workers). Unless
   * given it is fetched from beside tengen.js: tengen-simd.wasm, or tengen.wasm where there is no SIMD.
   */
  source?: URL | string | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
  /** false: the plain build, where the engine is fetched from beside tengen.js. */
  simd?: boolean;
}

/** Loads the engine. Each call makes one with memory of its own; 2 GiB at most. */
export function load(options?: LoadOptions): Promise<Tengen>;

/** Does this browser have SIMD? */
export function hasSimd(): boolean;

/**
 * Everything that is refused on purpose: an unknown game, a diagram that is none, a board that is too large, a question
 * that the game cannot be asked, memory that has run out.
 */
export class TengenError extends Error {}

/** Thrown by `Position.play`. */
export class IllegalMove extends TengenError {
  private constructor(); // the engine makes them
  readonly refusal: Refusal;
}

export class Tengen {
  private constructor(); // the engine makes them
  /** Is it the SIMD build? */
  readonly simd: boolean;
  /** How many bytes the engine has taken from the system so far. */
  readonly memory: number;

  /** The position that a game begins with; Othello has four discs. Without a size: the usual one. */
  start(game: GameName, size?: Size, rules?: Rules): Position;
  /**
   * A position from a diagram. Without `toPlay` Black is to play; in Gomoku the counts say who is.
   * Go: with no past, so that the ko rule forbids nothing yet.
   */
  position(game: GameName, diagram: string, toPlay?: Color | null, rules?: Rules): Position;
  /** The same, from plain data. */
  position(data: PositionData): Position;

  /** A file of weights that Tengen comes with, from its bytes. What is wrong with them is a TengenError. */
  net(bytes: ArrayBuffer | ArrayBufferView): Net;

  /** One whole game. The same seed gives the same game on every machine, here and in Python. */
  simulate(position: Position, options?: SimulateOptions): Game;
  /** Many random games. The same seed gives the same totals, however they are divided into runs. */
  simulations(position: Position, options?: SimulationsOptions): Simulations;
  /** `simulations(position, options)`, and all of them played. */
  simulateMany(position: Position, games: number, options?: Omit<SimulationsOptions, "games">): Totals;
  /**
   * All complete games from here, by outcome. A forced pass is not a choice. Past `seconds`: what is known by then.
   */
  count(position: Position, options?: WorkOptions): Count;
  /**
   * How many lines of play there are of exactly 0, 1, ... `depth` plies; games that ended earlier are left out. Past
   * `seconds`: the depths that are done.
   */
  perft(position: Position, depth: number, options?: WorkOptions & { passIsPly?: boolean }): Perft;
  /** What would be dead if one stone changed colour. NoGo and Go; the position need not be legal. */
  flips(position: Position): Flips;
  /** Can this position arise in a game, and if not why not? */
  check(position: Position): Check;
  /**
   * The position when a random game from `start` has this many stones: a share of the points (`fill`, 0 to 1) or a
   * number (`stones`). A game that ends before that is a TengenError.
   */
  generate(start: Position, options: { fill?: number; stones?: number; seed?: Seed }): Position;

  /** A proof of who wins, to be run for as long as one likes. A TengenError says what cannot be solved. */
  solver(position: Position, options?: SolverOptions): Solver;
  /** A tree search. The game must not be over. */
  search(position: Position, options?: SearchOptions): Search;

  /** The move of the player `random`: as in `simulate`. Without a seed, by chance; with one, always the same. */
  randomMove(position: Position, seed?: Seed): number;
  /**
   * The move of the player `greedy`, which takes what looks best at once: NoGo, more moves than the other side; Go,
   * area; Gomoku, rows; Othello, discs. The seed chooses among equals; without one, chance does.
   */
  greedyMove(position: Position, seed?: Seed): number;
}

/** A position: a value that never changes. Its memory is freed when it is no longer reachable, or by `free`. */
export class Position {
  private constructor(); // the engine makes them
  readonly game: GameName;
  readonly height: number;
  readonly width: number;
  readonly toPlay: Color;
  /** All rules of the game, as `PositionData.rules` has them. */
  readonly rules: Rules;
  /** A byte a point, row by row: 0 empty, 1 black, 2 white, 3 no point there. Do not write to it. */
  readonly cells: Uint8Array;
  /** See `PositionData.diagram`. */
  readonly diagram: string;
  /** Can it be played on? In NoGo and Go: has every chain a liberty? Other positions have no legal moves. */
  readonly isSound: boolean;
  readonly isOver: boolean;
  /** null while the game goes on, and for a draw. */
  readonly winner: Color | null;
  /** Does the game have passes? */
  readonly hasPasses: boolean;
  /** The number of the pass: height * width. */
  readonly pass: number;
  /** The legal moves of the side to move, row by row; a pass, where it is legal, comes last. None if not sound. */
  readonly legalMoves: readonly number[];

  isLegal(move: number): boolean;
  /** The position after this move. Throws IllegalMove. */
  play(move: number): Position;
  /** Plays these moves as far as they are legal. */
  replay(moves: Iterable<number>): { legal: number; position: Position };
  /** Why a move is illegal; null if it is legal. Throws TengenError for a number that is no move of this board. */
  whyIllegal(move: number): Refusal | null;
  /** How the game ended; null while it goes on. With `stopped`, as if it were counted now (Go, Othello). */
  outcome(options?: { stopped?: boolean }): Outcome | null;
  /** The same stones with the other side to move; Go: with no past. */
  withToPlay(color: Color): Position;
  equals(other: Position): boolean;
  /** How the board is named: "E5", "pass"; in Othello "e5" from the top. */
  name(move: number): string;
  /** The move of this name, legal or not. Throws TengenError. */
  move(name: string): number;
  toJSON(): PositionData;
  /** Gives its memory back now. It must not be used after that. */
  free(): void;

  /** Gomoku (renju): the empty points where Black, to move, may not play. Else none. */
  readonly forbidden: readonly number[];
  /** Gomoku: the points of every row that wins, row after row. Else none. */
  readonly winningRows: readonly (readonly number[])[];
  /** Othello: the discs that a move there would flip. Else none. */
  flipped(move: number): number[];
  /** Go: how many passes in a row were just played. Else 0. */
  readonly passes: number;
  /** Go: after how many plies a game from here is stopped, and counted as it stands. Else null. */
  readonly pliesAllowed: number | null;
  /** Go: how many stones this colour has taken since the position was made. Else 0. */
  captures(color: Color): number;
  /** Go: points by area, komi not counted. `owners`: a byte a point, 0 nobody, 1 black, 2 white, 3 no point there. */
  area(): { black: number; white: number; owners: Uint8Array };
  /** Go: the stones that are mostly lost when games are played on. Takes some milliseconds. */
  deadStones(): number[];
  /** Go: without these stones; a game that is over stays over. */
  without(stones: Iterable<number>): Position;
}

/** Why a move is illegal. */
export interface Refusal {
  /**
   * "occupied", "hole"; NoGo "capture", "suicide", "pass"; Go "suicide", "ko", "superko", "game over"; Gomoku "pass",
   * "game over", "overline", "double four", "double three"; Othello "flips nothing", "pass", "game over". Where
   * stones have no liberty already: "unsound position".
   */
  readonly rule: string;
  /** In English, the same words as Python's. */
  readonly text: string;
  /** The chains that it would leave without a liberty, or the rows it would make; the move's own point included. */
  readonly chains: readonly (readonly number[])[];
}

export interface Outcome {
  /** null: a draw. */
  readonly winner: Color | null;
  /** In English, as Python words it, without the winner: "White has no legal move", "area 45 to 36 + 7.5". */
  readonly text: string;
  /** "no legal move" (NoGo), "area" (Go), "row", "full" or "stuck" (Gomoku), "discs" (Othello). */
  readonly rule: string;
  /** Go's area and Othello's discs. */
  readonly black?: number;
  readonly white?: number;
  readonly komi?: number;
  /** Go and Othello: by how much it was won. */
  readonly margin?: number;
  /** Gomoku: the points of the rows that won, each once. */
  readonly row?: readonly number[];
}

export interface SimulateOptions {
  /** "random" unless given; "first": always the first legal point, no seed; "uniform" (Go): passes and eyes too. */
  policy?: "random" | "first" | "uniform";
  /** Drawn unless given; `Game.seed` says which it was. */
  seed?: Seed;
  mostPlies?: number;
}

export interface Game {
  readonly moves: readonly number[];
  /** null: nothing was left to chance. */
  readonly seed: Seed | null;
  readonly end: Position;
  /** As `end.outcome({ stopped: true })`; null if it stopped at `mostPlies` before its end. */
  readonly outcome: Outcome | null;
}

export interface SimulationsOptions {
  /** How many there will be. */
  games?: number;
  policy?: "random" | "uniform";
  seed?: Seed;
  /** What happens at each point too. */
  byPoint?: boolean;
}

/** Random games that are played in pieces. */
export class Simulations {
  private constructor(); // the engine makes them
  readonly position: Position;
  readonly seed: Seed;
  /** Are all of them played? */
  readonly isDone: boolean;
  /**
   * Plays on until all games are played or about this much time has passed, some milliseconds at least, and gives the
   * totals so far.
   */
  run(limits?: { seconds?: number }): Totals;
  totals(): Totals;
}

export interface Totals {
  readonly games: number;
  readonly seed: Seed;
  readonly blackWins: number;
  readonly whiteWins: number;
  readonly draws: number;
  /** lengths[k]: games of k plies. */
  readonly lengths: readonly number[];
  /** Each has a number a point, and is empty unless `byPoint`: games that ended with a stone there; */
  readonly blackEnded: readonly number[];
  readonly whiteEnded: readonly number[];
  /** games that opened there, and those of them that the opener won. */
  readonly opened: readonly number[];
  readonly openerWon: readonly number[];
}

export interface WorkOptions {
  /** After which it stops and says what it knows. However long it takes, unless given. */
  seconds?: number;
  /** Called now and then with the share of the work that is done, from 0 to 1; a `false` stops the work. */
  progress?: (done: number) => boolean | void;
}

export interface Count {
  /** false: it was stopped, or counting all of them is hopeless; then there are `atLeast` games or more. */
  readonly complete: boolean;
  readonly games: bigint;
  readonly atLeast: bigint;
  readonly blackWins: bigint;
  readonly whiteWins: bigint;
  readonly draws: bigint;
  /** NoGo: byPlies[k] complete games have k plies. Else none. */
  readonly byPlies: readonly bigint[];
}

export interface Perft {
  readonly complete: boolean;
  readonly lines: readonly bigint[];
}

export interface Flips {
  /** For each point with a stone: how many black (white) stones would be dead if it changed colour; else 0. */
  readonly deadBlack: Uint32Array;
  readonly deadWhite: Uint32Array;
  /** The published problem's number for the dead white ones. */
  readonly hash: number;
}

export interface Check {
  /** Can it be played on, wherever it came from? */
  readonly legal: boolean;
  /** null: nothing was found against it, and more is not known. */
  readonly reachable: boolean | null;
  /** Each with the points that it is about, and in the words of Python. */
  readonly reasons: readonly { rule: string; text: string; points: readonly number[] }[];
}

export interface SolverOptions {
  /** Go on until all moves are known, not only the position. true unless given. */
  allMoves?: boolean;
  /** MiB for the table of positions; 64 unless given. */
  memory?: number;
  /** NoGo: another seed makes it go another way to the same answer. */
  seed?: Seed;
}

export class Solver {
  private constructor(); // the engine makes them
  readonly position: Position;
  /** Looks on for this long, or until it is done, and gives what is known. */
  run(limits?: { seconds?: number }): Solution;
  solution(): Solution;
  free(): void;
}

/** What is known with perfect play. More than 0 is a win for the side to move, less a loss; Othello and Go: by how much. */
export interface Solution {
  /** The least and the most that the position can be worth. */
  readonly lower: number;
  readonly upper: number;
  /** For the side to move; null: not known. */
  readonly result: "win" | "draw" | "loss" | null;
  /** null: a draw, or not known. */
  readonly winner: Color | null;
  readonly isKnown: boolean;
  /** Is nothing left to find out? */
  readonly isDone: boolean;
  /** Every legal move, with what it is worth to the side that makes it, and how it would go on, itself first. */
  readonly moves: readonly { move: number; lower: number; upper: number; line: readonly number[] }[];
  /** The moves known to keep what the position is worth; none if every move loses. */
  readonly bestMoves: readonly number[];
  readonly line: readonly number[];
  readonly nodes: number;
}

export interface SearchOptions {
  /** With a seed, a number of visits gives the same search every time, and the same as in Python. */
  seed?: Seed;
  /** MiB that the tree may take, or the table of a search with patterns; 128 unless given. */
  memory?: number;
  /** What judges positions instead of playing them out. `Net.misfit` says whether it can. */
  net?: Net | null;
}

/** A search of one position, that can be run in pieces and asked for its opinion between them. */
export class Search {
  private constructor(); // the engine makes them
  readonly position: Position;
  /** How often the position was looked at, what was kept from earlier positions included. */
  readonly visits: number;
  /** Is its value proven? Then there is nothing more to search. */
  readonly isDecided: boolean;
  /**
   * Searches until the position has this many visits in all, these seconds have passed, or its value is proven. With
   * `settle` also when the seconds left cannot change the move. Call it again to go on.
   */
  run(limits: { visits?: number; seconds?: number; settle?: boolean }): void;
  /** The best move so far, and what is known of it and the others. */
  choice(): Choice;
  /** Searches this position from now on. What is known of it is kept, if it is at most two moves away. */
  moveOn(position: Position): void;
  free(): void;
}

export interface Choice {
  readonly move: number;
  /** Expected, for the side to move: 1 a win, 0 a loss, 0.5 a draw. */
  readonly value: number;
  /** Is the value proven? */
  readonly exact: boolean;
  /** How play would go on, the move itself first. */
  readonly line: readonly number[];
  /** The best first. */
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly move: number;
  readonly visits: number;
  readonly value: number;
  readonly exact: boolean;
  readonly line: readonly number[];
  /** Expected, in points or discs for the side to move, where they are counted; else null. */
  readonly lead: number | null;
  /** How likely a net thinks it; null without one. */
  readonly prior: number | null;
}

/** A net (NoGo, Go), or the patterns of Othello. */
export class Net {
  private constructor(); // the engine makes them
  readonly game: GameName;
  readonly kind: "net" | "patterns";
  /** Why it cannot judge positions of this board, in English; null if it can. */
  misfit(position: Position): string | null;
  /** Can it judge them, and was it made for boards of this size? A usual player has no net where this is false. */
  suits(position: Position): boolean;
  /**
   * What a net says of one position (patterns are asked in a search only): its value for the side to move, from -1 to 1,
   * and a number for each move, the higher the better.
   */
  evaluate(position: Position): { value: number; policy: Float32Array };
  /** Gives its memory back. Not before the searches that use it are freed. */
  free(): void;
}
