import type { Hooks } from '@interpose/core';

import { saying, startDesk, workUntilCancelled } from '../desk.ts';
import { server } from '../sdk.ts';

/** Sends one message on this path and gives up before it is answered. */
export async function abandonPath(path: string, hooks: Hooks): Promise<void> {
  const isServer = path.startsWith('server');
  const options = isServer ? { hooks } : {};
  const desk = await startDesk({ ...options, execute: workUntilCancelled });
  try {
    if (path === 'client') {
      const signal = AbortSignal.timeout(50);
      const sent = (await desk.client(hooks)).sendMessage(saying('wait'), { signal });
      await sent.catch(() => undefined);
      return;
    }
    const events = isServer
      ? desk.handler.sendMessageStream(saying('wait'), new server.ServerCallContext())
      : (await desk.client(hooks)).sendMessageStream(saying('wait'));
    await events.next();
    await events.return();
  } finally {
    await desk.close();
  }
}
