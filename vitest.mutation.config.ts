import { defineConfig } from 'vitest/config';

/** What `pnpm mutate` runs against every mutant: the unit and property tests of core, nothing slower. */
export default defineConfig({
  test: {
    include: ['packages/core/{src,test}/**/*.test.ts'],
    // The examples are compiled as well as run, which is slow and would read the mutants' own marks.
    exclude: ['**/node_modules/**', '**/*.e2e.test.ts', 'packages/core/test/examples/**'],
  },
});
