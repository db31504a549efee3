import type { Transport } from '@a2a-js/sdk/client';
import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { startDesk, type Desk } from '../test/desk.ts';
import { connect } from '../test/harness/connect.ts';
import { client } from '../test/sdk.ts';
import { hear } from '../test/hear.ts';
import { withHooks } from './with-hooks.ts';

const enforced = { require: 'enforced' } as const;
let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

test("a method that no policy can know is not called where require: 'enforced' was asked for", async () => {
  desk = await startDesk();
  const hooks = createHooks();
  const heard = hear(hooks);
  const native = await connect(desk.url, 'JSONRPC');
  const called: string[] = [];
  const transport = {
    ...native,
    sendMessage: native.sendMessage.bind(native),
    getTask: native.getTask.bind(native),
    resubscribeTask: native.resubscribeTask.bind(native),
    callExtensionMethod: async (method: string) => {
      called.push(method);
      return { jsonrpc: '2.0', id: 1, result: {} };
    },
  };
  const call = (options: object, name: string): Promise<unknown> => {
    const hooked = withHooks(transport as never, hooks, options) as typeof transport;
    return hooked.callExtensionMethod(name);
  };
  await expect(call({ require: 'enforced' }, 'desk/open')).rejects.toThrow('method_unknown');
  expect([called, heard]).toEqual([[], []]);
  await call({ require: 'enforced' }, 'GetTask');
  expect(called).toEqual(['GetTask']);
  await call({}, 'desk/open');
  expect(called).toEqual(['GetTask', 'desk/open']);
});

test.each(['client', 'transport', 'transport factory'])(
  "nor where require: 'enforced' is asked for later, of a %s with the same hooks",
  async (kind) => {
    desk = await startDesk();
    const hooks = createHooks();
    const makeTransport = async (): Promise<Transport> => {
      const factory = withHooks(new client.JsonRpcTransportFactory(), hooks);
      const made = kind === 'transport factory' ? withHooks(factory, hooks, enforced) : factory;
      return made.create(`${desk!.url}/rpc`, deskCard(desk!.url));
    };
    let transport = await makeTransport();
    if (kind === 'transport') transport = withHooks(transport, hooks, enforced);
    if (kind === 'client') {
      const caller = withHooks(new client.Client(transport, deskCard(desk.url)), hooks, enforced);
      ({ transport } = caller);
    }
    // The interface `Transport` lacks this method, which only some transports have.
    const { callExtensionMethod } = transport as unknown as {
      readonly callExtensionMethod: (name: string, params: object) => Promise<unknown>;
    };
    await expect(callExtensionMethod('desk/open', {})).rejects.toThrow('method_unknown');
  },
);
