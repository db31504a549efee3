import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { sampleRuns } from '../src/commands/sample-runs.ts';

const sources = join(import.meta.dirname, '../src/commands');
const command = join(import.meta.dirname, '../../../packages/cli/src/cli.ts');
const folder = mkdtempSync(join(tmpdir(), 'interpose-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'runs.jsonl'), sampleRuns());

/** What the command writes to a terminal without colours. */
function printed(...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', NODE_NO_WARNINGS: '1' };
  const line = ['--conditions=@interpose/source', command, ...words];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, line, { cwd: folder, env }, (error, out, errors) => {
      if (errors === '') resolve(out);
      else reject(new Error(errors, { cause: error }));
    });
  });
}

test('learning and attacking print what the page shows (update it with vitest -u)', async () => {
  const learned = await printed('learn', 'runs.jsonl', '--where', 'good=true');
  await expect(learned).toMatchFileSnapshot(join(sources, 'learn.txt'));
  const rules = readFileSync(join(folder, 'learned.yaml'), 'utf8');
  await expect(rules).toMatchFileSnapshot(join(sources, 'rules.txt'));
  const attacked = await printed('attack', 'runs.jsonl', '--policies', 'learned.yaml');
  await expect(attacked).toMatchFileSnapshot(join(sources, 'attack.txt'));
});
