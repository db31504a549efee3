import { expect, test } from 'vitest';

import { streamCycle, type StreamCodec } from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { drain, streamStep, textDelta, type TestPart } from '../../../test/stream-step.ts';

const { codec } = streamStep([]);
const reason = new Error('I had enough');
const named: StreamCodec<TestPart> = {
  ...codec,
  aborted: (why) => new Error('aborted', { cause: why }),
};

/** Returns the error with which the stream of an aborted chat ends. */
async function endOf(
  hooks: Hooks,
  how: typeof codec,
  controller: AbortController,
): Promise<unknown> {
  const chat = await openTestChat(hooks, { signal: controller.signal });
  const never = new Promise<never>(() => undefined);
  const step = streamStep([[textDelta('One'), never]], [], { codec: how });
  const opened = await streamCycle(chat, step).catch((error: unknown) => error as Error);
  if (opened instanceof Error) return opened;
  return (await drain(opened)).at(-1);
}

function watching(): Hooks {
  const hooks = createHooks();
  hooks.observe('onResponse', () => undefined);
  return hooks;
}

test.each([
  ['the reason itself where the codec has no other word', codec, reason],
  ['the word of the codec', named, named.aborted?.(reason)],
])('a stream of an aborted chat fails with %s', async (_, how, expected) => {
  const controller = new AbortController();
  const hooks = watching();
  hooks.observe('onResponseDelta', () => controller.abort(reason));
  expect(await endOf(hooks, how, controller)).toEqual(expected);
});

test('so does one that never opened, and one whose hook was still thinking', async () => {
  const early = new AbortController();
  early.abort(reason);
  expect(await endOf(watching(), named, early)).toMatchObject({ cause: reason });
  const late = new AbortController();
  const thinking = createHooks();
  thinking.addHook('onResponseDelta', () => {
    late.abort(reason);
    return new Promise<undefined>(() => undefined);
  });
  expect(await endOf(thinking, named, late)).toMatchObject({ cause: reason });
});

test('a failure of the provider stays what it is', async () => {
  const failure = new Error('cut');
  const chat = await openTestChat(watching());
  const step = streamStep([[textDelta('One'), failure]], [], { codec: named });
  expect((await drain(await streamCycle(chat, step))).at(-1)).toBe(failure);
});

test('a stream whose chat its host ended with the error that left is read on to its end', async () => {
  const error = new Error('cut');
  const chat = await openTestChat(watching());
  const parts: TestPart[] = [textDelta('One'), { kind: 'error', error }, { kind: 'finish' }];
  const outcome = await streamCycle(chat, streamStep([parts]));
  const reader = (outcome as Extract<typeof outcome, { kind: 'stream' }>).stream.getReader();
  for (const value of parts) expect(await reader.read()).toEqual({ done: false, value });
  await chat.end({ kind: 'error', error });
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});
