import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { hookFetch, withHooks } from '../index.ts';
import { classOf } from './endpoints.ts';

const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Price?' }] });

/** Returns a service that answers every request, and the requests that it got. */
function service() {
  const asked: string[] = [];
  const fetch = (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`);
    return Promise.resolve(Response.json({ object: 'list', data: [] }));
  };
  return { asked, fetch };
}

describe('an endpoint is known in every spelling that servers take for it', () => {
  test.each([
    'https://api.test/v1/chat/completions',
    'https://api.test/v1/Chat/Completions',
    'https://api.test/v1//chat///completions/',
    'https://api.test/v1/chat%2Fcompletions',
    'https://api.test/v1/ch%2561t/completions',
    'https://api.test/v1/chat;a=b/completions;c=d',
    'https://api.test/v1/chat/completions?beta=true#top',
    'https://api.test/v1/x/../chat/./completions',
    'https://api.test/proxy/openai/v1beta/chat/completions',
    'https://azure.test/openai/deployments/small/chat/completions?api-version=2024-10-21',
    '/v1/chat/completions',
  ])('%s', async (url) => {
    expect(classOf('post', url)).toEqual({ status: 'enforced', endpoint: 'chat.completions' });
    const { asked, fetch } = service();
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('not here'));
    if (URL.canParse(url)) await hookFetch(fetch, hooks)(url, { method: 'POST', body });
    expect(asked).toEqual([]);
  });
});

test('a base that holds the name of an endpoint hides none', () => {
  const base = 'https://host.test/files/v1';
  expect(classOf('POST', `${base}/images/generations`, base)).toMatchObject({
    status: 'unmediated',
  });
  expect(classOf('POST', `${base}/brand/new`, base)).toMatchObject({ status: 'unmediated' });
});

describe.each(sdkVersions)("the client $version under require: 'enforced'", ({ sdk }) => {
  const open = (options = {}) => {
    const { asked, fetch } = service();
    const hooks = createHooks();
    const reports: unknown[] = [];
    hooks.addHook('onHookError', ({ code, error }) => void reports.push([code, String(error)]));
    const own = new sdk.OpenAI({ apiKey: 'any', baseURL: 'https://api.test/v1', fetch });
    return { client: withHooks(own, hooks, options), asked, reports };
  };

  test.each([
    ['GET', '/responses/resp_1'],
    ['GET', '/chat/completions/chatcmpl_1'],
    ['POST', '/chat/completions/chatcmpl_1'],
    ['POST', '/conversations'],
    ['POST', '/conversations/conv_1/items'],
    ['POST', '/vector_stores/vs_1/search'],
    ['POST', '/evals/eval_1/runs'],
    ['POST', '/fine_tuning/alpha/graders/run'],
    ['POST', '/chatkit/sessions'],
    ['POST', '/batches'],
    ['GET', '/files/file_1/content'],
    ['POST', '/images/generations'],
    ['DELETE', '/a/newer/endpoint'],
    ['POST', '/chat/completions/%252e%252e'],
    ['PUT', '/chat/completions'],
    ['PATCH', '/a/newer/endpoint'],
    ['GET', '/a/newer/endpoint'],
  ])('sends no %s %s', async (method, path) => {
    const { client, asked } = open({ require: 'enforced' });
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    await expect(client[verb](path, {})).rejects.toMatchObject({ code: 'not_enforced' });
    expect(asked).toEqual([]);
  });

  test('lets pass what asks no model', async () => {
    const { client, asked, reports } = open({ require: 'enforced' });
    await client.models.list();
    await client.files.list();
    expect([asked, reports]).toEqual([['GET /v1/models', 'GET /v1/files'], []]);
  });

  test('tells once of an endpoint it does not know where nothing is required', async () => {
    const { client, asked, reports } = open();
    await client.post('/a/newer/endpoint', { body: {} });
    await client.post('/a/newer/endpoint/2', { body: {} });
    expect(asked).toHaveLength(2);
    const told = expect.stringContaining('[unmediated_call] POST /a ') as string;
    expect(reports).toEqual([['unmediated_call', told]]);
  });
});

test('a request of another realm is known by its shape', async () => {
  const { asked, fetch } = service();
  const hooks = createHooks();
  hooks.addHook('preRequest', () => deny('not here'));
  const foreign = {
    url: 'https://api.test/v1/chat/completions',
    method: 'POST',
    headers: [['content-type', 'application/json']],
    signal: null,
    clone: () => ({ text: () => Promise.resolve(body) }),
  };
  const response = await hookFetch(fetch, hooks)(foreign as unknown as Request); // as a polyfill makes it
  expect(await response.json()).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  expect(asked).toEqual([]);
});
