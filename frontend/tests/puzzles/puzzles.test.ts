import { waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Attempt, withoutCounts } from '../../src/puzzles/attempt.svelte';
import { marks, streakOf } from '../../src/puzzles/marks.svelte';
import { questionWords, whyWords, wrongWords } from '../../src/puzzles/words';
import type { Answered, Explained, PuzzleInfo } from '../../src/puzzles/types';
import { planWords } from '../../src/game/words';
import { moment } from '../table/moment';

const { view } = moment('place');
const [preview] = view.previews;
if (!preview) throw new Error('the moment has a placement');
const place = { type: 'place', card: preview.card, side: preview.side, cell: preview.cell } as const;
const info = (over: Partial<PuzzleInfo> = {}): PuzzleInfo => ({
  id: 'abc',
  number: 7,
  kind: 'points',
  objective: null,
  level: 2,
  seats: 2,
  turns: 1,
  retired: false,
  codex: [[0, 0, null]],
  ...over,
});
const outcome = (points: number, fulfilled = true) => ({ fulfilled, points });
const answered = (over: Partial<Answered> = {}): Answered => ({
  right: false,
  outcome: outcome(3),
  best: outcome(5),
  rival: null,
  ...over,
});
const explained: Explained = {
  answer: [place],
  seat: 0,
  placed: [],
  gains: [{ objective: 95, copies: 1, points: 2 }],
  outcome: outcome(5),
  second: outcome(3),
  rival: null,
};
const people = { viewer: 0, nameOf: () => 'Ada', exhaustion: 'decks' } as const;

describe('the days', () => {
  it('count as long as none is missing, and today may still come', () => {
    expect(streakOf([], '2026-03-02')).toBe(0);
    expect(streakOf(['2026-02-28', '2026-03-01'], '2026-03-02')).toBe(2);
    expect(streakOf(['2026-02-28', '2026-03-01', '2026-03-02'], '2026-03-02')).toBe(3);
    expect(streakOf(['2026-02-27', '2026-03-01'], '2026-03-01')).toBe(1);
    expect(streakOf(['2026-02-27'], '2026-03-01')).toBe(0);
  });

  it('are kept with what is solved, but not what was only seen', () => {
    marks.see('seen');
    marks.solve('seen', '2026-03-01');
    marks.solve('own', '2026-03-02');
    marks.see('own');
    expect([marks.of('seen'), marks.of('own'), marks.of('other')]).toEqual(['seen', 'solved', null]);
    expect([marks.solvedOn('2026-03-01'), marks.solvedOn('2026-03-02')]).toEqual([false, true]);
    expect(marks.streak('2026-03-03')).toBe(1);
    expect(JSON.parse(localStorage.getItem('codex.puzzles') ?? '')).toEqual({
      marks: { seen: 'seen', own: 'solved' },
      days: ['2026-03-02'],
    });
  });
});

describe('the words', () => {
  it('ask what is asked for', () => {
    expect(questionWords(info(), view)).toContain('scores most');
    expect(questionWords(info({ kind: 'objective', objective: 95 }), view)).toContain('Fulfil this objective');
    expect(questionWords(info({ kind: 'turns', turns: 2 }), view)).toContain('your next one');
    expect(questionWords(info({ kind: 'win' }), view)).toContain('opponent holds');
    expect(questionWords(info({ kind: 'win', turns: 2 }), moment('solo').view)).toContain('Tybor');
  });

  it('say what a wrong answer brings', () => {
    expect(wrongWords('points', answered())).toBe('That scores 3 points; there is a turn for 5 points.');
    expect(wrongWords('objective', answered({ outcome: outcome(0, false) }))).toBe(
      'That does not fulfil the objective.',
    );
    expect(wrongWords('win', answered({ rival: 9 }))).toContain('your opponent may reach 9 points');
    const loses = answered({ outcome: outcome(8, false), rival: 9 });
    expect(wrongWords('win', loses)).toContain('you end with 8 points');
  });

  it('say why the right one is right', () => {
    const sentences = whyWords('turns', explained, people);
    expect(sentences).toHaveLength(2);
    expect(sentences.at(-1)).toBe('That guarantees 5 points in two turns; the next best turn of 3 points.');
    expect(whyWords('objective', { ...explained, second: null }, people).at(-1)).toBe('Nothing else does.');
    expect(whyWords('win', { ...explained, second: null, rival: 4 }, people).at(-1)).toContain('at most 4 points');
  });

  it('say nothing of points where the reader is to count', () => {
    const scoring = { ...preview, points: { points: 4, each: 2, times: 2, per: 'corner' as const } };
    const [hidden] = withoutCounts({ ...view, previews: [scoring] }).previews;
    expect(planWords(scoring)).toContain('4 points');
    expect(hidden && planWords(hidden)).not.toContain('point');
  });
});

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('an attempt', () => {
  const answers = new Map<string, unknown>();
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('fetch', (path: string) => {
      const answer = answers.get(path.split('/').at(-1) ?? '');
      return Promise.resolve(answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer));
    });
  });

  it('is judged by the server, which is asked for the placement alone if that is the question', async () => {
    const attempt = new Attempt({ info: info({ id: 'mine' }), view }, 'Ada', '2026-03-05');
    await waitFor(() => expect(attempt.store.view).not.toBeNull());
    attempt.session.lift(place.card, place.side, place.cell);
    expect(attempt.session.asked).toBe('confirm');
    answers.set('answer', answered());
    await attempt.session.confirm();
    await waitFor(() => expect(attempt.answered?.right).toBe(false));
    expect([attempt.over, marks.of('mine')]).toEqual([false, null]);
    answers.set('hint', { card: place.card });
    await attempt.askHint();
    expect([attempt.hint?.card, attempt.answered]).toEqual([place.card, null]);
    answers.set('answer', answered({ right: true, outcome: outcome(5) }));
    answers.set('solution', explained);
    await attempt.session.confirm();
    await waitFor(() => expect(attempt.explained).not.toBeNull());
    expect([attempt.solved, marks.of('mine'), marks.solvedOn('2026-03-05')]).toEqual([true, 'solved', true]);
    attempt.close();
  });

  it('shows the verdict on the last answer, whichever comes last', async () => {
    const verdicts: ((said: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise((resolve) => verdicts.push(resolve)));
    const attempt = new Attempt({ info: info({ id: 'twice' }), view }, 'Ada', null);
    await waitFor(() => expect(attempt.store.view).not.toBeNull());
    for (let given = 1; given <= 3; given++) {
      attempt.session.lift(place.card, place.side, place.cell);
      await attempt.session.confirm();
      await waitFor(() => expect(verdicts).toHaveLength(given));
    }
    verdicts[0]?.(Response.json({ code: 'x' }, { status: 500 }));
    await settled();
    expect([attempt.judging, attempt.failure]).toEqual([true, null]);
    verdicts[2]?.(Response.json(answered({ outcome: outcome(2) })));
    await waitFor(() => expect(attempt.judging).toBe(false));
    verdicts[1]?.(Response.json(answered({ right: true })));
    await settled();
    expect([attempt.answered?.outcome.points, marks.of('twice')]).toEqual([2, null]);
    attempt.close();
  });

  it('does not count when the answer was shown', async () => {
    const attempt = new Attempt({ info: info({ id: 'theirs' }), view }, 'Ada', null);
    answers.set('solution', explained);
    await attempt.show();
    expect([attempt.over, attempt.solved, marks.of('theirs')]).toEqual([true, false, 'seen']);
    attempt.close();
  });
});
