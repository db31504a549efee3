import { describe, expect, test } from 'vitest';

import {
  currentChat,
  expectModelSteps,
  inModelStep,
  modelCycle,
  runInChat,
  runInModelStep,
  streamCycle,
} from '../../adapter.ts';
import { createHooks, type Hooks } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { pauseFor } from '../../../test/pause-for.ts';

/** Asks a model in a chat of `outer`. Returns whether code that is hooked with `inner` finds itself in that step. */
async function seenFrom(outer: Hooks, inner: Hooks): Promise<boolean> {
  let seen = false;
  await modelCycle(await openTestChat(outer), {
    request: () => ({ messages: [] }),
    call: async () => {
      await pauseFor(1);
      seen = inModelStep(inner);
      return 'hello';
    },
    response: (text) => ({ content: [{ type: 'text', text }] }),
    continues: () => false,
  });
  return seen;
}

describe('a model step', () => {
  test('is known below it, and not outside', async () => {
    const hooks = createHooks();
    expectModelSteps(hooks);
    expect([await seenFrom(hooks, hooks), inModelStep(hooks)]).toEqual([true, false]);
  });

  test('is known below a stream that opens', async () => {
    const hooks = createHooks();
    expectModelSteps(hooks);
    let seen = false;
    await streamCycle<string>(await openTestChat(hooks), {
      request: () => ({ messages: [] }),
      call: async () => {
        seen = inModelStep(hooks);
        return new ReadableStream({ start: (out) => out.close() });
      },
      continues: () => false,
      codec: {
        read: () => ({ kind: 'meta' }),
        write: (part) => part,
        collect: () => ({ content: [] }),
        compose: () => [],
        refuse: () => [],
      },
    });
    expect(seen).toBe(true);
  });

  test('of another registry is not taken for one of ours', async () => {
    const [outer, inner] = [createHooks(), createHooks()];
    for (const hooks of [outer, inner]) expectModelSteps(hooks);
    expect(await seenFrom(outer, inner)).toBe(false);
  });

  test('of a layer has passed what it extends, and that of the base has not passed the layer', async () => {
    const base = createHooks();
    const layer = base.extend();
    for (const hooks of [base, layer]) expectModelSteps(hooks);
    expect([await seenFrom(layer, base), await seenFrom(base, layer)]).toEqual([true, false]);
  });

  test('leaves no trace where nothing is hooked below', async () => {
    const hooks = createHooks();
    expect(await seenFrom(hooks, hooks)).toBe(false);
  });

  test('is over for what it left running', async () => {
    const hooks = createHooks();
    expectModelSteps(hooks);
    const left: Promise<boolean>[] = [];
    await runInModelStep(await openTestChat(hooks), async () => {
      left.push(pauseFor(5).then(() => inModelStep(hooks)));
    });
    expect(await Promise.all(left)).toEqual([false]);
  });

  test('ends where a tool of the chat begins', async () => {
    const hooks = createHooks();
    expectModelSteps(hooks);
    const chat = await openTestChat(hooks);
    runInModelStep(chat, () => {
      expect(inModelStep(hooks)).toBe(true);
      runInChat(chat, () => expect([inModelStep(hooks), currentChat()]).toEqual([false, chat]));
    });
  });
});
