import { describe, expect, it, vi } from 'vitest';
import { ApiError, OFFLINE } from '../../src/net/http';
import { advisedOf, judgedOf } from '../../src/game/advised';
import { Asking } from '../../src/teacher/asking.svelte';
import {
  adviceLine,
  betterWords,
  markWords,
  themeWords,
  turnWords,
  whyWords,
  worseWords,
  worthWords,
} from '../../src/teacher/words';
import type { Advice, Compared, Reviewed, Why } from '../../src/net/teach';
import { moment } from '../table/moment';

const { view } = moment('place');
const [preview] = view.previews;
if (!preview) throw new Error('the moment has a placement');
const place = { type: 'place', card: preview.card, side: preview.side, cell: preview.cell } as const;
const worth = { margin: 4.25, win: 0.614, merit: 0.6 };
const why: Why = {
  points: 2,
  objectives: [
    { objective: 95, points: 2, closer: false },
    { objective: 96, points: 0, closer: true },
  ],
  golds: [
    { card: 41, before: 1, after: 0 },
    { card: 42, before: 2, after: 1 },
    { card: 43, before: 0, after: 0 },
  ],
  opened: 2,
  closed: 1,
};
const advice = (over: Partial<Advice> = {}): Advice => ({
  turn: [place, { type: 'draw', source: 'gold-deck' }],
  worth,
  behind: 0,
  as_good: true,
  why,
  ...over,
});

describe('advice in words', () => {
  it('names the card, the cell and what to take', () => {
    expect(turnWords(advice().turn, view)).toMatch(
      / at the (upper|lower) (left|right) of “.+”, draw from the gold deck$/,
    );
  });
  it('says by how much another turn was better, where one was', () => {
    const compared = { loss: 0.1, points: 3.24, better: [advice()] } as unknown as Compared;
    const judged = { compared } as Reviewed;
    expect(betterWords(judged, view)).toMatch(/^Better: .+ of “.+”, draw from the gold deck: \+3\.2$/);
    expect(betterWords({ compared: { ...compared, loss: 0 } } as Reviewed, view)).toBeNull();
  });
  it('says what a turn is worth, and the one mark that ranks it', () => {
    expect(worthWords(worth)).toBe('4.3 ahead at the end · wins 61%');
    expect(worthWords({ ...worth, margin: -0.04 })).toMatch(/^even/);
    expect(worthWords({ ...worth, margin: -1 })).toMatch(/^1\.0 behind/);
    expect(markWords({ ...worth, merit: 0.724 })).toBe('72 of 100');
  });
  it('gives each reason once, and none for what does nothing', () => {
    const said = whyWords(why);
    expect(said).toHaveLength(8);
    expect(said[0]).toBe('2 points now');
    const golds = said.filter((reason) =>
      /needs 1 more symbol instead of 2$|pays for|can be paid for at once/.test(reason),
    );
    expect(golds).toHaveLength(3);
    expect(whyWords(null)).toEqual([]);
    expect(whyWords({ points: 0, objectives: [], golds: [], opened: 0, closed: 0 })).toEqual([]);
  });
  it('says what was played instead lacks of the best', () => {
    const played: Why = {
      ...why,
      points: 0,
      objectives: [{ objective: 95, points: -1, closer: false }],
      golds: [],
      opened: 1,
    };
    const said = worseWords(played, why);
    expect(said[0]).toBe('2 fewer points now');
    expect(said.filter((reason) => reason.startsWith('does nothing for'))).toHaveLength(2);
    expect(said.filter((reason) => reason.startsWith('does not pay for'))).toHaveLength(2);
    expect(said.filter((reason) => reason.startsWith('1 point less: '))).toHaveLength(1);
    expect(said.at(-1)).toBe('opens 1 cell less');
    expect(worseWords(why, why)).toEqual([]);
    expect(worseWords(null, why)).toEqual([]);
  });
  it('finds a theme where there is one', () => {
    expect(themeWords({ draw: 5, card: 2, cell: 1 })).toBe(
      '5 of the 8 turns worth another look are about the card to take.',
    );
    expect(themeWords({ side: 1 })).toBeNull();
    expect(themeWords({ draw: 2, card: 2, cell: 1 })).toBeNull();
    expect(themeWords({})).toBeNull();
  });
  it('is one sentence after the other for those who listen', () => {
    expect(adviceLine(advice({ behind: 1 }), 1, view)).toMatch(
      /^Hint 2: .+ on −?\d+,−?\d+, .+\. \d+ of 100; 4\.3 ahead .+; 2 points now/,
    );
  });
});

