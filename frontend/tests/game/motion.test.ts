import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, EventOf, StepMessage } from '../../src/net/types';
import { faceOf, type SymbolName } from '../../src/cards/catalogue';
import { Flights, lookAt, type Sights } from '../../src/game/flights.svelte';
import { WAY_MS, motionsOf, motionsOfDraw, type Motion } from '../../src/game/motion';
import { moment } from '../table/moment';

const stepsOf = (events: readonly Event[]): StepMessage[] => [{ version: 1, seat: 0, events } as StepMessage];
const events = ['place', 'solo', 'over', 'solo-over'].flatMap((name) =>
  moment(name).log.flatMap((step) => step.events),
);
const first = <T extends Event['type']>(type: T, fits: (event: EventOf<T>) => boolean): EventOf<T> => {
  const found = events.find((event): event is EventOf<T> => event.type === type && fits(event as EventOf<T>));
  if (!found) throw new Error(`no ${type} in the fixtures`);
  return found;
};
const scoring = first('card_placed', ({ points, covered }) => !!points && covered.some(({ symbol }) => symbol));

describe('a placement', () => {
  it('of somebody else flies from the hand to its cell, then points and lost symbols set out', () => {
    const motions = motionsOf(stepsOf([scoring]), null);
    const [card, ...others] = motions;
    expect(card).toMatchObject({
      thing: { kind: 'card', shown: { card: scoring.card, side: scoring.side } },
      from: { at: 'hand', seat: scoring.seat },
      to: { at: 'cell', cell: scoring.cell },
      after: 0,
    });
    const symbols = scoring.covered.flatMap(({ symbol }) => (symbol ? [symbol] : []));
    const symbolsOf = (gone: boolean): SymbolName[] =>
      others.flatMap(({ thing, to }) => (thing.kind === 'symbol' && (to === null) === gone ? [thing.symbol] : []));
    expect(symbolsOf(true)).toEqual(symbols);
    const { centre, corners } = faceOf(scoring.card ?? 0, scoring.side);
    expect(symbolsOf(false)).toEqual([...centre, ...corners].filter((each) => each !== 'empty' && each !== 'hidden'));
    expect(others.find(({ thing }) => thing.kind === 'points')).toMatchObject({
      thing: { points: scoring.points?.points },
      from: { at: 'cell', cell: scoring.cell },
      to: { at: 'token', seat: scoring.seat },
      after: WAY_MS.card,
    });
  });

  it('of the reader lies there already: only what follows from it moves, at once', () => {
    const motions = motionsOf(stepsOf([scoring]), scoring.seat);
    expect(motions.map(({ thing }) => thing.kind)).not.toContain('card');
    expect(motions.some(({ thing, after }) => thing.kind === 'points' && after === 0)).toBe(true);
  });
});

describe('the market', () => {
  it('is refilled from the deck that the event names, back up, into the slot it names', () => {
    const refill = first('market_refilled', ({ card }) => card !== null);
    expect(motionsOf(stepsOf([refill]), 0)).toMatchObject([
      {
        thing: { kind: 'card', shown: { card: null, side: 'back', back: { deck: refill.deck } } },
        from: { at: 'source', source: `${refill.deck}-deck` },
        to: { at: 'source', source: refill.slot },
      },
    ]);
  });

  it('loses a card to whoever takes it; the reader has seen to their own', () => {
    const taking = first('card_taken', () => true);
    expect(motionsOf(stepsOf([taking]), null)).toMatchObject([
      { from: { at: 'source', source: taking.source }, to: { at: 'hand', seat: taking.seat } },
    ]);
    expect(motionsOf(stepsOf([taking]), taking.seat)).toEqual([]);
  });

  it('is left slowly by the card that the reader had wanted', () => {
    const taking = first('card_taken', () => true);
    expect(motionsOf(stepsOf([taking]), null, taking.card)[0]?.slow).toBe(true);
    expect(motionsOf(stepsOf([taking]), null, taking.card + 1)[0]?.slow).toBeUndefined();
  });

  it('never shows the face of a card drawn unseen', () => {
    const drawn = first('card_drawn', () => true);
    const [motion] = motionsOf(stepsOf([{ ...drawn, card: 7 }]), null);
    expect(motion?.thing).toMatchObject({ kind: 'card', shown: { card: null, side: 'back' } });
    const { view } = moment('place');
    expect(motionsOfDraw(view, 'gold-deck')[0]?.thing).toMatchObject({
      shown: { card: null, back: view.decks.gold.top },
    });
    expect(motionsOfDraw(view, 'gold-1')[0]?.thing).toMatchObject({ shown: { card: view.market.gold[0] } });
    expect(motionsOfDraw(moment('watching').view, 'gold-1')).toEqual([]);
  });
});

