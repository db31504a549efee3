import type { Client, ClientFactory, Transport, TransportFactory } from '@a2a-js/sdk/client';
import type {
  A2ARequestHandler,
  JsonRpcTransportHandler,
  PushNotificationSender,
} from '@a2a-js/sdk/server';
import type { jsonRpcHandler } from '@a2a-js/sdk/server/express';
import { createHooks } from '@interpose/core';
import { expectTypeOf, test } from 'vitest';

import { withHooks, type Hookable } from '../index.ts';

const hooks = createHooks();

test('everything of the SDK that can be hooked is a target', () => {
  expectTypeOf<Client>().toExtend<Hookable>();
  expectTypeOf<ClientFactory>().toExtend<Hookable>();
  expectTypeOf<Transport>().toExtend<Hookable>();
  expectTypeOf<TransportFactory>().toExtend<Hookable>();
  expectTypeOf<A2ARequestHandler>().toExtend<Hookable>();
  expectTypeOf<JsonRpcTransportHandler>().toExtend<Hookable>();
  expectTypeOf<PushNotificationSender>().toExtend<Hookable>();
  expectTypeOf<typeof jsonRpcHandler>().toExtend<Hookable>();
});

test('what is no target does not compile', () => {
  // @ts-expect-error nothing of this is a client
  expectTypeOf(() => withHooks({ foo: 1 }, hooks)).toBeFunction();
  // @ts-expect-error a number is no target
  expectTypeOf(() => withHooks(42, hooks)).toBeFunction();
  // @ts-expect-error each client is hooked by itself
  expectTypeOf((client: Client) => withHooks([client], hooks)).toBeFunction();
});
