// What comes on the table: a new game, an old one, somebody's seat or position by a link, or an empty board.

import * as api from "./api.js";
import { copy, download, pageAddress } from "./dom.js";
import { fromFragment, toFragment } from "./grid.js";
import { keepGame, keptGames } from "./kept.js";
import { ownTokens, requestOf, seating, settingsOf, sizeOf } from "./newgame.js";
import { errorText, refusalText } from "./sentences.js";
import { say } from "./words.js";

export class Places {
  /** announce(text, kind); left() when a board goes; begun() when a game is there; watched(number or null) when the
   *  address asks for the match, or a game of it. */
  constructor(table, session, { announce, left, begun, watched }) {
    this.table = table;
    this.session = session;
    this.gameBehind = null; // the game that was left for a position of one's own
    this._announce = announce;
    this._left = left;
    this._begun = begun;
    this._watched = watched;
  }

  /** Without a game, a move begins one: by whoever made it, against whoever was chosen last. */
  async beginByMove(place) {
    const { table } = this;
    const move = table.vertex(place);
    try {
      const { why } = await api.position("look", { position: table.position, move });
      if (why) {
        table.refusal = { move, ...why };
        table.changed();
        return this._announce(refusalText(table.refusal, table));
      }
      const settings = settingsOf(table.about);
      await this._create(settings, seating(settings, table.toPlay), this.isStart ? null : table.position, move);
    } catch (error) {
      this._announce(errorText(error), "warning");
    }
    return null;
  }

  get isStart() {
    return Boolean(this.table.look?.isStart);
  }

  /** Who would sit where if the next click began a game. */
  get planned() {
    const settings = settingsOf(this.table.about);
    const seats = seating(settings, this.table.toPlay);
    const { black, white } = requestOf(settings, this.table.about, seats);
    return { black: { ...black, mine: seats.black === "me" }, white: { ...white, mine: seats.white === "me" } };
  }

  async begin(settings, fromHere) {
    const isHere = fromHere && !(this.isStart && !this.table.isBranch);
    await this._create(settings, seating(settings), isHere ? this.table.position : null);
  }

  async _create(settings, seats, start, firstMove = null) {
    const { table, session } = this;
    const wanted = requestOf(settings, table.about, seats, start);
    await session.create(wanted, (tokens) => ownTokens(tokens, seats), firstMove);
    this.gameBehind = null;
    history.pushState(null, "", `#game=${table.game.id}`);
    this._begun();
    if (session.invitation) this.invite();
  }

  async openGame(id) {
    try {
      this.session.open(await api.gameState(id));
      if (!keptGames().some((each) => each.id === id)) keepGame(id, {}); // watched games can be found again too
      this._begun();
      if (!location.hash.startsWith(`#game=${id}`)) history.pushState(null, "", `#game=${id}`);
    } catch (error) {
      await this.startOver();
      this._announce(errorText(error), "warning");
    }
  }

  /** A position of one's own comes on the table, and the browser's way back leads to the game that was there. */
  putAside(look) {
    if (this.table.game) history.pushState(null, "", pageAddress());
    this.put(look);
  }

  /** A position of one's own comes on the table; a game that was there goes on without us. */
  put(look) {
    if (this.table.game) this.gameBehind = this.table.game.id;
    this.session.close();
    this.session.analysing = false;
    this._left();
    this.table.setPosition(look);
    const address = look.address ?? (look.isStart ? pageAddress() : `#p=${toFragment(look.position)}`); // still there after a reload
    history.replaceState(null, "", address);
  }

  /** An empty board of the game that was played last: the first move begins. */
  async startOver() {
    const settings = settingsOf(this.table.about);
    const { game } = settings;
    const size = sizeOf(settings, this.table.about);
    const look = await api.position("start", { game, size, rules: settings.rules[game] ?? {} });
    this.put({ ...look, isStart: true });
  }

  /** What the address asks for: a game, a seat in it, a position, or nothing. */
  async route() {
    if (location.hash.startsWith("#p=")) return this._openShared(location.hash.slice(3));
    const asked = new URLSearchParams(location.hash.slice(1));
    const id = asked.get("game");
    if (asked.has("match") && this.table.about.match) {
      const number = Number.parseInt(asked.get("match"), 10);
      await this.startOver();
      return this._watched(number > 0 ? number - 1 : null);
    }
    if (!id) return this.startOver();
    if (asked.get("token")) {
      keepGame(id, { guest: asked.get("token") });
      history.replaceState(null, "", `#game=${id}`); // a token is not for the history
    }
    return this.openGame(id);
  }

  async _openShared(packed) {
    const { about } = this.table;
    const position = fromFragment(packed, about.games.map((each) => each.name), about.limits.size);
    try {
      if (!position) throw new api.Refused(400, { code: "bad link", error: say("bad-link") });
      this.put(await api.position("look", { position }));
    } catch (error) {
      await this.startOver();
      this._announce(errorText(error), "warning");
    }
  }

  async toggleAnalysis() {
    const { session, table } = this;
    session.analyse(!session.analysing);
    if (!session.analysing || table.game) return;
    const settings = { ...settingsOf(table.about), clock: "" };
    const { lines, start, moves, ply } = table;
    const tried = moves.length ? lines.tried : [];
    try {
      // A search belongs to a game. The moves of one that was read stay: as a line that is tried in a new one.
      await this._create(settings, { black: "me", white: "me" }, this.isStart ? null : start);
      lines.setBranches(tried);
      if (tried.length) table.goTo(ply, lines.follow(moves.slice(0, -1), moves.at(-1)));
    } catch (error) {
      session.analyse(false);
      this._announce(errorText(error), "warning");
    }
  }

  /** The game on the table as a file, with all that was tried. */
  async saveGame() {
    const { lines, start } = this.table;
    const { seats: who, over: end } = this.table.game ?? this.table.look;
    const { moves } = lines.own;
    const seats = who ? { black: who.black.name ?? "", white: who.white.name ?? "" } : {};
    const over = end?.ending ? { over: { winner: end.winner, ending: end.ending } } : {};
    const values = moves.map((_, ply) => this.table.valueOf(lines.own, ply + 1));
    const body = { position: start, format: "sgf", moves, values, branches: lines.numbered, ...seats, ...over };
    try {
      const { text } = await api.position("write", body);
      download(text, `${start.game}.sgf`, "application/x-go-sgf");
    } catch (error) {
      this._announce(errorText(error), "warning");
    }
  }

  async invite() {
    const copied = await copy(this.session.invitation);
    this._announce(say(copied ? "invite-copied" : "invite-yourself"), "note");
  }
}
