import type { Transport } from '@a2a-js/sdk/client';
import type { PushNotificationSender } from '@a2a-js/sdk/server';

/** Whether the value is an object with all of these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/** Whether the value is a transport, or a client: it sends a client's messages. */
export function isTransport(value: unknown): value is Transport {
  return hasMethods(value, 'sendMessage', 'getTask', 'resubscribeTask');
}

/** Whether the value is a sender, which posts updates to webhooks. */
export function isSender(value: unknown): value is PushNotificationSender {
  return hasMethods(value, 'send');
}
