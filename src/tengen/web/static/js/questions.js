// The questions one can ask of the position on the board, each answered in words and on the board itself.

import * as api from "./api.js";
import { button, element, find, later, rest, show } from "./dom.js";
import { errorText, grouped, percent, reasonText, sideName } from "./sentences.js";
import { after, toGrid } from "./grid.js";
import { say } from "./words.js";

const LONGEST_ANIMATION = 9; // seconds
const MAP_ERROR = 0.01; // of the share of games, at every point
const TOTAL_GAMES = 10_000; // for the share of all
const VERBS = ["simulate", "simulate_many", "check", "flips", "count", "generate"];

/** Is the board, with the answer drawn on it, above the words? */
const isStacked = () => matchMedia("(max-width: 60rem)").matches;

/** What the colours of a map mean: the same on every board. */
function legend() {
  const [low, middle, high] = ["≤ 25%", "50%", "≥ 75%"].map((text) => element("span", {}, text));
  return element("div", { class: "legend" }, element("span", { class: "board", "aria-hidden": "true" }), low, middle, high);
}

export class Questions {
  /** placed(look): there is a new position on the table; announce(text). */
  constructor(table, { placed, announce }) {
    this.table = table;
    this._placed = placed;
    this._announce = announce;
    this._asked = null;
    this._chosen = { dead: "both", depth: "", fill: "40" };
  }

  draw() {
    const key = `${this.table.kind.name} ${document.documentElement.lang}`;
    if (key === this._drawn) return;
    this._drawn = key;
    find("#panel-questions").append(find("#answer"));
    show(find("#answer"), false);
    const verbs = VERBS.filter((verb) => this._suits(verb));
    find("#questions").replaceChildren(...verbs.map((verb) => this._question(verb)));
  }

  stop() {
    this._asked?.abort();
    this._asked = null;
  }

  _suits(verb) {
    return verb !== "flips" || this.table.kind.chains;
  }

  _question(verb) {
    const label = `${say("ask")}: ${say(`verb-${verb}`)}`;
    const asking = button(say("ask"), () => this._ask(verb, asking), { "data-verb": verb, "aria-label": label });
    const options = this._options(verb);
    return element("li", { class: "question" }, element("span", { class: "what" }, say(`verb-${verb}`)),
      element("span", { class: "why" }, say(`why-${verb}`)), asking,
      options.length ? element("span", { class: "options" }, ...options) : null);
  }

  _options(verb) {
    const { limits } = this.table.about;
    switch (verb) {
      case "flips":
        return [this._select("dead", ["both", "black", "white"].map((side) => [side, say(`dead-${side}`)]))];
      case "count": {
        const depths = Array.from({ length: limits.depth }, (_, depth) => String(depth + 1));
        return [this._select("depth", [["", say("all-games")], ...depths.map((depth) => [depth, depth])])];
      }
      case "generate":
        return [this._select("fill", [10, 20, 30, 40, 50, 60, 70].map((fill) => [String(fill), `${fill}%`]))];
      default:
        return [];
    }
  }

  _select(name, choices) {
    const options = choices.map(([value, text]) => element("option", { value }, text));
    const chosen = () => (this._chosen[name] = select.value);
    const select = element("select", { "data-option": name, onchange: chosen }, ...options);
    if (choices.some(([value]) => value === this._chosen[name])) select.value = this._chosen[name];
    return element("label", {}, say(`option-${name}`), select);
  }

  _body(verb) {
    const { position, height, width } = this.table;
    const { dead, depth, fill } = this._chosen;
    switch (verb) {
      case "simulate_many":
        return { position, error: MAP_ERROR, games: Math.min(TOTAL_GAMES, this.table.about.limits.games) };
      case "flips":
        return { position, dead };
      case "count":
        return depth ? { position, depth: Number(depth) } : { position };
      case "generate":
        return { game: position.game, size: [height, width], rules: position.rules, fill: Number(fill) / 100 };
      default:
        return { position };
    }
  }

  async _ask(verb, asking) {
    this.stop();
    const asked = (this._asked = new AbortController());
    this.table.picture = null;
    this.table.refusal = null;
    this.table.changed();
    this._show(element("p", { class: "small" }, say("working")));
    asking.closest("li").append(find("#answer"));
    rest(asking, true);
    try {
      const answer = await api.verb(verb, this._body(verb), asked.signal);
      if (verb === "simulate") await this._animate(answer.data, asked.signal);
      else await this[`_${verb}`](answer);
    } catch (error) {
      if (error.name !== "AbortError") this._tell(errorText(error));
    } finally {
      rest(asking, false);
    }
  }

