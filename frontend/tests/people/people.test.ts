import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentRefusal, dismiss } from '../../src/base/announce.svelte';
import { speak } from '../../src/i18n/index.svelte';
import { signedIn, signedOut } from '../../src/net/account.svelte';
import type { MyGames } from '../../src/net/types';
import GamesPage from '../../src/people/GamesPage.svelte';
import Next from '../../src/people/Next.svelte';
import RatingCurve from '../../src/people/RatingCurve.svelte';
import { fetchWords } from 'virtual:words/people';
import { TABLE } from '../net/socket';

const answer = (said: unknown): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(said))));
};

beforeEach(async () => {
  signedIn({ token: 'token', name: 'Ann' });
  await speak('en');
  await fetchWords();
});
afterEach(async () => {
  cleanup();
  dismiss();
  signedOut();
  vi.unstubAllGlobals();
  await speak('en');
});

describe('my games', () => {
  const games: MyGames = {
    running: [{ table: TABLE, viewer: 0, awaited: [0] }],
    finished: [{ table: TABLE, viewer: 0, rank: 2, points: 21, won: false, ended: 0, change: -12.3 }],
    more: true,
    sums: [{ seats: 2, played: 3, won: 1, mean: 20.5, best: 30 }],
  };

  it('tell whose turn it is, how each came out, and what it comes to', async () => {
    answer(games);
    render(GamesPage);
    expect((await screen.findByRole('link', { name: /your turn/ })).getAttribute('href')).toBe('/t/abc');
    const finished = screen.getByRole('link', { name: /^Look back:/ });
    expect(finished.getAttribute('href')).toBe('/t/abc/replay');
    expect(finished.textContent).toMatch(/place 2 of 2.*21 points.*rated −12/s);
    expect(screen.getByRole('row', { name: '2 3 1 20.5 30' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Older games' })).toBeTruthy();
  });

  it('are continued once, however often the older ones are asked for', async () => {
    answer(games);
    render(GamesPage);
    const older = await screen.findByRole('button', { name: 'Older games' });
    const before = games.finished.map((game) => ({ ...game, table: { ...TABLE, id: 'older' } }));
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return Promise.resolve(Response.json({ ...games, finished: before }));
    });
    older.click();
    older.click();
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Look back:/ })).toHaveLength(2));
    expect(asked).toEqual(['/api/v1/guests/me/games?before=abc']);
  });

  it('stay where they are when older ones cannot be had', async () => {
    answer(games);
    render(GamesPage);
    const older = await screen.findByRole('button', { name: 'Older games' });
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'x' }, { status: 500 })));
    older.click();
    await waitFor(() => expect(currentRefusal()).toBe('That did not work (x).'));
    expect(screen.getByRole('link', { name: /^Look back:/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Older games' })).toBeTruthy();
  });

  it('begin with none', async () => {
    answer({ running: [], finished: [], more: false, sums: [] });
    render(GamesPage);
    expect(await screen.findByText('You have no game under way.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the next game', () => {
  it('is the one that has waited longest, but not the one looked at', async () => {
    answer({ tables: ['abc', 'older', 'newer'] });
    render(Next, { table: 'abc' });
    const link = await screen.findByRole('link', { name: 'The next game waiting for me' });
    expect(link.getAttribute('href')).toBe('/t/older');
  });
});

describe('a curve of ratings', () => {
  it('says in words what it draws', () => {
    const history = [1500, 1620, 1580].map((rating, at) => ({ at, seats: 2, rating, deviation: 90 }));
    render(RatingCurve, { history });
    expect(screen.getByRole('img', { name: /^3 games/ }).getAttribute('aria-label')).toBe(
      '3 games, from 1500 to 1580; at best 1620.',
    );
  });
});
