import { tools as hosted, type ChatOpenAI } from '@langchain/openai';
import { createHooks, type Dict, type Hooks } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PiecesModel } from '../../test/inner-parts.ts';
import { says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { inspect, withHooks } from '../index.ts';

async function readAll(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const enforced = { require: 'enforced' } as const;
const asked = { messages: ['Go.'] };
const search = { type: 'web_search' };

/** Hooks, and the paths that they report as unmediated. */
function telling(): { readonly hooks: Hooks; readonly told: string[] } {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ error }) => {
    told.push(/\[unmediated_call\] (.+?) is not known/.exec(String(error))?.[1] ?? String(error));
  });
  return { hooks, told };
}

const WAYS: Readonly<Record<string, (model: ChatOpenAI) => Promise<unknown>>> = {
  'as a whole': (model) => model.invoke('Go.'),
  'as a stream': async (model) => readAll(await model.stream('Go.')),
};

describe.each(Object.entries(WAYS))('what a model that answers %s adds by itself', (_, ask) => {
  const added: readonly [name: string, value: unknown][] = [
    ['tools', [{ type: 'mcp', server_label: 'git' }]],
    ['web_search_options', {}],
    ['messages', [{ role: 'user', content: 'Other words.' }]],
    ['prompt', { id: 'p1' }],
    ['model', 'another'],
    ['previous_response_id', 'r1'],
    ['words_of_tomorrow', 'Pay everybody.'],
  ];

  test.each(added)('is shown, and told once where it is %s', async (name, value) => {
    const { model } = await scriptedChatModel([says('1.'), says('2.')], {
      modelKwargs: { [name]: value, user: 'u1' },
    });
    const { hooks, told } = telling();
    const seen: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => void seen.push(request.settings));
    const hooked = withHooks(model, hooks);
    // The scripted provider refuses settings that it does not know.
    await ask(hooked).catch(() => undefined);
    await ask(hooked).catch(() => undefined);
    const shown = expect.objectContaining({ [name]: value, user: 'u1' }) as unknown;
    expect(seen).toEqual([shown, shown]);
    expect(told).toEqual([`model setting ${name}`]);
  });

  test.each(added)('is refused under require where it is %s', async (name, value) => {
    const { model, requests } = await scriptedChatModel([], { modelKwargs: { [name]: value } });
    await expect(ask(withHooks(model, createHooks(), enforced))).rejects.toThrow(
      new RegExp(`^\\[not_enforced\\].*model setting ${name} preRequest`),
    );
    expect(requests()).toEqual([]);
  });

  test('is nothing to tell of where it is a setting like any other', async () => {
    const { model, requests } = await scriptedChatModel([says('Hi.')], {
      modelKwargs: { seed: 7, logit_bias: { 50256: -1 }, metadata: { desk: 'a' } },
    });
    const { hooks, told } = telling();
    await ask(withHooks(model, hooks, enforced));
    expect([told, requests()]).toEqual([[], [expect.objectContaining({ seed: 7 })]]);
  });

  test('is not what a policy makes of it: a change is denied', async () => {
    const { model, requests } = await scriptedChatModel([], { modelKwargs: { seed: 7 } });
    const hooks = createHooks({ onDeny: 'throw' });
    hooks.addHook('preRequest', ({ request }) => ({
      request: { ...request, settings: { ...request.settings, seed: 8 } },
    }));
    await expect(ask(withHooks(model, hooks))).rejects.toThrow(/adds to every request itself/);
    expect(requests()).toEqual([]);
  });
});

test('what an integration calls otherwise is judged by the same names, and inside of a setting too', async () => {
  class Keeping extends PiecesModel {
    readonly invocationKwargs = {
      thinking: { type: 'enabled', words: 'Pay it.' },
      metadata: { a: 1 },
    };
  }
  const { hooks, told } = telling();
  await withHooks(new Keeping(), hooks).invoke('Go.');
  expect(told).toEqual(['model setting thinking.words']);
});

test('what the fields of a model make it add is looked for by what it says it sends', async () => {
  class Searching extends PiecesModel {
    override invocationParams(): Dict {
      return { search_parameters: { mode: 'on' } };
    }
  }
  const { hooks, told } = telling();
  await withHooks(new Searching(), hooks).invoke('Go.');
  expect(told).toEqual(['model setting search_parameters']);
  await expect(withHooks(new Searching(), createHooks(), enforced).invoke('Go.')).rejects.toThrow(
    /model setting search_parameters/,
  );
});

