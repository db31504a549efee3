import { createHooks } from '@interpose/core';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createAgent, providerStrategy, tool, toolStrategy, type ResponseFormat } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { calls, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { callOf, PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';
import { withAnswer } from './task-and-answer.ts';

const question = { messages: [new HumanMessage('Where?')] };
const place = z.object({ where: z.string() });
const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  structuredResponse: Annotation<unknown>(),
});

/** Agents whose answer tells where the key is, in all ways in which LangChain lets an agent answer. */
const AGENTS: Readonly<Record<string, () => Promise<object>>> = {
  'in words': async () => ({ model: new PlainModel('In the SECRET drawer.') }),
  'with the result of a tool': async () => ({
    model: new PlainModel(callOf('look')),
    tools: [
      tool(() => 'In the SECRET drawer.', {
        name: 'look',
        description: 'Looks.',
        schema: z.object({}),
        returnDirect: true,
      }),
    ],
  }),
  'with an object that the provider makes': async () => {
    const { model } = await scriptedChatModel([says('{"where":"SECRET"}')]);
    const format: unknown = providerStrategy(place);
    return { model, responseFormat: format as ResponseFormat };
  },
  'with an object in a call': async () => {
    const format: unknown = toolStrategy(place);
    const [{ name }] = format as readonly [{ readonly name: string }];
    const { model } = await scriptedChatModel([calls([name, { where: 'SECRET' }])]);
    return { model, responseFormat: format as ResponseFormat };
  },
};

test.each(Object.entries(AGENTS))(
  'an answer %s is not in the state of the graph around it once hooks changed it',
  async (_, params) => {
    const hooks = createHooks();
    hooks.addHook('onDelegateResult', ({ result }) => ({
      result: String(result).replace('SECRET', 'other'),
    }));
    const desk = withHooks(createAgent, hooks)({ name: 'desk', ...(await params()) } as never);
    const graph = new StateGraph(State)
      .addNode('desk', async ({ messages }) => (await desk.invoke({ messages })) as never)
      .addEdge(START, 'desk')
      .compile();
    const state = await withHooks(graph, hooks).invoke(question);
    expect(JSON.stringify(state)).not.toContain('SECRET');
    expect(JSON.stringify(state.messages.at(-1))).toContain('other');
    const object: unknown = state.structuredResponse ?? { where: 'other' };
    expect(object).toEqual({ where: 'other' });
  },
);

test('the questions and answers of earlier turns stay, also where one of them gave an object', () => {
  const call = { name: 'extract-1', args: {}, id: 'c0' };
  const gave = new AIMessage({ content: '', tool_calls: [call] });
  const asked = [new HumanMessage('Where?'), gave, new HumanMessage('Really?')];
  const messages = [...asked, new AIMessage('In the SECRET drawer.')];
  const state = withAnswer({ messages, structuredResponse: { where: 'there' } }, 'In another.');
  expect(state).toEqual({ messages: [...asked, new AIMessage('In another.')] });
});
