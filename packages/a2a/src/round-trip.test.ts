import type { SendMessageRequest, Task } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { createHooks } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sdk } from '../test/sdk.ts';
import { hear } from '../test/hear.ts';
import { isCarried } from './translate/is-carried.ts';
import { withHooks } from './with-hooks.ts';

const part = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ data: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())) }),
  fc.record({ url: fc.webUrl(), mediaType: fc.constant('image/png') }),
  fc.uint8Array({ minLength: 1 }).map((bytes) => ({ raw: Buffer.from(bytes).toString('base64') })),
);
const requests: fc.Arbitrary<SendMessageRequest> = fc
  .record({
    message: fc.record({
      messageId: fc.string({ minLength: 1 }),
      role: fc.constantFrom('ROLE_USER', 'ROLE_AGENT'),
      parts: fc.array(part, { minLength: 1 }),
      metadata: fc.dictionary(fc.string(), fc.string()),
    }),
  })
  .map((json) => sdk.SendMessageRequest.fromJSON(json));

/** Makes a transport in memory that keeps the requests it gets, and answers with a task of its own. */
function memoryTransport(): {
  readonly transport: Transport;
  readonly sent: unknown[];
  readonly task: Task;
} {
  const sent: unknown[] = [];
  const task = sdk.Task.fromJSON({
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING' },
  });
  const unused = (): Promise<never> => Promise.reject(new Error('not used here'));
  const transport: Partial<Transport> = {
    protocolName: 'MEMORY',
    protocolVersion: '1.0',
    getTask: unused,
    async *resubscribeTask() {},
    sendMessage: async (params) => {
      sent.push(params);
      return task;
    },
  };
  return { transport: transport as Transport, sent, task };
}

describe('what hooks leave alone', () => {
  test.each([true, false])('goes on as the object it was (strict: %s)', async (strict) => {
    const hooks = createHooks({ strict });
    hear(hooks);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { transport, sent, task } = memoryTransport();
        const before = JSON.stringify(request);
        expect(await withHooks(transport, hooks).sendMessage(request)).toBe(task);
        expect(sent[0]).toBe(request);
        expect(JSON.stringify(request)).toBe(before);
        expect(Object.isFrozen(request.message?.metadata)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('comes through the SDK’s reader and writer whole, so that a change beside it loses nothing', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const json = sdk.SendMessageRequest.toJSON(request);
        const again = sdk.SendMessageRequest.toJSON(sdk.SendMessageRequest.fromJSON(json));
        expect(isCarried(json, again)).toBe(true);
      }),
    );
  });
});
