import { describe, expect, it } from 'vitest';
import { smallBack, smallFace } from '../../src/cards/small';
import { INTO_CORNERS, placePath } from '../../src/cards/placed';
import { shiftable, shiftPath } from '../../src/cards/drawing/shift';

describe('placed', () => {
  it('moves and scales what is absolute, and scales what is relative', () => {
    expect(placePath('M1 2H3V4l1-1Z', { x: 10, y: 20, sx: 2 })).toBe('M12 24H16V28l2 -2Z');
  });

  it('turns an arc the other way round when it mirrors once, and not when it mirrors twice', () => {
    expect(placePath('M0 0a5 5 0 0 1-5 5', { sx: -1, sy: 1 })).toBe('M0 0a5 5 0 0 0 5 5');
    expect(placePath('M0 0a5 5 0 0 1-5 5', { sx: -1, sy: -1 })).toBe('M0 0a5 5 0 0 1 5 -5');
  });

  it('puts what is drawn in the top left corner into each corner of a card', () => {
    expect(INTO_CORNERS.map((place) => placePath('M10 20', place))).toEqual(['M10 20', 'M140 20', 'M10 80', 'M140 80']);
  });
});

describe('a drawing told from its first point', () => {
  it('is moved by that point alone', () => {
    const drawn = shiftable('M1 2H3V4l1-1ZM10 10a5 5 0 0 1-5 5C1 1 2 2 3 3');
    const rest = 'h2v2l1 -1zm9 8a5 5 0 0 1 -5 5c-4 -14 -3 -13 -2 -12';
    expect(drawn).toEqual({ x: 1, y: 2, rest });
    expect(shiftPath(drawn, 10, 20)).toBe(`M11 22${rest}`);
  });

  it('goes on from a first point that is followed by others', () => {
    expect(shiftPath(shiftable('M1 2 3 4L0 0'), 0, 0)).toBe('M1 2l2 2l-3 -4');
  });

  it('loses nothing by rounding, however many points follow', () => {
    const points = Array.from({ length: 99 }, (_, i) => `L${(i / 3).toFixed(3)} 0`).join('');
    const steps = [...shiftable(`M0 0${points}`).rest.matchAll(/l(\S+) /g)].map(([, step]) => Number(step));
    expect(steps.reduce((sum, step) => sum + step)).toBeCloseTo(98 / 3, 2);
  });
});

describe('a small card', () => {
  it('shows its ground and the signs of both sides', () => {
    expect(smallFace(83, 'front').ground).toBe('starter');
    expect(smallFace(83, 'back').signs.length).toBeGreaterThan(0);
    expect(smallFace(41, 'front')).toMatchObject({ ground: 'fungi', gold: true });
  });

  it('keeps all that a creature is made of, boughs too', () => {
    const coral = smallFace(7, 'front').parts.map(([look]) => look);
    expect(coral).toContain('ink-bough');
    const fronts = Array.from({ length: 80 }, (_, card) => smallFace(card + 1, 'front').parts);
    const strong = fronts.map((parts) => parts.filter(([look]) => /ink-(body|bough)/.test(look)).length);
    expect(Math.min(...strong)).toBeGreaterThan(0);
  });

  it('shows no more of an unknown card than its back', () => {
    const unknown = smallBack({ deck: 'gold', kingdom: 'insect' });
    expect(unknown).toEqual(smallFace(71, 'back'));
    expect(unknown.signs.map(([symbol]) => symbol)).toEqual(['insect']);
  });
});
