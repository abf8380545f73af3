/**
 * Drawings placed by changing their coordinates. A browser keeps every `transform` apart when it moves a codex;
 * drawings repeated hundreds of times do without.
 */

export interface Place {
  readonly x?: number;
  readonly y?: number;
  /** Negative mirrors. */
  readonly sx?: number;
  readonly sy?: number;
}

/** Arguments of each command: points, lengths (r), an angle (n), and flags: large (f), and direction (w). */
const TAKES: Readonly<Record<string, string>> = {
  m: 'xy',
  l: 'xy',
  h: 'x',
  v: 'y',
  c: 'xyxyxy',
  q: 'xyxy',
  a: 'rrnfwxy',
  z: '',
};

interface Step {
  readonly command: string;
  readonly kinds: string;
  readonly numbers: readonly number[];
}

/** The commands of a path, each with its numbers. */
export function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].map(([, command = '', given = '']) => {
    const numbers = (given.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    return { command, kinds: TAKES[command.toLowerCase()] ?? '', numbers };
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** `path` moved, scaled, and mirrored; its strokes keep their width. Arcs must be round or upright. */
export function placePath(path: string, { x = 0, y = 0, sx = 1, sy = sx }: Place): string {
  const put = (command: string, kind: string, value: number): number => {
    const absolute = command !== command.toLowerCase();
    if (kind === 'x') return value * sx + (absolute ? x : 0);
    if (kind === 'y') return value * sy + (absolute ? y : 0);
    if (kind === 'r') return value * Math.abs(sx);
    return kind === 'w' && sx * sy < 0 ? 1 - value : value;
  };
  return stepsOf(path)
    .map(({ command, kinds, numbers }) => {
      return command + numbers.map((value, i) => round(put(command, kinds[i % kinds.length] ?? '', value))).join(' ');
    })
    .join('');
}

/** The four corners of a card: each is drawn as the top left one and mirrored into its place. */
export const INTO_CORNERS: readonly Place[] = [
  {},
  { x: 150, sx: -1, sy: 1 },
  { y: 100, sx: 1, sy: -1 },
  { x: 150, y: 100, sx: -1, sy: -1 },
];

/** The middles of the signs in the four corners. */
export const CORNER_MIDDLES = [
  [15.4, 18.8],
  [134.6, 18.8],
  [15.4, 81.2],
  [134.6, 81.2],
] as const;
