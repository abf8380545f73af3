import { describe, expect, it } from 'vitest';
import { keyOf } from '../../src/codex/geometry';
import { targetsOf } from '../../src/game/codex';
import {
  endsWithPlacement,
  ownSeat,
  previewOf,
  previewsOf,
  sourcesOf,
  surviving,
  turnOf,
  unpaid,
  type Plan,
} from '../../src/game/plan';
import { moment } from '../table/moment';

const { view } = moment('place');
const [first] = view.previews;
if (!first) throw new Error('the fixture has no placement');
const plan: Plan & { cell: readonly [number, number] } = { card: first.card, side: first.side, cell: first.cell };

describe('a plan', () => {
  it('shows what the server said this placement does, and nothing else', () => {
    expect(previewOf(view, plan)).toBe(first);
    expect(previewOf(view, { ...plan, cell: [99, 99] })).toBeNull();
    expect(previewOf(view, { ...plan, cell: null })).toBeNull();
  });

  it('lights exactly the cells where the chosen side may lie', () => {
    const seat = ownSeat(view);
    if (!seat) throw new Error('somebody watches');
    const lit = targetsOf(view, seat, plan).filter(({ points }) => points !== null);
    expect(lit.map(({ cell }) => keyOf(cell)).sort()).toEqual(
      [...previewsOf(view, plan.card, plan.side).keys()].sort(),
    );
    const front = view.unpaid[0];
    if (!front) throw new Error('everything can be paid');
    expect(unpaid(view, front.card, 'front')).toEqual(front.refusal);
    expect(
      targetsOf(view, seat, { card: front.card, side: 'front', cell: null }).every(({ points }) => points === null),
    ).toBe(true);
  });

  it('is sent as one turn, with the draw where there is one', () => {
    expect(turnOf(plan, 'gold-deck')).toEqual([
      { type: 'place', card: plan.card, side: plan.side, cell: plan.cell },
      { type: 'draw', source: 'gold-deck' },
    ]);
    expect(turnOf(plan, null)).toHaveLength(1);
  });

  it('survives a new View as far as it still makes sense', () => {
    expect(surviving(plan, view)).toBe(plan);
    expect(surviving({ ...plan, cell: [99, 99] }, view)).toEqual({ ...plan, cell: null });
    expect(surviving({ ...plan, card: 1 }, view)).toBeNull();
    expect(surviving(plan, moment('draw').view)).toBeNull();
  });
});

describe('drawing', () => {
  it('is from whatever lies there while the turn is planned', () => {
    expect(sourcesOf(view)).toHaveLength(6);
    const bare = { ...view, market: { resource: [null, 3], gold: [null, null] } as const };
    expect(sourcesOf(bare)).toEqual(['resource-deck', 'resource-2', 'gold-deck']);
  });

  it('is from what the server offers once the card is laid', () => {
    const { view: drawing } = moment('draw');
    const offered = drawing.legal.flatMap((action) => (action.type === 'draw' ? [action.source] : []));
    expect(sourcesOf(drawing)).toEqual(offered);
    expect(sourcesOf(moment('waiting').view)).toEqual([]);
  });

  it('is left out on the very last turn, and when nothing is left', () => {
    expect(endsWithPlacement(view)).toBe(false);
    expect(endsWithPlacement(moment('last').view)).toBe(true);
    const empty = { count: 0, top: null };
    const nothing = {
      ...view,
      market: { resource: [null, null], gold: [null, null] } as const,
      decks: { resource: empty, gold: empty, objective: 0 },
    };
    expect(endsWithPlacement(nothing)).toBe(true);
  });

  it('belongs to the last turn against Tybor, but not in a game of the first version', () => {
    const { view: solo } = moment('solo');
    const last = { ...solo, seats: solo.seats.map((seat) => ({ ...seat, turns_left: 1 })) };
    expect(endsWithPlacement(last)).toBe(false);
    expect(endsWithPlacement({ ...last, rules: 1 })).toBe(true);
  });
});
