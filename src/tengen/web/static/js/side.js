// Beside the board: who plays, whose turn it is, how it ended, and what one can do now.

import { blunderText, clockText, countText, gameTitle, grouped, hintText, moveText, refusalText, seatText, sideName,
  undoText, whyText, wonText } from "./sentences.js";
import { find, rest, show, write } from "./dom.js";
import { count, otherSide, stoneOf } from "./grid.js";
import { drawShared } from "./sharing.js";
import { say } from "./words.js";

export class Side {
  constructor(table, session) {
    this.table = table;
    this.session = session;
    this.notice = null; // a sentence that stands for a while, and its kind: a note or a warning
    setInterval(() => this._clocks(), 200);
  }

  /** planned: who would sit where if a game began now. */
  draw({ editing, gameBehind, planned, isStart }) {
    const { table } = this;
    for (const side of ["black", "white"]) this._player(side, planned);
    this._clocks();
    write(find("#status"), this._status(editing));
    const warning = this._warning();
    write(find("#detail"), warning ?? this._detail(editing));
    find("#detail").classList.toggle("warn", warning !== null);
    write(find("#how"), this._how(editing));
    write(find("#ply"), table.lastPly ? `${table.ply} / ${table.lastPly}` : "");
    write(find("#start"), say(isStart && !table.isBranch ? "choose-game" : "start-here"));
    this._buttons(gameBehind);
  }

  _player(side, planned) {
    const { game, look } = this.table;
    const row = find(`.player.${side}`);
    const seat = (game ?? look).seats?.[side] ?? planned[side];
    const mine = game ? game.you.includes(side) : !look.seats && planned[side].mine;
    write(find(".who", row), `${sideName(side)} · ${seatText(seat, mine)}`);
    row.classList.toggle("turn", this.table.toPlay === side && !this.table.over);
    write(find(".taken", row), this._taken(side));
  }

  _taken(side) {
    const { table } = this;
    if (table.kind.counts_stones) return say("discs", { count: count(table.grid, stoneOf(side)) });
    const taken = table.game?.captures?.[side];
    return taken && table.isLive ? say("captures", { count: taken }) : "";
  }

  _clocks() {
    const clock = this.table.game?.clock;
    for (const side of ["black", "white"]) {
      const node = find(`.player.${side} .clock`);
      const passed = clock?.running === side ? (performance.now() - this.table.heardAt) / 1000 : 0;
      write(node, clock ? clockText(clock[side] - passed) : "");
      node.classList.toggle("short", Boolean(clock) && clock[side] - passed < 10);
      node.classList.toggle("running", clock?.running === side);
    }
  }

  _status(editing) {
    const { table } = this;
    const { game } = table;
    if (editing) return say("setting-up");
    if (table.over) return wonText({ ...table.over, ...table.count });
    if (table.isBranch) return say("trying", { ply: table.ply, of: table.lastPly });
    if (!table.isLive) return say("looking-back", { ply: table.ply, of: table.lastPly });
    const { height, width } = table;
    if (table.isWatched) return say("running-status", { ply: table.ply, side: sideName(table.toPlay) });
    if (!game) return say("board-title", { game: gameTitle(table.kind.name), height, width });
    const side = sideName(game.to_play);
    if (table.myTurn) return game.you.length === 2 ? say("side-to-play", { side }) : say("your-turn");
    return say(game.seats[game.to_play].kind === "player" ? "side-thinks" : "side-awaited", { side });
  }

  /** Why it ended so; or, before a game, how it is played. */
  _how(editing) {
    const { table } = this;
    if (editing) return "";
    if (table.over) return whyText({ ...table.over, ...table.count });
    return table.game || table.lastPly ? "" : say(`how-${table.kind.name}`);
  }

  _warning() {
    const { table } = this;
    if (table.refusal) return refusalText(table.refusal, table);
    if (this.notice?.kind === "warning") return this.notice.text;
    return !table.game && table.look?.sound === false ? say("unsound") : null;
  }

