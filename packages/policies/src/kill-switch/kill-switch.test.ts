import { memoryStore } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { killSwitch, switchOff, switchOn, type SwitchTarget } from './index.ts';

expect.extend(policyMatchers);
afterEach(() => void vi.useRealTimers());

const call = { id: 'call_1', name: 'refund', args: {} };
const part = { type: 'text', text: 'hello' } as const;
const message = { role: 'user', content: [part] } as const;
const response = { content: [part] };
const error = { message: 'down' };

describe('killSwitch', () => {
  test.each([
    [{}],
    [{ store: {} }],
    [{ signal: {} }],
    [{ check: true }],
    [{ store: memoryStore(), freshMs: -1 }],
    [{ store: memoryStore(), freshMs: Infinity }],
    [{ store: memoryStore(), streamFreshMs: Infinity }],
    [{ store: memoryStore(), timeoutMs: Number.NaN }],
  ])('refuses options that cannot work: %j', (options) => {
    expect(() => killSwitch(options as never)).toThrow('[invalid_option]');
  });

  const store = memoryStore();
  const policy = killSwitch({ store, message: 'We are closed.', streamFreshMs: 0 });
  const gates = {
    onTrigger: { trigger: { kind: 'mail', content: [part] } },
    onUserMessage: { message },
    onSystemMessage: { message: { ...message, role: 'system' } },
    preRequest: { request: { messages: [] } },
    onResponseDelta: { delta: 'a' },
    onResponse: { response },
    onRequestError: { error },
    preToolCall: { call },
    onToolCallResult: { call, result: 1 },
    onToolCallError: { call, error },
    preKnowledgeQuery: { query: { text: 'q' } },
    onKnowledgeRetrieved: { results: [] },
    onMemoryRetrieved: { memory: [] },
    preMemoryStore: { memory: [] },
    preMcpMessage: { message: {}, server: 's', direction: 'client-to-server' },
    onMcpMessage: { message: {}, server: 's', direction: 'server-to-client' },
    preA2aMessage: { message: {}, method: 'message/send', role: 'client', leg: 'request' },
    onA2aMessage: { message: {}, method: 'message/send', role: 'client', leg: 'response' },
    preDelegate: { task: { kind: 'subagent', to: 'b', input: '' } },
    onDelegateResult: { result: 1 },
    preCompact: { messages: [] },
    onAgentResponse: { message: { ...message, role: 'assistant' } },
  } as const;

  test.each(Object.entries(gates))(
    'closes the gate %s, and opens it again',
    async (event, payload) => {
      const trial = (): Promise<unknown> =>
        tryPolicy(policy, event as 'preToolCall', payload as never, { trace: true });
      expect(await trial()).toAllow();
      await switchOff(store, 'all', { reason: 'under attack' });
      expect(await trial()).toDeny({
        code: 'killed',
        reason: 'Switched off: under attack',
        message: 'We are closed.',
      });
      await switchOn(store);
      expect(await trial()).toAllow();
    },
  );

  test.each<[SwitchTarget, object, boolean]>([
    [{ agent: 'a' }, { agent: { id: 'a' } }, true],
    [{ agent: 'Ada' }, { agent: { id: 'a', name: 'Ada' } }, true],
    [{ agent: 'b' }, { agent: { id: 'a', name: 'Ada' } }, false],
    [{ session: 's' }, { session: { id: 's' } }, true],
    [{ session: 's' }, { session: { id: 't' } }, false],
    [{ user: 'ada' }, { user: { id: 'ada', organisation: 'x' } }, true],
    [{ user: 'ada', organisation: 'x' }, { user: { id: 'ada', organisation: 'x' } }, true],
    [{ user: 'ada', organisation: 'x' }, { user: { id: 'ada', organisation: 'y' } }, false],
    [{ user: 'ada', organisation: 'x' }, { user: { id: 'ada' } }, false],
    [{ user: '*' }, { user: { id: 'ada' } }, false],
    [{ organisation: 'x' }, { user: { id: 'ada', organisation: 'x' } }, true],
    [{ organisation: 'x' }, { user: { id: 'x' } }, false],
    [{ tool: 'refund' }, {}, true],
    [{ tool: 'search' }, {}, false],
  ])('switches off %j: a step of %j is denied: %s', async (target, options, denied) => {
    const own = memoryStore();
    await switchOff(own, target);
    const trial = await tryPolicy(killSwitch({ store: own }), 'preToolCall', { call }, options);
    expect(trial.said).toBe(denied ? 'deny' : 'allow');
    await switchOn(own, target);
    expect(await own.get('kill-switch:off')).toBeUndefined();
  });

  test.each([
    [null],
    ['everything'],
    [{}],
    [{ planet: 'x' }],
    [{ tool: '' }],
    [{ tool: 'a', agent: 'b' }],
    [{ user: 'a', tool: 'b' }],
    [{ organisation: 1 }],
    [{ tool: 'send_*' }],
    [{ tool: 'send_mail|refund' }],
  ])('cannot switch off %j', async (target) => {
    await expect(switchOff(memoryStore(), target as never)).rejects.toThrow('[invalid_option]');
  });

  test('takes no reason that would make the switches unreadable', async () => {
    const unused = memoryStore();
    const reason = new Error('under attack') as never;
    await expect(switchOff(unused, 'all', { reason })).rejects.toThrow('[invalid_option]');
    expect(unused.get('kill-switch:off')).toBeUndefined();
  });

  test('keeps other switches when one is turned, and forgets those whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const own = memoryStore();
    await switchOff(own, { tool: 'refund' }, { forMs: 1000 });
    await switchOff(own, { tool: 'search' });
    await expect(switchOff(own, 'all', { forMs: 0 })).rejects.toThrow('[invalid_option]');
    const tools = async (): Promise<unknown[]> =>
      Promise.all(
        ['refund', 'search'].map(
          async (name) =>
            (
              await tryPolicy(killSwitch({ store: own }), 'preToolCall', {
                call: { ...call, name },
              })
            ).said,
        ),
      );
    expect(await tools()).toEqual(['deny', 'deny']);
    vi.advanceTimersByTime(1000);
    expect(await tools()).toEqual(['allow', 'deny']);
    await switchOn(own, { tool: 'other' });
    expect(Object.keys((await own.get('kill-switch:off')) as object)).toHaveLength(1);
  });

  test('is also thrown by a signal, or by a function that says anything but no', async () => {
    const controller = new AbortController();
    const bySignal = killSwitch({ signal: controller.signal });
    expect(await tryPolicy(bySignal, 'preToolCall', { call })).toAllow();
    controller.abort('fire drill');
    expect(await tryPolicy(bySignal, 'preToolCall', { call })).toDeny('Switched off: fire drill');
    for (const [check, code] of [
      [() => true, 'killed'],
      [() => 'night', 'killed'],
      [() => undefined, 'killed'],
      [() => Promise.resolve(undefined), 'killed'],
      [() => Promise.resolve(true), 'killed'],
      [() => Promise.reject(new Error('x')), 'hook_failed'],
    ] as const) {
      const policyOf = killSwitch({ check: check as never });
      expect(await tryPolicy(policyOf, 'preToolCall', { call })).toDeny({ code });
    }
    expect(await tryPolicy(killSwitch({ check: () => false }), 'preToolCall', { call })).toAllow();
  });
});

test.each<[string, readonly unknown[], string]>([
  ['a misspelt time', [memoryStore(), 'all', { formMs: 5 }], 'did you mean forMs?'],
  ['an argument behind the options', [memoryStore(), 'all', {}, { forMs: 5 }], 'more arguments'],
  ['no store', [], '[invalid_option] no store comes first; pass that of killSwitch'],
])('nothing is switched off with %s', async (_, given, problem) => {
  const untyped = switchOff as (...given: readonly unknown[]) => Promise<void>;
  await expect(untyped(...given)).rejects.toThrow(problem);
});
