import { AIMessage, HumanMessage } from '@langchain/core/messages';
import {
  Annotation,
  Command,
  entrypoint,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
  task,
} from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

describe('a checkpointer', () => {
  test('keeps nothing that may not be remembered, and each message is judged once', async () => {
    const { hooks, heard } = hearing(['preMemoryStore']);
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.filter(({ content }) => !content.includes('4z42')),
    }));
    const saver = new MemorySaver();
    const checkpointer = withHooks(saver, hooks);
    const { model } = await scriptedChatModel([says('I forget it.')]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [], checkpointer });
    const config = { configurable: { thread_id: 'pins' } };
    await agent.invoke({ messages: [{ role: 'user', content: 'My pin is 4z42.' }] }, config);
    const tuple = await saver.getTuple(config);
    const kept = tuple?.checkpoint.channel_values['messages'] as { text: string }[];
    expect(kept.map(({ text }) => text)).toEqual(['I forget it.']);
    expect(heard).toEqual(['preMemoryStore', 'preMemoryStore']);
  });

  test('attaches nothing that was denied', async () => {
    const { hooks } = hearing([]);
    const checkpointer = withHooks(new MemorySaver(), hooks);
    const { model, requests } = await scriptedChatModel([says('One.'), says('Two.')]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [], checkpointer });
    const config = { configurable: { thread_id: 'poisoned' } };
    await agent.invoke({ messages: [{ role: 'user', content: 'Remember eighty.' }] }, config);
    hooks.addHook('onMemoryRetrieved', () => deny('poisoned'));
    await agent.invoke({ messages: [{ role: 'user', content: 'What was it?' }] }, config);
    expect(JSON.stringify(requests()[1])).not.toContain('eighty');
  });

  test.each([
    ['the messages', 'messages', undefined],
    ['the messages, with ids', 'messages', 'm'],
    ['another channel', 'history', undefined],
  ])('judges once each message that a node puts into %s', async (_what, channel, id) => {
    const seen: string[] = [];
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', ({ memory }) => {
      seen.push(...memory.map(({ content }) => content));
    });
    const join = { reducer: (left: unknown[], right: unknown[]) => left.concat(right) };
    const State = Annotation.Root({ [channel]: Annotation({ ...join, default: () => [] }) });
    const answer = () => ({ [channel]: [new AIMessage({ content: 'Done.', ...(id && { id }) })] });
    const graph = new StateGraph(State).addNode('act', answer).addEdge('__start__', 'act');
    const checkpointer = withHooks(new MemorySaver(), hooks);
    const asked = [new HumanMessage({ content: 'Go.', ...(id && { id: 'q' }) })];
    const compiled = withHooks(graph.compile({ checkpointer }), hooks);
    await compiled.invoke({ [channel]: asked }, { configurable: { thread_id: 't' } });
    expect(seen).toEqual(['Go.', 'Done.']);
  });

  test.each([
    ['a message', new HumanMessage('My pin is 4z42.')],
    ['a plain object', { role: 'user', content: 'My pin is 4z42.' }],
    ['a pair', ['user', 'My pin is 4z42.']],
  ])('keeps nowhere what may not be remembered, where the question is %s', async (_what, asked) => {
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', ({ memory }) =>
      memory.some(({ content }) => content.includes('4z42')) ? deny('a pin') : undefined,
    );
    const saver = new MemorySaver();
    const model = new PlainModel('I keep 4z42.');
    const checkpointer = withHooks(saver, hooks);
    const agent = withHooks(createAgent, hooks)({ model, tools: [], checkpointer });
    const config = { configurable: { thread_id: 'pins' } };
    await agent.invoke({ messages: [asked] } as never, config);
    expect(textsKept(saver)).not.toContain('4z42');
  });

  test('attaches nothing that was denied of what was written before the graph paused', async () => {
    const hooks = createHooks();
    const checkpointer = withHooks(new MemorySaver(), hooks);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('says', () => ({ messages: [new AIMessage('The code is 4z42.')] }))
      .addNode('asks', () => ({ messages: [String(interrupt('May I?'))] }))
      .addEdge('__start__', 'says')
      .addEdge('__start__', 'asks')
      .compile({ checkpointer });
    const hooked = withHooks(graph, hooks);
    const config = { configurable: { thread_id: 'paused' } };
    await hooked.invoke({ messages: [new HumanMessage('Go.')] }, config);
    hooks.addHook('onMemoryRetrieved', ({ memory }) =>
      memory.some(({ content }) => content.includes('4z42')) ? deny('a code') : undefined,
    );
    const { messages } = await hooked.invoke(new Command({ resume: 'Yes.' }), config);
    expect(messages.map(({ text }) => text)).not.toContain('The code is 4z42.');
  });

  test('gives each task of a workflow its own answer back, where only their calls differ', async () => {
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', () => undefined);
    const { asked, resumed } = await pausedWorkflow(hooks, (euros) => ({
      content: '',
      tool_calls: [{ id: `c${euros}`, name: 'pay', args: { euros } }],
    }));
    expect(resumed.map(({ tool_calls: calls }) => calls)).toEqual(
      asked.map(({ tool_calls: calls }) => calls),
    );
  });

  test('shows the calls of an answer too, and keeps them where hooks change the text alone', async () => {
    const hooks = createHooks();
    const shown: string[] = [];
    hooks.addHook('preMemoryStore', ({ memory }) => {
      shown.push(...memory.map(({ content }) => content));
      return {
        memory: memory.map((item) => ({ ...item, content: item.content.replace('Hm', '…') })),
      };
    });
    const calls = [{ id: 'c1', name: 'pay', args: { pin: '4z42' } }];
    const { resumed } = await pausedWorkflow(hooks, () => ({ content: 'Hm', tool_calls: calls }));
    expect(shown[0]).toBe(`Hm\n${JSON.stringify({ type: 'tool-call', ...calls[0] })}`);
    expect(resumed.map(({ text, tool_calls: kept }) => [text, kept])).toMatchObject([
      ['…', calls],
      ['…', calls],
    ]);
  });

  test('keeps no call of an answer whose arguments hooks change', async () => {
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => ({ ...item, content: item.content.replace('4z42', '…') })),
    }));
    const calls = [{ id: 'c1', name: 'pay', args: { pin: '4z42' } }];
    const { resumed } = await pausedWorkflow(hooks, () => ({ content: 'Hm', tool_calls: calls }));
    expect(JSON.stringify(resumed)).not.toContain('4z42');
  });

  test('keeps one message as one message where hooks change it', async () => {
    const hooks = createHooks();
    hooks.addHook('preMemoryStore', ({ memory }) => ({
      memory: memory.map((item) => ({ ...item, content: item.content.replace('4z42', '…') })),
    }));
    const { resumed } = await pausedWorkflow(hooks, (place) => `Pin ${place} is 4z42.`);
    expect(resumed.map(({ text }) => text)).toEqual(['Pin 1 is ….', 'Pin 900 is ….']);
  });
});

