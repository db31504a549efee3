import { createHooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import {
  saying,
  startDesk,
  workUntilCancelled,
  type Desk,
  type DeskOptions,
} from '../test/desk.ts';
import { hear } from '../test/hear.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: DeskOptions): Promise<Desk> {
  return (desk = await startDesk(options));
}

describe('a stream that is left', () => {
  test('ends the chat as aborted, and lets go of the connection', async () => {
    const hooks = createHooks();
    const endings: string[] = [];
    hooks.observe('onChatAbort', () => void endings.push('abort'));
    hooks.observe('onChatDone', () => void endings.push('done'));
    const { client } = await open({ execute: workUntilCancelled });
    for await (const event of (await client(hooks)).sendMessageStream(saying('wait'))) {
      void event;
      break;
    }
    await hooks.flush();
    expect(endings).toEqual(['abort']);
  });

  test('goes on at the server, since the SDK does not tell it, and its chat ends with the task', async () => {
    const hooks = createHooks();
    const endings: string[] = [];
    hooks.observe('onChatAbort', () => void endings.push('abort'));
    hooks.observe('onChatDone', ({ reason }) => void endings.push(reason));
    const { client } = await open({ hooks, execute: workUntilCancelled });
    const caller = await client();
    let id = '';
    for await (const event of caller.sendMessageStream(saying('wait'))) {
      if (event.payload?.$case === 'task') ({ id } = event.payload.value);
      break;
    }
    await hooks.flush();
    expect(endings).toEqual([]);
    await caller.cancelTask({ tenant: '', id, metadata: undefined });
    await expect.poll(() => endings).toEqual(['completed', 'completed']);
  });

  test('by the signal of its caller rejects with the abort, which no hook turns into an answer', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const controller = new AbortController();
    const { client } = await open({ execute: workUntilCancelled });
    const caller = await client(hooks);
    const stream = caller.sendMessageStream(saying('wait'), { signal: controller.signal });
    await stream.next();
    controller.abort(new Error('enough'));
    await expect(stream.next()).rejects.toThrow(/enough|abort/);
    expect(heard.some(({ message }) => 'error' in message)).toBe(false);
  });
});
