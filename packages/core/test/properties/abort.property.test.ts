import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import { createHooks, deny, retry } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

const REASON = { why: 'aborted' };

/** Lets this many turns of the microtask queue pass. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await Promise.resolve();
}

const times = fc.record({
  abortAt: fc.nat(60),
  before: fc.nat(8),
  tool: fc.nat(8),
  after: fc.nat(8),
  says: fc.constantFrom('nothing', 'modify', 'retry', 'deny', 'throw'),
  onError: fc.constantFrom('deny' as const, 'allow' as const, 'throw' as const),
});

describe('an abort at any point of a tool call', () => {
  test('rejects with its reason, or the call had ended; nothing starts after it', async () => {
    await fc.assert(
      fc.asyncProperty(times, async ({ abortAt, before, tool, after, says, onError }) => {
        const controller = new AbortController();
        const hooks = createHooks({ onError, retries: 3 });
        const startedAfterAbort: string[] = [];
        const starts = (what: string): void => {
          if (controller.signal.aborted) startedAfterAbort.push(what);
        };
        hooks.addHook('preToolCall', async () => {
          starts('preToolCall');
          await turns(before);
        });
        hooks.addHook('onToolCallResult', async () => {
          starts('onToolCallResult');
          await turns(after);
          if (says === 'throw') throw new Error('hook');
          if (says === 'deny') return deny('no');
          if (says === 'retry') return retry();
          return says === 'modify' ? { result: 'changed' } : undefined;
        });
        const chat = await openTestChat(hooks, { signal: controller.signal });
        const run = async (): Promise<string> => {
          starts('tool');
          await turns(tool);
          return 'done';
        };
        const call = toolCycle(chat, toolStep({ run })).then(
          () => 'ended' as const,
          (error: unknown) => error,
        );
        await turns(abortAt);
        controller.abort(REASON);
        const ended = await call;
        const allowed =
          says === 'throw' && onError === 'throw' ? /^(ended|Error: hook)$/ : /^ended$/;
        expect(ended === REASON || allowed.test(String(ended))).toBe(true);
        expect(startedAfterAbort).toEqual([]);
      }),
      { numRuns: 300, interruptAfterTimeLimit: 4000, markInterruptAsFailure: false },
    );
  });
});
