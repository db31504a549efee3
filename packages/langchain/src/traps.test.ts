import { InMemoryCache } from '@langchain/core/caches';
import { ToolInputParsingException } from '@langchain/core/tools';
import { createAgent, createMiddleware, tool } from 'langchain';
import { createHooks, deny, DeniedError } from '@interpose/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '@interpose/testing';
import { toScript } from '@interpose/testing/conformance';
import { calls, hearing, says, scriptedChatModel, spy } from '../test/scripted-agent.ts';
import { withHooks } from './index.ts';

const question = { messages: [{ role: 'user', content: 'Pay them.' }] };

/** Gives a class another name, and returns a function that takes it back. */
function renamed(given: object, value: string): () => void {
  const before = Object.getOwnPropertyDescriptor(given, 'name')!;
  Object.defineProperty(given, 'name', { value, configurable: true });
  return () => void Object.defineProperty(given, 'name', before);
}

describe('a model', () => {
  test('with a cache keeps what it said, never what hooks made of it, and a hit passes them', async () => {
    const { hooks, heard } = hearing(['preRequest']);
    const { model, requests } = await scriptedChatModel([says('It is eighty.')], {
      cache: new InMemoryCache(),
    });
    const hooked = withHooks(model, hooks);
    expect((await hooked.invoke('price?')).text).toBe('It is eighty.');
    hooks.addHook('onResponse', () => deny('secret'));
    expect((await hooked.invoke('price?')).text).toBe('Blocked by policy.');
    expect([requests().length, heard.length]).toEqual([1, 2]);
  });

  test('that createAgent finds by its name is hooked', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onResponse', () => deny('secret'));
    const server = await scriptedModel();
    onTestFinished(() => server.close());
    vi.stubEnv('OPENAI_API_KEY', 'any');
    vi.stubEnv('OPENAI_BASE_URL', server.chat(toScript([says('It is eighty.')])).baseURL);
    onTestFinished(() => void vi.unstubAllEnvs());
    const agent = withHooks(createAgent, hooks)({ model: 'openai:gpt-4o-mini', tools: [] });
    const { messages } = await agent.invoke(question);
    expect(messages.at(-1)?.text).toBe('Blocked by policy.');
  });

  test('that a middleware of the app puts in its place is hooked', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onResponse', () => deny('secret'));
    const [own, other] = [await scriptedChatModel([]), await scriptedChatModel([says('eighty')])];
    const swap = createMiddleware({
      name: 'Swap',
      wrapModelCall: (request, handler) => handler({ ...request, model: other.model }),
    });
    const agent = withHooks(
      createAgent,
      hooks,
    )({ model: own.model, tools: [], middleware: [swap] });
    expect((await agent.invoke(question)).messages.at(-1)?.text).toBe('Blocked by policy.');
    expect(other.requests()).toHaveLength(1);
  });

  test('whose answer was denied throws the denial where an object was asked for', async () => {
    const { hooks } = hearing([], { onDeny: 'throw' });
    hooks.addHook('preRequest', () => deny('over budget'));
    const { model } = await scriptedChatModel([]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [] });
    await expect(agent.invoke(question)).rejects.toSatisfy((error) =>
      DeniedError.isInstance(error),
    );
  });
});

describe('a tool', () => {
  test('finds the arguments that hooks made also in the call of its config', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: 5 } } }));
    const { model } = await scriptedChatModel([calls(['pay', { euros: 900 }]), says('Paid.')]);
    const pay = tool((_args, config: { readonly toolCall?: unknown }) => seen.push(config), {
      name: 'pay',
      schema: z.object({ euros: z.number() }),
    });
    const seen: { readonly toolCall?: unknown }[] = [];
    await withHooks(createAgent, hooks)({ model, tools: [pay] }).invoke(question);
    const call = { id: 'call_pay_0', name: 'pay', args: { euros: 5 } };
    expect(seen.map(({ toolCall }) => toolCall)).toMatchObject([call]);
  });

  test('that a middleware of the app puts in its place is gated', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => deny('never'), { name: 'guard' });
    const [search, other] = [spy('search'), spy('search')];
    const swap = createMiddleware({
      name: 'Swap',
      wrapToolCall: (request, handler) => handler({ ...request, tool: other }),
    });
    const { model } = await scriptedChatModel([calls(['search']), says('Done.')]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [search], middleware: [swap] });
    expect((await agent.invoke(question)).messages.at(-2)?.text).toBe('Blocked by guard: never');
    expect([...search.runs, ...other.runs]).toEqual([]);
  });

  test('shared with code that is not hooked runs there as ever', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => deny('never'), { name: 'guard' });
    const search = spy('search');
    const { model } = await scriptedChatModel([]);
    withHooks(createAgent, hooks)({ model, tools: [search] });
    expect(await search.invoke({})).toBe('search done');
    await expect(withHooks(search, hooks).invoke({})).rejects.toThrow('Blocked by guard: never');
    expect(search.runs).toHaveLength(1);
  });

  test.each([
    ['', 'ToolInputParsingException'],
    [', also where a bundler shortened the names of classes', 'e'],
  ])('called with bad arguments tells the model what a hook says%s', async (_, name) => {
    onTestFinished(renamed(ToolInputParsingException, name));
    const { hooks } = hearing([]);
    hooks.addHook('onToolCallError', ({ cause }) =>
      cause === 'invalid' ? { error: { message: 'Look at the schema.' } } : undefined,
    );
    const { model } = await scriptedChatModel([calls(['search', { q: 7 }]), says('Done.')]);
    const search = spy('search');
    Object.assign(search, {
      schema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    });
    const agent = withHooks(createAgent, hooks)({ model, tools: [search] });
    expect((await agent.invoke(question)).messages.at(-2)?.text).toBe('Look at the schema.');
    expect(search.runs).toEqual([]);
  });

  test('that asks the model itself runs as a child chat, not as a step of its caller', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const inner = await scriptedChatModel([says('Ten.')]);
    const hooked = withHooks(inner.model, hooks);
    const ask = spy('ask', async () => (await hooked.invoke('price?')).text);
    const { model } = await scriptedChatModel([calls(['ask']), says('Done.')]);
    await withHooks(createAgent, hooks)({ model, tools: [ask] }).invoke(question);
    expect(heard).toEqual(['onChatStart', 'onChatStart', 'onChatDone', 'onChatDone']);
  });
});

describe('hooks', () => {
  test('of two registries are two layers, and the same twice are one', async () => {
    const [first, second] = [createHooks(), createHooks()];
    const log: string[] = [];
    first.addHook('preToolCall', () => void log.push('first'));
    second.addHook('preToolCall', () => void log.push('second'));
    const { model } = await scriptedChatModel([calls(['search']), says('Done.')]);
    const once = withHooks(createAgent, first)({ model, tools: [spy('search')] });
    const twice = withHooks(withHooks(withHooks(once, first), second), second);
    await twice.invoke(question);
    expect(log).toEqual(['second', 'first']);
  });
});
