// The moves of the game, two in a row, with what was thought of each, and below a row what else was tried there.

import { button, element, find, show, write } from "./dom.js";
import { shared } from "./lines.js";
import { moveName, percent, sideName } from "./sentences.js";
import { say } from "./words.js";

export class MoveList {
  constructor(table) {
    this.table = table;
    this.root = find("#moves");
    this.list = find("#move-list");
    this._buttons = [];
    this.root.open = matchMedia("(min-width: 60rem)").matches; // on a phone it is folded
    this.list.addEventListener("keydown", (event) => this._key(event));
  }

  draw() {
    const { table } = this;
    const { lines } = table;
    show(this.root, lines.own.moves.length > 0 || lines.branches.length > 0);
    const key = JSON.stringify([document.documentElement.lang, table.start, lines.numbered]);
    const isOther = key !== this._drawn || lines.own !== this._own || !this._isGrown();
    this._drawn = key;
    this._own = lines.own;
    const isAtMove = this.list.contains(document.activeElement);
    if (isOther) this._clear();
    if (isOther || lines.own.moves.length > this._moves.length) this._grow();
    this._mark();
    if (isAtMove && !this.list.contains(document.activeElement)) this._focus(); // its row was made again, or is gone
  }

  /** Has the game only gone on? Then its rows can stay: on a large board they are many. */
  _isGrown() {
    return shared(this._moves, this.table.lines.own.moves) === this._moves.length;
  }

  _clear() {
    this._moves = [];
    this._last = [];
    this.list.replaceChildren();
  }

  /** Adds what is not in the list yet; a row that is not full is made again, and so is what was tried at the end. */
  _grow() {
    const { lines, start } = this.table;
    const first = start.to_play === "white" ? -1 : 0;
    const full = Math.floor((this._moves.length - first) / 2);
    for (const each of this._last) each.remove();
    this._buttons = this._buttons.filter(({ made }) => made.isConnected);
    this._moves = lines.own.moves;
    const rows = this._rows(first, first + 2 * full);
    const tried = this._continuations(lines.own);
    this.list.append(...rows.flat(), ...tried);
    this._last = [...((this._moves.length - first) % 2 ? rows.at(-1) : []), ...tried];
  }

  /** The game itself from the row of this ply on, numbered, each with what was tried there; a row ends with White's move,
   *  whoever begins. */
  _rows(first, begin) {
    const { lines } = this.table;
    const { moves } = lines.own;
    const rows = [];
    for (let ply = begin; ply < moves.length; ply += 2) {
      const plies = [ply, ply + 1].filter((each) => each < moves.length);
      const pair = [ply, ply + 1].map((each) =>
        (each >= 0 && each < moves.length ? this._move(lines.own, each) : element("span", {})));
      const number = element("span", { class: "number" }, `${(ply - first) / 2 + 1}`);
      rows.push([element("li", { class: "row" }, number, ...pair), ...plies.flatMap((each) => this._leaving(lines.own, each))]);
    }
    return rows;
  }

  /** What was tried instead of the move after so many. */
  _leaving(line, ply) {
    return this.table.lines.branches.filter((each) => each.of === line && each.ply === ply)
      .map((each) => element("li", { class: "variation" }, ...this._variation(each)));
  }

  _continuations(line) {
    return this._leaving(line, line.ply + line.moves.length);
  }

  _variation(line) {
    const inner = [];
    line.moves.forEach((_, index) => {
      inner.push(this._move(line, line.ply + index, true), " ");
      const leaving = index ? this._leaving(line, line.ply + index) : [];
      if (leaving.length) inner.push(element("ul", {}, ...leaving));
    });
    const more = this._continuations(line);
    const forget = button("×", () => this._forget(line), { class: "quiet forget", "aria-label": say("forget-line") });
    return [...inner, forget, ...(more.length ? [element("ul", {}, ...more)] : [])];
  }

  _move(line, index, isNumbered = false) {
    const { table } = this;
    const name = moveName(table.lines.whole(line).moves[index]);
    const value = element("span", { class: "value" });
    const made = button("", () => table.goTo(index + 1, line), { class: "quiet move", tabindex: -1 });
    if (isNumbered) made.append(element("span", { class: "number" }, `${index + 1}`));
    made.append(name, value);
    this._buttons.push({ made, value, line, ply: index + 1, name });
    return made;
  }

  _mark() {
    const { table } = this;
    const bad = new Set(table.blunders.map(({ ply }) => ply));
    let current = null;
    for (const { made, value, line, ply, name } of this._buttons) {
      const known = table.valueOf(line, ply);
      const text = known === null ? "" : percent(known);
      write(value, text);
      const words = { ply, side: sideName(table.moverOf(ply - 1)), move: name, share: text };
      const label = say(text ? "move-valued" : "move-named", words);
      if (made.getAttribute("aria-label") !== label) made.setAttribute("aria-label", label);
      const isHere = ply === table.ply && this._isOnWay(line, ply);
      if (isHere) current = made;
      made.setAttribute("aria-current", String(isHere));
      made.tabIndex = isHere ? 0 : -1;
      made.classList.toggle("bad", bad.has(ply) && this._isOnWay(line, ply));
    }
    if (!current && this._buttons.length) this._buttons[0].made.tabIndex = 0;
    if (current) this._reveal(current);
  }

  /** Is this move of a line one of the line that is shown, which may have left it later? */
  _isOnWay(line, ply) {
    let most = Infinity;
    for (let each = this.table.lines.shown; each; each = each.of) {
      if (each === line) return ply <= most;
      most = Math.min(most, each.ply);
    }
    return false;
  }

  /** Scrolls the list alone, never the page. */
  _reveal(node) {
    const { list } = this;
    if (!list.clientHeight || this._revealed === node) return;
    this._revealed = node;
    const [box, inner] = [list.getBoundingClientRect(), node.getBoundingClientRect()];
    if (inner.top < box.top) list.scrollTop -= box.top - inner.top + 4;
    if (inner.bottom > box.bottom) list.scrollTop += inner.bottom - box.bottom + 4;
  }

  _forget(line) {
    const { table } = this;
    const { lines, ply } = table;
    const { shown } = lines;
    lines.forget(line);
    table.goTo(lines.shown === shown ? ply : line.ply); // whoever was in it goes to where it left the other
  }

  /** Left and right go along the line; up and down from move to move as they stand, so into what was tried too. */
  _key(event) {
    const { table } = this;
    const at = this._buttons.findIndex(({ made }) => made === document.activeElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const order = [...this.list.querySelectorAll(".move")];
    const here = order.indexOf(document.activeElement);
    const near = { ArrowUp: order[here - 1], ArrowDown: order[here + 1] }[event.key];
    const along = { ArrowLeft: table.ply - 1, ArrowRight: table.ply + 1, Home: 1, End: table.lastPly }[event.key];
    if (near) near.click();
    else if (along !== undefined) table.goTo(Math.max(1, along));
    else return;
    event.preventDefault();
    event.stopPropagation();
    this._mark();
    this._focus();
  }

  /** Goes to the move that is shown. */
  _focus() {
    this.list.querySelector(".move[tabindex='0']")?.focus({ preventScroll: true });
  }
}
