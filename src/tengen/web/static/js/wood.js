// The board itself: wood or felt, the holes that are cut out of it, lines, dots and the names of rows and columns.

import { columnName, rowName } from "./grid.js";
import { shape } from "./dom.js";

export const CELL = 40;
const BAND = 26; // for coordinates
const WIDE_BAND = 34; // where points are small, and letters large beside them
const GRAIN = [384, 96]; // pixels of the wood's texture, across and down: it runs along the streaks
const DARK = [88, 48, 8]; // its streaks, red, green and blue
const LIGHT = [255, 244, 214];

/** How much room there is for coordinates. */
export const bandOf = (height, width) => (Math.max(height, width) > 13 ? WIDE_BAND : BAND);

/** The shapes of an empty board. `place(point)` says where a point is. */
export function woodOf({ rows, style, coordinates }, place) {
  const [high, wide] = [rows.length, rows[0].length];
  const band = bandOf(high, wide);
  const size = { x: 0.5, y: 0.5, width: 2 * band + CELL * wide - 1, height: 2 * band + CELL * high - 1, rx: 7 };
  const { holes, squares, outline } = shapeOf(rows, place, band);
  const cut = { "fill-rule": "evenodd", "clip-path": "url(#whole)" };
  const felt = style === "squares"
    ? [shape("path", { class: "felt", "fill-rule": "evenodd", d: `M${band} ${band}h${CELL * wide}v${CELL * high}h${-CELL * wide}z${squares}` })]
    : [shape("g", { "clip-path": "url(#uncut)" }, shape("image", { class: "grain", href: grainOnce(), width: "100%", height: "100%",
      preserveAspectRatio: "none" }))];
  return [
    shape("clipPath", { id: "whole" }, shape("rect", size)),
    shape("clipPath", { id: "uncut" }, shape("path", { "clip-rule": "evenodd", "clip-path": "url(#whole)", d: outline + squares })),
    shape("path", { class: "frame", ...cut, d: outline + squares }),
    ...felt,
    ...rims(rows, place),
    shape("rect", { class: "rim", ...size }),
    ...linesOf(rows, style, { place, band, holes }),
    ...names({ high, wide, band, coordinates }, place),
  ];
}

/** The same for a small picture: without grain and names, and without anything that only one board of a page can have. */
export function plainWood({ rows, style }, place, band) {
  const { holes, squares, outline } = shapeOf(rows, place, band);
  return [shape("path", { class: "plain-wood", "fill-rule": "evenodd", d: outline + squares }),
    ...linesOf(rows, style, { place, band, holes })];
}

/** The points that are not there, as squares to cut out, and the edge of the whole. */
function shapeOf(rows, place, band) {
  const [high, wide] = [2 * band + CELL * rows.length, 2 * band + CELL * rows[0].length];
  const holes = [...rows.join("")].flatMap((cell, point) => (cell === "#" ? [point] : []));
  return { holes, squares: holes.map((point) => square(place(point))).join(""), outline: `M0 0h${wide}v${high}h${-wide}z` };
}

const linesOf = (rows, style, { place, band, holes }) =>
  (style === "squares" ? feltLines(rows, band, holes) : woodLines(rows, place, holes));

const square = ([x, y]) => `M${x - CELL / 2} ${y - CELL / 2}v${CELL}h${CELL}v${-CELL}z`;

/** The edges of the holes: the board is thick, so it throws a shadow into them from above and from the left. */
function rims(rows, place) {
  let shade = "";
  let light = "";
  const isHole = (row, col) => rows[row]?.[col] === "#";
  rows.forEach((cells, row) => [...cells].forEach((cell, col) => {
    if (cell !== "#") return;
    const [x, y] = place(row * cells.length + col);
    const [left, right, top, bottom] = [x - CELL / 2, x + CELL / 2, y - CELL / 2, y + CELL / 2];
    if (!isHole(row - 1, col)) shade += `M${left} ${top + 1.5}H${right}`;
    if (!isHole(row, col - 1)) shade += `M${left + 1} ${top}V${bottom}`;
    if (!isHole(row + 1, col)) light += `M${left} ${bottom}H${right}`;
    if (!isHole(row, col + 1)) light += `M${right} ${top}V${bottom}`;
  }));
  return shade ? [shape("path", { class: "hole-light", d: light }), shape("path", { class: "hole-shade", d: shade })] : [];
}

