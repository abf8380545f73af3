import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One script that draws every card, for `tools/print_cards.py`; no part of the client. */
export default defineConfig({
  plugins: [svelte({ emitCss: false })],
  build: {
    outDir: here('../build/prints'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: here('src/print/main.ts'), formats: ['es'], fileName: () => 'prints.js', cssFileName: 'prints' },
  },
});
