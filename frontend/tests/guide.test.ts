/** The component that the guide shows compiles, and takes only what there is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { compile, parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const GUIDE = readFileSync('../docs/guides/extending.md', 'utf8');
const SAMPLES = [...GUIDE.matchAll(/^( *)```svelte\n(.*?)^ *```/gms)].map(([, margin = '', sample = '']) =>
  sample.replaceAll(new RegExp(`^${margin}`, 'gm'), ''),
);

/** Where it would lie: in a room, beside `ui`. */
const ROOM = 'src/shell';
const IMPORT = /import (?:\{ ([\w, ]+) \}|(\w+)) from '(\.[^']+)'/g;

function componentsIn(sample: string): AST.Component[] {
  const found: AST.Component[] = [];
  JSON.stringify(parse(sample, { modern: true }).fragment, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Component') {
      found.push(value as AST.Component);
    }
    return value;
  });
  return found;
}

describe('the component of the guide', () => {
  it('compiles without a warning', () => {
    expect(SAMPLES).not.toEqual([]);
    for (const sample of SAMPLES) expect(compile(sample, { runes: true }).warnings).toEqual([]);
  });

  it('imports names that exist', () => {
    for (const sample of SAMPLES) {
      for (const [, names = '', , from = ''] of sample.matchAll(IMPORT)) {
        const file = [from, `${from}.ts`].map((one) => join(ROOM, one)).find((one) => existsSync(one));
        expect(file, from).toBeDefined();
        const source = readFileSync(file ?? '', 'utf8');
        for (const name of names.split(', ').filter(Boolean)) {
          expect(source).toMatch(new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm'));
        }
      }
    }
  });

  it('gives components the properties that they take', () => {
    for (const sample of SAMPLES) {
      const imported = new Map([...sample.matchAll(IMPORT)].map(([, , name = '', from = '']) => [name, from]));
      const components = componentsIn(sample);
      expect(components).not.toEqual([]);
      for (const { name, attributes } of components) {
        const props = /interface Props \{.*?^ {2}\}/ms.exec(readFileSync(join(ROOM, imported.get(name) ?? ''), 'utf8'));
        for (const one of attributes)
          expect(props?.[0]).toMatch(new RegExp(`^ {4}${'name' in one ? one.name : ''}\\??:`, 'm'));
      }
    }
  });
});
