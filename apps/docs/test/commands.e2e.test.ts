import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { sampleRuns } from '../src/commands/sample-runs.ts';
import { runCommands } from './run-commands.ts';
import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src/commands');
const folder = mkdtempSync(join(tmpdir(), 'interpose-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('learning, using what was learned and attacking print what the page shows (update it with vitest -u)', async () => {
  writeFileSync(join(folder, 'runs.jsonl'), sampleRuns());
  const learned = await runCommands('commands/learn.sh', folder);
  await expect(learned.printed).toMatchFileSnapshot(join(sources, 'learn.txt'));
  const rules = readFileSync(join(folder, 'learned.yaml'), 'utf8');
  await expect(rules).toMatchFileSnapshot(join(sources, 'rules.txt'));
  const used = await runSnippet({ file: 'commands/rules-labelled.ts', script: [], folder });
  await expect(used).toMatchFileSnapshot(join(sources, 'rules-labelled.txt'));
  const attacked = await runCommands('commands/attack.sh', folder);
  await expect(attacked.printed).toMatchFileSnapshot(join(sources, 'attack.txt'));
  expect([learned.exitCode, attacked.exitCode]).toEqual([0, 0]);
});
