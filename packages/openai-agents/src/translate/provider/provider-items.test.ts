import { MemorySession } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Message, type Part } from '@interpose/core';

import { agentOn, modes, runIn, runner } from '../../../test/app.ts';
import { MemoryModel, says, type Item } from '../../../test/memory-model.ts';
import { withHooks } from '../../index.ts';

const hosted = (name: string, rest: object, more: object = {}): Item => ({
  type: 'hosted_tool_call',
  id: 'h1',
  name,
  status: 'completed',
  ...more,
  providerData: { type: name, id: 'h1', ...rest },
});

const called = (name: string, args: object, outcome: object): readonly Part[] => [
  { type: 'tool-call', id: 'h1', name, args: { ...args } },
  { type: 'tool-result', id: 'h1', name, ...outcome },
];

const action = { type: 'search', query: 'secret' };
const results = [{ text: 'secret' }];
const outputs = [{ type: 'logs', logs: 'secret' }];
const tools = [{ name: 'look', description: 'secret', input_schema: {} }];
const look = { name: 'look', server_label: 'maps', arguments: '{"q":"secret"}' };

/** Items of the provider, each with the parts that hooks see. */
const items: Readonly<Record<string, readonly [Item, readonly Part[]]>> = {
  'a search of the web': [
    hosted('web_search_call', { action }),
    called('web_search', { action }, { result: 'completed' }),
  ],
  'a search in files': [
    hosted('file_search_call', { queries: ['q'], results }),
    called('file_search', { queries: ['q'] }, { result: results }),
  ],
  'a program that ran': [
    hosted('code_interpreter_call', { code: 'x', container_id: 'c', outputs }),
    called('code_interpreter', { code: 'x', container_id: 'c' }, { result: outputs }),
  ],
  'a picture': [
    hosted('image_generation_call', { revised_prompt: 'secret' }, { output: 'AAAA' }),
    called('image_generation', { revised_prompt: 'secret' }, { result: 'AAAA' }),
  ],
  'a call of an MCP server': [
    hosted('mcp_call', look, { output: 'secret' }),
    called('look', { q: 'secret' }, { result: 'secret' }),
  ],
  'a failed call of an MCP server': [
    hosted('mcp_call', { ...look, error: { message: 'secret' } }),
    called('look', { q: 'secret' }, { error: '{"message":"secret"}' }),
  ],
  'a result beside another one': [
    hosted('file_search_call', { results, queries: [] }, { output: 'found' }),
    called('file_search', { results, queries: [] }, { result: 'found' }),
  ],
  'the tools of an MCP server': [
    hosted('mcp_list_tools', { server_label: 'maps', tools }),
    [{ type: 'data', data: { server_label: 'maps', tools } }],
  ],
  'an item of no known kind': [
    { type: 'unknown', id: 'u1', providerData: { type: 'new', id: 'u1', words: 'secret' } },
    [{ type: 'data', data: { words: 'secret' } }],
  ],
  'a call of a program': [
    { type: 'program', callId: 'h1', code: 'secret', fingerprint: 'f' },
    [called('programmatic_tool_calling', { code: 'secret' }, {})[0]!],
  ],
  'what came of a program': [
    { type: 'program_output', callId: 'h1', output: 'secret', status: 'completed' },
    [called('programmatic_tool_calling', {}, { result: 'secret' })[1]!],
  ],
  'a search among tools': [
    { type: 'tool_search_call', callId: 'h1', arguments: { paths: ['secret'] } },
    [called('tool_search', { paths: ['secret'] }, {})[0]!],
  ],
  'the tools that were found': [
    { type: 'tool_search_output', callId: 'h1', tools },
    [called('tool_search', {}, { result: tools })[1]!],
  ],
};

const clean = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('secret', '******')) as T;

/** Asks a model with this item in the history; hooks change its message. Returns what hooks and the model got. */
async function ask(item: Item, change?: (message: Message) => Message): Promise<unknown> {
  const hooks = createHooks();
  const shown: unknown[] = [];
  hooks.addHook('preRequest', ({ request }) => {
    const [first, message, ...rest] = request.messages;
    shown.push(message!.content);
    if (change !== undefined)
      return { request: { ...request, messages: [first!, change(message!), ...rest] } };
  });
  const model = new MemoryModel('Done.');
  const user = { role: 'user', content: 'Hi.' } as const;
  await runner.run(withHooks(agentOn(model), hooks), [user, item, user]);
  return [shown[0], model.asked[0]!.input[1]];
}

describe.each(Object.entries(items))('%s in a history', (_, [item, parts]) => {
  test('is shown before it is sent again, and sent as it is', async () => {
    expect(await ask(item)).toEqual([parts, item]);
  });

  test('is sent as hooks left it', async () => {
    const [, sent] = (await ask(item, clean)) as readonly unknown[];
    expect(sent).toEqual(clean(item));
  });
});

const found = items['a search in files']![0];

test('a result that hooks take out of a history is not sent', async () => {
  const [, sent] = (await ask(found, (message) => ({
    ...message,
    content: message.content.slice(0, 1),
  }))) as readonly unknown[];
  expect(sent).toEqual(hosted('file_search_call', { queries: ['q'] }));
});

describe.each(modes)('what the provider ran in an answer (%s)', (mode) => {
  const run = (hooks: ReturnType<typeof createHooks>) =>
    runIn(mode, withHooks(agentOn(new MemoryModel([found, says('Done.')])), hooks), 'Hi.');

  test('is shown with it, and is no call for the app to make', async () => {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.addHook('onResponse', ({ response: { content, finishReason } }) => {
      heard.push(content.slice(0, 2), finishReason);
    });
    hooks.addHook('onAgentResponse', () => deny('not this one'));
    expect((await run(hooks)).finalOutput).toBe('Blocked by policy.');
    expect(heard).toEqual([items['a search in files']![1], 'stop']);
  });

  test('is kept as hooks left it, and the answer is judged all the same', async () => {
    const hooks = createHooks();
    let judged = 0;
    hooks.addHook('onResponse', ({ response }) => ({ response: clean(response) }));
    hooks.addHook('onAgentResponse', () => void (judged += 1));
    const { history } = await run(hooks);
    expect([judged, history[1]]).toEqual([1, clean(found)]);
  });
});

test('the tools of a hosted MCP server are shown where a session is read', async () => {
  const hooks = createHooks();
  const read: string[] = [];
  hooks.addHook('onMemoryRetrieved', ({ memory }) => {
    read.push(...memory.map(({ content }) => content));
  });
  const session = new MemorySession();
  await session.addItems([items['the tools of an MCP server']![0]]);
  await runIn('plain', withHooks(agentOn(new MemoryModel('Done.')), hooks), 'Hi.', { session });
  expect(read.join()).toContain('secret');
});
