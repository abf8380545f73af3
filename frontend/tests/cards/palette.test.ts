import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINGDOMS } from '../../src/cards/catalogue';
import { KINDS_OF_EYES, contrast, distance, seen } from './colour';

const TOKENS = readFileSync('src/theme/tokens.css', 'utf8');

/** The tokens of a skin: those of the root, and what the skin says otherwise. */
function skin(name: string): (token: string) => string {
  const blocks = [...TOKENS.matchAll(/^([^{}@]*)\{([^{}]*)\}/gm)];
  const values = new Map<string, string>();
  for (const [, selector = '', body = ''] of blocks) {
    if (!selector.includes(':root') && !selector.includes(`'${name}'`)) continue;
    for (const [, token = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) values.set(token, value);
  }
  return (token) => {
    const value = values.get(token);
    if (!value) throw new Error(`${name} has no --${token}`);
    return value.length === 4 ? value.replace(/[0-9a-f]/gi, '$&$&') : value;
  };
}

const pairs = KINGDOMS.flatMap((p, i) => KINGDOMS.slice(i + 1).map((q) => [p, q] as const));

describe.each(['parchment', 'day', 'night'])('the grounds of the kingdoms in the skin %s', (name) => {
  const token = skin(name);

  it.each(KINDS_OF_EYES)('differ for %s eyes', (eyes) => {
    for (const [p, q] of pairs) {
      expect(distance(seen(token(p), eyes), seen(token(q), eyes)), `${p} and ${q}`).toBeGreaterThan(20);
    }
  });

  it.each(KINDS_OF_EYES)('step in lightness for %s eyes', (eyes) => {
    const steps = KINGDOMS.map((kingdom) => seen(token(kingdom), eyes)[0]).sort((a, b) => a - b);
    for (let i = 1; i < steps.length; i++) expect((steps[i] ?? 0) - (steps[i - 1] ?? 0)).toBeGreaterThan(8);
  });
});

describe.each(['parchment', 'day', 'night', 'contrast'])('words in the skin %s', (name) => {
  const token = skin(name);

  it.each([
    ['desk-ink', 'desk'],
    ['desk-ink', 'desk-raised'],
    ['desk-ink-soft', 'desk'],
    ['desk-ink-soft', 'desk-raised'],
    ['accent', 'desk'],
    ['accent-ink', 'accent'],
    ['good', 'desk'],
    ['bad', 'desk'],
    ['wood-ink', 'wood'],
    ['wood-ink', 'field'],
    ['wood-ink-soft', 'wood'],
    ['wood-ink-soft', 'field'],
    ['wood-accent', 'wood'],
    ['wood-accent', 'field'],
    ['wood-good', 'wood'],
    ['wood-bad', 'field'],
    ['ink', 'paper'],
    ['ink-soft', 'paper'],
    ['ink-soft', 'paper-shade'],
    ['accent-on-paper', 'paper'],
    ['good-on-paper', 'paper'],
    ['bad-on-paper', 'paper'],
  ])('are read easily: %s on %s', (ink, ground) => {
    expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(4.5);
  });
});