it("Tybor's cards go to his row, and what he scores to his token", () => {
  const acted = first('tybor_acted', ({ outcome, points }) => outcome === 'scored_gold' && points > 0);
  const slot = `gold-${acted.column === 'left' ? 1 : 2}`;
  expect(motionsOf(stepsOf([acted]), 0)).toMatchObject([
    { thing: { kind: 'card', shown: { card: acted.gold } }, from: { source: slot }, to: { at: 'hand', seat: null } },
    { thing: { kind: 'points', points: acted.points }, from: { source: slot }, to: { at: 'token', seat: null } },
  ]);
  expect(motionsOf(stepsOf([{ ...acted, outcome: 'nothing' }]), 0)).toEqual([]);
});

it('whoever comes back to many steps sees how it stands, not a swarm', () => {
  const { log } = moment('over');
  expect(motionsOf(log, 0)).toEqual([]);
  expect(motionsOf(log.slice(-6), 0).length).toBeGreaterThan(0);
});

describe('on its way', () => {
  const [from, to] = [new DOMRect(0, 0, 100, 60), new DOMRect(200, 300, 50, 30)];

  it('a card ends where it is going, and as large', () => {
    expect(lookAt('card', from, to, 0).transform).toContain('translate(50px, 30px)');
    expect(lookAt('card', from, to, 1).transform).toMatch(/translate\(225px, 315px\).*scale\(0\.5\)/);
  });

  it('a lost symbol fades, points rise and keep their size', () => {
    expect(lookAt('symbol', from, to, 1, true).opacity).toBe(0);
    expect(lookAt('points', from, to, 0.3).transform).toContain('scale(1)');
  });
});

describe('flights', () => {
  const somewhere: Sights = { rect: () => new DOMRect(1, 2, 30, 20), landed: () => null };
  const motion: Motion = {
    thing: { kind: 'points', points: 3 },
    from: { at: 'source', source: 'gold-1' },
    to: { at: 'token', seat: null },
    after: 0,
  };
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'performance'] }));
  afterEach(() => vi.useRealTimers());
  /** What happened is on the screen. */
  const framed = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);

  it('set out, and are gone when they have arrived', async () => {
    const flights = new Flights(() => false, somewhere);
    flights.start([motion]);
    expect(flights.flying).toEqual([]);
    await framed();
    expect(flights.flying).toHaveLength(1);
    flights.flying[0]?.fly(document.createElement('span'));
    vi.advanceTimersByTime(WAY_MS.points + 50);
    expect(flights.flying).toEqual([]);
  });

  it('set out later where they are to, and not at all for who wants nothing to move', async () => {
    const [flights, still] = [new Flights(() => false, somewhere), new Flights(() => true, somewhere)];
    for (const each of [flights, still]) each.start([{ ...motion, after: 100 }]);
    await tick();
    expect(flights.flying).toEqual([]);
    vi.advanceTimersByTime(120);
    await framed();
    expect(flights.flying).toHaveLength(1);
    expect(still.flying).toEqual([]);
  });

  it('stay away when one end is out of sight', async () => {
    const flights = new Flights(() => false, {
      rect: ({ at }) => (at === 'token' ? null : new DOMRect(0, 0, 1, 1)),
      landed: () => null,
    });
    flights.start([motion]);
    await tick();
    expect(flights.flying).toEqual([]);
  });
});
