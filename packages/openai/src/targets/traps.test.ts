import { callTools, say } from '@interpose/testing';
import { createHooks, DeniedError, deny, mapText } from '@interpose/core';
import { zodFunction } from 'openai/helpers/zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { openShop, question, scriptedModel } from '../../test/shop.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

let server: Awaited<ReturnType<typeof scriptedModel>>;
beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

describe.each(sdkVersions)('what the client $version does under hooks', ({ sdk: version }) => {
  const open = (
    hooks: ReturnType<typeof createHooks>,
    script = [say('Ten euros.')],
    options = {},
  ) => openShop(server, hooks, script, { version, ...options });

  test('keeps withResponse, asResponse and parse of the promise working', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, () => 'Nine.') }));
    const { client } = open(hooks);
    const both = await client.chat.completions.create(question).withResponse();
    expect([both.data.choices[0]?.message.content, both.response.status]).toEqual(['Nine.', 200]);
    expect(both.request_id).toMatch(/^req_/);
    const raw = await client.chat.completions.create(question).asResponse();
    expect(await raw.json()).toMatchObject({ choices: [{ message: { content: 'Nine.' } }] });
    const parsed = await client.chat.completions.parse(question);
    expect(parsed.choices[0]?.message.content).toBe('Nine.');
  });

  test('is not asked again for what a policy denied, as it would be for an error of its fetch', async () => {
    const hooks = createHooks({ onDeny: 'throw' });
    let asked = 0;
    hooks.addHook('preRequest', () => {
      asked++;
      return deny('not today', { code: 'closed' });
    });
    const { client, chat } = open(hooks);
    const error = await client.chat.completions.create(question).catch((thrown: unknown) => thrown);
    expect([DeniedError.isInstance(error), asked, chat.requests.length]).toEqual([true, 1, 0]);
  });

  test('does not count the time of hooks against its own limit', async () => {
    const hooks = createHooks();
    const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));
    hooks.addHook('preRequest', slowly);
    hooks.addHook('onResponse', slowly);
    const { client } = open(hooks);
    const { choices } = await client.chat.completions.create(question, { timeout: 300 });
    expect(choices[0]?.message.content).toBe('Ten euros.');
  });

  test('makes clones that keep the hooks, whatever they are made with', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('preRequest', () => void asked++);
    const { client } = open(hooks);
    await client.withOptions({ fetch: globalThis.fetch }).chat.completions.create(question);
    expect(asked).toBe(1);
  });

  test('is hooked once by the same hooks, and once more by others', async () => {
    const [hooks, others] = [createHooks(), createHooks()];
    const heard: string[] = [];
    hooks.addHook('preRequest', () => void heard.push('first'));
    others.addHook('preRequest', () => void heard.push('second'));
    const { client } = open(hooks);
    withHooks(withHooks(client, hooks), others);
    await client.chat.completions.create(question);
    expect(heard).toEqual(['second', 'first']);
  });

  test('is mediated also where an app posts to the path itself', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('not here'));
    const { client, chat } = open(hooks);
    const answer = await client.post('/chat/completions', { body: question });
    expect(answer).toMatchObject({ choices: [{ message: { refusal: 'Blocked by policy.' } }] });
    expect(chat.requests).toEqual([]);
  });

  test('mediates Azure, whose path holds the deployment', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preRequest', ({ agent }) => void seen.push(agent.provider?.name));
    const { baseURL } = server.chat([say('Ten euros.')]);
    const sent: string[] = [];
    // A bundler may shorten the names of classes, and apps have classes of their own.
    class Own extends version.AzureOpenAI {}
    const client = new Own({
      endpoint: 'http://azure.test',
      deployment: 'small',
      apiVersion: '2024-10-21',
      apiKey: 'any',
      fetch: (url, init) => {
        sent.push(url instanceof Request ? url.url : url.toString());
        return fetch(`${baseURL}/chat/completions`, init);
      },
    });
    await withHooks(client, hooks).chat.completions.create(question);
    expect(sent[0]).toContain('/openai/deployments/small/chat/completions?api-version=');
    expect(seen).toEqual(['azure']);
  });

  test('sends no embedding of what a policy changed or denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) =>
      JSON.stringify(request).includes('secret')
        ? deny('no secrets')
        : {
            request: {
              ...request,
              messages: request.messages.map((m) => mapText(m, () => 'safe')),
            },
          },
    );
    const { client, chat } = open(hooks);
    await client.embeddings.create({ model: 'm', input: ['one', 'two'] });
    expect(chat.requests[0]?.body).toMatchObject({ input: ['safe', 'safe'] });
    await expect(client.embeddings.create({ model: 'm', input: 'secret' })).rejects.toSatisfy(
      (error) => DeniedError.isInstance(error),
    );
    expect(chat.requests).toHaveLength(1);
  });

  test('tells parallel calls of one tool apart, also where their arguments are equal', async () => {
    const hooks = createHooks();
    const ids: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => void ids.push(call.id));
    const same = { name: 'search', args: { q: 'bread' } };
    const { client } = open(hooks, [
      callTools({ ...same, id: 'a' }, { ...same, id: 'b' }),
      say('Done.'),
    ] as never);
    const search = {
      type: 'function',
      function: {
        name: 'search',
        description: '',
        parameters: { type: 'object' },
        function: () => 'found',
      },
    } as const;
    const runner = client.chat.completions.runTools({ ...question, tools: [search as never] });
    expect([await runner.finalContent(), ids]).toEqual(['Done.', ['a', 'b']]);
  });
});

describe('a tool made of a zod schema', () => {
  test('gets arguments that a hook changed only after they were validated again', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: 'many' } } }));
    const paid: unknown[] = [];
    const refund = zodFunction({
      name: 'refund',
      parameters: z.object({ euros: z.number() }),
      function: ({ euros }) => paid.push(euros),
    });
    const script = [callTools({ name: 'refund', args: { euros: 5 }, id: 'a' }), say('Done.')];
    const { client, chat } = openShop(server, hooks, script);
    await client.chat.completions
      .runTools({ ...question, tools: [refund as never] })
      .finalContent();
    expect(paid).toEqual([]);
    expect(JSON.stringify(chat.requests.at(-1)?.body)).toContain('expected number');
  });
});