  _detail(editing) {
    const { table } = this;
    if (this.notice) return this.notice.text;
    if (editing) return say("setting-up-how");
    if (table.picture) return table.picture.note ?? "";
    if (table.hint) return hintText(table, table.hint);
    if (table.better) return blunderText(table, table.better);
    if (table.isCounting) return countText(table.count, table.game.you);
    if (table.isBranch && !table.over) return say("trying-how", { side: sideName(table.toPlay) });
    if (!table.isLive && !table.over) return say("looking-how", { side: sideName(table.toPlay) });
    if (!table.isLive || table.over) return "";
    if (table.isWatched) return table.look.gone ? say("running-gone") : this._lastMove();
    if (!table.game) return say(table.lastPly ? "read-game" : "click-to-begin", { side: sideName(table.toPlay) });
    if (table.myTurn && table.mayPass && !table.legal[table.toPlay]?.length) return say("must-pass");
    const thinking = table.thinkingNow;
    if (thinking && !table.myTurn) return say("visits", { count: grouped(thinking.visits) });
    return this._lastMove() || (table.game.you.length ? "" : say("watching"));
  }

  _lastMove() {
    const last = this.table.moves.at(-1);
    return last ? moveText(otherSide(this.table.toPlay), last) : "";
  }

  _buttons(gameBehind) {
    const { table } = this;
    const { game } = table;
    const mine = Boolean(game?.you.length) && table.isLive && !table.picture;
    const moved = mine && table.moves.some((_, ply) => game.you.includes(table.moverOf(ply)));
    const elsewhere = !table.isLive || table.isWatched; // a game of its own can begin there
    show(find("#start"), (!game || elsewhere) && !table.isClosed && !table.over && table.look?.sound !== false);
    find("#start").classList.toggle("main", !elsewhere);
    const counts = mine && table.isCounting;
    show(find("#again"), Boolean(game && table.over && table.isLive && !counts));
    show(find("#agree"), counts);
    show(find("#play-on"), counts);
    rest(find("#agree"), counts && game.you.every((side) => table.count.agreed.includes(side)));
    show(find("#live"), !table.isLive && !table.isBranch);
    show(find("#pass"), table.mayPass && (table.isBranch || (mine && table.myTurn)));
    const asked = game?.undo;
    show(find("#undo-asked"), Boolean(asked) && Boolean(game.you.length));
    if (asked) write(find("#undo-asked span"), undoText(game));
    for (const id of ["#undo-yes", "#undo-no"]) show(find(id), Boolean(asked) && !game.you.includes(asked));
    show(find("#undo"), mine && !asked && !counts);
    write(find("#undo"), say(table.isClosed ? "undo-ask" : "undo"));
    rest(find("#undo"), !moved || ["resigned", "time"].includes(table.over?.ending));
    show(find("#resign"), mine && !table.over);
    const { invitation } = this.session;
    const isAwaited = Boolean(invitation && !table.over && table.lastPly < 2);
    show(find("#invite"), isAwaited);
    show(find("#invitation"), isAwaited);
    drawShared(find("#invite-shared"), isAwaited ? invitation : null, table.about);
    if (isAwaited && find("#invite-link").value !== invitation) find("#invite-link").value = invitation;
    show(find("#back"), table.isBranch || Boolean(!game && gameBehind));
    find("#back").classList.toggle("main", table.isBranch);
    show(find("#clear"), Boolean(table.picture));
    for (const id of ["#first", "#previous"]) rest(find(id), table.ply === 0);
    for (const id of ["#next", "#last"]) rest(find(id), table.shown === null);
    show(find(".replay"), table.lastPly > 0);
    show(find("#sided-choice"), table.kind.chains);
    find("#pass").classList.toggle("main", !table.legal[table.toPlay]?.length);
  }
}
