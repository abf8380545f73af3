/** The layers of `src/`: a room imports only what stands before it in the list of docs/explanation/web-client.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';

const PAGE = readFileSync('../docs/explanation/web-client.md', 'utf8');
const LAYERS = [...PAGE.matchAll(/^\| `([a-z0-9/-]+)\/` \|/gm)].map(([, room = '']) => room);

/** Most modules a folder may hold; the drawings of `cards/motifs`, one creature each, are a collection. */
const FULL = 25;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|@import\s+)'(\.[^']*)'/g;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|svelte|css|js)$/.test(path));

/** The layer a file belongs to; null for `src/main.ts`, which starts the shell. */
function roomOf(path: string): string | null {
  if (!path.includes('/')) return null;
  return LAYERS.find((room) => path.startsWith(`${room}/`)) ?? `none: ${path}`;
}

function importsOf(path: string): string[] {
  const found = [...readFileSync(join('src', path), 'utf8').matchAll(IMPORT)].map(([, to]) => to ?? '');
  return found.map((to) => normalize(join(dirname(path), to.replace(/\?.*$/, ''))));
}

const rank = (room: string): number => LAYERS.findIndex((each) => each === room);

describe('the rooms of the web client', () => {
  it('hold every module', () => {
    const rooms = new Set(files.map(roomOf));
    expect([...rooms].filter((room) => room !== null && rank(room) < 0)).toEqual([]);
  });

  it('import only what stands before them, now or when it is needed', () => {
    const upward = files.flatMap((path) => {
      const from = roomOf(path);
      if (from === null) return [];
      const higher = importsOf(path).filter((to) => rank(roomOf(to) ?? 'shell') > rank(from));
      return higher.map((to) => `${path} → ${to}`);
    });
    expect(upward).toEqual([]);
  });

  it('name modules that exist', () => {
    const endings = ['', '.ts', '.js', '/index.ts'];
    const lost = files.flatMap((path) =>
      importsOf(path)
        .filter((to) => !endings.some((ending) => existsSync(join('src', to + ending))))
        .map((to) => `${path} → ${to}`),
    );
    expect(lost).toEqual([]);
  });

  it(`have at most ${String(FULL)} modules a folder`, () => {
    const modules = files.filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('cards/motifs/'));
    const folders = modules.map((path) => dirname(path));
    const sizeOf = (folder: string): number => folders.filter((each) => each === folder).length;
    expect([...new Set(folders)].filter((folder) => sizeOf(folder) > FULL)).toEqual([]);
  });

  it('are each listed once', () => {
    expect(LAYERS.length).toBeGreaterThan(40);
    expect(new Set(LAYERS).size).toBe(LAYERS.length);
  });
});
