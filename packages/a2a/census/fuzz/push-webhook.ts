import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { PushNotificationSender } from '@a2a-js/sdk/server';

import { server } from '../../test/sdk.ts';

/** Where a server posts what becomes of a task. */
export interface Webhook {
  readonly url: string;
  readonly sender: PushNotificationSender;
  readonly store: InstanceType<typeof server.InMemoryPushNotificationStore>;
  /** Ends once all that is under way was posted. */
  readonly close: () => Promise<void>;
}

/** A webhook on loopback, and a sender of the SDK that posts there. */
export async function openWebhook(posted: (body: string) => void): Promise<Webhook> {
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      posted(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const store = new server.InMemoryPushNotificationStore();
  const own = new server.DefaultPushNotificationSender(store);
  const underWay = new Set<Promise<void>>();
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    store,
    sender: {
      send(...update) {
        const sent = own.send(...update).finally(() => underWay.delete(sent));
        underWay.add(sent);
        return sent;
      },
    },
    async close() {
      // What is held by hooks is not under way yet.
      await new Promise((resolve) => setTimeout(resolve, 4));
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };
}
