// What the board shows now: the table, and over it an answer, a refusal or what the search thinks, as one View.

import { sideName } from "./sentences.js";
import { otherSide, stoneOf } from "./grid.js";
import { say } from "./words.js";

const LEAST_SHARE = 0.004; // of the visits, to be shown
const MOST_ALIKE = 10; // moves that are shown however few they are

/** options: numbers, sided, analysing, editing, line (moves to show as ghosts, instead of the better ones of a review). */
export function sceneOf(table, options) {
  const grid = table.picture?.grid ?? table.grid;
  const width = grid[0].length;
  const index = ([row, col]) => row * width + col;
  const view = { rows: grid.map((row) => row.join("")), style: table.kind.style, coordinates: table.coordinates };
  if (table.picture) return { ...view, ...table.picture.view };
  const last = table.lastPoint;
  if (last) view.last = index(last);
  if (options.numbers) view.numbers = numbered(table, index);
  if (table.over?.lines) view.strikes = table.over.lines.map((ends) => ends.map(index));
  if (table.count) Object.assign(view, counted(table, index));
  if (table.forbidden.length) view.marks = table.forbidden.map((point) => [index(point), "cross", "bad"]);
  if (options.sided) view.sided = oneSided(table, index);
  const thinking = options.analysing ? table.thinkingNow : null;
  if (thinking) view.heat = heated(thinking.heat, index);
  const hinted = table.hint ? [table.hint.move] : null;
  const line = options.line ?? hinted ?? table.better?.line;
  if (line) {
    view.ghosts = ghosts(table, line, index);
    view.heat = [];
    if (table.better && !hinted) view.marks = crossed(table, view.ghosts, index);
  } else if (table.pending) {
    const point = table.pointOf(table.pending.move);
    if (point) view.ghosts = [[index(point), stoneOf(table.toPlay)]];
  }
  if (showsLegal(table, options) && !view.heat?.length && !view.ghosts) {
    view.hints = [...table.legalIndices].map((point) => [point, table.toPlay]);
  }
  return table.refusal ? { ...view, ...refused(table, view, index) } : view;
}

/** Where discs are turned over, most points are closed: those that are open are shown to whoever is to move. */
function showsLegal(table, { editing }) {
  return table.kind.counts_stones && !editing && !table.over && !table.pending && !table.isWatched
    && (!table.game || table.myTurn);
}

/** Whose the points are, and which stones do not count; a stone that stands needs no sign. */
function counted({ count, grid }, index) {
  const stones = grid.flat();
  const sides = { X: "black", O: "white" };
  const owners = [...count.owners.join("")].flatMap((owner, point) =>
    (sides[owner] && owner !== stones[point] ? [[point, sides[owner]]] : []));
  return { dead: count.dead.map(index), owners, last: null };
}

/** Where the search looked most is hottest; where it hardly looked there is nothing to see. */
function heated(heat, pointIndex) {
  const most = Math.max(...heat.map(([, , share]) => share));
  return heat.filter(([, , share], index) => index < MOST_ALIKE || share > LEAST_SHARE)
    .map(([row, col, share, label]) => [pointIndex([row, col]), Math.sqrt(share / most), label]);
}

function numbered(table, index) {
  return [...table.numbers].map(([key, number]) => [index(key.split(",").map(Number)), number]);
}

function oneSided(table, index) {
  const { black, white } = table.legal;
  const [blacks, whites] = [new Set(black.map(index)), new Set(white.map(index))];
  return [...[...blacks].filter((point) => !whites.has(point)).map((point) => [point, "black"]),
    ...[...whites].filter((point) => !blacks.has(point)).map((point) => [point, "white"])];
}

function refused(table, { marks = [] }, index) {
  const played = table.pointOf(table.refusal.move);
  const chains = (table.refusal.chains ?? []).flat().map(index);
  if (table.refusal.rule === "occupied") return { lit: [index(played)] };
  const lit = chains.filter((point) => !played || point !== index(played));
  return { lit, marks: played ? [...marks.filter(([point]) => point !== index(played)), [index(played), "cross", "bad"]] : marks };
}

/** The move that was played where another was better, unless it is a part of that line. */
function crossed(table, shown, index) {
  const played = table.pointOf(table.better.move);
  return played && !shown.some(([point]) => point === index(played)) ? [[index(played), "cross", "bad"]] : [];
}

function ghosts(table, line, index) {
  const seen = new Set();
  const found = [];
  line.forEach((move, number) => {
    const point = table.pointOf(move);
    const side = number % 2 ? otherSide(table.toPlay) : table.toPlay;
    if (!point || seen.has(index(point)) || table.grid[point[0]][point[1]] !== ".") return;
    seen.add(index(point));
    found.push([index(point), stoneOf(side), String(number + 1)]);
  });
  return found;
}

/** What a screen reader says of a point: "E5, empty, legal". legal: indices of the points where one may play. */
export function pointLabels(table, legal) {
  const grid = table.picture?.grid ?? table.grid;
  const width = grid[0].length;
  const sides = { X: say("black-stone"), O: say("white-stone"), ".": say("empty"), "#": say("hole") };
  const last = table.lastPoint;
  const heat = new Map((table.picture?.view?.heat ?? []).map(([point, , label]) => [point, label]));
  const knows = table.shown === null && !table.over && !table.picture;
  return (point) => {
    const [row, col] = [Math.floor(point / width), point % width];
    const words = [table.vertex([row, col]), sides[grid[row][col]]];
    if (knows && grid[row][col] === ".") words.push(say(legal.has(point) ? "legal" : "illegal"));
    if (last && row === last[0] && col === last[1] && !table.picture) words.push(say("last-move-here"));
    if (heat.get(point)) words.push(String(heat.get(point)));
    return words.join(say("comma"));
  };
}

/** The board as a whole, in words. */
export function boardName(table) {
  const size = `${table.height} × ${table.width}`;
  return say("board-name", { game: say(`game-${table.kind.name}`), size, side: sideName(table.toPlay) });
}
