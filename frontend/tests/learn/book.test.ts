import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { agreeHere } from '../../src/game/rules-beside.svelte';
import Book from '../../src/learn/book/Book.svelte';
import { PRINTED, SOLO_RULES } from '../../src/lobby/editions.gen';
import { RULES, answerName } from '../../src/lobby/rules/rules';
import type { GameOptions } from '../../src/net/types';

const FRENCH: GameOptions = {
  seats: 2,
  preset: 'fr',
  ...PRINTED.fr,
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
  return [...table.querySelectorAll('td.here')].map((cell) => cell.textContent);
};

describe('the rules beside a game', () => {
  it('mark the edition of the table, and what of it holds there', async () => {
    leave = agreeHere(FRENCH);
    render(Book, { addressed: false });
    const printed = RULES.filter((rule) => rule !== 'tie_break').map((rule) => answerName(rule, PRINTED.fr[rule]));
    expect(printed).toEqual(expect.arrayContaining(['when the face-up cards are gone as well', 'is not replaced']));
    expect(await marked()).toEqual([...printed, 'once for each']);
    const here = within(screen.getByRole('complementary', { name: 'The rules at this table' }));
    expect(here.getByText('French edition, with changes')).toBeTruthy();
    expect(here.getByText('the number of objectives fulfilled')).toBeTruthy();
  });

  it('mark against Tybor only what is a question there', async () => {
    leave = agreeHere({ ...FRENCH, seats: 1, solo: 'easy', tie_break: 'objective_points' });
    render(Book, { addressed: false });
    const printed = SOLO_RULES.map((rule) => answerName(rule, PRINTED.fr[rule]));
    expect(printed).toContain('when the face-up cards are gone as well');
    expect(await marked()).toEqual([...printed, 'once for each']);
    expect(screen.getByText('As many points as Tybor')).toBeTruthy();
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
