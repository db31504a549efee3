import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createHooks, type Hooks } from '@interpose/core';
import { Command } from '@langchain/langgraph';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { spy } from '../../test/scripted-agent.ts';
import { withHooks, type Hookable } from '../index.ts';

type Changed = ToolMessage | Command;
type Change = (given: ToolMessage) => Changed;

const saying = (text: unknown, { tool_call_id }: ToolMessage) =>
  new ToolMessage({ content: text as string, tool_call_id, name: 'refund' });
const telling = (...messages: readonly object[]) => new Command({ update: { messages } });

const CHANGES: Readonly<Record<string, Change>> = {
  'another message': (given) => saying(`${given.text} The code is 4z42.`, given),
  'the same message, changed in place': (given) => Object.assign(given, { content: '4z42' }),
  'a message with parts': (given) => saying([{ type: 'text', text: '4z42' }], given),
  'a command': (given) => telling(saying('4z42', given)),
  'a command of pairs': (given) =>
    new Command({ update: [['messages', [saying('4z42', given)]]] as never }),
};

const KEPT: Readonly<Record<string, Change>> = {
  'the message itself': (given) => given,
  'a copy of it': (given) => saying(given.text, given),
  'its text in parts': (given) => saying([{ type: 'text', text: given.text }], given),
  'a command with it': (given) => telling(given),
  'a command with it beside another message': (given) => telling(given, new HumanMessage('Go on.')),
};

/** An agent with a middleware that changes the tool's result, and everything that is reported about it. */
function agentWith(change: Change, hook: <T extends Hookable>(factory: T) => T) {
  const changes = createMiddleware({
    name: 'changes',
    wrapToolCall: async (request, handler) => change((await handler(request)) as ToolMessage),
  });
  const passes = createMiddleware({
    name: 'passes',
    wrapToolCall: async (request, handler) => handler(request),
  });
  const model = new PlainModel(callOf('refund'), 'Done.');
  const params = { model, tools: [spy('refund')], middleware: [passes, changes] };
  return { model, agent: hook(createAgent)(params) };
}

function listening(): {
  readonly hooks: Hooks;
  readonly told: string[];
  readonly results: unknown[];
} {
  const [hooks, told, results] = [createHooks(), [] as string[], [] as unknown[]];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  hooks.addHook('onToolCallResult', ({ result }) => void results.push(result));
  return { hooks, told, results };
}

const question = { messages: [new HumanMessage('Go.')] };

describe.each(Object.entries(CHANGES))(
  'a middleware that makes %s of an answer',
  (_what, change) => {
    test('is told of once, and the result is judged once', async () => {
      const { hooks, told, results } = listening();
      for (let run = 1; run <= 2; run++) {
        const { agent } = agentWith(change, (factory) => withHooks(factory, hooks));
        await agent.invoke(question);
      }
      expect([told, results]).toEqual([['unmediated_call'], ['refund done', 'refund done']]);
    });

    test('is refused where all has to be enforced, before the model reads it', async () => {
      const { hooks } = listening();
      const make = () =>
        agentWith(change, (factory) => withHooks(factory, hooks, { require: 'enforced' }));
      const [whole, streamed] = [make(), make()];
      await expect(whole.agent.invoke(question)).rejects.toThrow(
        /^\[not_enforced\].*a middleware changes/,
      );
      const read = async (): Promise<void> => {
        for await (const part of await streamed.agent.stream(question))
          expect(JSON.stringify(part)).not.toContain('4z42');
      };
      await expect(read()).rejects.toThrow('[not_enforced]');
      expect([whole.model.asked, streamed.model.asked]).toEqual([1, 1]);
    });

    test('is nothing to hooks that do not listen to results', async () => {
      const told: string[] = [];
      const hooks = createHooks();
      hooks.addHook('onHookError', ({ code }) => void told.push(code));
      await agentWith(change, (factory) => withHooks(factory, hooks)).agent.invoke(question);
      expect(told).toEqual([]);
    });
  },
);

test.each(Object.entries(KEPT))(
  'a middleware that makes %s of an answer changes nothing',
  async (_what, change) => {
    const { hooks, told } = listening();
    const { agent } = agentWith(change, (factory) =>
      withHooks(factory, hooks, { require: 'enforced' }),
    );
    await agent.invoke(question);
    expect(told).toEqual([]);
  },
);

test('a middleware that asks a tool again may answer with either result', async () => {
  const { hooks, told, results } = listening();
  let ran = 0;
  const again = createMiddleware({
    name: 'again',
    async wrapToolCall(request, handler) {
      const first = await handler(request);
      await handler(request);
      return first;
    },
  });
  const model = new PlainModel(callOf('refund'), 'Done.');
  const tools = [spy('refund', () => `run ${++ran}`)];
  await withHooks(createAgent, hooks)({ model, tools, middleware: [again] }).invoke(question);
  expect([told, results]).toEqual([[], ['run 1', 'run 2']]);
});
