import { getEventListeners } from 'node:events';

import { describe, expect, test, vi } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, retry, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { never } from '../../../test/pause-for.ts';
import {
  drain,
  streamStep,
  textDelta,
  textParts,
  type Given,
  type TestPart,
} from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../../testing/test/collect-garbage.ts';

const DOWN = new Error('connection lost');

const watching = (): Hooks => {
  const hooks = createHooks();
  hooks.observe('onResponse', () => undefined);
  return hooks;
};

describe('a stream that is left', () => {
  test.each<[string, Given]>([
    ['has ended', textParts('a')],
    ['has failed', [textDelta('a'), DOWN]],
  ])('after it %s cancels nothing any more, whatever its source is', async (_, parts) => {
    const cancelled: unknown[] = [];
    const left = [...parts];
    const source = {
      getReader: () => ({
        read: async () => {
          const value = left.shift();
          if (value instanceof Error) throw value;
          return value === undefined
            ? ({ done: true, value } as const)
            : ({ done: false, value: value as TestPart } as const);
        },
        cancel: async (reason: unknown) => void cancelled.push(reason),
      }),
    };
    const outcome = await streamCycle(
      await openTestChat(watching()),
      streamStep([], [], { call: () => source as ReadableStream<TestPart> }),
    );
    if (outcome.kind !== 'stream') throw new Error(outcome.kind);
    const reader = outcome.stream.getReader();
    const read = async (): Promise<boolean> => !(await reader.read()).done && read();
    await read().catch(() => undefined);
    const before = cancelled.length;
    await reader.cancel('late');
    expect(cancelled.slice(before)).toEqual([]);
  });

  test.each<[string, Given, boolean]>([
    ['was read to its end', textParts('a'), false],
    ['failed', [textDelta('a'), DOWN], false],
    ['was left by its reader', textParts('a', 'b'), true],
  ])('that %s is not kept by the chat, whose signal goes on', async (_, parts, leaves) => {
    const chat = await openTestChat(watching());
    for (let step = 0; step < 5; step += 1) {
      const outcome = await streamCycle(chat, streamStep([parts]));
      const { stream } = outcome as { stream: ReadableStream<TestPart> };
      if (leaves) await stream.cancel('enough');
      else await drain(outcome);
    }
    expect(getEventListeners(chat.signal, 'abort')).toEqual([]);
  });

  test('is held by nobody who did not ask for it, and its source is let go with its chat', async () => {
    const chat = await openTestChat(watching());
    const cancelled: unknown[] = [];
    const readOnce = async (): Promise<WeakRef<object>> => {
      const outcome = await streamCycle(chat, streamStep([textParts('a', 'b')], cancelled));
      const { stream } = outcome as { stream: ReadableStream<TestPart> };
      await stream.getReader().read();
      return new WeakRef(stream);
    };
    const stream = await readOnce();
    for (let round = 0; round < 50 && stream.deref() !== undefined; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    expect(stream.deref()).toBeUndefined();
    await chat.end({ kind: 'abort', reason: 'abandoned' });
    expect(cancelled).toEqual(['abandoned']);
  });

  test('after hooks have answered for its failure tells its reader nothing of that', async () => {
    const hooks = watching();
    hooks.addHook('onRequestError', () => ({
      response: { content: [{ type: 'text', text: 'Later.' }] },
    }));
    hooks.addHook('onResponse', () => undefined);
    const outcome = await streamCycle(
      await openTestChat(hooks),
      streamStep([[textDelta('a'), DOWN]]),
    );
    if (outcome.kind !== 'stream') throw new Error(outcome.kind);
    const reader = outcome.stream.getReader();
    expect((await reader.read()).value).toMatchObject({ text: 'Later.' });
    await expect(reader.cancel('enough')).resolves.toBeUndefined();
  });

  test('by its reader lets go of the source with the reason', async () => {
    const cancelled: unknown[] = [];
    const outcome = await streamCycle(
      await openTestChat(watching()),
      streamStep([textParts('a', 'b')], cancelled),
    );
    const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(cancelled).toEqual(['enough']);
  });

  test.each<[string, Given]>([
    ['flows', textParts('a', 'b', 'c')],
    ['hangs', [textDelta('a'), never()]],
  ])(
    'by an abort while it %s rejects with the reason and lets go of the source',
    async (_, parts) => {
      const cancelled: unknown[] = [];
      const controller = new AbortController();
      const chat = await openTestChat(watching(), { signal: controller.signal });
      const outcome = await streamCycle(chat, streamStep([parts], cancelled));
      const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
      await reader.read();
      setImmediate(() => controller.abort('stop'));
      await vi.waitUntil(() => parts.length < 3 || controller.signal.aborted);
      await expect(reader.read()).rejects.toBe('stop');
      expect(cancelled).toEqual(['stop']);
    },
  );

  test('because a hook threw lets go of the source too', async () => {
    const hooks = createHooks();
    const error = new Error('mine');
    const cancelled: unknown[] = [];
    hooks.addHook(
      'onResponseDelta',
      () => {
        throw error;
      },
      { onError: 'throw' },
    );
    expect(await streamThrough(hooks, [textParts('a')], cancelled)).toEqual([
      { kind: 'meta' },
      error,
    ]);
    expect(cancelled).toEqual([error]);
  });

  test('by an abort between two attempts opens no other', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    hooks.addHook('onResponse', () => {
      setImmediate(() => controller.abort(DOWN));
      return retry({ delayMs: 5000 });
    });
    const chat = await openTestChat(hooks, { signal: controller.signal });
    const reading = drain(await streamCycle(chat, streamStep([textParts('a')])));
    expect((await reading).at(-1)).toBe(DOWN);
  });

  test('by an abort while it opens rejects with the reason', async () => {
    const hooks = watching();
    const chat = await openTestChat(hooks, { signal: AbortSignal.abort('stop') });
    await expect(streamCycle(chat, streamStep([textParts('a')]))).rejects.toBe('stop');
  });
});
