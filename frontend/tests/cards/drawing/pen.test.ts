import { describe, expect, it } from 'vitest';
import { both, hatch, line, put, shape, sym } from '../../../src/cards/drawing/pen';

describe('the pen', () => {
  it('runs straight between sharp points', () => {
    expect(line('0,0! 6,0!')).toBe('M0 0C0 0 6 0 6 0');
  });

  it('closes a shape and passes through its points', () => {
    const path = shape('0,-6 6,0 0,6 -6,0');
    expect(path.endsWith('Z')).toBe(true);
    expect(path).toContain(' 6 0C');
  });

  it('mirrors the half of a symmetrical shape', () => {
    expect(sym('0,-6! 4,0! 0,6!')).toBe(shape('0,-6! 4,0! 0,6! -4,0!'));
  });

  it('draws both sides', () => {
    expect(both(line, '1,2! 3,-4!')).toBe(line('1,2! 3,-4!', '-1,2! -3,-4!'));
  });

  it('makes as many cuts as asked for', () => {
    expect(hatch('0,0 0,5', '9,0 9,5', 4).match(/M/g)).toHaveLength(4);
  });

  it('turns, scales and moves points, and keeps them sharp', () => {
    expect(put('1,0! 0,2', 10, 20, 90, 2)).toBe('10,22! 6,20');
  });
});
