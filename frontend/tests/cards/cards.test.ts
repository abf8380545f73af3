import { render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import Card from '../../src/cards/Card.svelte';
import CardDefs from '../../src/cards/CardDefs.svelte';
import {
  faceOf,
  kindOf,
  objectiveFacts,
  playableFacts,
  type CornerContent,
  type Side,
} from '../../src/cards/catalogue';
import { GOLD, OBJECTIVE, RESOURCE, STARTER } from '../../src/cards/catalogue.gen';
import { MOTIFS } from '../../src/cards/motifs';

const ALL = Array.from({ length: 102 }, (_, i) => i + 1);
const SIDES: readonly Side[] = ['front', 'back'];

function drawn(card: number, side: Side, label?: string): Element {
  const { container } = render(Card, { card, side, ...(label && { label }) });
  return container;
}
const uses = (element: Element): string[] =>
  [...element.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '');
const signs = (element: Element): string[] =>
  uses(element)
    .map((href) => /^#(?:sign|corner)-([a-z]+)/.exec(href)?.[1] ?? '')
    .filter(Boolean);
const shown = (corners: readonly CornerContent[]): string[] =>
  corners.filter((corner) => corner !== 'empty' && corner !== 'hidden');

describe('the cards', () => {
  it('refer only to what is defined once for all of them', () => {
    const first = drawn(1, 'front');
    const { container } = render(CardDefs);
    const used = new Set([first, ...ALL.flatMap((card) => SIDES.map((side) => drawn(card, side)))].flatMap(uses));
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => `#${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...used].filter((href) => !ids.includes(href))).toEqual([]);
  });

  it.each(ALL.slice(0, 86))('%i has a tab for each visible corner and shows its symbols', (card) => {
    for (const side of SIDES) {
      const face = faceOf(card, side);
      const picture = drawn(card, side);
      const tabs = uses(picture).filter((href) => /-tab-\d$/.test(href));
      expect(tabs).toHaveLength(face.corners.filter((corner) => corner !== 'hidden').length);
      const wanted = [...shown(face.corners), ...face.centre];
      if (side === 'front' && kindOf(card) !== 'starter') {
        const { cost, per } = playableFacts(card);
        wanted.push(...cost, ...(per ? [per] : []));
      }
      expect(signs(picture).sort()).toEqual(wanted.sort());
    }
  });

  it.each(ALL.slice(0, 80))('%i shows its points, and none when it has none', (card) => {
    const { points } = playableFacts(card);
    expect(drawn(card, 'front').textContent?.trim()).toBe(points ? String(points) : '');
  });

  it.each(ALL.slice(86))('objective %i shows its points and what it wants', (card) => {
    const { points, pattern, symbols } = objectiveFacts(card);
    const picture = drawn(card, 'front');
    expect(picture.textContent?.trim()).toBe(String(points));
    expect(signs(picture)).toEqual(pattern.length ? pattern.map(({ kingdom }) => kingdom) : [...symbols]);
  });

  it('show each motif on one resource card and on one gold card', () => {
    const motifs = (from: number): Set<string> =>
      new Set(
        ALL.slice(from, from + 40).flatMap((card) =>
          uses(drawn(card, 'front')).filter((href) => href.startsWith('#motif-')),
        ),
      );
    expect(motifs(0).size).toBe(40);
    expect(motifs(40)).toEqual(motifs(0));
  });

  it('never change: the same card is drawn alike every time', () => {
    for (const card of [7, 44, 83, 99]) {
      expect(drawn(card, 'front').innerHTML).toBe(drawn(card, 'front').innerHTML);
    }
  });

  it('have a name when given one, and are decoration otherwise', () => {
    const named = drawn(12, 'front', 'Oak').querySelector('[role=img]');
    expect(named?.getAttribute('aria-label')).toBe('Oak');
    expect(named?.hasAttribute('aria-hidden')).toBe(false);
    expect(drawn(12, 'front').querySelector('[aria-hidden=true]')).not.toBeNull();
  });

  it('keep to attributes that a strict Content-Security-Policy allows', () => {
    for (const card of ALL) expect(drawn(card, 'front').querySelector('[style]')).toBeNull();
  });
});

describe('the motifs', () => {
  const all = Object.values(MOTIFS).flatMap((kin) => kin.map((motif) => motif()));

  it('are forty different drawings', () => {
    expect(new Set(all.map((motif) => JSON.stringify(motif))).size).toBe(40);
  });

  it('are well-formed paths that stay within their field', () => {
    for (const [, path] of all.flat()) {
      expect(path).toMatch(/^M[-\d.\s,MCLaZ]+$/);
      const ends = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
      for (const value of ends) expect(Math.abs(value)).toBeLessThanOrEqual(44);
    }
  });
});

describe('the facts', () => {
  const printed = readFileSync('../src/codex_naturalis/catalogue/cards.toml', 'utf8');
  const lines = [...printed.matchAll(/^(\d+) = \{ (.*) \}$/gm)];

  /** A cost counts symbols: in which order they are written means nothing. */
  const inOrder = (word: string): string => (/^[FPAI]{3,5}$/.test(word) ? [...word].sort().join('') : word);

  it('are those of the card file', () => {
    expect(lines).toHaveLength(102);
    for (const [, id, fact = ''] of lines) {
      const words = [...fact.matchAll(/"([^"]*)"/g)].map(([, word = '']) => inOrder(word.replace(' ', '')));
      const points = Number(/points = (\d)/.exec(fact)?.[1] ?? 0);
      const row = RESOURCE[Number(id)] ?? GOLD[Number(id)] ?? STARTER[Number(id)] ?? OBJECTIVE[Number(id)] ?? [];
      const drawnWords = row
        .flatMap((entry) => (typeof entry === 'string' ? entry.split(' ').map(inOrder) : []))
        .filter(Boolean);
      expect([...drawnWords].sort(), `card ${id}`).toEqual(words.sort());
      expect(row.find((entry) => typeof entry === 'number') ?? 0, `points of ${id}`).toBe(points);
    }
  });
});
