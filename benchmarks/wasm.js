// Measures the WebAssembly build: node wasm.js FOLDER WHAT, with the net's bytes as input. A browser imports `measured`.

/** How many a second, of random NoGo games on 9x9, of visits with playouts, or of visits with the net. */
export function measured(tengen, what, seconds, weights) {
  const start = tengen.start("nogo", 9);
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  if (what === "games") return tengen.simulations(start, { games: 10 ** 12, seed: 1 }).run({ seconds }).games / since();
  const search = tengen.search(start, { seed: 1, net: what === "net" ? tengen.net(weights) : null });
  search.run({ seconds });
  const visits = search.visits / since();
  search.free();
  return visits;
}

/** The engine compiles what is hot while it runs: the second time is measured. */
export function warm(tengen, what, seconds, weights) {
  measured(tengen, what, seconds, weights);
  return measured(tengen, what, seconds, weights);
}

if (globalThis.process?.argv[1]?.endsWith("wasm.js")) {
  const { argv, stdin } = await import("node:process");
  const { buffer } = await import("node:stream/consumers");
  const [folder, simd, what, seconds] = argv.slice(2);
  const { load } = await import(`${folder}/tengen.js`);
  console.log(warm(await load({ simd: simd === "simd" }), what, Number(seconds), await buffer(stdin)));
}
