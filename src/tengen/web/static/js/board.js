// Draws a View, the JSON of tengen.render: stones, marks, heat, ghosts. It knows no rules.
// The measures are those of tengen/render/svg.py and the colours, in board.css, those of its themes.

import { CELL, bandOf, woodOf } from "./wood.js";
import { Stones, stoneAt, stoneGradients } from "./stones.js";
import { shape } from "./dom.js";

const LAYERS = ["wood", "lit", "heat", "ghosts", "stones", "leaving", "marks"];
const RADIUS = { squares: 16.6, intersections: 18.8 };

export class Board {
  constructor(root) {
    this.root = root;
    this.layers = {};
    this._drawn = {};
    const art = shape("g", { "aria-hidden": "true" });
    for (const name of LAYERS) art.append((this.layers[name] = shape("g", { class: name })));
    this._stones = new Stones(this.layers.stones, this.layers.leaving);
    root.append(gradients(), art);
    new ResizeObserver(() => this._scale()).observe(root);
  }

  /** A View; and of the page's own `lit`: points of stones with a halo, `sided`: [point, the side it is open to], `hints`:
   *  [point, the side that may play there], `owners`: [point, whose it is], `dead`: points of stones that do not count,
   *  `strikes`: rows that won, as two points each, `balanced`: does the middle of the heat mean neither side? */
  draw(view) {
    const { rows, style, coordinates, last = null, numbers = [], marks = [], heat = [], ghosts = [] } = view;
    const { balanced = false, lit = [], sided = [], hints = [], owners = [], dead = [], strikes = [] } = view;
    this.height = rows.length;
    this.width = rows[0].length;
    this.band = bandOf(this.height, this.width);
    this.root.dataset.style = style;
    const [wide, high] = [2 * this.band + CELL * this.width, 2 * this.band + CELL * this.height];
    const box = `0 0 ${wide} ${high}`;
    if (this.root.getAttribute("viewBox") !== box) {
      this.root.setAttribute("viewBox", box);
      this.root.style.setProperty("--units", wide);
      this._scale();
    }
    const cells = rows.join("");
    const place = (point) => this.place(point);
    const plain = last !== null && !strikes.length && ![...heat, ...numbers].some(([point]) => point === last);
    this._layer("wood", [rows.map((row) => row.replace(/[XO]/g, ".")), style, coordinates], () => woodOf(view, place));
    this._layer("lit", [lit], () => lit.map((point) => this._circle(point, 23, "halo")));
    this._layer("heat", [heat, cells, balanced], () => heat.map((each) => this._heat(each, cells, balanced)));
    this._layer("ghosts", [ghosts, style], () => ghosts.map((each) => this._ghost(each)));
    this._stones.draw(cells, { size: `${this.height} ${this.width} ${style}`, place, radius: RADIUS[style], dead });
    this._layer("marks", [cells, last, numbers, marks, sided, heat, hints, owners, strikes], () => [
      ...hints.map(([point, side]) => this._circle(point, 5, `hint-dot ${side}`)),
      ...sided.map(([point, side]) => this._sided(point, side)),
      ...owners.map(([point, side]) => this._square(point, 6.5, `owner ${side}`)),
      ...heat.filter(([point, , label]) => label && "XO".includes(cells[point]))
        .map(([point, , label]) => this._text(point, label, on(cells, point))),
      ...numbers.map(([point, number]) => this._text(point, number, on(cells, point) + (point === last ? " bad" : ""))),
      ...(plain ? [this._circle(last, 7.5, `last ${on(cells, last)}`)] : []),
      ...marks.map((mark) => this._mark(mark, cells)),
      ...strikes.flatMap((ends) => ["under", "over"].map((kind) => this._strike(ends, kind))),
    ]);
  }

  /** Where a point is, in the picture's units. */
  place(point) {
    const half = this.band + CELL / 2;
    return [half + CELL * (point % this.width), half + CELL * Math.floor(point / this.width)];
  }

  /** Letters at the edge are as large as other letters of the page, however large the board is. */
  _scale() {
    const { width, height } = this.root.getBoundingClientRect();
    if (!width || !this.width) return;
    const scale = Math.min(width / (2 * this.band + CELL * this.width), height / (2 * this.band + CELL * this.height));
    this.root.style.setProperty("--scale", scale.toFixed(3));
  }

