// What this browser remembers: settings, and the games it may go back to, with its tokens.

const PREFIX = "tengen.";
const MOST_GAMES = 200;

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
  keep("games", [{ id, tokens: { ...known, ...tokens } }, ...others].slice(0, MOST_GAMES));
}

export function forgetGame(id) {
  keep("games", keptGames().filter((each) => each.id !== id));
}

export function tokensOf(id) {
  return keptGames().find((each) => each.id === id)?.tokens ?? {};
}

/** The token to play with: of both seats, of the one that is ours, or of the one that we were invited to. */
export function tokenOf(id) {
  const tokens = tokensOf(id);
  return tokens.both ?? tokens.black ?? tokens.white ?? tokens.guest;
}
