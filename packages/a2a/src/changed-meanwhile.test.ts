import type { StreamResponse } from '@a2a-js/sdk';
import type { PushNotificationSender } from '@a2a-js/sdk/server';
import { createHooks, deny, type EventName, type Hooks } from '@interpose/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { saying, startDesk, textIn } from '../test/desk.ts';
import { quietSdk } from '../test/quiet-sdk.ts';
import { sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

quietSdk();

const SECRET = 'hunter2';

/** Hooks that let the other side go on before they decide, and pass nothing with the secret. */
function slow(event: Extract<EventName, 'preA2aMessage' | 'preDelegate'>): Hooks {
  const hooks = createHooks();
  hooks.addHook(event, async (ctx) => {
    const text = JSON.stringify(ctx);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return text.includes(SECRET) ? deny('a secret') : undefined;
  });
  return hooks;
}

describe('what its maker changes while hooks decide', () => {
  test('is answered as the hooks saw it', async () => {
    const desk = await startDesk({
      hooks: slow('preA2aMessage'),
      async execute({ taskId: id, contextId }, bus) {
        const state = { state: 'TASK_STATE_WORKING' };
        const task = sdk.Task.fromJSON({ id, contextId, status: state });
        bus.publish(server.AgentEvent.task(task));
        await new Promise((resolve) => setTimeout(resolve, 5));
        task.artifacts.push(sdk.Artifact.fromJSON({ artifactId: 'a', parts: [{ text: SECRET }] }));
      },
    });
    onTestFinished(() => desk.close());
    const client = await desk.client();
    const configuration = { returnImmediately: true };
    const answer = await client.sendMessage(saying('hello', {}, { configuration }));
    expect(answer).toMatchObject({ artifacts: [] });
  });

  test('is posted to a webhook as the hooks saw it', async () => {
    const posted: StreamResponse[] = [];
    const own: PushNotificationSender = { send: async (event) => void posted.push(event) };
    const sender = withHooks(own, slow('preA2aMessage'));
    const artifact = { artifactId: 'a', parts: [{ text: 'plain' }] };
    const event = sdk.StreamResponse.fromJSON({ artifactUpdate: { taskId: 't', artifact } });
    const sent = sender.send(event, new server.ServerCallContext());
    await new Promise((resolve) => setTimeout(resolve, 5));
    event.payload!.value = sdk.TaskArtifactUpdateEvent.fromJSON({
      taskId: 't',
      artifact: { artifactId: 'a', parts: [{ text: SECRET }] },
    });
    await sent;
    expect(textIn(posted)).toBe('plain');
  });

  test.each(['preA2aMessage', 'preDelegate'] as const)(
    'is sent as the hooks of %s saw it, plain and streamed',
    async (event) => {
      const desk = await startDesk();
      onTestFinished(() => desk.close());
      const client = await desk.client(slow(event));
      const changed = (): ReturnType<typeof saying> => {
        const params = saying('plain');
        setTimeout(() => void (params.message!.parts[0]!.content!.value = SECRET), 8);
        return params;
      };
      await client.sendMessage(changed());
      for await (const _ of client.sendMessageStream(changed())) void _;
      expect(desk.asked.map(textIn)).toEqual(['plain', 'plain']);
    },
  );
});
