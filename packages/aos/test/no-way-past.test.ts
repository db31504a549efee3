import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { serve } from '../src/index.ts';
import { listen } from './listen.ts';
import { guarded, tryCall } from './try-call.ts';

let closing: (() => Promise<void>) | undefined;
afterEach(() => closing?.());

function nested(levels: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test.each([
  ['larger', { note: 'x'.repeat(5000) }],
  ['nested more deeply', { note: nested(80) }],
])(
  'a step made %s than its guardian takes is denied, although failures are let through',
  async (_, args) => {
    const server = await listen(serve(createHooks(), { maxRequestBytes: 4000 }));
    closing = () => server.close();
    const hooks = guarded({ url: server.url, onFailure: 'allow', circuit: { failures: 1 } });
    const { ran, records } = await tryCall(hooks, args);
    expect(ran).toEqual([]);
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_request_too_large'] }]);
    const after = await tryCall(hooks);
    expect(after.records).toMatchObject([{ decision: 'allow', codes: [] }]);
  },
);
