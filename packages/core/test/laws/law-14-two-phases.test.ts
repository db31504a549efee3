import { describe, expect, test } from 'vitest';

import { gateToolCall, modelCycle, toolCycle } from '../../src/adapter.ts';
import { ask, createHooks, deny, type Hooks, type ToolCall } from '../../src/index.ts';
import { modelStep } from '../model-step.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall, TOOL } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

function counting(): { readonly hooks: Hooks; readonly gated: unknown[] } {
  const hooks = createHooks();
  const gated: unknown[] = [];
  hooks.addHook('preToolCall', ({ call }) => {
    gated.push(call.args);
    return { call: { ...call, args: { ...call.args, checked: gated.length } } };
  });
  return { hooks, gated };
}

describe('law 14: two phases, one decision', () => {
  test('the verdict of the approval phase is reused at execution', async () => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    const ran: unknown[] = [];
    const step = toolStep({ run: ({ args }) => void ran.push(args) });
    expect(await gateToolCall(chat, step)).toEqual({
      kind: 'run',
      call: sampleCall({ cents: 100, checked: 1 }),
      asked: false,
    });
    await toolCycle(chat, step);
    expect(gated).toHaveLength(1);
    expect(ran).toEqual([{ cents: 100, checked: 1 }]);
  });

  test('a verdict serves one execution', async () => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    await gateToolCall(chat, toolStep());
    await toolCycle(chat, toolStep());
    await toolCycle(chat, toolStep());
    expect(gated).toHaveLength(2);
  });

  test.each([
    ['other arguments', sampleCall({ cents: 1_000_000 })],
    ['another tool', { ...sampleCall(), name: 'charge' }],
    ['another id', sampleCall(undefined, 'call-2')],
    ['arguments that are no plain data', sampleCall({ made: new Date(0) })],
  ])('a verdict does not serve a call with %s', async (_, call) => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    await gateToolCall(chat, toolStep());
    await toolCycle(chat, toolStep({ call }));
    expect(gated).toHaveLength(2);
  });

  test('arguments changed in place between approval and execution have no verdict yet', async () => {
    const hooks = createHooks({ strict: false });
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', (ctx) => {
      seen.push(ctx.call.args['cents']);
      return ctx.call.args['cents'] === 100 ? undefined : deny('too much');
    });
    const chat = await openTestChat(hooks);
    const args: Record<string, unknown> = { cents: 100 };
    const call: ToolCall = { ...sampleCall(), args };
    await gateToolCall(chat, toolStep({ call }));
    args['cents'] = 1_000_000;
    const outcome = await toolCycle(chat, toolStep({ call }));
    expect(outcome.kind).toBe('denied');
    expect(seen).toEqual([100, 1_000_000]);
  });

  test('two calls whose arguments are no plain data never share a verdict', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      seen.push(call.args['to']);
      return String(call.args['to']).includes('evil') ? deny('not there') : undefined;
    });
    const chat = await openTestChat(hooks);
    const to = (address: string): ToolCall => sampleCall({ to: new URL(address) });
    await gateToolCall(chat, toolStep({ call: to('https://good.example/') }));
    const outcome = await toolCycle(chat, toolStep({ call: to('https://evil.example/') }));
    expect(outcome.kind).toBe('denied');
    expect(seen).toHaveLength(2);
  });

  test('hosts reuse ids: a verdict does not serve the same call of a later model call', async () => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    await modelCycle(chat, modelStep());
    await gateToolCall(chat, toolStep());
    await modelCycle(chat, modelStep());
    await toolCycle(chat, toolStep());
    expect(gated).toHaveLength(2);
  });

  test('a verdict does not serve another chat of the same session', async () => {
    const { hooks, gated } = counting();
    const session = { id: 's' };
    await gateToolCall(await openTestChat(hooks, { session }), toolStep());
    await toolCycle(await openTestChat(hooks, { session }), toolStep());
    expect(gated).toHaveLength(2);
  });

  test('two equal calls of one batch have a verdict each, in order', async () => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    await gateToolCall(chat, toolStep({ index: 0 }));
    await gateToolCall(chat, toolStep({ index: 1 }));
    const ran: unknown[] = [];
    for (const index of [0, 1])
      await toolCycle(chat, toolStep({ index, run: ({ args }) => void ran.push(args['checked']) }));
    expect(gated).toHaveLength(2);
    expect(ran).toEqual([1, 2]);
  });

  test('a retry asks the hooks again', async () => {
    const { hooks, gated } = counting();
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? { decision: 'retry' } : undefined,
    );
    const chat = await openTestChat(hooks);
    await gateToolCall(chat, toolStep());
    await toolCycle(chat, toolStep());
    expect(gated).toHaveLength(2);
  });

  test('a deny of the approval phase holds at execution', async () => {
    let verdicts = 0;
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => (verdicts++ === 0 ? deny('no') : undefined), { name: 'g' });
    const chat = await openTestChat(hooks);
    const gate = await gateToolCall(chat, toolStep());
    expect(gate).toMatchObject({ kind: 'denied', text: 'Blocked by g: no' });
    expect(await toolCycle(chat, toolStep())).toMatchObject({ kind: 'denied' });
  });

  test('an outcome supplied in the approval phase is skipped to at execution', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ result: 'cached' }));
    const chat = await openTestChat(hooks);
    expect(await gateToolCall(chat, toolStep())).toEqual({ kind: 'skip' });
    expect(await toolCycle(chat, toolStep())).toMatchObject({ result: 'cached', synthetic: true });
  });

  test('the approval phase tells whether somebody had to say yes', async () => {
    const hooks = createHooks({ approver: () => ({ approved: true }) });
    hooks.addHook('preToolCall', () => ask('?'));
    const chat = await openTestChat(hooks);
    expect(await gateToolCall(chat, toolStep())).toMatchObject({ kind: 'run', asked: true });
    expect(await gateToolCall(await openTestChat(createHooks()), toolStep())).toMatchObject({
      asked: false,
    });
  });

  test('no hook is asked in the approval phase about a call that reaches no tool', async () => {
    const { hooks, gated } = counting();
    const chat = await openTestChat(hooks);
    const step = toolStep({ tool: { ...TOOL, enabled: false } });
    expect(await gateToolCall(chat, step)).toMatchObject({ kind: 'run', asked: false });
    expect(await toolCycle(chat, step)).toMatchObject({ kind: 'error', cause: 'disabled' });
    expect(gated).toEqual([]);
  });

  test('a tool disabled after its approval does not run', async () => {
    const { hooks } = counting();
    const leave = hooks.scopes.register({ name: 'billing', tools: ['refund'] });
    const chat = await openTestChat(hooks);
    await gateToolCall(chat, toolStep());
    leave();
    expect(await toolCycle(chat, toolStep())).toMatchObject({ kind: 'error', cause: 'disabled' });
  });
});
