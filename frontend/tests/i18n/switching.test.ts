import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce, announcement } from '../../src/base/announce.svelte';
import { LOCALES, speak, type Locale } from '../../src/i18n/index.svelte';
import { fetchWords as fetchLearn, say as sayLearn } from 'virtual:words/learn';
import Compare from '../../src/table/plan/Compare.svelte';
import PlanPanel from '../../src/table/plan/PlanPanel.svelte';
import SeatPlate from '../../src/table/desk/SeatPlate.svelte';
import type { Session } from '../../src/game/session.svelte';
import { fetchWords, say } from 'virtual:words/teacher';
import { sessionAt } from '../text/session';

const nothing = (): undefined => undefined;
const others = LOCALES.filter((language): language is Exclude<Locale, 'en'> => language !== 'en');

/** A session in which two plans are kept and a third is made. */
function comparing(): Session {
  const session = sessionAt('place');
  const previews = session.view?.previews ?? [];
  for (const at of [0, Math.floor(previews.length / 3), Math.floor(previews.length / 2)]) {
    const one = previews[at];
    if (!one) throw new Error('nothing to plan');
    if (session.plan) session.keep();
    session.plan = null;
    if (session.sideOf(one.card) !== one.side) session.flip(one.card);
    session.lift(one.card, one.side, one.cell);
  }
  return session;
}

const PARTS: Readonly<Record<string, () => HTMLElement>> = {
  'the comparison': () =>
    render(Compare, { session: comparing(), onpick: nothing, ondrop: nothing, listed: false }).container,
  'the comparison on a phone': () =>
    render(Compare, { session: comparing(), onpick: nothing, ondrop: nothing, listed: true }).container,
  'the plan': () =>
    render(PlanPanel, { session: comparing(), onconfirm: nothing, onback: nothing, onkeep: nothing }).container,
  'a plate': () => {
    const seat = sessionAt('place').view?.seats[0];
    if (!seat) throw new Error('no seat');
    const props = { seat, info: undefined, name: 'Ann', mine: false, front: false, playing: false, compact: false };
    return render(SeatPlate, { ...props, onchoose: nothing }).container;
  },
};

/** All that is read or heard there; drawings come later and say nothing. */
const wordsOn = (within: HTMLElement): string[] =>
  [...within.querySelectorAll(':not(svg, svg *)')]
    .flatMap((each) => [
      ...['aria-label', 'title'].map((name) => each.getAttribute(name)),
      ...(each.children.length ? [] : [each.textContent]),
    ])
    .filter((words) => words !== null)
    .filter(Boolean);

beforeEach(() => speak('en'));
afterEach(cleanup);

describe.each(Object.entries(PARTS))('%s', (_, shown) => {
  it.each(others)('speaks %s at once when the reader changes to it', async (language) => {
    const changed = shown();
    const before = wordsOn(changed);
    await speak(language);
    await new Promise((drawn) => setTimeout(drawn));
    expect(wordsOn(changed)).toEqual(wordsOn(shown()));
    expect(wordsOn(changed)).not.toEqual(before);
  });
});

describe('what has been said', () => {
  it('is not left standing in a language that the reader has left', async () => {
    announce('You drew a card.');
    expect(announcement().trim()).toBe('You drew a card.');
    await speak('fr');
    expect(announcement()).toBe('');
  });
});

describe('parts that bring words of their own', () => {
  it.each(others)('follow to %s, and back', async (language) => {
    const english = [say('hint.title'), sayLearn('learn.lessons')];
    await speak(language);
    await Promise.all([fetchWords(), fetchLearn()]);
    const now = [say('hint.title'), sayLearn('learn.lessons')];
    now.forEach((words, i) => expect(words).not.toBe(english[i]));
    await speak('en');
    await Promise.all([fetchWords(), fetchLearn()]);
    expect([say('hint.title'), sayLearn('learn.lessons')]).toEqual(english);
  });
});
