// What happened, as whole sentences. The server's own are English; in other languages they are made from its codes.

import { currentLanguage, hasWords, say } from "./words.js";

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.!?…。]$/.test(text) ? "" : say("stop"));

export const sideName = (side) => say(side);

export function gameTitle(name) {
  return say(`game-${name}`);
}

export function moveText(by, move) {
  return move === "pass" ? say("passed", { side: sideName(by) }) : say("moved", { side: sideName(by), move });
}

export const moveName = (move) => (move === "pass" ? say("pass") : move);

/** A move that lost much, and what was better. */
export function blunderText(table, { ply, move, before, after, line }) {
  const side = sideName(table.moverOf(ply - 1));
  const [played, best] = [move, line[0]].map(moveName);
  return say("blunder", { ply, side, move: played, best, before: percent(before), after: percent(after) });
}

/** The best move here, as far as was seen. */
export function hintText(table, { move, value, exact }) {
  const side = table.toPlay;
  const share = value === null ? "" : percent(side === "black" ? value : 1 - value);
  return say(exact ? "hint-proven" : "hint-is", { side: sideName(side), move: moveName(move), share });
}

/** That somebody asks to take a move back. */
export function undoText({ undo, you }) {
  return say(you.includes(undo) ? "undo-waits" : "undo-asked", { side: sideName(undo) });
}

/** How a game ended. */
export function overText({ over }) {
  return say("result", { head: wonText(over), why: whyOver(over) });
}

/** Who won, and by how much, where that is known. */
export function wonText({ winner, margin }) {
  if (!winner) return say("draw");
  return say(margin ? "wins-by" : "wins", { side: sideName(winner), margin });
}

/** Why, as a sentence of its own. */
export function whyText(over) {
  const [why, name] = [sentence(whyOver(over)), `explained-${over.rule}`];
  return hasWords(name) ? say(name, { why }) : why;
}

function whyOver(over) {
  const name = `over-${over.rule}`;
  if (!hasWords(name)) return over.reason;
  const loser = over.winner === "black" ? "white" : "black";
  return say(name, { ...over, loser: sideName(loser) });
}

/** What is to be done about a count, for a player of these sides or a watcher. */
export function countText(count, you) {
  if (!you.length) return say("count-watched");
  const open = ["black", "white"].filter((side) => !count.agreed.includes(side));
  const awaited = open.filter((side) => !you.includes(side));
  if (open.length === awaited.length) return say("count-awaited", { side: sideName(awaited[0]) });
  return say(count.dead.length ? "count-dead" : "count-alive");
}

/** Why a move is not possible. */
export function refusalText({ move, rule, reason, chains }, table) {
  const name = `illegal-${rule}`;
  if (currentLanguage() === "en" || !hasWords(name)) return sentence(reason);
  const points = (chains ?? []).flat();
  const shown = points.slice(0, 12).map((point) => table.vertex(point)).join(" ");
  return say(name, { move, side: sideName(table.toPlay), points: shown, count: points.length });
}

/** Why a position cannot arise. */
export function reasonText({ rule, text, points }, table) {
  const name = `reason-${rule}`;
  if (currentLanguage() === "en" || !hasWords(name)) return sentence(text);
  const shown = (points ?? []).slice(0, 12).map((point) => table.vertex(point)).join(" ");
  return sentence(say(name) + (shown ? ` ${shown}` : ""));
}

/** An error of the server, or of the way to it. */
export function errorText({ code, error, message, retryAfter }) {
  const said = error ?? message ?? "";
  const name = `error-${code}`;
  if (code === "too many" && retryAfter) return say("error-wait", { seconds: retryAfter });
  if (code === "offline") return say("error-offline");
  if (currentLanguage() === "en" || !hasWords(name)) return sentence(said || say("error-unknown"));
  return code === "bad input" || code === "too big" ? `${say(name)} ${said}` : say(name);
}

/** A share of games as whole percents. */
export const percent = (share) => `${Math.round(100 * share)}%`;

export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, two(whole % 60)];
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Who sits there, in a few words. */
export function seatText(seat, mine) {
  if (seat.kind === "person") return seat.name || (mine ? say("you") : say("person"));
  if (seat.level) return say(`level-${seat.level}`);
  return say(`player-${seat.player}`, seat);
}
