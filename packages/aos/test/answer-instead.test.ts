import { createHooks, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { serve } from '../src/index.ts';
import { listen } from './listen.ts';
import { answering, CONTEXT, post, toolCall } from './post-step.ts';
import { guarded, tryCall } from './try-call.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const KNOWING = { context: { ...CONTEXT, interpose: { answers: true } } };

function answered(result: unknown): Hooks {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => ({ result }), { name: 'instead' });
  return hooks;
}

describe('a guardian that answers in place of the tool', () => {
  test('gives its answer to an agent of ours, and the tool does not run', async () => {
    const server = await listen(serve(answered({ paid: 5, notes: ['by hand'] })));
    closing.push(() => server.close());
    const { ran, outcome, records } = await tryCall(guarded({ url: server.url }));
    expect(ran).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'output', output: { paid: 5, notes: ['by hand'] } });
    expect(records).toMatchObject([{ decision: 'respond', by: ['instead'], codes: [] }]);
  });

  test('says deny to everybody who does not know of answers, and carries them under a key of ours', async () => {
    expect(await answering(answered('paid'))(toolCall(KNOWING))).toMatchObject({
      result: {
        decision: 'deny',
        reasonCode: ['respond_unsupported'],
        data: { by: ['instead'], interpose: { outcome: { result: 'paid' } } },
      },
    });
    const { result } = await answering(answered('paid'))(toolCall());
    expect(result).toMatchObject({ decision: 'deny', reasonCode: ['respond_unsupported'] });
    expect(JSON.stringify(result)).not.toContain('paid');
  });

  test('whose answer JSON cannot hold denies', async () => {
    expect(await answering(answered(5n))(toolCall(KNOWING))).toMatchObject({
      result: { decision: 'deny' },
    });
  });
});

test('an agent that the guardian does not let in gets an error and no decision', async () => {
  const admit = ({ name }: { readonly name?: string }) =>
    name === 'Clerk' ? undefined : 'agent_mismatch: this is the token of Clerk';
  const handler = serve(answered('paid'), { admit });
  expect((await post(handler, toolCall())).json).toHaveProperty('result');
  const agent = { ...(CONTEXT['agent'] as object), name: 'Thief' };
  const { json } = await post(handler, toolCall({ context: { ...CONTEXT, agent } }));
  expect(json).toMatchObject({ error: { message: expect.stringContaining('agent_mismatch') } });
  expect(json).not.toHaveProperty('result');
});
