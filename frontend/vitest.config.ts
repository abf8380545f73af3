import { mergeConfig, defineConfig } from 'vitest/config';
import { PATIENCE } from './tests/patience.ts';
import vite from './vite.config.ts';

export default mergeConfig(
  vite,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'jsdom',
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/every.ts'],
      // A page for each file took four times as long as all that the tests do in it.
      isolate: false,
      pool: 'threads',
      testTimeout: PATIENCE + 30_000, // what is waited for is named before
    },
  }),
);
