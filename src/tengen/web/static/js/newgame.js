// The choices for a new game, and the dialog in which they are made.

import { button, element, find, show, write } from "./dom.js";
import { otherSide } from "./grid.js";
import { keep, recall } from "./kept.js";
import { errorText, gameTitle } from "./sentences.js";
import { say } from "./words.js";

const CLOCKS = ["", "300", "600+5", "60+5x10"];
const USUAL = {
  game: "", black: "me", white: "medium", names: { black: "", white: "" }, clock: "", sizes: {}, rules: {},
};

/** What was chosen last time, as far as it still makes sense. */
export function settingsOf(about) {
  const kept = recall("settings", {});
  const settings = { ...USUAL, ...(kept && typeof kept === "object" ? kept : {}) };
  if (!about.games.some((each) => each.name === settings.game)) settings.game = about.games[0].name;
  const seats = ["me", ...(about.friends ? ["friend"] : []), ...kindOf(settings, about).levels.map((level) => level.name)];
  for (const side of ["black", "white"]) if (!seats.includes(settings[side])) settings[side] = USUAL.white;
  return settings;
}

const kindOf = (settings, about) => about.games.find((each) => each.name === settings.game);

export function sizeOf(settings, about) {
  const usual = kindOf(settings, about).usual_size;
  return settings.sizes[settings.game] ?? [usual, usual];
}

/** Who sits where. Whoever clicks on a board to begin plays the side to move, `mover`, and not against themselves. */
export function seating(settings, mover = null) {
  const { black, white } = settings;
  if (!mover || settings[mover] === "me") return { black, white };
  return settings[otherSide(mover)] === "me" ? { black: white, white: black } : { black: "me", white: "me" };
}

/** The request for a game with these people at the board, from a position or from the beginning. */
export function requestOf(settings, about, seats, start = null) {
  const { game, names, clock } = settings;
  const beginning = start ? { start } : { game, size: sizeOf(settings, about), rules: settings.rules[game] ?? {} };
  const [black, white] = [seatOf(seats.black, names.black), seatOf(seats.white, names.white)];
  return { ...beginning, black, white, ...(clock ? { clock } : {}) };
}

function seatOf(who, name) {
  if (who === "me" || who === "friend") return { kind: "person", name };
  return { kind: "player", level: who };
}

/** The tokens to keep: those of our own seats; a friend's is for the invitation. */
export function ownTokens(tokens, seats) {
  const invited = ["black", "white"].find((side) => seats[side] === "friend" && tokens[side]);
  if (!invited) return tokens;
  const other = otherSide(invited);
  return { ...(tokens[other] ? { [other]: tokens[other] } : {}), invite: tokens[invited] };
}

function levelText(name, elo) {
  const level = say(`level-${name}`);
  return elo === null ? level : say("level-elo", { level, elo });
}

const optionsOf = (values, words) => values.map((value) => element("option", { value }, words(value)));

