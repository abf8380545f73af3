/** Shared definitions of the cards as one text: a browser parses it far faster than it creates a thousand elements. */

import { KINGDOMS, LETTER, OBJECTS, SYMBOLS, type Kingdom, type SymbolName } from './catalogue';
import {
  GRAIN,
  KNOT,
  MEDALLION,
  PLAQUE,
  PLAQUE_RULE,
  RAYS,
  ROSE,
  RULE,
  SEAL,
  SHEET,
  STAR,
  TAB,
  TAB_RULE,
  TENDRIL,
  TEXTURES,
  WREATH,
} from './drawing/grounds';
import { knotOf } from './drawing/knots';
import { BOOK } from './motifs/book';
import type { Motif } from './motifs/motif';
import { CORNER_MIDDLES, INTO_CORNERS, placePath, type Place } from './placed';
import { COVERED_CORNER, SIGNS } from './signs';

type Sides = Readonly<Record<'x' | 'y' | 'width' | 'height' | 'rx', number>>;
type Given = Readonly<Record<string, string | number>>;

/** Inks that are drawn twice: first their outline. */
const LIMBS: ReadonlySet<string> = new Set(['feeler', 'rod', 'bough']);
const MIDDLE = { x: 75, y: 50 };
/** The dark ground that a gold card's creature stands on: round, or wide enough for a pair. */
const HALO = 33;
const WIDE = { x: 28, y: 20, width: 94, height: 60, rx: 28 } as const;
/** How large a sign is drawn in a corner. */
const CORNER_SIGN = 27 / 26;

const tag = (name: string, given: Given, inside = ''): string =>
  `<${name}${Object.entries(given)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')}>${inside}</${name}>`;
const path = (look: string, d: string, given: Given = {}): string => tag('path', { ...given, class: look, d });
const rect = (look: string, given: Given): string => tag('rect', { ...given, class: look });
const circle = (look: string, r: number): string => tag('circle', { class: look, cx: MIDDLE.x, cy: MIDDLE.y, r });
const within = ({ x, y, width, height, rx }: Sides, by: number): Sides => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
  rx: rx - by,
});
const group = (id: string, ...inside: readonly string[]): string => tag('g', { id }, inside.join(''));

/** A drawing about its middle that is shown in any size. */
const symbol = (id: string, half: number, inside: string): string =>
  tag('symbol', { id, viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, overflow: 'visible' }, inside);

/** A motif under the name by which cards call for it. */
export const motifDef = (id: string, motif: Motif): string => symbol(id, 40, inkMotif(motif));

/** The knotwork of a back: each strand with its edges, as a gouge leaves it. */
export function knotDef(id: string, kingdom: Kingdom, variant: number): string {
  const [ring, side] = knotOf(kingdom, variant);
  const whole = [placePath(ring, MIDDLE), placePath(side, MIDDLE), placePath(side, { ...MIDDLE, sx: -1, sy: 1 })].join(
    '',
  );
  return group(id, path('knot-edge', whole), path('knot-strand', whole));
}

const inkMotif = (motif: Motif): string =>
  motif.map(([ink, d]) => (LIMBS.has(ink) ? path(`ink-${ink}-edge`, d) : '') + path(`ink-${ink}`, d)).join('');

function sign(name: SymbolName, { x = 0, y = 0, sx = 1 }: Place): string {
  const { plate, glyph, lines } = SIGNS[name];
  const look = (OBJECTS as readonly string[]).includes(name) ? 'sign-glyph of-object' : 'sign-glyph';
  return (
    path('sign-plate', placePath(plate, { x, y, sx })) +
    path(look, placePath(glyph, { x, y, sx })) +
    path('sign-lines', placePath(lines, { x, y, sx })) +
    tag('text', { class: 'sign-letter', x, y: y + 5.6 * sx }, LETTER[name])
  );
}

