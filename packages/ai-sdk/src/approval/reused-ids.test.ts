import { ask, createHooks } from '@interpose/core';
import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('the id of an approved call on ai $version', ({ sdk }) => {
  test.each([1, 2])('lets a person be asked again where the model uses it for %d', async (next) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('who?'));
    const ran: number[] = [];
    const pay = sdk.tool({
      inputSchema: z.object({ cents: z.number() }),
      execute: ({ cents }) => void ran.push(cents),
    });
    const turn = (cents: number) => ({ calls: [{ id: 'call_0', name: 'pay', args: { cents } }] });
    const { model } = memoryModel([turn(1), turn(next)]);
    const session = { id: crypto.randomUUID() };
    const desk = withHooks(new sdk.ToolLoopAgent({ model, tools: { pay } }), hooks, { session });
    const messages: ModelMessage[] = [{ role: 'user', content: 'Pay.' }];
    const asked = await desk.generate({ messages });
    const request = asked.content.find(({ type }) => type === 'tool-approval-request');
    const { approvalId } = request as { readonly approvalId: string };
    const answer = { type: 'tool-approval-response', approvalId, approved: true } as const;
    messages.push(...asked.response.messages, { role: 'tool', content: [answer] });
    const again = await desk.generate({ messages });
    expect(ran).toEqual([1]);
    expect(again.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-approval-request']);
  });
});
