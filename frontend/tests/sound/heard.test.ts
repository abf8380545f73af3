import { describe, expect, it } from 'vitest';
import { heardOf } from '../../src/sound/heard';
import type { Event, StepMessage } from '../../src/net/types';
import { moment } from '../table/moment';

const step = (...types: Partial<Event>[]): StepMessage => ({ version: 1, seat: 0, events: types as Event[] });
const sounds = (steps: readonly StepMessage[], viewer: number | null): string[] =>
  heardOf(steps, viewer).map(({ sound }) => sound);

const ended = { type: 'game_ended', result: { winners: [0] } } as unknown as Partial<Event>;

describe('the sounds of a step', () => {
  it('are those of paper, and a bell for whose turn it is', () => {
    const steps = [step({ type: 'card_placed', seat: 2 }, { type: 'card_drawn' }, { type: 'turn_began', seat: 1 })];
    expect(sounds(steps, 1)).toEqual(['lay', 'page', 'turn']);
    expect(sounds(steps, 0)).toEqual(['lay', 'page']);
    expect(sounds(steps, null)).toEqual(['lay', 'page']);
  });

  it('leave out the own card, which was heard when it was planned', () => {
    expect(sounds([step({ type: 'card_placed', seat: 1 }, { type: 'card_taken' })], 1)).toEqual(['take']);
  });

  it('write the points with a quill, but not for ever, and five with a flourish', () => {
    const scored = (points: number): StepMessage[] => [
      step({ type: 'card_placed', points: { points } } as Partial<Event>),
    ];
    expect(heardOf(scored(3), 0).find(({ sound }) => sound === 'quill')?.times).toBe(3);
    expect(heardOf(scored(30), 0).find(({ sound }) => sound === 'quill')?.times).toBe(4);
    expect(sounds(scored(4), 0)).not.toContain('flourish');
    expect(sounds(scored(5), 0)).toContain('flourish');
    expect(sounds([step({ type: 'card_placed', points: null } as Partial<Event>)], 0)).toEqual(['lay']);
  });

  it('let Tybor be heard after one’s own card, column by column', () => {
    const act = (outcome: string, points: number): Partial<Event> =>
      ({ type: 'tybor_acted', outcome, points }) as unknown as Partial<Event>;
    const heard = heardOf([step({ type: 'card_taken' }), step(act('scored_gold', 3), act('nothing', 0))], 0);
    expect(heard.map(({ sound }) => sound)).toEqual(['take', 'take', 'quill', 'page']);
    expect(heard[1]?.after).toBeGreaterThan(heard[0]?.after ?? 0);
    expect(heard[3]?.after).toBeGreaterThan(heard[1]?.after ?? 0);
  });

  it('ring when twenty is reached', () => {
    expect(sounds([step({ type: 'end_triggered' })], 0)).toEqual(['twenty']);
  });

  it('are heard once, however much was missed', () => {
    expect(sounds([step({ type: 'card_placed' }), step({ type: 'card_placed' })], 0)).toEqual(['lay']);
    expect(sounds(moment('over').log, 0).filter((sound) => sound === 'lay')).toHaveLength(1);
  });

  it('end with a cadence, kind to who lost, unless the end is staged', () => {
    expect(sounds([step({ type: 'turn_began', seat: 0 }, ended)], 0)).toEqual(['win']);
    expect(sounds([step(ended)], 1)).toEqual(['loss']);
    expect(sounds([step(ended)], null)).toEqual(['win']);
    expect(heardOf([step(ended)], 0, true)).toEqual([]);
  });

  it('come one after the other', () => {
    const after = heardOf(moment('over').log, 0).map((each) => each.after);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.length).toBeGreaterThan(2);
  });
});
