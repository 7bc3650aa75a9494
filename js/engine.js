// The WebAssembly instance: its memory, and calls that give numbers. Only this file and what imports it know pointers.

/** What is refused on purpose. */
export class TengenError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

const WORD = 2n ** 32n;

/** Reads the answer of a call, number by number. */
class Answer {
  #numbers;
  #next = 0;

  constructor(numbers) {
    this.#numbers = numbers;
  }

  number() {
    return this.#numbers[this.#next++];
  }

  /** Null where there is none. */
  numberOrNull() {
    const number = this.number();
    return Number.isNaN(number) ? null : number;
  }

  flag() {
    return this.number() !== 0;
  }

  /** As many as there are, or as the first number says. */
  numbers(count = this.number()) {
    this.#next += count;
    return Array.from(this.#numbers.subarray(this.#next - count, this.#next));
  }

  lists() {
    return Array.from({ length: this.number() }, () => this.numbers());
  }

  big() {
    const [a, b, c, d] = this.numbers(4).map(BigInt);
    return a + WORD * (b + WORD * (c + WORD * d));
  }

  get rest() {
    return this.#numbers.subarray(this.#next);
  }
}

export class Engine {
  #exports;
  // What nobody can reach any more is freed; it may take its time, since the collector does not see how large it is.
  #forgotten = new FinalizationRegistry((pointer) => this.#exports.tg_free(pointer));

  /** Instances are made asynchronously: some browsers refuse to make large ones at once on a page's own thread. */
  static async of(module) {
    const engine = new Engine();
    const { exports } = await WebAssembly.instantiate(module, {
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        clock_time_get(_clock, _precision, out) {
          new DataView(engine.#exports.memory.buffer).setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        proc_exit() {
          throw new TengenError("the engine has stopped");
        },
      },
    });
    engine.#exports = exports;
    exports._initialize();
    engine.simd = Boolean(exports.tg_has_simd());
    return engine;
  }

  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** A number from a function that cannot fail. */
  ask(name, ...parameters) {
    return this.#exports[`tg_${name}`](...parameters);
  }

  /** A number, from a function that may fail. */
  call(name, ...parameters) {
    const result = this.ask(name, ...parameters);
    if (result < 0) this.#fail();
    return result;
  }

  /** The answer that a function leaves. */
  answer(name, ...parameters) {
    this.call(name, ...parameters);
    return this.#answer();
  }

  /** A pointer to something new; null if there is nothing. `owner` frees it when it is forgotten. */
  make(name, owner, ...parameters) {
    const pointer = this.ask(name, ...parameters);
    if (!pointer && this.message) this.#fail();
    if (pointer && owner) this.hold(pointer, owner);
    return pointer || null;
  }

  hold(pointer, owner) {
    this.#forgotten.register(owner, pointer, owner);
  }

  free(pointer, owner) {
    this.#forgotten.unregister(owner);
    if (pointer) this.#exports.tg_free(pointer);
  }

  /** What the last call that may fail left. */
  lastAnswer() {
    return this.#answer();
  }

  /** Copies numbers to where the next call looks for them. */
  put(numbers) {
    const at = this.ask("room", numbers.byteLength);
    if (!at) this.#fail();
    new numbers.constructor(this.#exports.memory.buffer, at, numbers.length).set(numbers);
  }

  /** A copy of these bytes of its memory. */
  bytes(at, count) {
    return new Uint8Array(this.#exports.memory.buffer, at, count).slice();
  }

  /** What the room has after a call: as many bytes. */
  taken(count) {
    return this.bytes(this.ask("room", count), count);
  }

  get message() {
    return new TextDecoder().decode(this.bytes(this.ask("message"), this.ask("message_length")));
  }

  #answer() {
    const at = this.ask("answer");
    return new Answer(new Float64Array(this.#exports.memory.buffer, at, this.ask("answer_length")).slice());
  }

  #fail() {
    throw new TengenError(this.message);
  }
}

/** A seed as the core takes it; a fresh one if there is none. */
export function checkedSeed(seed) {
  if (seed === undefined || seed === null) return Math.floor(Math.random() * 2 ** 48);
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || seed >= 2n ** 64n) {
    throw new TengenError(`the seed is ${seed}; expected a whole number from 0 to 2**64 - 1`);
  }
  return seed;
}

/** Seconds as the core takes them: negative if there is no limit. */
export function checkedSeconds(seconds) {
  if (seconds === undefined || seconds === null) return -1;
  if (!(seconds >= 0 && seconds < Infinity)) throw new TengenError(`${seconds} seconds; expected 0 or more`);
  return seconds;
}

/** MiB as bytes. */
export function checkedMemory(mebibytes, most) {
  if (!(mebibytes >= 1 && mebibytes <= most)) {
    throw new TengenError(`${mebibytes} MiB of memory; expected 1 to ${most}`);
  }
  return Math.floor(mebibytes) * 2 ** 20;
}

export function checkedWhole(number, least, most, what) {
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new TengenError(`${number} ${what}; expected ${least} to ${most}`);
  }
  return number;
}
