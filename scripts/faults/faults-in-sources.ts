import type { PlantedFault } from './planted-fault.ts';

const core = 'packages/core/src';

/** Faults inside one file: layout, house rules, names, types. */
export const faultsInSources: readonly PlantedFault[] = [
  {
    gate: 'format',
    fault: 'a source laid out otherwise',
    says: 'planted.ts',
    plant: { path: `${core}/planted.ts`, content: 'export   const planted:number = 1' },
  },
  {
    gate: 'format',
    fault: 'no file is read',
    says: 'at least one target file',
    plant: { path: '.oxfmtrc.json', content: '{ "ignorePatterns": ["**"] }' },
  },
  {
    gate: 'lint',
    fault: 'any',
    says: 'no-explicit-any',
    plant: {
      path: `${core}/planted.ts`,
      content: 'export const planted = (value: any): void => void value;\n',
    },
  },
  {
    gate: 'lint',
    fault: 'a promise that nobody awaits',
    says: 'no-floating-promises',
    plant: {
      path: `${core}/planted.ts`,
      content: 'export function planted(): void {\n  Promise.resolve(1);\n}\n',
    },
  },
  {
    gate: 'lint',
    fault: 'a default export',
    says: 'no-default-export',
    plant: { path: `${core}/planted.ts`, content: 'export default 1;\n' },
  },
  {
    gate: 'lint',
    fault: 'a test that calls itself it',
    says: 'consistent-test-it',
    plant: {
      path: `${core}/planted.test.ts`,
      content: "import { expect, it } from 'vitest';\nit('is one', () => expect(1).toBe(1));\n",
    },
  },
  {
    gate: 'lint',
    fault: 'a file of 201 lines',
    says: 'max-lines',
    plant: {
      path: `${core}/planted.ts`,
      content: Array.from(
        { length: 201 },
        (_, line) => `export const planted${line} = ${line};\n`,
      ).join(''),
    },
  },
  {
    gate: 'lint',
    fault: 'a function of 41 lines',
    says: 'max-lines-per-function',
    plant: {
      path: `${core}/planted.ts`,
      content: `export function planted(): number {\n  let sum = 0;\n${'  sum += 1;\n'.repeat(37)}  return sum;\n}\n`,
    },
  },
  {
    gate: 'lint',
    fault: 'a file name in camel case',
    says: 'filename-case',
    plant: { path: `${core}/plantedFault.ts`, content: 'export const plantedFault = 1;\n' },
  },
  {
    gate: 'lint',
    fault: 'no file is read',
    says: 'No files found',
    plant: { path: '.oxlintrc.json', content: '{ "ignorePatterns": ["**"] }' },
  },
  {
    gate: 'names',
    fault: 'a file called utils',
    says: 'utils.ts',
    plant: { path: `${core}/utils.ts`, content: 'export const planted = 1;\n' },
  },
  {
    gate: 'names',
    fault: 'a double cast without a reason',
    says: 'double cast',
    plant: {
      path: `${core}/planted.ts`,
      content: 'export const planted = 1 as unknown as string;\n',
    },
  },
  {
    gate: 'rooms',
    fault: 'a folder of 15 files',
    says: 'packages/mcp/src/planted: 15 source files',
    plant: {
      path: Array.from(
        { length: 15 },
        (_, index) => `packages/mcp/src/planted/planted-${index}.ts`,
      ),
      content: 'export const planted = 1;\n',
    },
  },
  {
    gate: 'copies',
    fault: 'six lines that two adapters share',
    says: 'the same 6 lines as',
    plant: {
      path: ['packages/mcp/src/planted.ts', 'packages/a2a/src/planted.ts'],
      content: `// Planted.\nexport const planted = [\n${'  1,\n'.repeat(4)}];\n`,
    },
  },
  {
    gate: 'skeleton',
    fault: 'a second adapter without the files of the first',
    says: 'packages/testing/src/with-hooks.ts',
    plant: {
      path: 'packages/testing/turbo.json',
      content: '{ "extends": ["//"], "tags": ["adapter"] }',
    },
  },
  {
    gate: 'types',
    fault: 'a number that is a string',
    says: 'TS2322',
    plant: { path: `${core}/planted.ts`, content: "export const planted: number = 'one';\n" },
  },
  {
    gate: 'types',
    fault: 'a Node global in core',
    says: 'TS2591',
    plant: {
      path: `${core}/planted.ts`,
      content: 'export const planted: string = process.version;\n',
    },
  },
  {
    gate: 'types',
    fault: 'a project without files',
    says: 'packages/core/tsconfig.json',
    plant: {
      path: 'packages/core/tsconfig.json',
      content: '{ "extends": "../../tsconfig.base.json", "files": [] }',
    },
  },
  {
    gate: 'types-6',
    fault: 'a number that is a string',
    says: 'TS2322',
    plant: { path: `${core}/planted.ts`, content: "export const planted: number = 'one';\n" },
  },
];
