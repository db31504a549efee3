import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { callTools, say, type ScriptEntry } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src');

const wants = (cents: number, ...then: readonly ScriptEntry[]): readonly ScriptEntry[] => [
  callTools({ name: 'refund', args: { order: 'A-7', cents } }),
  ...then,
];

const steps = {
  first: { script: wants(1500, say('You have your 15 euros back.')), typed: '' },
  deny: { script: wants(42_000, say('I may not pay that much back.')), typed: '' },
  ask: { script: wants(4200, say('You have your 42 euros back.')), typed: 'yes\n' },
} as const;

test('the code of the root README is what runs, and prints what stands there', async () => {
  const readme = readFileSync(join(sources, '../../../README.md'), 'utf8');
  const script = [callTools({ name: 'deleteUser', args: { id: 42 } }), say('Done.')];
  const printed = await runSnippet({ file: 'readme/readme.ts', script });
  expect(readme).toContain(
    `\`\`\`ts\n${readFileSync(join(sources, 'readme/readme.ts'), 'utf8')}\`\`\``,
  );
  expect(readme).toContain(`\`\`\`text\n${printed}\`\`\``);
});

test('limits per user print what the page shows (update it with vitest -u)', async () => {
  const printed = await runSnippet({ file: 'sessions/limit-per-user.ts', script: [] });
  await expect(printed).toMatchFileSnapshot(join(sources, 'sessions/limit-per-user.txt'));
});

test('two policies on one call print what the page shows (update it with vitest -u)', async () => {
  const printed = await runSnippet({ file: 'concepts/fold.ts', script: [] });
  await expect(printed).toMatchFileSnapshot(join(sources, 'concepts/fold.txt'));
});

test('the chat route asks and goes on as the page shows (update it with vitest -u)', async () => {
  const script = wants(4200, say('You have your 42 euros back.'));
  const printed = await runSnippet({ file: 'chat-route/browser.ts', script });
  await expect(printed).toMatchFileSnapshot(join(sources, 'chat-route/browser.txt'));
});

describe.each(['ai-sdk', 'langchain', 'openai-agents', 'openai'])('with %s', (sdk) => {
  test.each(Object.entries(steps))(
    '%s prints what the page shows (update it with vitest -u)',
    async (step, { script, typed }) => {
      const file = `start/${sdk}-${step}.ts`;
      const printed = await runSnippet({ file, script, typed });
      await expect(printed).toMatchFileSnapshot(join(sources, file.replace(/\.ts$/, '.txt')));
    },
  );
});
