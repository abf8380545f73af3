import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { agreeHere } from '../../src/game/rules-beside.svelte';
import Book from '../../src/learn/book/Book.svelte';
import { EDITION_RULES } from '../../src/lobby/editions.gen';
import type { GameOptions } from '../../src/net/types';

const FRENCH: GameOptions = {
  seats: 2,
  preset: 'fr',
  ...EDITION_RULES.fr,
  tie_break: 'objective_cards',
  solo: null,
};
let leave: (() => void) | null = null;

afterEach(() => {
  cleanup();
  leave?.();
  leave = null;
});

const marked = async (): Promise<string[]> => {
  const table = await screen.findByRole('table');
  return [...table.querySelectorAll('td .here')].map((cell) => cell.textContent);
};

describe('the rules beside a game', () => {
  it('mark the edition of the table, and what of it holds there', async () => {
    leave = agreeHere(FRENCH);
    render(Book, { addressed: false });
    expect(await marked()).toEqual([
      'when the face-up cards are gone as well',
      'is not replaced, as a rule (our reading)',
      'each symbol, as a rule (our reading)',
      'once for each',
    ]);
    const here = within(screen.getByRole('complementary', { name: 'The rules at this table' }));
    expect(here.getByText('French edition, with changes')).toBeTruthy();
    expect(here.getByText('the number of objectives fulfilled (Italian edition)')).toBeTruthy();
  });

  it('mark against Tybor only what is a question there', async () => {
    leave = agreeHere({ ...FRENCH, seats: 1, solo: 'easy', tie_break: 'objective_points' });
    render(Book, { addressed: false });
    expect(await marked()).toEqual([
      'when the face-up cards are gone as well',
      'each symbol, as a rule (our reading)',
      'once for each',
    ]);
    expect(screen.getByText('As many points as Tybor')).toBeTruthy();
  });

  it('tell what a book says from what it is read as, and mark which of them holds', async () => {
    leave = agreeHere({ ...FRENCH, sets: 'cards' });
    render(Book, { addressed: false });
    expect(await marked()).toContain('each card');
    const row = screen.getByRole('row', { name: /What is counted once/ });
    const [english] = within(row).getAllByRole('cell');
    const lines = [...(english?.querySelectorAll('p') ?? [])].map((line) => line.textContent);
    expect(lines).toEqual(['each card', 'each symbol, as a rule (our reading)']);
    const here = within(screen.getByRole('complementary', { name: 'The rules at this table' }));
    expect(here.getByText('each card (as all books say)')).toBeTruthy();
  });

  it('count sets as the table does, and by symbols where none is open', async () => {
    leave = agreeHere({ ...FRENCH, sets: 'cards' });
    render(Book, { addressed: false });
    expect(await screen.findByText(/^Each resource or gold card serves one set only/)).toBeTruthy();
    expect(screen.queryByText(/^Each symbol serves one set only/)).toBeNull();
    cleanup();
    render(Book, { addressed: true });
    expect(await screen.findByText(/^Each symbol serves one set only/)).toBeTruthy();
  });

  it('mark nothing on their own page, nor when the table is left', async () => {
    leave = agreeHere(FRENCH);
    render(Book, { addressed: true });
    expect(await marked()).toEqual([]);
    cleanup();
    leave();
    render(Book, { addressed: false });
    expect(await marked()).toEqual([]);
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
