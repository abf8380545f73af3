import { describe, expect, it } from 'vitest';
import { soundsOf } from '../../src/app/sound';
import type { Event, StepTold } from '../../src/net/types';

const step = (...types: Partial<Event>[]): StepTold => ({ version: 1, seat: 0, events: types as Event[] });

describe('the sounds of a step', () => {
  it('are those of paper, and a bell for whose turn it is', () => {
    const steps = [step({ type: 'card_placed' }, { type: 'card_drawn' }, { type: 'turn_began', seat: 1 })];
    expect(soundsOf(steps, 1)).toEqual(['lay', 'slide', 'turn']);
    expect(soundsOf(steps, 0)).toEqual(['lay', 'slide']);
    expect(soundsOf(steps, null)).toEqual(['lay', 'slide']);
  });

  it('are heard once, however much was missed', () => {
    expect(soundsOf([step({ type: 'card_placed' }), step({ type: 'card_placed' })], 0)).toEqual(['lay']);
  });

  it('end with the end', () => {
    expect(soundsOf([step({ type: 'turn_began', seat: 0 }, { type: 'game_ended' })], 0)).toEqual(['end']);
  });
});
