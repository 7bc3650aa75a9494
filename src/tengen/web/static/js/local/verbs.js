// The verbs, asked of the position on the page: within a time limit, with what is known when that is up. As web/verbs.py.

import { colorName, fixed, lineOf, outcomeWords, overOf, pairsOf, readPosition, requireOneOf, usualStart, viewOf } from "./boards.js";
import { errorOf, firstMoves, mapOf } from "./maps.js";
import { played } from "./editing.js";
import { choose, forBlack, usualPlayer } from "./players.js";
import { badInput, notFound } from "./refusals.js";

const BLUNDER = 0.15;
const BETTER_LINE = 8; // moves
const REVIEW_SHARE = 0.9; // of the time for a question; the rest is for what is around the searches
const MOST_REVIEW = 1; // seconds for a position
const MOST_HINT = 1.5; // seconds
const MOST_RECOUNTED = 16; // points, where stones come and go

const rounded = (value, digits) => Number(value.toFixed(digits));
const seedOf = (seed) => seed ?? Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 16n);

const VERBS = { simulate, simulate_many: simulateMany, check, flips, count, generate, review, hint };

export function answerVerb(core, verb, body) {
  if (!Object.hasOwn(VERBS, verb)) throw notFound("there is no such verb");
  return VERBS[verb](core, body);
}

function simulate(core, { position: value, seed: wanted }) {
  const position = soundPosition(core, value);
  const seed = seedOf(wanted);
  const { moves, end, outcome } = core.tengen.simulate(position, { seed });
  const caption = `${outcomeWords(outcome)}, after ${moves.length} move${moves.length === 1 ? "" : "s"}`;
  return {
    view: viewOf(core, end, moves.at(-1) ?? null, caption),
    text: outcomeWords(outcome),
    data: { ...lineOf(position, moves), winner: outcome.winner, reason: outcome.text, seed, over: overOf(end, true) },
  };
}

function soundPosition(core, value) {
  const position = readPosition(core, value);
  if (!position.isSound) throw badInput(core.tengen.check(position).reasons[0].text);
  return position;
}

function simulateMany(core, { position: value, games = 10_000, seed: wanted, error }) {
  const position = soundPosition(core, value);
  const seed = seedOf(wanted);
  const until = performance.now() + 1000 * core.settings.verb_seconds;
  const simulations = core.tengen.simulations(position, { games, seed, byPoint: error === undefined });
  const found = simulations.run({ seconds: core.settings.verb_seconds });
  const played = found.lengths.flatMap((number, plies) => (number ? [plies] : []));
  const plies = found.lengths.reduce((sum, number, length) => sum + number * length, 0);
  const data = {
    games: found.games, black_wins: found.blackWins, white_wins: found.whiteWins, draws: found.draws,
    mean_plies: found.games ? rounded(plies / found.games, 2) : 0, shortest: played[0] ?? 0, longest: played.at(-1) ?? 0,
    seed, stopped: !simulations.isDone,
  };
  const share = `Black wins ${fixed(100 * (found.games ? found.blackWins / found.games : 0), 1)} %`;
  const text = `${found.games} random games: ${share}${data.stopped ? ", stopped early" : ""}`;
  if (error === undefined) return { view: heatOf(core, position, found), text, data };
  const tallies = firstMoves(core, position, { error, mostGames: core.about.limits.games - games, seed, until });
  data.map_games = tallies.reduce((sum, tally) => sum + tally.games, 0);
  data.error = rounded(Math.max(0, ...tallies.map(errorOf)), 5);
  return { view: mapOf(core, position, tallies), text, data };
}

/** The win rate of the side to move by its first move, in percent. */
function heatOf(core, position, { games, blackWins, opened, openerWon }) {
  const rates = opened.flatMap((number, point) => (number ? [[point, openerWon[point] / number]] : []));
  const [low, high] = [Math.min(...rates.map(([, rate]) => rate)), Math.max(...rates.map(([, rate]) => rate))];
  const heat = rates.map(([point, rate]) => [point, high > low ? (rate - low) / (high - low) : 0.5, fixed(100 * rate, 0)]);
  const caption = `Win rate of ${colorName(position.toPlay)} by first move, in percent, in ${games} random `
    + `game${games === 1 ? "" : "s"}; Black won ${fixed(100 * (games ? blackWins / games : 0), 1)} % of all`;
  const view = viewOf(core, position, null, caption);
  delete view.marks;
  return heat.length ? { ...view, heat } : view;
}

function check(core, { position: value }) {
  const position = readPosition(core, value);
  const { legal, reachable, reasons } = core.tengen.check(position);
  const verdict = reasons.length ? "not reachable" : reachable ? "reachable" : "no contradiction found";
  const words = reasons.map((reason) => reason.text).join("; ");
  const caption = `${verdict[0].toUpperCase()}${verdict.slice(1)}${words ? `: ${words}` : ""}`.slice(0, 1000);
  const { marks: _, ...view } = viewOf(core, position, null, caption);
  const marks = [...new Set(reasons.flatMap((reason) => reason.points))].map((point) => [point, "cross", "bad"]);
  return {
    view: marks.length ? { ...view, marks } : view,
    text: verdict,
    data: { legal, reachable, reasons: reasons.map((each) => ({ ...each, points: pairsOf(position, each.points) })) },
  };
}

