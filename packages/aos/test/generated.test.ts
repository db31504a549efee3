import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { generatedFiles, schemaPath } from '../scripts/generated-files.ts';
import { AOSRequest } from '../src/generated/validators.mjs';

const folder = join(import.meta.dirname, '../src/generated');

test.skipIf(!existsSync(schemaPath))(
  'types and validators are those of the schema (else `pnpm generate`; skipped where ../shared/aos is not)',
  async () => {
    const expected = await generatedFiles();
    const read = ([name]: [string, string]): [string, string] => [
      name,
      readFileSync(join(folder, name), 'utf8'),
    ];
    expect(Object.fromEntries(Object.entries(expected).map(read))).toEqual(expected);
  },
);

test('the validators hold no code that makes code', () => {
  const text = readFileSync(join(folder, 'validators.mjs'), 'utf8');
  expect(text).not.toMatch(/\beval\b|new Function|require\(|import /);
  expect(AOSRequest({})).toBe(false);
});
