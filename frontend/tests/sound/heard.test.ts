import { describe, expect, it } from 'vitest';
import { heardOf } from '../../src/sound/heard';
import type { Event, StepTold } from '../../src/net/types';
import { moment } from '../table/moment';

const step = (...types: Partial<Event>[]): StepTold => ({ version: 1, seat: 0, events: types as Event[] });
const sounds = (steps: readonly StepTold[], viewer: number | null): string[] =>
  heardOf(steps, viewer).map(({ sound }) => sound);

describe('the sounds of a step', () => {
  it('are those of paper, and a bell for whose turn it is', () => {
    const steps = [step({ type: 'card_placed' }, { type: 'card_drawn' }, { type: 'turn_began', seat: 1 })];
    expect(sounds(steps, 1)).toEqual(['lay', 'slide', 'turn']);
    expect(sounds(steps, 0)).toEqual(['lay', 'slide']);
    expect(sounds(steps, null)).toEqual(['lay', 'slide']);
  });

  it('count the points, but not for ever', () => {
    const scored = (points: number): StepTold[] => [
      step({ type: 'card_placed', points: { points } } as Partial<Event>),
    ];
    expect(heardOf(scored(3), 0).find(({ sound }) => sound === 'point')?.times).toBe(3);
    expect(heardOf(scored(30), 0).find(({ sound }) => sound === 'point')?.times).toBe(5);
    expect(sounds([step({ type: 'card_placed', points: null })], 0)).toEqual(['lay']);
  });

  it('are heard once, however much was missed', () => {
    expect(sounds([step({ type: 'card_placed' }), step({ type: 'card_placed' })], 0)).toEqual(['lay']);
    expect(sounds(moment('over').log, 0).filter((sound) => sound === 'lay')).toHaveLength(1);
  });

  it('end with the end', () => {
    expect(sounds([step({ type: 'turn_began', seat: 0 }, { type: 'game_ended' })], 0)).toEqual(['end']);
    expect(sounds(moment('over').log, 0)).toContain('end');
  });

  it('come one after the other', () => {
    const after = heardOf(moment('over').log, 0).map((each) => each.after);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.length).toBeGreaterThan(2);
  });
});
