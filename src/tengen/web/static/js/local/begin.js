// Starts the engine before the page has loaded, so that both are there sooner; then has all of it kept for when there is
// no network: first what the page needs, then what it may be asked for.

import { warm } from "./engine.js";

async function keepPage() {
  if (!navigator.serviceWorker) return; // over plain http, but from this machine
  try {
    await navigator.serviceWorker.register("offline.js");
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("keep the rest");
  } catch {
    // Private windows may forbid it; the page works without.
  }
}

warm().firstAnswer.then(keepPage);
