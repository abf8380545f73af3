import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../src/codex/geometry';
import { LOCALES, speak } from '../../src/i18n/index.svelte';
import { SYMBOLS } from '../../src/cards/catalogue';
import { codexOf } from '../../src/game/codex';
import { PARTS, candidatesOf, does, symbolChanges } from '../../src/game/compare';
import { aheadOf, guideOf } from '../../src/game/guide';
import { lossOf, mayPlan, ownSeat, previewOf, samePlan, surviving, type Placement } from '../../src/game/plan';
import type { Session } from '../../src/game/session.svelte';
import type { Preview, View } from '../../src/net/types';
import { effectWords, lossWords } from '../../src/game/words';
import { sessionAt } from '../text/session';

beforeEach(() => speak('en'));

const BROKEN = /[{}]|undefined|NaN|compare\.|plan\./;

/** Different placements that the server previews. */
function placements(session: Session, count: number): Placement[] {
  const previews = session.view?.previews ?? [];
  const step = Math.floor(previews.length / count);
  return Array.from({ length: count }, (_, i) => previews[i * step]).flatMap((preview) =>
    preview ? [{ card: preview.card, side: preview.side, cell: preview.cell }] : [],
  );
}

function plan(session: Session, { card, side, cell }: Placement): void {
  session.plan = null;
  if (session.sideOf(card) !== side) session.flip(card);
  session.lift(card, side, cell);
}

/** A session at a moment, with some plans kept. */
function keeping(name: string, count: number): Session {
  const session = sessionAt(name);
  for (const one of placements(session, count)) {
    plan(session, one);
    session.keep();
  }
  return session;
}

const set = (session: Session, view: View): void => {
  session.store.view = view;
  session.refresh();
};

describe('plans that are kept', () => {
  it('have letters in the order in which they were kept, and the card is back in the fingers', () => {
    const session = keeping('place', 2);
    expect(session.kept.list.map(({ letter }) => letter)).toEqual(['A', 'B']);
    expect(session.plan?.cell).toBeNull();
    expect(session.placement).toBeNull();
    expect(session.keep()).toBeNull();
  });

  it('are three at the most, and a letter that is dropped is given again', () => {
    const session = keeping('place', 4);
    expect(session.kept.list).toHaveLength(3);
    expect(session.placement).not.toBeNull();
    session.kept.drop('B');
    expect(session.keep()).toEqual({ letter: 'B', kept: true });
    expect(session.kept.list.map(({ letter }) => letter)).toEqual(['A', 'B', 'C']);
  });

  it('can be picked, turned as they were kept, and let go', () => {
    const session = keeping('place', 3);
    for (const one of session.kept.list) {
      session.pick(one.letter);
      expect(session.plan).toEqual({ card: one.card, side: one.side, cell: one.cell });
      expect(session.sideOf(one.card)).toBe(one.side);
      expect(session.asked).toBe('source');
    }
    expect(session.keep()).toEqual({ letter: 'C', kept: false });
    expect(session.placement).not.toBeNull();
    expect(session.kept.list).toHaveLength(2);
  });

  it('are written down with the plan, and planned again by their letters as far as they still make sense', () => {
    const before = keeping('place', 3);
    before.kept.drop('B');
    const [gone, last] = before.kept.list;
    if (last) before.pick(last.letter);
    const after = sessionAt('place');
    after.resume(before.noted);
    expect([after.noted, after.placement]).toEqual([before.noted, before.placement]);
    expect(last && after.sideOf(last.card)).toBe(last?.side);
    const later = sessionAt('place');
    const { view } = later;
    if (view) set(later, { ...view, previews: view.previews.filter((each) => gone && !samePlan(each, gone)) });
    later.resume(before.noted);
    expect(later.kept.list.map(({ letter }) => letter)).toEqual(['C']);
  });

  it('follow one another round and round', () => {
    const { kept } = keeping('place', 3);
    expect([null, 'A', 'B', 'C'].map((letter) => kept.after(letter as 'A' | null)?.letter)).toEqual([
      'A',
      'B',
      'C',
      'A',
    ]);
  });

  it('are forgotten when the turn is played, without a word about it', async () => {
    const session = keeping('place', 2);
    session.pick('A');
    const { view, store } = session;
    if (!view) throw new Error('no view');
    store.act = () => Promise.resolve({ type: 'done', id: '1', version: store.version + 1 });
    const sent = session.draw('gold-deck');
    expect(session.asked).toBe('wait');
    await sent;
    expect(session.kept.list).toEqual([]);
    store.version += 1;
    set(session, {
      ...view,
      awaited: [1],
      turn: 1,
      previews: [],
      seats: view.seats.map((seat) => ({ ...seat, hand: [] })),
    });
    expect(session.plan).toBeNull();
    expect(session.lost).toBeNull();
  });
});

