import { createHooks, type A2aEnvelope, type Hooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { saying, startDesk, textIn, work, workUntilCancelled, type Desk } from '../test/desk.ts';
import { hear } from '../test/hear.ts';

const situations = [
  'message/send',
  'message/stream',
  'tasks/get',
  'tasks/cancel',
  'tasks/resubscribe',
  'tasks/pushNotificationConfig/set',
  'tasks/pushNotificationConfig/get',
].flatMap((method) => {
  const answer = /stream|resubscribe/.test(method) ? 'event' : 'response';
  return [
    [method, 'client', 'request', 'preA2aMessage'],
    [method, 'server', 'request', 'onA2aMessage'],
    [method, 'server', answer, 'preA2aMessage'],
    [method, 'client', answer, 'onA2aMessage'],
  ] as const;
});

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** Uses every method once, against a real server. Returns what the hooks of both sides heard. */
async function useEveryMethod(hooks: Hooks): Promise<(A2aEnvelope & { readonly event: string })[]> {
  const all = hear(hooks);
  desk = await startDesk({
    hooks,
    async execute(context, bus) {
      if (textIn(context.userMessage) === 'wait') await workUntilCancelled(context, bus);
      else await work('a visa')(context, bus);
    },
  });
  const client = await desk.client(hooks);
  await client.sendMessage(saying('hello'));
  let taskId = '';
  const watching = (async () => {
    for await (const event of client.sendMessageStream(saying('wait'))) {
      if (event.payload?.$case === 'task') taskId = event.payload.value.id;
    }
  })();
  await expect.poll(() => taskId).not.toBe('');
  const resubscribed = (async () => {
    for await (const event of client.resubscribeTask({ tenant: '', id: taskId })) void event;
  })();
  const config = {
    tenant: '',
    taskId,
    id: 'config-1',
    url: 'https://planner.example/hook',
    token: '',
    authentication: undefined,
  };
  await client.createTaskPushNotificationConfig(config);
  await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'config-1' });
  await client.getTask({ tenant: '', id: taskId, historyLength: undefined });
  await client.cancelTask({ tenant: '', id: taskId, metadata: undefined });
  await Promise.all([watching, resubscribed]);
  return all;
}

let heard: Promise<readonly string[]> | undefined;

function situationsHeard(): Promise<readonly string[]> {
  heard ??= useEveryMethod(createHooks()).then((all) =>
    all.map(({ event, role, leg, method }) => `${method} as ${role}: ${event} ${leg}`),
  );
  return heard;
}

test.each(situations)('%s as %s: the %s leg is %s', async (method, role, leg, event) => {
  expect(await situationsHeard()).toContain(`${method} as ${role}: ${event} ${leg}`);
});

test('the seven methods have 28 situations, and a posted update has one more', async () => {
  const different = new Set(await situationsHeard());
  expect(different.size).toBe(29);
  expect(different).toContain('tasks/pushNotification as server: preA2aMessage event');
});
