import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';
import { createServer, type Server } from 'node:http';
import OpenAI from 'openai';

import { withHooks } from '../index.ts';

let server: Server | undefined;

afterEach(() => void server?.close());

/** A client of a server on loopback that answers every request with this status. */
async function clientOf(status: number): Promise<OpenAI> {
  server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"slow down"}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server?.once('listening', resolve));
  const { port } = server.address() as { readonly port: number };
  return new OpenAI({ apiKey: 'none', maxRetries: 0, baseURL: `http://127.0.0.1:${port}/v1` });
}

const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] };

test.each([
  ['its own', { message: 'not now', status: 503 }, 503],
  ['the one of the provider where it names none', { message: 'not now' }, 429],
  ['the one of the provider where it names none of an error', { message: 'no', status: 200 }, 429],
])('an error that a hook put in place of a provider’s has %s status', async (_, error, status) => {
  const hooks = createHooks();
  hooks.addHook('onRequestError', () => ({ error }));
  const client = withHooks(await clientOf(429), hooks);
  const failed = await client.chat.completions.create(asked).catch((thrown: unknown) => thrown);
  expect(failed).toMatchObject({ status });
});
