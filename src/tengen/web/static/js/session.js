// One game on the server, as this page takes part in it: moves out, news in, nothing lost in between.

import * as api from "./api.js";
import { keepGame, tokenOf, tokensOf } from "./kept.js";
import { otherSide } from "./grid.js";
import { sharedOrigin } from "./sharing.js";
import { say } from "./words.js";
import { errorText, moveText, overText, refusalText, undoText } from "./sentences.js";

const FOLLOW_AFTER = 0.15; // seconds: who walks quickly is not followed at every step

export class Session {
  /** announce(text, kind): for those who listen, and a "warning" for all; changed() when the line's status did;
   *  news(state) before there is a new state, which makes what was said before old. */
  constructor(table, { announce, changed, news }) {
    this.table = table;
    this.connection = null;
    this.analysing = false;
    this._followed = null; // the moves to what is analysed; null: the game as it stands
    this._unheard = false; // is the line open again, and what we said before perhaps lost?
    this._announce = announce;
    this._changed = changed;
    this._news = news;
  }

  /** Asks for a game and goes to it; `own` picks the tokens that stay here. */
  async create(wanted, own, firstMove = null) {
    const made = await api.createGame(wanted);
    keepGame(made.id, own(made.tokens));
    this.open(made.state, firstMove);
  }

  /** Goes to a game; its state, if it is known already, is shown until the line has news. */
  open(state, firstMove = null) {
    this.close();
    this.table.pending = firstMove ? { move: firstMove, ply: 0 } : null;
    this.table.setGame(state);
    this.connection = api.openLine(state.id, tokenOf(state.id), {
      heard: (message, isFirst) => this._hear(message, isFirst),
      changed: () => this._changed(),
    });
  }

  close() {
    const connection = this.connection;
    this.connection = null;
    connection?.close();
  }

  /** The address at which a friend takes the other seat, if one was kept for them. */
  get invitation() {
    const { game } = this.table;
    const token = game && tokensOf(game.id).invite;
    return token ? `${sharedOrigin(this.table.about)}${location.pathname}#game=${game.id}&token=${token}` : null;
  }

  move(name) {
    this.table.refusal = this.table.picture = null;
    this.table.pending = { move: name, ply: this.table.game.ply };
    this._sendPending();
    this.table.changed();
  }

  /** Takes a move back, or asks the other person to; with an answer, lets them have theirs back or not. */
  undo(granted = null) {
    this._send(granted === null ? { type: "undo" } : { type: "undo", granted });
  }

  resign() {
    this._send({ type: "resign" });
  }

  /** Says of the chain with this stone that it is dead, or that it is not. */
  mark(stone) {
    this._send({ type: "mark", stone });
  }

  agree() {
    this._send({ type: "agree", version: this.table.count.version });
  }

  playOn() {
    this._send({ type: "play on" });
  }

  analyse(on) {
    this.analysing = on;
    this.table.refusal = null;
    this._sendAnalyse();
    this.table.changed();
  }

  /** Analysis is of what is shown. */
  follow() {
    const { table } = this;
    const moves = table.isLive ? null : table.path.join(" ");
    if (!this.analysing || !table.game || table.isClosed || moves === this._followed) return;
    this._followed = moves;
    clearTimeout(this._follows);
    this._follows = setTimeout(() => this._sendAnalyse(), FOLLOW_AFTER * 1000);
  }

  _sendAnalyse() {
    const { table } = this;
    const moves = this.analysing && table.game && !table.isLive ? table.path : null;
    clearTimeout(this._follows);
    this._followed = moves && moves.join(" ");
    this.connection?.send({ type: "analyse", on: this.analysing, ...(moves ? { moves } : {}) });
  }

  _send(message) {
    if (!this.connection?.send(message)) this._announce(say("not-connected"), "warning");
  }

  _sendPending() {
    const { move, ply } = this.table.pending;
    this.connection?.send({ type: "move", move, ply });
  }

  _hear(message, isFirst) {
    const { table } = this;
    if (isFirst) this._unheard = true;
    switch (message.type) {
      case "state":
        this._news(message);
        this._catchUp(message);
        break;
      case "moved":
        this._news(message.state);
        this._settlePending(message.state);
        table.setGame(message.state);
        this._tellMove(message.by, message.move, message.state);
        break;
      case "thinking":
        if (message.by === "analysis" && !this.analysing) break;
        if (message.moves) table.think(message);
        else if (message.ply === table.game?.ply) table.thinking = message;
        table.changed();
        break;
      case "illegal":
        table.pending = null;
        table.refusal = { move: message.move, rule: message.rule, reason: message.reason, chains: message.chains };
        this._announce(refusalText(table.refusal, table));
        table.changed();
        break;
      case "error":
        table.pending = null;
        this._announce(errorText(message), "warning");
        table.changed();
        break;
    }
  }

  /** After hello, an undo or the end: what the server has is right; a move that it has not heard of is sent again. */
  _catchUp(message) {
    const { table } = this;
    const before = table.game;
    table.setGame(message);
    this._settlePending(message);
    if (this._unheard && table.pending) this._sendPending();
    if (this._unheard && this.analysing) this._sendAnalyse();
    this._unheard = false;
    const mine = (side) => side && message.you.includes(side) && message.you.length === 1;
    if (before && message.ply < before.ply) this._announce(say("taken-back", { ply: message.ply }));
    else if (mine(before?.undo) && !message.undo) this._announce(say("undo-declined"), "note");
    else if (message.undo && !before?.undo) this._announce(undoText(message));
    else if (message.over && before?.over?.ending !== message.over.ending) this._announce(overText(message));
  }

  _settlePending(state) {
    const { pending } = this.table;
    if (!pending || pending.ply >= state.ply) return;
    this.table.pending = null;
    if (state.moves[pending.ply] !== pending.move) this._announce(say("move-lost", { move: pending.move }), "warning");
  }

  _tellMove(by, move, state) {
    const words = [moveText(by, move)];
    if (state.over) words.push(overText(state));
    else if (state.you.includes(otherSide(by))) words.push(say("your-turn"));
    this._announce(words.join(" "));
  }
}
