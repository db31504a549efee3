import { describe, expect, test } from 'vitest';

import { reportToolError, toolCycle } from '../../adapter.ts';
import { createHooks, deny, type Message } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { sampleCall, TOOL } from '../../../test/sample-values.ts';
import { toolStep } from '../../../test/tool-step.ts';

const failing = () => Promise.reject(new Error('down'));

describe('a tool call', () => {
  test('to which nobody listens runs its tool and nothing else', async () => {
    const native = { raw: 1 };
    const outcome = await toolCycle(
      await openTestChat(createHooks()),
      toolStep({ run: () => native }),
    );
    expect(outcome).toEqual({ kind: 'result', result: native, changed: false, synthetic: false });
    expect(outcome.kind === 'result' && outcome.result).toBe(native);
  });

  test('gives back the native result by identity where nobody changed it', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('onToolCallResult', ({ result }) => void seen.push(result));
    const native = { text: 'done', internal: true };
    const outcome = await toolCycle(
      await openTestChat(hooks),
      toolStep({ run: () => native, result: (given) => (given as typeof native).text }),
    );
    expect(seen).toEqual(['done']);
    expect(outcome.kind === 'result' && outcome.result).toBe(native);
  });

  test('runs with the very call that came where nobody changed it', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const call = sampleCall();
    let ran: unknown;
    await toolCycle(
      await openTestChat(hooks),
      toolStep({ call, run: (given) => void (ran = given) }),
    );
    expect(ran).toBe(call);
  });

  test('that a policy denies ends in a text for the model, and the next call runs', async () => {
    const hooks = createHooks();
    hooks.use({
      name: 'cap',
      hooks: { preToolCall: ({ call }) => (call.id === 'bad' ? deny('too much') : undefined) },
    });
    const chat = await openTestChat(hooks);
    const bad = await toolCycle(chat, toolStep({ call: sampleCall(undefined, 'bad') }));
    expect(bad).toMatchObject({ kind: 'denied', text: 'Blocked by cap: too much' });
    expect(await toolCycle(chat, toolStep())).toMatchObject({ kind: 'result' });
  });

  test.each([undefined, null, 0, '', false])(
    'may be given the result %s by a verdict',
    async (result) => {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => ({ result }));
      let ran = 0;
      const outcome = await toolCycle(await openTestChat(hooks), toolStep({ run: () => ++ran }));
      expect(outcome).toEqual({ kind: 'result', result, changed: true, synthetic: true });
      expect(ran).toBe(0);
    },
  );

  test('is given nothing by an empty object', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({}));
    expect(await toolCycle(await openTestChat(hooks), toolStep())).toMatchObject({
      result: 'done',
    });
  });

  test.each([undefined, null, 0, ''])('may have its result changed to %s', async (result) => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ({ decision: 'modify', value: result }));
    const outcome = await toolCycle(await openTestChat(hooks), toolStep());
    expect(outcome).toEqual({ kind: 'result', result, changed: true, synthetic: false });
  });

  test('tells what the model will read as its message', async () => {
    const hooks = createHooks();
    const messages: Message[] = [];
    hooks.observe('onMessage', ({ message }) => void messages.push(message));
    hooks.addHook('preToolCall', ({ call }) => (call.id === 'd' ? deny('no') : undefined), {
      name: 'g',
    });
    hooks.addHook('onToolCallResult', () => ({ result: 'cleaned' }));
    const chat = await openTestChat(hooks);
    const step = (id: string, more = {}) => toolStep({ call: sampleCall(undefined, id), ...more });
    await toolCycle(chat, step('a'));
    await toolCycle(chat, step('b', { run: failing }));
    await toolCycle(chat, step('d'));
    const part = { type: 'tool-result', name: 'refund' };
    expect(messages).toEqual([
      { role: 'tool', content: [{ ...part, id: 'a', result: 'cleaned' }] },
      { role: 'tool', content: [{ ...part, id: 'b', error: 'down' }] },
      { role: 'tool', content: [{ ...part, id: 'd', error: 'Blocked by g: no' }] },
    ]);
  });

  test('tells the scope its tool is in', async () => {
    const hooks = createHooks();
    const scopes: unknown[] = [];
    hooks.addHook('preToolCall', ({ scope }) => void scopes.push(scope));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    hooks.scopes.register({ name: 'billing', tools: ['refund'] });
    await toolCycle(chat, toolStep());
    await toolCycle(chat, toolStep({ tool: { ...TOOL, scope: 'own' } }));
    expect(scopes).toEqual([undefined, 'billing', 'own']);
  });

  test('of a batch is judged on its own: parallel calls do not mix', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', async ({ call, metadata }) => {
      metadata['id'] = call.id;
      await Promise.resolve();
      return { call: { ...call, args: { id: metadata['id'] } } };
    });
    const chat = await openTestChat(hooks);
    const ids = ['a', 'b', 'c'];
    const ran = await Promise.all(
      ids.map((id) =>
        toolCycle(chat, toolStep({ call: sampleCall({}, id), run: ({ args }) => args['id'] })),
      ),
    );
    expect(ran.map((outcome) => outcome.kind === 'result' && outcome.result)).toEqual(ids);
  });

  test('whose result cannot be read counts as failed', async () => {
    const hooks = createHooks();
    const causes: string[] = [];
    hooks.addHook('onToolCallError', ({ cause, error }) => void causes.push(cause, error.message));
    const result = (): never => {
      throw new Error('unreadable');
    };
    await toolCycle(await openTestChat(hooks), toolStep({ result }));
    expect(causes).toEqual(['threw', 'unreadable']);
  });
});

describe('a call that never reached its tool', () => {
  const report = { call: sampleCall(), tool: TOOL, error: 'bad JSON', cause: 'invalid' } as const;

  test('fires onToolCallError with its cause, and no preToolCall', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const seen: unknown[] = [];
    hooks.addHook(
      'onToolCallError',
      (ctx) => void seen.push(ctx.cause, ctx.error.message, ctx.durationMs),
    );
    const outcome = await reportToolError(await openTestChat(hooks), report);
    expect(outcome).toEqual({
      kind: 'error',
      error: { message: 'bad JSON' },
      thrown: 'bad JSON',
      cause: 'invalid',
    });
    expect(seen).toEqual(['invalid', 'bad JSON', 0]);
    expect(log.slice(2)).toEqual(['onToolCallError', 'onMessage']);
  });

  test.each([
    ['respond', () => ({ result: 'faked' }) as const],
    ['retry', () => ({ decision: 'retry' }) as const],
  ])('cannot be helped by a %s', async (verb, hook) => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', hook);
    const outcome = await reportToolError(await openTestChat(hooks), report);
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: `${verb}_unsupported` } });
  });

  test('may have its text changed, and keeps its cause', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => ({ error: { message: 'check the arguments' } }));
    const outcome = await reportToolError(await openTestChat(hooks), report);
    expect(outcome).toEqual({
      kind: 'error',
      error: { message: 'check the arguments' },
      cause: 'invalid',
    });
  });

  test('is in the history as an error', async () => {
    const chat = await openTestChat(createHooks());
    await reportToolError(chat, { ...report, cause: 'timeout' });
    expect(chat.session.history).toMatchObject([{ status: 'error', durationMs: 0 }]);
  });
});
