import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { createHooks, mapText } from '@interpose/core';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

/** More than a stream of Node holds while nobody reads it. */
const LONG = 'x'.repeat(100_000);
const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const message = { role: 'assistant', content: `a secret${LONG}` };

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => (text += String(piece)));
  request.on('end', () => {
    const { stream } = JSON.parse(text) as { readonly stream?: boolean };
    response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json');
    response.end(
      stream
        ? `${delta('a secret')}${delta(LONG)}data: [DONE]\n\n`
        : JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    );
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** Answers like `node-fetch`: the body is a stream of Node, over HTTP/2 here. */
async function fetchOverHttp2(url: unknown, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname } = new URL(String(url));
  const session = connect(origin);
  const asked = session.request({ ':method': 'POST', ':path': pathname });
  asked.on('close', () => session.close());
  asked.end(init.body);
  const headers = await new Promise<Headers>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (got) => resolve(new Headers({ 'content-type': got['content-type']! })));
  });
  const text = async (): Promise<string> => {
    let all = '';
    for await (const piece of asked) all += String(piece);
    return all;
  };
  const json = async (): Promise<unknown> => JSON.parse(await text());
  const response = { ok: true, status: 200, url: String(url), headers, body: asked, text, json };
  // The types of the platform know no response with such a body.
  return response as unknown as Response;
}

test.each([
  ['that nobody changes', undefined, 'a secret'],
  ['that hooks change', 'PUBLIC', 'a PUBLIC'],
])('an answer %s reaches the app where its body is a stream of Node', async (_, word, begins) => {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response }) =>
    word === undefined
      ? undefined
      : { response: mapText(response, (text) => text.replace('secret', word)) },
  );
  const { port } = server.address() as AddressInfo;
  const baseURL = `http://127.0.0.1:${port}/v1`;
  const client = withHooks(new OpenAI({ apiKey: 'any', baseURL, fetch: fetchOverHttp2 }), hooks);
  const body = { model: 'm', messages: [{ role: 'user' as const, content: 'Word?' }] };
  const { choices } = await client.chat.completions.create(body);
  expect(choices[0]!.message.content).toBe(begins + LONG);
  let streamed = '';
  for await (const event of await client.chat.completions.create({ ...body, stream: true }))
    streamed += event.choices[0]!.delta.content ?? '';
  expect(streamed).toBe(begins + LONG);
});

test('an answer whose status allows no body reaches the app where its body is a stream of Node', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  const [body, headers] = [Readable.from([]), new Headers()];
  const answered = { ok: true, status: 204, statusText: '', url: '', headers, body };
  const fetched = (): Promise<Response> => Promise.resolve(answered as unknown as Response); // as above
  const client = withHooks(new OpenAI({ apiKey: 'any', fetch: fetched, maxRetries: 0 }), hooks);
  const asked = client.chat.completions.create({ model: 'm', messages: [] });
  expect((await asked.asResponse()).status).toBe(204);
});
