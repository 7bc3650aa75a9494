// The lines of play on the table: the game itself, and what else was tried. Every other line leaves one of them.

/** How many moves two lines have in common. */
export const shared = (one, other) => {
  const length = Math.min(one.length, other.length);
  for (let ply = 0; ply < length; ply += 1) if (one[ply] !== other[ply]) return ply;
  return length;
};

export class Lines {
  constructor() {
    this.clear();
  }

  clear() {
    this.own = { of: null, ply: 0, moves: [], steps: [], end: null };
    this.branches = []; // each leaves the line `of` after `ply` moves; `end`: what is known of where it ends
    this.shown = this.own;
    this._whole = new Map();
    this._paths = new Map();
    this._shared = new Map();
  }

  /** The game as it is now. Moves that were taken back stay as a line, where another leaves them. */
  setOwn(moves, steps) {
    const { own } = this;
    const same = shared(own.moves, moves);
    const later = this.branches.filter((each) => each.of === own && each.ply > same);
    if (same < own.moves.length && later.length) {
      const gone = { of: own, ply: same, moves: own.moves.slice(same), steps: own.steps.slice(same), end: null };
      this.branches.push(gone);
      for (const each of later) each.of = gone;
    }
    Object.assign(own, { moves, steps });
    for (const each of this.branches.filter((branch) => branch.of === own)) this._shorten(each);
    this._isOther();
  }

  /** What was put together from the lines is no longer right. */
  _isOther() {
    this._whole.clear();
    this._paths.clear();
    this._shared.clear();
  }

  /** A branch begins where it differs: the game may have gone on as it was tried. */
  _shorten(branch) {
    const { own } = this;
    const same = shared(own.moves.slice(branch.ply), branch.moves);
    if (!same) return;
    branch.ply += same;
    branch.moves = branch.moves.slice(same);
    branch.steps = branch.steps.slice(same);
    const children = this.branches.filter((each) => each.of === branch && each.ply <= branch.ply);
    for (const each of children) each.of = own;
    if (!branch.moves.length) this._remove(branch);
    for (const each of children) this._shorten(each);
  }

  _remove(branch) {
    this.branches = this.branches.filter((each) => each !== branch);
    if (this.shown === branch) this.shown = this.own;
  }

  /** Other lines as the server tells of them: `of` is a number, 0 for the game itself. */
  setBranches(branches) {
    for (const { of, ply, moves, steps } of branches) {
      this.branches.push({ of: [this.own, ...this.branches][of], ply, moves, steps, end: null });
    }
  }

  /** And as the server takes them. */
  get numbered() {
    return this._numbered().map(({ of, ply, moves }) => ({ of, ply, moves }));
  }

  _numbered() {
    const done = [this.own];
    for (let left = this.branches; left.length; left = left.filter((each) => !done.includes(each))) {
      done.push(...left.filter((each) => done.includes(each.of)));
    }
    return done.slice(1).map((each) => ({ ...each, of: done.indexOf(each.of) }));
  }

  /** What this browser remembers of them: also the moves that they leave, for the game may be another by then. */
  get kept() {
    const branches = this._numbered().map(({ of, ply, moves, steps }) => ({ of, ply, moves, steps }));
    const last = Math.max(0, ...branches.filter(({ of }) => of === 0).map(({ ply }) => ply));
    return { moves: this.own.moves.slice(0, last), steps: this.own.steps.slice(0, last), branches };
  }

  /** All of them as what was tried, where nothing is played yet: for a game that begins where these lines do. */
  get tried() {
    const others = this._numbered().map(({ of, ply, moves, steps }) => ({ of: of || ply ? of + 1 : 0, ply, moves, steps }));
    return [{ of: 0, ply: 0, moves: this.own.moves, steps: this.own.steps }, ...others];
  }

  restore({ moves, steps, branches }) {
    this.clear();
    this.setOwn(moves, steps);
    this.setBranches(branches);
  }

  /** All moves of a line, and what each changed, from the start on. */
  whole(line) {
    if (line === this.own) return line;
    if (!this._whole.has(line)) {
      const before = this.whole(line.of);
      const joined = (name) => [...before[name].slice(0, line.ply), ...line[name]];
      this._whole.set(line, { moves: joined("moves"), steps: joined("steps") });
    }
    return this._whole.get(line);
  }

  /** The first moves of a line as one text. All are asked for whenever something is drawn, so they are kept. */
  path(line, ply) {
    if (!this._paths.has(line)) {
      const paths = [""];
      for (const move of this.whole(line).moves) paths.push(paths.length === 1 ? move : `${paths.at(-1)} ${move}`);
      this._paths.set(line, paths);
    }
    return this._paths.get(line)[ply];
  }

  /** How many moves a line has in common with the game itself. */
  inCommon(line) {
    return line === this.own ? Infinity : Math.min(line.ply, this.inCommon(line.of));
  }

  /** How many moves a line has in common with these. That too is asked of all moves whenever something is drawn. */
  sharedWith(moves, line) {
    if (this._compared !== moves) this._shared.clear();
    this._compared = moves;
    if (!this._shared.has(line)) this._shared.set(line, shared(moves, this.whole(line).moves));
    return this._shared.get(line);
  }

  /** The line in which this move follows after these, or null. */
  follow(path, move) {
    const length = path.length;
    return [this.shown, this.own, ...this.branches].find((line) => {
      const { moves } = this.whole(line);
      return moves[length] === move && shared(moves, path) === length;
    }) ?? null;
  }

  /** A move after `ply` moves of the line that is shown: a new branch, unless a branch goes on with it. */
  add(ply, move, step, end) {
    let line = this.shown;
    while (line.of && ply <= line.ply) line = line.of; // before it left that one
    this._isOther();
    if (line !== this.own && ply === line.ply + line.moves.length) {
      line.moves = [...line.moves, move];
      line.steps = [...line.steps, step];
      line.end = end;
    } else {
      this.shown = { of: line, ply, moves: [move], steps: [step], end };
      this.branches.push(this.shown);
    }
  }

  /** Forgets a line, and all that leave it. */
  forget(line) {
    for (const each of this.branches.filter((branch) => branch.of === line)) this.forget(each);
    if (this.shown === line) this.shown = line.of;
    this.branches = this.branches.filter((each) => each !== line);
    this._isOther();
  }
}
