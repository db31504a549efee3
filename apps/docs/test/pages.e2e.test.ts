import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src');
const cli = join(import.meta.dirname, '../../../packages/cli/src/cli.ts');

test('the coverage of an agent prints what its page shows (update it with vitest -u)', async () => {
  const printed = await runSnippet({ file: 'trust/coverage.ts', script: [] });
  await expect(printed).toMatchFileSnapshot(join(sources, 'trust/coverage.txt'));
});

test('two versions of policies differ as their page shows (update it with vitest -u)', async () => {
  const words = ['diff', '--base', 'base.ts', '--candidate', 'next.ts', 'sessions.jsonl'];
  const { exitCode, printed } = await new Promise<{ exitCode: unknown; printed: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        ['--conditions=@interpose/source', cli, ...words],
        { cwd: join(sources, 'compare'), env: { ...process.env, NO_COLOR: '1', COLUMNS: '80' } },
        (error, stdout) => resolve({ exitCode: error?.code ?? 0, printed: stdout }),
      );
    },
  );
  // How long decisions take differs from run to run, and with it how wide its columns are.
  const shown = printed
    .replaceAll(/\n\s*ms per decision.*/g, '')
    .replace(/base +candidate/, 'base   candidate')
    .replace(/(asks +\d+) +(\d+)/, '$1      $2');
  await expect(shown).toMatchFileSnapshot(join(sources, 'compare/diff.txt'));
  expect(exitCode).toBe(1);
});
