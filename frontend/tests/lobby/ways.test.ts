import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import Bots from '../../src/lobby/Bots.svelte';
import Friends from '../../src/lobby/Friends.svelte';
import Solo from '../../src/lobby/Solo.svelte';
import type { NewTable } from '../../src/net/types';

const open = vi.fn<(table: NewTable) => void>();
const press = (name: string): Promise<void> => fireEvent.click(screen.getByRole('button', { name })) as never;
const radio = (name: string, group = ''): HTMLElement =>
  group
    ? (screen.getByRole('group', { name: group }).querySelector(`[value="${name}"]`) as HTMLElement)
    : screen.getByRole('radio', { name });

afterEach(async () => {
  cleanup();
  open.mockReset();
  await speak('en');
});

describe('a way to play', () => {
  it('alone asks for one seat and a level', async () => {
    render(Solo, { open, busy: false });
    await fireEvent.click(radio('Hard'));
    await press('Play against Tybor');
    expect(open).toHaveBeenCalledExactlyOnceWith({ seats: 1, solo: 'hard' });
  });

  it('against bots asks for a seat for each', async () => {
    render(Bots, { open, busy: false });
    await press('One more opponent');
    await fireEvent.click(radio('random', 'Opponent 2'));
    await press('Play against 2 bots');
    expect(open).toHaveBeenCalledExactlyOnceWith({ seats: 3, bots: ['planner', 'random'] });
  });

  it('against bots has room for three of them', async () => {
    render(Bots, { open, busy: false });
    await press('One more opponent');
    await press('One more opponent');
    expect(screen.queryByRole('button', { name: 'One more opponent' })).toBeNull();
    await press('Send opponent 3 away');
    await press('Play against 2 bots');
    expect(open.mock.calls[0]?.[0].seats).toBe(3);
  });

  it('with friends asks for what was agreed, and leaves the rest to the edition', async () => {
    render(Friends, { open, busy: false });
    await fireEvent.click(radio('3 seats'));
    await fireEvent.click(radio('greedy', 'Seat 3'));
    await fireEvent.click(radio('Italian'));
    await fireEvent.click(radio('is replaced from the other deck'));
    await press('Lay the table');
    expect(open).toHaveBeenCalledExactlyOnceWith({
      seats: 3,
      bots: ['greedy'],
      listed: false,
      preset: 'it',
      end_by_exhaustion: null,
      tie_break: null,
      refill: 'other_deck',
    });
  });

  it('speaks another language on the spot', async () => {
    render(Solo, { open, busy: false });
    await speak('fr');
    expect(await screen.findByRole('button', { name: 'Jouer contre Tybor' })).toBeTruthy();
  });
});
