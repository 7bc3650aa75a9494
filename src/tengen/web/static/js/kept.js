// What this browser remembers: settings, and the games it may go back to, with its tokens.

import * as api from "./api.js";

const PREFIX = "tengen.";
const MOST_GAMES = 200;
const MOST_TRIED = 300_000; // characters of what was tried in all of them

export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // storage is forbidden, or holds something that we did not write
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows may forbid storage; the page works without it.
  }
}

export function keptGames() {
  const games = recall("games", []);
  return Array.isArray(games) ? games.filter((each) => each && typeof each.id === "string") : [];
}

export function keepGame(id, tokens) {
  const others = keptGames().filter((each) => each.id !== id);
  const known = tokensOf(id);
  keepGames([{ id, tokens: { ...known, ...tokens } }, ...others].slice(0, MOST_GAMES));
}

export function forgetGame(id) {
  keepGames(keptGames().filter((each) => each.id !== id));
}

function keepGames(games) {
  const ids = new Set(games.map((each) => each.id));
  const gone = keptGames().filter((each) => !ids.has(each.id));
  keep("games", games);
  for (const { id } of gone) api.forget(id);
  keepTried(keptTried());
}

function keptTried() {
  const tried = recall("tried", []);
  return Array.isArray(tried) ? tried.filter((each) => each && Array.isArray(each.lines?.branches)) : [];
}

/** The newest first, and only of games that are remembered. */
function keepTried(tried) {
  const ids = new Set(keptGames().map((each) => each.id));
  let left = MOST_TRIED;
  keep("tried", tried.filter((each) => ids.has(each.id) && (left -= JSON.stringify(each).length) >= 0));
}

/** The lines that were tried in a game, as lines.js gives them. */
export function keepLines(id, lines) {
  const others = keptTried().filter((each) => each.id !== id);
  keepTried(lines.branches.length ? [{ id, lines }, ...others] : others);
}

export function linesOf(id) {
  return keptTried().find((each) => each.id === id)?.lines ?? null;
}

export function tokensOf(id) {
  return keptGames().find((each) => each.id === id)?.tokens ?? {};
}

/** The token to play with: of both seats, of the one that is ours, or of the one that we were invited to. */
export function tokenOf(id) {
  const tokens = tokensOf(id);
  return tokens.both ?? tokens.black ?? tokens.white ?? tokens.guest;
}
