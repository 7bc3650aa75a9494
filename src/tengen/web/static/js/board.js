// Draws a View, the JSON of tengen.render: stones, marks, heat, ghosts. It knows no rules.
// The measures are those of tengen/render/svg.py and the colours, in board.css, those of its themes.

import { columnName, rowName } from "./grid.js";
import { shape } from "./dom.js";

export const CELL = 40;
const BAND = 26; // for coordinates
const LAYERS = ["wood", "lit", "heat", "ghosts", "stones", "marks"];

export class Board {
  constructor(root) {
    this.root = root;
    this.layers = {};
    this._drawn = {};
    const art = shape("g", { "aria-hidden": "true" });
    for (const name of LAYERS) art.append((this.layers[name] = shape("g", { class: name })));
    root.append(gradients(), art);
  }

  /** A View; and of the page's own `lit`: points of stones with a halo, `sided`: [point, the side it is open to]. */
  draw(view) {
    const { rows, style, coordinates, last = null, numbers = [], marks = [], heat = [], ghosts = [] } = view;
    const { lit = [], sided = [] } = view;
    this.height = rows.length;
    this.width = rows[0].length;
    this.root.dataset.style = style;
    this.root.setAttribute("viewBox", `0 0 ${2 * BAND + CELL * this.width} ${2 * BAND + CELL * this.height}`);
    const cells = rows.join("");
    const plain = last !== null && ![...heat, ...numbers].some(([point]) => point === last);
    this._layer("wood", [rows.map((row) => row.replace(/[XO]/g, ".")), style, coordinates], () => this._wood(view));
    this._layer("lit", [lit], () => lit.map((point) => this._circle(point, 23, "halo")));
    this._layer("heat", [heat, cells], () => heat.map((each) => this._heat(each, cells)));
    this._layer("ghosts", [ghosts, style], () => ghosts.map((each) => this._ghost(each)));
    this._layer("stones", [cells, style], () => [...cells].flatMap((cell, point) => this._stone(point, cell)));
    this._layer("marks", [cells, last, numbers, marks, sided, heat], () => [
      ...sided.map(([point, side]) => this._sided(point, side)),
      ...heat.filter(([point, , label]) => label && "XO".includes(cells[point]))
        .map(([point, , label]) => this._text(point, label, on(cells, point))),
      ...numbers.map(([point, number]) => this._text(point, number, on(cells, point) + (point === last ? " bad" : ""))),
      ...(plain ? [this._circle(last, 7.5, `last ${on(cells, last)}`)] : []),
      ...marks.map((mark) => this._mark(mark, cells)),
    ]);
  }

  /** Where a point is, in the picture's units. */
  place(point) {
    return [BAND + CELL * (point % this.width) + CELL / 2, BAND + CELL * Math.floor(point / this.width) + CELL / 2];
  }

  /** Draws a layer again if what it shows is different. */
  _layer(name, content, shapes) {
    const key = JSON.stringify([this.height, this.width, content]);
    if (this._drawn[name] === key) return;
    this._drawn[name] = key;
    this.layers[name].replaceChildren(...shapes());
  }

  _wood({ rows, style, coordinates }) {
    const width = 2 * BAND + CELL * this.width - 1;
    const height = 2 * BAND + CELL * this.height - 1;
    const frame = shape("rect", { class: "frame", x: 0.5, y: 0.5, width, height, rx: 7 });
    const holes = [...rows.join("")].flatMap((cell, point) => (cell === "#" ? [this._square(point, 20, "hole")] : []));
    const lines = style === "squares" ? this._squares(rows, holes) : this._intersections(rows, holes);
    return [frame, ...lines, ...this._names(coordinates)];
  }

  _squares(rows, holes) {
    const [wide, high] = [CELL * this.width, CELL * this.height];
    let lines = "";
    for (let row = 0; row <= this.height; row += 1) lines += `M${BAND} ${BAND + CELL * row}h${wide}`;
    for (let col = 0; col <= this.width; col += 1) lines += `M${BAND + CELL * col} ${BAND}v${high}`;
    const felt = shape("rect", { class: "felt", x: BAND, y: BAND, width: wide, height: high });
    const dots = Math.min(this.height, this.width) < 8 || holes.length ? []
      : [2, this.height - 2].flatMap((row) => [2, this.width - 2].map((col) => shape("circle",
        { class: "star", cx: BAND + CELL * col, cy: BAND + CELL * row, r: 3.6 })));
    return [felt, ...holes, shape("path", { class: "line", d: lines }), ...dots];
  }

