// The files that plain servers would send as they are, and slowly: `make site` packs them, and browsers can unpack.

import { refused } from "./refusals.js";

const FOLDER = new URL("../../engine/", import.meta.url);

export async function engineFile(name) {
  const response = await fetch(new URL(name, FOLDER)).catch(() => null); // there may be no network
  if (!response?.ok) throw refused(503, "offline", `${name} could not be loaded`);
  return response;
}

export async function unpacked(name, type = "application/octet-stream") {
  const { body } = await engineFile(`${name}.packed`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
