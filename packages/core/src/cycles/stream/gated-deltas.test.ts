import { describe, expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import {
  deltasLeft,
  streamStep,
  textDelta,
  textParts,
  type TestPart,
} from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

describe('a stream whose deltas are gated', () => {
  test('lets unchanged parts leave by identity, at once', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined);
    const parts = textParts('a', 'b');
    const left = await streamThrough(hooks, [parts]);
    expect(left.every((part, index) => part === parts[index])).toBe(true);
    expect(left).toHaveLength(parts.length);
  });

  test('lets the changed delta leave, and nothing for an empty one', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({
      delta: delta === 'b' ? '' : delta.toUpperCase(),
    }));
    expect(deltasLeft(await streamThrough(hooks, [textParts('a', 'b', 'c')]))).toEqual(['A', 'C']);
  });

  test.each([
    ['nothing is held', {}],
    ['a window holds what came before', { window: 100 }],
  ])('lets a delta out that came in empty and untouched, where %s', async (_, options) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined, options);
    const signed = textDelta('');
    const left = await streamThrough(hooks, [[textDelta('a'), signed, { kind: 'finish' }]]);
    expect(left).toContain(signed);
    expect(deltasLeft(left).join('')).toBe('a');
  });

  test('awaits hooks that answer later, in order', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', async ({ delta }) => {
      // The first delta takes longer than the second.
      for (const _ of delta === 'a' ? '12345' : '1')
        await new Promise((resolve) => setImmediate(resolve));
      return { delta: delta.toUpperCase() };
    });
    expect(deltasLeft(await streamThrough(hooks, [textParts('a', 'b')]))).toEqual(['A', 'B']);
  });

  test('shows hooks the channel, what was released before, and the call of arguments', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('onResponseDelta', ({ delta, channel, sofar, last, callId }) => {
      seen.push([delta, channel, sofar, last, callId]);
    });
    await streamThrough(hooks, [
      [
        textDelta('he'),
        textDelta('llo'),
        { kind: 'delta', channel: 'reasoning', id: 'r', text: 'hm' },
        { kind: 'delta', channel: 'tool-args', id: 'call-1', text: '{}' },
        { kind: 'finish' },
      ],
    ]);
    expect(seen).toEqual([
      ['he', 'text', '', false, undefined],
      ['llo', 'text', 'he', false, undefined],
      ['hm', 'reasoning', '', false, undefined],
      ['{}', 'tool-args', '', false, 'call-1'],
    ]);
  });

  test('keeps what was released before bounded, however long it is', async () => {
    const hooks = createHooks();
    let longest = 0;
    let tail = '';
    hooks.addHook('onResponseDelta', ({ sofar }) => {
      longest = Math.max(longest, sofar.length);
      tail = sofar.slice(-3);
    });
    await streamThrough(hooks, [
      textParts(...Array.from({ length: 300 }, (_, n) => `${n}`.padStart(100, '.'))),
    ]);
    expect(longest).toBeGreaterThan(4000);
    expect(longest).toBeLessThan(9000);
    expect(tail).toBe('298');
  });

  test('that is denied drops the rest and its calls, and ends as a refusal', async () => {
    const hooks = createHooks();
    const cancelled: unknown[] = [];
    hooks.addHook('onResponseDelta', ({ delta }) => (delta === 'b' ? deny('no') : undefined));
    const left = await streamThrough(
      hooks,
      [[textDelta('a'), textDelta('b'), { kind: 'call' }, { kind: 'finish' }]],
      cancelled,
    );
    expect(left).toEqual([
      textDelta('a'),
      { kind: 'refused', text: 'Blocked by policy.', started: true, throws: false, open: ['1'] },
    ]);
    expect(cancelled).toEqual(['no']);
  });

  test('that is denied at its first delta has started nothing and left nothing open', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => deny('no'), { window: 100 });
    expect(await streamThrough(hooks, [textParts('a')])).toEqual([
      { kind: 'meta' },
      { kind: 'refused', text: 'Blocked by policy.', started: false, throws: false, open: [] },
    ]);
  });

  test('lists as open the blocks that were not closed', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => (delta === 'bad' ? deny('no') : undefined));
    const left = await streamThrough(hooks, [
      [
        textDelta('a', '1'),
        { kind: 'close', id: '1' },
        textDelta('b', '2'),
        textDelta('c', '3'),
        textDelta('bad', '3'),
      ],
    ]);
    expect(left.at(-1)).toMatchObject({ open: ['2', '3'] });
  });

  test('holds calls and the end back until the response was judged', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined);
    const log: string[] = [];
    hooks.observe('onResponse', () => void log.push('judged'));
    const outcome = await streamCycle(
      await openTestChat(hooks),
      streamStep([[textDelta('a'), { kind: 'call' }, { kind: 'finish' }]]),
    );
    const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read())
      log.push(read.value.kind);
    expect(log).toEqual(['delta', 'judged', 'call', 'finish']);
  });
});
