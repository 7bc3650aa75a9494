// The engine is a worker in this browser: no server, no network.

import { Refused } from "../refused.js";
import { engineFile, unpacked } from "./packed.js";

const LONG = ["simulate", "simulate_many", "count", "generate", "review", "hint"]; // verbs: they must not make a move wait

let loading = null;

/** The compiled engine and what there is to know of the games, once for all workers. */
function loaded() {
  loading ??= Promise.all([engine(), engineFile("facts.json").then((response) => response.json())]).catch((error) => {
    loading = null; // the next one who asks tries again
    throw error;
  });
  return loading;
}

async function engine() {
  const compiled = async (name) => WebAssembly.compileStreaming(await unpacked(name, "application/wasm"));
  try {
    return await compiled("tengen-simd.wasm");
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return compiled("tengen.wasm"); // for browsers without vectors
  }
}

class Worked {
  /** A worker, its open requests, and its lines. */
  constructor() {
    this._asked = new Map();
    this._lines = new Map();
    this._number = 0;
    this.firstAnswer = new Promise((resolve) => (this._answered = resolve));
    this._worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this._worker.addEventListener("message", ({ data }) => this._hear(data));
    const failed = () => this.end(new Refused(0, { error: "the engine could not be loaded", code: "offline" }));
    this._worker.addEventListener("error", failed);
    loaded().then(([module, facts]) => this._worker.postMessage({ module, facts }), failed);
  }

  get isIdle() {
    return !this._asked.size;
  }

  request(method, path, body) {
    const request = (this._number += 1);
    return new Promise((resolve, reject) => {
      this._asked.set(request, { resolve, reject });
      this._worker.postMessage({ request, method, path, body });
    });
  }

  /** The number of a line to this game. */
  open(id, line) {
    const number = (this._number += 1);
    this._lines.set(number, line);
    this._worker.postMessage({ line: number, open: id });
    return number;
  }

  send(number, message) {
    this._worker.postMessage({ line: number, message });
  }

  close(number) {
    this._lines.delete(number);
    this._worker.postMessage({ line: number, close: true });
  }

  end(error) {
    this._worker.terminate();
    this.hasEnded = true;
    for (const { reject } of this._asked.values()) reject(error);
    this._asked.clear();
  }

  _hear({ request, answer, refusal, line, message, gone }) {
    this._answered();
    if (line !== undefined) {
      if (gone) this._lines.get(line)?.close();
      else this._lines.get(line)?.hear(message);
      return;
    }
    const { resolve, reject } = this._asked.get(request);
    this._asked.delete(request);
    if (refusal) reject(new Refused(refusal.status, refusal.body));
    else resolve(answer);
  }
}

/** A line to a game, as connection.js has it, that is never cut. */
class Line {
  constructor(worked, id, { heard, changed }) {
    this.id = id;
    this.status = "connecting";
    this.retryAt = 0;
    this._worked = worked;
    this._heard = heard;
    this._changed = changed;
    this._number = worked.open(id, this);
  }

  send(message) {
    if (this.status !== "open") return false;
    this._worked.send(this._number, message);
    return true;
  }

  retryNow() {}

  close() {
    if (this.status === "closed") return;
    this._worked.close(this._number);
    this._become("closed");
  }

  hear(message) {
    const isFirst = this.status === "connecting";
    if (isFirst) this._become("open");
    this._heard(message, isFirst);
  }

  _become(status) {
    this.status = status;
    this._changed();
  }
}

let games = null; // the worker of games, which lasts as long as the page
let asker = null; // the worker of long questions

/** Begins to load what everything else waits for. */
export function warm() {
  if (!games || games.hasEnded) games = new Worked();
  return games;
}

export class LocalEngine {
  async request(method, path, body, signal) {
    const [kind, verb] = path.split("/");
    if (kind === "about") return (await loaded())[1].about;
    if (kind !== "verbs" || !LONG.includes(verb)) return warm().request(method, path, body);
    if (!asker || asker.hasEnded || !asker.isIdle) asker = new Worked();
    const asked = asker;
    const stop = () => asked.end(new DOMException("nobody wants to know any more", "AbortError"));
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await asked.request(method, path, body);
    } finally {
      signal?.removeEventListener("abort", stop);
      if (asked !== asker) asked.end(); // another question has another worker by now
    }
  }

  forget(id) {
    return warm().request("DELETE", `games/${encodeURIComponent(id)}`);
  }

  openLine(id, token, told) {
    return new Line(warm(), id, told);
  }
}
