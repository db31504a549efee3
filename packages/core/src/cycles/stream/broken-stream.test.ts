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
  textLeft,
  textParts,
  type Given,
  type TestPart,
} from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

const DOWN = new Error('connection lost');

const watching = (): Hooks => {
  const hooks = createHooks();
  hooks.observe('onResponse', () => undefined);
  return hooks;
};

const buffering = (): Hooks => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  return hooks;
};

describe('a stream whose source breaks', () => {
  test('breaks with the same error, and fires onRequestError in place of onResponse', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    expect(await streamThrough(hooks, [[textDelta('a'), DOWN]])).toEqual([textDelta('a'), DOWN]);
    expect(log.slice(2)).toEqual([
      'onUserMessage',
      'onMessage',
      'preRequest',
      'onResponseDelta',
      'onRequestError',
    ]);
  });

  test('in a part of its own passes that part and the end, once, and no answer is told', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const parts: TestPart[] = [
      textDelta('a'),
      { kind: 'error', error: DOWN },
      { kind: 'close', id: '1' },
      { kind: 'meta' },
      { kind: 'finish' },
    ];
    expect(await streamThrough(hooks, [parts])).toEqual(parts);
    expect(log.filter((event) => /^on(Re|Ag)/.test(event))).toEqual([
      'onResponseDelta',
      'onRequestError',
    ]);
    expect(log.filter((event) => event === 'onMessage')).toHaveLength(1);
  });

  test('in a part of its own has an end that repeats nothing which was held back', async () => {
    const finish: TestPart = Object.assign({ kind: 'finish' as const }, { spelled: 'a' });
    const bare = (part: TestPart): TestPart => Object.assign({ ...part }, { spelled: undefined });
    const ends: unknown[] = [];
    for (const hooks of [buffering(), watching()]) {
      const step = streamStep([[textDelta('a'), { kind: 'error', error: DOWN }, finish]], []);
      const outcome = await streamCycle(await openTestChat(hooks), {
        ...step,
        codec: { ...step.codec, bare },
      });
      ends.push((await drain(outcome)).at(-1));
    }
    expect(ends).toEqual([bare(finish), finish]);
  });

  test('in a part of its own lets no content follow if hooks judge, nor what was buffered before', async () => {
    const parts: TestPart[] = [
      textDelta('before'),
      { kind: 'error', error: DOWN },
      textDelta('after'),
      textDelta('new', '2'),
      { kind: 'call' },
      { kind: 'close', id: '1' },
      { kind: 'close', id: '2' },
      { kind: 'finish' },
    ];
    expect(await streamThrough(buffering(), [parts])).toEqual([parts[1], parts[7]]);
    const calls = createHooks();
    calls.addHook('preToolCall', () => undefined);
    expect(await streamThrough(calls, [parts])).toEqual([0, 1, 5, 7].map((n) => parts[n]));
    const heard: string[] = [];
    const watched = createHooks();
    watched.observe('onResponseDelta', ({ delta }) => void heard.push(delta));
    expect(await streamThrough(watched, [parts])).toEqual(parts);
    expect(heard).toEqual(['before', 'after', 'new']);
  });

  test.each<[string, TestPart | Error]>([
    ['breaks', DOWN],
    ['says so in a part of its own', { kind: 'error', error: DOWN }],
  ])('and %s lets the text that windows hold leave before it', async (_, failure) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined, { window: 3 });
    const parts = [textDelta('hello'), textDelta('you', '2'), failure];
    const left = await streamThrough(hooks, [parts]);
    expect([textLeft(left), left.at(-1)]).toEqual(['helloyou', failure]);
    hooks.addHook('onResponseDelta', ({ last }) => (last ? deny('no') : undefined));
    expect(JSON.stringify(await streamThrough(hooks, [parts]))).not.toContain('llo');
  });

  test('may have its error replaced or withheld', async () => {
    for (const [hook, expected] of [
      [() => ({ error: { message: 'later' } }), new Error('later')],
      [() => deny('no'), { kind: 'refused', throws: true }],
    ] as const) {
      const hooks = createHooks();
      hooks.addHook('onRequestError', hook);
      const parts: TestPart[] = [
        textDelta('a'),
        { kind: 'error', error: DOWN },
        { kind: 'finish' },
      ];
      const left = await streamThrough(hooks, [parts]);
      expect(left.at(-1)).toMatchObject(expected);
      expect(left).toHaveLength(2);
      expect((await streamThrough(hooks, [[textDelta('a'), DOWN]])).at(-1)).toMatchObject(expected);
    }
  });

  test('may be recovered from as long as nothing has left', async () => {
    const hooks = buffering();
    const log = logEvents(hooks);
    const cancelled: unknown[] = [];
    hooks.addHook('onRequestError', () => ({ response: textResponse('fallback') }));
    const left = await streamThrough(
      hooks,
      [[textDelta('a'), { kind: 'error', error: DOWN }, { kind: 'finish' }]],
      cancelled,
    );
    expect(textLeft(left)).toBe('fallback');
    expect(log.slice(-4)).toEqual(['onRequestError', 'onResponse', 'onAgentResponse', 'onMessage']);
    expect(cancelled).toHaveLength(1);
  });

  test.each([
    ['a response', () => ({ response: textResponse('fallback') })],
    ['a retry', () => retry()],
  ])('takes %s for a deny once content has left', async (_, hook) => {
    const hooks = createHooks();
    hooks.addHook('onRequestError', hook);
    const left = await streamThrough(hooks, [[textDelta('a'), DOWN]]);
    expect(left).toEqual([
      textDelta('a'),
      { kind: 'refused', text: 'Blocked by policy.', started: true, throws: true, open: ['1'] },
    ]);
  });

  test('may be opened again as long as nothing has left, and the broken source is let go', async () => {
    const hooks = buffering();
    const cancelled: unknown[] = [];
    hooks.addHook('onRequestError', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    const broken: Given = [textDelta('a'), { kind: 'error', error: DOWN }, { kind: 'finish' }];
    const left = await streamThrough(hooks, [broken, textParts('again')], cancelled);
    expect(textLeft(left)).toBe('again');
    expect(cancelled).toEqual([undefined]);
  });

  test('at once when it is opened again fails with what that attempt threw', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined));
    const step = streamStep([textParts('x')]);
    let calls = 0;
    const call: typeof step.call = (changed) => {
      if (calls++ > 0) throw DOWN;
      return step.call(changed);
    };
    const left = await drain(await streamCycle(await openTestChat(hooks), { ...step, call }));
    expect(left.at(-1)).toBe(DOWN);
  });

  test("counts as failed, so that the next call is the host's own repeat", async () => {
    const hooks = createHooks();
    const attempts: unknown[] = [];
    hooks.addHook(
      'preRequest',
      ({ attempt, iteration }) => void attempts.push([iteration, attempt]),
    );
    const chat = await openTestChat(hooks);
    await drain(await streamCycle(chat, streamStep([[DOWN]])));
    await drain(await streamCycle(chat, streamStep([textParts('x')])));
    expect(attempts).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });
});
