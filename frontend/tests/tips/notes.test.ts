import { waitFor } from '@testing-library/svelte';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import FirstNotes from '../../src/tips/FirstNotes.svelte';
import { known } from '../../src/tips/known.svelte';
import { NOTES, noteOf, type Note } from '../../src/tips/notes';
import { fetchWords, say } from 'virtual:words/tips';
import type { Session } from '../../src/game/session.svelte';
import { sessionAt } from '../text/session';

beforeEach(async () => {
  await speak('en');
  known.forget();
});

const except = (...notes: Note[]): Note[] => NOTES.filter((note) => !notes.includes(note));

/** Hold the first card that the server lets us lay, over its cell. */
function plan(session: Session): void {
  const [preview] = session.view?.previews ?? [];
  if (!preview) throw new Error('nothing can be laid');
  session.lift(preview.card, preview.side, preview.cell);
}

describe('the notes of the first games', () => {
  it('begin with what a turn is, and go on with what is met next', () => {
    const session = sessionAt('first');
    expect(noteOf(session, [])).toBe('turn');
    plan(session);
    expect(noteOf(session, [])).toBe('take');
    session.back();
    expect(noteOf(session, [])).toBe('cell');
  });

  it('speak only of what is there', () => {
    expect(noteOf(sessionAt('solo'), except('tybor'))).toBe('tybor');
    expect(noteOf(sessionAt('place'), except('tybor'))).toBeNull();
    expect(noteOf(sessionAt('ending'), ['turn'])).toBe('ending');
    expect(noteOf(sessionAt('first'), except('price'))).toBe('price');
    expect(noteOf(sessionAt('ending'), except('price'))).toBeNull();
    expect(noteOf(sessionAt('ending'), except('closed'))).toBe('closed');
    for (const name of ['side', 'waiting', 'over', 'watching']) expect(noteOf(sessionAt(name), [])).toBeNull();
  });

  it('show on a screen that is touched how a codex is brought closer, once it has grown', () => {
    expect(noteOf(sessionAt('ending'), except('zoom'))).toBeNull();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(noteOf(sessionAt('ending'), except('zoom'))).toBe('zoom');
    expect(noteOf(sessionAt('first'), except('zoom'))).toBeNull();
    vi.unstubAllGlobals();
  });

  it('warn of what a card covers when it covers something', () => {
    const session = sessionAt('place');
    const covering = session.view?.previews.find(({ covered }) => covered.some(({ symbol }) => symbol !== null));
    const harmless = session.view?.previews.find(({ covered }) => covered.every(({ symbol }) => symbol === null));
    if (!covering || !harmless) throw new Error('the fixture has changed');
    session.lift(covering.card, covering.side, covering.cell);
    expect(noteOf(session, except('covers'))).toBe('covers');
    session.lift(harmless.card, harmless.side, harmless.cell);
    expect(noteOf(session, except('covers'))).toBeNull();
  });

  it('are known for good, until the lessons begin anew', () => {
    known.add(['turn', 'cell']);
    known.add(['price']);
    expect(known.all).toEqual(['turn', 'price', 'cell']);
    expect(noteOf(sessionAt('first'), known.all)).toBeNull();
    known.forget();
    expect(noteOf(sessionAt('first'), known.all)).toBe('turn');
  });

  it('are told in every language, each differently', async () => {
    const wordings = new Set<string>();
    for (const locale of ['en', 'fr', 'it'] as const) {
      await speak(locale);
      await fetchWords();
      for (const note of NOTES) wordings.add(say(`notes.${note}`));
    }
    expect(wordings.size).toBe(3 * NOTES.length);
  });
});

describe('the place of the notes', () => {
  let shown: object | undefined;
  /** How often room was taken from the codex, or left to it. */
  let count = 0;

  const shownNote = (): string | undefined => document.querySelector<HTMLElement>('[data-note]')?.dataset['note'];

  /** Draw the notes beside a game that waits for its first card. */
  async function begin(): Promise<Session> {
    const session = sessionAt('first');
    count = 0;
    shown = mount(FirstNotes, { target: document.body, props: { session, onmove: () => (count += 1) } });
    await untilNote('turn');
    return session;
  }

  /** Wait for a note: what happens in the game is drawn first. */
  const untilNote = (note: string | undefined): Promise<void> =>
    waitFor(() => {
      flushSync();
      expect(shownNote()).toBe(note);
    });

  /** Others act, and it is our turn again. */
  function comeRound(session: Session): void {
    const { view } = session.store;
    if (!view) throw new Error('nothing is shown');
    session.plan = null;
    session.store.view = { ...view, awaited: [1] };
    session.store.version += 1;
    flushSync();
    session.store.view = view;
    session.store.version += 1;
    flushSync();
  }

  afterEach(async () => {
    if (shown) await unmount(shown);
  });

  it('tells a thing for one turn, and the next thing in the next', async () => {
    const session = await begin();
    plan(session);
    await untilNote('take');
    session.back();
    await untilNote('cell');
    comeRound(session);
    expect(known.all).toEqual(['turn', 'cell', 'take']);
    await untilNote('price');
    comeRound(session);
    expect(known.all).toContain('price');
    await untilNote(undefined);
  });

  it('is empty for the rest of a turn when that is understood, and for good when nothing is wanted', async () => {
    const session = await begin();
    const before = count;
    expect(before).toBeGreaterThan(0);
    document.querySelector<HTMLElement>('[data-note] button')?.click();
    await untilNote(undefined);
    expect(count).toBe(before + 1);
    expect(known.all).toEqual(['turn']);
    comeRound(session);
    await untilNote('price');
    document.querySelector<HTMLElement>('[data-note] button:last-child')?.click();
    await untilNote(undefined);
    expect(known.all).toEqual(NOTES);
  });
});
