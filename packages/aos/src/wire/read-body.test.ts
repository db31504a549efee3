import { gzipSync } from 'node:zlib';
import { createHooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { listen } from '../../test/listen.ts';
import { toolCall } from '../../test/post-step.ts';
import { readAsk } from '../pool/travel.ts';
import { serve } from '../server/serve.ts';
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

describe('a body that is not UTF-8', () => {
  const invalid = new Uint8Array([...Buffer.from('{"note":"'), 0xc3, 0x28, ...Buffer.from('"}')]);
  const cut = new Uint8Array([...Buffer.from('"caf'), 0xc3]);
  const chunked = (bytes: Uint8Array) =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });

  test.each([
    ['in one piece', invalid],
    ['that ends within a character', cut],
  ])('is refused %s, read whole or as a stream', async (_, bytes) => {
    const headers = { 'content-length': String(bytes.length) };
    const whole = new Response(bytes, { headers });
    await expect(readBody(whole, 1000)).rejects.toThrow('this is not UTF-8');
    await expect(readBody(new Response(chunked(bytes)), 1000)).rejects.toThrow('this is not UTF-8');
  });

  test('is no body whose characters come in several pieces', async () => {
    const bytes = new Uint8Array(Buffer.from('"café €"'));
    expect(await readBody(new Response(chunked(bytes)), 1000)).toBe('"café €"');
  });

  test('reaches no hook, of a guardian or of its workers', async () => {
    const hooks = createHooks();
    let heard = 0;
    hooks.addHook('preToolCall', () => void heard++);
    const call = Buffer.from(JSON.stringify(toolCall()));
    const at = call.indexOf('"method"') + 1;
    call[at] = 0xff;
    const request = () =>
      new Request('http://guardian.invalid/', {
        method: 'POST',
        body: call,
        headers: { 'content-type': 'application/json' },
      });
    const refused = { error: { code: -32700, message: expect.stringContaining('not UTF-8') } };
    const answer = await serve(hooks)(request());
    expect([answer.status, await answer.json()]).toMatchObject([200, refused]);
    const asked = await readAsk(request());
    expect(asked instanceof Response && (await asked.json())).toMatchObject(refused);
    expect(heard).toBe(0);
  });
});
