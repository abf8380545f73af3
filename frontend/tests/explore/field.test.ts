import { describe, expect, it } from 'vitest';
import { apart, scaleAround, swarm, reliableRates } from '../../src/explore/field';
import { LEAST, rateOf, sideOf, type Rate } from '../../src/explore/rates';

const VICTORY = 12;
const rate = (key: number, part: number, number = 10_000): Rate => rateOf(String(key), number, part * VICTORY * number);

describe('a plot of rates', () => {
  it('leaves out what too few seats tell of, and goes from the lowest to the highest', () => {
    const all = [rate(1, 0.6), rate(2, 0.4), rate(3, 0.5, LEAST - 1), rate(4, 0.4)];
    expect(reliableRates(all).map(({ key }) => key)).toEqual(['2', '4', '1']);
  });

  it('has a scale with a mark at each end that holds every value', () => {
    for (const values of [[0.5], [0.4391, 0.5612], [0.1, 0.97], [0, 1], [0.495, 0.505]]) {
      const { low, high, marks } = scaleAround(values);
      expect(low).toBeLessThanOrEqual(Math.min(...values) + 1e-9);
      expect(high).toBeGreaterThanOrEqual(Math.max(...values) - 1e-9);
      expect(high).toBeGreaterThan(low);
      expect([marks[0], marks.at(-1)]).toEqual([low, expect.closeTo(high, 9)]);
      expect(marks.length).toBeLessThanOrEqual(8);
    }
  });

  it('lets no creature lie upon another, and keeps each where its rate is', () => {
    const all = reliableRates(Array.from({ length: 60 }, (_, key) => rate(key, 0.45 + ((key * 37) % 100) / 1000)));
    const spots = swarm(all, (part) => part * 1000, 20);
    for (const [at, spot] of spots.entries()) {
      expect(spot.x).toBeCloseTo((spot.rate.rate ?? 0) * 1000);
      for (const other of spots.slice(0, at))
        expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThan(19.99);
    }
    expect(spots[0]?.y).toBe(0);
  });

  it('moves pictures apart within the plane, and says where each belongs', () => {
    const spots = [50, 52, 55, 53, 200].map((x, key) => ({ rate: rate(key, 0.5), x, y: 12 }));
    const moved = apart(spots, [40, 20], 100);
    expect(moved.map(({ from }) => from)).toEqual([12, 12, 12, 12, 12]);
    const crowd = moved.slice(0, 4).sort((one, other) => one.y - other.y);
    for (const [at, { y }] of crowd.entries()) {
      expect(y).toBeGreaterThanOrEqual(10);
      expect(y).toBeLessThanOrEqual(90);
      if (at) expect(y - (crowd[at - 1]?.y ?? 0)).toBeGreaterThan(19.9);
    }
    expect(moved[4]?.y).toBe(12);
  });

  it('says above or below only where the interval leaves the line out', () => {
    expect(sideOf(rate(1, 0.53), 0.5)).toBe('above');
    expect(sideOf(rate(1, 0.53, 300), 0.5)).toBe('within');
    expect(sideOf(rate(1, 0.4), 0.5)).toBe('below');
  });
});
