// How each game is written in SGF: its number, its rules, its points. As games/dialects.py.

import { badInput, listed } from "./refusals.js";

// As KataGo has them: by the book Chinese rules have superko, but games are played with simple ko.
const GO_RULES = {
  tromptaylor: ["positional", true], nz: ["situational", true], newzealand: ["situational", true],
  aga: ["situational", false], bga: ["situational", false], french: ["situational", false],
  goe: ["positional", true], ing: ["positional", true],
  japanese: ["simple", false], korean: ["simple", false], chinese: ["simple", false],
};
const GO_NAMES = { "positional true": "Tromp-Taylor", "situational true": "NZ", "situational false": "AGA" };
// Gomocup's numbers, which its managers write, stand for the same.
const VARIANTS = { freestyle: "freestyle", standard: "standard", caro: "caro", renju: "renju",
  0: "freestyle", 1: "standard", 4: "renju", 8: "caro" };
const TITLES = { 1: "Go or NoGo", 2: "Othello", 4: "Gomoku" };
const READ_AS = { "": ["go", "nogo", "gomoku", "othello"], 1: ["go", "nogo", "gomoku"], 2: ["othello"], 4: ["gomoku"] };

const usual = { number: 1, side: 19, letters: true, passes: [], readRules: () => ({}), writeRules: () => ({}),
  toTry: (said) => [said], mover: () => null };

export const DIALECTS = {
  nogo: { ...usual, writeRules: () => ({ RU: "NoGo" }) },

  go: {
    ...usual,
    readRules(komi, words) {
      const found = {};
      if (komi.trim()) {
        if (!Number.isFinite(Number(komi))) throw badInput(`KM[${komi.slice(0, 20)}] is not a number`);
        found.komi = Number(komi);
      }
      const name = words.toLowerCase().replace(/[^a-z0-9]/g, "");
      const explicit = /ko(simple|positional|situational).*sui([01])/.exec(name);
      if (explicit) [found.ko, found.suicide] = [explicit[1], explicit[2] === "1"];
      else if (GO_RULES[name]) [found.ko, found.suicide] = GO_RULES[name];
      return found;
    },
    /** What a record may be read by: the usual rules first, then laxer ones. */
    toTry(said) {
      const all = [false, true].flatMap((suicide) => ["positional", "situational", "simple"].map((ko) => ({ ko, suicide })));
      return all.filter(({ ko, suicide }) => ko === (said.ko ?? ko) && suicide === (said.suicide ?? suicide))
        .map((each) => ({ ...said, ...each }));
    },
    writeRules({ rules, toPlay, cells }) {
      const explicit = `ko${rules.ko.toUpperCase()}scoreAREAtaxNONEsui${Number(rules.suicide)}`;
      const blacks = cells.filter((cell) => cell === 1).length;
      const isHandicap = blacks > 1 && !cells.includes(2) && toPlay === "white";
      return { KM: String(rules.komi), RU: GO_NAMES[`${rules.ko} ${rules.suicide}`] ?? explicit,
        ...(isHandicap ? { HA: String(blacks) } : {}) };
    },
    mover: (blacks, whites) => (blacks > 1 && !whites ? "white" : null),
  },

  gomoku: {
    ...usual,
    number: 4,
    readRules(_, words) {
      const [variant, ...rest] = words.trim().toLowerCase().split(",");
      const row = /^\s*(\d{1,9}) in a row\s*$/.exec(rest.join(","));
      return { ...(VARIANTS[variant.trim()] ? { variant: VARIANTS[variant.trim()] } : {}),
        ...(row ? { in_a_row: Number(row[1]) } : {}) };
    },
    writeRules: ({ rules }) => ({ RU: rules.variant + (rules.in_a_row === 5 ? "" : `, ${rules.in_a_row} in a row`) }),
  },

  othello: { ...usual, number: 2, side: 8, letters: false, passes: ["pa", "pass"] },
};

/** The game of a file, by its GM and RU and by what the caller says it is: FF[4] has no number for NoGo. */
export function gameOf(number, rules, wanted) {
  const games = READ_AS[number.trim()];
  if (!games) {
    const known = Object.entries(TITLES).map(([each, title]) => `${each} (${title})`);
    throw badInput(`GM[${number.slice(0, 20)}] is a game that is not known here; expected ${listed(known)}`);
  }
  if (!wanted) return games.includes("nogo") && rules.trim().toLowerCase() === "nogo" ? "nogo" : games[0];
  if (!games.includes(wanted)) throw badInput(`GM[${number}] is ${TITLES[number]}, not ${wanted}`);
  return wanted;
}
