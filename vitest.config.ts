import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

import { ConformanceReporter } from './scripts/conformance/conformance-reporter.ts';
import { FailedTestsReporter } from './scripts/failed-tests-reporter.ts';

const everywhere = (suffix: string): string[] => [
  `packages/*/{src,test,census}/**/${suffix}`,
  `apps/*/{src,test}/**/${suffix}`,
];

const unitTests = everywhere('*.test.ts');
const conformanceTests = everywhere('{conformance,*.conformance}.test.ts');
const endToEndTests = everywhere('*.e2e.test.ts');

/** `@interpose/source` makes every workspace package resolve to its TypeScript source: no build first. */
const conditions = ['@interpose/source', 'module', 'node', 'development|production'];

function project(
  name: string,
  include: string[],
  exclude: string[],
  timeoutMilliseconds: number,
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      setupFiles: ['packages/testing/test/property-seed.ts'],
      testTimeout: timeoutMilliseconds,
      hookTimeout: timeoutMilliseconds,
    },
  };
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    maxWorkers: '100%',
    // Waiting ends as soon as what is waited for is there; a busy machine takes longer than the usual second.
    expect: { poll: { timeout: 30_000 } },
    // What core prints of failing hooks that nobody observes; tests make them fail on purpose.
    onConsoleLog: (text) => !text.startsWith('[interpose]'),
    // The times are for tests that hang: on a machine with other work a test takes ten times as long.
    projects: [
      project('unit', unitTests, [...conformanceTests, ...endToEndTests], 60_000),
      project('conformance', conformanceTests, [], 60_000),
      project('e2e', endToEndTests, [], 300_000),
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: everywhere('*.test-d.ts'),
            tsconfig: './tsconfig.type-tests.json',
            checker: 'tsc',
            ignoreSourceErrors: true,
          },
        },
      },
    ],
    reporters: [
      'default',
      ...(process.env['CI'] ? ['json'] : []),
      new ConformanceReporter(),
      new FailedTestsReporter(),
    ],
    outputFile: { json: 'reports/vitest.json' },
    coverage: { provider: 'v8', include: ['packages/*/src/**/*.ts'] },
  },
});
