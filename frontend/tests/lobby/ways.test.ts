import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import Bots from '../../src/lobby/Bots.svelte';
import Friends from '../../src/lobby/Friends.svelte';
import Solo from '../../src/lobby/Solo.svelte';
import { noWishes, soloWishes } from '../../src/lobby/rules/rules';
import type { NewTable } from '../../src/net/types';

const open = vi.fn<(table: NewTable) => void>();
const LEVELS = ['pupil', 1, 2, 3, 4, 5].map((number) => ({
  bot: `level:${number}`,
  key: '',
  step: 1,
  elo: number === 5 ? 508 : 0,
  error: number === 5 ? 60 : 0,
  seconds: number === 5 ? 2 : 0.1,
  prepares: Number(number) > 3,
}));
const UNREADY = { levels: LEVELS, ready: false, part: null as number | null, available: true };
let answer = UNREADY;
const asked = vi.fn((path: string) => path);
vi.stubGlobal('fetch', (path: string) => {
  asked(path);
  if (path.endsWith('/prepare')) answer = { ...answer, part: 0.25 };
  return Promise.resolve(Response.json(answer));
});

const press = (name: string): Promise<void> => fireEvent.click(screen.getByRole('button', { name })) as never;
const radio = (name: string, group = ''): HTMLElement =>
  group
    ? (screen.getByRole('group', { name: group }).querySelector(`[value="${name}"]`) as HTMLElement)
    : screen.getByRole('radio', { name });

beforeEach(() => {
  localStorage.clear();
  answer = { ...UNREADY, ready: true };
});
afterEach(async () => {
  cleanup();
  asked.mockReset();
  open.mockReset();
  await speak('en');
});

describe('a way to play', () => {
  it('alone asks for one seat and a level', async () => {
    render(Solo, { open, busy: false });
    await fireEvent.click(radio('Hard'));
    await press('Play against Tybor');
    const usual = soloWishes(noWishes('en'));
    expect(open).toHaveBeenCalledExactlyOnceWith({ seats: 1, solo: 'hard', ...usual });
  });

  it('alone has an edition too, but no question that only several players have', async () => {
    render(Solo, { open, busy: false });
    await fireEvent.click(radio('French'));
    expect(screen.getByText('Rules: French edition')).toBeTruthy();
    expect(screen.getByText(/^Besides 20 points, the end comes when no card is left to take/)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'A tie is broken by' })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'is replaced from the other deck (ours)' })).toBeNull();
    await fireEvent.click(radio('when both decks are empty (English and Italian editions)'));
    expect(screen.getByText('Rules: French edition, with changes')).toBeTruthy();
    expect(screen.getByText('Besides 20 points, both empty decks bring on the end.')).toBeTruthy();
    await press('Play against Tybor');
    const agreed = { ...soloWishes(noWishes('fr')), end_by_exhaustion: 'decks' };
    expect(open).toHaveBeenCalledExactlyOnceWith({ seats: 1, solo: 'first', ...agreed });
  });

  it('against bots asks for a seat for each', async () => {
    render(Bots, { open, busy: false });
    await press('One more opponent');
    await fireEvent.click(radio('level:5', 'Opponent 2'));
    await press('Play against 2 bots');
    const usual = noWishes('en');
    expect(open).toHaveBeenCalledExactlyOnceWith({ seats: 3, bots: ['level:pupil', 'level:5'], ...usual });
  });

  it('against bots by the rules of any edition, and with changes', async () => {
    render(Bots, { open, busy: false });
    await fireEvent.click(radio('Italian'));
    await fireEvent.click(radio('points from objectives (English and French editions)'));
    expect(screen.getByText('Rules: Italian edition, with changes')).toBeTruthy();
    await press('Play against 1 bot');
    expect(open.mock.calls[0]?.[0]).toMatchObject({ preset: 'it', tie_break: 'objective_points', refill: null });
  });

  it('against bots has room for three of them', async () => {
    render(Bots, { open, busy: false });
    await press('One more opponent');
    await press('One more opponent');
    expect(screen.queryByRole('button', { name: 'One more opponent' })).toBeNull();
    await press('Remove opponent 3');
    await press('Play against 2 bots');
    expect(open.mock.calls[0]?.[0].seats).toBe(3);
  });

  it('against bots says how long one thinks, and has it prepared as soon as it is chosen', async () => {
    answer = UNREADY;
    render(Bots, { open, busy: false });
    expect(await screen.findByText('Plays at once.')).toBeTruthy();
    expect(asked).not.toHaveBeenCalledWith('/api/v1/opponents/prepare');
    await fireEvent.click(radio('Reynard, champion'));
    expect(await screen.findByText('Elo +508 ± 60; Anselm has 0.')).toBeTruthy();
    expect(await screen.findByText('Thinks for at most 2 seconds about each choice.')).toBeTruthy();
    expect(await screen.findByText(/being prepared on this computer, just once: 25% done/)).toBeTruthy();
    expect(asked).toHaveBeenCalledWith('/api/v1/opponents/prepare');
    await fireEvent.click(radio('Odo, very easy'));
    expect(screen.queryByText(/being prepared/)).toBeNull();
  });

  it('against bots offers none that cannot play here, even if it was chosen before', async () => {
    localStorage.setItem('codex.opponents', JSON.stringify(['level:5']));
    answer = { ...UNREADY, available: false };
    render(Bots, { open, busy: false });
    expect(await screen.findAllByText('not on this server')).toHaveLength(2);
    expect(radio('Reynard, champion').matches(':disabled')).toBe(true);
    expect(await screen.findByRole('radio', { name: /^Anselm/, checked: true })).toBeTruthy();
  });

  it('with friends asks for what was agreed, and leaves the rest to the edition', async () => {
    render(Friends, { open, busy: false });
    await fireEvent.click(radio('3 seats'));
    await fireEvent.click(radio('level:1', 'Seat 3'));
    await fireEvent.click(radio('Italian'));
    await fireEvent.click(radio('is replaced from the other deck (ours)'));
    await press('Open the table');
    expect(open).toHaveBeenCalledExactlyOnceWith({
      seats: 3,
      bots: ['level:1'],
      listed: false,
      hints: null,
      clock: null,
      ...noWishes('it'),
      refill: 'other_deck',
    });
  });

  it('is not waited for once its reader has left', () => {
    const { unmount } = render(Solo, { open, busy: false });
    expect(document.documentElement).toHaveProperty('dataset.drawing');
    unmount();
    expect(document.documentElement).not.toHaveProperty('dataset.drawing');
  });

  it('speaks another language on the spot', async () => {
    render(Solo, { open, busy: false });
    await speak('fr');
    expect(await screen.findByRole('button', { name: 'Jouer contre Tybor' })).toBeTruthy();
  });
});