const ofKingdom = (kingdom: Kingdom): string =>
  group(
    `ground-${kingdom}`,
    rect('card-ground', SHEET),
    path(`card-texture is-${kingdom}`, TEXTURES[kingdom]),
    path('card-grain', GRAIN),
  );

const tab = (kind: string, place: Place, i: number): string =>
  group(
    `${kind}-tab-${i}`,
    path('card-tab', placePath(TAB, place)),
    path(`${kind}-tab-rule`, placePath(TAB_RULE, place)),
  );

/** Content of one of the four corners, drawn in its place. */
function ofCorner(place: Place, i: number): string {
  const [x, y] = CORNER_MIDDLES[i] ?? [0, 0];
  return [
    path('card-knot', placePath(KNOT, place), { id: `card-knot-${i}` }),
    path('gold-tendril', placePath(TENDRIL, place), { id: `gold-tendril-${i}` }),
    tab('card', place, i),
    tab('gold', place, i),
    ...SYMBOLS.map((name) => group(`corner-${name}-${i}`, sign(name, { x, y, sx: CORNER_SIGN }))),
  ].join('');
}

const grounds = (): string =>
  group('ground-starter', rect('card-ground', SHEET), path('card-texture', STAR), path('card-grain', GRAIN)) +
  group(
    'objective-ground',
    rect('objective-ground', SHEET),
    rect('card-rule', RULE),
    ...INTO_CORNERS.map((place) => path('card-knot', placePath(KNOT, place))),
    path('card-grain', GRAIN),
  ) +
  group(
    'objective-page',
    rect('objective-ground', SHEET),
    path('objective-page', PLAQUE),
    path('objective-rule', PLAQUE_RULE),
    ...INTO_CORNERS.map((place) => path('objective-rose', placePath(ROSE, place))),
  );

const frames = (): string =>
  rect('card-outline', { id: 'card-outline', ...SHEET }) +
  group('gold-outline', rect('gilt-shade', SHEET), rect('gilt-edge', within({ x: 0, y: 0, ...SHEET }, 0.7))) +
  rect('card-rule', { id: 'card-rule', ...RULE }) +
  group(
    'gold-frame',
    rect('gold-band', RULE),
    rect('gold-hatch', RULE),
    rect('gold-light', RULE),
    rect('gold-dark', { x: 6.8, y: 6.8, width: 136.4, height: 86.4, rx: 2.2 }),
  );

const ornaments = (): string =>
  path('objective-seal', SEAL, { id: 'card-seal' }) +
  group(
    'gold-halo',
    path('gold-rays', placePath(RAYS, MIDDLE)),
    circle('gold-dusk', HALO),
    circle('gold-ring', HALO - 2),
  ) +
  group('gold-halo-wide', rect('gold-dusk', WIDE), rect('gold-ring', within(WIDE, 2))) +
  path('gold-leaf', placePath(WREATH, MIDDLE), { id: 'gold-wreath' }) +
  path('card-paper', placePath(MEDALLION, MIDDLE), { id: 'card-medallion' }) +
  tag(
    'g',
    { id: 'card-shadow', class: 'card-shadow' },
    rect('', { x: -3, y: -1, width: 156, height: 106, rx: 8 }) +
      rect('', { x: -1.8, y: -0.5, width: 153.6, height: 104, rx: 7 }) +
      rect('', { x: -0.8, y: 0, width: 151.6, height: 102, rx: 6 }),
  );

const signs = (): string =>
  symbol('open-book', 40, inkMotif(BOOK())) +
  SYMBOLS.map((name) => symbol(`sign-${name}`, 13, sign(name, {}))).join('') +
  symbol('sign-corner', 13, path('corner-under', COVERED_CORNER.under) + path('corner-over', COVERED_CORNER.over));

let written: string | null = null;

/** Initial content of a `defs` element; motifs join it when a card calls for them. */
export const cardDefs = (): string => (written ??= write());

const write = (): string =>
  [KINGDOMS.map(ofKingdom), grounds(), signs(), INTO_CORNERS.map(ofCorner), frames(), ornaments()].flat().join('');
