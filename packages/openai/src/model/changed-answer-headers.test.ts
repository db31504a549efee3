import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A client of a server on loopback that answers in gzip. */
async function client(): Promise<OpenAI> {
  const message = { role: 'assistant', content: 'Paid to 4z42.' };
  const answer = { id: 'c', object: 'chat.completion', model: 'm', created: 1 };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = gzipSync(JSON.stringify({ ...answer, choices }));
  server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': body.length,
      'x-request-id': 'req_1',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server?.once('listening', resolve));
  const { port } = server.address() as { readonly port: number };
  return new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1` });
}

test('an answer that hooks changed has no length or encoding of the one before, and keeps the id of its request', async () => {
  const hooks = createHooks();
  const content = [{ type: 'text', text: 'Clean.' }] as const;
  hooks.addHook('onResponse', ({ response }) => ({ response: { ...response, content } }));
  const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] };
  const asking = withHooks(await client(), hooks).chat.completions.create(asked);
  const { data, response, request_id } = await asking.withResponse();
  expect(data.choices[0]?.message.content).toBe('Clean.');
  const told = ['content-length', 'content-encoding'].map((name) => response.headers.get(name));
  expect([...told, request_id]).toEqual([null, null, 'req_1']);
});
