/** SHA-256 (FIPS 180-4), for pages without a secure address, where the browser keeps its own to itself. */

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = new Uint32Array(64);
for (let prime = 2, found = 0; found < K.length; prime++) {
  let divisor = 2;
  while (prime % divisor) divisor++;
  if (divisor === prime) K[found++] = Math.floor((Math.cbrt(prime) % 1) * 2 ** 32);
}

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** `bytes`, a one bit, zeros, and the length in bits, in blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

function schedule(view: DataView, start: number): Uint32Array {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + i * 4);
  for (let i = 16; i < 64; i++) {
    const [a = 0, b = 0, c = 0, d = 0] = [w[i - 15], w[i - 2], w[i - 16], w[i - 7]];
    const small = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    w[i] = c + small + d + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
  }
  return w;
}

function mixed(state: Uint32Array, w: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  const state = Uint32Array.from(INITIAL);
  for (let start = 0; start < view.byteLength; start += 64) mixed(state, schedule(view, start));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
