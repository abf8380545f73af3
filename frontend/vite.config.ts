import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { fileOf } from './chunks.ts';
import { licences } from './licences.ts';
import { packed } from './packed.ts';
import { serviceWorker } from './src/pwa/plugin.ts';
import { words } from './words.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The server that `npm run dev` talks to; `make play` listens on the same port. */
const backend = process.env['CODEX_BACKEND'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './',
  experimental: {
    // The page is served at any address; what it loads finds the rest beside itself, wherever that is.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  plugins: [words(), svelte(), serviceWorker(), packed(), licences()],
  build: {
    outDir: here('../src/codex_naturalis/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The server's Content-Security-Policy allows our own files only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('index.html'), cards: here('cards.html') },
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf(), debugName: 'together' }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: backend, ws: true } },
  },
});
