import { createHooks } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const secret = '4z42';

describe.each(sdkVersions)('what a tool says beside its description, on ai $version', ({ sdk }) => {
  test('is read by hooks before a request, and sent as they left it', async () => {
    const { model, seen } = memoryModel([{ text: 'Done.' }]);
    const pay = {
      description: 'Pays.',
      inputSchema: z.object({ card: z.string() }),
      inputExamples: [{ input: { card: secret } }],
      providerOptions: { memory: { hint: `card ${secret}` } },
      execute: () => 'paid',
    };
    const search = {
      type: 'provider',
      isProviderExecuted: true,
      id: 'memory.search',
      name: 'search',
      args: { site: secret, depth: 2 },
      inputSchema: z.object({}),
    };
    const hooks = createHooks();
    const shown: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => {
      const { tools = [] } = request;
      shown.push(tools.map(({ definition }) => definition));
      return { request: { ...request, tools: hidden(tools) } };
    });
    const { generateText } = withHooks(sdk, hooks) as {
      readonly generateText: (call: object) => Promise<object>;
    };
    await generateText({ model, prompt: 'Go', tools: { pay, search } });
    expect(shown).toEqual([
      [
        expect.objectContaining({ providerOptions: { memory: { hint: `card ${secret}` } } }),
        { args: { site: secret, depth: 2 } },
      ],
    ]);
    expect((await findTexts(shown, [secret])).size).toBe(1);
    expect(await findTexts(seen, [secret])).toEqual(new Map());
    const [request] = seen as { readonly tools: readonly object[] }[];
    expect(request!.tools).toMatchObject([
      { type: 'function', name: 'pay', providerOptions: { memory: { hint: 'card [hidden]' } } },
      { id: 'memory.search', name: 'search', args: { site: '[hidden]', depth: 2 } },
    ]);
  });
});

function hidden<T>(tools: T): T {
  const text = JSON.stringify(tools).replaceAll(secret, '[hidden]');
  return JSON.parse(text) as T;
}
