import { expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { drain, streamStep, textDelta, type TestPart } from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

const mixed: readonly TestPart[] = [
  textDelta('Let me look.'),
  { kind: 'close', id: '1' },
  { kind: 'call' },
  textDelta('It takes a moment.', '2'),
  { kind: 'close', id: '2' },
  { kind: 'finish' },
];

const listening: Readonly<Record<string, (hooks: Hooks) => unknown>> = {
  'observers only': (hooks) => hooks.observe('onResponse', () => undefined),
  'an observer of deltas': (hooks) => hooks.observe('onResponseDelta', () => undefined),
  'hooks that see deltas': (hooks) => hooks.addHook('onResponseDelta', () => undefined),
  'hooks that see calls': (hooks) => hooks.addHook('preToolCall', () => undefined),
  'hooks that may deny late': (hooks) =>
    hooks.addHook('onResponse', () => undefined, { stream: 'observe' }),
};

test.each(Object.keys(listening))('%s leave a call its place between texts', async (who) => {
  const hooks = createHooks();
  listening[who]!(hooks);
  expect(await streamThrough(hooks, [mixed])).toEqual(mixed);
});

test.each(Object.keys(listening))('%s leave content behind the end of the answer', async (who) => {
  const hooks = createHooks();
  listening[who]!(hooks);
  const parts: readonly TestPart[] = [textDelta('Hi.'), { kind: 'finish' }, { kind: 'content' }];
  expect(await streamThrough(hooks, [parts])).toEqual(parts);
});

test('a call leaves at once where nobody may deny it', async () => {
  const hooks = createHooks();
  hooks.observe('onResponse', () => undefined);
  const never = new Promise<never>(() => undefined);
  const step = streamStep([[{ kind: 'call' }, never]]);
  const outcome = await streamCycle(await openTestChat(hooks), step);
  const reader = (outcome as { stream: ReadableStream<TestPart> }).stream.getReader();
  expect((await reader.read()).value).toEqual({ kind: 'call' });
});

test('what waits behind a call is dropped with it, and its blocks are not closed', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) =>
    delta.includes('moment') ? deny('too slow') : undefined,
  );
  const left = await streamThrough(hooks, [mixed]);
  expect(left).toMatchObject([mixed[0]!, mixed[1]!, { kind: 'refused', open: [] }]);
});

test('after an error of the provider no block is closed that never left', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  const broken: readonly TestPart[] = [
    textDelta('One'),
    { kind: 'call' },
    textDelta('two', '2'),
    { kind: 'error', error: new Error('cut') },
    { kind: 'close', id: '1' },
    { kind: 'close', id: '2' },
  ];
  const chat = await openTestChat(hooks);
  const left = await drain(await streamCycle(chat, streamStep([broken])));
  expect(left).toEqual([broken[0], broken[3], broken[4]]);
});
