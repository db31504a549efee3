import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { StreamResponse } from '@a2a-js/sdk';
import type { Probe, ProbeRun } from '@interpose/testing/probes';

import { withHooks } from '../../src/index.ts';
import { sdk, server } from '../../test/sdk.ts';
import { said } from './said.ts';
import { pushModes } from './wire-modes.ts';

/** What a server posts to a webhook of its caller. */
export const pushProbes: readonly Probe[] = [
  {
    name: 'push notification',
    asks: ['preA2aMessage'],
    app: post,
    modes: pushModes,
  },
];

async function post(run: ProbeRun): Promise<unknown> {
  const hook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      run.note('posted', [body, request.headers['x-a2a-notification-token']]);
      run.requested(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  try {
    const context = new server.ServerCallContext({ requestedVersion: '1.0' });
    const store = new server.InMemoryPushNotificationStore();
    const config = sdk.TaskPushNotificationConfig.fromJSON({
      id: 'p1',
      taskId: 't1',
      url,
      token: 'ours',
    });
    await store.save('t1', context, config);
    const native = new server.DefaultPushNotificationSender(store);
    const sender = run.hooks === undefined ? native : withHooks(native, run.hooks);
    for (const json of said['SendStreamingMessage']!.results) {
      const event: StreamResponse = sdk.StreamResponse.fromJSON(json);
      await sender.send(event, context);
    }
    return {};
  } catch (error) {
    return { error };
  } finally {
    await new Promise((resolve) => hook.close(resolve));
  }
}
