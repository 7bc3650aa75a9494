// The games that this browser remembers: to be found, opened, replayed and downloaded.

import * as api from "./api.js";
import { forgetGame, keptGames, tokensOf } from "./kept.js";
import { button, download, element, find, refill } from "./dom.js";
import { errorText, gameTitle, overText, seatText, sideName } from "./sentences.js";
import { currentLanguage, say } from "./words.js";

const AT_ONCE = 100; // games that a server tells of in one answer

/** What there is to know of these games; of those that are gone nothing. */
async function summariesOf(ids) {
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, k) => ids.slice(AT_ONCE * k, AT_ONCE * (k + 1)));
  return (await Promise.all(parts.map((part) => api.summaries(part)))).flatMap(({ games }) => games);
}

export class GamesList {
  constructor(opened) {
    this._opened = opened;
    this.dialog = find("#games-list");
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  async open() {
    this._wanted = "";
    this._draw(element("p", { class: "small" }, say("working")));
    this.dialog.showModal();
    const ids = keptGames().map((each) => each.id);
    try {
      const games = await summariesOf(ids);
      games.sort((a, b) => (a.updated < b.updated ? 1 : -1));
      this._games = games;
      this._list();
    } catch (error) {
      this._draw(element("p", { class: "detail warn" }, errorText(error)));
    }
  }

  _draw(...nodes) {
    const close = button(say("close"), () => this.dialog.close(), { class: "quiet" });
    refill(this.dialog, element("div", { class: "dialog-top" },
      element("h2", { id: "games-title" }, say("games")), close), ...nodes);
  }

  _list() {
    if (!this._games.length) return this._draw(element("p", {}, say("no-games")));
    const list = element("ul", { class: "found" });
    const fill = () => list.replaceChildren(...this._games.filter((game) => this._words(game).toLowerCase()
      .includes(this._wanted.trim().toLowerCase())).map((game) => this._item(game)));
    const sought = () => {
      this._wanted = search.value;
      fill();
    };
    const search = element("input", { type: "search", placeholder: say("find-game"), "aria-label": say("find-game"),
      value: this._wanted, oninput: sought });
    fill();
    return this._draw(search, list);
  }

  _players({ id, seats }) {
    const tokens = tokensOf(id);
    const player = (side) => `${sideName(side)}: ${seatText(seats[side], side in tokens)}`;
    return `${player("black")} – ${player("white")}`;
  }

  _words(game) {
    const result = game.over ? overText(game) : say("unfinished");
    return [gameTitle(game.game), game.size.join("×"), this._players(game), result, game.updated].join(" ");
  }

  _item(game) {
    const language = currentLanguage() === "zh" ? "zh-CN" : "en-GB";
    const when = new Date(game.updated).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const title = `${gameTitle(game.game)} ${game.size.join(" × ")}`;
    const result = game.over ? overText(game) : say("unfinished");
    const labelled = (word) => ({ "aria-label": `${say(word)}: ${title}, ${when}` });
    const line = (kind, text) => element("div", { class: kind }, text);
    return element("li", {},
      element("div", {}, line("what", title), line("small", this._players(game)),
        line("small", `${result} ${say("plies", { count: game.ply })} · ${when}`)),
      element("div", { class: "do" },
        button(say("open"), () => this._open(game.id), labelled("open")),
        button("SGF", () => this._save(game), { "aria-label": `SGF: ${title}, ${when}` }),
        button(say("forget"), () => this._forget(game), { class: "quiet", ...labelled("forget") })));
  }

  async _save(game) {
    download(await api.sgf(game.id), `${game.game}-${game.id.slice(0, 6)}.sgf`, "application/x-go-sgf");
  }

  _forget(game) {
    forgetGame(game.id);
    this._games = this._games.filter((each) => each !== game);
    this._list();
  }

  _open(id) {
    this.dialog.close();
    this._opened(id);
  }
}
