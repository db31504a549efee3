import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createHooks, type Message } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { agentsRun } from './agents-run.ts';
import { aiSdkRun } from './ai-sdk-run.ts';
import { langchainRun } from './langchain-run.ts';
import type { LongRun } from './long-run.ts';
import { openaiRun } from './openai-run.ts';

const RUNS = { aiSdkRun, openaiRun, langchainRun, agentsRun };
const CASES = Object.entries(RUNS).flatMap(([name, run]) =>
  [false, true].map((streamed) => [name, run, streamed] as const),
);

describe('a long run', () => {
  test.each(CASES)(
    '%s makes one object of each message for the hooks, however often they see it',
    async (_, run, streamed) => {
      expect(await shown(run, streamed, 60)).toEqual({ lastRequest: 121, made: 121 });
    },
  );

  test.each(Object.keys(RUNS))(
    '%s keeps as much memory with a hook as without one, once it is over',
    async (name) => {
      const script = new URL('heap-after-run.ts', import.meta.url).pathname;
      const flags = ['--expose-gc', '--no-warnings', '--conditions=@interpose/source'];
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, name]);
      const { bare, hooked } = JSON.parse(stdout) as { bare: number; hooked: number };
      expect(hooked).toBeLessThan(1.5 * bare + 1_000_000);
    },
    120_000,
  );
});

/** How many messages the last request had, and how many message objects all requests had together. */
async function shown(run: LongRun, streamed: boolean, steps: number) {
  const made = new Set<Message>();
  let lastRequest = 0;
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => {
    lastRequest = request.messages.length;
    for (const message of request.messages) made.add(message);
  });
  await run.prepare({ steps, streamed, hooks, onModelCall: () => undefined })();
  return { lastRequest, made: made.size };
}
