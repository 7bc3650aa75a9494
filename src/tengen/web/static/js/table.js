// What lies on the table: a game on the server, or a position of one's own; and what is shown of it.
// The page knows no rules. Boards of the past are the start and the steps that the server sent.

import { after, otherSide, pointOf, toDiagram, toGrid, vertex } from "./grid.js";
import { linesOf } from "./kept.js";
import { Lines } from "./lines.js";

export class Table extends EventTarget {
  constructor(about) {
    super();
    this.about = about;
    this.game = null; // the state of the game, as the server has it
    this.look = null; // without a game: the position, its view, what is legal
    this.lines = new Lines(); // the game's moves, and what else was tried
    this.shown = null; // the ply of the shown line that is looked at; null: the last
    this.hints = new Map(); // what was answered to those who asked for one, by the moves so far
    this.pending = null; // a move sent and not yet heard of
    this.thinking = null; // what the search says of the last position
    this.thoughts = new Map(); // and of others that were analysed, by the moves so far
    this.refusal = null; // why a move was not possible, and where to look
    this.picture = null; // the answer to a question, drawn on the board
    this.review = null; // what the server thinks of the moves of some game, this one or another
    this._drawing = false;
  }

  /** Tells everybody, once for all changes until the next frame. */
  changed() {
    if (this._drawing) return;
    this._drawing = true;
    requestAnimationFrame(() => {
      this._drawing = false;
      this.dispatchEvent(new Event("change"));
    });
  }

  setGame(state) {
    if (this.game?.id !== state.id) this._begin(linesOf(state.id));
    this.refusal = null;
    if (this.game?.id !== state.id || this.game.ply !== state.ply) this.picture = null;
    this.lines.setOwn(state.moves, state.steps);
    if (this.shown !== null && this.shown >= this.lastPly) this.shown = null;
    this.game = state;
    this.heardAt = performance.now(); // the clocks in the state are of this moment
    this.look = null;
    if (this.thinking && this.thinking.ply !== state.ply) this.thinking = null;
    this.changed();
  }

  setPosition(look) {
    this._begin();
    this.look = look;
    this.game = this.pending = this.thinking = this.refusal = this.picture = null;
    this.lines.setOwn(look.moves ?? [], look.steps ?? []);
    this.lines.setBranches(look.branches ?? []);
    this.changed();
  }

  /** A game that is watched has gone on, or has ended: who looks back, or tries something, is not disturbed. */
  grow(look) {
    if (look.moves.length !== this.look.moves.length) this.picture = null;
    this.lines.setOwn(look.moves, look.steps);
    if (this.shown !== null && this.shown >= this.lastPly) this.shown = null;
    this.look = look;
    this.changed();
  }

  _begin(tried = null) {
    if (tried) this.lines.restore(tried);
    else this.lines.clear();
    this.hints.clear();
    this.thoughts.clear();
    this.shown = null;
  }

  get start() {
    return this.game ? this.game.start : this.look.start ?? this.look.position;
  }

  get moves() {
    return this.lines.whole(this.lines.shown).moves;
  }

  get steps() {
    return this.lines.whole(this.lines.shown).steps;
  }

  get kind() {
    return this.about.games.find((each) => each.name === this.start.game);
  }

  get coordinates() {
    return this.kind.coordinates;
  }

  get height() {
    return this.grid.length;
  }

  get width() {
    return this.grid[0].length;
  }

  get lastPly() {
    return this.moves.length;
  }

  get ply() {
    return this.shown ?? this.lastPly;
  }

  /** Is it the game itself, as it stands? */
  get isLive() {
    return this.shown === null && !this.isBranch;
  }

  /** Is it a game of a match, as others play it now? */
  get isWatched() {
    return this.isLive && Boolean(this.look?.running);
  }

  get isBranch() {
    return this.lines.shown !== this.lines.own;
  }

  /** What is known of the position that is shown: what is legal, whether it is over; of the past nothing. */
  get _known() {
    if (this.shown !== null) return null;
    return this.isBranch ? this.lines.shown.end : this.game ?? this.look;
  }

  /** Do two people play, one of them here or both elsewhere? Then nobody is helped until it is over. */
  get isClosed() {
    const { game } = this;
    const people = game && ["black", "white"].every((side) => game.seats[side].kind === "person");
    return Boolean(people && !game.over && game.you.length < 2);
  }

  get grid() {
    const { start, steps, ply } = this;
    if (this._grid?.start !== start || this._grid.steps !== steps || this._grid.ply !== ply) {
      this._grid = { start, steps, ply, rows: after(toGrid(start.diagram), steps.slice(0, ply)) };
    }
    return this._grid.rows;
  }

  get toPlay() {
    if (this.isLive) return this.game ? this.game.to_play : this.look.position.to_play;
    return this.moverOf(this.ply);
  }

