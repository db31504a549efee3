import { defineConfig } from 'vitest/config';

/** What `pnpm mutate` runs against every mutant: the unit and property tests of core, nothing slower. */
export default defineConfig({
  test: {
    include: ['packages/core/{src,test}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/*.e2e.test.ts',
      'packages/core/test/{consumer,events,examples,runtimes}/**',
      'packages/core/test/package.test.ts',
      'packages/core/test/properties/laws.property.test.ts',
    ],
    isolate: false,
    setupFiles: ['scripts/keep-tests.ts'],
    testTimeout: 10_000,
  },
});
