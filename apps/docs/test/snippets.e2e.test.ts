import { join } from 'node:path';

import { callTools, say, type ScriptEntry } from '@interpose/testing';
import { describe, test } from 'vitest';

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

describe.each(['ai-sdk', 'langchain', 'openai-agents', 'openai'])('the first five minutes with %s', (sdk) => {
  test.concurrent.for(Object.entries(steps))(
    '%s prints what the page shows (update it with vitest -u)',
    async ([step, { script, typed }], { expect }) => {
      const file = `start/${sdk}-${step}.ts`;
      const printed = await runSnippet({ file, script, typed });
      await expect(printed).toMatchFileSnapshot(join(sources, file.replace(/\.ts$/, '.txt')));
    },
    30_000,
  );
});
