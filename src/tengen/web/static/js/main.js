// The page: one table, the parts that show it, and what clicks mean.

import * as api from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Cells } from "./cells.js";
import { find, later, show, write } from "./dom.js";
import { GamesList } from "./gameslist.js";
import { NewGame } from "./newgame.js";
import { LineStatus } from "./linestatus.js";
import { MatchView } from "./matchview.js";
import { MoveList } from "./movelist.js";
import { Places } from "./places.js";
import { Hint } from "./hint.js";
import { Questions } from "./questions.js";
import { Review } from "./review.js";
import { boardName, pointLabels, sceneOf } from "./scene.js";
import { errorText, sideName } from "./sentences.js";
import { Session } from "./session.js";
import { Setup } from "./setup.js";
import { Side } from "./side.js";
import { Sound } from "./sound.js";
import { Table } from "./table.js";
import { startTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { Variations } from "./variations.js";
import { chooseLanguage, currentLanguage, say, setLanguage } from "./words.js";

const NOTICE_FOR = 10; // seconds
const SURE_FOR = 4;

class Page {
  constructor(about) {
    const announce = (text, kind) => this.announce(text, kind);
    const placed = (look) => this.places.putAside(look);
    this.table = new Table(about);
    this.line = null; // the best line, while the reader points at it
    this.session = new Session(this.table, {
      announce,
      changed: () => this._lineChanged(),
      news: ({ ply }) => (this.side.notice?.kind === "warning" || ply !== this.table.game?.ply) && this._forgetNotice(),
    });
    this.sound = new Sound();
    this.board = new Board(find("#points"));
    this.cells = new Cells(this.board, {
      chosen: (point) => this._isDrawn() && this.choose([Math.floor(point / this.table.width), point % this.table.width]),
      turned: (by) => this.table.goTo(this.table.ply + by),
      aimed: (point) => this._aimed(point),
    });
    this.side = new Side(this.table, this.session);
    this.moveList = new MoveList(this.table);
    this.variations = new Variations(this.table, { announce });
    this.hint = new Hint(this.table, { announce });
    this.lineStatus = new LineStatus(this.session);
    this.analysis = new Analysis(this.table, this.session, {
      pointed: (line) => {
        this.line = line;
        this.table.changed();
      },
      toggled: () => this.places.toggleAnalysis(),
    });
    this.questions = new Questions(this.table, { placed, announce });
    this.review = new Review(this.table, { announce });
    this.setup = new Setup(this.table, { placed, announce });
    this.matchView = new MatchView(this.table, { opened: placed, announce });
    this.places = new Places(this.table, this.session, {
      announce,
      watched: (number) => (number === null ? this.matchView.open() : this.matchView.show(number)),
      left: () => {
        for (const each of [this.questions, this.review, this.variations, this.hint]) each.stop();
      },
      begun: () => {
        this.setup.leave();
        this.cells.focusWhenDrawn();
      },
    });
    this.newGame = new NewGame(this.table, (settings, fromHere) => this.places.begin(settings, fromHere));
    this.gamesList = new GamesList((id) => this.places.openGame(id));
    this.table.addEventListener("change", () => this.draw());
    this._listen();
  }

  /** Is the board that one sees the one on the table? Another one is drawn with the next frame. */
  _isDrawn() {
    const { board, table } = this;
    return board.height === table.height && board.width === table.width && this._game === table.game?.id;
  }

  draw() {
    const { table, board, setup } = this;
    if (!table.game && !table.look) return;
    const focused = document.activeElement;
    this._game = table.game?.id;
    const editing = setup.tool !== "";
    const options = { numbers: find("#show-numbers").checked, sided: find("#show-sided").checked && table.kind.chains,
      analysing: this.session.analysing, line: this.line, editing };
    board.draw(sceneOf(table, options));
    this._sounds();
    const free = !table.picture && !table.over && !table.pending && !table.isWatched;
    const mayMove = free && (!table.isLive || !table.game || table.myTurn);
    const isTried = !table.isLive && table.shown !== null; // nothing is known there: any empty point may be tried
    const legal = table.legalIndices;
    this.cells.draw({
      name: boardName(table),
      label: pointLabels(table, legal),
      kind: (point) => {
        if (editing || this._mayMark(point)) return "edit";
        const empty = table.grid[Math.floor(point / table.width)]?.[point % table.width] === ".";
        return mayMove && (isTried ? empty : legal.has(point)) ? `open ${table.toPlay}` : "";
      },
    });
    const { gameBehind, planned, isStart } = this.places;
    this.side.draw({ editing, gameBehind, planned, isStart });
    this.moveList.draw();
    this.variations.learn();
    this.variations.keep();
    this.session.follow();
    this.hint.draw();
    this.matchView.draw();
    this.analysis.draw();
    this.review.draw();
    this.questions.draw();
    setup.draw();
    document.title = `${find("#status").textContent} · Tengen`;
    // Who used a button that is gone now goes on at the board. The browser would begin again at the top of the page.
    if (focused.checkVisibility?.() === false && [focused, document.body].includes(document.activeElement)) this.cells.focus();
  }

  /** Says something to those who listen; a "note" or a "warning" is also shown beside the board for a while. */
  announce(text, kind = "quiet") {
    find("#said").textContent = text;
    if (kind === "quiet") return;
    this.side.notice = { text, kind };
    clearTimeout(this._noticeTimer);
    this._noticeTimer = setTimeout(() => this._forgetNotice(), NOTICE_FOR * 1000);
    this.table.changed();
  }

  _forgetNotice() {
    this.side.notice = null;
    this.table.changed();
  }

  /** A click, a tap or Enter on a point. */
  choose(place) {
    const { table, session } = this;
    this._forgetNotice();
    table.refusal = null;
    if (this.setup.tool) return this.setup.edit(place);
    if (table.picture) {
      const moved = JSON.stringify(table.picture.grid) !== JSON.stringify(table.grid);
      this._clearAnswer();
      if (moved) return null; // it was the end of a game played out, not this board
    }
    if (!table.isLive) return table.over ? this.announce(say("is-over"), "warning") : this.variations.play(table.vertex(place));
    if (table.isWatched) return this.announce(say("only-watching"), "warning");
    if (!table.game) return this.places.beginByMove(place);
    if (this._mayMark(place[0] * table.width + place[1])) return session.mark(table.vertex(place));
    if (table.over) return this.announce(say("is-over"), "warning");
    if (!table.game.you.length) return this.announce(say("only-watching"), "warning");
    if (!table.myTurn) return this.announce(say("not-your-turn", { side: sideName(table.toPlay) }), "warning");
    if (!table.pending) session.move(table.vertex(place));
    return null;
  }

  /** Where points are small, the first tap only aims; the second, or a large button, plays there. */
  _aimed(point) {
    show(find("#confirm"), point !== null);
    if (point === null) return;
    const move = this.table.vertex([Math.floor(point / this.table.width), point % this.table.width]);
    write(find("#confirm"), say("play-there", { move }));
    this.announce(say("tap-again", { move }), "note");
  }

  /** Is there a stone that a player may call dead, or alive? */
  _mayMark(point) {
    const { table } = this;
    if (!table.isCounting || !table.game.you.length) return false;
    return "XO".includes(table.grid[Math.floor(point / table.width)][point % table.width]);
  }

  /** A stone is heard when the board goes one move on. */
  _sounds() {
    const { table } = this;
    const { start, ply, steps } = table;
    const before = this._heard;
    this._heard = { start: JSON.stringify(start), ply };
    if (!before || before.ply + 1 !== ply || before.start !== this._heard.start || !steps[ply - 1]?.length) return;
    this.sound.stone(steps[ply - 1].length > 1);
  }

  /** A game is not lost by one click. */
  _resign() {
    const button = find("#resign");
    const isSure = button.dataset.asked === "yes";
    clearTimeout(this._resignTimer);
    const asked = (yes) => {
      button.dataset.asked = yes ? "yes" : "";
      button.textContent = say(yes ? "resign-sure" : "resign");
    };
    asked(!isSure);
    if (isSure) this.session.resign();
    else this._resignTimer = setTimeout(() => asked(false), SURE_FOR * 1000);
  }

  _clearAnswer() {
    this.questions.stop();
    this.table.picture = this.table.refusal = null;
    this.table.changed();
  }

  _lineChanged() {
    this.lineStatus.draw();
    this.table.changed();
  }

  _listen() {
    const { table, session } = this;
    const click = (id, act) => find(id).addEventListener("click", act);
    click("#new", () => this.newGame.open());
    click("#start", () => this.newGame.open(!this.places.isStart));
    click("#again", () => this.newGame.open());
    click("#games", () => this.gamesList.open());
    click("#live", () => table.goTo(Infinity, table.lines.own));
    click("#pass", () => (table.isLive ? session.move("pass") : this.variations.play("pass")));
    click("#hint", () => this.hint.ask());
    click("#undo-yes", () => session.undo(true));
    click("#undo-no", () => session.undo(false));
    click("#sgf", () => this.places.saveGame());
    click("#confirm", () => this.cells.chooseAimed());
    click("#agree", () => session.agree());
    click("#play-on", () => session.playOn());
    click("#undo", () => session.undo());
    click("#resign", () => this._resign());
    click("#invite", () => this.places.invite());
    click("#back", () => (table.isBranch ? this.variations.leave() : this.places.openGame(this.places.gameBehind)));
    click("#clear", () => this._clearAnswer());
    click("#first", () => table.goTo(0));
    click("#previous", () => table.goTo(table.ply - 1));
    click("#next", () => table.goTo(table.ply + 1));
    click("#last", () => table.goTo(table.lastPly));
    click("#home", (event) => {
      event.preventDefault();
      this.places.startOver();
    });
    click("#skip", (event) => {
      event.preventDefault();
      this.cells.focus();
    });
    click("#language", () => this._switchLanguage());
    for (const id of ["#show-numbers", "#show-sided"]) find(id).addEventListener("change", () => table.changed());
    window.addEventListener("hashchange", () => this.places.route());
    document.addEventListener("keydown", (event) => this._key(event));
    document.addEventListener("click", (event) => {
      if (event.target.closest?.("[aria-disabled=true]")) event.stopImmediatePropagation();
    }, true);
    startTabs(() => table.changed());
    this._nameLanguage();
  }

  _key(event) {
    if (event.key === "Escape" && (this.table.picture || this.table.refusal)) this._clearAnswer();
    if (event.target.closest?.("input, select, textarea, dialog, [role=tab], [role=slider]")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.table.goTo(this.table.ply - 1);
    if (event.key === "ArrowRight") this.table.goTo(this.table.ply + 1);
  }

  _switchLanguage() {
    setLanguage(currentLanguage() === "en" ? "zh" : "en");
    this._nameLanguage();
    this.lineStatus.draw();
    this.table.changed();
  }

  _nameLanguage() {
    find("#language").textContent = say("other-language");
    find("#language").lang = currentLanguage() === "en" ? "zh-CN" : "en";
  }
}

async function begin() {
  chooseLanguage();
  startTheme();
  for (let wait = 1; ; wait = Math.min(15, 2 * wait)) {
    try {
      const page = new Page(await api.about());
      return await page.places.route();
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      find("#status").textContent = errorText(error);
      await later(wait);
    }
  }
}

begin();
