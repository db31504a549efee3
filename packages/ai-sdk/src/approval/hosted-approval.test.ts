import { ask, createHooks, deny, type HookReturn } from '@interpose/core';
import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { finished, partModel, said } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const call = (toolCallId: string, name: string) => ({
  type: 'tool-call',
  toolCallId,
  toolName: `mcp.${name}`,
  input: '{"cents":5}',
  providerExecuted: true,
  dynamic: true,
});

const tools = { own: { description: 'Own.', inputSchema: z.object({}), execute: () => 1 } };

describe.each(sdkVersions)('a call of a hosted server that waits, on ai $version', ({ sdk }) => {
  async function answered(rule: (name: string) => unknown, standalone = false): Promise<unknown> {
    const { model, prompts } = partModel(
      [
        call('c1', 'pay'),
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
        call('c2', 'look'),
        { type: 'tool-approval-request', approvalId: 'a2', toolCallId: 'c2' },
        finished('stop'),
      ],
      [...said('t', 'Done.'), finished('stop')],
    );
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call: { name } }) => rule(name) as HookReturn<'preToolCall'>);
    const first = withHooks(sdk, hooks).streamText({ model, tools, prompt: 'Pay.' });
    const yes = { type: 'tool-approval-response', approved: true, providerExecuted: true } as const;
    const messages: ModelMessage[] = [
      ...(await first.response).messages,
      { role: 'tool', content: ['a1', 'a2'].map((approvalId) => ({ ...yes, approvalId })) },
    ];
    const second = standalone
      ? sdk.streamText({ model: withHooks(model, hooks), messages })
      : withHooks(sdk, hooks).streamText({ model, tools, messages });
    expect(await second.text).toBe('Done.');
    const sent = prompts[1] as readonly { readonly role: string; readonly content: unknown[] }[];
    return sent.findLast(({ role }) => role === 'tool')?.content;
  }

  test('is refused at the provider where hooks deny it, whatever the app answers', async () => {
    const rule = (name: string) => (name === 'mcp.pay' ? deny('no money') : undefined);
    const no = { approvalId: 'a1', approved: false, reason: expect.stringContaining('no money') };
    expect(await answered(rule)).toMatchObject([no, { approvalId: 'a2', approved: true }]);
    expect(await answered(rule, true)).toMatchObject([no, { ...no, approvalId: 'a2' }]);
  });

  test('runs where hooks say nothing', async () => {
    const both = [{ approved: true }, { approved: true }];
    expect(await answered(() => undefined)).toMatchObject(both);
    expect(await answered(() => undefined, true)).toMatchObject(both);
  });

  test('is refused where hooks change it or ask a person, who did not see their question', async () => {
    const no = { approved: false };
    expect(await answered(() => ask('who?'))).toMatchObject([no, no]);
    const change = { call: { id: 'c1', name: 'mcp.pay', args: { cents: 1 } } };
    const ruled = await answered((name) => (name === 'mcp.pay' ? change : undefined));
    expect(ruled).toMatchObject([no, { approved: true }]);
  });
});
