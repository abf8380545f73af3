import { mergeConfig, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE } from './tests/patience.ts';
import vite from './vite.config.ts';

/** By name, where vitest would begin with what failed or took long the last time. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}

export default mergeConfig(
  vite,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'jsdom',
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/every.ts'],
      // A page for each file took four times as long as all that the tests do in it. What one leaves behind the next one
      // finds: so all files run one after the other, in the same order each time.
      isolate: false,
      pool: 'threads',
      maxWorkers: 1,
      sequence: { sequencer: ByName },
      testTimeout: PATIENCE + 30_000, // what is waited for is named before
    },
  }),
);
