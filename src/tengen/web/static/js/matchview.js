// A match that the server shows: the table with what is known of everybody's strength, and its games to open.

import * as api from "./api.js";
import { button, element, find, refill, shape, show } from "./dom.js";
import { RunningGames } from "./running.js";
import { otherSide } from "./grid.js";
import { errorText, moveText, overText, sideName } from "./sentences.js";
import { say } from "./words.js";

const LOOK_EVERY = 1; // seconds, while it is open or followed
const STEP_EVERY = 0.25; // of a game that is shown move by move
const NO_FILTER = { player: "", opening: "", ending: "" };

export class MatchView {
  /** opened(look): a game of the match comes on the table. */
  constructor(table, { opened, announce }) {
    this.table = table;
    this._opened = opened;
    this._announce = announce;
    this._found = null;
    this._running = []; // the games that are being played
    this._chosen = { ...NO_FILTER };
    this._following = false;
    this._steps = null;
    this._watched = null; // the look of a game on the table that is being played
    this._looking = false;
    this._boards = new RunningGames(table.about, (number) => this._open(number));
    this.dialog = find("#match-view");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    show(find("#match"), Boolean(table.about.match));
    find("#match").addEventListener("click", () => this.open());
    find("#follow").addEventListener("click", () => this._follow(false));
    setInterval(() => (this.dialog.open || this._following || this._watched) && this._look(), LOOK_EVERY * 1000);
  }

  async open() {
    this._seen = null;
    this._draw(element("p", { class: "small" }, say("working")));
    this.dialog.showModal();
    await this._look();
  }

  /** A game by its number, from the first move on; or as it stands, if it is being played. */
  async show(number) {
    this.stop();
    try {
      const look = { ...(await api.matchGame(number)), address: `#match=${number + 1}` };
      this._opened(look);
      if (look.running) this._watched = look;
      else this.table.goTo(0);
    } catch (error) {
      this._announce(errorText(error), "warning");
    }
  }

  draw() {
    show(find("#follow"), this._following);
  }

  stop() {
    clearInterval(this._steps);
    this._steps = this._watched = null;
  }

  async _look() {
    if (this._looking) return;
    this._looking = true;
    try {
      [this._found, { games: this._running }] = await Promise.all([api.match(), api.matchRunning()]);
      if (this.dialog.open) {
        await this._list();
        this._boards.draw(this._running);
      }
      if (this._following) await this._next();
      if (this._watched) await this._grow();
    } catch (error) {
      if (this.dialog.open) this._draw(element("p", { class: "detail warn" }, errorText(error)));
    } finally {
      this._looking = false;
    }
  }

  _draw(...nodes) {
    const close = button(say("close"), () => this.dialog.close(), { class: "quiet" });
    refill(this.dialog, element("div", { class: "dialog-top" },
      element("h2", { id: "match-title" }, `${say("match")} ${this.table.about.match}`), close), ...nodes);
  }

  /** Draws again only what has changed: who reads or chooses is not disturbed. */
  async _list() {
    const key = JSON.stringify([this._found.games, this._chosen, document.documentElement.lang]);
    if (key === this._seen) return;
    const { games } = await api.matchGames(this._chosen);
    this._seen = key;
    const [top, left] = [this.dialog.scrollTop, this.dialog.querySelector(".wide")?.scrollLeft ?? 0];
    const follow = button(say("follow"), () => this._follow(true), { class: "main" });
    this._draw(this._table(), this._boards.root, element("div", { class: "actions" }, follow, ...this._filters()),
      games.length ? element("ul", { class: "found" }, ...games.map((game) => this._item(game)))
        : element("p", { class: "small" }, say("no-match-games")));
    this.dialog.scrollTop = top;
    this.dialog.querySelector(".wide").scrollLeft = left;
  }

