import { describe, expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny, retry } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import {
  drain,
  streamStep,
  textDelta,
  textLeft,
  textParts,
  type TestPart,
} from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

const CALL: TestPart = { kind: 'call' };

describe('a stream that is only watched', () => {
  test('flows at once, part by part, by identity', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const parts = textParts('he', 'llo');
    const left: TestPart[] = [];
    const outcome = await streamCycle(await openTestChat(hooks), streamStep([parts]));
    const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
    for (let n = 0; n < 3; n++) left.push((await reader.read()).value!);
    expect(left).toEqual(parts.slice(0, 3));
    expect(left.every((part, index) => part === parts[index])).toBe(true);
    expect(log).not.toContain('onResponse');
    while (!(await reader.read()).done);
    expect(log.slice(-4)).toEqual([
      'onResponseDelta',
      'onResponse',
      'onAgentResponse',
      'onMessage',
    ]);
  });

  test('is read only as fast as it is taken', async () => {
    const hooks = createHooks();
    let read = 0;
    hooks.observe('onResponseDelta', () => void read++);
    const outcome = await streamCycle(
      await openTestChat(hooks),
      streamStep([textParts('a', 'b', 'c')]),
    );
    const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
    await reader.read();
    await reader.read();
    expect(read).toBe(1);
  });

  test('tells the whole response, however it was cut', async () => {
    const hooks = createHooks();
    const texts: unknown[] = [];
    hooks.observe('onResponse', ({ response }) => void texts.push(response.content[0]));
    await streamThrough(hooks, [textParts('he', 'llo', ' you')]);
    expect(texts).toEqual([{ type: 'text', text: 'hello you' }]);
  });

  test.each(['onResponse', 'onResponseDelta'] as const)(
    'and denied at %s ends as a refusal that says it came too late, without its calls',
    async (event) => {
      const hooks = createHooks();
      const codes: unknown[] = [];
      hooks.addHook(event, () => deny('secret'), { stream: 'observe' });
      hooks.observe('onDecision', ({ record }) => void codes.push(...record.codes));
      const parts = await streamThrough(hooks, [[textDelta('secret'), CALL, { kind: 'finish' }]]);
      expect(parts).toEqual([
        textDelta('secret'),
        { kind: 'refused', text: 'Blocked by policy.', started: true, throws: false, open: ['1'] },
      ]);
      expect(codes[0]).toBe('too_late');
    },
  );

  test.each([
    ['a change', () => ({ response: { content: [] } })],
    ['a retry', () => retry()],
    ['an error', () => ({ error: 'no' })],
    ['an ask', () => ({ decision: 'ask', reason: '?' })],
    ['a late deny', async () => deny('no')],
  ])('takes %s about the response for a deny that is too late', async (_, hook) => {
    const hooks = createHooks({ approver: () => ({ approved: true }) });
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('onResponse', hook as never, { stream: 'observe' });
    let code: unknown;
    hooks.observe('onResponse', (_ctx, record) => void (code = record?.codes[0]));
    const parts = await streamThrough(hooks, [textParts('hi')]);
    expect(parts.at(-1)).toMatchObject({ kind: 'refused', started: true });
    expect(code).toBe('too_late');
  });

  test('says too_late also where nobody takes the record', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('no', { code: 'mine' }), { stream: 'observe' });
    const chat = await openTestChat(hooks);
    const denials: string[] = [];
    const step = streamStep([textParts('hi')]);
    const codec = {
      ...step.codec,
      refuse: (...given: Parameters<typeof step.codec.refuse>) => {
        denials.push(given[0].denial.code);
        return step.codec.refuse(...given);
      },
    };
    await drain(await streamCycle(chat, { ...step, codec }));
    expect(denials).toEqual(['too_late']);
  });

  test('waits at its end for hooks that are still looking at deltas', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'onResponseDelta',
      async ({ delta }) => {
        for (const _ of '12345') await new Promise((resolve) => setImmediate(resolve));
        return delta === 'b' ? deny('no') : undefined;
      },
      { stream: 'observe' },
    );
    const parts = await streamThrough(hooks, [textParts('a', 'b', 'c')]);
    expect(textLeft(parts)).toBe('abc');
    expect(parts.at(-1)).toMatchObject({ kind: 'refused' });
  });

  test('whose watching hook rejects fails as a stream, and nothing is left unhandled', async () => {
    const hooks = createHooks();
    const error = new Error('mine');
    hooks.addHook('onResponseDelta', () => Promise.reject(error), {
      stream: 'observe',
      onError: 'throw',
    });
    const cancelled: unknown[] = [];
    const parts = await streamThrough(hooks, [textParts('a', 'b')], cancelled);
    expect(parts.at(-1)).toBe(error);
    expect(textLeft(parts)).toBe('ab');
  });
});
