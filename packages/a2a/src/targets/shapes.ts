import type { Transport } from '@a2a-js/sdk/client';
import type { PushNotificationSender } from '@a2a-js/sdk/server';
import { hasMethods } from '@interpose/adapter-kit';

/** Whether the value is a transport, or a client: it sends a client's messages. */
export function isTransport(value: unknown): value is Transport {
  return hasMethods(value, 'sendMessage', 'getTask', 'resubscribeTask');
}

/** Whether the value is a sender, which posts updates to webhooks. */
export function isSender(value: unknown): value is PushNotificationSender {
  return hasMethods(value, 'send');
}
