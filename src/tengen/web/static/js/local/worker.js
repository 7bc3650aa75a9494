// The engine: answers the requests that a server would, and keeps the lines to games. One works for the games and the
// looks at positions, another for questions that take long, which is ended when nobody wants its answer any more. What a
// visitor needs first is loaded first: the rest comes while they look at the board.

import { begin, theCore } from "./core.js";
import { answerPosition } from "./editing.js";
import { asRefusal, notFound } from "./refusals.js";

const lines = new Map();
const tables = () => import("./tables.js");

async function answer(method, path, body) {
  const core = await theCore();
  const [place, query = ""] = path.split("?");
  const [kind, id, part] = place.split("/").map(decodeURIComponent);
  if (kind === "position") return answerPosition(core, body);
  if (kind === "verbs") return (await import("./verbs.js")).answerVerb(core, id, body);
  if (kind !== "games") throw notFound("there is no such address");
  if (method === "DELETE") return (await import("./store.js")).removeGame(id);
  const { create, read, summaries } = await tables();
  if (method === "POST") return create(core, body);
  return id ? read(core, id, part) : summaries(new URLSearchParams(query).get("ids")?.split(",") ?? []);
}

async function openLine(number, id) {
  const send = (message) => postMessage({ line: number, message });
  lines.set(number, null);
  try {
    const [core, { enter }] = await Promise.all([theCore(), tables()]);
    const game = await enter(core, id, send);
    if (lines.has(number)) lines.set(number, game);
    else game.close();
  } catch (error) {
    if (error.status === 404) postMessage({ line: number, gone: true });
    else send({ type: "error", ...asRefusal(error).body });
  }
}

self.addEventListener("message", async ({ data }) => {
  if (data.module) return begin(data.module, data.facts);
  if (data.open !== undefined) return openLine(data.line, data.open);
  if (data.close) {
    lines.get(data.line)?.close();
    return lines.delete(data.line);
  }
  if (data.message) return lines.get(data.line)?.hear(data.message);
  const { request, method, path, body } = data;
  try {
    postMessage({ request, answer: await answer(method, path, body) });
    return tables();
  } catch (error) {
    return postMessage({ request, refusal: asRefusal(error) });
  }
});
