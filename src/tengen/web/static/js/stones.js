// The stones on the board. Only what changes is drawn again: stones come, fade when they are taken, and discs turn over.

import { shape } from "./dom.js";

const MOST_MOVING = 30; // changes at once that are shown as they happen; more than that is a leap
const COME = 130; // milliseconds
const FADE = 260;
const TURN = 130; // for half of it

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Stones {
  /** `leaving`: where stones are that are no longer there, while they can still be seen. */
  constructor(layer, leaving) {
    this._layer = layer;
    this._leaving = leaving;
    this._cells = "";
    this._size = "";
    this._stones = new Map();
  }

  /** cells: a letter for each point; size: anything that is different when all stones are elsewhere; dead: points. */
  draw(cells, { size, place, radius, dead }) {
    const known = size === this._size ? this._cells : ".".repeat(cells.length);
    if (size !== this._size) this._clear();
    const changed = [...cells].flatMap((cell, point) => (cell === known[point] ? [] : [point]));
    const moving = !still.matches && size === this._size && changed.length <= MOST_MOVING;
    if (changed.length) this._leaving.replaceChildren();
    for (const point of changed) this._change(point, cells[point], moving, place, radius);
    const lost = new Set(dead);
    for (const [point, stone] of this._stones) stone.classList.toggle("dead", lost.has(point));
    this._cells = cells;
    this._size = size;
  }

  _change(point, cell, moving, place, radius) {
    const before = this._stones.get(point);
    this._stones.delete(point);
    const stone = "XO".includes(cell) ? stoneAt(place(point), cell, radius) : null;
    if (stone) {
      this._stones.set(point, stone);
      this._layer.append(stone);
    }
    if (!moving) return before?.remove();
    if (stone && before) stone.animate([{ transform: "scaleX(0)" }, {}], { duration: TURN, delay: TURN, fill: "backwards" });
    else stone?.animate([{ transform: "scale(1.14)", opacity: 0.3 }, {}], { duration: COME, easing: "ease-out" });
    if (!before) return undefined;
    this._leaving.append(before);
    const end = stone ? { transform: "scaleX(0)" } : { opacity: 0, transform: "scale(0.86)" };
    const going = before.animate([{}, end], { duration: stone ? TURN : FADE, fill: "forwards" });
    return going.addEventListener("finish", () => before.remove());
  }

  _clear() {
    this._stones.clear();
    this._layer.replaceChildren();
    this._leaving.replaceChildren();
  }
}

export function stoneAt([x, y], cell, radius) {
  const stone = shape("g", { class: cell === "X" ? "stone black" : "stone white" },
    shape("circle", { class: "shadow", cx: x + 1, cy: y + 2.2, r: 1.12 * radius }),
    shape("circle", { class: "body", cx: x, cy: y, r: radius }));
  stone.style.transformOrigin = `${x}px ${y}px`;
  return stone;
}

/** How stones are shaded, and the shadow under them, which is soft without a filter. */
export function stoneGradients() {
  const round = (name, offsets, { cx, cy, r }) => shape("radialGradient", { id: name, cx, cy, r },
    ...offsets.map((offset, index) => shape("stop", { offset: `${offset}%`, class: `${name}-${index}` })));
  return [
    round("black-stone", [0, 22, 60, 100], { cx: ".36", cy: ".3", r: ".76" }),
    round("white-stone", [0, 45, 80, 100], { cx: ".38", cy: ".32", r: ".78" }),
    round("stone-shadow", [0, 78, 100], { cx: ".5", cy: ".5", r: ".5" }),
  ];
}
