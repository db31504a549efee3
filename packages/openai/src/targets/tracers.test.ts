import { createHooks, mapText, modify } from '@interpose/core';
import type OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Passes calls on as a tracer does: as a promise of the result, without the methods of the SDK's own promises. */
const traced =
  (own: (...given: unknown[]) => unknown) =>
  async (...given: unknown[]): Promise<unknown> =>
    own(...given);

/** In the shape of `observeOpenAI` of @langfuse/openai 5.11: each method at any depth is traced. */
function observed<T extends object>(value: T): T {
  return new Proxy(value, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key);
      if (key === 'runTools') return (own as () => unknown).bind(target);
      if (typeof own === 'function') return traced(own.bind(target) as () => unknown);
      return typeof own === 'object' && own !== null ? observed(own) : own;
    },
  });
}

/** In the shape of `wrapOpenAI` of langsmith 0.12: a copy of the client, with another resource of the same class. */
function copied(client: OpenAI): OpenAI {
  const own = client.chat.completions;
  const completions = Object.assign(Object.create(Object.getPrototypeOf(own) as object), own, {
    create: traced(own.create.bind(own) as () => unknown),
    parse: traced(own.parse.bind(own) as () => unknown),
  }) as object;
  return Object.assign({}, client, { chat: Object.assign({}, client.chat, { completions }) });
}

const wish = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
const service: typeof fetch = async (_url, init) => {
  const { messages, tools } = JSON.parse(init?.body as string) as {
    messages: { role: string; content: string }[];
    tools?: object;
  };
  const last = messages.at(-1)!;
  const said = tools === undefined || last.role === 'tool' ? last.content : undefined;
  const message = { role: 'assistant', content: said ?? null, tool_calls: said ? [] : [wish] };
  return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
};

const messages = [{ role: 'user', content: 'eighty' }];
const uses: Record<string, (client: OpenAI) => Promise<unknown>> = {
  create: async (client) => client.chat.completions.create({ model: 'm', messages } as never),
  parse: async (client) => client.chat.completions.parse({ model: 'm', messages } as never),
  async runTools(client) {
    const look = { name: 'look', description: 'Looks.', parameters: {}, function: () => 'eighty' };
    const tools = [{ type: 'function', function: look }];
    const runner = client.chat.completions.runTools({ model: 'm', messages, tools } as never);
    return [await runner.finalContent(), runner.messages.filter(({ role }) => role === 'tool')];
  },
};

const orders: Record<string, (client: OpenAI, hook: <T extends OpenAI>(made: T) => T) => OpenAI> = {
  'a proxy around a hooked client': (client, hook) => observed(hook(client)),
  'a proxy that is hooked': (client, hook) => hook(observed(client)),
  'a copy of a hooked client': (client, hook) => copied(hook(client)),
  'an object that inherits from a client': (client, hook) => hook(Object.create(client) as OpenAI),
};

describe.each(sdkVersions)('a client that a tracer wraps, on openai $version', ({ sdk }) => {
  const made = () => new sdk.OpenAI({ apiKey: 'any', fetch: service, logLevel: 'off' });

  test.each(
    Object.entries(orders).flatMap(([order, wrap]) =>
      Object.entries(uses).map(([name, use]) => [order, name, wrap, use] as const),
    ),
  )('has its hooks in %s, with %s', async (_, __, wrap, use) => {
    const silent = createHooks();
    silent.addHook('onResponse', () => undefined);
    const plain = await use(wrap(made(), (client) => withHooks(client, silent)));
    expect(plain).toEqual(await use(wrap(made(), (client) => client)));
    expect(JSON.stringify(plain)).toContain('eighty');

    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => modify(mapText(response, () => 'A secret.')));
    hooks.addHook('onToolCallResult', () => ({ result: 'A secret.' }));
    const left = await use(wrap(made(), (client) => withHooks(client, hooks)));
    expect(JSON.stringify(left)).not.toContain('eighty');
  });

  test('has its chats ended where the class is traced and the call fails', async () => {
    const own = sdk.OpenAI.Chat.Completions.prototype as { create: (body: never) => unknown };
    const { create } = own;
    own.create = function (this: OpenAI.Chat.Completions, ...given) {
      return traced(create.bind(this) as () => unknown)(...given);
    };
    const hooks = createHooks();
    const told: string[] = [];
    for (const event of ['preRequest', 'onChatError', 'onSessionEnd'] as const)
      hooks.addHook(event, () => void told.push(event));
    const fetch = async () => Response.json({ error: { message: 'bad' } }, { status: 400 });
    try {
      const client = withHooks(new sdk.OpenAI({ apiKey: 'any', fetch, logLevel: 'off' }), hooks);
      await expect(uses['create']!(client)).rejects.toThrow('400');
    } finally {
      own.create = create;
    }
    await hooks.flush();
    expect(told).toEqual(['preRequest', 'onChatError', 'onSessionEnd']);
  });

  test('is refused if parts belong to another client, whose calls hooks would miss', () => {
    const chats = Object.assign(made(), { chat: made().chat });
    expect(() => withHooks(chats, createHooks())).toThrow('parts of another one');
  });
});
