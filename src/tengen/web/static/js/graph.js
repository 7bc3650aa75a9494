// The win rate over the game, as a curve that one can click through: a slider over the plies.

import { percent } from "./sentences.js";
import { say } from "./words.js";
import { shape } from "./dom.js";

const LEFT = 54;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 24;

export class Graph {
  constructor(root, table) {
    this.root = root;
    this.table = table;
    root.addEventListener("pointerdown", (event) => this._drag(event));
    root.addEventListener("pointermove", (event) => event.buttons && this._drag(event));
    root.addEventListener("keydown", (event) => this._key(event));
    new ResizeObserver(() => table.changed()).observe(root);
  }

  /** values: Black's share after every ply, or null where nobody has thought. */
  draw(values) {
    const { table, root } = this;
    const [width, height] = [root.clientWidth, root.clientHeight];
    if (!width) return; // it is hidden
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const length = Math.max(1, table.lastPly);
    const x = (ply) => LEFT + (ply / length) * (width - LEFT - RIGHT);
    const y = (value) => TOP + (1 - value) * (height - TOP - BOTTOM);
    const level = (value, kind) =>
      shape("line", { class: kind, x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) });
    const label = (text, left, top, anchor) => shape("text", { x: left, y: top, "text-anchor": anchor }, text);
    const known = values.flatMap((value, ply) => (value === null ? [] : [[x(ply), y(value)]]));
    const curve = known.map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
    const area = known.length > 1 ? `${curve}V${y(0)}H${known[0][0].toFixed(1)}Z` : "";
    const here = values[table.ply];
    const missing = here === null;
    const blunders = table.blunders.map(({ ply }) =>
      shape("circle", { class: `blunder ${table.moverOf(ply - 1)}`, cx: x(ply), cy: y(values[ply]), r: 4.5 }));
    root.replaceChildren(
      level(1, "limit"), level(0, "limit"),
      shape("path", { class: "area", d: area }), level(0.5, "middle"), shape("path", { class: "curve", d: curve }),
      shape("line", { class: "now", x1: x(table.ply), x2: x(table.ply), y1: TOP, y2: height - BOTTOM }),
      ...blunders,
      ...(missing ? [] : [shape("circle", { class: "value", cx: x(table.ply), cy: y(here), r: 5 })]),
      ...[1, 0.5, 0].map((value) => label(percent(value), LEFT - 8, y(value) + 4.5, "end")),
      label("0", LEFT, height - 6, "start"),
      label(String(length), width - RIGHT, height - 6, "end"),
    );
    root.setAttribute("aria-valuemin", "0");
    root.setAttribute("aria-valuemax", String(table.lastPly));
    root.setAttribute("aria-valuenow", String(table.ply));
    const words = missing ? say("graph-unknown", { ply: table.ply })
      : say("graph-value", { ply: table.ply, share: percent(here) });
    root.setAttribute("aria-valuetext", words);
  }

  _drag(event) {
    const box = this.root.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    this.table.goTo(Math.round(share * Math.max(1, this.table.lastPly)));
  }

  _key(event) {
    const { table } = this;
    const to = { ArrowLeft: table.ply - 1, ArrowDown: table.ply - 1, ArrowRight: table.ply + 1, ArrowUp: table.ply + 1,
      PageUp: table.ply - 10, PageDown: table.ply + 10, Home: 0, End: table.lastPly }[event.key];
    if (to === undefined) return;
    table.goTo(to);
    event.preventDefault();
  }
}
