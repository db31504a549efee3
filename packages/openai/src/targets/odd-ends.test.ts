import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHooks, type EventName, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { question } from '../../test/shop.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { hookFetch, withHooks } from '../index.ts';

const chunk = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const ANSWER = [chunk('Ten '), chunk('euros.'), chunk('', 'stop')];
const DONE = 'data: [DONE]\n\n';

let server: Server | undefined;
let left = 0;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  left = 0;
});

/** Serves a stream of these texts over real HTTP; `isOpen` leaves the connection open behind them. Returns its address. */
async function serve(texts: readonly string[], isOpen = false): Promise<string> {
  server = createServer((_request, response) => {
    response.on('close', () => (left += 1));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of texts) response.write(text);
    if (!isOpen) response.end();
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const silent = (...events: readonly EventName[]): Hooks => {
  const hooks = createHooks();
  for (const event of events) hooks.addHook(event, () => undefined);
  return hooks;
};

const registries: Record<string, () => Hooks> = {
  'a hook on the request': () => silent('preRequest'),
  'hooks on deltas': () => silent('preRequest', 'onResponseDelta'),
  'hooks on the answer': () => silent('onResponse', 'onResponseDelta'),
};

const ask = { ...question, stream: true } as const;
const request = { method: 'POST', body: JSON.stringify(ask) };

describe.each(Object.entries(registries))('under %s', (_name, registry) => {
  test.each([
    ['leaves the connection open', [...ANSWER, DONE], true],
    ['sends more, which is no answer', [...ANSWER, DONE, 'data: bye\n\n', DONE], false],
  ] as const)('a stream ends with its end mark where a server %s', async (_, texts, isOpen) => {
    const baseURL = await serve(texts, isOpen);
    const answered = await hookFetch(fetch, registry())(`${baseURL}/chat/completions`, request);
    expect(await answered.text()).toContain('[DONE]');
    for (const { sdk } of sdkVersions) {
      const own = new sdk.OpenAI({ baseURL, apiKey: 'any', logLevel: 'off' });
      const stream = await withHooks(own, registry()).chat.completions.create(ask);
      let said = '';
      for await (const { choices } of stream) said += choices[0]?.delta.content ?? '';
      expect(said).toBe('Ten euros.');
    }
    await expect.poll(() => left).toBe(3);
  });

  test.each([
    'data: {"error":{"message":"over"}}\n\n',
    'event: error\ndata: {"message":"over"}\n\n',
  ])('whoever reads a stream with the error %j itself reads on to its end', async (error) => {
    const baseURL = await serve([ANSWER[0]!, error, DONE]);
    const answered = await hookFetch(fetch, registry())(`${baseURL}/chat/completions`, request);
    const text = await answered.text();
    expect(text.endsWith(`${error}${DONE}`)).toBe(true);
  });
});