  _table() {
    const { players, games } = this._found;
    const heads = ["player", "elo", "interval", "points", "of-games"].map((name) => element("th", {}, say(`match-${name}`)));
    const known = players.filter(({ elo_interval: [low] }) => low !== null);
    const [least, most] = [Math.min(...known.map((each) => each.elo_interval[0])), Math.max(...known.map((each) => each.elo_interval[1]))];
    const rows = players.map((each) => element("tr", {}, element("th", { scope: "row" }, each.name),
      element("td", {}, each.elo === null ? "–" : String(Math.round(each.elo))),
      element("td", { class: "plot" }, known.includes(each) ? bar(each, least, most) : ""),
      element("td", {}, String(each.points)), element("td", {}, String(each.games))));
    return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": say("match-table") },
      element("table", { class: "standings" }, element("caption", {}, say("match-played", { count: games })),
        element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
  }

  _filters() {
    const { players, openings, endings } = this._found;
    return [
      this._filter("player", players.map(({ name }) => [name, name])),
      this._filter("opening", openings.map(({ key, moves, games }) => [key, `${moves || say("match-no-opening")} (${games})`])),
      this._filter("ending", endings.map((ending) => [ending, say(`ending-${ending}`)])),
    ];
  }

  _filter(name, choices) {
    const options = [["", say("match-all")], ...choices].map(([value, text]) => element("option", { value }, text));
    const chosen = () => {
      this._chosen = { ...this._chosen, [name]: select.value };
      this._list().catch((error) => this._announce(errorText(error), "warning"));
    };
    const select = element("select", { "data-filter": name, onchange: chosen }, ...options);
    select.value = this._chosen[name];
    return element("label", { class: "field inline" }, element("span", {}, say(`filter-${name}`)), select);
  }

  _item(game) {
    const title = `${game.number + 1}. ${game.black} – ${game.white}`;
    const result = game.winner ? say("wins", { side: sideName(game.winner) }) : say("draw");
    const words = [result, say(`ending-${game.ending}`), say("plies", { count: game.plies })].join(" · ");
    return element("li", {}, element("div", {}, element("div", { class: "what" }, title), element("div", { class: "small" }, words)),
      element("div", { class: "do" },
        button(say("open"), () => this._open(game.number), { "aria-label": `${say("open")}: ${title}` })));
  }

  _open(number) {
    this.dialog.close();
    this._following = false;
    this.show(number);
  }

  /** A game that is being played has gone on, or it has ended: then it is like any other that is finished. */
  async _grow() {
    const { table, _watched: before } = this;
    if (table.look !== before) return this._leave();
    if (!before.gone && this._running.some((game) => game.number === before.number && game.plies === before.moves.length)) return null;
    const look = await api.matchGame(before.number).catch((error) => {
      if (error.status !== 404) throw error;
      return { ...before, gone: true }; // its result is on its way; or the match was stopped
    });
    if (table.look !== before) return this._leave();
    const now = { ...look, address: before.address };
    this._watched = now.running ? now : null;
    table.grow(now);
    if (now.over) return this._announce(overText(now));
    if (now.gone) return before.gone ? null : this._announce(say("running-gone"));
    return this._announce(moveText(otherSide(table.look.position.to_play), now.moves.at(-1)));
  }

  /** The reader has put something else on the table. */
  _leave() {
    this._watched = null;
    this._following = false;
    this.table.changed();
  }

  /** Shows the newest game that is being played, and when it has ended the next; if there is none, the newest that is
   *  finished, move by move. */
  _follow(on) {
    this._following = on;
    this._shown = null;
    this.stop();
    if (on) {
      this.dialog.close();
      this._next();
    }
    this.table.changed();
  }

  async _next() {
    const newest = this._running.at(-1)?.number ?? this._found.latest;
    const isBusy = this._steps !== null || (this._watched && !this._watched.gone);
    if (isBusy || newest === null || newest === this._shown) return;
    this._shown = newest;
    await this.show(newest);
    if (this._watched) return;
    const { look } = this.table;
    this._steps = setInterval(() => {
      if (this.table.look !== look) this._leave();
      if (this.table.look !== look || this.table.isLive) return this.stop();
      return this.table.goTo(this.table.ply + 1);
    }, STEP_EVERY * 1000);
  }
}

/** A rating within its 95 % interval, on a scale that all share. */
function bar({ elo, elo_interval: [low, high] }, least, most) {
  const x = (value) => (200 * (value - least)) / Math.max(1, most - least);
  const words = say("match-bar", { low: Math.round(low), high: Math.round(high) });
  return shape("svg", { viewBox: "-4 0 208 12", role: "img", "aria-label": words },
    shape("line", { x1: x(low), x2: x(high), y1: 6, y2: 6 }), shape("circle", { cx: x(elo), cy: 6, r: 2.6 }));
}
