// The core, what is known of the games, and the nets, which are fetched when they are first asked for.

import { load } from "../../engine/tengen.js";
import { unpacked } from "./packed.js";

const nets = new Map();
let resolve = null;
const core = new Promise((resolved) => (resolve = resolved));

/** The page has fetched these while the worker began. facts: {about, games, settings}, which `make site` writes. */
export const begin = async (source, facts) => resolve({ tengen: await load({ source }), ...facts });

/** {tengen, about, games, settings} */
export const theCore = () => core;

/** The net of a game, or null if it has none or none that suits this board. */
export async function netFor(position) {
  const { tengen, games } = await core;
  const { net } = games[position.game];
  if (!net) return null;
  if (!nets.has(net)) {
    const bytes = unpacked(net).then((response) => response.arrayBuffer());
    nets.set(net, bytes.then((found) => tengen.net(found)).catch((error) => {
      nets.delete(net); // the next one who asks tries again
      throw error;
    }));
  }
  const found = await nets.get(net);
  return found.suits(position) ? found : null;
}
