import type { PlantedFault } from './planted-fault.ts';

const core = 'packages/core/src';

/** Faults between modules and packages, and in built and published files. */
export const faultsInPackages: readonly PlantedFault[] = [
  {
    gate: 'boundaries',
    fault: 'a file of another package, by path',
    says: 'leaves the package',
    plant: {
      path: `${core}/planted.ts`,
      content: "export * from '../../testing/src/index.ts';\n",
    },
  },
  {
    gate: 'boundaries',
    fault: 'a package that is not declared',
    says: 'not a dependency',
    plant: { path: `${core}/planted.ts`, content: "export * from 'ai';\n" },
  },
  {
    gate: 'boundaries',
    fault: 'core depends on testing',
    says: 'allowlist',
    plant: {
      path: 'packages/core/package.json',
      search: '"devDependencies": {',
      replacement: '"devDependencies": {\n    "@interpose/testing": "workspace:^",',
    },
  },
  {
    gate: 'imports',
    fault: 'errors import the index',
    says: 'core-errors-imports-only-what-is-below',
    plant: { path: `${core}/errors/planted.ts`, content: "export * from '../index.ts';\n" },
  },
  {
    gate: 'imports',
    fault: 'a type import from above into the contract',
    says: 'core-contract-imports-only-what-is-below',
    plant: {
      path: `${core}/contract/planted.ts`,
      content:
        "import type { createHooks } from '../index.ts';\nexport type Planted = typeof createHooks;\n",
    },
  },
  {
    gate: 'imports',
    fault: 'two files that import types of each other',
    says: 'no-import-circle',
    plant: {
      path: ['packages/mcp/src/planted-one.ts', 'packages/mcp/src/planted-two.ts'],
      content:
        "import type { Planted as One } from './planted-one.ts';\nimport type { Planted as Two } from './planted-two.ts';\nexport type Planted = { one: One; two: Two };\n",
    },
  },
  {
    gate: 'imports',
    fault: 'a static import of Node in core',
    says: 'core-needs-no-node',
    plant: { path: `${core}/planted.ts`, content: "export { readFileSync } from 'node:fs';\n" },
  },
  {
    gate: 'imports',
    fault: 'a source imports a development dependency',
    says: 'sources-import-no-development-dependency',
    plant: { path: `${core}/planted.ts`, content: "export * from 'zod';\n" },
  },
  {
    gate: 'imports',
    fault: 'an adapter uses the test kit',
    says: 'testing-is-for-tests-and-apps',
    plant: {
      path: 'packages/ai-sdk/src/planted.ts',
      content: "export * from '@interpose/testing';\n",
    },
  },
  {
    gate: 'imports',
    fault: 'a package imports an app',
    says: 'packages-know-no-app',
    plant: {
      path: 'packages/testing/src/planted.ts',
      content: "export * from '../../../apps/quickstart/src/quickstart.ts';\n",
    },
  },
  {
    gate: 'dead-code',
    fault: 'a file that nobody imports',
    says: 'planted.ts',
    plant: { path: `${core}/planted.ts`, content: 'export const planted = 1;\n' },
  },
  {
    gate: 'versions',
    fault: 'a dependency in two versions',
    says: 'multiple-dependency-versions',
    plant: {
      path: 'apps/quickstart/package.json',
      search: '"ai": "7.0.173"',
      replacement: '"ai": "7.0.70"',
    },
  },
  {
    gate: 'versions',
    fault: 'no package is read',
    says: 'non-existant-packages',
    plant: { path: 'pnpm-workspace.yaml', content: 'packages:\n  - nowhere/*\n' },
  },
  {
    gate: 'build',
    fault: 'core needs Node',
    says: 'node:fs',
    plant: { path: `${core}/index.ts`, append: "export { readFileSync } from 'node:fs';\n" },
  },
  {
    gate: 'api',
    fault: 'one more export',
    says: 'planted',
    plant: { path: `${core}/index.ts`, append: 'export const planted: number = 1;\n' },
  },
  {
    gate: 'size',
    fault: 'core grows by 9 kB',
    says: 'exceeded',
    plant: {
      path: 'packages/core/dist/index.js',
      append: `\nexport const planted = ${JSON.stringify(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 10_007))};\n`,
    },
  },
  {
    gate: 'size',
    fault: 'an entry without a limit',
    says: '@interpose/mcp/planted: no limit',
    plant: {
      path: 'packages/mcp/package.json',
      search: '"./package.json": "./package.json"\n  },',
      replacement:
        '"./planted": { "default": "./dist/index.js" },\n    "./package.json": "./package.json"\n  },',
    },
  },
  {
    gate: 'size',
    fault: 'an adapter grows by 9 kB',
    says: 'exceeded',
    plant: {
      path: 'packages/mcp/dist/index.js',
      append: `\nexport const planted = ${JSON.stringify(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 10_007))};\n`,
    },
  },
  {
    gate: 'docs',
    fault: 'a link to a page that is gone',
    says: 'dead link',
    plant: { path: 'apps/docs/pages/concepts/index.md', append: '\n[gone](./gone)\n' },
  },
  {
    gate: 'docs',
    fault: 'code that somebody wrote into a page',
    says: 'written by hand',
    plant: {
      path: 'apps/docs/pages/concepts/index.md',
      append: '\n```ts\nconst hooks = createHooks();\n```\n',
    },
  },
  {
    gate: 'examples',
    fault: 'an example that prints something else',
    says: 'did not print',
    plant: { path: 'examples/openai-client/expected.txt', append: 'paid in full\n' },
  },
];