  _intersections(rows, holes) {
    const there = (row, col) => rows[row]?.[col] !== undefined && rows[row][col] !== "#";
    const dots = holes.length ? [] : stars(this.height, this.width);
    let lines = "";
    rows.forEach((cells, row) => [...cells].forEach((_, col) => {
      if (!there(row, col)) return;
      const [x, y] = this.place(row * this.width + col);
      if (there(row, col + 1)) lines += `M${x} ${y}h${CELL}`;
      if (there(row + 1, col)) lines += `M${x} ${y}v${CELL}`;
      const around = [there(row - 1, col), there(row + 1, col), there(row, col - 1), there(row, col + 1)];
      if (!around.includes(true)) dots.push(row * this.width + col); // no line leads there
    }));
    const [x, y] = this.place(0);
    const edge = holes.length || this.height < 2 || this.width < 2 ? []
      : [shape("rect", { class: "edge", x, y, width: CELL * (this.width - 1), height: CELL * (this.height - 1) })];
    return [...holes, shape("path", { class: "line", d: lines }), ...edge,
      ...dots.map((point) => this._circle(point, 3.4, "star"))];
  }

  _names(coordinates) {
    const kind = Math.max(this.width, this.height) > 13 ? "name large" : "name"; // points are small there
    const name = (x, y, text) => shape("text", { class: kind, x, y }, text);
    const [right, bottom] = [BAND + CELL * this.width + 13, BAND + CELL * this.height + 13];
    const columns = Array.from({ length: this.width }, (_, col) =>
      [13, bottom].map((y) => name(this.place(col)[0], y, columnName(col, coordinates))));
    const numbers = Array.from({ length: this.height }, (_, row) =>
      [13, right].map((x) => name(x, this.place(row * this.width)[1], rowName(row, this.height, coordinates))));
    return [...columns, ...numbers].flat();
  }

  _stone(point, cell) {
    if (cell !== "X" && cell !== "O") return [];
    const radius = this.root.dataset.style === "squares" ? 16.6 : 18.8;
    const [x, y] = this.place(point);
    const stone = shape("g", { class: cell === "X" ? "stone black" : "stone white" },
      shape("circle", { class: "shadow", cx: x + 0.8, cy: y + 1.6, r: radius }));
    stone.append(this._circle(point, radius, "body"));
    return [stone];
  }

  _ghost([point, cell, label]) {
    const ghost = shape("g", { class: "ghost" }, ...this._stone(point, cell));
    if (label) ghost.append(this._text(point, label, `on-${cell}`));
    return ghost;
  }

  _heat([point, value, label], cells) {
    const strength = Math.max(0, Math.min(1, value));
    const patch = this._square(point, 19, strength < 0.5 ? "patch low" : "patch high");
    patch.style.setProperty("--share", `${Math.round(100 * (strength < 0.5 ? 2 * strength : 2 * strength - 1))}%`);
    const heat = shape("g", { class: strength > 0.6 ? "hot" : "warm" }, patch);
    if (label && !"XO".includes(cells[point])) heat.append(this._text(point, label, "on-heat"));
    return heat;
  }

  _sided(point, side) {
    const [x, y] = this.place(point);
    return shape("path", { class: `sided ${side}`, d: `M${x} ${y - 7.5}l7.5 7.5l-7.5 7.5l-7.5-7.5z` });
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

/** The surface under a mark: a stone, or the board. */
function on(cells, point) {
  return "XO".includes(cells[point]) ? `on-${cells[point]}` : "on-board";
}

/** The points that boards of the usual sizes have dots on. */
function stars(height, width) {
  if (width !== height || ![9, 11, 13, 15, 17, 19].includes(width)) return [];
  const near = width > 11 ? 3 : 2;
  const middle = (width - 1) / 2;
  const lines = [near, middle, width - 1 - near];
  return lines.flatMap((row) => lines.map((col) => [row, col]))
    .filter(([row, col]) => width === 19 || (row === middle) === (col === middle))
    .map(([row, col]) => row * width + col);
}

function gradients() {
  const stops = (name) => [0, 55, 100].map((offset, index) =>
    shape("stop", { offset: `${offset}%`, class: `${name}-${index}` }));
  const round = (name) =>
    shape("radialGradient", { id: `${name}-stone`, cx: ".36", cy: ".3", r: ".75" }, ...stops(name));
  const board = shape("linearGradient", { id: "surface", x1: 0, y1: 0, x2: 1, y2: 1 },
    shape("stop", { offset: 0, class: "surface-0" }), shape("stop", { offset: 1, class: "surface-1" }));
  return shape("defs", {}, round("black"), round("white"), board);
}
