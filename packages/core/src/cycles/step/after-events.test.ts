import { describe, expect, test } from 'vitest';

import { createHooks, type EventName, type Hooks } from '../../index.ts';
import { sampleCall, TOOL } from '../../../test/sample-values.ts';

const run = (hooks: Hooks, event: string, payload: object, act: () => unknown): Promise<unknown> =>
  hooks.step(event as 'preToolCall', payload as never, act);

describe('the event after a step', () => {
  const seenAfter = async (event: string, after: EventName, payload: object, output: unknown) => {
    const hooks = createHooks();
    let json: unknown;
    hooks.addHook(after, (ctx) => void (json = JSON.parse(JSON.stringify(ctx))));
    await run(hooks, event, payload, () => output);
    return json;
  };

  test('of a query carries the query and the source', async () => {
    const payload = { query: { text: 'q' }, source: 'docs' };
    expect(await seenAfter('preKnowledgeQuery', 'onKnowledgeRetrieved', payload, [])).toMatchObject(
      payload,
    );
  });

  test('of an MCP message comes from the other side', async () => {
    for (const [direction, back] of [
      ['client-to-server', 'server-to-client'],
      ['server-to-client', 'client-to-server'],
    ]) {
      const payload = { message: {}, server: 's', direction };
      expect(await seenAfter('preMcpMessage', 'onMcpMessage', payload, {})).toMatchObject({
        server: 's',
        direction: back,
      });
    }
  });

  test('of an A2A message is the response, from the other agent', async () => {
    const payload = {
      message: {},
      method: 'm',
      role: 'client',
      leg: 'request',
      from: 'a',
      to: 'b',
    };
    expect(await seenAfter('preA2aMessage', 'onA2aMessage', payload, {})).toMatchObject({
      method: 'm',
      role: 'client',
      leg: 'response',
      from: 'b',
      to: 'a',
    });
  });

  test('of a delegation carries its task and how long it took', async () => {
    const task = { kind: 'subagent', to: 'x', input: 1 };
    const slow = new Promise((resolve) => {
      setTimeout(resolve, 12, 'done');
    });
    const seen = await seenAfter('preDelegate', 'onDelegateResult', { task }, slow);
    expect(seen).toMatchObject({ task, result: 'done', durationMs: expect.any(Number) });
    expect((seen as { durationMs: number }).durationMs).toBeGreaterThanOrEqual(10);
  });

  test('of a call carries the call as it ran, as it was asked, and why it failed', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { n: 1 } } }));
    const seen: unknown[] = [];
    hooks.addHook(
      'onToolCallError',
      (ctx) => void seen.push(ctx.call.args, ctx.originalCall.args, ctx.cause),
    );
    await run(hooks, 'preToolCall', { call: sampleCall(), tool: TOOL }, () =>
      Promise.reject(new Error('x')),
    );
    hooks.addHook('preToolCall', () => ({ error: 'supplied' }));
    await run(hooks, 'preToolCall', { call: sampleCall(), tool: TOOL }, () => 1);
    expect(seen.slice(0, 3)).toEqual([{ n: 1 }, { cents: 100 }, 'threw']);
    expect(seen[5]).toBe('supplied');
  });
});
