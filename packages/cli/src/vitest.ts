import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { policiesOf } from './cases/policies-of.ts';
import { readCaseFile } from './cases/read-case-file.ts';
import { runCase } from './cases/run-case.ts';

/**
 * Makes a test of every case of a `*.policy.yaml`, or of the tests of a file of rules.
 *
 * @param file where it lies; policies that it names are relative to it.
 * @example
 * await policyTests(new URL('./refunds.policy.yaml', import.meta.url));
 * @throws InterposeError `cases_invalid`, or that of a module of policies that cannot be loaded.
 */
export async function policyTests(file: URL | string): Promise<void> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const cases = readCaseFile(path);
  const { make } = await policiesOf(cases, process.cwd());
  describe(`cases of ${basename(path)}`, () => {
    test.for(cases.cases.map((each) => [each.name, each] as const))('%s', async ([, each]) => {
      const { problems } = await runCase(each, make);
      expect(problems).toEqual([]);
    });
  });
}
