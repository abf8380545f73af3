/** Printed facts of the cards, for drawing only: legal actions come from the server. */

import { GOLD, OBJECTIVE, RESOURCE, STARTER } from './catalogue.gen';

export const KINGDOMS = ['fungi', 'plant', 'animal', 'insect'] as const;
export const OBJECTS = ['quill', 'inkwell', 'manuscript'] as const;
export const SYMBOLS = [...KINGDOMS, ...OBJECTS] as const;
export type Kingdom = (typeof KINGDOMS)[number];
export type SymbolName = (typeof SYMBOLS)[number];
export type CornerContent = SymbolName | 'empty' | 'hidden';
export type Side = 'front' | 'back';
export type Deck = 'resource' | 'gold';
export type CardKind = Deck | 'starter' | 'objective';

/** The letters of the text mode and of the high-contrast skin. */
export const LETTER: Readonly<Record<SymbolName, string>> = {
  fungi: 'F',
  plant: 'P',
  animal: 'A',
  insect: 'I',
  quill: 'Q',
  inkwell: 'K',
  manuscript: 'M',
};

const NAMED = new Map(SYMBOLS.map((symbol) => [LETTER[symbol], symbol]));

/** One side of a card that can lie in a codex. */
export interface Face {
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: readonly CornerContent[];
  /** Symbols in the middle that nothing can cover. */
  readonly centre: readonly SymbolName[];
}

/** Face of a resource or gold card besides its corners. */
export interface PlayableFacts {
  readonly deck: Deck;
  readonly kingdom: Kingdom;
  readonly points: number;
  /** Multiplier of the points: an object, covered corners, or none. */
  readonly per: SymbolName | 'corner' | null;
  readonly cost: readonly SymbolName[];
}

interface PatternCell {
  readonly kingdom: Kingdom;
  readonly x: number;
  readonly y: number;
}

export interface ObjectiveFacts {
  readonly points: number;
  /** Three cards lying as shown, from top to bottom; empty for a set of symbols. */
  readonly pattern: readonly PatternCell[];
  readonly symbols: readonly SymbolName[];
}

function symbolOf(letter: string): SymbolName {
  const symbol = NAMED.get(letter);
  if (!symbol) throw new RangeError(`no symbol has the letter ${letter}`);
  return symbol;
}

const symbolsOf = (letters: string): SymbolName[] => [...letters].map(symbolOf);

const cornersOf = (letters: string): CornerContent[] =>
  [...letters].map((letter) => (letter === '.' ? 'empty' : letter === '-' ? 'hidden' : symbolOf(letter)));

function requireRow<T>(row: T | undefined, card: number): T {
  if (row === undefined) throw new RangeError(`no such card here: ${card}`);
  return row;
}

export function kindOf(card: number): CardKind {
  if (card in RESOURCE) return 'resource';
  if (card in GOLD) return 'gold';
  if (card in STARTER) return 'starter';
  requireRow(OBJECTIVE[card], card);
  return 'objective';
}

/** One side of a resource, gold or starter card. */
export function faceOf(card: number, side: Side): Face {
  const starter = STARTER[card];
  if (starter) {
    const [front, back, centre] = starter;
    return side === 'front'
      ? { corners: cornersOf(front), centre: [] }
      : { corners: cornersOf(back), centre: symbolsOf(centre) };
  }
  const [kingdom, corners] = requireRow(RESOURCE[card] ?? GOLD[card], card);
  return side === 'front'
    ? { corners: cornersOf(corners), centre: [] }
    : { corners: cornersOf('....'), centre: symbolsOf(kingdom) };
}

export function playableFacts(card: number): PlayableFacts {
  const gold = GOLD[card];
  const [kingdom, , points] = requireRow(gold ?? RESOURCE[card], card);
  return {
    deck: gold ? 'gold' : 'resource',
    kingdom: symbolOf(kingdom) as Kingdom,
    points,
    per: gold && gold[4] !== '' ? (gold[4] as SymbolName | 'corner') : null,
    cost: gold ? symbolsOf(gold[3]) : [],
  };
}

export function objectiveFacts(card: number): ObjectiveFacts {
  const [points, wants] = requireRow(OBJECTIVE[card], card);
  if (!wants.includes(',')) return { points, pattern: [], symbols: symbolsOf(wants) };
  const pattern = wants.split(' ').map((cell) => {
    const [x = 0, y = 0] = cell.slice(1).split(',').map(Number);
    return { kingdom: symbolOf(cell.charAt(0)) as Kingdom, x, y };
  });
  return { points, pattern, symbols: [] };
}

/** The motif of a resource or gold card, 0-9 within its kingdom; a gold card shows its resource card's family. */
export const motifIndex = (card: number): number => (card - 1) % 10;
