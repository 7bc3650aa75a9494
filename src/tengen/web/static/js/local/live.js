// A game that somebody is at: moves one after the other, stored before they are shown; players who think; analysis.
// As web/live_game.py.

import { colorName, refusalOf } from "./boards.js";
import { GRACE } from "./clock.js";
import { played } from "./editing.js";
import { choose, forBlack, playerOf, search, thought, usualPlayer } from "./players.js";
import { asRefusal, badInput, refused } from "./refusals.js";
import { storedGame, storeNext } from "./store.js";
import { Game } from "./game.js";

const PACE = 0.5; // seconds at least for a move, where two players play for people to look at
const FLAG_LATE = 2 * GRACE; // seconds past the end of a clock: a move within its grace comes first
const TRY_AGAIN = 5; // seconds, when a player could not think

const seconds = () => performance.now() / 1000;
const later = (time) => new Promise((resolve) => setTimeout(resolve, 1000 * time));
const rounded = (time) => Math.round(1000 * time) / 1000;

export class LiveGame {
  /** send(message): to the page. */
  constructor(core, game, send) {
    this.core = core;
    this.game = game;
    this._send = send;
    this._turn = 0; // counts every change, so that a thought can tell that it comes too late
    this._begun = seconds();
    this._doing = null; // which turn somebody thinks about
    this._analyses = false;
    this._line = null; // the moves to what is analysed elsewhere in the game
    this._analysed = -1; // the last turn that was analysed for as long as is allowed
    this._queue = Promise.resolve(); // what is done one after the other
    this._tellState();
    this._goOn();
  }

  hear(message) {
    this._queue = this._queue.then(() => this._answer(message)).catch((error) => this._refuse(error));
  }

  close() {
    this._turn += 1;
    this._analyses = false;
    this._line = null;
    clearTimeout(this._flag);
    this._send = () => {};
  }

  async _answer(message) {
    switch (message.type) {
      case "move":
        return this._move(message.move, message.ply);
      case "undo":
        this.game.takeBack(this.game.people);
        return this._changed(() => this._tellState());
      case "resign":
        return this._resign();
      case "mark":
        return this._countOn((counting) => counting.turnOver(message.stone));
      case "agree":
        return this._countOn((counting) => counting.agree(this.game.people, message.version));
      case "play on":
        this._requireCounting();
        this.game.playOn();
        return this._changed(() => this._tellState());
      case "analyse":
        this._line = message.on ? message.moves ?? null : null;
        this._analyses = message.on && !this._line;
        if (this._line) this._analyseLine(this._line).catch((error) => this._refuse(error)); // the next message does not wait for it
        return this._goOn();
      default:
        throw badInput(`there is no message '${message.type}'`);
    }
  }

  async _move(name, ply) {
    const { game } = this;
    if (ply !== game.ply) return this._tellState(); // made already, or for a board that has changed
    this._requireGoing();
    if (!game.people.includes(game.toPlay)) {
      throw refused(409, "not your turn", `it is ${colorName(game.toPlay)}'s turn`);
    }
    const { position } = game;
    const move = position.move(name);
    const why = position.whyIllegal(move);
    if (why) return this._send({ type: "illegal", ...refusalOf(position, move, why) });
    return this._play(move);
  }

  async _resign() {
    this._requireGoing();
    const { people, toPlay } = this.game;
    if (!people.length) throw refused(403, "not your seat", "you are watching this game; only its players can do that");
    this.game.lose(people.includes(toPlay) ? toPlay : people[0], "resigned", "resigned");
    return this._changed(() => this._tellState());
  }

  async _countOn(change) {
    change(this._requireCounting());
    return this._settle();
  }

  /** Ends the count if both sides agree. */
  async _settle() {
    if (this.game.counting.agreed.length < 2) return this._tellState();
    this.game.settle();
    return this._changed(() => this._tellState());
  }

  _requireCounting() {
    if (!this.game.counting) throw refused(409, "nothing to count", "there is nothing to agree on now");
    return this.game.counting;
  }

  _requireGoing() {
    if (this.game.isOver) throw refused(409, "game over", `the game is over: ${this.game.over.reason}`);
  }

  async _play(move, value = null) {
    const { game } = this;
    const by = game.toPlay;
    const made = game.play(move, rounded(seconds() - this._begun), value);
    await this._changed((state) => {
      if (made) this._send({ type: "moved", ply: game.ply, move: made.move, by, state });
      else this._tellState();
    });
  }

