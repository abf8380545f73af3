import { describe, expect, it } from 'vitest';
import type { DailyPar, DailyResponse } from '../../src/daily/api';
import { bars, beatenBy, botOf, leftWords, parOf, shadeOf, shareText } from '../../src/daily/words';
import { fetchWords } from 'virtual:words/daily';

const PAR: DailyPar[] = [
  { key: 'novice', games: 40, points: 12, tybor: 19 },
  { key: 'planner', games: 40, points: 25.4, tybor: 19.8 },
];
const DAILY: DailyResponse = {
  deal: { day: '2026-11-23', number: 327, level: 'easy', commitment: 'f'.repeat(64) },
  over: false,
  seconds: 60,
  players: 3,
  table: 'abc',
  finished: true,
  result: { rank: 2, name: 'Ann', points: 27, tybor: 19, turns: 5, own: true },
  counted: true,
  by_guest: false,
  guests: [],
  scored: [0, 1, 2, 4, 9],
  curve: [
    { margin: -2, people: 1 },
    { margin: 3, people: 1 },
    { margin: 8, people: 1 },
  ],
  par: PAR,
  best: [],
  met: [],
};

describe('what is said of a daily deal', () => {
  it('rounds the hours left up to a whole minute', async () => {
    await fetchWords();
    expect(leftWords(2 * 3600 + 61)).toBe('2 h 2 min left, until midnight UTC');
    expect(leftWords(-5)).toBe('0 h 0 min left, until midnight UTC');
  });

  it('takes the margin of the third level for par, once it is known', () => {
    expect(parOf(PAR)).toBe(6);
    expect(parOf(PAR.slice(0, 1))).toBeNull();
  });

  it('names the five levels as the lobby does', () => {
    expect(['novice', 'goldsmith', 'planner', 'reader', 'master'].map(botOf)).toEqual(
      [1, 2, 3, 4, 5].map((level) => `level:${level}`),
    );
  });

  it('counts those who did worse, and not those who did as well', () => {
    expect(beatenBy(8, DAILY.curve)).toBe(2);
    expect(beatenBy(-2, DAILY.curve)).toBe(0);
  });

  it('fills the curve with the margins that nobody has, out to one’s own', () => {
    expect(bars(DAILY.curve, 10).map(({ people }) => people)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
    expect(bars([], 4)).toEqual([{ margin: 4, people: 0 }]);
    expect(bars([])).toEqual([]);
  });

  it('colours cards by their points alone', () => {
    expect([0, 1, 2, 3, 4, 5, 12].map(shadeOf)).toEqual([0, 1, 2, 3, 3, 4, 4]);
  });

  it('shares the score, par and a square for each card, and nothing of the cards', async () => {
    await fetchWords();
    const [first, second, third] = shareText(DAILY, 12).split('\n');
    expect(first).toBe('Codex Naturalis 327 · Tybor Easy · 27 : 19 (+8, par +6)');
    expect(second).toBe('⬜🟨🟩🟦🟪 · 12 days in a row');
    expect(third).toMatch(/\/daily\/2026-11-23$/);
    expect(shareText({ ...DAILY, par: [], counted: false }, 12)).toContain('27 : 19 (+8)\n⬜🟨🟩🟦🟪\n');
    expect(shareText({ ...DAILY, result: null }, 1)).toBe('');
  });
});
