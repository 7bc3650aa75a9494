// What the page asks of its engine, and the line to a game: a server, or a worker in this browser. The page as it is
// served says which; the rest of it cannot tell them apart.

import { LocalEngine } from "./local/engine.js";
import { ServerEngine } from "./server.js";

export { Refused } from "./refused.js";

const wanted = document.querySelector("meta[name=tengen-engine]")?.content;
const engine = wanted === "local" ? new LocalEngine() : new ServerEngine();

const get = (path) => engine.request("GET", path);
const post = (path, body, signal) => engine.request("POST", path, body, signal);

export const about = () => get("about");
export const createGame = (wantedGame) => post("games", wantedGame);
export const gameState = (id) => get(`games/${encodeURIComponent(id)}`);
export const sgf = (id) => get(`games/${encodeURIComponent(id)}/sgf`);
export const summaries = (ids) => get(`games?ids=${ids.map(encodeURIComponent).join(",")}`);
/** Nobody here will come back to a game: an engine of this browser alone need not keep it. */
export const forget = (id) => engine.forget(id);
export const match = () => get("match");
export const matchRunning = () => get("match/running");
export const matchGames = (filter) => get(`match/games?${new URLSearchParams(filter)}`);
export const matchGame = (number) => get(`match/games/${number}`);
export const position = (action, rest, signal) => post("position", { action, ...rest }, signal);
export const verb = (name, rest, signal) => post(`verbs/${name}`, rest, signal);

/** The line to a game: `send(message)`, `close()`, `retryNow()`, `status` and `retryAt`, as connection.js has them. */
export const openLine = (id, token, told) => engine.openLine(id, token, told);
