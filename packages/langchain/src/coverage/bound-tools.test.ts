import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createHooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';

import { PiecesModel } from '../../test/inner-parts.ts';
import { calls, says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const enforced = { require: 'enforced' } as const;
const refused = /^\[not_enforced\].*tool of a model hooked alone refund preToolCall/;

test('a model hooked by itself refuses tools with code that are not hooked, where all has to be enforced', async () => {
  const { model, requests } = await scriptedChatModel([says('Hello.')]);
  const bound = withHooks(model, createHooks(), enforced).bindTools([spy('refund')]);
  await expect(bound.invoke('Hi.')).rejects.toThrow(refused);
  await expect(bound.stream('Hi.').then((parts) => parts.next())).rejects.toThrow(refused);
  const given = withHooks(new PiecesModel(), createHooks(), enforced).invoke('Hi.', {
    tools: [spy('refund')],
  } as object);
  await expect(given).rejects.toThrow(refused);
  expect(requests()).toEqual([]);
});

test('it takes tools that are hooked, those of a hooked node, and definitions without code', async () => {
  const hooks = createHooks();
  const { model, requests } = await scriptedChatModel([says('1.'), says('2.'), says('3.')]);
  const alone = withHooks(model, hooks, enforced);
  const definition = { type: 'function', function: { name: 'refund', parameters: {} } } as const;
  for (const tools of [
    [withHooks(spy('refund'), hooks, enforced)],
    withHooks(new ToolNode([spy('refund')]), hooks, enforced).tools,
    [definition],
  ])
    await alone.bindTools(tools).invoke('Hi.');
  expect(requests()).toHaveLength(3);
});

test('an agent that is hooked runs the tools of its model itself, and without require nothing is refused', async () => {
  const { model } = await scriptedChatModel([calls(['refund']), says('Done.'), says('Alone.')]);
  const refund = spy('refund');
  const agent = withHooks(createAgent, createHooks(), enforced)({ model, tools: [refund] });
  await agent.invoke({ messages: ['Go.'] });
  expect(refund.runs).toHaveLength(1);
  const alone = withHooks(model, createHooks()).bindTools([refund]);
  expect((await alone.invoke('Hi.')).text).toBe('Alone.');
});
