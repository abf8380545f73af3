import { describe, expect, it } from 'vitest';
import { fileName, plain } from '../../src/replay/files';

describe('the name of a file', () => {
  it('says when and what', () => {
    const noon = new Date(2026, 2, 4, 12).getTime() / 1000;
    expect(fileName(noon, 'Ada', 'svg')).toBe('codex-naturalis-2026-03-04-ada.svg');
    expect(fileName(noon, '', 'json')).toBe('codex-naturalis-2026-03-04.json');
    expect(fileName(null, 'Seat 1', 'png')).toBe('codex-naturalis-seat-1.png');
  });

  it('is safe whatever somebody is called', () => {
    expect(plain('Zoë of the Hill')).toBe('zoe-of-the-hill');
    expect(plain('../../etc/passwd')).toBe('etc-passwd');
    expect(plain('王さん')).toBe('王さん');
    expect(plain('???')).toBe('');
  });
});
