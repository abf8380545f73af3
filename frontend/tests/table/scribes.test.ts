import { waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { opponents } from '../../src/game/opponents.svelte';
import type { Opponents, View } from '../../src/net/types';
import type { TableStore } from '../../src/net/table.svelte';
import { guideOf } from '../../src/game/guide';
import { Session } from '../../src/game/session.svelte';
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

async function told(some: Partial<Opponents>): Promise<void> {
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

afterEach(() => vi.unstubAllGlobals());

describe('while an opponent is playing, the table says', () => {
  it('how long it may think, if it does not answer at once', async () => {
    await told({});
    expect(said('level:5')).toBe('Reynard is thinking, for 2 seconds at most');
    expect(said('level:1')).toBe('Odo is playing');
  });

  it('that another plays in its place until it is ready', async () => {
    await told({ ready: false, part: 0.5 });
    expect(said('level:5')).toBe('Reynard is being prepared: Anselm plays instead');
    expect(said('level:2')).toBe('Berta is playing');
  });

  it('nothing of the kind of a guest who has taken such a name, or of other bots', () => {
    expect(said('level:5', 'guest')).toBe('level:5 is playing');
    expect(said('planner')).toBe('Scholar is playing');
  });
});
