/** The players' tokens and the places of the score track. */
import { along, disc, line, shape } from './pen';

export const TOKEN_COLOURS = ['red', 'blue', 'green', 'yellow', 'black'] as const;
export type TokenColour = (typeof TOKEN_COLOURS)[number];

/** Each colour has a mark of its own, cut into the token about (0, 0). */
export const TOKEN_MARKS: Readonly<Record<TokenColour, string>> = {
  red: shape('0,-5! 1.5,-1.5! 5,0! 1.5,1.5! 0,5! -1.5,1.5! -5,0! -1.5,-1.5!'),
  blue: line('-5,-2.4 -2.5,-4 0,-2.4 2.5,-0.8 5,-2.4', '-5,2.6 -2.5,1 0,2.6 2.5,4.2 5,2.6'),
  green: shape('0,-5.4! 3.6,-0.6 2.4,3.4 0,5.2! -2.4,3.4 -3.6,-0.6'),
  yellow: disc(0, 0, 2.4) + along(8, (_, i) => ray((i * Math.PI) / 4)),
  black: shape('2,-5! -2.6,-4 -4.4,0 -2.6,4 2,5! -0.4,2.6 -0.8,-2.6'),
};

function ray(turn: number): string {
  const at = (r: number): string => `${(r * Math.cos(turn)).toFixed(1)} ${(r * Math.sin(turn)).toFixed(1)}`;
  return `M${at(3.6)}L${at(5.6)}`;
}

/** The track counts from 0 to 29; whoever has more stays on its last place. */
export const TRACK = { places: 30, perRow: 10, pitch: 24, width: 248, height: 84 } as const;

/** Where `points` stand on the track: to the right, back to the left, to the right again. */
export function trackPlace(points: number): readonly [x: number, y: number] {
  const place = Math.min(Math.max(points, 0), TRACK.places - 1);
  const row = Math.floor(place / TRACK.perRow);
  const step = place % TRACK.perRow;
  const column = row % 2 ? TRACK.perRow - 1 - step : step;
  return [16 + column * TRACK.pitch, 68 - row * 26];
}
