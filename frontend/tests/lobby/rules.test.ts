import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import AgreedRules from '../../src/lobby/rules/AgreedRules.svelte';
import { agreedLine, agreedLines } from '../../src/lobby/rules/agreed';
import { EDITION_RULES, HOUSE_RULES, PRESETS, SOLO_RULES } from '../../src/lobby/editions.gen';
import { RULES, agreedOf, chosenOf, isChanged, noWishes, questions, wish } from '../../src/lobby/rules/rules';
import type { GameOptions } from '../../src/net/types';

const ITALIAN: GameOptions = {
  seats: 2,
  preset: 'it',
  ...EDITION_RULES.it,
  solo: null,
};
const SOLO: GameOptions = { ...ITALIAN, seats: 1, solo: 'hard' };

afterEach(cleanup);

describe('the rules of a table', () => {
  it.each(PRESETS)('are those of the edition as long as nothing is wished for: %s', (preset) => {
    const wishes = noWishes(preset);
    expect(isChanged(wishes)).toBe(false);
    expect(agreedOf(wishes)).toEqual({
      ...EDITION_RULES[preset],
      end_by_exhaustion: preset === 'fr' ? 'table' : 'decks',
      tie_break: preset === 'it' ? 'objective_cards' : 'objective_points',
      refill: 'same_deck',
    });
  });

  it.each(PRESETS)('are not changed by wishing for what the edition has: %s', (preset) => {
    expect(isChanged({ preset, ...agreedOf(noWishes(preset)) })).toBe(false);
  });

  it('are changed by anything else', () => {
    expect(isChanged({ ...noWishes('en'), tie_break: 'objective_cards' })).toBe(true);
    expect(isChanged({ ...noWishes('it'), tie_break: 'objective_cards' })).toBe(false);
    expect(isChanged({ ...noWishes('fr'), refill: 'other_deck' })).toBe(true);
    expect(isChanged({ ...ITALIAN, end_by_exhaustion: 'table' })).toBe(true);
  });

  it('are all asked about, with every answer, and one player only about those of use', () => {
    const asked = questions(false);
    expect(asked.map(({ rule }) => rule)).toEqual(RULES);
    for (const { rule, options } of asked)
      expect(options.map(({ value }) => value).filter(Boolean)).toEqual(Object.keys(HOUSE_RULES[rule]));
    expect(questions(true).map(({ rule }) => rule)).toEqual(SOLO_RULES);
  });

  it('are offered as printed where the editions differ, and else as they usually are; each says whose it is', () => {
    const labels = Object.fromEntries(questions(false).map(({ rule, options }) => [rule, options[0]?.label]));
    expect(questions(false).at(-1)?.options[1]?.label).toBe('each card (as all books say)');
    expect(labels).toMatchObject({
      end_by_exhaustion: 'as printed in this edition',
      tie_break: 'as printed in this edition',
      refill: 'is not replaced, as a rule (our reading)',
      sets: 'each symbol, as a rule (our reading)',
    });
    const chosen = Object.fromEntries(RULES.map((rule) => [rule, chosenOf(noWishes('it'), rule)]));
    expect(chosen).toEqual({ ...EDITION_RULES.it, end_by_exhaustion: '', tie_break: '' });
  });

  it('are what is wished for, and as printed again once nothing is', () => {
    const wishes = noWishes('it');
    wish(wishes, 'tie_break', 'objective_points');
    expect([chosenOf(wishes, 'tie_break'), agreedOf(wishes).tie_break]).toEqual([
      'objective_points',
      'objective_points',
    ]);
    wish(wishes, 'tie_break', '');
    expect(agreedOf(wishes)).toEqual(EDITION_RULES.it);
  });

  it('are told with the edition, and whether something was changed', () => {
    expect(agreedLines(ITALIAN)).toHaveLength(1 + RULES.length);
    expect(agreedLines(ITALIAN).slice(0, 4)).toEqual([
      ['Which edition decides', 'Italian edition'],
      ['The end also comes', 'when both decks are empty (English and Italian editions)'],
      ['A tie is broken by', 'the number of objectives fulfilled (Italian edition)'],
      ['A face-up card whose deck is empty', 'is not replaced (our reading)'],
    ]);
    expect(agreedLines({ ...ITALIAN, refill: 'other_deck' })[0]?.[1]).toBe('Italian edition, with changes');
  });

  it('stand on one line with the level, and what no book says is marked as ours', () => {
    expect(agreedLine(ITALIAN)).toBe('Rules: Italian edition');
    expect(agreedLine({ ...ITALIAN, end_by_exhaustion: 'table', refill: 'other_deck' })).toBe(
      'Rules: Italian edition · end when the face-up cards are gone as well · refill from the other deck (ours)',
    );
    expect(agreedLine({ ...SOLO, solo: 'gentle' })).toBe('Rules: Gentle (ours) · Italian edition');
    expect(agreedLines({ ...SOLO, solo: 'gentle' })[0]?.[1]).toContain('A level of our own, in no rulebook');
  });

  it('say what was changed and whose it is apart: a table by the letter of all books differs from every edition', () => {
    const byCards = { ...ITALIAN, sets: 'cards' } as const;
    expect(agreedLine(byCards)).toBe('Rules: Italian edition · sets by cards');
    expect(agreedLines(byCards)[0]?.[1]).toBe('Italian edition, with changes');
    expect(agreedLines(byCards)[4]?.[1]).toBe('each card (as all books say)');
    expect(agreedLines(ITALIAN)[4]?.[1]).toBe('each symbol (our reading)');
  });

  it('break no tie against Tybor (ruling S15)', () => {
    expect(agreedLines(SOLO)[3]).toEqual(['As many points as Tybor', 'is a defeat']);
    expect(agreedLine({ ...SOLO, tie_break: 'objective_points' })).toBe('Rules: Hard · Italian edition');
  });

  it('are said to stand unchanged where the game is rated', () => {
    const words = 'A rated table takes the rules of its edition unchanged.';
    render(AgreedRules, { options: ITALIAN });
    expect(screen.queryByText(words)).toBeNull();
    cleanup();
    render(AgreedRules, { options: ITALIAN, rated: true });
    expect(screen.getByText(words)).toBeTruthy();
  });
});
