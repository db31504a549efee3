import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src');
const files = ['trust/coverage', 'rollout/watch', 'rollout/enforce-for-some'];

test.each(files)('%s prints what its page shows (update it with vitest -u)', async (file) => {
  const printed = await runSnippet({ file: `${file}.ts`, script: [] });
  await expect(printed).toMatchFileSnapshot(join(sources, `${file}.txt`));
});
