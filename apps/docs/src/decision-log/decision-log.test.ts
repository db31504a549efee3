import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { decisionLogSvg } from './decision-log-svg.ts';

const root = join(import.meta.dirname, '../../../..');
const start = join(import.meta.dirname, '../start');

test('the picture of the log is what the first five minutes print (update it with vitest -u)', async () => {
  const lines = ['first', 'deny', 'ask'].flatMap((step) =>
    readFileSync(join(start, `ai-sdk-${step}.txt`), 'utf8')
      .trim()
      .split('\n'),
  );
  expect(lines.length).toBe(7);
  await expect(decisionLogSvg(lines)).toMatchFileSnapshot(join(root, 'docs/decision-log.svg'));
});