/** Runs a workflow of two tasks, which pauses after them: what they answered, and what it has of them afterwards. */
async function pausedWorkflow(
  hooks: Hooks,
  answer: (place: number) => ConstructorParameters<typeof AIMessage>[0],
): Promise<{ readonly asked: readonly AIMessage[]; readonly resumed: readonly AIMessage[] }> {
  const asked: AIMessage[] = [];
  const ask = task('ask', async (place: number) => {
    const said = new AIMessage(answer(place));
    asked.push(said);
    return said;
  });
  const checkpointer = withHooks(new MemorySaver(), hooks);
  const workflow = entrypoint({ name: 'two', checkpointer }, async (_question: string) => {
    const said = [await ask(1), await ask(900)];
    interrupt('May I?');
    return said;
  });
  const hooked = withHooks(workflow, hooks);
  const config = { configurable: { thread_id: 'workflow' } };
  await hooked.invoke('Pay them.', config);
  return { asked, resumed: await hooked.invoke(new Command({ resume: 'Yes.' }), config) };
}

/** Returns everything that the checkpointer kept, as text. */
function textsKept({ storage, writes }: MemorySaver): string {
  const read = (value: unknown): string => {
    if (value instanceof Uint8Array) return new TextDecoder().decode(value);
    return typeof value === 'object' && value !== null
      ? Object.values(value).map(read).join('\n')
      : String(value);
  };
  return read(storage) + read(writes);
}
