import { describe, expect, it } from 'vitest';
import en from 'virtual:words/text-table/en';
import fr from 'virtual:words/text-table/fr';
import italian from 'virtual:words/text-table/it';
import { parse, type Command, type Unclear } from '../../../src/text-table/commands/parse';
import { Past } from '../../../src/text-table/commands/past';
import { chance } from '../../text/chance';
import {
  VERBS,
  distance,
  plain,
  vocabularyOf,
  wordsIn,
  type WordList,
} from '../../../src/text-table/commands/vocabulary';

const LISTS: Readonly<Record<string, WordList>> = { en, fr, it: italian };
const english = vocabularyOf(en);
const french = vocabularyOf(fr, en);
const bare = { card: null, side: null, cell: null, source: null };
const number = (n: number, exact = false) => ({ by: 'number', number: n, exact }) as const;
const name = (word: string) => ({ by: 'name', name: word }) as const;

const understood = (line: string, vocabulary = english): Command => {
  const command = parse(line, vocabulary);
  if ('unclear' in command) throw new Error(`not understood: ${line}`);
  return command;
};

describe('the command line', () => {
  it.each([
    ['place 12 front 1,-1', { verb: 'place', card: number(12), side: 'front', cell: [1, -1] }],
    ['p 2 b (−1; 3)', { verb: 'place', card: number(2), side: 'back', cell: [-1, 3] }],
    ['PLACE #2 back on 1 -1.', { verb: 'place', card: number(2, true), side: 'back', cell: [1, -1] }],
    ['place fly agaric front to 0,2', { verb: 'place', card: name('fly agaric'), side: 'front', cell: [0, 2] }],
    ['place 1,1', { verb: 'place', cell: [1, 1] }],
    ['place 3', { verb: 'place', card: number(3) }],
    ['draw gold-2', { verb: 'draw', source: 'gold-2' }],
    ['d g2', { verb: 'draw', source: 'gold-2' }],
    ['d rd', { verb: 'draw', source: 'resource-deck' }],
    ['take the gold deck', { verb: 'draw', source: 'gold-deck' }],
    ['draw from deck resource', { verb: 'draw', source: 'resource-deck' }],
    ['draw 57', { verb: 'draw', card: number(57) }],
    ['draw gold', { verb: 'draw', card: name('gold') }],
    ['side back', { verb: 'side', side: 'back' }],
    ['objective 87', { verb: 'objective', card: number(87) }],
    ['open 12 front', { verb: 'open', card: number(12), side: 'front' }],
    ['why 12 front 1,-1?', { verb: 'why', card: number(12), side: 'front', cell: [1, -1] }],
    ['w', { verb: 'why' }],
    ['cell 1 -1', { verb: 'cell', cell: [1, -1] }],
    ['cell 999 -999', { verb: 'cell', cell: [999, -999] }],
    ['codex 2', { verb: 'codex', card: number(2) }],
    ['log 5', { verb: 'log', card: number(5) }],
    ['?', { verb: 'help' }],
    ['/help place', { verb: 'help', card: name('place') }],
  ])('understands “%s”', (line, wanted) => {
    expect(understood(line)).toEqual({ ...bare, ...wanted });
  });

  it.each([
    ['poser 12 recto 1,-1', { verb: 'place', card: number(12), side: 'front', cell: [1, -1] }],
    ['Piocher dorure-pioche', { verb: 'draw', source: 'gold-deck' }],
    ['d d2', { verb: 'draw', source: 'gold-2' }],
    ['marché', { verb: 'market' }],
    ['place 1 verso 1,1', { verb: 'place', card: number(1), side: 'back', cell: [1, 1] }],
    ['draw gold-1', { verb: 'draw', source: 'gold-1' }],
  ])('understands “%s” in French, and English besides', (line, wanted) => {
    expect(understood(line, french)).toEqual({ ...bare, ...wanted });
  });

  it.each([
    ['', 'empty', null],
    ['  …', 'verb', null],
    ['plcae 1', 'verb', null],
    ['plce 1', 'verb', 'place'],
    ['markte', 'verb', 'market'],
    ['place 1 front 1000,1', 'cell', null],
    ['place 1 front 1,-1000', 'cell', null],
    [`place ${'1'.repeat(300)}`, 'long', null],
  ])('says what is unclear about “%s”', (line, unclear, near) => {
    expect(parse(line, english)).toMatchObject({ unclear, near });
  });

  it('knows every word that it suggests, and every example of its help', () => {
    for (const [locale, list] of Object.entries(LISTS)) {
      const vocabulary = vocabularyOf(list, en);
      for (const verb of VERBS) {
        expect(understood(String(list[`text.example.${verb}`]), vocabulary).verb, `${locale} ${verb}`).toBe(verb);
      }
    }
  });

  it.each(Object.entries(LISTS))('has no word with two meanings in %s', (_, list) => {
    for (const kind of ['verb', 'noun']) {
      const keys = Object.keys(list).filter((key) => key.startsWith(`text.${kind}.`) && !/(front|back)$/.test(key));
      const words = keys.flatMap((key) => wordsIn(list[key]).map(plain));
      expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
    }
  });

  it('counts how far words are apart', () => {
    expect([distance('', 'abc'), distance('draw', 'draw'), distance('drwa', 'draw')]).toEqual([3, 0, 2]);
  });

  it('brings back what was typed', () => {
    const past = new Past(3);
    expect([past.go(-1), past.go(1)]).toEqual([null, null]);
    for (const line of ['a', 'b', 'b', 'c', 'd']) past.add(line);
    expect([past.go(-1), past.go(-1), past.go(-1), past.go(-1), past.go(1)]).toEqual(['d', 'c', 'b', null, 'c']);
    expect([past.go(1), past.go(1), past.go(1)]).toEqual(['d', '', null]);
  });
});

describe('whatever is typed', () => {
  const whole = (result: Command | Unclear): boolean => {
    if ('unclear' in result) return typeof result.word === 'string';
    const { cell, card } = result;
    return (
      VERBS.includes(result.verb) &&
      (!cell || cell.every(Number.isInteger)) &&
      (!card || card.by !== 'number' || Number.isInteger(card.number))
    );
  };

  it('is a command or unclear, and nothing breaks', () => {
    const next = chance(7);
    const letters = 'placedrw 0123456789,;:-−+()#/!?.’é\u0301\u00a0\u202e\ud83d\ude00\ud800\n\t%\\[]{}*';
    const letter = (): string => letters[Math.floor(next() * letters.length)] ?? '';
    const lines = Array.from({ length: 5_000 }, () => Array.from({ length: Math.floor(next() * 30) }, letter).join(''));
    expect(lines.filter((line) => !whole(parse(line, english)) || !whole(parse(line, french)))).toEqual([]);
  });
});
