// Says above the board when the line to the server is cut, when it will be tried again, and when it is back.

import { find, show, write } from "./dom.js";
import { say } from "./words.js";

const BACK_FOR = 2.5; // seconds

export class LineStatus {
  constructor(session) {
    this.session = session;
    this._wasLost = false;
    find("#line button").addEventListener("click", () => session.connection?.retryNow());
    setInterval(() => this._wasLost && this.draw(), 500);
  }

  draw() {
    const bar = find("#line");
    const { connection } = this.session;
    const status = connection?.status ?? "closed";
    if (status === "waiting") this._wasLost = true;
    if (status === "closed") this._wasLost = false;
    if (status === "open" && this._wasLost) return this._back(bar);
    if (!this._wasLost) return show(bar, bar.classList.contains("back"));
    clearTimeout(this._timer);
    bar.classList.remove("back");
    show(bar, true);
    const seconds = Math.max(0, Math.ceil((connection.retryAt - Date.now()) / 1000));
    const words = status === "waiting" && seconds ? say("line-lost", { seconds }) : say("line-trying");
    return write(find("span", bar), words);
  }

  _back(bar) {
    this._wasLost = false;
    bar.classList.add("back");
    write(find("span", bar), say("line-back"));
    find("#said").textContent = say("line-back");
    this._timer = setTimeout(() => {
      bar.classList.remove("back");
      show(bar, false);
    }, BACK_FOR * 1000);
  }
}
