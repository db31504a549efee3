import { ask, createHooks, deny, type Hooks } from '@interpose/core';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The tools that a service is offered, by the names that policies know. */
const TOOLS: Readonly<Record<string, Fields>> = {
  web_search: { type: 'web_search_preview' },
  git: { type: 'mcp', server_label: 'git', server_url: 'https://example.com/mcp' },
  shell: { type: 'shell', environment: { type: 'container_auto' } },
};

const searched = {
  type: 'web_search_call',
  id: 'w',
  status: 'completed',
  action: { type: 'search', query: 'price' },
};
const listed = {
  type: 'mcp_call',
  id: 'm',
  server_label: 'git',
  name: 'list_repos',
  arguments: '{"of":"me"}',
  output: 'one',
};
const ran = {
  type: 'shell_call',
  id: 's',
  call_id: 'call_s',
  status: 'completed',
  environment: { type: 'container_reference', container_id: 'c' },
  action: { commands: ['ls'] },
};
const said = {
  type: 'message',
  id: 'msg',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Ten euros.', annotations: [] }],
};

/** A service in memory that keeps the requests it got. */
class Service {
  readonly sent: Fields[] = [];
  readonly #output: readonly Fields[];

  constructor(...output: readonly Fields[]) {
    this.#output = output;
  }

  readonly fetch: typeof fetch = async (_url, init) => {
    const body = JSON.parse(init?.body as string) as Fields;
    this.sent.push(body);
    const response = { id: 'r', object: 'response', status: 'completed', output: this.#output };
    if (body['stream'] !== true) return Response.json(response);
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...this.#output.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      { type: 'response.completed', response },
    ].map((event, number) => ({ ...event, sequence_number: number }));
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
}

async function respond(hooks: Hooks, service: Service, stream: boolean): Promise<string> {
  const client = withHooks(new OpenAI({ apiKey: 'any', fetch: service.fetch }), hooks);
  // These tools have the type of the interface in every field that is read here.
  const tools = Object.values(TOOLS) as never[];
  const asked = { model: 'm', input: 'Price?', tools };
  if (!stream) return (await client.responses.create(asked)).output_text;
  let last = '';
  for await (const event of await client.responses.create({ ...asked, stream }))
    if (event.type === 'response.completed') last = JSON.stringify(event.response.output);
  return last;
}

describe.each([false, true])('a tool that the provider runs (streamed: %s)', (stream) => {
  test.each(
    Object.keys(TOOLS).flatMap(
      (name) =>
        [
          [name, 'denies', () => deny('not that')],
          [name, 'asks about', () => ask('a person decides')],
          [name, 'answers for', () => ({ result: 'nothing' })],
        ] as const,
    ),
  )('named %s leaves the request of which a policy %s it', async (name, _, verdict) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', verdict, { tool: name });
    const service = new Service(said);
    await respond(hooks, service, stream);
    const rest = Object.entries(TOOLS).flatMap(([other, tool]) => (other === name ? [] : [tool]));
    expect(service.sent.map(({ tools }) => tools)).toEqual([rest]);
  });

  test('has one name on offer, at the gate and in the inventory, and is asked about once', async () => {
    const hooks = createHooks();
    const heard: Record<string, string[]> = { gate: [], request: [], inventory: [] };
    hooks.addHook('preToolCall', ({ call, tool }) => {
      if (tool.origin === 'provider') heard['gate']!.push(call.name);
    });
    hooks.addHook('preRequest', ({ request }) => {
      heard['request']!.push(...(request.tools ?? []).map(({ name }) => name));
    });
    hooks.addHook('onInventoryChange', ({ component: { kind, name } }) => {
      if (kind === 'tool') heard['inventory']!.push(name);
    });
    await respond(hooks, new Service(said), stream);
    const names = Object.keys(TOOLS);
    expect(heard).toEqual({ gate: names, request: names, inventory: names });
  });

  test('is reported with what it ran and what came of it, under the same name', async () => {
    const hooks = createHooks();
    const heard: unknown[] = [];
    hooks.observe('preToolCall', ({ call, tool }) => void heard.push([tool.origin, call]));
    hooks.observe('onToolCallResult', ({ call, result }) => void heard.push([call.name, result]));
    hooks.observe('onToolCallError', ({ call, error }) => void heard.push([call.name, error]));
    const failed = { ...listed, id: 'f', output: null, error: 'no such repo' };
    await respond(hooks, new Service(searched, listed, failed, ran, said), stream);
    await hooks.flush();
    expect(heard).toEqual([
      ['provider', { id: 'w', name: 'web_search', args: { action: searched.action } }],
      ['web_search', 'completed'],
      ['provider', { id: 'm', name: 'list_repos', args: { of: 'me' } }],
      ['list_repos', 'one'],
      ['provider', { id: 'f', name: 'list_repos', args: { of: 'me' } }],
      ['list_repos', { message: 'no such repo' }],
      [
        'provider',
        {
          id: 'call_s',
          name: 'shell',
          args: { environment: ran.environment, action: ran.action },
        },
      ],
    ]);
  });

  test('leaves the answer beside it to onAgentResponse', async () => {
    const hooks = createHooks();
    const heard: string[] = [];
    hooks.addHook('onAgentResponse', () => void heard.push('onAgentResponse'));
    hooks.addHook('preToolCall', () => undefined);
    const text = await respond(hooks, new Service(ran, said), stream);
    expect([heard, text]).toEqual([['onAgentResponse'], expect.stringContaining('Ten euros.')]);
  });
});

test('a computer of the app has one name, offered and called', async () => {
  const hooks = createHooks();
  const names = new Set<string>();
  hooks.addHook('preRequest', ({ request }) => {
    for (const { name } of request.tools ?? []) names.add(name);
  });
  hooks.addHook('preToolCall', ({ call }) => void names.add(call.name));
  const click = {
    type: 'computer_call',
    id: 'c',
    call_id: 'call_c',
    status: 'completed',
    action: { type: 'click', x: 1, y: 2, button: 'left' },
    pending_safety_checks: [],
  };
  const client = withHooks(new OpenAI({ apiKey: 'any', fetch: new Service(click).fetch }), hooks);
  const computer = {
    type: 'computer_use_preview',
    environment: 'browser',
    display_width: 8,
    display_height: 8,
  } as const;
  const { output } = await client.responses.create({ model: 'm', input: 'Go.', tools: [computer] });
  expect([[...names], output.length]).toEqual([['computer'], 1]);
});
