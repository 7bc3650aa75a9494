// The end of a game that is counted: which stones are dead is for the players to agree on. As web/counting.py.

import { dataOf, pairsOf } from "./boards.js";
import { badInput, refused } from "./refusals.js";

const GLYPHS = ".XO#";
const sorted = (points) => [...points].sort((a, b) => a - b);
const same = (one, other) => one.size === other.size && [...one].every((point) => other.has(point));

/** Which stones are proposed as dead, and who agrees. A computer's side agrees to its own opinion and nothing else. */
export class Counting {
  constructor(position, opinion, computers) {
    this._position = position;
    this._opinion = new Set(opinion);
    this._computers = computers;
    this._dead = this._opinion;
    this._people = []; // who have agreed
    this.version = 0; // counts the changes, so that nobody agrees to what they have not seen
  }

  get dead() {
    return sorted(this._dead);
  }

  get agreed() {
    const computers = same(this._dead, this._opinion) ? this._computers : [];
    return [...new Set([...this._people, ...computers])].sort();
  }

  /** The chain with this stone is dead if it was alive, and the other way round; all have to agree again. */
  turnOver(name) {
    const point = this._position.move(name);
    if (![1, 2].includes(this._position.cells[point])) throw badInput(`there is no stone at ${name}`);
    const chain = chainOf(this._position, point);
    const isDead = this._dead.has(point);
    this._dead = new Set(isDead ? [...this._dead].filter((each) => !chain.has(each)) : [...this._dead, ...chain]);
    this._people = [];
    this.version += 1;
  }

  agree(sides, version) {
    if (version !== this.version) {
      throw refused(409, "marks changed", "the dead stones were marked differently meanwhile; look again");
    }
    this._people = sides;
  }
}

/** The board as it is counted without these stones, for the page. */
export function counted(position, dead, agreed, version) {
  const bare = position.without(dead);
  const { winner } = bare.outcome({ stopped: true });
  const glyphs = [...bare.area().owners].map((owner) => GLYPHS[owner]).join("");
  const owners = Array.from({ length: position.height }, (_, row) => glyphs.slice(row * position.width, (row + 1) * position.width));
  return { dead: pairsOf(position, dead), owners, agreed, version, winner, ...dataOf(bare) };
}

/** The stones of one colour that hang together with this one. */
function chainOf({ cells, width }, start) {
  const chain = new Set([start]);
  for (const point of chain) {
    const col = point % width;
    const near = [point - width, point + width, ...(col ? [point - 1] : []), ...(col < width - 1 ? [point + 1] : [])];
    for (const each of near) if (cells[each] === cells[start]) chain.add(each);
  }
  return chain;
}
