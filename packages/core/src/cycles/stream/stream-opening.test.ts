import { describe, expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny, retry, type Hooks } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { textResponse } from '../../../test/sample-values.ts';
import {
  drain,
  streamStep,
  textDelta,
  textParts,
  type TestPart,
} from '../../../test/stream-step.ts';

const COMPOSED = (text: string): TestPart[] => [
  textDelta(text, 'new'),
  { kind: 'close', id: 'new' },
  { kind: 'finish' },
];

describe('a stream that does not open', () => {
  const open = async (hooks: Hooks, call?: () => never) => {
    const step = streamStep([textParts('x')], [], call === undefined ? {} : { call });
    return streamCycle(await openTestChat(hooks), step);
  };
  const failing = (): never => {
    throw new Error('down');
  };

  test('because the request was denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('no'));
    expect(await open(hooks)).toMatchObject({ kind: 'denied', text: 'Blocked by policy.' });
  });

  test.each(['preRequest', 'onUserMessage'] as const)(
    'because %s supplied the answer is a complete stream',
    async (event) => {
      const hooks = createHooks();
      const log = logEvents(hooks);
      hooks.addHook(
        event,
        () =>
          (event === 'preRequest'
            ? { response: textResponse('cached') }
            : { answer: 'cached' }) as never,
      );
      expect(await drain(await open(hooks))).toEqual(COMPOSED('cached'));
      expect(log).toContain('onAgentResponse');
    },
  );

  test('because the provider failed tells so, with what it threw', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const outcome = await open(hooks, failing);
    expect(outcome).toMatchObject({ kind: 'error', error: { message: 'down' } });
    expect(outcome.kind === 'error' && outcome.thrown).toBeInstanceOf(Error);
    expect(log.filter((event) => event.startsWith('onRe'))).toEqual(['onRequestError']);
  });

  test('may be tried again, recovered from, or its error changed', async () => {
    for (const [hook, expected] of [
      [() => ({ response: textResponse('fallback') }), { kind: 'stream' }],
      [() => ({ error: { message: 'later' } }), { kind: 'error', error: { message: 'later' } }],
      [() => deny('no'), { kind: 'denied', throws: true }],
    ] as const) {
      const hooks = createHooks();
      hooks.addHook('onRequestError', hook);
      const outcome = await open(hooks, failing);
      expect(outcome).toMatchObject(expected);
      expect('thrown' in outcome).toBe(false);
    }
    const hooks = createHooks();
    let calls = 0;
    hooks.addHook('onRequestError', () => retry());
    await open(hooks, () => {
      calls++;
      return failing();
    });
    expect(calls).toBe(3);
  });

  test("counts the host's own repeat as an attempt", async () => {
    const hooks = createHooks();
    const attempts: unknown[] = [];
    hooks.addHook(
      'preRequest',
      ({ attempt, iteration }) => void attempts.push([iteration, attempt]),
    );
    const chat = await openTestChat(hooks);
    await streamCycle(chat, streamStep([], [], { call: failing }));
    await drain(await streamCycle(chat, streamStep([textParts('x')])));
    await drain(await streamCycle(chat, streamStep([textParts('x')])));
    expect(attempts).toEqual([
      [0, 1],
      [0, 2],
      [1, 1],
    ]);
  });
});