describe('a comparison', () => {
  it('shows each placement kept with what the server says of it, and the plan last', () => {
    const session = keeping('place', 2);
    const [third] = placements(session, 4).slice(3);
    if (!third || !session.view) throw new Error('no placement');
    plan(session, third);
    const all = candidatesOf(session);
    expect(all.map(({ letter }) => letter)).toEqual(['A', 'B', null]);
    expect(all.map(({ planned }) => planned)).toEqual([false, false, true]);
    for (const { placement, preview } of all) expect(preview).toBe(previewOf(session.view, placement));
    session.pick('B');
    expect(candidatesOf(session).map(({ letter, planned }) => [letter, planned])).toEqual([
      ['A', false],
      ['B', true],
    ]);
  });

  it('adds up to the symbols the server counts', () => {
    const { view } = sessionAt('place');
    const before = view && ownSeat(view)?.symbols;
    for (const preview of view?.previews ?? []) {
      const after = SYMBOLS.map((symbol, i) =>
        symbolChanges(preview).reduce(
          (sum, change) => sum + (change.symbol === symbol ? change.count : 0),
          before?.[i] ?? 0,
        ),
      );
      expect(after).toEqual([...preview.symbols]);
    }
  });

  it('is drawn on the codex with its letters, side by side where two share a cell', () => {
    const session = keeping('place', 3);
    const { view, me } = session;
    const [first] = session.kept.list;
    if (!view || !me || !first) throw new Error('nothing is kept');
    const twice = [first, { ...first, letter: 'C' as const }];
    const wishes = { onWish: () => undefined, onAsk: () => undefined };
    const config = codexOf(view, me, 'Ada', null, null, wishes, twice);
    expect(config.kept?.map(({ letter, place }) => [letter, place])).toEqual([
      ['A', 0],
      ['C', 1],
    ]);
    const target = config.targets.find(({ cell }) => keyOf(cell) === keyOf(first.cell));
    expect(target?.name).toMatch(/; kept here: A and C$/);
    expect(codexOf({ ...view, previews: [] }, me, 'Ada', null, null, wishes, twice).kept).toEqual([]);
  });

  it.each(LOCALES)('has words for every part in %s', async (locale) => {
    await speak(locale);
    for (const name of ['place', 'solo', 'waiting', 'last']) {
      for (const preview of sessionAt(name).view?.previews ?? []) {
        for (const part of PARTS) {
          const words = effectWords(preview, part);
          expect(words.length > 0).toBe(does(part, preview));
          expect(words.join()).not.toMatch(BROKEN);
        }
      }
    }
    for (const { name } of candidatesOf(keeping('place', 3))) expect(name).not.toMatch(BROKEN);
  });

  it('says what a placement does for the objectives', () => {
    const { view } = sessionAt('place');
    const [preview] = view?.previews ?? [];
    if (!preview) throw new Error('nothing can be laid');
    const linesOf = (points: number): string[] => {
      const changed: Preview = { ...preview, objectives: [{ objective: 87, copies: Math.sign(points), points }] };
      return effectWords(changed, 'objectives');
    };
    expect(linesOf(2)[0]).toMatch(/: 2 points more at the end$/);
    expect(linesOf(-3)[0]).toMatch(/: 3 fewer points at the end$/);
  });
});

