/** Colour as eyes see it: CIE Lab, and the three common colour blindnesses after Machado, Oliveira and Fernandes (2009). */

type Rgb = readonly [red: number, green: number, blue: number];
export type Lab = readonly [lightness: number, a: number, b: number];
type Matrix = readonly [Rgb, Rgb, Rgb];

const EYES: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const KINDS_OF_EYES = Object.keys(EYES);

const dot = (row: Rgb, v: Rgb): number => row[0] * v[0] + row[1] * v[1] + row[2] * v[2];

/** "#rrggbb" as linear light. */
function linear(hex: string): Rgb {
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** The colour `hex` as the given eyes see it. */
export function seen(hex: string, eyes: string): Lab {
  const matrix = EYES[eyes];
  if (!matrix) throw new RangeError(`no such eyes: ${eyes}`);
  const light = linear(hex);
  const [r, g, b] = matrix.map((row) => Math.min(Math.max(dot(row, light), 0), 1)) as unknown as Rgb;
  const curve = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export const distance = (p: Lab, q: Lab): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

/** The contrast of WCAG between two colours, 1-21. */
export function contrast(p: string, q: string): number {
  const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05;
  const [dark, light] = [luminance(p), luminance(q)].sort((a, b) => a - b) as [number, number];
  return light / dark;
}
