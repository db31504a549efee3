import type { StreamResponse, Task } from '@a2a-js/sdk';
import type { PushNotificationSender, ServerCallContext } from '@a2a-js/sdk/server';
import { createLegacyAwarePushNotificationSender } from '@a2a-js/sdk/compat/v0_3/server';
import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { hostileAgent } from '../test/hostile-agent.ts';
import { quietSdk } from '../test/quiet-sdk.ts';
import { sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

quietSdk();

const SECRET = 'hunter2';
const context: ServerCallContext = new server.ServerCallContext({ requestedVersion: '0.3' });

/** Starts a webhook that is registered over A2A 0.3. Returns a sender for it, and the updates posted to it. */
async function legacyWebhook(): Promise<{ sender: PushNotificationSender; posted: Dict[] }> {
  const posted: Dict[] = [];
  const { url, close } = await hostileAgent((message, response) => {
    posted.push(message);
    response.writeHead(200).end();
  });
  onTestFinished(close);
  const store = new server.InMemoryPushNotificationStore();
  const config = sdk.TaskPushNotificationConfig.fromJSON({ id: 'p', taskId: 't', url });
  await store.save('t', context, config);
  return { sender: createLegacyAwarePushNotificationSender(store), posted };
}

const done: StreamResponse = sdk.StreamResponse.fromJSON({
  statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } },
});

/** Returns a task with an artifact that has this text. */
function taskWith(text: string): Task {
  const artifacts = [{ artifactId: 'a', parts: [{ text }] }];
  const status = { state: 'TASK_STATE_COMPLETED' };
  return sdk.Task.fromJSON({ id: 't', contextId: 'c', status, artifacts });
}

const denying = (): Hooks => {
  const hooks = createHooks();
  hooks.addHook('preA2aMessage', ({ message }) =>
    JSON.stringify(message).includes(SECRET) ? deny('not for them') : undefined,
  );
  return hooks;
};

describe('a webhook of A2A 0.3, which gets the task in the place of an update', () => {
  test('gets the same where hooks say nothing', async () => {
    const without = await legacyWebhook();
    await without.sender.send(done, context, taskWith('ten'));
    const { sender, posted } = await legacyWebhook();
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => undefined);
    await withHooks(sender, hooks).send(done, context, taskWith('ten'));
    expect(posted).toEqual(without.posted);
    expect(posted).toMatchObject([{ kind: 'task', artifacts: [{ parts: [{ text: 'ten' }] }] }]);
  });

  test('gets the update alone where a hook denies the task', async () => {
    const { sender, posted } = await legacyWebhook();
    await withHooks(sender, denying()).send(done, context, taskWith(SECRET));
    expect(posted).toMatchObject([{ kind: 'status-update', taskId: 't' }]);
    expect(JSON.stringify(posted)).not.toContain(SECRET);
  });

  test('gets the task as a hook changed it', async () => {
    const { sender, posted } = await legacyWebhook();
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', ({ message }) => {
      const text = JSON.stringify(message);
      if (!text.includes(SECRET)) return undefined;
      return { message: JSON.parse(text.replaceAll(SECRET, 'ten')) as Dict };
    });
    await withHooks(sender, hooks).send(done, context, taskWith(SECRET));
    expect(posted).toMatchObject([{ kind: 'task', artifacts: [{ parts: [{ text: 'ten' }] }] }]);
  });

  test('gets the task that hooks saw, whatever the server writes into it meanwhile', async () => {
    const { sender, posted } = await legacyWebhook();
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => new Promise((resolve) => setImmediate(resolve)));
    const task = taskWith('ten');
    const sent = withHooks(sender, hooks).send(done, context, task);
    task.artifacts.push(...taskWith(SECRET).artifacts);
    await sent;
    expect(posted).toMatchObject([{ kind: 'task' }]);
    expect(JSON.stringify(posted)).not.toContain(SECRET);
  });

  test('is not asked about twice where the update is the task', async () => {
    const { sender, posted } = await legacyWebhook();
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('preA2aMessage', ({ message }) => void asked.push(message));
    const whole: StreamResponse = { payload: { $case: 'task', value: taskWith('ten') } };
    await withHooks(sender, hooks).send(whole, context, taskWith('ten'));
    expect([asked.length, posted.length]).toEqual([1, 1]);
  });
});

test('a sender that knows A2A 1.0 alone is asked about the update alone', async () => {
  const hooks = createHooks();
  const asked: unknown[] = [];
  hooks.addHook('preA2aMessage', ({ message }) => void asked.push(message));
  const sender = new server.DefaultPushNotificationSender(
    new server.InMemoryPushNotificationStore(),
  );
  await withHooks(sender, hooks).send(done, context, taskWith('ten'));
  expect(asked).toHaveLength(1);
});
