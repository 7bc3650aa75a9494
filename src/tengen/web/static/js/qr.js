// Text as a QR code (ISO/IEC 18004): bytes, error correction level L, versions 1 to 10, which is 271 bytes.

const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]; // codewords by version
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18]; // of each block, for correction
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LEVEL_L = 1;
const MASKS = [
  (row, col) => (row + col) % 2 === 0,
  (row) => row % 2 === 0,
  (row, col) => col % 3 === 0,
  (row, col) => (row + col) % 3 === 0,
  (row, col) => (Math.floor(row / 2) + Math.floor(col / 3)) % 2 === 0,
  (row, col) => ((row * col) % 2) + ((row * col) % 3) === 0,
  (row, col) => (((row * col) % 2) + ((row * col) % 3)) % 2 === 0,
  (row, col) => (((row + col) % 2) + ((row * col) % 3)) % 2 === 0,
];

/** Rows of true (dark) and false, without the quiet margin of four; null if the text is too long. */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = TOTAL.findIndex((_, index) => dataLength(index) * 8 >= 4 + countBits(index) + 8 * bytes.length);
  if (version < 0) return null;
  const codewords = interleaved(packed(bytes, version), version);
  const codes = MASKS.map((mask, number) => drawn(codewords, version, mask, number));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

const dataLength = (version) => TOTAL[version] - CHECKS[version] * BLOCKS[version];
const countBits = (version) => (version < 9 ? 8 : 16);

/** The mode, the length, the bytes, and what fills the rest. */
function packed(bytes, version) {
  const bits = [];
  const put = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const room = 8 * dataLength(version);
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => 2 * byte + bit, 0));
}

/** A product in GF(256), the field of x^8 + x^4 + x^3 + x^2 + 1. */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** What is left of the data after division by (x - 1)(x - 2)(x - 4)…: Reed and Solomon's check. */
function checks(data, length) {
  let divisor = [1];
  for (let power = 0, root = 1; power < length; power += 1, root = times(root, 2)) {
    const next = [...divisor, 0];
    divisor.forEach((each, index) => (next[index + 1] ^= times(each, root)));
    divisor = next;
  }
  const left = [...data, ...Array(length).fill(0)];
  data.forEach((_, index) => {
    const factor = left[index];
    divisor.forEach((each, offset) => (left[index + offset] ^= times(each, factor)));
  });
  return left.slice(data.length);
}

/** In blocks, the shorter ones first, each with its checks; then the first of every block, the second, and so on. */
function interleaved(data, version) {
  const count = BLOCKS[version];
  const short = Math.floor(data.length / count);
  const shorter = count - (data.length % count);
  const blocks = [];
  for (let block = 0, from = 0; block < count; block += 1) {
    const to = from + short + (block >= shorter ? 1 : 0);
    blocks.push(data.slice(from, to));
    from = to;
  }
  const ends = blocks.map((block) => checks(block, CHECKS[version]));
  const across = (rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, index) =>
    rows.flatMap((row) => (index < row.length ? [row[index]] : []))).flat();
  return [...across(blocks), ...across(ends)];
}

/** The remainder of a word under a generator of this degree: for the two words that say how to read the rest. */
function withRemainder(word, generator, degree) {
  let left = word;
  for (let bit = 0; bit < degree; bit += 1) left = (left << 1) ^ ((left >> (degree - 1)) * generator);
  return (word << degree) | left;
}

function drawn(codewords, version, mask, number) {
  const size = 21 + 4 * version;
  const code = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (row, col, dark) => row >= 0 && row < size && col >= 0 && col < size && (code[row][col] = Boolean(dark));
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, col] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(set, row, col, 4, (ring) => ring !== 2 && ring !== 4);
  const lines = ALIGNED[version];
  const last = lines.at(-1);
  for (const row of lines) {
    for (const col of lines) {
      const isCorner = (row === 6 && (col === 6 || col === last)) || (row === last && col === 6);
      if (!isCorner) square(set, row, col, 2, (ring) => ring !== 1);
    }
  }
  describe(set, size, version, number);
  fill(code, size, codewords, mask);
  return code;
}

/** Rings around a centre. */
function square(set, row, col, reach, isDark) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      set(row + down, col + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
    }
  }
}

/** Which level, mask and version it is, written twice. */
function describe(set, size, version, mask) {
  const format = withRemainder((LEVEL_L << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (format >> bit) & 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    set(along, 8, dark);
    const across = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit;
    set(8, across, dark);
  }
  set(size - 8, 8, true);
  if (version < 6) return;
  const words = withRemainder(version + 1, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    set(far, near, (words >> bit) & 1);
    set(near, far, (words >> bit) & 1);
  }
}

/** The bits, two columns at a time, from the right, up and down again. */
function fill(code, size, codewords, mask) {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const up = ((right + 1) & 2) === 0;
      const row = up ? size - 1 - step : step;
      for (const col of [right, right - 1]) {
        if (code[row][col] !== null) continue;
        const dark = bit < 8 * codewords.length && (codewords[bit >> 3] >> (7 - (bit & 7))) & 1;
        code[row][col] = Boolean(dark) !== mask(row, col);
        bit += 1;
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour. */
function penalty(code) {
  const size = code.length;
  const lines = [...code, ...code.map((_, col) => code.map((row) => row[col]))];
  let found = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) found += run.length - 2;
    for (const finder of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) found += 40;
    }
  }
  for (let row = 1; row < size; row += 1) {
    for (let col = 1; col < size; col += 1) {
      const dark = code[row][col];
      if (code[row - 1][col] === dark && code[row][col - 1] === dark && code[row - 1][col - 1] === dark) found += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / size ** 2;
  return found + 10 * Math.floor(Math.abs(20 * share - 10));
}
