import { cleanup, render, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { opponents } from '../../src/game/opponents.svelte';
import type { Opponents, View } from '../../src/net/types';
import type { TableStore } from '../../src/net/table.svelte';
import { guideOf } from '../../src/game/guide';
import { Session } from '../../src/game/session.svelte';
import PlateHead from '../../src/table/desk/PlateHead.svelte';
import { moment } from './moment';

const { table, viewer, view } = moment('place');
const BOT = 2;

/** What the table says while its bot, of this name, is playing. */
function said(name: string, kind: 'bot' | 'guest' = 'bot'): string {
  const seats = table.seats.map((seat) => (seat.seat === BOT ? { ...seat, name, kind } : seat));
  const now: View = { ...view, turn: BOT, awaited: [BOT], legal: [], previews: [] };
  const session = new Session({ table: { ...table, seats }, view: now, viewer } as unknown as TableStore);
  return guideOf(now, session);
}

/** What is read on the plate of a bot's seat. */
function plateOf(bot: string): string {
  const [seat, info] = [view.seats[BOT], table.seats[BOT]];
  if (!seat || !info) throw new Error('there is no such seat');
  const seated = { ...info, kind: 'bot' as const, name: bot };
  const { container } = render(PlateHead, {
    seat,
    score: 0,
    info: seated,
    name: 'Reynard',
    mine: false,
    head: undefined,
  });
  return container.textContent;
}

async function answerWith(some: Partial<Opponents>): Promise<void> {
  const levels = [1, 2, 3, 4, 5].map((number) => ({
    bot: `level:${number}`,
    key: '',
    seconds: number === 5 ? 1.6 : 0.1,
    prepares: number > 3,
  }));
  const fetched = vi.fn(() => Promise.resolve(Response.json({ levels, ready: true, part: null, ...some })));
  vi.stubGlobal('fetch', fetched);
  const stop = opponents.watch();
  await waitFor(() => expect(opponents.secondsOf('level:5')).toBe(2));
  await waitFor(() => expect(opponents.partOf('level:5')).toBe(some.ready === false ? (some.part ?? null) : 1));
  stop();
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('while an opponent is playing, the table says', () => {
  it('how long it may think, if it does not answer at once', async () => {
    await answerWith({});
    expect(said('level:5')).toBe('Reynard is thinking, for 2 seconds at most');
    expect(said('level:1')).toBe('Odo is playing');
  });

  it('that another plays in its place until it is ready', async () => {
    await answerWith({ ready: false, part: 0.5 });
    expect(said('level:5')).toBe('Anselm plays for Reynard');
    expect(said('level:2')).toBe('Berta is playing');
  });

  it('on its plate who really plays: the opponent, or the one that plays in its place', async () => {
    await answerWith({});
    expect(plateOf('level:5')).toContain('champion');
    cleanup();
    await answerWith({ ready: false });
    expect(plateOf('level:5')).not.toContain('champion');
    expect(plateOf('level:5')).toContain('Anselm plays');
  });

  it('nothing of the kind of a guest who has taken such a name, or of other bots', () => {
    expect(said('level:5', 'guest')).toBe('level:5 is playing');
    expect(said('planner')).toBe('Scholar is playing');
  });
});
