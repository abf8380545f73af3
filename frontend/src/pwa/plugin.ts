import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where a built file is, from the service worker; null for what the pages can do without. */
export function addressOf(file: string): string | null {
  if (file === 'index.html') return './';
  return file.endsWith('.html') || /^assets\/.*\.(js|css|woff2)$/.test(file) ? file : null;
}

/** The service worker with the names of what it keeps, and a mark that changes when any of that does. */
export function fillServiceWorker(
  source: string,
  files: readonly (readonly [address: string, content: string])[],
): string {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const mark = createHash('sha256')
    .update(JSON.stringify([source, sorted]))
    .digest('hex')
    .slice(0, 16);
  const names = JSON.stringify(sorted.map(([address]) => address));
  return source.replace("'__FILES__'", () => names).replace('__MARK__', mark);
}

/** Build `sw.js` from src/pwa/service-worker.js, after everything else. */
export function serviceWorker(): Plugin {
  return {
    name: 'codex:service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).flatMap((file) => {
          const address = addressOf(file.fileName);
          const content =
            file.type === 'chunk' ? file.code : file.fileName.endsWith('.html') ? String(file.source) : '';
          return address ? [[address, content] as const] : [];
        });
        const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: fillServiceWorker(source, files) });
      },
    },
  };
}
