/**
 * Drawings moved by changing only their first point, to which all others are relative. Hundreds of small cards are
 * placed so: with a `transform` each, a browser would sort them into layers whenever one is laid.
 */

import { stepsOf } from '../placed';

export interface Shiftable {
  readonly x: number;
  readonly y: number;
  /** Everything after the first point. */
  readonly rest: string;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** `path` as seen from its first point. What is rounded away from one point is given to the next. */
export function shiftable(path: string): Shiftable {
  const at = { x: 0, y: 0 };
  let begun = { ...at };
  const parts: string[] = [];
  for (const { command, kinds, numbers } of stepsOf(path)) {
    const absolute = command !== command.toLowerCase();
    const relative: number[] = [];
    const groups = kinds.length ? numbers.length / kinds.length : 0;
    for (let group = 0; group < groups; group++) {
      const from = { ...at };
      [...kinds].forEach((kind, i) => {
        const value = numbers[group * kinds.length + i] ?? 0;
        if (kind !== 'x' && kind !== 'y') return void relative.push(value);
        const step = round(absolute ? value - from[kind] : value);
        at[kind] = from[kind] + step;
        relative.push(step);
      });
      if (command.toLowerCase() === 'm' && group === 0) begun = { ...at };
    }
    if (!kinds) Object.assign(at, begun);
    parts.push(command.toLowerCase() + relative.join(' '));
  }
  const [first, ...rest] = parts;
  const [x = 0, y = 0, ...more] = (first ?? '').slice(1).split(' ').map(Number);
  return { x, y, rest: (more.length ? `l${more.join(' ')}` : '') + rest.join('') };
}

/** The path of a drawing moved by `dx` and `dy`. */
export const shiftPath = ({ x, y, rest }: Shiftable, dx: number, dy: number): string => `M${x + dx} ${y + dy}${rest}`;
