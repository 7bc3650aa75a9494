// The analysis sheet: who is ahead, how long was looked, how play would go on.

import { element, find, rest, show, write } from "./dom.js";
import { grouped, percent, sideName } from "./sentences.js";
import { Graph } from "./graph.js";
import { say } from "./words.js";

const SHOWN = 10; // moves of the best line

export class Analysis {
  /** pointed(line or null): the reader points at the best line. */
  constructor(table, session, { pointed, toggled }) {
    this.table = table;
    this.session = session;
    this.graph = new Graph(find("#graph"), table);
    const best = find("#best");
    let isPointed = false;
    const point = (on) => {
      if (on !== isPointed) pointed(on ? this._line() : null);
      isPointed = on;
    };
    // Not pointerenter: the line may come to lie under a pointer that rests, and nobody pointed at it then.
    for (const event of ["pointermove", "focusin"]) best.addEventListener(event, () => point(true));
    for (const event of ["pointerleave", "focusout"]) best.addEventListener(event, () => point(false));
    find("#analyse").addEventListener("click", toggled);
  }

  draw() {
    const { table, session } = this;
    const thinking = table.thinkingNow;
    const values = Array.from({ length: table.lastPly + 1 }, (_, ply) => table.valueAt(ply));
    const value = values[table.ply];
    const isCurve = values.filter((each) => each !== null).length > 1;
    const button = find("#analyse");
    button.setAttribute("aria-pressed", String(session.analysing));
    rest(button, (Boolean(table.over) && !session.analysing) || table.isClosed);
    write(button, say(session.analysing ? "analyse-stop" : "analyse"));
    write(find("#share-black"), value === null ? "–" : percent(value));
    write(find("#share-white"), value === null ? "–" : percent(1 - value));
    find("#bar").style.setProperty("--share", `${100 * (value ?? 0.5)}%`);
    find(".bar").classList.toggle("unknown", value === null);
    this._best(thinking);
    show(find("#best"), session.analysing);
    write(find("#visits"), this._words(thinking, isCurve));
    show(find("#graph"), isCurve);
    show(find(".share"), value !== null || session.analysing);
    this.graph.draw(values);
  }

  _words(thinking, isCurve) {
    const { table, session } = this;
    if (table.isClosed) return say("closed");
    if (!thinking) return say(isCurve ? "analysis-how" : "analysis-what");
    const words = [say("visits", { count: grouped(thinking.visits) })];
    if (thinking.exact) words.push(say("exact"));
    if (session.analysing) words.push(say("heat-means", { side: sideName(table.toPlay) }));
    return words.join(" ");
  }

  _line() {
    return this.table.thinkingNow?.line.slice(0, SHOWN) ?? null;
  }

  _best(thinking) {
    const node = find("#best");
    const line = thinking && this.session.analysing ? thinking.line.slice(0, SHOWN) : [];
    const key = line.join(" ") + document.documentElement.lang;
    if (node.dataset.key === key) return;
    node.dataset.key = key;
    if (!line.length) return node.replaceChildren();
    const moves = line.flatMap((move) => [element("span", { class: "move" }, move), " "]); // it breaks where it must
    const button = find("button", node) ?? element("button", { type: "button", class: "quiet" });
    button.setAttribute("aria-label", `${say("best-line")} ${line.join(" ")}`);
    button.replaceChildren(...moves);
    if (button.isConnected) node.firstChild.data = `${say("best-line")} `;
    else node.replaceChildren(`${say("best-line")} `, button);
  }
}