describe('while others play', () => {
  it('everything can be planned, kept and compared, and nothing is sent', async () => {
    const session = keeping('waiting', 2);
    const { view, store } = session;
    if (!view) throw new Error('no view');
    const acted: unknown[] = [];
    store.act = (actions) => (acted.push(actions), Promise.resolve({ type: 'done', id: '1', version: 99 }));
    expect([session.asked, session.ahead]).toEqual(['wait', true]);
    session.pick('B');
    expect(session.preview).toBe(previewOf(view, session.kept.findNamed('B') as Placement));
    expect(await session.draw('gold-deck')).toBe(false);
    expect(await session.confirm()).toBe(false);
    expect(acted).toEqual([]);
    expect(session.plan?.cell).toEqual(session.kept.findNamed('B')?.cell);
  });

  it('says what can be thought about, step by step', () => {
    const session = sessionAt('waiting');
    const [one] = placements(session, 1);
    if (!one) throw new Error('nothing to plan');
    expect(aheadOf(session)).toMatch(/^You can plan ahead/);
    session.lift(one.card, one.side);
    expect(aheadOf(session)).toMatch(/^Planning ahead: choose a cell/);
    session.lay(one.cell);
    expect(aheadOf(session)).toBe('Your plan waits for your turn');
    expect(aheadOf(sessionAt('place'))).toBeNull();
    expect(aheadOf(sessionAt('watching'))).toBeNull();
    expect(mayPlan(sessionAt('over').view as View)).toBe(false);
  });

  it('the plan stands when the turn comes, and one more action sends it', () => {
    const session = sessionAt('waiting');
    const [one] = placements(session, 1);
    const { view } = session;
    if (!one || !view || view.viewer === null) throw new Error('nothing to plan');
    session.refresh();
    plan(session, one);
    set(session, { ...view, turn: view.viewer, awaited: [view.viewer] });
    expect(session.asked).toBe('source');
    expect(session.stands).toBe(true);
    expect(guideOf(session.view as View, session)).toMatch(/your plan stands/);
    session.back();
    expect(session.stands).toBe(false);
  });

  it('a plan that has become impossible says why', () => {
    const cases: [RegExp, (view: View, one: Placement) => View][] = [
      [/has left your hand$/, (view) => change(view, { hand: [] })],
      [/nothing can lie on .* any more$/, (view, { cell }) => without(view, cell)],
      [/already been laid this turn$/, (view) => ({ ...view, previews: [] })],
      [/no turn left$/, (view) => change({ ...view, previews: [] }, { turns_left: 0 })],
      [
        /has no corner towards/,
        (view, { cell }) => ({
          ...without(view, cell),
          blocked: [{ cell, refusal: { reason: 'illegal.hidden_corner', facts: { cell, of: [0, 0] } } }],
        }),
      ],
    ];
    for (const [said, changed] of cases) {
      const session = sessionAt('waiting');
      const [one] = placements(session, 1);
      if (!one || !session.view) throw new Error('nothing to plan');
      plan(session, one);
      session.keep();
      session.pick('A');
      set(session, changed(session.view, one));
      expect(session.lost && lossWords(session.lost)).toMatch(said);
      expect(session.placement).toBeNull();
      expect(session.kept.list).toEqual([]);
      session.back();
      expect(session.lost).toBeNull();
    }
  });

  it('a card merely taken up is put back without a word', () => {
    const { view } = sessionAt('waiting');
    if (!view) throw new Error('no view');
    const [{ card }] = view.previews as [Preview];
    const lifted = { card, side: 'back', cell: null } as const;
    expect(lossOf(lifted, change(view, { hand: [] }))).toBeNull();
    expect(surviving(lifted, change(view, { hand: [] }))).toBeNull();
    expect(surviving(lifted, view)).toBe(lifted);
  });
});

/** The same moment, the viewer's own place changed. */
function change(view: View, wanted: Partial<View['seats'][number]>): View {
  const previews = wanted.hand ? view.previews.filter(() => false) : view.previews;
  const seats = view.seats.map((seat) => (seat.seat === view.viewer ? { ...seat, ...wanted } : seat));
  return { ...view, seats, previews };
}

const without = (view: View, cell: Placement['cell']): View => ({
  ...view,
  previews: view.previews.filter((preview) => keyOf(preview.cell) !== keyOf(cell)),
});
