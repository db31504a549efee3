import { expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import {
  drain,
  streamStep,
  textDelta,
  textParts,
  type Given,
  type TestPart,
} from '../../../test/stream-step.ts';

/** Streams these parts for a host that has parts for errors. */
async function failThrough(hooks: Hooks, parts: Given): Promise<(TestPart | Error)[]> {
  const step = streamStep([parts]);
  const fail = (error: Error, started: boolean, open: readonly TestPart[]): TestPart[] => [
    { kind: 'error', error: { text: error.message, started, open } },
  ];
  const chat = await openTestChat(hooks);
  return drain(await streamCycle(chat, { ...step, codec: { ...step.codec, fail } }));
}

const DOWN = new Error('connection lost');

test.each<[string, TestPart | Error]>([
  ['breaks', DOWN],
  ['says so in a part of its own', { kind: 'error', error: DOWN }],
])(
  'a source that %s ends with a part for the error that hooks made of it, after the held text',
  async (_, failure) => {
    const hooks = createHooks();
    hooks.addHook('onRequestError', () => ({ error: { message: 'later' } }));
    hooks.addHook('onResponseDelta', () => undefined, { window: 3 });
    const left = await failThrough(hooks, [textDelta('hello'), failure]);
    const open = [textDelta('llo')];
    expect(left).toEqual([
      textDelta('he'),
      textDelta('llo'),
      { kind: 'error', error: { text: 'later', started: true, open } },
    ]);
  },
);

test('a response that hooks turn into an error ends with a part for it', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => ({ error: { message: 'no answer' } }));
  const left = await failThrough(hooks, textParts('hello'));
  const error = { text: 'no answer', started: false, open: [] };
  expect(left).toEqual([{ kind: 'meta' }, { kind: 'error', error }]);
});
