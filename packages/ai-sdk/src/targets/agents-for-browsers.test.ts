import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { drain } from '../../test/drain.ts';
import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('the streams for browsers of ai $version', ({ sdk }) => {
  const refusing = () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('closed', { message: 'We are closed.' }));
    return hooks;
  };

  test.each(['createAgentUIStream', 'DirectChatTransport'] as const)(
    'hooks the agent that it is given: %s',
    async (name) => {
      const uiMessages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go' }] }];
      const agent = new sdk.ToolLoopAgent({ model: memoryModel([{ text: 'SECRET' }]).model });
      const hooked = withHooks(sdk, refusing());
      const chunks =
        name === 'createAgentUIStream'
          ? await hooked.createAgentUIStream({ agent, uiMessages })
          : await new hooked.DirectChatTransport({ agent }).sendMessages({
              messages: uiMessages,
            } as never);
      const read: unknown[] = [];
      for await (const chunk of chunks as AsyncIterable<unknown>) read.push(chunk);
      expect(JSON.stringify(read)).toContain('We are closed.');
      expect(JSON.stringify(read)).not.toContain('SECRET');
    },
  );

  test('tells of an agent of another class, and refuses it where enforcement is asked for', async () => {
    const own = memoryModel([{ text: 'free' }, { text: 'free' }]).model;
    const inner = new sdk.ToolLoopAgent({ model: own });
    const agent = { version: 'agent-v1', tools: {}, stream: (call: never) => inner.stream(call) };
    const uiMessages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go' }] }];
    const told: unknown[] = [];
    const hooks = createHooks();
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    const given = { agent, uiMessages } as never;
    await drain((await withHooks(sdk, hooks).createAgentUIStream(given)) as AsyncIterable<unknown>);
    expect(told).toEqual(['unmediated_call']);
    const enforced = withHooks(sdk, createHooks(), { require: 'enforced' });
    expect(() => enforced.createAgentUIStream(given)).toThrow('[not_enforced]');
  });
});
