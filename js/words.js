// Why a move is illegal, how a game ended and what is wrong with a position: rules by name, and the words of Python.

const COLORS = [null, "Black", "White"];
const other = (color) => (color === "black" ? "white" : "black");
const title = (color) => (color === "black" ? "Black" : "White");

const FAULTS = {
  nogo: ["occupied", "hole", "capture", "suicide", "unsound position"],
  go: ["occupied", "hole", "suicide", "ko", "superko", "game over", "unsound position"],
  othello: ["occupied", "hole", "flips nothing", "pass", "game over"],
};
const BANS = [null, ["overline", "an"], ["double four", "a"], ["double three", "a"]];
const MOST_SHOWN = 12; // points of a chain

const names = (position, points, between = " ") => points.map((point) => position.name(point)).join(between);

/** Colour, number of stones, and where; `played` is a stone of the side to move. */
function chainName(position, chain, played = null) {
  const color = chain.includes(played) ? position.toPlay : COLORS[position.cells[chain[0]]].toLowerCase();
  const stones = chain.length === 1 ? "stone" : `chain of ${chain.length}`;
  return `${color} ${stones} at ${names(position, chain.slice(0, MOST_SHOWN))}${chain.length > MOST_SHOWN ? " ..." : ""}`;
}

const occupied = (position, move) =>
  `${position.name(move)} is occupied by ${COLORS[position.cells[move]]}`;
const hole = (position, move) => `there is no point at ${position.name(move)}`;

/** Why this move, which is illegal, is. */
export function refusal(position, move, answer) {
  if (move === position.pass && !position.hasPasses) {
    return { rule: "pass", text: `nobody passes in ${position.game === "nogo" ? "NoGo" : "Gomoku"}`, chains: [] };
  }
  return REFUSALS[position.game](position, move, answer);
}

function refused(position, move, answer) {
  const found = answer();
  const fault = found.number();
  const repeats = found.number();
  return { rule: FAULTS[position.game]?.[fault - 1], fault, repeats, chains: found.lists() };
}

const unsound = (position, chains) => `the ${chainName(position, chains[0])} has no liberty`;

const REFUSALS = {
  nogo(position, move, answer) {
    const { rule, chains } = refused(position, move, answer);
    const text = {
      occupied: () => occupied(position, move),
      hole: () => hole(position, move),
      "unsound position": () => unsound(position, chains),
    }[rule];
    const dead = chains.map((chain) => `the ${chainName(position, chain, move)}`).join("; ");
    const mover = `${title(position.toPlay)} at ${position.name(move)}`;
    return { rule, text: text ? text() : `${mover} leaves without a liberty ${dead} (no ${rule} in NoGo)`, chains };
  },

  go(position, move, answer) {
    const { rule, repeats, chains } = refused(position, move, answer);
    const mover = `${title(position.toPlay)} at ${position.name(move)}`;
    const when = repeats >= 0 ? ` as it was after ${repeats} plies` : " that was there before";
    const own = () => (chains.length ? chainName(position, chains[0], move) : "its own chain");
    const text = {
      occupied: () => occupied(position, move),
      hole: () => hole(position, move),
      suicide: () => `${mover} leaves without a liberty the ${own()} (suicide)`,
      ko: () => `${mover} takes back the ko at once`,
      superko: () => `${mover} makes the board${when} (${position.rules.ko} superko)`,
      "game over": () => "the game is over: both sides passed",
      "unsound position": () => unsound(position, chains),
    }[rule];
    return { rule, text: text(), chains };
  },

  gomoku(position, move, answer) {
    if (position.cells[move] === 3) return { rule: "hole", text: hole(position, move), chains: [] };
    if (position.cells[move]) return { rule: "occupied", text: occupied(position, move), chains: [] };
    if (position.isOver) return { rule: "game over", text: `the game is over: ${ending(position)}`, chains: [] };
    const { fault, chains } = refused(position, move, answer);
    const [ban, article] = BANS[fault];
    const made = chains.map((row) => names(position, row, "-")).join(" and ");
    return { rule: ban, text: `Black at ${position.name(move)} makes ${article} ${ban}: ${made} (renju)`, chains };
  },

  othello(position, move, answer) {
    const { rule } = refused(position, move, answer);
    const mover = title(position.toPlay);
    const text = {
      occupied: () => occupied(position, move),
      hole: () => hole(position, move),
      "flips nothing": () => `${mover} at ${position.name(move)} brackets no disc of ${title(other(position.toPlay))}`,
      pass: () => `${mover} has a move and may not pass`,
      "game over": () => `the game is over: ${ending(position)}`,
    }[rule];
    return { rule, text: text(), chains: [] };
  },
};

/** How a game ended, with the winner. */
function ending(position) {
  const { winner, text } = outcome(position);
  return `${winner ? `${title(winner)} wins` : "a draw"}: ${text}`;
}

