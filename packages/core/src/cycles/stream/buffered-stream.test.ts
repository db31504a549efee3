import { describe, expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny, retry, type Hooks } from '../../index.ts';
import { logEvents } from '../../../test/event-log.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { textMessage, textResponse } from '../../../test/sample-values.ts';
import {
  streamStep,
  textDelta,
  textLeft,
  textParts,
  type TestPart,
} from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

const COMPOSED = (text: string): TestPart[] => [
  textDelta(text, 'new'),
  { kind: 'close', id: 'new' },
  { kind: 'finish' },
];

const buffering = (): Hooks => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  return hooks;
};

describe('a buffered stream', () => {
  test('lets nothing but metadata leave before its response was judged', async () => {
    const hooks = createHooks();
    const left: string[] = [];
    const atJudgement: string[] = [];
    hooks.addHook('onResponse', () => void atJudgement.push(...left));
    const outcome = await streamCycle(await openTestChat(hooks), streamStep([textParts('a', 'b')]));
    const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read())
      left.push(read.value.kind);
    expect(atJudgement).toEqual(['meta']);
    expect(left).toEqual(['meta', 'delta', 'delta', 'close', 'finish']);
  });

  test('is replayed as the original parts when nothing changed', async () => {
    const parts: TestPart[] = [
      ...textParts('a', 'b').slice(0, 3),
      { kind: 'content' },
      { kind: 'call' },
      { kind: 'finish' },
    ];
    const left = await streamThrough(buffering(), [parts]);
    expect(left).toEqual(parts);
    expect(left.every((part, index) => part === parts[index])).toBe(true);
  });

  test.each([
    ['onResponse', () => ({ response: textResponse('clean') })],
    ['onAgentResponse', () => ({ message: textMessage('clean', 'assistant') })],
  ] as const)('changed at %s is composed anew', async (event, hook) => {
    const hooks = createHooks();
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook(event, hook as never);
    expect(await streamThrough(hooks, [textParts('dirty')])).toEqual([
      { kind: 'meta' },
      ...COMPOSED('clean'),
    ]);
  });

  test.each(['onResponse', 'onAgentResponse'] as const)(
    'denied at %s shows none of its content',
    async (event) => {
      const hooks = createHooks();
      const roles: string[] = [];
      hooks.addHook(event, () => deny('private', { message: 'Sorry.' }));
      hooks.observe('onMessage', ({ message }) => void roles.push(message.role));
      expect(await streamThrough(hooks, [textParts('secret')])).toEqual([
        { kind: 'meta' },
        { kind: 'refused', text: 'Sorry.', started: false, throws: false, open: [] },
      ]);
      expect(roles).toEqual(['user']);
    },
  );

  test('passes its deltas through their hooks first', async () => {
    const hooks = buffering();
    const texts: unknown[] = [];
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.toUpperCase() }));
    hooks.addHook('onResponse', ({ response }) => void texts.push(response.content[0]));
    expect(textLeft(await streamThrough(hooks, [textParts('a', 'b')]))).toBe('AB');
    expect(texts).toEqual([{ type: 'text', text: 'AB' }]);
  });

  test('turned into an error fails the stream with it', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => ({ error: 'unusable' }));
    const parts = await streamThrough(hooks, [textParts('x')]);
    expect(parts).toEqual([{ kind: 'meta' }, new Error('unusable')]);
  });

  test('may be made again, and then only the last attempt is seen', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    hooks.addHook('onResponse', ({ attempt }) => (attempt < 3 ? retry({ delayMs: 1 }) : undefined));
    const attempts = [textParts('one'), textParts('two'), textParts('three')];
    const parts = await streamThrough(
      hooks,
      attempts.map((given) => given.slice(1)),
    );
    expect(textLeft(parts)).toBe('three');
    expect(log.filter((event) => event === 'preRequest')).toHaveLength(3);
    expect(log.filter((event) => event === 'onAgentResponse')).toHaveLength(1);
  });

  test.each([0, 1, 2])('is made at most %d times more', async (retries) => {
    const hooks = createHooks({ retries });
    let judged = 0;
    hooks.addHook('onResponse', () => {
      judged++;
      return retry();
    });
    const parts = await streamThrough(hooks, [textParts('x')]);
    expect(judged).toBe(retries + 1);
    expect(parts.at(-1)).toEqual({ kind: 'finish' });
  });

  test('may turn out refused, answered or failed when it is opened again', async () => {
    for (const [hook, expected] of [
      [() => deny('no'), { kind: 'refused', started: false }],
      [() => ({ response: textResponse('cached') }), { kind: 'finish' }],
      [() => ({ error: 'closed' }), new Error('closed')],
    ] as const) {
      const hooks = createHooks();
      hooks.addHook('preRequest', (ctx) => (ctx.attempt === 2 ? (hook() as never) : undefined));
      hooks.addHook('onResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined));
      expect((await streamThrough(hooks, [textParts('x')])).at(-1)).toMatchObject(expected);
    }
  });
});
