// SGF, the Smart Game Format FF[4], as text: nodes and their properties. No game is known here.

import { badInput, fault, quoted } from "./refusals.js";

const MOST_NODES = 20_000;
const START = /\(\s*(?:;|[A-Z]{1,2}\s*\[)/; // some leave out the first ;
const TOKEN = /\s*(?:([;()])|([A-Za-z]{1,64})|\[((?:[^\\\]]|\\[^])*)\])/y;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const MOST_SIDE = LETTERS.length;

/** The first game of a text: every node as {parent, children, properties, offset}, the root first. */
export function parseNodes(text) {
  const start = START.exec(text);
  if (!start) throw fault(1, 1, "there is no game; expected (; where one starts");
  const nodes = [];
  const forks = []; // the node before each variation that is open
  let before = null;
  let found = null; // the properties of the last node, while more may follow
  let values = null; // of the last property
  let expectsNode = false;
  TOKEN.lastIndex = start.index;
  const add = (offset) => {
    if (nodes.length === MOST_NODES) throw badInput(`a game of more than ${MOST_NODES} nodes`);
    nodes.push({ parent: before, children: [], properties: {}, offset });
    if (before !== null) nodes[before].children.push(nodes.length - 1);
    before = nodes.length - 1;
    found = nodes[before].properties;
    expectsNode = false;
  };
  for (;;) {
    const offset = TOKEN.lastIndex + /^\s*/.exec(text.slice(TOKEN.lastIndex))[0].length;
    const at = (message) => faultAt(text, offset, message);
    const token = TOKEN.exec(text);
    if (!token) throw at(nextFault(text, offset));
    const [, mark, name, value] = token;
    if (value === undefined && values && !values.length) throw at("a property without a value; expected [");
    if (mark === "(") {
      if (expectsNode) throw at("( or ) where a node should be; expected ;");
      forks.push(before);
      [found, values, expectsNode] = [null, null, true];
    } else if (mark === ")") {
      if (expectsNode) throw at("( or ) where a node should be; expected ;");
      before = forks.pop();
      [found, values] = [null, null];
      if (!forks.length) return nodes;
    } else if (value !== undefined) {
      if (!values) throw at("a value that belongs to no property; expected a name before [");
      values.push(value);
    } else {
      if (mark || expectsNode) {
        if (!found && !expectsNode) throw at("a node after variations; expected ( or )");
        add(offset);
        values = null;
      }
      if (name) {
        if (!found) throw at("a property that is in no node; expected ;");
        const capitals = name.replace(/[a-z]/g, ""); // FF[3] has small letters in names, like AddBlack for AB
        if (!capitals) throw at("a property with a name of small letters; expected capitals, like SZ");
        const known = found[capitals];
        values = [];
        if (known) values.push(...known);
        found[capitals] = values;
      }
    }
  }
}

export function faultAt(text, offset, message) {
  const lines = text.slice(0, offset).split("\n");
  return fault(lines.length, lines.at(-1).length + 1, message);
}

function nextFault(text, offset) {
  if (offset === text.length) return "the text ends in the middle of a game; expected )";
  if (text[offset] === "[") return "a value that is not closed; expected ]";
  return `${quoted(text[offset])} where a property, ; ( or ) is expected`;
}

/** What a value says, on one line, its escapes undone. */
export function readLine(value) {
  return value.replace(/\\(\r\n|\n\r|\r|\n)/g, "").replace(/\r\n|\n\r|[\r\n\t\v\f]/g, " ").replace(/\\([^])/g, "$1");
}

export const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");

export const writeLetters = ([row, col]) => LETTERS[col] + LETTERS[row];

export function readLetters(text, height, width) {
  const [col, row] = [LETTERS.indexOf(text[0]), LETTERS.indexOf(text[1])];
  if (text.length === 2 && col >= 0 && col < width && row >= 0 && row < height) return [row, col];
  const last = writeLetters([height - 1, width - 1]);
  throw badInput(`${quoted(text)} is not a point of this ${height}x${width} board; expected two letters from aa to ${last}`);
}

/** Height and width. FF[4] has the columns first. */
export function readSize(value) {
  const sides = value.split(":").map((side) => side.trim());
  if (sides.length > 2 || !sides.every((side) => /^\d{1,9}$/.test(side) && side >= 1 && side <= MOST_SIDE)) {
    throw badInput(`SZ[${value.slice(0, 20)}] is not a size; expected a number from 1 to ${MOST_SIDE}, or columns and rows like 13:9`);
  }
  return [Number(sides.at(-1)), Number(sides[0])];
}

/** A tree as text. A node has the number of its parent, and properties whose values are text or a list of it. */
export function writeNodes(nodes) {
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => parent !== null && children[parent].push(index));
  const values = (value) => [value].flat().map((each) => `[${each}]`).join("");
  const words = (node) => Object.entries(node).filter(([name]) => name !== "parent")
    .map(([name, value]) => name + values(value)).join("");
  const parts = [];
  const open = [0];
  while (open.length) {
    const next = open.pop();
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    parts.push(`;${words(nodes[next])}\n`);
    if (children[next].length === 1) open.push(children[next][0]);
    else open.push(...children[next].flatMap((child) => ["(", child, ")"]).toReversed());
  }
  return `(${parts.join("").trimEnd()})\n`;
}
