// Elements by name, attributes and children. Text only ever becomes text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

export function find(selector, root = document) {
  return root.querySelector(selector);
}

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function button(text, act, attributes = {}) {
  return element("button", { type: "button", onclick: act, ...attributes }, text);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function show(node, visible) {
  node.toggleAttribute("hidden", !visible); // SVG elements have no property for it
}

/** Switches a button off or on. Unlike a disabled one it keeps the focus; main.js ignores clicks on it. */
export function rest(node, isResting) {
  node.setAttribute("aria-disabled", String(isResting));
}

/** Puts other children into a node. Who was at something in it is then at the same thing, or at what has its place. */
export function refill(node, ...children) {
  const stops = () => [...node.querySelectorAll("button, input, select, [tabindex]")];
  const nameOf = (stop) => stop.dataset.filter ?? stop.ariaLabel ?? stop.textContent;
  const here = document.activeElement;
  const place = stops().indexOf(here);
  node.replaceChildren(...children);
  if (place < 0) return;
  const now = stops();
  (now.find((each) => each === here || nameOf(each) === nameOf(here)) ?? now[place] ?? now.at(-1))?.focus({ preventScroll: true });
}

/** Writes only what is different, so that screen readers are not disturbed and selections are kept. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Puts text on the clipboard, if the browser lets us: it does not over plain http, but from this machine. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lets the browser keep this text as a file. */
export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function later(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Where this page is, without what the fragment says: it may be anywhere on a site. */
export const pageAddress = () => location.origin + location.pathname;
