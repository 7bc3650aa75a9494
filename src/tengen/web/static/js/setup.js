// Setting up a position: by clicking, from text or a file, and out again as text or as a link.

import * as api from "./api.js";
import { after, toDiagram, toFragment } from "./grid.js";
import { copy, element, find, write } from "./dom.js";
import { errorText, gameTitle } from "./sentences.js";
import { drawShared, sharedOrigin } from "./sharing.js";
import { say } from "./words.js";

export class Setup {
  /** placed(look): there is a new position on the table; announce(text). */
  constructor(table, { placed, announce }) {
    this.table = table;
    this._placed = placed;
    this._announce = announce;
    this._asked = null;
    for (const radio of document.querySelectorAll("[name=tool], [name=side]")) {
      radio.addEventListener("change", () => (radio.name === "side" ? this._side(radio.value) : table.changed()));
    }
    find("#setup-game").addEventListener("change", (event) => this._game(event.target.value));
    find("#empty").addEventListener("click", () => this._empty());
    find("#read").addEventListener("click", () => this.read(find("#text").value));
    find("#choose-file").addEventListener("click", () => find("#file").click());
    find("#file").addEventListener("change", (event) => this._files(event.target.files));
    find("#copy").addEventListener("click", () => this._copy());
    find("#share").addEventListener("click", () => this._share());
    document.addEventListener("paste", (event) => this._paste(event));
    this._listenForDrops();
  }

  /** The cell that a click puts down, or "" when clicks play. */
  get tool() {
    const open = !find("#panel-setup").hidden;
    return open ? find("[name=tool]:checked").value : "";
  }

  leave() {
    find("[name=tool][value='']").checked = true;
  }

  draw() {
    find(`[name=side][value=${this.table.toPlay}]`).checked = true;
    const games = this.table.about.games.map(({ name }) => [name, gameTitle(name)]);
    const select = find("#setup-game");
    if (select.dataset.lang !== document.documentElement.lang) {
      select.dataset.lang = document.documentElement.lang;
      select.replaceChildren(...games.map(([value, title]) => element("option", { value }, title)));
    }
    select.value = this.table.kind.name;
    const isSame = this._shared?.endsWith(`#p=${toFragment(this.table.position)}`);
    drawShared(find("#setup-shared"), isSame ? this._shared : null, this.table.about);
  }

  edit([row, col]) {
    const { position, grid } = this.table;
    const cell = grid[row][col] === this.tool && this.tool !== "." ? "." : this.tool;
    return this._look({ ...position, diagram: toDiagram(after(grid, [[[row, col, cell]]])) });
  }

  /** Reads any text there is a grammar for. */
  async read(text) {
    if (!text.trim()) return this._say(say("nothing-to-read"), true);
    const most = this.table.about.limits.paste;
    if (text.length > most) return this._say(say("too-long", { most }), true);
    try {
      const found = await api.position("parse", { text, likely: this.table.kind.name });
      this._placed(found);
      const { height, width, kind } = this.table;
      this._say([say("was-read", { game: gameTitle(kind.name), height, width }), ...(found.warnings ?? [])].join(" "));
    } catch (error) {
      this._fail(error);
    }
  }

  async _look(position) {
    this._asked?.abort();
    this._asked = new AbortController();
    try {
      this._placed(await api.position("look", { position }, this._asked.signal));
    } catch (error) {
      this._fail(error);
    }
  }

  _side(side) {
    this._look({ ...this.table.position, to_play: side });
  }

  /** The same stones, under the rules of another game; an empty board begins as that game does. */
  async _game(game) {
    const { height, width, position } = this.table;
    const isBare = this.table.look?.isStart || !/[XO#]/.test(position.diagram);
    if (!isBare) return this._look({ game, diagram: position.diagram, to_play: position.to_play, rules: {} });
    try {
      return this._placed(await api.position("start", { game, size: [height, width], rules: {} }));
    } catch (error) {
      return this._fail(error);
    }
  }

  _empty() {
    const diagram = toDiagram(this.table.grid).replace(/[XO]/g, ".");
    this._look({ ...this.table.position, diagram });
  }

  async _copy() {
    try {
      const format = find("#format").value;
      const { text } = await api.position("write", { position: this.table.position, format });
      find("#text").value = text;
      await this._toClipboard(text, say("copied"));
    } catch (error) {
      this._fail(error);
    }
  }

  _share() {
    const address = `${sharedOrigin(this.table.about)}${location.pathname}#p=${toFragment(this.table.position)}`;
    find("#text").value = this._shared = address;
    this.table.changed(); // who can open it is said below
    return this._toClipboard(address, say("link-copied"));
  }

  async _toClipboard(text, done) {
    if (await copy(text)) return this._say(done);
    find("#text").select();
    return this._say(say("copy-yourself"));
  }

  _paste(event) {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text?.trim()) this.read(text);
  }

  async _files(files) {
    const [file] = files;
    find("#file").value = "";
    if (!file) return;
    const most = this.table.about.limits.paste;
    if (file.size > most) this._say(say("too-long", { most }), true);
    else await this.read(await file.text());
  }

  _listenForDrops() {
    const hasText = (event) => ["Files", "text/plain"].some((type) => event.dataTransfer?.types.includes(type));
    document.addEventListener("dragover", (event) => {
      if (!hasText(event)) return;
      event.preventDefault();
      find("#drop").hidden = false;
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget || (find("#drop").hidden = true));
    document.addEventListener("drop", (event) => {
      find("#drop").hidden = true;
      if (!hasText(event)) return;
      event.preventDefault();
      if (event.dataTransfer.files.length) this._files(event.dataTransfer.files);
      else this.read(event.dataTransfer.getData("text/plain"));
    });
  }

  _fail(error) {
    if (error.name !== "AbortError") this._say(errorText(error), true);
  }

  _say(text, warning = false) {
    write(find("#setup-said"), text);
    find("#setup-said").classList.toggle("warn", warning);
    this._announce(text, find("#panel-setup").hidden ? (warning ? "warning" : "note") : "quiet");
  }
}
