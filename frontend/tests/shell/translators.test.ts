/**
 * A page translator replaces text nodes, and Svelte goes on writing into those that were replaced. So where a translator may
 * come, no text changes: everything that is shown by the pages that are only read is followed here, except what has
 * `translate` itself. What is made again by `{#key}` may change.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/base/addresses';
import { isRead } from '../../src/shell/sections';

const APP = 'shell/App.svelte';
/** The pages that are only read, and where each begins. */
const READ: Readonly<Record<string, string>> = {
  lobby: 'lobby/Lobby.svelte',
  learn: 'learn/Learn.svelte',
  rules: 'learn/RulesPage.svelte',
  about: 'shell/about/About.svelte',
};
/** Texts that stay as they are as long as their page is open, though their source does not show it. */
const CONSTANT: Readonly<Record<string, readonly string[]>> = {
  // What the components beneath are given on the pages above.
  'cards/ObjectiveCard.svelte': ['facts.points'],
  'cards/PointsBanner.svelte': ['points'],
  'learn/Rich.svelte': ['words'],
  'learn/Verdict.svelte': ["say(legal ? 'book.legal' : 'book.illegal')", 'caption'],
  'lobby/Chapter.svelte': ['title', 'text'],
  'lobby/Initial.svelte': ['letter'],
  'ui/Page.svelte': ['title'],
  'ui/Token.svelte': ['letter'],
  // The figures of the rules, and what was agreed at the table beside them.
  'learn/Anatomy.svelte': ['number'],
  'learn/FigureDrawing.svelte': ['i + 1'],
  'learn/Timeline.svelte': [
    "say(round === 0 ? 'book.end.this_round' : 'book.end.last_round')",
    "say('book.end.player', { count: seat + 1 })",
    "triggers ? say('book.end.reached') : last ? say('book.end.last') : ''",
  ],
  'learn/book/Editions.svelte': ['text'],
  'learn/book/Objectives.svelte': ['withLabel(objectiveName(card), objectiveWorth(card))'],
  'learn/book/Tally.svelte': ['before', 'after'],
  'learn/book/TyborRules.svelte': ["say(corresponds ? 'book.tybor.matches' : 'book.tybor.matches_not')"],
  'lobby/rules/AgreedRules.svelte': ['what', 'how'],
  // A day's creature, and the languages.
  'lobby/Today.svelte': ['names[number]'],
  'shell/Header.svelte': ['each'],
  // Gone with its element after a moment; and asked for in one lesson alone.
  'table/moments/Flights.svelte': ['thing.points', '+'],
  'learn/LessonPage.svelte': ["t('table.closed_cell', { cell: cellName(cell) })"],
};

type Node = AST.SvelteNode;

const sourceOf = (path: string): string => readFileSync(join('src', path), 'utf8');
const pathFrom = (path: string, to: string): string => normalize(join(dirname(path), to));

/** The components that a file names, with their paths. */
const importsOf = (path: string, source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/import (\w+)(?:, {[^}]*})? from '(\.[^']+\.svelte)'/g)].map(([, name = '', to = '']) => [
      name,
      pathFrom(path, to),
    ]),
  );

/** Whether an expression is a text of the locales without values. */
const isPlain = (expression: string): boolean => /^(t|say)\((('[^']*')|(`[^`]*`))\)$/.test(expression.trim());

interface Place {
  /** Whether it is made again when it changes, within its element. */
  readonly remade: boolean;
  /** Whether it stands in a block without an element of its own: what a translator has put there would stay. */
  readonly loose: boolean;
}

function placeWithin(node: Node, place: Place): Place {
  if (node.type === 'Fragment') return place;
  return { remade: place.remade || node.type === 'KeyBlock', loose: !node.type.endsWith('Element') };
}

/** What a translator may come to in one component: its texts that change, and the components it shows there. */
class Shown {
  readonly texts: string[] = [];
  readonly parts: string[] = [];
  private readonly source: string;
  private readonly imports: ReadonlyMap<string, string>;

  constructor(readonly path: string) {
    this.source = sourceOf(path);
    this.imports = importsOf(path, this.source);
    this.look(parse(this.source, { modern: true }).fragment, { remade: false, loose: true });
  }

  private look(node: Node, place: Place): void {
    if (node.type === 'Text' && place.loose) return this.read(node.data.trim());
    if (node.type === 'ExpressionTag') {
      const text = this.textOf(node.expression);
      return place.loose || !(place.remade || isPlain(text)) ? this.read(text) : undefined;
    }
    if (node.type === 'SvelteHead' || this.isContainer(node)) return;
    if (node.type === 'Component') this.parts.push(...this.partsOf(node));
    for (const child of childrenOf(node)) this.look(child, placeWithin(node, place));
  }

  private read(text: string): void {
    if (text && !CONSTANT[this.path]?.includes(text)) this.texts.push(`${this.path}: ${text}`);
  }

  private textOf(node: object): string {
    const { start, end } = node as { start: number; end: number };
    return this.source.slice(start, end);
  }

  private isContainer(node: Node): boolean {
    return (
      'attributes' in node && node.attributes.some((each) => each.type === 'Attribute' && each.name === 'translate')
    );
  }

  /** The component itself, and what it is told to fetch. */
  private partsOf(node: AST.Component): string[] {
    const lazy = node.attributes.flatMap((each) => [...this.textOf(each).matchAll(/import\('(\.[^']+)'\)/g)]);
    const own = this.imports.get(node.name);
    return [...(own ? [own] : []), ...lazy.map(([, to = '']) => pathFrom(this.path, to))];
  }
}

/** What stands within a part of a template, in whatever branch. */
function childrenOf(node: Node): Node[] {
  if (node.type === 'Fragment') return node.nodes;
  return ['fragment', 'consequent', 'alternate', 'body', 'fallback', 'pending', 'then', 'catch']
    .map((name) => (node as unknown as Record<string, Node | null | undefined>)[name])
    .filter((child) => child?.type === 'Fragment');
}

/** All that is shown where a translator may come. */
function shown(): Shown[] {
  const found = new Map<string, Shown>();
  const waiting = [APP, ...Object.values(READ)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const one = new Shown(path);
    found.set(path, one);
    waiting.push(...one.parts);
  }
  return [...found.values()];
}

describe('where a page translator may come', () => {
  it('are the pages that are only read, and no others', () => {
    const names = [...sourceOf(APP).matchAll(/route\.name === '(\w+)'/g)].map(([, name]) => name);
    expect([...new Set(names)].filter((name) => isRead({ name } as Route)).sort()).toEqual(Object.keys(READ).sort());
  });

  it('no text changes', () => {
    const parts = shown();
    expect(parts.flatMap(({ texts }) => texts)).toEqual([]);
    expect(parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['shell/Sections.svelte', 'learn/Rich.svelte']),
    );
  });

  it('every text that is excepted is there', () => {
    const lost = Object.entries(CONSTANT).flatMap(([path, texts]) =>
      texts.filter((text) => !sourceOf(path).includes(text)).map((text) => `${path}: ${text}`),
    );
    expect(lost).toEqual([]);
  });
});
