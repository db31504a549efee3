import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { startDesk, type Desk } from '../test/desk.ts';
import { connect } from '../test/harness/connect.ts';
import { hear } from '../test/hear.ts';
import { withHooks } from './with-hooks.ts';

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