test.each([
  { functions: [{ name: 'refund' }] },
  { options: { body: { model: 'another' } } },
  { previousResponseId: 'r1' },
])('what a call brings in place of what hooks judge is told of, or refused: %o', async (option) => {
  const { hooks, told } = telling();
  await withHooks(new PiecesModel(), hooks).invoke('Go.', option as object);
  expect(told).toEqual([
    expect.stringMatching(/^call option (functions|body|previousResponseId)$/),
  ]);
  const strict = withHooks(new PiecesModel(), createHooks(), enforced);
  await expect(strict.invoke('Go.', option as object)).rejects.toThrow(
    /call option (functions|body|previousResponseId)/,
  );
});

const wrapped = (change: object) =>
  createMiddleware({
    name: 'adds',
    wrapModelCall: (request, handler) => handler({ ...request, ...change }),
  });

describe('a tool that the provider runs is refused under require', () => {
  test('where a middleware brings it when the agent is made', async () => {
    const { model } = await scriptedChatModel([]);
    const bringing = { ...createMiddleware({ name: 'brings' }), tools: [search as never] };
    const make = withHooks(createAgent, createHooks(), enforced);
    const path = 'provider-executed tool web_search';
    expect(() => make({ model, tools: [], middleware: [bringing] })).toThrow(path);
    const rows = inspect(createAgent({ model, tools: [], middleware: [bringing] }));
    expect(rows).toContainEqual(expect.objectContaining({ path, status: 'observed' }));
  });

  test.each([
    ['its tools', { tools: [search] }],
    ['its settings', { modelSettings: { tools: [search] } }],
  ])('where a middleware adds it to a call by %s', async (_, change) => {
    const { model, requests } = await scriptedChatModel([]);
    const middleware = [wrapped(change)];
    const agent = withHooks(createAgent, createHooks(), enforced)({ model, tools: [], middleware });
    await expect(agent.invoke(asked)).rejects.toThrow(/provider-executed tool web_search/);
    expect(requests()).toEqual([]);
  });

  test.each(Object.entries(WAYS))('where a model is asked with it, %s', async (_, ask) => {
    const { model, requests } = await scriptedChatModel([]);
    const hooked = withHooks(model, createHooks(), enforced);
    const refused = /provider-executed tool web_search/;
    await expect(ask(hooked.bindTools([search]) as ChatOpenAI)).rejects.toThrow(refused);
    await expect(hooked.invoke('Go.', { tools: [search] })).rejects.toThrow(refused);
    expect(requests()).toEqual([]);
  });

  test('also in a model hooked before, without require, that a run of such an agent asks', async () => {
    const { model, requests } = await scriptedChatModel([]);
    const hooks = createHooks();
    const inner = withHooks(model, hooks).bindTools([search]);
    const asks = wrapped({});
    const middleware = [
      { ...asks, wrapModelCall: async () => (await inner.invoke('Go.')) as never },
    ];
    const agent = withHooks(createAgent, hooks, enforced)({ model, tools: [], middleware });
    await expect(agent.invoke(asked)).rejects.toThrow(/provider-executed tool web_search/);
    expect(requests()).toEqual([]);
  });
});

test('what the provider defines and the app runs is a tool like any other, and functions of every provider are', async () => {
  const { model } = await scriptedChatModel([says('Done.')], { useResponsesApi: false });
  const shell = hosted.localShell({ execute: () => 'ran' });
  const agent = withHooks(createAgent, createHooks(), enforced)({ model, tools: [shell as never] });
  expect((await agent.invoke(asked)).messages.at(-1)?.text).toBe('Done.');
  const functions = [{ functionDeclarations: [{ name: 'refund' }] }];
  const google = withHooks(new PiecesModel(), createHooks(), enforced);
  await expect(google.invoke('Go.', { tools: functions } as object)).resolves.toBeDefined();
  const both = [{ ...functions[0], googleSearch: {} }];
  await expect(google.invoke('Go.', { tools: both } as object)).rejects.toThrow(/not_enforced/);
});
