/**
 * The licence texts of everything in the bundle that others wrote, as one file beside it: a Vite plugin. A package without a
 * text in `licenses/` ends the build, so that none is handed on without its notice.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Where a package's text stands: `@noble/hashes` in `noble-hashes.txt`. */
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../licenses/${name.replace('@', '').replace('/', '-')}.txt`, import.meta.url));

/** The package that a module or an asset comes from: one of npm's, or the bundler that wrote it; null for our own. */
export function packageOf(id: string): string | null {
  const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? /^\0(vite|rolldown)\//.exec(id);
  return found?.[1] ?? null;
}

/** Write `licenses.txt` after everything else is bundled. */
export function licences(): Plugin {
  return {
    name: 'codex:licences',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const ids = Object.values(bundle).flatMap((file) =>
          file.type === 'asset'
            ? file.originalFileNames
            : Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength ? [id] : [])),
        );
        const names = [...new Set(ids.map(packageOf))].filter((name) => name !== null).sort();
        const missing = names.filter((name) => !existsSync(fileOf(name)));
        if (missing.length) this.error(`no licence text in licenses/ of: ${missing.join(', ')}`);
        const texts = names.map((name) => `${name}\n\n${readFileSync(fileOf(name), 'utf8').trim()}\n`);
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts.join(`\n${'─'.repeat(72)}\n\n`) });
      },
    },
  };
}