function feltLines(rows, band, holes) {
  const there = (row, col) => rows[row]?.[col] !== undefined && rows[row][col] !== "#";
  const [high, wide] = [rows.length, rows[0].length];
  let lines = "";
  for (let row = 0; row <= high; row += 1) {
    for (let col = 0; col <= wide; col += 1) {
      const [x, y] = [band + CELL * col, band + CELL * row];
      if (there(row, col) || there(row - 1, col)) lines += `M${x} ${y}h${CELL}`;
      if (there(row, col) || there(row, col - 1)) lines += `M${x} ${y}v${CELL}`;
    }
  }
  const dots = Math.min(high, wide) < 8 || holes.length ? []
    : [2, high - 2].flatMap((row) => [2, wide - 2].map((col) => shape("circle",
      { class: "star", cx: band + CELL * col, cy: band + CELL * row, r: 3.6 })));
  return [shape("path", { class: "line", d: lines }), ...dots];
}

function woodLines(rows, place, holes) {
  const there = (row, col) => rows[row]?.[col] !== undefined && rows[row][col] !== "#";
  const [high, wide] = [rows.length, rows[0].length];
  const dots = holes.length ? [] : stars(high, wide);
  let lines = "";
  rows.forEach((cells, row) => [...cells].forEach((_, col) => {
    if (!there(row, col)) return;
    const [x, y] = place(row * wide + col);
    if (there(row, col + 1)) lines += `M${x} ${y}h${CELL}`;
    if (there(row + 1, col)) lines += `M${x} ${y}v${CELL}`;
    const around = [there(row - 1, col), there(row + 1, col), there(row, col - 1), there(row, col + 1)];
    if (!around.includes(true)) dots.push(row * wide + col); // no line leads there
  }));
  const [x, y] = place(0);
  const edge = holes.length || high < 2 || wide < 2 ? []
    : [shape("rect", { class: "edge", x, y, width: CELL * (wide - 1), height: CELL * (high - 1) })];
  return [shape("path", { class: "line", d: lines }), ...edge,
    ...dots.map((point) => shape("circle", { class: "star", cx: place(point)[0], cy: place(point)[1], r: 3.4 }))];
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

function names({ high, wide, band, coordinates }, place) {
  const name = (x, y, text) => shape("text", { class: "name", x, y }, text);
  const [right, bottom] = [1.5 * band + CELL * wide, 1.5 * band + CELL * high];
  const columns = Array.from({ length: wide }, (_, col) =>
    [band / 2, bottom].map((y) => name(place(col)[0], y, columnName(col, coordinates))));
  const numbers = Array.from({ length: high }, (_, row) =>
    [band / 2, right].map((x) => name(x, place(row * wide)[1], rowName(row, high, coordinates))));
  return [...columns, ...numbers].flat();
}

let grain = null;

/** The grain of the wood, light and dark streaks over any colour: made once, so that nothing is to be loaded. */
function grainOnce() {
  if (grain) return grain;
  const [width, height] = GRAIN;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const picture = context.createImageData(width, height);
  const random = numbersFrom(7);
  const [fine, broad, slow] = [3, 11, 70].map((length) => noise(2 * width, length, random));
  const sway = noise(height, 38, random);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const along = Math.floor(x + 16 * sway[y] * (0.5 + slow[x]));
      const tone = 0.5 * fine[along] + 0.5 * broad[along] + 0.35 * slow[along] - 0.68 + 0.12 * (random() - 0.5);
      picture.data.set(tone > 0 ? DARK : LIGHT, at);
      picture.data[at + 3] = Math.min(64, Math.abs(tone) * 88);
    }
  }
  context.putImageData(picture, 0, 0);
  grain = canvas.toDataURL();
  return grain;
}

/** So many numbers from 0 to 1 that swing over about this length. */
function noise(count, length, random) {
  const knots = Array.from({ length: Math.ceil(count / length) + 2 }, random);
  return Float32Array.from({ length: count }, (_, index) => {
    const at = index / length;
    const share = (1 - Math.cos((at % 1) * Math.PI)) / 2;
    return knots[Math.floor(at)] * (1 - share) + knots[Math.floor(at) + 1] * share;
  });
}

/** Numbers from 0 to 1, the same every time: the wood does not change between visits. */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
