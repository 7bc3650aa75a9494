// The games of a match that are being played, as small boards that grow. A click opens one.

import { button, element, shape, show, write } from "./dom.js";
import { pointOf, toGrid } from "./grid.js";
import { moveName } from "./sentences.js";
import { stoneAt } from "./stones.js";
import { CELL, plainWood } from "./wood.js";
import { say } from "./words.js";

const BAND = 4; // around the points
const RADIUS = 18.8;

export class RunningGames {
  /** about: what the server says of the games that it knows; opened(number): the reader wants to see this one. */
  constructor(about, opened) {
    this._about = about;
    this._opened = opened;
    this._shown = new Map();
    this._title = element("h3", { id: "running-title" });
    this._list = element("ul", { class: "boards" });
    this.root = element("section", { "aria-labelledby": "running-title" }, this._title, this._list);
  }

  /** Boards that are there already only change: who is about to click one is not disturbed. */
  draw(games) {
    const focused = [...this._shown].find(([, { made }]) => made === document.activeElement)?.[0];
    show(this.root, games.length > 0);
    write(this._title, say("running"));
    for (const number of this._shown.keys()) {
      if (games.some((game) => game.number === number)) continue;
      this._shown.get(number).item.remove();
      this._shown.delete(number);
    }
    games.forEach((game, index) => {
      if (!this._shown.has(game.number)) this._shown.set(game.number, this._made(game.number));
      const { item } = this._shown.get(game.number);
      if (this._list.children[index] !== item) this._list.insertBefore(item, this._list.children[index] ?? null);
      this._grow(this._shown.get(game.number), game);
    });
    if (focused !== undefined && !this._shown.has(focused)) this._list.querySelector("button")?.focus(); // it has ended
  }

  _made(number) {
    const art = shape("svg", { class: "board mini", "aria-hidden": "true" });
    const [black, white, words] = ["name", "name", "small"].map((name) => element("span", { class: name }));
    const made = button("", () => this._opened(number), { class: "quiet" });
    made.append(art, element("span", { class: "dot black" }), black, element("span", { class: "dot white" }), white, words);
    return { item: element("li", {}, made), made, art, black, white, words };
  }

  _grow({ made, art, black, white, words }, game) {
    const kind = this._about.games.find((each) => each.name === game.game);
    const name = `${game.number + 1}. ${game.black} – ${game.white}`;
    const move = say("running-move", { ply: game.plies, move: game.last === null ? "" : moveName(game.last) });
    write(black, game.black);
    write(white, game.white);
    write(words, `${game.number + 1} · ${move}`);
    made.setAttribute("aria-label", `${say("running-watch")}: ${name}${say("comma")}${move}`);
    const key = JSON.stringify([game.diagram, game.last]);
    if (art.dataset.key === key) return;
    art.dataset.key = key;
    draw(art, toGrid(game.diagram), kind, game.last);
  }
}

function draw(art, grid, kind, last) {
  const [high, wide] = [grid.length, grid[0].length];
  const place = (point) => [BAND + CELL * (point % wide + 0.5), BAND + CELL * (Math.floor(point / wide) + 0.5)];
  const rows = grid.map((row) => row.join(""));
  const stones = [...rows.join("")].flatMap((cell, point) => ("XO".includes(cell) ? [stoneAt(place(point), cell, RADIUS)] : []));
  const [row, col] = (last && pointOf(last, high, kind.coordinates)) ?? [];
  const mark = row === undefined ? [] : [dot(place(row * wide + col), grid[row][col])];
  art.dataset.style = kind.style;
  art.setAttribute("viewBox", `0 0 ${2 * BAND + CELL * wide} ${2 * BAND + CELL * high}`);
  art.replaceChildren(...plainWood({ rows, style: kind.style }, place, BAND), ...stones, ...mark);
}

const dot = ([cx, cy], cell) => shape("circle", { class: `mark dot on-${cell}`, cx, cy, r: 8 });