  /** A new turn begins: stored, then told, then thought about. Another page of this browser may have gone on first. */
  async _changed(tell) {
    this._turn += 1;
    const { game } = this;
    if (!(await storeNext(game.stored))) {
      this.game = new Game(this.core, await storedGame(game.stored.id));
      this._begun = seconds();
      this._tellState();
      return this._goOn();
    }
    this._begun = seconds();
    tell(this._state());
    return this._goOn();
  }

  _state() {
    return this.game.state(seconds() - this._begun, true);
  }

  _tellState() {
    this._send({ type: "state", ...this._state() });
  }

  _refuse(error) {
    this._send({ type: "error", ...asRefusal(error).body });
  }

  /** Lets think who has to, and sets the clock. Who thinks about an earlier turn stops by itself. */
  _goOn() {
    this._setFlag();
    const { game } = this;
    const wanted = game.isOver ? (game.isToBeCounted && !game.counting ? this._count : null)
      : game.seat.kind === "player" ? this._think
        : this._analyses && this._analysed !== this._turn ? this._analyse : null;
    if (!wanted || this._doing === this._turn) return;
    const turn = (this._doing = this._turn);
    const done = () => {
      if (this._doing === turn) this._doing = null;
    };
    wanted.call(this, turn).then(() => {
      done();
      if (turn === this._turn) this._goOn(); // analysis was turned off and on again meanwhile
    }, (error) => {
      done();
      this._refuse(error);
      setTimeout(() => turn === this._turn && this._goOn(), 1000 * TRY_AGAIN);
    });
  }

  async _think(turn) {
    const { game } = this;
    const { position, clock } = game;
    const player = playerOf(this.core, position.game, game.seat);
    if (clock) player.seconds = Math.min(player.seconds, clock.allowance(movesLeft(this.core, position)));
    const begun = seconds();
    const by = position.toPlay;
    const wanted = () => turn === this._turn;
    const moves = position.legalMoves;
    const searches = player.name === "mcts" || player.name === "net";
    const tell = (choice, visits) => this._send(thought(position, game.ply, by, choice, visits));
    const choice = searches && moves.length === 1 ? { move: moves[0] } : await choose(position, player, { tell, wanted });
    if (!choice) return;
    if (!game.people.length) await later(Math.max(0, Math.min(PACE, player.seconds) - (seconds() - begun)));
    this._queue = this._queue.then(() => wanted() && this._play(choice.move, forBlack(position, choice.value)));
    await this._queue;
  }

  /** Which stones seem dead: what the players begin with when they agree on it. Two computers have agreed then. */
  async _count() {
    this.game.beginCounting();
    await this._settle();
  }

  async _analyse(turn) {
    const { game } = this;
    const { position } = game;
    const wanted = () => turn === this._turn && this._analyses;
    const tell = (choice, visits) => {
      if (!wanted()) return;
      if (game.ply) game.setValue(forBlack(position, choice.value));
      this._send(thought(position, game.ply, "analysis", choice, visits));
    };
    if (await search(position, usualPlayer(this.core.about.limits.analysis), tell, wanted)) this._analysed = turn;
    if (turn === this._turn) await storeNext(game.stored);
  }

  /** A moment of the past, or a line that was tried: where these moves lead from the start. */
  async _analyseLine(names) {
    const { start } = this.game;
    const { position } = start.replay(played(start, names));
    try {
      const wanted = () => this._line === names;
      const tell = (choice, visits) => {
        if (wanted()) this._send({ ...thought(position, names.length, "analysis", choice, visits), moves: names });
      };
      if (!position.isOver) await search(position, usualPlayer(this.core.about.limits.analysis), tell, wanted);
    } finally {
      position.free();
    }
  }

  _setFlag() {
    clearTimeout(this._flag);
    const { clock, isOver, toPlay } = this.game;
    if (!clock || isOver) return;
    const turn = this._turn;
    const left = Math.max(0, this._begun + clock.available - seconds()) + FLAG_LATE;
    this._flag = setTimeout(() => {
      if (turn !== this._turn) return;
      this.game.lose(toPlay, "time", "ran out of time");
      this._changed(() => this._tellState());
    }, 1000 * left);
  }
}

/** About how many more moves the side to play will make. */
function movesLeft({ games }, { game, cells }) {
  const empty = cells.filter((cell) => cell === 0).length;
  const { least, most, spare, share } = games[game].moves_left;
  return Math.min(most ?? Infinity, Math.max(least, (empty - spare) / share));
}
