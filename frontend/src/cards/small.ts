/** Small drawing of a card: its ground, its creature in flat colours, its corners and signs. */

import {
  faceOf,
  kindOf,
  motifIndex,
  playableFacts,
  type Face,
  type Kingdom,
  type Side,
  type SymbolName,
} from './catalogue';
import { knotOf } from './drawing/knots';
import { MEDALLION, TAB } from './drawing/grounds';
import { MOTIFS } from './motifs';
import { BOOK } from './motifs/book';
import type { Motif } from './motifs/motif';
import { CORNER_MIDDLES, INTO_CORNERS, placePath, type Place } from './placed';
import { shiftable, type Shiftable } from './drawing/shift';
import { SIGNS } from './signs';
import { variationOf } from './drawing/vary';

export interface SmallBack {
  readonly deck: string;
  readonly kingdom: string;
}

export interface SmallFace {
  readonly ground: Kingdom | 'starter';
  readonly gold: boolean;
  /** Classes and what is drawn, from the bottom to the top. */
  readonly parts: readonly (readonly [look: string, drawn: Shiftable])[];
  readonly signs: readonly (readonly [symbol: SymbolName, drawn: Shiftable])[];
}

/** Inks that still show from afar. */
const FLAT: ReadonlySet<string> = new Set(['body', 'tint', 'accent', 'dark', 'bough']);
const HALO = 'M42 50a33 33 0 1 0 66 0a33 33 0 1 0 -66 0Z';

const flat = (motif: Motif, place: Place): [string, string][] =>
  motif.filter(([ink]) => FLAT.has(ink)).map(([ink, path]) => [`ink-${ink}`, placePath(path, place)]);

const tabsOf = (corners: Face['corners']): string =>
  corners.map((corner, i) => (corner === 'hidden' ? '' : placePath(TAB, INTO_CORNERS[i] ?? {}))).join('');

function signsOf({ corners, centre }: Face): [SymbolName, string][] {
  const cornered = corners.flatMap((corner, i): [SymbolName, string][] => {
    const [x, y] = CORNER_MIDDLES[i] ?? [0, 0];
    return corner === 'hidden' || corner === 'empty'
      ? []
      : [[corner, placePath(SIGNS[corner].plate, { x, y, sx: 1.04 })]];
  });
  const size = centre.length === 1 ? 1.6 : 1.1;
  const middle = centre.map((symbol, i): [SymbolName, string] => {
    const y = 50 + (i - (centre.length - 1) / 2) * 28;
    return [symbol, placePath(SIGNS[symbol].plate, { x: 75, y, sx: size })];
  });
  return [...cornered, ...middle];
}

/** The creature of a front: on gold cards smaller, in its halo. */
function creature(card: number): [string, string][] {
  const { deck, kingdom, points } = playableFacts(card);
  const gold = deck === 'gold';
  const size = (gold ? 66 : points ? 74 : 86) / 80;
  const sx = variationOf(card).mirrored ? -size : size;
  const motif = MOTIFS[kingdom][motifIndex(card)]?.() ?? [];
  const place = { x: 75, y: points && !gold ? 60 : 50, sx, sy: size };
  return [...(gold ? ([['gold-dusk', HALO]] as [string, string][]) : []), ...flat(motif, place)];
}

const backParts = (gold: boolean, kingdom: Kingdom, variant: number): [string, string][] => [
  [gold ? 'knot-strand gilded' : 'knot-strand', placePath(knotOf(kingdom, variant)[0], { x: 75, y: 50 })],
  [gold ? 'card-paper gilded' : 'card-paper', placePath(MEDALLION, { x: 75, y: 50, sx: 1.2 })],
];

function middleOf(card: number, side: Side): [string, string][] {
  if (kindOf(card) !== 'starter') {
    const { deck, kingdom } = playableFacts(card);
    return side === 'front' ? creature(card) : backParts(deck === 'gold', kingdom, motifIndex(card));
  }
  return side === 'front' ? flat(BOOK(), { x: 75, y: 50, sx: 0.975 }) : [];
}

const drawn = <T extends string>(parts: readonly [T, string][]): [T, Shiftable][] =>
  parts.flatMap(([look, path]): [T, Shiftable][] => (path ? [[look, shiftable(path)]] : []));

const drawnOf = (middle: [string, string][], face: Face): Pick<SmallFace, 'parts' | 'signs'> => ({
  parts: drawn([...middle, ['card-tab', tabsOf(face.corners)]]),
  signs: drawn(signsOf(face)),
});

function faceOfCard(card: number, side: Side): SmallFace {
  const face = faceOf(card, side);
  return {
    ground: kindOf(card) === 'starter' ? 'starter' : playableFacts(card).kingdom,
    gold: kindOf(card) === 'gold',
    ...drawnOf(middleOf(card, side), face),
  };
}

const faces = new Map<string, SmallFace>();

function once(key: string, make: () => SmallFace): SmallFace {
  const face = faces.get(key) ?? make();
  faces.set(key, face);
  return face;
}

/** One side of a resource, gold or starter card. */
export const smallFace = (card: number, side: Side): SmallFace => once(`${card} ${side}`, () => faceOfCard(card, side));

/** The back of an unknown card. */
export function smallBack({ deck, kingdom }: SmallBack): SmallFace {
  const face: Face = { corners: ['empty', 'empty', 'empty', 'empty'], centre: [kingdom as Kingdom] };
  return once(`${deck} ${kingdom}`, () => ({
    ground: kingdom as Kingdom,
    gold: deck === 'gold',
    ...drawnOf(backParts(deck === 'gold', kingdom as Kingdom, 0), face),
  }));
}
