/** Parser from a typed line to a command. It knows the words, and nothing of the game. */

import type { Cell, Side, Source } from '../../net/types';
import { nearest, plain, type Verb, type Vocabulary } from './vocabulary';

/** Ways to name a card: its place in the hand, its number, or its name. */
export type CardWord =
  | { readonly by: 'number'; readonly number: number; readonly exact: boolean }
  | { readonly by: 'name'; readonly name: string };

export interface Command {
  readonly verb: Verb;
  readonly card: CardWord | null;
  readonly side: Side | null;
  readonly cell: Cell | null;
  readonly source: Source | null;
}

/** Parse failure. */
export interface Unclear {
  readonly unclear: 'empty' | 'long' | 'verb' | 'cell';
  readonly word: string;
  /** Probable meaning. */
  readonly near: string | null;
}

/** Longer lines are not typed by hand. */
const LONGEST = 200;
const FARTHEST = 999;

const WITH_CELL: readonly Verb[] = ['place', 'why', 'cell'];
const WITH_SIDE: readonly Verb[] = ['place', 'why', 'open', 'side', 'card'];
/** Verbs after which a single letter is no filler: it names a kept plan. */
const WITH_LETTER: readonly Verb[] = ['pick', 'drop'];
const PAIR = /[([{]?\s*([+-]?\d+)\s*[,;:/]\s*([+-]?\d+)\s*[)\]}]?/;
const WHOLE = /^[+-]?\d+$/;

export function parse(line: string, vocabulary: Vocabulary): Command | Unclear {
  if (line.length > LONGEST) return { unclear: 'long', word: '', near: null };
  const [first = '', ...rest] = plain(line)
    .replace(/^[/!:>]+ ?|[.!]+$|(?<=[^ ]) ?\?+$/g, '')
    .trim()
    .split(' ');
  if (!first) return { unclear: 'empty', word: '', near: null };
  const verb = vocabulary.verbs.get(first);
  if (!verb) return { unclear: 'verb', word: first, near: nearest(first, vocabulary) };
  return read(verb, rest.join(' '), vocabulary);
}

function read(verb: Verb, text: string, { sides, places, fillers }: Vocabulary): Command | Unclear {
  const located = WITH_CELL.includes(verb) ? cellIn(text, verb) : { cell: null, rest: text };
  if (located === 'far') return { unclear: 'cell', word: text, near: null };
  const words = located.rest.split(' ').filter((word) => word && (!fillers.has(word) || WITH_LETTER.includes(verb)));
  const sided = WITH_SIDE.includes(verb) ? sideIn(words, sides) : { side: null, rest: words };
  const source = verb === 'draw' ? sourceIn(words, places) : null;
  return { verb, cell: located.cell, side: sided.side, source, card: source ? null : cardIn(sided.rest) };
}

interface Located {
  readonly cell: Cell | null;
  readonly rest: string;
}

/** "1,-1", "(1; -1)", or two numbers at the end. */
function cellIn(text: string, verb: Verb): Located | 'far' {
  const pair = PAIR.exec(text);
  if (pair) return locate(Number(pair[1]), Number(pair[2]), text.replace(pair[0], ' '));
  const words = text.split(' ').filter(Boolean);
  const numbers = words.slice(-2);
  const enough = words.length > 2 || verb === 'cell' || /^[+-]/.test(numbers.join(''));
  if (numbers.length < 2 || !enough || !numbers.every((word) => WHOLE.test(word))) return { cell: null, rest: text };
  return locate(Number(numbers[0]), Number(numbers[1]), words.slice(0, -2).join(' '));
}

const locate = (x: number, y: number, rest: string): Located | 'far' =>
  Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST ? 'far' : { cell: [x || 0, y || 0], rest };

function sideIn(words: readonly string[], sides: Vocabulary['sides']) {
  const [side = null] = words.flatMap((word) => sides.get(word) ?? []);
  return { side, rest: words.filter((word) => !sides.has(word)) };
}

/** "gold-1", "gold 1", "g1", "deck gold": a kind, and a place or the deck. */
function sourceIn(words: readonly string[], places: Vocabulary['places']): Source | null {
  const parts = words.flatMap((word) => apart(word, places));
  if (parts.length !== 2) return null;
  const meant = parts.map((part) => places.get(part) ?? part);
  const kind = meant.find((part) => part === 'gold' || part === 'resource');
  const place = meant.find((part) => part === 'deck' || part === '1' || part === '2');
  return kind && place ? (`${kind}-${place}` as Source) : null;
}

/** The parts of "gold-1", "gold1" or "gd". */
function apart(word: string, places: Vocabulary['places']): string[] {
  const parts = word.split('-').filter(Boolean);
  if (places.has(word) || parts.length > 1) return parts;
  const [, name, number] = /^(\p{L}+)(\d)$/u.exec(word) ?? [];
  if (name && number) return [name, number];
  return word.length === 2 && [...word].every((letter) => places.has(letter)) ? [...word] : parts;
}

function cardIn(words: readonly string[]): CardWord | null {
  const name = words.join(' ');
  if (!name) return null;
  const [, hash, digits] = /^(#?)(\d{1,4})$/.exec(name) ?? [];
  if (digits) return { by: 'number', number: Number(digits), exact: hash === '#' };
  return { by: 'name', name };
}
