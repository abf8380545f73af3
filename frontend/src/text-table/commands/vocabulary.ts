/** Vocabulary of the command line: the words of the reader's language, and always the English ones. */

export const VERBS = [
  'place',
  'draw',
  'confirm',
  'undo',
  'compare',
  'pick',
  'drop',
  'side',
  'objective',
  'status',
  'hand',
  'card',
  'open',
  'why',
  'cell',
  'codex',
  'symbols',
  'market',
  'left',
  'score',
  'objectives',
  'seats',
  'tybor',
  'rules',
  'log',
  'hint',
  'help',
] as const;
export type Verb = (typeof VERBS)[number];

const SIDES = ['front', 'back'] as const;
const PLACES = ['gold', 'resource', 'deck'] as const;
type Place = (typeof PLACES)[number];
export type Noun = (typeof SIDES)[number] | Place | 'filler';

/** The texts that define words: names separated by spaces, the one to show first, the short one second. */
export type WordList = Readonly<Record<string, unknown>>;

export interface Vocabulary {
  readonly verbs: ReadonlyMap<string, Verb>;
  readonly sides: ReadonlyMap<string, (typeof SIDES)[number]>;
  readonly places: ReadonlyMap<string, Place>;
  /** Words without meaning for commands. */
  readonly fillers: ReadonlyMap<string, 'filler'>;
}

/** Text in typed form: no accents, no capitals, one kind of minus, no decorative signs. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[’‘`´]/g, "'")
    .replace(/[«»“”"„<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export const wordsIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []);

function read<T extends string>(names: readonly T[], kind: string, lists: readonly WordList[]): Map<string, T> {
  const meaning = new Map<string, T>();
  for (const list of lists)
    for (const name of names)
      for (const word of wordsIn(list[`text.${kind}.${name}`]).map(plain))
        if (!meaning.has(word)) meaning.set(word, name);
  return meaning;
}

/** The words of several languages; where they differ, the first has priority. */
export function vocabularyOf(...lists: readonly WordList[]): Vocabulary {
  return {
    verbs: read(VERBS, 'verb', lists).set('?', 'help'),
    sides: read(SIDES, 'noun', lists),
    places: read(PLACES, 'noun', lists),
    fillers: read(['filler'], 'noun', lists),
  };
}

/** Levenshtein distance between two words. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The verb nearest to a typed word, as written; null if none is near. */
export function nearest(word: string, { verbs }: Vocabulary): string | null {
  const reach = word.length > 5 ? 2 : 1;
  const near = [...verbs.keys()]
    .filter((verb) => verb.length > 2 && Math.abs(verb.length - word.length) <= reach)
    .map((verb) => ({ verb, off: distance(word, verb) }))
    .filter(({ off }) => off <= reach)
    .sort((a, b) => a.off - b.off);
  return near[0]?.verb ?? null;
}
