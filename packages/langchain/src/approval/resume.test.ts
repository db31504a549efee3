import { HumanMessage } from '@langchain/core/messages';
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, hearing, says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Pay them.' }] };

describe('one answer for several asks', () => {
  test('a single scalar approve approves none of two pending asks', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'who says so?' }));
    const rm = spy('rm');
    const { model } = await scriptedChatModel([
      calls(['rm', { a: 1 }], ['rm', { a: 2 }]),
      says('Done.'),
    ]);
    const agent = withHooks(
      createAgent,
      hooks,
    )({
      model,
      tools: [rm],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'two-asks' } };
    // The type of the state does not have the interrupts.
    const state = (await agent.invoke(question, config)) as unknown as {
      __interrupt__: readonly { readonly id: string }[];
    };
    expect(state['__interrupt__']).toHaveLength(2);
    const approve = { decisions: [{ type: 'approve' }] };
    await expect(agent.invoke(new Command({ resume: approve }), config)).rejects.toThrow(
      '[resume_ambiguous]',
    );
    expect(rm.runs).toEqual([]);
    const [first, second] = state['__interrupt__'];
    const resume = { [first!.id]: approve, [second!.id]: { type: 'reject', message: 'not that' } };
    await agent.invoke(new Command({ resume }), config);
    expect(rm.runs).toHaveLength(1);
  });
});

describe('a graph that waits for a person', () => {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('asks', () => ({ messages: [new HumanMessage(String(interrupt('who says so?')))] }))
    .addEdge(START, 'asks')
    .compile({ checkpointer: new MemorySaver() });

  test.each(['invoke', 'stream', 'v3'] as const)('ends its chat as suspended: %s', async (how) => {
    const hooks = createHooks();
    const reasons: string[] = [];
    hooks.observe('onChatDone', ({ reason }) => void reasons.push(reason));
    const hooked = withHooks(graph, hooks);
    const config = { configurable: { thread_id: how } };
    if (how === 'invoke') await hooked.invoke(question, config);
    else if (how === 'stream') for await (const _ of await hooked.stream(question, config));
    else await (await hooked.streamEvents(question, { ...config, version: 'v3' })).output;
    await hooks.flush();
    expect(reasons).toEqual(['suspended']);
  });
});
