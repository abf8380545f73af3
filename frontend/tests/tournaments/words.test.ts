/** How tournaments are told: plans that break between their parts only, and ties. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TournamentResponse } from '../../src/tournaments/api';
import { isTied, planWords } from '../../src/tournaments/words';
import { fetchWords } from 'virtual:words/tournaments';

const INFO: Pick<TournamentResponse['info'], 'plan' | 'listed'> = {
  plan: {
    ...{ kind: 'duplicate', clock: { kind: 'real_time', seconds: 600, increment: 10 }, seats: 2, preset: 'en' },
    ...{ rounds: 3, minutes: 60, games_per_hour: 6, pause: 60, most: 64, rated: false },
  },
  listed: true,
};
const standing = (player: string, score: number, buchholz: number): TournamentResponse['standings'][number] => ({
  ...{ rank: 1, player, score, buchholz, head_to_head: 0.5, games: 3, wins: 1 },
});

beforeAll(fetchWords);

describe('a plan in a line', () => {
  it('breaks between its parts, never within one', () => {
    const parts = planWords(INFO).split('\u00a0· ');
    expect(parts.map((part) => part.replaceAll('\u00a0', ' '))).toEqual([
      'Duplicate Swiss',
      '2 seats',
      '3 rounds',
      '10 min + 10 s',
    ]);
    expect(parts.join('')).not.toContain(' ');
  });
});

describe('games between equals', () => {
  it('decide only where both score and Buchholz are equal', () => {
    const all = [standing('a', 2, 4), standing('b', 2, 4), standing('c', 2, 3)];
    expect(all.map((each) => isTied(each, all))).toEqual([true, true, false]);
  });
});
