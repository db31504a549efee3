import { describe, expect, test } from 'vitest';

import { streamCycle, streamMode } from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { drain, streamStep, textParts, type TestPart } from '../../../test/stream-step.ts';

describe('the mode of a stream', () => {
  test.each<[string, (hooks: Hooks) => unknown, string]>([
    ['nobody', () => undefined, 'pass'],
    ['an observer', (hooks) => hooks.observe('onResponse', () => undefined), 'pass'],
    [
      'a hook that only watches',
      (hooks) => hooks.addHook('onResponse', () => undefined, { stream: 'observe' }),
      'pass',
    ],
    [
      'a monitored hook',
      (hooks) => hooks.addHook('onResponse', () => undefined, { mode: 'monitor' }),
      'pass',
    ],
    ['a hook on the request', (hooks) => hooks.addHook('preRequest', () => undefined), 'pass'],
    ['a hook on deltas', (hooks) => hooks.addHook('onResponseDelta', () => undefined), 'window'],
    [
      'a hook that watches deltas',
      (hooks) => hooks.addHook('onResponseDelta', () => undefined, { stream: 'observe' }),
      'pass',
    ],
    ['a hook on the response', (hooks) => hooks.addHook('onResponse', () => undefined), 'buffer'],
    [
      'a hook on the answer',
      (hooks) => hooks.addHook('onAgentResponse', () => undefined),
      'buffer',
    ],
  ])('with %s is %s', async (_, prepare, mode) => {
    const hooks = createHooks();
    prepare(hooks);
    expect(streamMode(await openTestChat(hooks))).toBe(mode);
  });
});

describe('a stream to which nobody listens', () => {
  test('is the very stream of the provider', async () => {
    const source = new ReadableStream<TestPart>();
    const step = streamStep([], [], { call: () => source });
    const outcome = await streamCycle(await openTestChat(createHooks()), step);
    expect(outcome.kind === 'stream' && outcome.stream).toBe(source);
  });
});

describe('reasoning in a stream', () => {
  test('reaches the gate of the calls that follow, also when only that listens', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const chat = await openTestChat(hooks);
    const collect = () => ({ content: [{ type: 'reasoning', text: 'because' }] }) as const;
    const step = streamStep([textParts('x')]);
    await drain(await streamCycle(chat, { ...step, codec: { ...step.codec, collect } }));
    let reasoning: unknown;
    hooks.addHook('onInventoryChange', (ctx) => void ({ reasoning } = ctx));
    await chat.dispatch('onInventoryChange', {
      change: 'added',
      component: { kind: 'model', name: 'm' },
    });
    expect(reasoning).toBe('because');
  });
});
