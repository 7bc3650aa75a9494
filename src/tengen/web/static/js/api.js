// Requests to the server. What it refuses becomes a Refused, with its sentence.

export class Refused extends Error {
  constructor(status, body, retryAfter) {
    super(typeof body?.error === "string" ? body.error : `HTTP ${status}`);
    this.status = status;
    this.code = body?.code;
    this.retryAfter = retryAfter;
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { error: error.message, code: "offline" });
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, body, Number(response.headers.get("Retry-After")) || null);
  return body;
}

export function get(path, signal) {
  return answer(path, { signal });
}

export function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return answer(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

export const about = () => get("/api/about");
export const createGame = (wanted) => post("/api/games", wanted);
export const gameState = (id) => get(`/api/games/${encodeURIComponent(id)}`);
export const sgfAddress = (id) => `/api/games/${encodeURIComponent(id)}/sgf`;
export const summaries = (ids) => get(`/api/games?ids=${ids.map(encodeURIComponent).join(",")}`);
export const match = () => get("/api/match");
export const matchGames = (filter) => get(`/api/match/games?${new URLSearchParams(filter)}`);
export const matchGame = (number) => get(`/api/match/games/${number}`);
export const position = (action, rest, signal) => post("/api/position", { action, ...rest }, signal);
export const verb = (name, rest, signal) => post(`/api/verbs/${name}`, rest, signal);
