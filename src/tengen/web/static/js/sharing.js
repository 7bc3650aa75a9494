// Links for others: which address they can open, in letters and as a code to point a phone at.

import { element, shape, show } from "./dom.js";
import { qrCode } from "./qr.js";
import { say } from "./words.js";

const MARGIN = 4; // modules of nothing around a code
const isHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Where others find this server, as far as is known; on this machine's own address nobody else does. */
export function sharedOrigin(about) {
  return isHere() && about.address ? about.address : location.origin;
}

/** Shows beside a link how it can be opened: by whom, and its code. */
export function drawShared(node, link, about) {
  show(node, Boolean(link));
  const key = link && `${document.documentElement.lang} ${link}`;
  if (!link || node.dataset.key === key) return;
  node.dataset.key = key;
  const isLocal = isHere() && !about.address;
  const code = isLocal ? null : qrCode(link);
  node.replaceChildren(element("p", { class: "small" }, say(isLocal ? "only-here" : code ? "scan" : "long-link")),
    ...(code ? [picture(code)] : []));
}

function picture(code) {
  const size = code.length + 2 * MARGIN;
  const dark = code.flatMap((row, y) => row.flatMap((each, x) => (each ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])));
  return shape("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("qr") },
    shape("rect", { width: size, height: size, fill: "#fff" }), shape("path", { d: dark.join(""), fill: "#000" }));
}