export class NewGame {
  /** begun(settings, fromHere): asks for the game, and may throw what the server refused. */
  constructor(table, begun) {
    this.table = table;
    this._begun = begun;
    this.dialog = find("#new-game");
    this.form = find("#new-form");
    this.form.addEventListener("submit", (event) => this._submit(event));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open(fromHere = false) {
    this.settings = settingsOf(this.table.about);
    if (fromHere) this.settings.game = this.table.kind.name;
    this.fromHere = fromHere;
    this._fill();
    this.dialog.showModal();
    find("[name=game]:checked", this.form).focus(); // Enter begins, arrows choose
  }

  get _kind() {
    return kindOf(this.settings, this.table.about);
  }

  _fill() {
    const { settings } = this;
    const games = this.table.about.games.map(({ name }) => {
      const input = element("input", { type: "radio", name: "game", value: name, onchange: () => this._choose(name) });
      input.checked = name === settings.game;
      input.disabled = this.fromHere && name !== settings.game;
      return element("label", {}, input, element("span", {}, gameTitle(name)));
    });
    const close = button(say("close"), () => this.dialog.close(), { class: "quiet" });
    const title = say(this.fromHere ? "start-here" : "new-game");
    this.form.replaceChildren(
      element("div", { class: "dialog-top" }, element("h2", { id: "new-title" }, title), close),
      element("div", { class: "games", role: "radiogroup", "aria-label": say("game") }, ...games),
      element("p", { class: "hint-line" }, say(`how-${settings.game}`)),
      element("div", { class: "rows" }, ...this._rows()),
      element("div", { class: "dialog-end" }, element("span", { class: "warn", role: "alert" }),
        element("button", { type: "submit", class: "main" }, say("start"))),
    );
    this._seatsChanged();
  }

  _choose(name) {
    this.settings = { ...this._chosen(), game: name };
    this._fill();
    find(`[name=game][value=${name}]`, this.form).focus();
  }

  _rows() {
    const rows = this.fromHere ? [] : [...this._sizeRow(), ...this._ruleRows()];
    return [...rows, ...this._seatRow("black"), ...this._seatRow("white"), ...this._clockRow()];
  }

  _row(title, ...nodes) {
    return [element("span", { class: "title" }, title), element("span", { class: "value" }, ...nodes)];
  }

  _sizeRow() {
    const most = this.table.about.limits.size;
    const [height, width] = sizeOf(this.settings, this.table.about);
    const common = { type: "number", min: 1, max: most, required: true, inputmode: "numeric" };
    const number = (name, value) => element("input", { ...common, name, value, "aria-label": say(name) });
    const [rows, columns] = [number("rows", height), number("columns", width)];
    const presets = this._kind.sizes.map((size) =>
      button(String(size), () => (rows.value = columns.value = size), { class: "quiet" }));
    rows.addEventListener("input", () => (columns.value = rows.value));
    return this._row(say("size"), rows, "×", columns, element("span", { class: "sizes" }, ...presets));
  }

  _ruleRows() {
    const { game, rules } = this.settings;
    return this._kind.rules.flatMap((rule) => {
      const value = rules[game]?.[rule.name] ?? rule.default;
      const label = say(`rule-${rule.name}`);
      const common = { name: `rule-${rule.name}`, "aria-label": label };
      if (rule.kind === "choice") {
        const select = element("select", common, ...optionsOf(rule.choices, (choice) => say(`${rule.name}-${choice}`)));
        select.value = value;
        return this._row(label, select);
      }
      const flag = rule.kind === "flag";
      const input = element("input", { ...common, type: flag ? "checkbox" : "number", step: rule.step });
      if (flag) input.checked = value;
      else input.value = value;
      return this._row(label, input);
    });
  }

  _seatRow(side) {
    const { limits, friends } = this.table.about;
    const words = new Map([["me", say("seat-me")], ...(friends ? [["friend", say("seat-friend")]] : []),
      ...this._kind.levels.map(({ name, elo }) => [name, levelText(name, elo)])]);
    const select = element("select", { name: side, "aria-label": say(side), onchange: () => this._seatsChanged() },
      ...optionsOf([...words.keys()], (value) => words.get(value)));
    select.value = this.settings[side];
    if (!select.value) select.value = "me";
    const name = element("input", { type: "text", name: `${side}-name`, maxlength: limits.name, autocomplete: "off",
      "aria-label": say("name-of", { side: say(side) }), placeholder: say("name") });
    name.value = this.settings.names[side] ?? "";
    return this._row(say(side), select, name);
  }

  _clockRow() {
    const { clock } = this.settings;
    const select = element("select", { name: "clock", "aria-label": say("clock") },
      ...optionsOf([...CLOCKS, "own"], (text) => say(`clock-${text}`)));
    const own = element("input", { type: "text", name: "own-clock", "aria-label": say("clock-own"), value: clock });
    select.value = CLOCKS.includes(clock) ? clock : "own";
    show(own, select.value === "own");
    select.addEventListener("change", () => show(own, select.value === "own"));
    return this._row(say("clock"), select, own);
  }

  _seatsChanged() {
    for (const side of ["black", "white"]) {
      const who = this.form.elements[side].value;
      show(this.form.elements[`${side}-name`], who === "me" || who === "friend");
    }
  }

  /** The settings as the form has them. */
  _chosen() {
    const fields = this.form.elements;
    const { settings } = this;
    const { game } = settings;
    const clock = fields.clock.value === "own" ? fields["own-clock"].value.trim() : fields.clock.value;
    const names = { black: fields["black-name"].value.trim(), white: fields["white-name"].value.trim() };
    const chosen = { ...settings, black: fields.black.value, white: fields.white.value, names, clock };
    if (this.fromHere) return chosen;
    const rules = Object.fromEntries(this._kind.rules.map((rule) => {
      const field = fields[`rule-${rule.name}`];
      return [rule.name, { flag: field.checked, number: Number(field.value), choice: field.value }[rule.kind]];
    }));
    const size = [Number(fields.rows.value), Number(fields.columns.value)];
    return { ...chosen, sizes: { ...settings.sizes, [game]: size }, rules: { ...settings.rules, [game]: rules } };
  }

  async _submit(event) {
    event.preventDefault();
    const settings = this._chosen();
    try {
      await this._begun(settings, this.fromHere);
      keep("settings", settings);
      this.dialog.close();
    } catch (error) {
      write(find(".dialog-end .warn", this.form), errorText(error));
    }
  }
}
