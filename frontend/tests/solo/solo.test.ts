import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentRefusal, dismiss } from '../../src/base/announce.svelte';
import { speak } from '../../src/i18n/index.svelte';
import type { GameOptions, SoloGame, SoloHistory, SoloLevel } from '../../src/net/types';
import History from '../../src/solo/History.svelte';
import Standing from '../../src/solo/Standing.svelte';
import { Remembered } from '../../src/solo/history.svelte';
import { harderThan } from '../../src/solo/levels';
import { outcomeOf } from '../../src/solo/outcome';

const game = (table: string, points: number, tybor: number, best = false): SoloGame => ({
  table,
  level: 'easy',
  points,
  tybor,
  won: points > tybor,
  best,
  ended: 1_790_000_000,
});
const tally = (level: SoloLevel, played = 0, won = 0, best: number | null = null, streak = 0, longest = 0) => ({
  level,
  ...{ played, won, best, streak, longest },
});
const NOTHING: SoloHistory = { levels: [tally('easy'), tally('normal'), tally('hard')], games: [], more: false };
const PAST: SoloHistory = {
  levels: [tally('easy', 6, 4, 15, 2, 3), tally('normal'), tally('hard')],
  games: [game('third', 35, 20, true), game('second', 20, 20), game('first', 18, 20)],
  more: true,
};
const OLDER: SoloHistory = { ...PAST, games: [game('zeroth', 21, 20)], more: false };

const options: GameOptions = {
  ...{ seats: 1, preset: 'en', solo: 'easy' },
  ...{ end_by_exhaustion: 'decks', tie_break: 'objective_points', refill: 'same_deck' },
};
let answers: Readonly<Record<string, SoloHistory>>;
const asked = vi.fn((path: string, token: string | null) => [path, token]);

beforeEach(() => {
  localStorage.setItem('codex.guest', JSON.stringify({ token: 'g.me', name: 'Ada' }));
  answers = { '': PAST, '?before=first': OLDER };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked(path, new Headers(init.headers).get('authorization'));
    const known = answers[path.replace('/api/v1/guests/me/solo', '')];
    return Promise.resolve(known ? Response.json(known) : Response.json({ code: 'x' }, { status: 500 }));
  });
});
afterEach(async () => {
  cleanup();
  dismiss();
  localStorage.clear();
  asked.mockReset();
  await speak('en');
});

describe('the history of solo games', () => {
  it('tells each level in a line', async () => {
    render(History, { level: 'easy' });
    const cells = within(await screen.findByRole('row', { name: /^Easy/ })).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      '4 of 6 67%',
      '15',
      '2 (record 3)',
    ]);
    expect(within(screen.getByRole('row', { name: /^Hard/ })).getByText('none yet')).toBeTruthy();
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/v1/guests/me/solo', 'Bearer g.me');
  });

  it('leads to the replay of each game, and to older ones', async () => {
    render(History, { level: 'easy' });
    await fireEvent.click(await screen.findByText('Finished games'));
    const links = (): string[] => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(links()).toEqual(['/t/third/replay', '/t/second/replay', '/t/first/replay']);
    const [newest] = screen.getAllByRole('link');
    expect(newest?.textContent.replace(/\s+/g, ' ')).toMatch(
      /^Replay: .*Easy Won by 15 points your best until then 35 to 20/,
    );
    await fireEvent.click(screen.getByRole('button', { name: 'Older games' }));
    await waitFor(() => expect(links()).toHaveLength(4));
    expect(screen.queryByRole('button', { name: 'Older games' })).toBeNull();
  });

  it('fetches the older games once, however often they are asked for', async () => {
    const past = new Remembered();
    await past.look();
    await Promise.all([past.older(), past.older()]);
    expect(past.games.map(({ table }) => table)).toEqual(['third', 'second', 'first', 'zeroth']);
  });

  it('says when older games cannot be had, and lets one try again', async () => {
    answers = { '': PAST };
    const past = new Remembered();
    await past.look();
    await past.older();
    expect(currentRefusal()).toBe('That did not work (x).');
    expect([past.games, past.more, past.busy]).toEqual([PAST.games, true, false]);
  });

  it.each([
    ['en', 'Your finished games will be counted here.'],
    ['fr', 'Vos parties terminées seront comptées ici.'],
    ['it', 'Qui si conteranno le tue partite finite.'],
  ] as const)('says in %s when there is nothing yet', async (locale, words) => {
    answers = { '': NOTHING };
    await speak(locale);
    render(History, { level: 'hard' });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('asks nobody for the games of somebody who never played', async () => {
    localStorage.clear();
    render(History, { level: 'hard' });
    expect(await screen.findByText('Your finished games will be counted here.')).toBeTruthy();
    expect(asked).not.toHaveBeenCalled();
  });

  it('tells a game with as many points as Tybor as lost', () => {
    expect(outcomeOf(game('a', 20, 20))).toBe('As many points as Tybor: lost');
    expect(outcomeOf(game('a', 21, 20))).toBe('Won by 1 point');
    expect(outcomeOf(game('a', 18, 20))).toBe('Lost by 2 points');
  });
});

describe('the end of a solo game', () => {
  it('says how it stands, and that it was the best', async () => {
    render(Standing, { table: 'third', options });
    const said = (await screen.findByRole('status')).textContent.replace(/\s+/g, ' ');
    expect(said).toContain('Your best margin yet at this level!');
    expect(said).toContain('Easy: 4 of 6 won (67%) · 2 wins in a row');
  });

  it('praises the first win at a level', async () => {
    answers = { '': { ...PAST, levels: [tally('easy', 3, 1, 1, 1, 1)], games: [game('only', 21, 20)] } };
    render(Standing, { table: 'only', options });
    expect((await screen.findByRole('status')).textContent).toContain('Your first win at this level!');
  });

  it('offers the next harder level that was never won, after a win alone', async () => {
    render(Standing, { table: 'third', options });
    expect((await screen.findByRole('button')).textContent).toBe('Again, a little harder? Normal');
    cleanup();
    render(Standing, { table: 'second', options });
    await screen.findByRole('status');
    expect(screen.queryByRole('button')).toBeNull();
    const beaten = [tally('normal', 1, 1), tally('first', 1, 1), tally('hard', 1), tally('gentle', 1, 1)];
    expect(harderThan('first', beaten)).toBe('easy');
    expect(harderThan('easy', beaten)).toBe('hard');
    expect(harderThan('hard', beaten)).toBeNull();
  });

  it('says nothing of a game that is none of ours', async () => {
    render(Standing, { table: 'elsewhere', options });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await new Promise((done) => setTimeout(done));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
