import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { hookFetch } from '../index.ts';

type Body = Readonly<Record<string, unknown>>;

const declared = (name: string): Body => ({ name, description: `Runs ${name}.`, parameters: {} });
const tool = (name: string): Body => ({ type: 'function', ...declared(name), strict: false });
const crm = (...names: string[]): Body => ({
  type: 'namespace',
  name: 'crm',
  description: 'Customers.',
  tools: names.map(tool),
});
const shell = { type: 'code_interpreter', container: { type: 'auto' } };
const item = (type: string, ...tools: Body[]): Body => ({ type, role: 'developer', tools });
const asked = { role: 'user', content: 'Pay me.' };
const chat = { messages: [asked] };

/** Every place where a request may offer a tool, and the request without the one named `refund`. */
const places: readonly (readonly [string, string, Body, Body])[] = [
  [
    'a namespace',
    'responses',
    { input: 'Pay me.', tools: [crm('refund', 'look'), tool('search')] },
    { input: 'Pay me.', tools: [crm('look'), tool('search')] },
  ],
  [
    'a namespace of its own',
    'responses',
    { input: 'Pay me.', tools: [crm('refund')], tool_choice: 'auto' },
    { input: 'Pay me.' },
  ],
  [
    'tools that an item adds',
    'responses',
    { input: [asked, item('additional_tools', tool('refund'), tool('look'))] },
    { input: [asked, item('additional_tools', tool('look'))] },
  ],
  [
    'tools that a search has found',
    'responses',
    { input: [asked, item('tool_search_output', crm('refund', 'look'))], tools: [tool('search')] },
    { input: [asked, item('tool_search_output', crm('look'))], tools: [tool('search')] },
  ],
  [
    'functions in the older form',
    'chat/completions',
    { ...chat, functions: [declared('refund'), declared('look')], function_call: 'auto' },
    { ...chat, functions: [declared('look')], function_call: 'auto' },
  ],
  [
    'the one function in the older form',
    'chat/completions',
    { ...chat, functions: [declared('refund')], function_call: { name: 'refund' } },
    chat,
  ],
];

/** Returns the bodies that were sent for this one. */
async function sentFor(
  path: string,
  body: Body,
  hooks = createHooks(),
  options = {},
): Promise<readonly unknown[]> {
  const sent: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(JSON.parse(init?.body as string));
    return Response.json({ choices: [], output: [] });
  };
  const hooked = hookFetch(fetch, hooks, options);
  await hooked(`https://api.test/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return sent;
}

describe.each(places)('a tool in %s', (_where, path, body, without) => {
  test('is taken from the request where a policy wants it absent', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', ({ component }) =>
      component.name === 'refund' ? deny('never') : undefined,
    );
    expect(await sentFor(path, body, hooks)).toEqual([without]);
  });

  test('is refused where all has to be enforced', async () => {
    const refused = sentFor(path, body, createHooks(), { require: 'enforced' });
    await expect(refused).rejects.toThrow('[not_enforced]');
  });

  test('is sent as it is where hooks say nothing, and changed where it stands', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => undefined);
    expect(await sentFor(path, body, hooks)).toEqual([body]);
    hooks.addHook('preRequest', ({ request }) => ({
      request: {
        ...request,
        tools: (request.tools ?? []).map((each) =>
          each.name === 'refund' ? { ...each, description: 'Pays twice.' } : each,
        ),
      },
    }));
    const changed = JSON.parse(JSON.stringify(body).replace('Runs refund.', 'Pays twice.'));
    expect(await sentFor(path, body, hooks)).toEqual([changed]);
  });
});

describe('what the provider runs', () => {
  test.each([
    ['responses', { input: [asked, item('additional_tools', shell)] }, 'code_interpreter'],
    ['chat/completions', { ...chat, web_search_options: {} }, 'web_search'],
  ])('is asked about at %s wherever a request offers it', async (path, body, name) => {
    const hooks = createHooks();
    const heard: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      heard.push(call.name);
      return deny('not there');
    });
    const [sent] = await sentFor(path, body, hooks);
    expect([heard, JSON.stringify(sent).includes(name)]).toEqual([[name], false]);
    const refused = sentFor(path, body, createHooks(), { require: 'enforced' });
    await expect(refused).rejects.toThrow('tool that the provider runs');
  });

  test('is a search that hooks may keep, and take away', async () => {
    const body = { ...chat, web_search_options: { search_context_size: 'low' } };
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, tools: [...(request.tools ?? [])] },
    }));
    expect(await sentFor('chat/completions', body, hooks)).toEqual([body]);
    hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, tools: [] } }));
    expect(await sentFor('chat/completions', body, hooks)).toEqual([chat]);
  });

  test('may stand in a prompt that the service keeps, which is refused where all has to be enforced', async () => {
    const body = { prompt: { id: 'pmpt_1', variables: {} }, input: 'Pay me.' };
    expect(await sentFor('responses', body)).toEqual([body]);
    const refused = sentFor('responses', body, createHooks(), { require: 'enforced' });
    await expect(refused).rejects.toThrow('prompt kept by the service');
  });
});

test('a call of a tool that is absent is taken from the answer, where no hook asks about calls', async () => {
  const hooks = createHooks();
  hooks.addHook('onInventoryChange', ({ component }) =>
    component.name === 'refund' ? deny('never') : undefined,
  );
  const call = { id: 'f', type: 'function_call', call_id: 'c', name: 'refund', arguments: '{}' };
  const fetch = async (): Promise<Response> => Response.json({ output: [call] });
  const body = JSON.stringify({ input: 'Pay me.', tools: [tool('refund')] });
  const answer = await hookFetch(fetch, hooks)('https://api.test/v1/responses', {
    method: 'POST',
    body,
  });
  expect(await answer.json()).toMatchObject({ output: [{ type: 'message' }] });
});
