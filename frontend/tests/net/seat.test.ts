import { describe, expect, it } from 'vitest';
import { placeIn as at } from '../../src/base/place';
import { seatAddress, seatAsked } from '../../src/net/seat';

describe('a private link', () => {
  it('keeps what opens the seat behind the mark that no server hears of', () => {
    const link = at(seatAddress('a-B_9', 's.WyJh.x-y_z'));
    expect([link.path, link.search]).toEqual(['/seat', '']);
    expect(seatAsked(link)).toEqual({ table: 'a-B_9', token: 's.WyJh.x-y_z' });
  });

  it('from before still opens its seat', () => {
    expect(seatAsked(at('/seat/s.WyJh.x-y_z?t=a-B_9'))).toEqual({ table: 'a-B_9', token: 's.WyJh.x-y_z' });
  });

  it('that was cut short asks for nothing', () => {
    expect(seatAsked(at('/seat'))).toEqual({ table: '', token: '' });
    expect(seatAsked(at('/seat?t=a#key'))).toEqual({ table: '', token: '' });
  });
});