const rowText = (position, row) =>
  `${row.length} in a row from ${position.name(row[0])} to ${position.name(row.at(-1))}`;

export function counted(position) {
  let black = 0;
  let white = 0;
  for (const cell of position.cells) {
    black += cell === 1 ? 1 : 0;
    white += cell === 2 ? 1 : 0;
  }
  return { black, white };
}

/** How a game ended, or how it stands where it was stopped. */
export function outcome(position) {
  return OUTCOMES[position.game](position);
}

const OUTCOMES = {
  nogo: (position) => ({
    winner: position.winner,
    text: `${title(position.toPlay)} has no legal move`,
    rule: "no legal move",
  }),

  go(position) {
    const { black, white } = position.area();
    const { komi } = position.rules;
    const lead = black - white - komi;
    const stopped = position.isOver ? "" : ", stopped before two passes";
    return {
      winner: lead > 0 ? "black" : lead < 0 ? "white" : null,
      text: `area ${black} to ${white}${komi ? ` + ${komi}` : ""}${stopped}`,
      rule: "area",
      black,
      white,
      komi,
      margin: Math.abs(lead),
    };
  },

  gomoku(position) {
    const rows = position.winningRows;
    const { winner } = position;
    const row = rows.length ? { row: [...new Set(rows.flat())] } : {};
    if (!winner) {
      const stuck = position.forbidden.length > 0;
      const text = stuck ? "every empty point is forbidden to Black" : "the board is full";
      return { winner, text, rule: stuck ? "stuck" : "full", ...row };
    }
    const won = rows.find(([first]) => COLORS[position.cells[first]] === title(winner));
    return { winner, text: rowText(position, won), rule: "row", ...row };
  },

  othello(position) {
    const { black, white } = counted(position);
    const margin = Math.abs(black - white);
    return { winner: position.winner, text: `${black} discs to ${white}`, rule: "discs", black, white, margin };
  },
};

/** A chain without a liberty. */
export const flaw = (position, chain) => ({
  rule: "no liberty",
  text: `the ${chainName(position, chain)} has no liberty`,
  points: chain,
});

/** What shows that no game leads here, from what the core found. */
export function contradictions(position, found) {
  return CONTRADICTIONS[position.game](position, found);
}

const CONTRADICTIONS = {
  // Exact: any order of the stones of a legal position was a legal game, if the numbers are right.
  nogo(position) {
    const { black, white } = counted(position);
    const [more, words] = position.toPlay === "black" ? [0, "as many black as white"] : [1, "one more black than white"];
    if (black - white === more) return [];
    const stones = `${black} black and ${white} white stones with ${title(position.toPlay)} to play`;
    return [{ rule: "stone counts", text: `${stones}; expected ${words}`, points: [] }];
  },

  // None: stones that all breathe can have been put down one colour after the other, with passes.
  go: () => [],

  gomoku(position, [{ code }, ...rest]) {
    const rows = rest.map(({ points }) => points);
    const { black, white } = counted(position);
    const stones = `${black} black and ${white} white stones`;
    const reasons = [];
    if (black !== white && black !== white + 1) {
      const text = `${stones}; expected as many black as white, or one more`;
      reasons.push({ rule: "stone counts", text, points: [] });
    } else if ((position.toPlay === "black") !== (black === white)) {
      const text = `${stones} with ${title(position.toPlay)} to play; expected ${title(other(position.toPlay))}`;
      reasons.push({ rule: "side to move", text, points: [] });
    }
    const last = black > white ? "Black" : "White";
    const of = (row) => COLORS[position.cells[row[0]]];
    const add = (rule, row, text) => reasons.push({ rule, text: `${text}: ${rowText(position, row)}`, points: row });
    if (code === 2) {
      const first = black > white ? "White" : "Black";
      for (const row of rows) if (of(row) !== last) add("played on", row, `${first} had won already`);
    } else if (code === 3 && rows.length) {
      const text = `no one stone of ${last} can have made all its winning rows`;
      for (const row of rows) add("too many rows", row, text);
    } else if (code === 3) {
      const forbidden = last === "Black" && position.rules.variant === "renju" ? ", or it was forbidden" : "";
      const text = `whichever stone ${last} put last, the game was over before it${forbidden}`;
      reasons.push({ rule: "no last stone", text, points: [] });
    } else if (code === 4) {
      for (const row of rows) add("overline", row, "Black made an overline, which renju forbids");
    }
    return reasons;
  },

  othello(position, found) {
    const rules = ["disc count", "centre", "start", "connection", "last move"];
    const words = [
      "fewer than four discs",
      "an empty point in the middle",
      "four discs that are not the usual start",
      "discs that do not touch the rest around the middle",
      "no disc that can have been the last one placed",
    ];
    return found.map(({ code, points }) => {
      const where = points.length ? `: ${names(position, points)}` : "";
      return { rule: rules[code], text: words[code] + where, points };
    });
  },
};
