import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import {
  createHooks,
  typedTool,
  type AgentIdentity,
  type HookOptions,
  type ToolMatch,
} from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

type Options = HookOptions<'preToolCall'>;

/** Returns how often a hook with these options is called for these tools. */
async function callsFor(options: Options, tools: readonly string[]): Promise<number> {
  const hooks = createHooks();
  let calls = 0;
  hooks.addHook('preToolCall', () => void calls++, options as never);
  for (const name of tools) await gateCall(hooks, { ...sampleCall(), name });
  return calls;
}

describe('a hook bound to a tool', () => {
  test.each<[ToolMatch, readonly string[], number]>([
    ['refund', ['refund', 'charge'], 1],
    [/re.*/, ['refund', 'prefund', 'charge'], 1],
    ['re*|ch*', ['refund', 'charge', 'search'], 2],
    [typedTool('refund'), ['refund', 'charge'], 1],
  ])('%s runs for the calls of that tool alone', async (tool, names, calls) => {
    expect(await callsFor({ tool }, names)).toBe(calls);
  });

  test('is still bound when many tools were seen', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `tool-${n}`);
    expect(await callsFor({ tool: 'tool-7' }, [...names, ...names])).toBe(2);
  });

  test('follows a call that was renamed by then', async () => {
    const hooks = createHooks({ allowRename: true });
    const log: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name: 'safe' } }));
    hooks.addHook('onToolCallResult', () => void log.push('refund'), { tool: 'refund' });
    hooks.addHook('onToolCallResult', () => void log.push('safe'), { tool: 'safe' });
    const chat = await openTestChat(hooks);
    const find = (name: string) => ({ name, origin: 'local', known: true, enabled: true }) as const;
    await toolCycle(chat, toolStep({ find }));
    expect(log).toEqual(['safe']);
  });

  test('does not run at a custom event without a call', async () => {
    const hooks = createHooks();
    let calls = 0;
    hooks.defineEvent('preDeploy', { kind: 'interceptor' });
    const event = 'preDeploy' as 'preToolCall';
    hooks.addHook(event, () => void calls++, { tool: 'refund' });
    await hooks.dispatch(event, {} as never);
    expect(calls).toBe(0);
    await hooks.dispatch(event, { call: sampleCall() } as never);
    expect(calls).toBe(1);
  });
});

describe('a hook bound to an agent', () => {
  const support: AgentIdentity = { id: 'a-1', name: 'Support' };

  test.each<[string | RegExp, AgentIdentity, boolean]>([
    ['a-1', support, true],
    ['Support', support, true],
    ['Sup*', support, true],
    [/support/i, support, true],
    ['a-2', support, false],
    ['Sup', support, false],
    ['a-2|a-1', { id: 'a-1' }, true],
    ['Support', { id: 'a-1' }, false],
  ])('%s and asked by %j runs: %s', async (agent, asking, runs) => {
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('preToolCall', () => void calls++, { agent });
    await toolCycle(await openTestChat(hooks, { agent: asking }), toolStep());
    expect(calls).toBe(runs ? 1 : 0);
  });

  test('and to a tool needs both', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const [tool, agent] of [
      ['refund', 'a-1'],
      ['refund', 'other'],
      ['charge', 'a-1'],
    ] as const)
      hooks.addHook('preToolCall', () => void log.push(`${tool} ${agent}`), { tool, agent });
    await toolCycle(await openTestChat(hooks, { agent: support }), toolStep());
    expect(log).toEqual(['refund a-1']);
  });

  test('of another chat is not taken for the same tool', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', (ctx) => void log.push(ctx.agent.id), { agent: 'a-?' });
    for (const id of ['a-1', 'b-1', 'a-2'])
      await toolCycle(await openTestChat(hooks, { agent: { id } }), toolStep());
    expect(log).toEqual(['a-1', 'a-2']);
  });
});

describe('a hook with a predicate', () => {
  test('runs only when it says so, each time anew, on the value so far', async () => {
    const hooks = createHooks();
    const log: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 7 } } }));
    hooks.addHook('preToolCall', ({ call }) => void log.push(call.args['cents']), {
      when: ({ call }) => call.args['cents'] === 7,
    });
    hooks.addHook('preToolCall', () => void log.push('never'), { when: () => false });
    await gateCall(hooks);
    await gateCall(hooks);
    expect(log).toEqual([7, 7]);
  });
});

describe('a hook that runs once', () => {
  test('is called once', async () => {
    expect(await callsFor({ once: true }, ['refund', 'refund'])).toBe(1);
  });

  test('keeps its one call until its predicate says so', async () => {
    let ready = false;
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('preToolCall', () => void calls++, { once: true, when: () => ready });
    await gateCall(hooks);
    ready = true;
    await gateCall(hooks);
    await gateCall(hooks);
    expect(calls).toBe(1);
  });

  test('is called once by nested and parallel dispatches', async () => {
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook(
      'preToolCall',
      async (ctx) => {
        calls++;
        await gateCall(hooks, undefined, { within: ctx });
      },
      { once: true },
    );
    await Promise.all([gateCall(hooks), gateCall(hooks)]);
    expect(calls).toBe(1);
  });

  test('may be disposed before it ran', async () => {
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('preToolCall', () => void calls++, { once: true })();
    await gateCall(hooks);
    expect(calls).toBe(0);
  });
});

describe('a hook with a signal', () => {
  test('is removed when it aborts', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const log: string[] = [];
    const { signal } = controller;
    hooks.addHook('preToolCall', () => void log.push('hook'), { signal });
    hooks.observe('preToolCall', () => void log.push('observer'), { signal });
    hooks.observe('*', ({ event }) => void log.push(event), { signal });
    hooks.addHook('onScopeRegister', () => void log.push('scope'), { signal });
    await gateCall(hooks);
    expect(log.toSorted()).toEqual(['hook', 'observer', 'onDecision', 'preToolCall']);
    controller.abort();
    hooks.scopes.register({ name: 's', tools: [] });
    await gateCall(hooks);
    expect(log).toHaveLength(4);
  });

  test('that has aborted is not registered at all', async () => {
    const hooks = createHooks();
    let calls = 0;
    const signal = AbortSignal.abort();
    const dispose = hooks.addHook('preToolCall', () => void calls++, { signal });
    hooks.observe('preToolCall', () => void calls++, { signal });
    hooks.observe('*', () => void calls++, { signal });
    await gateCall(hooks);
    expect(calls).toBe(0);
    expect(dispose).not.toThrow();
  });
});
