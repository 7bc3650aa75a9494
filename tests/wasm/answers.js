// What the module says, for twin.py to hold beside what Python says: a list of questions in, a list of answers out. In
// Node it reads them from its input: node answers.js FOLDER BUILD. In a browser a page imports it.

const plain = (_, value) => (typeof value === "bigint" ? String(value) : ArrayBuffer.isView(value) ? [...value] : value);

const side = (position) => ({ diagram: position.diagram, to_play: position.toPlay });

const ASK = {
  about: (tengen, position) => ({
    ...side(position),
    legal: position.legalMoves,
    sound: position.isSound,
    over: position.isOver,
    winner: position.winner,
    forbidden: position.forbidden,
    rows: position.winningRows,
    names: position.legalMoves.map((move) => position.name(move)),
    again: position.legalMoves.map((move) => position.move(position.name(move))),
    outcome: position.outcome(),
    is_itself: tengen.position(JSON.parse(JSON.stringify(position))).diagram === position.diagram,
  }),

  refusals(tengen, position) {
    const moves = Array.from({ length: position.pass + 1 }, (_, move) => move);
    return moves.map((move) => {
      const why = position.whyIllegal(move);
      if (!why) return side(position.play(move));
      try {
        position.play(move);
      } catch (error) {
        return { ...why, thrown: error.name, message: error.message };
      }
      throw new Error(`${move} was played`);
    });
  },

  // What changes on the board, and what was said to.
  flipped: (tengen, position) =>
    position.legalMoves.map((move) => {
      const after = position.play(move).cells;
      const changed = [...after.keys()].filter((k) => k !== move && after[k] !== position.cells[k]);
      return [position.flipped(move).sort((a, b) => a - b), changed];
    }),

  check: (tengen, position) => tengen.check(position),
  flips: (tengen, position) => tengen.flips(position),
  simulate(tengen, position, options) {
    const { moves, end, outcome } = tengen.simulate(position, options);
    return { moves, ...side(end), outcome };
  },
  area: (tengen, position) => ({
    ...position.area(),
    dead: position.deadStones(),
    without: ASK.about(tengen, position.without(position.deadStones())),
    taken: [position.captures("black"), position.captures("white")],
    passes: position.passes,
    stopped: position.outcome({ stopped: true }),
  }),
  generate: (tengen, position, options) => side(tengen.generate(position, options)),
  gains(tengen, position) {
    const found = new Set(Array.from({ length: 100 }, (_, seed) => tengen.greedyMove(position, seed)));
    return [...found].sort((a, b) => a - b);
  },
  random: (tengen, position, { seed }) => tengen.randomMove(position, seed),
  count: (tengen, position, options) => tengen.count(position, options),
  perft: (tengen, position, { depth, ...options }) => tengen.perft(position, depth, options),
  many(tengen, position, { games, seed }) {
    const pieces = tengen.simulations(position, { games, seed, byPoint: true });
    while (!pieces.isDone) pieces.run({ seconds: 1e-9 });
    const whole = tengen.simulateMany(position, games, { seed, byPoint: true });
    return { ...whole, is_same: JSON.stringify(whole) === JSON.stringify(pieces.totals()) };
  },
  solve(tengen, position, options) {
    const solver = tengen.solver(position, { memory: 16, ...options });
    let solution = solver.run({ seconds: 0.001 });
    while (!solution.isDone) solution = solver.run({ seconds: 10 });
    solver.free();
    return solution;
  },

  // The moves of games that a search plays with itself.
  search(tengen, start, { visits, seed, plies, net }) {
    let position = start;
    const search = tengen.search(position, { seed, net: net ? tengen.net(Uint8Array.from(atob(net), (c) => c.charCodeAt(0))) : null });
    const thoughts = [];
    for (let ply = 0; ply < plies && !position.isOver; ply++) {
      search.moveOn(position);
      search.run({ visits });
      const choice = search.choice();
      thoughts.push({ ...choice, visits: search.visits, decided: search.isDecided });
      position = position.play(choice.move);
    }
    search.free();
    return thoughts;
  },

  suits: (tengen, position, { net }) => tengen.net(Uint8Array.from(atob(net), (c) => c.charCodeAt(0))).suits(position),

  errors(tengen) {
    const attempts = [
      () => tengen.start("chess"),
      () => tengen.start("nogo", 0),
      () => tengen.start("nogo", [3, 1.5]),
      () => tengen.start("othello", 17),
      () => tengen.start("nogo", [30000, 30000]),
      () => tengen.start("go", 9, { komi: 0.25 }),
      () => tengen.start("go", 9, { ko: "no" }),
      () => tengen.start("go", 9, { variant: "renju" }),
      () => tengen.start("gomoku", 9, { variant: "renju", in_a_row: 4 }),
      () => tengen.position("nogo", "X.\nO"),
      () => tengen.position("nogo", "X?\nO."),
      () => tengen.position("nogo", "..", "red"),
      () => tengen.start("nogo", 5).play(26),
      () => tengen.start("nogo", 5).move("I5"),
      () => tengen.start("nogo", 5).move("F1"),
      () => tengen.position("nogo", "XO\nO.", "black").play(3),
      () => tengen.simulate(tengen.start("nogo", 5), { seed: -1 }),
      () => tengen.simulate(tengen.start("nogo", 5), { policy: "uniform" }),
      () => tengen.search(tengen.start("nogo", 1)),
      () => tengen.search(tengen.start("nogo", 5)).run({}),
      () => tengen.search(tengen.start("nogo", 5), { memory: 1e9 }),
      () => tengen.solver(tengen.start("nogo", 9)),
      () => tengen.solver(tengen.start("go", 9)),
      () => tengen.solver(tengen.start("gomoku", 5, { variant: "renju" })),
      () => tengen.solver(tengen.start("othello", 16)),
      () => tengen.flips(tengen.start("gomoku", 5)),
      () => tengen.generate(tengen.start("nogo", 5), { fill: 1 }),
      () => tengen.net(new Uint8Array(3)),
      () => tengen.net(new Uint8Array(100)),
      () => tengen.count(tengen.start("go", 2, { ko: "simple" })),
    ];
    const messages = attempts.map((attempt, k) => {
      try {
        attempt();
      } catch (error) {
        return `${error.name}: ${error.message}`;
      }
      throw new Error(`attempt ${k} was let pass`);
    });
    const after = tengen.start("nogo", 5).legalMoves.length;
    return { messages, after };
  },

  // Memory that is given back can be had again; what cannot be had is an error, and the engine goes on.
  memory(tengen) {
    const large = () => tengen.start("nogo", [4000, 4000]);
    large().free();
    const before = tengen.memory;
    for (let k = 0; k < 20; k++) large().free();
    const grown = tengen.memory - before;
    const held = [];
    let message = "";
    try {
      for (let k = 0; k < 1000; k++) held.push(large());
    } catch (error) {
      message = `${error.name}: ${error.message}`;
    }
    for (const each of held) each.free();
    const freed = () => {
      try {
        return held[0].legalMoves.length;
      } catch (error) {
        return error.message;
      }
    };
    return { grown, message, held: held.length, freed: freed(), after: tengen.start("nogo", 5).legalMoves.length };
  },

  stopped(tengen, position) {
    const counted = tengen.count(position, { seconds: 0.05 });
    const lines = tengen.perft(position, 30, { seconds: 0.05 });
    return { counted, lines };
  },

  // The caller has had enough after three reports.
  progress(tengen, position) {
    const told = [];
    const isEnough = (done) => told.push(done) < 3;
    return { counted: tengen.count(position, { progress: isEnough }), told };
  },

  build: (tengen) => tengen.simd,
};

export function answers(tengen, questions) {
  const found = questions.map(({ ask, position, past = [], ...options }) =>
    ASK[ask](tengen, position ? tengen.position(position).replay(past).position : null, options),
  );
  return JSON.stringify(found, plain);
}

if (globalThis.process?.argv[1]?.endsWith("answers.js")) {
  const { argv, stdin, stdout } = await import("node:process");
  const { text } = await import("node:stream/consumers");
  const { load } = await import(`${argv[2]}/tengen.js`);
  const tengen = await load({ simd: argv[3] === "simd" });
  stdout.write(answers(tengen, JSON.parse(await text(stdin))));
}
