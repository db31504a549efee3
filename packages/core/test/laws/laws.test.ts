import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { renderLaws } from './render-laws.ts';

const path = join(import.meta.dirname, '../../LAWS.md');
const page = readFileSync(path, 'utf8');

test('every law lists the tests that prove it', async () => {
  await expect(renderLaws(page)).toMatchFileSnapshot(path);
});

test('a test that is gone from its law is noticed', () => {
  const [first] = page.split('\n  - ').slice(1);
  expect(renderLaws(page.replace(`\n  - ${first}`, ''))).toBe(page);
});

test('every file of proofs belongs to a law of the page', () => {
  const laws = [...page.matchAll(/^## Law (\d+):/gm)].map(([, law]) => Number(law));
  const cited = [...page.matchAll(/test\/laws\/law-(\d+)/g)].map(([, law]) => Number(law));
  expect(laws).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  expect(cited.every((law) => laws.includes(law))).toBe(true);
});
