import { expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, deny, type HookOptions, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import {
  deltasLeft,
  drain,
  streamStep,
  textDelta,
  textParts,
  type TestPart,
} from '../../../test/stream-step.ts';

/** Returns what leaves if parts have more than their texts. */
async function left(hooks: Hooks, given: readonly TestPart[]): Promise<(TestPart | Error)[]> {
  const { codec } = streamStep([]);
  const step = streamStep([given], [], { codec: { ...codec, keeps: true } });
  return drain(await streamCycle(await openTestChat(hooks), step));
}

function silent(options: HookOptions<'onResponseDelta', never>): Hooks {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta }), options);
  return hooks;
}

const all = { window: () => Number.NaN };

test.each([[{}], [{ window: 3 }], [{ window: 100 }], [all]])(
  'parts that a window of %o held are the parts that came, in their order',
  async (options) => {
    const parts = textParts('se', 'cre', '', 't', ' is out.');
    const given = await left(silent(options), parts);
    expect(given).toHaveLength(parts.length);
    expect(given.every((part, index) => part === parts[index])).toBe(true);
  },
);

test('a part leaves once all of its text may', async () => {
  const hooks = silent({ window: 3 });
  const shown: string[] = [];
  hooks.observe('onResponseDelta', ({ delta, sofar }) => void shown.push(`${sofar}|${delta}`));
  await left(hooks, textParts('ab', 'cdef', 'g'));
  expect(shown).toEqual(['|ab', '|abcdef', 'ab|cdefg', 'ab|cdefg']);
});

test('a part without text waits for the text before it, and asks no hook', async () => {
  const hooks = silent({ window: 3 });
  const shown: string[] = [];
  hooks.observe('onResponseDelta', ({ delta }) => void shown.push(delta));
  const parts = textParts('ab', '', 'cdef');
  expect(await left(hooks, parts)).toEqual(parts);
  expect(shown).toEqual(['ab', 'abcdef', 'cdef']);
});

test('what a hook changes leaves as the text it became, and so does what comes behind it', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('secret', '***') }), {
    window: 6,
  });
  const given = await left(hooks, textParts('My word: ', 'sec', 'ret', ' and more'));
  expect(deltasLeft(given)).toEqual(['My wor', 'd: *** an', 'd more']);
});

test('what waits never leaves where a hook denies', async () => {
  const hooks = createHooks();
  hooks.addHook(
    'onResponseDelta',
    ({ delta }) => (delta.includes('secret') ? deny('no') : undefined),
    { window: 6 },
  );
  const given = await left(hooks, [textDelta('sec'), textDelta('ret'), { kind: 'finish' }]);
  expect(given).toMatchObject([{ kind: 'refused', started: false }]);
});
