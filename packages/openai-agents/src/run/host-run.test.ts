import type { Model } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const hookings = [
  ['without hooks', false],
  ['with hooks', true],
] as const;

describe('an abort during a tool', () => {
  test.each(hookings)('rejects with the reason of the caller (%s)', async (_name, isHooked) => {
    const caller = new AbortController();
    const wait = openTool('wait', async (): Promise<never> => {
      caller.abort(new Error('the user left'));
      await new Promise((resolve) => setImmediate(resolve));
      throw new DOMException('aborted', 'AbortError');
    });
    const agent = agentOn(new MemoryModel([calls('wait')], 'Done.'), { tools: [wait] });
    if (isHooked) withHooks(agent, createHooks());
    const running = runner.run(agent, 'Wait.', { signal: caller.signal });
    await expect(running).rejects.toThrow('the user left');
  });
});

describe('a model whose attempt takes too long', () => {
  test.each(hookings)('is asked again (%s)', async (_name, isHooked) => {
    const inner = new MemoryModel('Late.');
    let times = 0;
    const model: Model = {
      getResponse: async (request) => {
        times += 1;
        if (times > 1) return inner.getResponse(request);
        return new Promise((_resolve, reject) => {
          request.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error));
        });
      },
      getStreamedResponse: (request) => inner.getStreamedResponse(request),
    };
    const retry = {
      maxRetries: 1,
      policy: () => ({ retry: true, approveUnsafeReplay: true }),
      backoff: { initialDelayMs: 1 },
    };
    const agent = agentOn(inner, {
      model,
      modelSettings: { timeoutMs: 20, retry: { ...retry } },
    });
    if (isHooked) withHooks(agent, createHooks());
    const result = await runner.run(agent, 'Hello.');
    expect([result.finalOutput, times]).toEqual(['Late.', 2]);
  });
});
