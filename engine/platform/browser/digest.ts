/** SHA-256 as FIPS 180-4 has it: a page has one of its own, but that answers later, and names are asked for at once. */

const firstPrimes = primes(64);
const INITIAL = firstPrimes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = firstPrimes.map((prime) => fraction(Math.cbrt(prime)));

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  for (let block = 0; block < bytes.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = bytes.getUint32(block + 4 * i);
    mix(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function mix(state: Uint32Array, words: Uint32Array): void {
  const word = (i: number): number => words[i] as number;
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(i - 15), word(i - 2)];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = word(i - 16) + first + word(i - 7) + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const given = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[i] as number) + word(i);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const taken = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + given) | 0, c, b, a, (given + taken) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] as number) + value));
}

/** With a bit set after the text, and its length in bits at the end of the last block. */
function padded(text: Uint8Array): DataView {
  const bytes = new Uint8Array(64 * Math.ceil((text.length + 9) / 64));
  bytes.set(text);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, 8n * BigInt(text.length));
  return view;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32);
}
