import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDeepAgent, createAsyncSubAgentMiddleware } from 'deepagents';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { createHooks, deny } from '@interpose/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { calls, hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user' as const, content: 'Ask them.' }] };
const sent: string[] = [];

/** A server of agents: it notes the messages that it is sent. */
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  void text(request).then((body) => {
    const { input } = JSON.parse(body || '{}') as { input?: { messages: { content: string }[] } };
    if (input !== undefined) sent.push(...input.messages.map(({ content }) => content));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ thread_id: 'T1', run_id: 'R1', status: 'running' }));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, resolve)));
afterAll(() => void server.close());
beforeEach(() => void sent.splice(0));

const subagent = () => ({
  name: 'far',
  description: 'Far away.',
  graphId: 'desk',
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});
const script = [
  calls(['start_async_task', { description: 'Pay 5.', agentName: 'far' }]),
  calls(['update_async_task', { taskId: 'T1', message: 'Pay 9.' }]),
  says('Done.'),
];

test('work for a sub-agent on a server passes the hooks of delegations, also what is added later', async () => {
  const { hooks } = hearing([]);
  const asked: unknown[] = [];
  hooks.addHook('preDelegate', ({ task }) => {
    asked.push([task.to, task.input]);
    if (task.input === 'Pay 9.') return deny('too much');
    return { task: { ...task, input: 'Pay 4.' } };
  });
  const { model } = await scriptedChatModel(script);
  await withHooks(createDeepAgent, hooks)({ model, subagents: [subagent()] }).invoke(question);
  expect(asked).toEqual([
    ['far', 'Pay 5.'],
    ['far', 'Pay 9.'],
  ]);
  expect(sent).toEqual(['Pay 4.']);
});

test('a call that hooks send to a server passes the hooks of delegations', async () => {
  const hooks = createHooks({ allowRename: true });
  hooks.addHook('preDelegate', ({ task }) => deny(`nothing for ${task.to}`));
  const args = { description: 'Pay 5.', agentName: 'far' };
  hooks.addHook('preToolCall', ({ call }) => ({
    call: { ...call, name: 'start_async_task', args },
  }));
  const { model } = await scriptedChatModel([calls(['note', {}]), says('Done.')]);
  const note = tool(() => 'noted', { name: 'note', description: 'Notes.', schema: z.object({}) });
  const made = withHooks(createDeepAgent, hooks)({ model, tools: [note], subagents: [subagent()] });
  const { messages } = await made.invoke(question);
  expect(messages.at(-2)?.text).toContain('nothing for far');
  expect(sent).toEqual([]);
});

test('a sub-agent on a server is refused where all has to be enforced', async () => {
  const { hooks } = hearing([]);
  const { model } = await scriptedChatModel(script);
  const options = { require: 'enforced' } as const;
  const make = withHooks(createDeepAgent, hooks, options);
  expect(() => make({ model, subagents: [subagent()] })).toThrow('remote graph');
  const middleware = [createAsyncSubAgentMiddleware({ asyncSubAgents: [subagent()] })];
  const agent = withHooks(createAgent, hooks, options)({ model, middleware });
  await expect(agent.invoke(question)).rejects.toThrow('remote graph');
  expect(sent).toEqual([]);
});

test.each([
  ['a backend', { backend: { execute: () => 'ran' } }],
  ['what describes a call to people', { interruptOn: { rm: { description: () => 'Remove?' } } }],
])('%s is allowed where all has to be enforced', async (_, params) => {
  const { model } = await scriptedChatModel([]);
  const make = withHooks(createDeepAgent, hearing([]).hooks, { require: 'enforced' });
  expect(() => make({ model, ...params } as never)).not.toThrow();
});
