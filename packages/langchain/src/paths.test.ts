import { createAgent } from 'langchain';
import { AIMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks, deny, type EventName, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, says, scriptedChatModel, spy } from '../test/scripted-agent.ts';
import { inspect } from './coverage/inspect.ts';
import { capabilities, hooksMiddleware, withHooks } from './index.ts';

const question = { messages: [{ role: 'user', content: 'What is the price?' }] };

/** Runs one path and returns everything that its caller and its model could see. */
type RunPath = (hooks: Hooks) => Promise<unknown>;

async function model(hooks: Hooks) {
  const { model: own } = await scriptedChatModel([says('It is ', 'eighty.')]);
  return withHooks(own, hooks);
}

const modelPaths: Readonly<Record<string, RunPath>> = {
  'model.invoke': async (hooks) => (await model(hooks)).invoke('price?'),
  'model.stream': async (hooks) => {
    const parts: unknown[] = [];
    for await (const part of await (await model(hooks)).stream('price?')) parts.push(part);
    return parts;
  },
  'agent.streamEvents': async (hooks) => {
    const { model: own } = await scriptedChatModel([says('It is ', 'eighty.')]);
    const agent = withHooks(createAgent, hooks)({ model: own, tools: [] });
    const events: unknown[] = [];
    for await (const event of agent.streamEvents(question, { version: 'v2' })) events.push(event);
    return events;
  },
  hooksMiddleware: async (hooks) => {
    const { model: own } = await scriptedChatModel([says('It is ', 'eighty.')]);
    return createAgent({ model: own, tools: [], middleware: [hooksMiddleware(hooks)] }).invoke(
      question,
    );
  },
};

const toolPaths: Readonly<Record<string, RunPath>> = {
  'tool.invoke': (hooks): Promise<unknown> =>
    withHooks(
      spy('search', () => 'eighty'),
      hooks,
    ).invoke({ type: 'tool_call', id: '1', name: 'search', args: {} }),
  ToolNode: async (hooks) => {
    const node = withHooks(new ToolNode([spy('search', () => 'eighty')]), hooks);
    const call = { id: '1', name: 'search', args: {}, type: 'tool_call' as const };
    const state: unknown = await node.invoke({
      messages: [new AIMessage({ content: '', tool_calls: [call] })],
    });
    return state;
  },
  'agent in a tool': async (hooks) => {
    const { model: own } = await scriptedChatModel([calls(['search']), says('Done.')]);
    const inner = createAgent({
      model: withHooks(own, hooks),
      tools: [spy('search', () => 'eighty')],
    });
    const ask = spy('ask', async () => (await inner.invoke(question)).messages.at(-2)?.text);
    const outer = await scriptedChatModel([calls(['ask']), says('Done.')]);
    return withHooks(createAgent, hooks)({ model: outer.model, tools: [ask] }).invoke(question);
  },
};

function denied(event: EventName): Hooks {
  const hooks = createHooks();
  hooks.addHook(event as 'preRequest', () => deny('secret'), { name: 'guard' });
  return hooks;
}

describe.each(Object.entries(modelPaths))('%s', (_path, run) => {
  test.each(['onUserMessage', 'preRequest', 'onResponse', 'onAgentResponse'] as const)(
    'gives the refusal where %s is denied, and nothing of the answer',
    async (event) => {
      const seen = JSON.stringify(await run(denied(event)));
      expect(seen).toContain('Blocked by policy.');
      expect(seen).not.toContain('eighty');
    },
  );
});

describe.each(Object.entries(toolPaths))('%s', (_path, run) => {
  test.each([
    ['preToolCall', 'Blocked by guard: secret'],
    ['onToolCallResult', 'Result withheld by guard: secret'],
  ] as const)('tells the model why where %s is denied', async (event, text) => {
    const seen = JSON.stringify(await run(denied(event)));
    expect(seen).toContain(text);
    expect(seen).not.toContain('eighty');
  });
});

describe('inspect and require', () => {
  test('list what holds, and refuse what does not', async () => {
    const { model: own } = await scriptedChatModel([]);
    const hooks = createHooks();
    expect(inspect(own).every(({ status }) => status === 'enforced')).toBe(true);
    const agent = withHooks(createAgent, hooks, { require: 'enforced' });
    const search = { type: 'web_search' };
    expect(() => agent({ model: own, tools: [search as never] })).toThrow('[not_enforced]');
    expect(() => agent({ model: own, tools: [spy('search')] })).not.toThrow();
    expect(() => inspect(7)).toThrow('[target_unknown]');
  });

  test('know every path of the table', () => {
    const tested = [...Object.keys(modelPaths), ...Object.keys(toolPaths)];
    const paths = new Set(capabilities.map(({ path }) => path));
    expect(tested.filter((path) => !paths.has(path))).toEqual([]);
  });
});
