// The points as things to click, tap and reach by keyboard: a grid with one stop in the tab order.

import { CELL } from "./wood.js";
import { shape } from "./dom.js";

const SMALL = 26; // pixels: where a finger covers more than one point, the first tap only aims

export class Cells {
  /** chosen(point) for a click, tap or Enter; aimed(point or null) for a first tap, and when that is over; turned(by) for
   *  Page Up and Page Down. */
  constructor(board, { chosen, aimed, turned }) {
    this.board = board;
    this._chosen = chosen;
    this._aimedAt = aimed;
    this._turned = turned;
    this._cells = [];
    this._focus = 0;
    this._pointed = null; // where the mouse is
    this._aimed = null;
    this._kind = () => "";
    this.grid = shape("g", { role: "grid", "aria-describedby": "keys" });
    this._cross = shape("path", { class: "cross-hair", "aria-hidden": "true" });
    board.root.append(this._cross, this.grid);
    this.grid.addEventListener("keydown", (event) => this._key(event));
    this.grid.addEventListener("pointerdown", (event) => (this._pointer = event.pointerType));
    this.grid.addEventListener("pointerover", ({ target }) => this._point(Number(target.closest("[data-point]").dataset.point)));
    this.grid.addEventListener("pointerleave", () => this._point(null));
    this.grid.addEventListener("click", (event) => this._click(event));
  }

  /** label(point): what a screen reader says; kind(point): classes of the cell. */
  draw({ name, label, kind }) {
    const { height, width } = this.board;
    const size = `${height}x${width}`;
    if (size !== this._size) this._build(height, width);
    this._size = size;
    this._kind = kind;
    if (this._aimed !== null && !kind(this._aimed).startsWith("open")) this._aim(null);
    if (this.grid.getAttribute("aria-label") !== name) this.grid.setAttribute("aria-label", name);
    this._cells.forEach((cell, point) => {
      const text = label(point);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
      this._dress(point);
    });
    if (this._focusWanted) this.focus();
    this._focusWanted = false;
  }

  /** What may be done at a point shows where one is. Elsewhere its class would only be work: new style for every cell, at
   *  every move, takes longer than a frame. */
  _dress(point) {
    const cell = this._cells[point];
    const isHere = [this._pointed, this._focus, this._aimed].includes(point);
    const classes = `cell ${isHere ? this._kind(point) : ""}${point === this._aimed ? " aimed" : ""}`;
    if (cell && cell.getAttribute("class") !== classes) cell.setAttribute("class", classes);
  }

  _point(point) {
    const before = this._pointed;
    this._pointed = point;
    for (const each of [before, point]) this._dress(each);
  }

  /** Goes to the board when it is drawn next: after a dialog has closed, and the points are there. */
  focusWhenDrawn() {
    this._focusWanted = true;
  }

  focus() {
    this._cells[this._focus]?.focus();
  }

  _build(height, width) {
    this._cells = [];
    this._aim(null);
    this._pointed = null;
    this.grid.replaceChildren();
    for (let row = 0; row < height; row += 1) {
      const group = shape("g", { role: "row" });
      for (let col = 0; col < width; col += 1) {
        const point = row * width + col;
        const [x, y] = this.board.place(point);
        const square = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
        const cell = shape("g", { role: "gridcell", tabindex: -1, "data-point": point },
          shape("rect", { class: "hit", ...square }),
          shape("circle", { class: "hint", cx: x, cy: y, r: 0.42 * CELL }),
          shape("rect", { class: "ring", ...square, rx: 7 }));
        this._cells.push(cell);
        group.append(cell);
      }
      this.grid.append(group);
    }
    this._focus = Math.floor(height / 2) * width + Math.floor(width / 2);
    this._cells[this._focus].setAttribute("tabindex", "0");
  }

  _click(event) {
    const cell = event.target.closest("[data-point]");
    if (!cell) return;
    const point = Number(cell.dataset.point);
    const small = cell.getBoundingClientRect().width < SMALL;
    this._moveTo(point, this._pointer !== "touch");
    const aims = this._pointer === "touch" && small && this._aimed !== point && this._kind(point).startsWith("open");
    return aims ? this._aim(point) : this._choose(point);
  }

  /** The point that was aimed at is meant. */
  chooseAimed() {
    if (this._aimed !== null) this._choose(this._aimed);
  }

  _choose(point) {
    this._aim(null);
    this._chosen(point);
  }

  _aim(point) {
    const before = this._aimed;
    if (point !== before) this._aimedAt(point);
    this._aimed = point;
    for (const each of [before, point]) this._dress(each);
    this._cross.setAttribute("d", point === null ? "" : this._lines(point));
  }

  /** Lines that lead to a point from all edges, and leave it free: a finger hides the point itself. */
  _lines(point) {
    const { height, width, band } = this.board;
    const [x, y] = this.board.place(point);
    const [right, bottom, gap] = [band + CELL * width, band + CELL * height, 0.6 * CELL];
    return `M${band} ${y}H${x - gap}M${x + gap} ${y}H${right}M${x} ${band}V${y - gap}M${x} ${y + gap}V${bottom}`;
  }

  _moveTo(point, focused = true) {
    const before = this._focus;
    this._focus = point;
    this._cells[before].setAttribute("tabindex", "-1");
    this._cells[point].setAttribute("tabindex", "0");
    for (const each of [before, point]) this._dress(each);
    if (focused) this._cells[point].focus({ preventScroll: true });
  }

  _key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { height, width } = this.board;
    const [row, col] = [Math.floor(this._focus / width), this._focus % width];
    const steps = {
      ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1],
      Home: [row, 0], End: [row, width - 1],
    };
    const to = steps[event.key];
    if (to) this._moveTo(Math.max(0, Math.min(height - 1, to[0])) * width + Math.max(0, Math.min(width - 1, to[1])));
    else if (event.key === "Enter" || event.key === " ") this._choose(this._focus);
    else if (event.key === "PageUp" || event.key === "PageDown") this._turned(event.key === "PageUp" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
