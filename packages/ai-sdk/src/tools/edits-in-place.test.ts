import { createHooks } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

afterEach(() => vi.unstubAllEnvs());

describe.each(sdkVersions)('in production, on ai $version', ({ sdk }) => {
  test('an edit of the arguments in place throws, and the tool gets what the model asked for', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const hooks = createHooks();
    const thrown: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      try {
        Object.assign(call.args, { cents: 0 });
      } catch (error) {
        thrown.push(error);
      }
    });
    const ran: unknown[] = [];
    const pay = sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object' }),
      execute: async (input) => void ran.push(input),
    });
    const { model } = memoryModel([
      { calls: [{ id: 'c1', name: 'pay', args: { cents: 100 } }] },
      { text: 'Paid.' },
    ]);
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools: { pay } }), hooks);
    await agent.generate({ prompt: 'Pay.' });
    expect(thrown).toEqual([expect.any(TypeError)]);
    expect(ran).toEqual([{ cents: 100 }]);
    expect(Object.isFrozen(ran[0])).toBe(false);
  });
});
