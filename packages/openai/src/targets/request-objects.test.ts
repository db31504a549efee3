import { createHooks, mapText } from '@interpose/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { question, scriptedModel } from '../../test/shop.ts';
import { hookFetch } from '../index.ts';

let server: Awaited<ReturnType<typeof scriptedModel>>;
beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Returns the dispatcher of Node's own fetch, which is there once something was fetched. */
async function ownDispatcher(): Promise<Dispatcher> {
  await fetch('data:,');
  return Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as Dispatcher;
}

test.each([
  ['says nothing', (text: string) => text, 'What is the price?'],
  ['changes the request', (text: string) => text.replace('price', 'cost'), 'What is the cost?'],
])(
  'a request object goes the way that only the object knows where a hook %s',
  async (_, change, asked) => {
    const chat = server.chat([{ kind: 'answer', text: ['Ten.'] }]);
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, messages: request.messages.map((each) => mapText(each, change)) },
    }));
    const own = await ownDispatcher();
    let passed = 0;
    const proxy: Dispatcher = {
      dispatch(options, handler) {
        passed += 1;
        return own.dispatch(options, handler);
      },
    };
    const init: RequestInit & { readonly dispatcher: unknown } = {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify(question),
      dispatcher: proxy,
    };
    const request = new Request(`${chat.baseURL}/chat/completions`, init);
    const answer = await hookFetch(fetch, hooks)(request);
    expect([answer.status, passed]).toEqual([200, 1]);
    expect(JSON.stringify(chat.requests)).toContain(asked);
    expect(await request.json()).toEqual(question);
  },
);

class Settings {
  get method(): string {
    return 'POST';
  }
  get headers(): Record<string, string> {
    return { authorization: 'Bearer any', 'content-type': 'application/json' };
  }
  get body(): string {
    return JSON.stringify(question);
  }
}

test.each([
  ['another request object', (url: string) => new Request(url, new Settings())],
  ['an object of a class', () => new Settings()],
  ['an object that inherits them', () => Object.create(new Settings()) as Settings],
])('hooks see a request whose settings are those of %s', async (_, settings) => {
  const chat = server.chat([{ kind: 'answer', text: ['Ten.'] }]);
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({
    request: {
      ...request,
      messages: request.messages.map((each) =>
        mapText(each, (text) => text.replace('price', 'cost')),
      ),
    },
  }));
  const url = `${chat.baseURL}/chat/completions`;
  const answer = await hookFetch(fetch, hooks)(url, settings(url));
  expect(answer.status).toBe(200);
  expect(JSON.stringify(chat.requests)).toContain('What is the cost?');
});
