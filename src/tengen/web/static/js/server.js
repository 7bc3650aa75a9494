// The engine is a server: requests by HTTP, games by websocket.

import { Connection } from "./connection.js";
import { Refused } from "./refused.js";

export class ServerEngine {
  /** The answer as JSON, or as text where it is a file. */
  async request(method, path, body, signal) {
    const sent = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    let response;
    try {
      response = await fetch(`api/${path}`, { method, ...sent, signal });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refused(0, { error: error.message, code: "offline" });
    }
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const found = await (isJson || !response.ok ? response.json().catch(() => null) : response.text());
    if (!response.ok) throw new Refused(response.status, found, Number(response.headers.get("Retry-After")) || null);
    return found;
  }

  forget() {} // a game on a server is others' too: it stays

  openLine(id, token, told) {
    return new Connection(id, token, told);
  }
}