function flips(core, { position: value, dead = "both" }) {
  const position = readPosition(core, value);
  requireOneOf("dead", dead, ["black", "white", "both"]);
  const { deadBlack, deadWhite } = core.tengen.flips(position);
  const counts = [...(dead === "black" ? deadBlack : deadWhite)];
  if (dead === "both") deadBlack.forEach((number, point) => (counts[point] += number));
  const most = Math.max(...counts);
  const heat = counts.flatMap((number, point) => (number ? [[point, number / most, String(number)]] : []));
  const of = dead === "both" ? "" : `${dead} `;
  const caption = `How many ${of}stones would be dead if this one changed colour`;
  const listed = (table) => [...table].flatMap((number, point) => (
    number ? [[Math.floor(point / position.width), point % position.width, number]] : []));
  return {
    view: { ...viewOf(core, position, null, caption), ...(heat.length ? { heat } : {}) },
    text: caption,
    data: { dead_black: listed(deadBlack), dead_white: listed(deadWhite) },
  };
}

function count(core, { position: value, depth }) {
  const position = soundPosition(core, value);
  const limit = { seconds: core.settings.verb_seconds };
  if (depth !== undefined) {
    const { complete, lines } = core.tengen.perft(position, depth, limit);
    const found = lines.length ? lines.map(String) : ["1"];
    return { text: `${found.at(-1)} lines of ${found.length - 1} plies`, data: { complete, perft: found } };
  }
  const points = position.cells.filter((cell) => cell !== 3).length;
  const { title, chains } = core.about.games.find((each) => each.name === position.game);
  const { every_ply_adds_a_stone: onlyAdds } = core.games[position.game];
  if (chains && !onlyAdds && points > MOST_RECOUNTED) { // stones come and go: such games are without number
    throw badInput(`complete games of ${title} are counted on boards of at most ${MOST_RECOUNTED} points; give a depth`);
  }
  const found = core.tengen.count(position, limit);
  const number = String(found.complete ? found.games : found.atLeast);
  return {
    text: found.complete ? `${number} complete games` : `at least ${number} complete games, stopped early`,
    data: {
      complete: found.complete, games: number, at_least: !found.complete, black_wins: String(found.blackWins),
      white_wins: String(found.whiteWins), draws: String(found.draws), by_plies: found.byPlies.map(String),
    },
  };
}

function generate(core, { fill = 0.5, seed: wanted, ...start }) {
  const seed = seedOf(wanted);
  const position = core.tengen.generate(usualStart(core, start), { fill, seed });
  const { title } = core.about.games.find((each) => each.name === position.game);
  const stones = (kind) => position.cells.filter((cell) => cell === kind).length;
  const text = `${title} ${position.height}x${position.width}: ${stones(1)} black, ${stones(2)} white, `
    + `${colorName(position.toPlay)} to play`;
  return { view: viewOf(core, position), text, data: { position: position.toJSON(), seed } };
}

/** What the usual player thinks of every move of a game. */
async function review(core, { position: value, moves: names }) {
  const start = soundPosition(core, value);
  const moves = played(start, names);
  if (!moves.length) throw badInput("the game has no move to review");
  const time = core.settings.verb_seconds;
  const player = usualPlayer(Math.min(MOST_REVIEW, (REVIEW_SHARE * time) / (moves.length + 1)));
  const until = performance.now() + 1000 * time;
  const found = [];
  let before = start;
  let choice = await choose(start, player);
  for (const move of moves) {
    const after = before.play(move);
    const next = after.isOver ? null : await choose(after, player);
    const chance = next ? 1 - next.value : { [before.toPlay]: 1, null: 0.5 }[after.winner] ?? 0;
    found.push({ side: before.toPlay, move, best: choice, before: choice.value, after: chance });
    [before, choice] = [after, next];
    if (performance.now() > until) break;
  }
  return { text: summaryOf(found, player), data: reviewData(start, found, found.length === moves.length) };
}

const lossOf = ({ move, best, before, after }) => (move === best.move ? 0 : Math.max(0, before - after));

function reviewData(start, found, complete) {
  const forBlack = ({ side }, chance) => rounded(side === "black" ? chance : 1 - chance, 4);
  const blunders = found.flatMap((each, index) => (lossOf(each) < BLUNDER ? [] : [{
    ply: index + 1, move: start.name(each.move), before: rounded(each.before, 4), after: rounded(each.after, 4),
    line: each.best.line.slice(0, BETTER_LINE).map((move) => start.name(move)),
  }]));
  const values = [forBlack(found[0], found[0].before), ...found.map((each) => forBlack(each, each.after))];
  return { values, blunder: BLUNDER, blunders, complete };
}

function summaryOf(found, player) {
  const sides = ["black", "white"].map((side) => {
    const losses = found.filter((each) => each.side === side).map(lossOf);
    const average = losses.reduce((sum, loss) => sum + loss, 0) / (losses.length || 1);
    const blunders = losses.filter((loss) => loss >= BLUNDER).length;
    return `${colorName(side)} lost ${fixed(100 * average, 1)} % a move, ${blunders || "no"} blunder${blunders === 1 ? "" : "s"}`;
  });
  return `${player.name}:seconds=${rounded(player.seconds, 3)}: ${sides.join("; ")}`;
}

/** What the usual player would do. */
async function hint(core, { position: value, moves: names = [] }) {
  const start = soundPosition(core, value);
  const { position } = start.replay(played(start, names));
  if (position.isOver) throw badInput("the game is over: there is no move");
  const choice = await choose(position, usualPlayer(Math.min(MOST_HINT, REVIEW_SHARE * core.settings.verb_seconds)));
  const move = position.name(choice.move);
  const line = choice.line.map((each) => position.name(each));
  const data = { move, value: forBlack(position, choice.value), line, exact: choice.exact };
  return { text: `${colorName(position.toPlay)} at ${move}`, data };
}