  /** Who makes the move after so many plies: a pass is a move, so the sides take turns. */
  moverOf(ply) {
    return ply % 2 ? otherSide(this.start.to_play) : this.start.to_play;
  }

  get over() {
    return this._known?.over ?? null;
  }

  /** How the end of the game is counted, once that is known: whose the points are, which stones are dead. */
  get count() {
    return (this.isLive && this.game?.count) || null;
  }

  /** Are players still to agree on that? */
  get isCounting() {
    return Boolean(this.count && this.game.over?.ending !== "agreed");
  }

  /** Legal points by side; none are known of the past. */
  get legal() {
    return this._known?.legal ?? { black: [], white: [] };
  }

  /** Empty points that a rule of its own closes to the side to move. */
  get forbidden() {
    return (!this.over && this._known?.forbidden) || [];
  }

  /** Where the side to move may play. */
  get legalIndices() {
    const { width } = this;
    return new Set(this.legal[this.toPlay].map(([row, col]) => row * width + col));
  }

  get mayPass() {
    return Boolean(this._known?.pass);
  }

  /** What is shown, as the server takes positions. */
  get position() {
    const { game, rules } = this.start;
    return { game, diagram: toDiagram(this.grid), to_play: this.toPlay, rules };
  }

  get lastPoint() {
    return this.ply ? this.pointOf(this.moves[this.ply - 1]) : null;
  }

  get myTurn() {
    return Boolean(this.game && !this.game.over && this.game.you.includes(this.game.to_play));
  }

  get thinkingNow() {
    if (!this.isLive) return this.thoughts.get(this.path.join(" ")) ?? null;
    return this.game && this.thinking?.ply === this.game.ply ? this.thinking : null;
  }

  /** What the search says of a moment of the past, or of a line that was tried. */
  think(thought) {
    this.thoughts.set(thought.moves.join(" "), thought);
  }

  /** The review, if it is of a line that is here. */
  get reviewed() {
    const { review, start, lines } = this;
    if (!review) return null;
    if (this._compared?.review !== review || this._compared.start !== start) {
      this._compared = { review, start, isSame: review.start === JSON.stringify(start) }; // once, not for every move
    }
    if (!this._compared.isSame) return null;
    const all = [lines.own, ...lines.branches];
    return all.some((line) => this._reviewedOf(line) === review.moves.length) ? review : null;
  }

  /** How many moves of a line were reviewed. */
  _reviewedOf(line) {
    return this.lines.sharedWith(this.review.moves, line);
  }

  /** The moves of the shown line that lost much. */
  get blunders() {
    const { reviewed } = this;
    const most = reviewed && this._reviewedOf(this.lines.shown);
    return reviewed ? reviewed.blunders.filter(({ ply }) => ply <= most) : [];
  }

  /** What would have been better here than the move that was played. */
  get better() {
    return this.blunders.find((each) => each.ply === this.ply + 1) ?? null;
  }

  /** Black's share of the games, as it was thought after this ply, or null. */
  valueAt(ply) {
    return this.valueOf(this.lines.shown, ply);
  }

  valueOf(line, ply) {
    const { game, lines } = this;
    const isOwn = line === lines.own;
    if (isOwn && ply === game?.ply && game.over) return { black: 1, white: 0 }[(game.count ?? game.over).winner] ?? 0.5;
    if (isOwn && ply === game?.ply && this.thinking?.ply === ply) return this.thinking.value;
    const path = lines.path(line, ply);
    const known = this.thoughts.get(path)?.value ?? this.hints.get(path)?.value ?? null;
    if (known !== null) return known;
    const thought = this.reviewed && ply <= this._reviewedOf(line) ? this.review.values[ply] : null;
    return thought ?? (ply <= lines.inCommon(line) ? (game ?? this.look).values?.[ply - 1] : null) ?? null;
  }

  /** The moves that led to what is shown. */
  get path() {
    return this.moves.slice(0, this.ply);
  }

  /** The hint that was given here. */
  get hint() {
    return this.hints.get(this.path.join(" ")) ?? null;
  }

  pointOf(move) {
    return pointOf(move, this.height, this.coordinates);
  }

  vertex(point) {
    return vertex(point, this.height, this.coordinates);
  }

  /** For every stone on the board the number of the move that put it there, as "row,col" -> number. */
  get numbers() {
    const grid = this.grid;
    const found = new Map();
    this.moves.slice(0, this.ply).forEach((move, index) => {
      const point = this.pointOf(move);
      if (point && grid[point[0]][point[1]] !== ".") found.set(point.join(), index + 1);
    });
    return found;
  }

  /** Goes to a move, of the line that is shown unless told otherwise. */
  goTo(ply, line = this.lines.shown) {
    this.lines.shown = line;
    const wanted = Math.max(0, Math.min(ply, this.lastPly));
    this.shown = wanted === this.lastPly ? null : wanted;
    this.refusal = this.picture = null;
    this.changed();
  }
}
