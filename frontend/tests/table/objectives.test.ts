import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import Objectives from '../../src/table/desk/Objectives.svelte';
import { moment } from './moment';

beforeEach(() => speak('en'));
afterEach(cleanup);

/** Show the objectives of a seat at a moment of a game; return those that lie open. */
function shown(name: string, number: number): (string | undefined)[] {
  const { view } = moment(name);
  const seat = view.seats[number];
  if (!seat) throw new Error('nobody sits there');
  const { container } = render(Objectives, { view, seat, name: 'Bo', shown: null, onshow: () => {} });
  return [...container.querySelectorAll<HTMLElement>('[data-objective]')].map(({ dataset }) => dataset['objective']);
}

describe('objectives beside the codex', () => {
  it("keep another's secret while the game is played", () => {
    const { view } = moment('place');
    expect(shown('place', 1 - (view.viewer ?? 0))).toEqual(view.common_objectives.map(String));
    expect(screen.getByText('Secret objective')).toBeTruthy();
    cleanup();
    expect(shown('place', view.viewer ?? 0)).toEqual([...view.common_objectives, view.objective].map(String));
    expect(screen.getByText('Your secret')).toBeTruthy();
  });

  it.each([0, 1])('tell all of seat %i in the end', (number) => {
    const { view } = moment('over');
    const counted = view.result?.objectives[number]?.map(({ id }) => String(id)) ?? [];
    expect(shown('over', number)).toEqual(counted);
    expect(counted).toHaveLength(3);
    const worth = view.result?.objectives[number]?.reduce((all, { copies }) => all + Number(copies > 0), 0);
    expect(document.querySelectorAll('.goal.done')).toHaveLength(worth ?? -1);
  });
});
