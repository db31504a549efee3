import type { PlantedFault } from './planted-fault.ts';

const core = 'packages/core/src';
const test = "import { expect, test } from 'vitest';\n";
const typeTest = "import { expectTypeOf, test } from 'vitest';\n";

/** A failing test of every kind. */
export const faultsInTests: readonly PlantedFault[] = [
  {
    gate: 'unit',
    fault: 'a unit test fails',
    says: 'failed  packages/core/src/planted.test.ts > fails',
    plant: {
      path: `${core}/planted.test.ts`,
      content: `${test}test('fails', () => expect(1).toBe(2));\n`,
    },
  },
  {
    gate: 'unit',
    fault: 'a property does not hold',
    says: 'Property failed',
    plant: {
      path: `${core}/planted.test.ts`,
      content: `import fc from 'fast-check';\n${test}test('fails', () => fc.assert(fc.property(fc.nat(), (n) => expect(n).toBeLessThan(50))));\n`,
    },
  },
  {
    gate: 'unit',
    fault: 'a type test does not hold',
    says: 'planted.test-d.ts',
    plant: {
      path: `${core}/planted.test-d.ts`,
      content: `${typeTest}test('fails', () => {\n  expectTypeOf<string>().toEqualTypeOf<number>();\n});\n`,
    },
  },
  {
    gate: 'conformance',
    fault: 'a conformance test fails',
    says: 'planted.conformance.test.ts',
    plant: {
      path: 'packages/testing/src/planted.conformance.test.ts',
      content: `${test}test('fails', () => expect(1).toBe(2));\n`,
    },
  },
  {
    gate: 'conformance-table',
    fault: 'the committed table claims more than the tests found',
    says: 'docs/conformance.md is out of date from line',
    plant: { path: 'docs/conformance.md', append: '| C999 | does everything | | ✓ |\n' },
  },
  {
    gate: 'e2e',
    fault: 'an end-to-end test fails',
    says: 'planted.e2e.test.ts',
    plant: {
      path: 'packages/core/test/planted.e2e.test.ts',
      content: `${test}test('fails', () => expect(1).toBe(2));\n`,
    },
  },
];
