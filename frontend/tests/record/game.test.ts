import { describe, expect, it } from 'vitest';
import { reviewFor, searchFor, versionWanted, wantedIn } from '../../src/record/address';
import { ReplayGame } from '../../src/record/game';
import { LITTLE } from '../replay/little';

const game = new ReplayGame(LITTLE);

describe('a game looked back on', () => {
  it('has a view for the deal and for each version', () => {
    expect(game.end).toBe(9);
    expect(game.viewAt(0).phase).toBe('side');
    expect(game.viewAt(9).phase).toBe('over');
    expect(game.viewAt(99)).toBe(game.viewAt(9));
    expect(game.viewAt(-1)).toBe(game.viewAt(0));
  });

  it('counts turns over all seats, and steps in each', () => {
    expect(game.turns).toBe(3);
    expect(game.stops.map(({ turn, step }) => `${turn}.${step}`)).toEqual([
      '0.0',
      '0.1',
      '0.2',
      '0.3',
      '0.4',
      '1.1',
      '1.2',
      '2.1',
      '2.2',
      '3.1',
    ]);
  });

  it('knows the points at each version, and the totals at the end', () => {
    expect(game.points[6]).toEqual([2, 0]);
    expect(game.points[8]).toEqual([2, 5]);
    expect(game.points[9]).toEqual([7, 6]);
  });

  it('goes from turn to turn, and stops at the deal and at the end', () => {
    expect([9, 8, 7, 6, 5, 4, 2, 0].map((version) => game.turnFrom(version, -1))).toEqual([8, 6, 6, 4, 4, 0, 0, 0]);
    expect([0, 4, 5, 6, 8, 9].map((version) => game.turnFrom(version, 1))).toEqual([4, 6, 6, 8, 9, 9]);
  });
});

describe('an address', () => {
  it('names every moment so that it opens exactly there', () => {
    for (let version = 0; version <= game.end; version++)
      for (const eyes of [0, 1, 'all', null] as const) {
        const wanted = wantedIn(searchFor(game, version, eyes));
        expect(versionWanted(game, wanted)).toBe(version);
        expect(wanted.eyes).toBe(eyes);
      }
  });

  it('is as short as it can be', () => {
    expect(searchFor(game, 0, 'all')).toBe('?turn=0&seat=all');
    expect(searchFor(game, 5, 1)).toBe('?turn=1&step=1&seat=1');
    expect(searchFor(game, 6, null)).toBe('?turn=1&seat=none');
  });

  it('names a turn of the review, and the moment before it', () => {
    const wanted = wantedIn(reviewFor(game, 5, 1));
    expect([wanted.review, versionWanted(game, wanted), wanted.eyes]).toEqual([5, 5, 1]);
    expect(wantedIn('?turn=2&review=x').review).toBeNull();
  });

  it('may be typed by hand', () => {
    expect(versionWanted(game, wantedIn('?turn=2'))).toBe(8);
    expect(versionWanted(game, wantedIn('?turn=2&step=9'))).toBe(8);
    expect(versionWanted(game, wantedIn('?turn=99'))).toBe(9);
    expect(versionWanted(game, wantedIn('?turn=x&seat=<b>'))).toBe(0);
    expect(versionWanted(game, wantedIn('?turn=0&step=77'))).toBe(4);
    expect(versionWanted(game, wantedIn('?version=7'))).toBe(7);
    expect(wantedIn('?turn=2').eyes).toBeUndefined();
  });
});
