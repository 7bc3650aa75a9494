// What if? A move that was not played, at any moment of the game: a line of its own that one can walk and return from.

import * as api from "./api.js";
import { keepLines } from "./kept.js";
import { errorText, refusalText } from "./sentences.js";

export class Variations {
  constructor(table, { announce }) {
    this.table = table;
    this._announce = announce;
    this._asked = null;
    this._kept = null; // what is remembered already
  }

  /** Both sides' moves are the visitor's here. The server says what each changes, and why one is not possible. */
  async play(move) {
    const { table } = this;
    const { path, ply, start } = table;
    const line = table.lines.follow(path, move);
    if (line) return table.goTo(ply + 1, line);
    const shown = table.lines.shown;
    this.stop();
    const asked = (this._asked = new AbortController());
    try {
      const look = await api.position("look", { position: start, moves: [...path, move] }, asked.signal);
      if (table.lines.shown !== shown || table.ply !== ply) return null; // the reader has gone elsewhere
      if (look.why) return this._refuse(move, look.why);
      table.lines.add(ply, move, look.steps.at(-1), look);
      return table.goTo(ply + 1);
    } catch (error) {
      return this._fail(error);
    }
  }

  /** Learns what is legal where a line ends that was read from a file. */
  async learn() {
    const { table } = this;
    const line = table.lines.shown;
    if (!table.isBranch || table.shown !== null || line.end || line.asked) return;
    line.asked = true;
    try {
      line.end = await api.position("look", { position: table.start, moves: table.moves });
      table.changed();
    } catch (error) {
      this._fail(error);
    }
  }

  /** What was tried in a game is there again after a reload. */
  keep() {
    const { game, lines } = this.table;
    const key = game && JSON.stringify([game.id, lines.numbered]);
    if (!game || key === this._kept) return;
    this._kept = key;
    keepLines(game.id, lines.kept);
  }

  stop() {
    this._asked?.abort();
    this._asked = null;
  }

  /** Back to where the line left the game. */
  leave() {
    const { table } = this;
    table.goTo(table.lines.inCommon(table.lines.shown), table.lines.own);
  }

  _refuse(move, why) {
    const { table } = this;
    table.refusal = { move, ...why };
    table.changed();
    return this._announce(refusalText(table.refusal, table));
  }

  _fail(error) {
    if (error.name !== "AbortError") this._announce(errorText(error), "warning");
  }
}
