import { describe, expect, it } from 'vitest';
import { CARD, CORNER, STEP, cardOrigin, cornerBox } from '../../src/cards/geometry';

describe('geometry', () => {
  it('lays the corners of diagonal neighbours exactly on each other', () => {
    const [x, y] = cardOrigin({ x: 1, y: 1 });
    const mine = cornerBox('top-right');
    const theirs = cornerBox('bottom-left');
    expect([x + theirs.x, y + theirs.y]).toEqual([mine.x, mine.y]);
    expect([CARD.width - STEP.x, CARD.height - STEP.y]).toEqual([CORNER.width, CORNER.height]);
  });
});
