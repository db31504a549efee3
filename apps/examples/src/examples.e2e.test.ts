import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { agents } from './agents/agents.ts';
import { runStory, type StoryEnd } from './run-story.ts';
import type { ToldDecision } from './told-decision.ts';

const start = fileURLToPath(new URL('start.ts', import.meta.url));
const run = promisify(execFile);

const expected: StoryEnd = {
  answer: 'Your money is on its way; I write to [address].',
  done: ['found A-7', 'paid back 1500 for A-7', 'paid back 4200 for A-7'],
  decisions: [
    decision('onUserMessage', 'modify', 'hide-addresses', { changed: true }),
    decision('onToolCallResult', 'modify', 'hide-addresses', { tool: 'find_order', changed: true }),
    decision('preToolCall', 'ask', 'refund-limit', { tool: 'refund', settled: 'approved' }),
    decision('preToolCall', 'ask', 'refund-limit', {
      tool: 'refund',
      settled: 'refused',
      codes: ['approval_refused'],
    }),
    decision('preToolCall', 'deny', 'refund-limit', { tool: 'refund', codes: ['over_limit'] }),
    decision('preToolCall', 'deny', 'allow-list', {
      tool: 'delete_customer',
      codes: ['not_allowed'],
    }),
    decision('onAgentResponse', 'modify', 'hide-addresses', { changed: true }),
  ],
  leaked: false,
};

function decision(
  event: string,
  verb: ToldDecision['decision'],
  policy: string,
  more: Partial<ToldDecision>,
): ToldDecision {
  return { event, decision: verb, by: [`${policy}/${event}`], codes: [], changed: false, ...more };
}

describe.each([...agents])('the refund agent of %s', (_sdk, askAgent) => {
  test('does what the policies leave, and nothing else', async () => {
    expect(await runStory(askAgent)).toEqual(expected);
  });
});

test('the program plays every SDK and finds the same decisions', async () => {
  const { stdout, stderr } = await run(process.execPath, [start]);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    `${agents.size} SDKs, one policy file: the same decisions everywhere.`,
  );
  expect(stderr).toBe('');
});

test('a word that it does not know ends it with 2', async () => {
  const { code, stdout, stderr } = await run(process.execPath, [start, '--jsn']).then(
    () => expect.unreachable(),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('[arguments_invalid] there is no "--jsn"; use pnpm examples [--json]\n');
});

test('with --json it prints one object and nothing else', async () => {
  const { stdout } = await run(process.execPath, [start, '--json']);
  const ends = Object.fromEntries([...agents.keys()].map((sdk) => [sdk, expected]));
  expect(JSON.parse(stdout)).toEqual(ends);
});
