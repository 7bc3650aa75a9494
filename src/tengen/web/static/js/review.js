// A whole game looked at again: the curve of the chance to win, the moves that lost much, and what was better.

import * as api from "./api.js";
import { button, element, find, show, write } from "./dom.js";
import { blunderText, errorText, moveName, percent } from "./sentences.js";
import { say } from "./words.js";

export class Review {
  constructor(table, { announce }) {
    this.table = table;
    this._announce = announce;
    this._asked = null;
    find("#review").addEventListener("click", () => (this._asked ? this.stop() : this._ask()));
  }

  draw() {
    const { table } = this;
    const found = table.reviewed;
    const asking = this._asked !== null;
    show(find("#review-part"), table.lastPly > 0 && !table.isClosed);
    write(find("#review"), say(asking ? "review-stop" : "review"));
    write(find("#review-said"), asking ? say("reviewing") : found ? this._said(found) : say("review-what"));
    this._list(asking ? null : found);
  }

  stop() {
    this._asked?.abort();
    this._asked = null;
    this.table.changed();
  }

  _said({ blunder, blunders, complete, values }) {
    const seen = complete ? "" : say("review-stopped", { ply: Math.max(0, values.length - 1) });
    return [say(blunders.length ? "blunders" : "no-blunders", { share: percent(blunder) }), seen].join(" ").trim();
  }

  async _ask() {
    const { table } = this;
    const { start, moves } = table;
    const asked = (this._asked = new AbortController());
    table.changed();
    try {
      const { data } = await api.verb("review", { position: start, moves }, asked.signal);
      table.review = { ...data, start: JSON.stringify(start), moves };
      this._announce(this._said(data));
    } catch (error) {
      if (error.name !== "AbortError") this._announce(errorText(error), "warning");
    } finally {
      if (this._asked === asked) this.stop();
    }
  }

  _list(found) {
    const { table } = this;
    const node = find("#blunders");
    const key = found && `${document.documentElement.lang} ${found.start} ${JSON.stringify(found.blunders)}`;
    if (node.dataset.key !== String(key)) {
      node.dataset.key = String(key);
      node.replaceChildren(...(found?.blunders ?? []).map((each) => element("li", {}, this._row(each))));
    }
    const here = String(table.better?.ply);
    for (const each of node.querySelectorAll("button")) {
      each.setAttribute("aria-current", String(each.dataset.ply === here));
    }
  }

  _show(ply) {
    const { lines, review } = this.table;
    this.table.goTo(ply, lines.follow(review.moves.slice(0, ply), review.moves[ply]) ?? lines.shown);
    if (matchMedia("(max-width: 60rem)").matches) find("#points").scrollIntoView(); // the board is above the list
  }

  _row(each) {
    const { table } = this;
    const side = table.moverOf(each.ply - 1);
    const row = button("", () => this._show(each.ply - 1), { class: "quiet", "data-ply": each.ply,
      "aria-label": blunderText(table, each) });
    const cell = (name, text) => element("span", { class: name }, text);
    row.append(cell("number", String(each.ply)), cell(`dot ${side}`, ""), cell("move", moveName(each.move)),
      cell("lost", `${percent(each.before)} → ${percent(each.after)}`),
      cell("instead", say("better", { move: moveName(each.line[0]) })));
    return row;
  }
}
