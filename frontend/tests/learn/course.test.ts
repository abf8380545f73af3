import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Course } from '../../src/learn/course.svelte';
import { STEPS, TABLE, TURNS, VIEWS } from '../../src/learn/lessons.gen';
import { pointerOf } from '../../src/learn/pointer';
import { LESSONS, type Goal } from '../../src/learn/steps';

let course: Course;

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const seen = (): number => VIEWS.findIndex((view) => JSON.stringify(view) === JSON.stringify(course.store.view));

beforeEach(async () => {
  course = new Course({ table: TABLE, views: VIEWS, turns: TURNS }, STEPS);
  await settled();
});
afterEach(() => course.close());

/** Make the gesture that the step asks for. */
async function obey(goal: Goal): Promise<void> {
  const { session, index } = course;
  if (goal.do === 'ask') session.ask(goal.cell);
  if (goal.do === 'lift') session.take(goal.card);
  if (goal.do === 'flip') session.flip(goal.card);
  if (goal.do === 'look') course.objective = goal.objective;
  if (goal.do === 'lay') {
    if (session.plan?.card !== goal.card) session.take(goal.card);
    session.lay(goal.cell);
  }
  if (goal.do === 'take') await course.take(goal.source);
  course.session.refresh();
  course.notice();
  if (course.index === index && course.waits) course.next();
}

/** Go on to the first step that tells `story`, without doing anything. */
function reach(story: string): void {
  while (course.step.story !== story) {
    if (course.waits) course.next();
    else course.skip();
  }
}

describe('the course', () => {
  it('is gone through by doing what it asks for, and shows each View in its turn', async () => {
    const way: number[] = [];
    for (let index = 0; index < STEPS.length - 1; index += 1) {
      expect(course.index).toBe(index);
      expect(seen()).toBe(course.step.view);
      way.push(course.number);
      await obey(course.step.goal);
    }
    expect(course.last).toBe(true);
    expect([...new Set(way)]).toEqual(LESSONS.map((_, i) => i + 1).slice(0, -1));
  });

  it('can be skipped step by step, and shows the same Views', () => {
    for (let index = 0; index < STEPS.length - 1; index += 1) {
      expect(course.index).toBe(index);
      expect(seen()).toBe(course.step.view);
      if (course.waits) course.next();
      else course.skip();
      course.session.refresh();
      expect(course.session.lost).toBeNull();
    }
    expect(course.last).toBe(true);
  });

  it('waits for the cell it asks for, and says so when another one is chosen', () => {
    reach('place');
    const { goal } = course.step;
    const elsewhere = course.session.view?.previews.find(
      ({ card, side, cell }) => goal.do === 'lay' && card === goal.card && side === goal.side && cell[0] === -1,
    );
    course.session.lay(elsewhere?.cell ?? [0, 0]);
    course.notice();
    expect([course.step.story, course.astray]).toEqual(['place', 'cell']);
    course.session.lay([1, 1]);
    course.notice();
    expect([course.step.story, course.astray]).toEqual(['place_take', null]);
  });

  it('says when another card or another side is held', () => {
    reach('desk');
    course.session.take(20);
    course.notice();
    expect([course.step.story, course.astray]).toEqual(['desk', 'card']);
    course.session.flip(11);
    course.session.take(11);
    course.notice();
    expect(course.step.story).toBe('desk');
  });

  it('goes back when the planned card is taken back', () => {
    reach('place_take');
    course.session.back();
    course.notice();
    expect(course.step.story).toBe('place');
  });

  it('takes no card but the one it asks for', async () => {
    reach('place_take');
    expect(await course.take('resource-1')).toBe(false);
    expect([course.step.story, course.astray]).toEqual(['place_take', 'source']);
    expect(await course.take('gold-1')).toBe(true);
    expect([course.step.story, course.astray]).toEqual(['hidden', null]);
  });

  it('gives the reason of the rules for a closed cell and for a price, and lets it be read', () => {
    reach('hidden');
    course.session.ask([2, 0]);
    course.notice();
    expect([course.waits, course.session.reason?.reason]).toEqual([true, 'illegal.hidden_corner']);
    reach('gold');
    course.session.take(57);
    course.notice();
    expect([course.waits, course.session.unpaid?.facts]).toEqual([true, { symbol: 'plant', need: 3, have: 2 }]);
  });

  it('begins any lesson anew, forwards and back', () => {
    course.begin('corner');
    expect([course.step.story, seen()]).toEqual(['corner', course.step.view]);
    course.begin('back');
    expect([course.step.story, seen(), course.session.sideOf(20)]).toEqual(['back_flip', course.step.view, 'front']);
  });

  it('points at something for every gesture', () => {
    for (const { goal } of STEPS) expect(pointerOf(goal, null) === null).toBe(goal.do === 'read');
  });
});
