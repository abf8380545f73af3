/**
 * The tools the motifs are cut with. Points are written "x,y x,y ..."; a curve runs smoothly through them,
 * and turns sharply at a point marked "!".
 */

interface Point {
  readonly x: number;
  readonly y: number;
  readonly sharp: boolean;
}

const round = (value: number): number => Math.round(value * 10) / 10;

function parse(text: string): Point[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x = 0, y = 0] = word.replace('!', '').split(',').map(Number);
      return { x, y, sharp: word.endsWith('!') };
    });
}

/** The control point beside `at`, on its way from `from` to `to`; none of its own at a sharp point. */
function handle(at: Point, from: Point, to: Point): string {
  const pull = at.sharp ? 0 : 1 / 6;
  return `${round(at.x + (to.x - from.x) * pull)} ${round(at.y + (to.y - from.y) * pull)}`;
}

function through(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1)] as Point;
  let path = `M${round(at(0).x)} ${round(at(0).y)}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, start, end, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${handle(start, before, end)} ${handle(end, after, start)} ${round(end.x)} ${round(end.y)}`;
  }
  return closed ? path + 'Z' : path;
}

const mirrorPoint = ({ x, y, sharp }: Point): Point => ({ x: -x, y, sharp });

/** A closed outline. */
export const shape = (text: string): string => through(parse(text), true);

/** An open line. */
export const line = (...texts: string[]): string => texts.map((text) => through(parse(text), false)).join('');

/** A closed outline from its right half, written from the top to the bottom. */
export function sym(text: string): string {
  const half = parse(text);
  const left = half.filter((point) => point.x !== 0).map(mirrorPoint);
  return through([...half, ...left.reverse()], true);
}

/** Points text, mirrored from the right to the left. */
const flip = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => (word.startsWith('-') ? word.slice(1) : `-${word}`))
    .join(' ');

/** The same drawing again, mirrored. */
export const both = (draw: (text: string) => string, ...texts: string[]): string =>
  texts.map((text) => draw(text) + draw(flip(text))).join('');

/** An ellipse. */
export const disc = (x: number, y: number, rx: number, ry = rx): string =>
  `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** Dots of one size: "x,y x,y ...". */
export const dots = (r: number, text: string): string =>
  parse(text)
    .map(({ x, y }) => disc(x, y, r))
    .join('');

/** One cut of the gouge: it enters broad and leaves thin. */
function gouge(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [across, up] = [((to.y - from.y) / length) * 0.28, ((from.x - to.x) / length) * 0.28];
  const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;
  return `M${at(from.x + across, from.y + up)}L${at(to.x, to.y)}L${at(from.x - across, from.y - up)}Z`;
}

/** `count` cuts that change step by step from the first into the last; each is two points, broad end first. */
export function hatch(first: string, last: string, count: number): string {
  const [a, b, c, d] = [...parse(first), ...parse(last)] as [Point, Point, Point, Point];
  return along(count, (part) => {
    const mix = (p: Point, q: Point): Point => ({
      x: p.x + (q.x - p.x) * part,
      y: p.y + (q.y - p.y) * part,
      sharp: true,
    });
    return gouge(mix(a, c), mix(b, d));
  });
}

/** A hatch, and again mirrored. */
export const hatches = (first: string, last: string, count: number): string =>
  hatch(first, last, count) + hatch(flip(first), flip(last), count);

/** What `draw` makes of each of `count` steps, `part` running from 0 to 1. */
export function along(count: number, draw: (part: number, index: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(count > 1 ? i / (count - 1) : 0, i)).join('');
}

/** Points text, moved, turned by `degrees` about its origin, and scaled. */
export function put(text: string, x: number, y: number, degrees = 0, scale = 1): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * scale, Math.sin((degrees * Math.PI) / 180) * scale];
  return parse(text)
    .map((p) => `${round(x + p.x * cos - p.y * sin)},${round(y + p.x * sin + p.y * cos)}${p.sharp ? '!' : ''}`)
    .join(' ');
}