  /** One random game, move by move. */
  async _animate({ moves, steps, winner, seed }, signal) {
    const { table } = this;
    const start = table.grid;
    const width = table.width;
    const pause = Math.min(0.3, LONGEST_ANIMATION / Math.max(1, moves.length));
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this._show(element("p", { class: "small" }, say("playing", { count: moves.length })));
    for (let ply = still ? moves.length : 0; ply <= moves.length; ply += 1) {
      if (signal.aborted) return;
      const point = ply ? table.pointOf(moves[ply - 1]) : null;
      const view = point ? { last: point[0] * width + point[1] } : {};
      table.picture = { grid: after(start, steps.slice(0, ply)), view };
      table.changed();
      if (ply < moves.length) await later(pause);
    }
    const result = winner ? say("wins", { side: sideName(winner) }) : say("draw");
    this._tell(say("played-out", { result, count: moves.length }), say("seed", { seed }));
  }

  _simulate_many({ view, data }) {
    this._draw(view, { balanced: Boolean(data.map_games) });
    const share = (wins) => percent(data.games ? wins / data.games : 0);
    this._tell(say("won-share", { black: share(data.black_wins), white: share(data.white_wins) }),
      say("games-played", { games: grouped(data.games), plies: data.mean_plies.toFixed(1) }),
      ...(data.map_games ? [say("map-means", { side: sideName(this.table.toPlay) }),
        say("map-error", { games: grouped(data.map_games), points: (100 * data.error).toFixed(1) })] : []));
    if (!data.map_games) return;
    find("#answer").append(legend());
    if (!isStacked()) find("#answer").scrollIntoView({ block: "nearest" });
  }

  _check({ view, data }) {
    this._draw(view);
    const verdict = data.reasons.length ? "cannot-arise" : data.reachable ? "can-arise" : "nothing-against";
    const reasons = data.reasons.map((reason) => element("li", {}, reasonText(reason, this.table)));
    this._tell(say(verdict));
    if (reasons.length) find("#answer").append(element("ul", {}, ...reasons));
  }

  _flips({ view, data }) {
    this._draw(view);
    const most = [...data.dead_black, ...data.dead_white].reduce((best, [, , dead]) => Math.max(best, dead), 0);
    this._tell(say(most ? "flips-most" : "flips-none", { most }), say("flips-means"));
  }

  _count({ data }) {
    if (data.perft) {
      const words = data.perft.map((lines, depth) => say("lines-of", { depth, lines: grouped(lines) }));
      const rows = words.map((text) => element("li", {}, text));
      this._tell(say(data.complete ? "lines-counted" : "count-stopped"));
      find("#answer").append(element("ul", {}, ...rows));
      return;
    }
    if (data.at_least) {
      this._tell(say("games-at-least", { games: grouped(data.games) }), say("count-stopped"));
      return;
    }
    const won = (side, games) => `${say("wins", { side: sideName(side) })} ${grouped(games)}`;
    const draws = `${say("draw")} ${grouped(data.draws)}`;
    const results = [won("black", data.black_wins), won("white", data.white_wins), draws];
    this._tell(say("games-counted", { games: grouped(data.games) }), results.join(" · "));
  }

  async _generate({ data }) {
    this._placed(await api.position("look", { position: data.position }));
    this._tell(say("generated"), say("seed", { seed: data.seed }));
  }

  _draw(view, more = {}) {
    if (!view) return;
    const { heat = [], marks = [], ghosts = [] } = view;
    this.table.picture = { grid: toGrid(view.rows.join("\n")), view: { heat, marks, ghosts, ...more } };
    this.table.changed();
  }

  /** The first line large, the others below it. */
  _tell(first, ...others) {
    const small = others.map((text) => element("p", { class: "small" }, text));
    this._show(element("p", { class: "figure" }, first), ...small);
    if (this.table.picture) this.table.picture.note = first;
    this.table.changed();
    if (isStacked() && this.table.picture) find("#points").scrollIntoView();
    else find("#answer").scrollIntoView({ block: "nearest" });
    this._announce([first, ...others].join(" "));
  }

  _show(...nodes) {
    show(find("#answer"), true);
    find("#answer").replaceChildren(...nodes);
  }
}