  /** Draws a layer again if what it shows is different. */
  _layer(name, content, shapes) {
    const key = JSON.stringify([this.height, this.width, content]);
    if (this._drawn[name] === key) return;
    this._drawn[name] = key;
    this.layers[name].replaceChildren(...shapes());
  }

  _ghost([point, cell, label]) {
    const ghost = shape("g", { class: "ghost" }, stoneAt(this.place(point), cell, RADIUS[this.root.dataset.style]));
    if (label) ghost.append(this._text(point, label, `on-${cell}`));
    return ghost;
  }

  _heat([point, value, label], cells, balanced) {
    const strength = Math.max(0, Math.min(1, value));
    const isLow = strength < 0.5;
    const [kind, ink, share] = balanced ? tilted(2 * strength - 1)
      : [isLow ? "low" : "high", strength > 0.6 ? "hot" : "warm", isLow ? 2 * strength : 2 * strength - 1];
    const patch = this._square(point, 19, `patch ${kind}`);
    patch.style.setProperty("--share", `${Math.round(100 * share)}%`);
    const heat = shape("g", { class: ink }, patch);
    if (label && !"XO".includes(cells[point])) heat.append(this._text(point, label, "on-heat"));
    return heat;
  }

  _sided(point, side) {
    const [x, y] = this.place(point);
    return shape("path", { class: `sided ${side}`, d: `M${x} ${y - 7.5}l7.5 7.5l-7.5 7.5l-7.5-7.5z` });
  }

  /** A line through a row that won, and a little beyond its ends. */
  _strike(ends, kind) {
    const [[ax, ay], [bx, by]] = ends.map((point) => this.place(point));
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [(12 * (bx - ax)) / long, (12 * (by - ay)) / long];
    return shape("line", { class: `strike ${kind}`, x1: ax - dx, y1: ay - dy, x2: bx + dx, y2: by + dy });
  }

  _mark([point, kind, role = "plain", text = ""], cells) {
    const [x, y] = this.place(point);
    const names = `mark ${role} ${on(cells, point)}`;
    if (kind === "label") {
      const under = "XO".includes(cells[point]) ? [] : [this._circle(point, 13, "backing")];
      return shape("g", {}, ...under, this._text(point, text, names));
    }
    if (kind === "dot") return this._circle(point, 5.5, `${names} dot`);
    if (kind === "circle") return this._circle(point, 9.5, names);
    const paths = {
      cross: `M${x - 7} ${y - 7}l14 14m0-14l-14 14`,
      square: `M${x - 8} ${y - 8}h16v16h-16z`,
      triangle: `M${x} ${y - 11}l9.5 16.5h-19z`,
    };
    return shape("path", { class: names, d: paths[kind] });
  }

  _circle(point, r, names) {
    const [cx, cy] = this.place(point);
    return shape("circle", { class: names, cx, cy, r });
  }

  _square(point, half, names) {
    const [x, y] = this.place(point);
    return shape("rect", { class: names, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4 });
  }

  _text(point, content, names) {
    const text = String(content);
    const size = [20, 20, 18, 15][text.length] ?? Math.floor(46 / text.length);
    const [x, y] = this.place(point);
    return shape("text", { class: `written ${names}`, x, y: y + 0.35 * size, "font-size": size }, text);
  }
}

/** How far to one side of the middle, from -1 to 1: whose colour, in which ink it is written on, and how much of it. The
 *  ink changes where the light scale gets dark, and where the dark one gets bright. */
function tilted(tilt) {
  const far = Math.abs(tilt);
  return [tilt < 0 ? "less" : "more", far > 0.7 ? "hot" : far > 0.406 ? "tepid" : "warm", far];
}

/** The surface under a mark: a stone, or the board. */
function on(cells, point) {
  return "XO".includes(cells[point]) ? `on-${cells[point]}` : "on-board";
}

function gradients() {
  const board = shape("linearGradient", { id: "surface", x1: 0, y1: 0, x2: 1, y2: 1 },
    shape("stop", { offset: 0, class: "surface-0" }), shape("stop", { offset: 1, class: "surface-1" }));
  return shape("defs", {}, ...stoneGradients(), board);
}
