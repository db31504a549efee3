import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';

import { listen } from '../../test/listen.ts';
import { readBody } from './read-body.ts';

let closing: (() => Promise<void>) | undefined;

afterEach(() => closing?.());

test('a compressed answer is measured by what it unpacks to', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000, ' '));
  const headers = { 'content-encoding': 'gzip', 'content-length': String(packed.length) };
  const server = await listen(async () => new Response(packed, { headers }));
  closing = () => server.close();
  expect(await readBody(await fetch(server.url), 100_000)).toBeUndefined();
  expect(await readBody(await fetch(server.url), 1_000_000)).toHaveLength(1_000_000);
});
