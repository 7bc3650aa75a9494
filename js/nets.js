// Files of weights: safetensors, in which the nets and the patterns are.
import { TengenError } from "./engine.js";
import { GAMES } from "./games.js";

const MOST_HEADER = 1 << 20;
const KINDS = { "tengen net 1": "net", "tengen patterns 1": "patterns" };

/** A net or patterns; see tengen.d.ts. */
export class Net {
  #engine;
  #pointer;

  constructor(engine, bytes) {
    const { tensors, metadata } = parsed(bytes);
    this.#engine = engine;
    this.game = metadata.game;
    this.kind = KINDS[metadata.format];
    if (!this.kind) throw new TengenError(`its format is '${metadata.format}'; expected that of a net or of patterns`);
    if (!Object.hasOwn(GAMES, this.game)) throw new TengenError(`a net for the game '${this.game}'`);
    this.#pointer = this.kind === "net" ? this.#net(tensors) : this.#patterns(tensors);
  }

  #net(tensors) {
    const stem = tensors.get("stem.weight");
    if (stem?.shape.length !== 4) throw new TengenError("it has no tensor 'stem.weight' of four dimensions");
    const [channels, planes] = stem.shape;
    let blocks = 0;
    while (tensors.has(`blocks.${blocks}.a.weight`)) blocks++;
    const passes = tensors.has("pass.a.weight");
    const shapes = tensorShapes(planes, channels, blocks, passes);
    for (const name of tensors.keys()) {
      if (!shapes.has(name)) throw new TengenError(`a net of ${blocks} blocks has no tensor '${name}'`);
    }
    const numbers = Array.from(shapes, ([name, shape]) => floats(tensors, name, shape));
    const all = new Float32Array(numbers.reduce((sum, some) => sum + some.length, 0));
    let at = 0;
    for (const some of numbers) {
      all.set(some, at);
      at += some.length;
    }
    this.#engine.put(all);
    return this.#engine.make("net", this, planes, channels, blocks, passes ? 1 : 0, all.length);
  }

  #patterns(tensors) {
    const shape = tensors.get("discs")?.shape;
    if (tensors.size !== 1 || !shape) throw new TengenError("patterns have one tensor, 'discs'");
    const all = floats(tensors, "discs", shape);
    this.#engine.put(all);
    return this.#engine.make("patterns", this, all.length);
  }

  /** Not for callers. */
  get pointer() {
    if (!this.#pointer) throw new TengenError("the net was given back with free()");
    return this.#pointer;
  }

  misfit(position) {
    const { title } = GAMES[this.game];
    if (position.game !== this.game) return `a net for ${title}, not for ${GAMES[position.game].title}`;
    return this.#engine.call("misfit", position.pointer, this.pointer) ? this.#engine.message : null;
  }

  suits(position) {
    return this.misfit(position) === null && (GAMES[this.game].netSuits?.(position) ?? true);
  }

  evaluate(position) {
    const misfit = this.misfit(position);
    if (misfit) throw new TengenError(misfit);
    position.requireSound();
    const found = this.#engine.answer("judged", position.pointer, this.pointer);
    return { value: found.number(), policy: Float32Array.from(found.rest) };
  }

  free() {
    this.#engine.free(this.#pointer, this);
    this.#pointer = null;
  }
}

/** What a net has, in the core's order. */
function tensorShapes(planes, channels, blocks, passes) {
  const shapes = new Map();
  const add = (name, ...shape) => shapes.set(`${name}.weight`, shape).set(`${name}.bias`, shape.slice(0, 1));
  add("stem", channels, planes, 3, 3);
  for (let block = 0; block < blocks; block++) {
    add(`blocks.${block}.a`, channels, channels, 3, 3);
    add(`blocks.${block}.b`, channels, channels, 3, 3);
    if (block % 2) add(`blocks.${block}.pool`, channels, 3 * channels);
  }
  add("policy.a", Math.floor(channels / 2), channels);
  add("policy.b", 1, Math.floor(channels / 2));
  for (const head of passes ? ["value", "pass"] : ["value"]) {
    add(`${head}.a`, channels, 3 * channels);
    add(`${head}.b`, 1, channels);
  }
  return shapes;
}

/** The tensors of a file by name, and its metadata. */
function parsed(bytes) {
  const data = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const length = data.length < 8 ? Infinity : Number(view.getBigUint64(0, true));
  if (length > MOST_HEADER || 8 + length > data.length) throw new TengenError("it has no header of safetensors");
  let header;
  try {
    header = JSON.parse(new TextDecoder().decode(data.subarray(8, 8 + length)));
  } catch {
    throw new TengenError("its header is not JSON");
  }
  const { __metadata__: metadata = {}, ...about } = header ?? {};
  const tensors = new Map();
  for (const [name, { dtype, shape, data_offsets: offsets } = {}] of Object.entries(about)) {
    const [begin, end] = Array.isArray(offsets) ? offsets.map((offset) => 8 + length + offset) : [];
    if (!Array.isArray(shape) || !(begin >= 8 + length && begin <= end && end <= data.length)) {
      throw new TengenError(`tensor '${name}' is not in the file`);
    }
    tensors.set(name, { dtype, shape, data: data.slice(begin, end) });
  }
  for (const [name, tensor] of tensors) {
    if (tensor.dtype !== "I8") continue;
    const apart = `${name}.apart`;
    tensor.apart = floats(tensors, apart, tensor.shape.slice(0, 1));
    tensors.delete(apart);
  }
  return { tensors, metadata };
}

/** The numbers of a tensor. Those of I8 are rounded: each counts steps, which are as long as is said for its row. */
function floats(tensors, name, expected) {
  const { dtype, shape, data, apart } = tensors.get(name) ?? {};
  if (!data) throw new TengenError(`it has no tensor '${name}'`);
  if (String(shape) !== String(expected)) {
    throw new TengenError(`tensor '${name}' has the shape [${shape}]; expected [${expected}]`);
  }
  const count = shape.reduce((product, side) => product * side, 1);
  const bytes = { F32: 4, F16: 2, I8: 1 }[dtype];
  if (!bytes) throw new TengenError(`tensor '${name}' has the dtype ${dtype}; expected F32, F16 or I8`);
  if (data.length !== bytes * count) throw new TengenError(`tensor '${name}' has ${data.length} bytes`);
  if (dtype === "I8") {
    const row = count / shape[0];
    return Float32Array.from(new Int8Array(data.buffer), (steps, k) => steps * apart[Math.floor(k / row)]);
  }
  return dtype === "F32" ? new Float32Array(data.buffer) : Float32Array.from(new Uint16Array(data.buffer), fromHalf);
}

/** A float of 16 bits. */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent ? sign * (1024 + fraction) * 2 ** (exponent - 25) : sign * fraction * 2 ** -24;
}