describe('advice on the codex', () => {
  it('is a number on each cell; two turns with the same cell share it', () => {
    const other = { ...place, side: place.side === 'front' ? 'back' : 'front' } as const;
    const marks = advisedOf([
      advice(),
      advice({ turn: [other] }),
      advice({ turn: [{ type: 'draw', source: 'gold-1' }] }),
    ]);
    expect(marks.map(({ cell, names }) => ({ cell, names }))).toEqual([{ cell: place.cell, names: ['1', '2'] }]);
    expect(marks[0]?.shown.side).toBe(place.side);
  });
  it('shows what was played beside what was better', () => {
    const better = { ...place, cell: [9, 9] as const };
    const compared: Compared = {
      worth,
      verdict: 'mistake',
      loss: 0.1,
      points: 2,
      drawn: 0,
      gained: -1,
      cause: 'cell',
      why: null,
      better: [advice({ turn: [{ ...place, cell: [9, 9] }] })],
    };
    const turn: Reviewed = { version: 4, after: 6, turn: 1, seat: 0, played: [place], chance: 0, compared };
    expect(judgedOf(turn).map(({ cell, names }) => [cell, names])).toEqual([
      [better.cell, ['1']],
      [place.cell, ['×']],
    ]);
    const best = { ...turn, compared: { ...compared, loss: 0 } };
    expect(judgedOf(best).map(({ names }) => names)).toEqual([['×']]);
  });
});

describe('a question to the teacher', () => {
  it('is asked until it is answered', async () => {
    const states = ['preparing', 'thinking', 'ready'] as const;
    let asked = 0;
    const asking = new Asking(() => Promise.resolve({ state: states[asked++] ?? 'ready', part: 0.5 }), 1);
    await asking.run();
    expect([asked, asking.ready, asking.failure]).toEqual([3, true, null]);
  });
  it('is not asked any more when nobody wants to know, and tells what went wrong', async () => {
    let asked = 0;
    const asking = new Asking(() => Promise.resolve({ state: 'thinking' as const, part: asked++ }), 1);
    const running = asking.run();
    asking.stop();
    await running;
    expect([asked, asking.answer]).toEqual([1, null]);
    const failing = new Asking(() => Promise.reject(new Error('no')), 1);
    await failing.run();
    expect(failing.failure).toEqual(new Error('no'));
  });
  it('is asked again when the network slips, but not without end', async () => {
    const lost = new ApiError(OFFLINE, 0);
    let asked = 0;
    const slipping = new Asking(() => {
      const last = ++asked === 12;
      return asked % 3 ? Promise.reject(lost) : Promise.resolve({ state: last ? 'ready' : 'thinking', part: 0 });
    }, 1);
    await slipping.run();
    expect([asked, slipping.ready, slipping.failure]).toEqual([12, true, null]);
    const gone = vi.fn(() => Promise.reject(lost));
    const failing = new Asking(gone, 1);
    await failing.run();
    expect(failing.failure).toBe(lost);
    expect(gone).toHaveBeenCalledTimes(6);
  });
  it('is not asked again when the server refuses', async () => {
    const refusing = vi.fn(() => Promise.reject(new ApiError('hint.later', 409)));
    const asking = new Asking(refusing, 1);
    await asking.run();
    expect(asking.failure).toMatchObject({ code: 'hint.later' });
    expect(refusing).toHaveBeenCalledOnce();
  });
});
