import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests beside their source first: they are the most likely to fail. */
class NearTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}

/** What `pnpm mutate` runs against every mutant: the unit and property tests of core, nothing slower. */
export default defineConfig({
  test: {
    include: ['packages/core/{src,test}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/*.e2e.test.ts',
      'packages/core/test/{consumer,events,examples,runtimes}/**',
      // It looks for the codes of every package and app, and a sandbox has no apps.
      'packages/core/src/codes/**',
      'packages/core/test/package.test.ts',
      'packages/core/test/properties/laws.property.test.ts',
    ],
    isolate: false,
    sequence: { sequencer: NearTestsFirst },
    setupFiles: ['scripts/mutation/keep-tests.ts'],
    testTimeout: 10_000,
  },
});
