import { createHooks, deny, type BaseContext, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { serve } from '../src/index.ts';
import { answering, CONTEXT, post, toolCall, toolResult } from './post-step.ts';

describe('what hooks of a guardian see', () => {
  test('is the step as its sender has it', async () => {
    const hooks = createHooks();
    const seen: BaseContext[] = [];
    hooks.addHook('preToolCall', (ctx) => void seen.push(ctx));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const request = toolCall({ reasoning: 'the user asked' });
    await post(serve(hooks), request, { traceparent, tracestate: 'a=1' });
    const [ctx] = seen;
    expect(ctx).toMatchObject({
      chatId: 'turn-7',
      agent: { id: 'clerk', name: 'Clerk', version: '3.1.0', model: 'm-1' },
      user: { id: 'user-9', organisation: 'org-1' },
      trace: { traceparent, tracestate: 'a=1' },
      reasoning: 'the user asked',
      can: ['allow', 'deny', 'ask', 'modify'],
      host: { framework: 'aos', native: request },
    });
    expect(ctx?.session.id).toBe('sess-42');
  });

  test('keeps its state from step to step of a session, and apart from others', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', async ({ session }) => {
      const calls = await session.state.update<number>('calls', (count = 0) => count + 1);
      return calls > 1 ? deny('only one') : undefined;
    });
    const answer = answering(hooks);
    const elsewhere = toolCall({ context: { ...CONTEXT, session: { id: 'sess-43' } } });
    const requests = [toolCall(), toolCall(), elsewhere];
    const decisions: unknown[] = [];
    for (const request of requests)
      decisions.push(((await answer(request))['result'] as Dict)['decision']);
    expect(decisions).toEqual(['allow', 'deny', 'allow']);
  });
});

describe('the result of a call that names only its execution id', () => {
  const noShell = (): Hooks => {
    const hooks = createHooks();
    const seal = (): ReturnType<typeof deny> => deny('sealed', { code: 'sealed' });
    hooks.addHook('onToolCallResult', seal, { tool: 'refund' });
    return hooks;
  };

  test('is that of the call which was asked about before', async () => {
    const answer = answering(noShell());
    await answer(toolCall());
    expect(await answer(toolResult())).toMatchObject({ result: { reasonCode: ['sealed'] } });
  });

  test('is withheld where a policy is bound to tools and nobody knows which tool it was', async () => {
    const answer = answering(noShell());
    const unknown = await answer(toolResult());
    expect(unknown).toMatchObject({ result: { decision: 'deny', reasonCode: ['call_unknown'] } });
    await answer(toolCall());
    const other = { ...CONTEXT, session: { id: 'another' } };
    expect(await answer(toolResult(other))).toMatchObject({
      result: { reasonCode: ['call_unknown'] },
    });
  });

  test('passes where no policy asks for the tool', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => undefined);
    expect(await answering(hooks)(toolResult())).toMatchObject({ result: { decision: 'allow' } });
  });
});

describe('what has no word in AOS', () => {
  test.each([
    ['respond', { result: 'free' }],
    ['retry', { decision: 'retry' }],
  ] as const)('%s is denied as unsupported', async (verb, said) => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () =>
      verb === 'respond' ? { error: 'no' } : (said as never),
    );
    expect(await answering(hooks)(toolResult())).toMatchObject({
      result: { decision: 'deny', reasonCode: [`${verb}_unsupported`] },
    });
  });

  test('an ask is settled by the approver of the guardian', async () => {
    const decisions: unknown[] = [];
    for (const approved of [true, false]) {
      const hooks = createHooks({ approver: () => ({ approved }) });
      hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'sure?' }));
      decisions.push(((await answering(hooks)(toolCall()))['result'] as Dict)['decision']);
    }
    expect(decisions).toEqual(['allow', 'deny']);
  });
});

test('the history of a session holds what became of its calls', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ session }) =>
    session.history.length > 0 ? deny('one is enough') : undefined,
  );
  const answer = answering(hooks);
  await answer(toolCall());
  await answer(toolResult());
  expect(await answer(toolCall())).toMatchObject({ result: { reasoning: 'one is enough' } });
  const histories: unknown[] = [];
  hooks.addHook('preToolCall', ({ session }) => void histories.push(session.history), {
    always: true,
  });
  await answer(toolCall());
  const call = { id: 'exec-1', name: 'refund', args: { cents: 5 } };
  expect(histories).toMatchObject([
    [
      { call, status: 'result', chatId: 'turn-7' },
      { call, status: 'denied', chatId: 'turn-7' },
    ],
  ]);
});
