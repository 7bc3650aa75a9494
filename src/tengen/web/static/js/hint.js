// One good move, for those who are stuck: asked for, drawn on the board as a ghost, and gone when one goes on.

import * as api from "./api.js";
import { find, rest, show, write } from "./dom.js";
import { errorText, hintText } from "./sentences.js";
import { say } from "./words.js";

export class Hint {
  constructor(table, { announce }) {
    this.table = table;
    this._announce = announce;
    this._asked = null;
  }

  /** It is offered where the reader may move: in a game of their own, in what they try, on a board of their own. */
  draw() {
    const { table } = this;
    const node = find("#hint");
    const isOwn = table.isLive && table.game ? table.myTurn : true;
    const sound = table.game || table.look.sound !== false;
    show(node, isOwn && sound && !table.isClosed && !table.over && !table.picture);
    rest(node, this._asked !== null || table.hint !== null);
    write(node, say(this._asked ? "working" : "hint"));
  }

  async ask() {
    const { table } = this;
    const { start, path } = table;
    this.stop();
    const asked = (this._asked = new AbortController());
    table.refusal = null;
    table.changed();
    try {
      const { data } = await api.verb("hint", { position: start, moves: path }, asked.signal);
      if (table.start !== start) return;
      table.hints.set(path.join(" "), data);
      if (table.path.join(" ") === path.join(" ")) this._announce(hintText(table, data));
    } catch (error) {
      if (error.name !== "AbortError") this._announce(errorText(error), "warning");
    } finally {
      if (this._asked === asked) this._asked = null;
      table.changed();
    }
  }

  stop() {
    this._asked?.abort();
    this._asked = null;
  }
}
