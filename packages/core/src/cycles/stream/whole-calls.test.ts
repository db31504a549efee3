import { expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { drain, streamStep, textLeft, type TestPart } from '../../../test/stream-step.ts';

/** A part that has the whole arguments of a call whose pieces were this block. */
function whole(kind: 'call' | 'content', text: string): TestPart {
  return Object.assign({ kind, of: 'c1' }, { text }) as TestPart;
}

const piece = (text: string): TestPart => ({ kind: 'delta', channel: 'tool-args', id: 'c1', text });
const close: TestPart = { kind: 'close', id: 'c1' };
const finish: TestPart = { kind: 'finish' };

async function left(hooks: Hooks, given: readonly TestPart[]): Promise<(TestPart | Error)[]> {
  const { codec } = streamStep([]);
  const write = (part: TestPart, text: string): TestPart => Object.assign({ ...part }, { text });
  const step = streamStep([given], [], { codec: { ...codec, write } });
  return drain(await streamCycle(await openTestChat(hooks), step));
}

function hiding(window: number): Hooks {
  const hooks = createHooks();
  hooks.addHook(
    'onResponseDelta',
    ({ delta }) => ({ delta: delta.replaceAll('/secret', '/safe') }),
    { window },
  );
  return hooks;
}

test.each([
  ['call', [close], 0],
  ['call', [close], 20],
  ['call', [], 20],
  ['content', [close], 20],
] as const)('a %s says what has left of its pieces', async (kind, ends, window) => {
  const pieces = [piece('{"path":'), piece('"/secret"}')];
  const given = [...pieces, ...ends, whole(kind, '{"path":"/secret"}'), finish];
  const parts = await left(hiding(window), given);
  expect(textLeft(parts)).toBe('{"path":"/safe"}');
  expect(parts.slice(-2)).toEqual([whole(kind, '{"path":"/safe"}'), finish]);
});

test('a call stays the very part where its own pieces were left alone', async () => {
  const call = whole('call', '{ "path": "/tmp" }');
  const other: TestPart = { kind: 'delta', channel: 'tool-args', id: 'c2', text: '/secret' };
  const parts = await left(hiding(20), [piece('{"path":"/tmp"}'), close, other, call, finish]);
  expect(parts).toContain(call);
});

test('an id that comes again says its own pieces alone', async () => {
  const once = [piece('/secret 1'), close, whole('call', '/secret 1')];
  const again = [piece('/secret 2'), close, whole('call', '/secret 2')];
  const parts = await left(hiding(0), [...once, ...again, finish]);
  expect(parts.filter((part) => 'of' in part)).toEqual([
    whole('call', '/safe 1'),
    whole('call', '/safe 2'),
  ]);
});
