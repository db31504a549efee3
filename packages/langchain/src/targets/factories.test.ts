import { createSupervisor } from '@langchain/langgraph-supervisor';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { AIMessage } from '@langchain/core/messages';
import { createDeepAgent } from 'deepagents';
import { createAgent } from 'langchain';
import { deny, InterposeError } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import {
  calls,
  hearing,
  judging,
  says,
  scriptedChatModel,
  spy,
} from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Pay them.' }] };

function lastText(state: unknown): string {
  const { messages } = state as { readonly messages: readonly { readonly text: string }[] };
  return messages.at(-1)?.text ?? '';
}

describe('createReactAgent', () => {
  test('is hooked with its model and its tools', async () => {
    const { hooks, heard } = hearing(['preRequest', 'preToolCall', 'onAgentResponse']);
    hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
    const refund = spy('refund');
    const { model } = await scriptedChatModel([calls(['refund']), says('I could not.')]);
    const agent = withHooks(createReactAgent, hooks)({ llm: model, tools: [refund] });
    expect(lastText(await agent.invoke(question))).toBe('I could not.');
    expect(refund.runs).toEqual([]);
    expect(heard).toEqual(['preRequest', 'preToolCall', 'preRequest', 'onAgentResponse']);
  });

  test('compiled before it was hooked, refuses a model that no hook can see', async () => {
    const hooks = judging('preRequest');
    const { model, requests } = await scriptedChatModel([says('Unseen.')]);
    const agent = withHooks(createReactAgent({ llm: model, tools: [] }), hooks);
    await expect(agent.invoke(question)).rejects.toThrow('[model_unhooked]');
    expect(requests()).toEqual([]);
  });

  test('compiled before it was hooked, has its tools hooked in place and takes a hooked model', async () => {
    const { hooks } = hearing(['preRequest']);
    hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
    const refund = spy('refund');
    const { model } = await scriptedChatModel([calls(['refund']), says('I could not.')]);
    const made = createReactAgent({ llm: withHooks(model, hooks), tools: [refund] });
    await withHooks(made, hooks).invoke(question);
    expect(refund.runs).toEqual([]);
  });
});

test('createAgent that is given a model under both names has the one that it asks hooked', async () => {
  const { hooks, heard } = hearing(['preRequest']);
  const { model: llm } = await scriptedChatModel([says('Not asked.')]);
  const { model } = await scriptedChatModel([says('Paid.')]);
  const agent = withHooks(createAgent, hooks)({ llm, model, tools: [] } as never);
  expect(lastText(await agent.invoke(question))).toBe('Paid.');
  expect(heard).toEqual(['preRequest']);
});

describe('createDeepAgent', () => {
  test('bypasses nothing in its sub-agents: their calls pass the same gates, as a child chat', async () => {
    const { hooks, heard } = hearing([
      'preDelegate',
      'onDelegateResult',
      'onChatStart',
      'preToolCall',
    ]);
    hooks.addHook('preToolCall', () => deny('never'), { tool: 'rm', name: 'guard' });
    const rm = spy('rm');
    const { model } = await scriptedChatModel([
      calls(['task', { description: 'clean up', subagent_type: 'cleaner' }]),
      calls(['rm', { path: '/' }]),
      says('I was not allowed to.'),
      says('It was not allowed.'),
    ]);
    const agent = withHooks(
      createDeepAgent,
      hooks,
    )({
      model,
      tools: [],
      subagents: [
        {
          name: 'cleaner',
          description: 'Cleans.',
          systemPrompt: 'You clean.',
          tools: [rm as never],
        },
      ],
    });
    expect(lastText(await agent.invoke(question))).toBe('It was not allowed.');
    expect(rm.runs).toEqual([]);
    expect(heard).toEqual([
      'onChatStart',
      'preToolCall',
      'preDelegate',
      'onChatStart',
      'preToolCall',
      'onDelegateResult',
    ]);
  });

  test('gates its built-in tools', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => deny('read only'), { tool: 'write_file', name: 'guard' });
    const { model } = await scriptedChatModel([
      calls(['write_file', { file_path: '/a.txt', content: 'x' }]),
      says('Done.'),
    ]);
    const agent = withHooks(createDeepAgent, hooks)({ model });
    const state = (await agent.invoke(question)) as {
      files?: object;
      messages: readonly { text: string }[];
    };
    expect(Object.keys(state.files ?? {})).toEqual([]);
    expect(state.messages.at(-2)?.text).toBe('Blocked by guard: read only');
  });

  test('is refused where it would find its model itself', () => {
    const { hooks } = hearing([]);
    const hooked = withHooks(createDeepAgent, hooks);
    expect(() => hooked({})).toThrow(InterposeError);
    expect(() => hooked({ model: 'openai:gpt-4o' })).toThrow('[model_unresolved]');
  });
});

describe('createSupervisor', () => {
  test('hooks the supervisor, and its agents as child chats', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'preToolCall', 'onChatDone']);
    hooks.addHook('preToolCall', () => deny('no refunds'), { tool: 'refund', name: 'guard' });
    const refund = spy('refund');
    const billing = await scriptedChatModel([calls(['refund']), says('I could not pay.')]);
    const main = await scriptedChatModel([calls(['transfer_to_billing']), says('It was refused.')]);
    const agents = [
      withHooks(createReactAgent, hooks)({ name: 'billing', llm: billing.model, tools: [refund] }),
    ];
    const graph = withHooks(createSupervisor, hooks)({ agents, llm: main.model });
    expect(lastText(await graph.compile().invoke(question))).toBe('It was refused.');
    expect(refund.runs).toEqual([]);
    expect(heard).toEqual([
      'onChatStart',
      'preToolCall',
      'onChatStart',
      'preToolCall',
      'onChatDone',
      'onChatDone',
    ]);
  });

  test('refuses an agent whose model no hook can see', async () => {
    const hooks = judging('preRequest');
    const billing = await scriptedChatModel([says('Unseen.')]);
    const main = await scriptedChatModel([calls(['transfer_to_billing'])]);
    const agents = [createReactAgent({ name: 'billing', llm: billing.model, tools: [] })];
    const graph = withHooks(createSupervisor, hooks)({ agents, llm: main.model });
    await expect(graph.compile().invoke(question)).rejects.toThrow('[model_unhooked]');
    expect(billing.requests()).toEqual([]);
  });

  test('keeps what a model says it can do by its number of parameters', async () => {
    const { hooks } = hearing([]);
    const { model } = await scriptedChatModel([]);
    expect(withHooks(model, hooks).bindTools.length).toBe(model.bindTools.length);
  });
});

describe('a ToolNode', () => {
  test('gates its tools in a graph of the app', async () => {
    const { hooks, heard } = hearing([
      'onChatStart',
      'preToolCall',
      'onToolCallResult',
      'onChatDone',
    ]);
    const node = withHooks(new ToolNode([spy('search')]), hooks);
    const message = new AIMessage({
      content: '',
      tool_calls: [{ id: '1', name: 'search', args: {}, type: 'tool_call' }],
    });
    const { messages } = (await node.invoke({ messages: [message] })) as {
      messages: readonly { text: string }[];
    };
    expect(messages[0]?.text).toBe('search done');
    expect(heard).toEqual(['onChatStart', 'preToolCall', 'onToolCallResult', 'onChatDone']);
  });
});
