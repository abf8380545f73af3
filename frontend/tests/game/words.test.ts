import { beforeEach, describe, expect, it } from 'vitest';
import { playableFacts } from '../../src/cards/catalogue';
import { LOCALES, speak } from '../../src/i18n/index.svelte';
import { causeOf, endingOf } from '../../src/game/guide';
import { headlineOf } from '../../src/game/final';
import { eventWords, storyOf, type People } from '../../src/game/story';
import { decisionStepsOf, type Acted } from '../../src/game/tybor.svelte';
import { cardName, objectiveName, planWords, refusalWords, scoreWhy, spokenCard } from '../../src/game/words';
import { sessionAt } from '../text/session';
import { MOMENTS, moment } from '../table/moment';

const people = (viewer: number | null): People => ({
  viewer,
  nameOf: (seat) => ['Ada', 'Bo', 'Cy', 'Di'][seat] ?? '?',
  exhaustion: 'decks',
});
const BROKEN = /[{}]|undefined|NaN|illegal\./;

beforeEach(() => speak('en'));

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => speak(locale));

  it('every event of every fixture has a sentence without holes', () => {
    for (const name of MOMENTS) {
      const { log, viewer } = moment(name);
      for (const { text } of storyOf(log, people(viewer))) {
        expect(text).not.toMatch(BROKEN);
        expect(text.length).toBeGreaterThan(3);
      }
    }
  });

  it('every card has a name, and a description to be heard', () => {
    for (let card = 1; card <= 102; card++) {
      expect(cardName(card)).not.toMatch(BROKEN);
      for (const side of ['front', 'back'] as const) expect(spokenCard(card, side)).not.toMatch(BROKEN);
    }
    const names = Array.from({ length: 80 }, (_, i) => cardName(i + 1));
    expect(new Set(names).size).toBe(80);
  });

  it('what is heard of a card holds the figure printed on it', () => {
    for (let card = 1; card <= 80; card++) {
      const { points } = playableFacts(card);
      if (points) expect(spokenCard(card, 'front').match(/\d+/g)).toContain(String(points));
    }
  });

  it('the sixteen objectives are told apart', () => {
    const titles = Array.from({ length: 16 }, (_, i) => objectiveName(87 + i));
    expect(new Set(titles).size).toBe(16);
  });

  it('every reason and every preview of the fixtures has words', () => {
    for (const name of MOMENTS) {
      const { view } = moment(name);
      for (const { refusal } of [...view.unpaid, ...view.blocked]) expect(refusalWords(refusal)).not.toMatch(BROKEN);
      for (const preview of view.previews) expect(planWords(preview)).not.toMatch(BROKEN);
    }
  });
});

describe('words', () => {
  it('explain a score by what was counted', () => {
    expect(scoreWhy({ points: 4, each: 2, times: 2, per: 'corner' })).toBe('2 corners × 2');
    expect(scoreWhy({ points: 1, each: 1, times: 1, per: 'quill' })).toBe('1 quill × 1');
    expect(scoreWhy({ points: 5, each: 5, times: 1, per: null })).toBeNull();
  });

  it('say what a cost lacks', async () => {
    const facts = { symbol: 'fungi', need: 3, have: 1 };
    expect(refusalWords({ reason: 'illegal.cost_not_met', facts })).toBe('costs 3 fungi, you have 1');
    await speak('fr');
    expect(refusalWords({ reason: 'illegal.cost_not_met', facts })).toBe('coûte 3 champignons, vous avez 1');
  });

  it('tell what a column made Tybor do, question by question', () => {
    const acted: Acted = {
      type: 'tybor_acted',
      column: 'left',
      gold: 50,
      resource: 3,
      resources: [1, 1, 1, 1],
      affordable: false,
      worth_five: false,
      corresponds_to: [],
      outcome: 'kept_resource',
      points: 0,
      score: 0,
    };
    expect(decisionStepsOf(acted).map(({ answer }) => answer)).toEqual([false, false, null]);
    expect(decisionStepsOf({ ...acted, affordable: true, worth_five: null, outcome: 'scored_gold' })).toHaveLength(2);
    const matching = decisionStepsOf({ ...acted, corresponds_to: [87], outcome: 'kept_gold' });
    expect(matching[1]?.because).toContain('Three fungi cards');
    const bare = {
      ...acted,
      gold: null,
      affordable: null,
      worth_five: null,
      resource: null,
      outcome: 'nothing',
    } as const;
    expect(decisionStepsOf(bare).map(({ answer }) => answer)).toEqual([null, null]);
  });

  it('count the turns left as the reader has them', () => {
    expect(endingOf(moment('ending').view)).toBe('Two turns left: this one and one more');
    expect(endingOf(moment('last').view)).toMatch(/^Your last turn/);
    expect(endingOf(moment('place').view)).toBeNull();
    expect(endingOf(moment('over').view)).toBeNull();
  });

  it('tell why the end has begun', () => {
    expect(causeOf(sessionAt('ending'))).toBe(`${sessionAt('ending').people.nameOf(0)} has reached 20 points.`);
    expect(causeOf(sessionAt('solo-over'))).toBe('Tybor has reached 20 points.');
    expect(causeOf(sessionAt('place'))).toBeNull();
  });

  it('say what has run out, as this table understands it', () => {
    const ended = { type: 'end_triggered', cause: 'exhaustion', seat: 0, last_round: 2 } as const;
    expect(eventWords(ended, people(0))).toMatch(/^Both decks are empty\. This round is played to its end/);
    expect(eventWords(ended, { ...people(0), exhaustion: 'table' })).toMatch(/^No card is left to take\./);
    const session = sessionAt('ending');
    session.store.log = [{ version: 1, seat: 0, events: [ended] }];
    expect(causeOf(session)).toBe('Both decks are empty.');
    const { view } = session.store;
    if (view) session.store.view = { ...view, options: { ...view.options, end_by_exhaustion: 'table' } };
    expect(causeOf(session)).toBe('No card is left to take.');
  });

  it('name the cards of a hand that lies open, and the backs of others', () => {
    const backs = [{ deck: 'resource', kingdom: 'fungi' }] as const;
    const dealt = { type: 'hand_dealt', seat: 1, backs } as const;
    expect(eventWords({ ...dealt, cards: [1] }, people(null))).toBe(`Bo was dealt three cards: ${cardName(1)}.`);
    expect(eventWords({ ...dealt, cards: null }, people(0))).toMatch(/^Bo was dealt three cards: resource card/);
  });

  it('name the winner and the margin', () => {
    const { view, viewer } = moment('over');
    if (!view.result) throw new Error('the fixture is not over');
    expect(headlineOf(view, view.result, people(viewer))).toEqual({ title: 'Bo wins', margin: 'by 1 point' });
    const solo = moment('solo-over').view;
    if (!solo.result) throw new Error('the fixture is not over');
    const lost = { ...solo.result, winners: [] };
    expect(headlineOf(solo, lost, people(0)).title).toBe('Tybor wins');
  });
});
