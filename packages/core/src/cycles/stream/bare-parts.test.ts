import { expect, test } from 'vitest';

import { streamCycle } from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { drain, streamStep, textDelta, type TestPart } from '../../../test/stream-step.ts';

/** A part that repeats the text of an answer in another field. */
function repeating(part: TestPart): TestPart {
  return Object.assign({ ...part }, { spelled: 'my card is 4z42' });
}

const parts: readonly TestPart[] = [
  repeating(textDelta('Hello. ')),
  repeating({ kind: 'close', id: '1' }),
  repeating(textDelta('my card is 4z42', '2')),
  repeating(textDelta('', '2')),
  repeating({ kind: 'close', id: '2' }),
  repeating({ kind: 'finish' }),
];

async function left(hooks: Hooks, given = parts): Promise<(TestPart | Error)[]> {
  const { codec } = streamStep([]);
  const bare = (part: TestPart): TestPart => Object.assign({ ...part }, { spelled: undefined });
  const step = streamStep([given], [], { codec: { ...codec, bare } });
  return drain(await streamCycle(await openTestChat(hooks), step));
}

test.each([0, 4])(
  'a changed block and the end lose what repeats its text, window %i',
  async (window) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('4z42', '[card]') }), {
      window,
    });
    const given = await left(hooks);
    const [first] = given;
    expect(window > 0 || first === parts[0]).toBe(true);
    expect(given).toContainEqual(parts[1]);
    expect(JSON.stringify(given.slice(given.indexOf(parts[1]!) + 1))).not.toContain('4z42');
  },
);

test('parts keep everything while hooks leave the deltas alone', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta }));
  const given = await left(hooks);
  expect(given.every((part, index) => part === parts[index])).toBe(true);
});

test.each([true, false])(
  'what repeats a text waits for the end and leaves bare once any was changed: %s',
  async (changes) => {
    const cited = repeating({ kind: 'call', repeats: true });
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({
      delta: changes ? delta.replace('4z42', '[card]') : delta,
    }));
    const given = await left(hooks, [cited, textDelta('my card is 4z42'), { kind: 'finish' }]);
    expect(given.map((part) => 'kind' in part && part.kind)).toEqual(['call', 'delta', 'finish']);
    expect(given[0] === cited).toBe(!changes);
    expect(JSON.stringify(given).includes('4z42')).toBe(!changes);
  },
);
