import { RunnableBinding, RunnableLambda } from '@langchain/core/runnables';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, hearing, says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Pay them.' }] };
const told = 'Blocked by guard: no refunds';

async function guardedAgent(hooks: Hooks) {
  hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
  const refund = spy('refund');
  const { model } = await scriptedChatModel([
    calls(['refund']),
    says('I could not.'),
    calls(['refund']),
    says('I could not.'),
  ]);
  return { agent: withHooks(createAgent, hooks)({ model, tools: [refund] }), refund };
}

describe('the graph of a hooked agent', () => {
  test('is hooked as well, for servers that unwrap it', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    expect(JSON.stringify(await agent.graph.invoke(question as never))).toContain(told);
    expect([refund.runs, heard]).toEqual([[], ['onChatStart', 'onChatDone']]);
  });

  test('makes a chat of every input of a batch', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    await agent.graph.batch([question, question] as never);
    expect([refund.runs.length, heard.length]).toEqual([0, 4]);
  });

  test('passes its hooks in a chain that streams', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    const chain = RunnableLambda.from((text: string) => ({
      messages: [{ role: 'user', content: text }],
    })).pipe(agent.graph as never);
    const parts: unknown[] = [];
    for await (const part of await chain.stream('Pay them.')) parts.push(part);
    expect(JSON.stringify(parts)).toContain(told);
    expect([refund.runs, heard]).toEqual([[], ['onChatStart', 'onChatDone']]);
  });

  test('passes its hooks where a runnable around it asks for its pieces', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    const around = new RunnableBinding({ bound: agent.graph as never, config: {} });
    const parts: unknown[] = [];
    for await (const part of around['_streamIterator'](question)) parts.push(part);
    expect(JSON.stringify(parts)).toContain(told);
    expect([refund.runs, heard]).toEqual([[], ['onChatStart', 'onChatDone']]);
  });

  test('with another configuration is still hooked', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    await agent.withConfig({ recursionLimit: 20 }).invoke(question);
    expect([refund.runs, heard]).toEqual([[], ['onChatStart', 'onChatDone']]);
  });

  test('as a node of a graph that is not hooked is a chat of its own', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { agent, refund } = await guardedAgent(hooks);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('agent', agent.graph as never)
      .addEdge('__start__', 'agent')
      .compile();
    expect(JSON.stringify(await graph.invoke(question as never))).toContain(told);
    expect([refund.runs, heard]).toEqual([[], ['onChatStart', 'onChatDone']]);
  });

  test('that nobody reads to its end ends its chat as aborted', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone', 'onChatAbort']);
    const { agent } = await guardedAgent(hooks);
    for await (const _ of await agent.stream(question, { streamMode: 'values' })) break;
    await hooks.flush();
    expect(heard).toEqual(['onChatStart', 'onChatAbort']);
  });
});
