import type { AgentExecutor } from '@a2a-js/sdk/server';
import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { saying, startDesk, textIn } from '../../test/desk.ts';
import { sdk, server } from '../../test/sdk.ts';

type Chunk = readonly [artifactId: string, text: string, append?: boolean];

/** An agent that sends its artifacts in these pieces. */
function inChunks(...chunks: readonly Chunk[]): AgentExecutor['execute'] {
  return async ({ taskId, contextId }, bus) => {
    const task = { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } };
    bus.publish(server.AgentEvent.task(sdk.Task.fromJSON(task)));
    for (const [artifactId, text, append = false] of chunks) {
      const artifact = { artifactId, parts: [{ text }] };
      const update = { taskId, contextId, append, artifact };
      bus.publish(server.AgentEvent.artifactUpdate(sdk.TaskArtifactUpdateEvent.fromJSON(update)));
    }
    const done = { taskId, contextId, status: { state: 'TASK_STATE_COMPLETED' } };
    bus.publish(server.AgentEvent.statusUpdate(sdk.TaskStatusUpdateEvent.fromJSON(done)));
  };
}

const CHUNKS: readonly Chunk[] = [
  ['a', 'the word is hun'],
  ['b', 'and more'],
  ['a', 'ter2', true],
  ['a', ' indeed', true],
];

/** Hooks that take the word out. */
function redacting(): Hooks {
  const hooks = createHooks();
  hooks.addHook('onDelegateResult', ({ result }) => ({
    result: JSON.parse(JSON.stringify(result).replaceAll('hunter2', '***')) as unknown,
  }));
  return hooks;
}

/** What the caller reads, plain or event by event. */
async function asked(streams: boolean, hooks: Hooks | undefined): Promise<readonly unknown[]> {
  const desk = await startDesk({ execute: inChunks(...CHUNKS) });
  onTestFinished(() => desk.close());
  const client = await desk.client(hooks);
  if (!streams) return [await client.sendMessage(saying('go'))];
  return read(client.sendMessageStream(saying('go')));
}

async function read(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('an artifact that comes in chunks', () => {
  test.each([false, true])('is whole for hooks of its result, streamed: %s', async (streams) => {
    const text = textIn(await asked(streams, redacting()));
    expect(text).toContain('the word is *** indeed');
    expect(text).toContain('and more');
    expect(text).not.toMatch(/hun|ter2/);
  });

  test.each([false, true])(
    'comes as it was sent where hooks change nothing, streamed: %s',
    async (streams) => {
      const hooks = createHooks();
      hooks.addHook('onDelegateResult', () => undefined);
      const texts = textIn(await asked(streams, hooks));
      expect(texts).toBe(textIn(await asked(streams, undefined)));
      expect(texts).not.toContain('hunter2');
    },
  );

  test('is no other artifact of the same name that replaces it', async () => {
    const desk = await startDesk({
      execute: inChunks(['a', 'one'], ['a', 'two'], ['a', ' more', true]),
    });
    onTestFinished(() => desk.close());
    const results: unknown[] = [];
    const hooks = createHooks();
    hooks.observe('onDelegateResult', ({ result }) => void results.push(result));
    await read((await desk.client(hooks)).sendMessageStream(saying('go')));
    await hooks.flush();
    expect(
      JSON.stringify(results)
        .match(/"text":"[^"]*"/g)
        ?.slice(-2),
    ).toEqual(['"text":"one"', '"text":"two more"']);
  });
});
