import { createHooks, deny, textOf, type Hooks, type ToolCallPart } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { chunk, SECRET } from '../../test/secret-answers.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type Body = Readonly<Record<string, unknown>>;

const CHAT = '/chat/completions';
const RESPONSES = '/responses';

/** Returns the events of a response with this one item, and with these events before the item ends. */
function eventsOf(item: Body, ...told: Body[]): Body[] {
  const response = { id: 'r', object: 'response', created_at: 1, model: 'm', output: [item] };
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, ...emptied } },
    ...told.map((event) => ({ ...event, item_id: 'i', output_index: 0 })),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed' } },
  ];
}
const emptied = { code: '', arguments: '', content: [], status: 'in_progress' };

const code = { id: 'i', type: 'code_interpreter_call', code: SECRET, outputs: null };
const args = JSON.stringify({ word: SECRET });
const mcp = { id: 'i', type: 'mcp_call', name: 'tell', server_label: 's', arguments: args };
const audio = { type: 'output_audio', data: SECRET, transcript: SECRET };
const spoken = { id: 'i', type: 'message', role: 'assistant', content: [audio] };
const silent = { id: 'i', type: 'message', role: 'assistant', content: [] };

const custom = { index: 0, id: 'c', type: 'custom', custom: { name: 'tell', input: SECRET } };
const legacy = { name: 'tell', arguments: args };

const answers: readonly (readonly [string, string, readonly object[]])[] = [
  ['a text in pieces', CHAT, [chunk({ content: [{ type: 'text', text: SECRET }] })]],
  [
    'the input of a custom tool',
    CHAT,
    [chunk({ role: 'assistant', tool_calls: [custom] }), chunk({}, 'tool_calls')],
  ],
  [
    'the arguments of a call in the older form',
    CHAT,
    [chunk({ role: 'assistant', function_call: legacy }), chunk({}, 'function_call')],
  ],
  [
    'the code of an interpreter',
    RESPONSES,
    eventsOf(
      code,
      { type: 'response.code_interpreter_call_code.delta', delta: SECRET },
      { type: 'response.code_interpreter_call_code.done', code: SECRET },
    ),
  ],
  [
    'the arguments for a server',
    RESPONSES,
    eventsOf(
      mcp,
      { type: 'response.mcp_call_arguments.delta', delta: args },
      { type: 'response.mcp_call_arguments.done', arguments: args },
    ),
  ],
  [
    'the transcript of a voice',
    RESPONSES,
    eventsOf(
      spoken,
      { type: 'response.audio.delta', delta: SECRET },
      { type: 'response.audio.transcript.delta', delta: SECRET },
      { type: 'response.audio.transcript.done' },
    ),
  ],
  [
    'a text of a kind that is not known',
    RESPONSES,
    eventsOf(
      silent,
      { type: 'response.poem.delta', delta: SECRET },
      { type: 'response.poem.done', poem: SECRET },
    ),
  ],
];

const denying = ({ delta }: { readonly delta: string }) =>
  delta.includes(SECRET) ? deny('not that word') : undefined;
const changing = ({ delta }: { readonly delta: string }) => ({
  delta: delta.replaceAll(SECRET, 'word'),
});

describe.each(answers)('%s', (_what, path, events) => {
  test.each([
    ['denies', denying],
    ['changes', changing],
  ])('does not leave where a hook %s deltas', async (_how, hook) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', hook);
    const got = await askFetch(hooks, path, events);
    expect(got).not.toContain(SECRET);
    expect(got).toContain(hook === denying ? 'Blocked by policy.' : path === CHAT ? 'word' : 'i');
  });

  test('leaves as it came where hooks say nothing', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined);
    hooks.addHook('onResponse', () => undefined);
    expect(await askFetch(hooks, path, events)).toBe(await askFetch(createHooks(), path, events));
  });
});

test.each([
  ['code', { code: 'word' }, 'word', answers[3]![2]],
  ['arguments', { word: 'word' }, '{"word":"word"}', answers[4]![2]],
])(
  'the end of the %s for a service says what hooks made of it',
  async (field, left, text, events) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => {
      const [call, ...rest] = response.content;
      return {
        response: { ...response, content: [{ ...call, args: left } as ToolCallPart, ...rest] },
      };
    });
    const got = await askFetch(hooks, RESPONSES, events);
    const ends = got.split('\n').filter((line) => line.includes(`_call_${field}.done","`));
    expect(ends).toEqual([expect.stringContaining(`"${field}":${JSON.stringify(text)}`)]);
  },
);

describe('hooks on whole answers read', () => {
  const program = { id: 'p', type: 'program', call_id: 'c', code: SECRET };
  const output = { id: 'o', type: 'program_output', call_id: 'c', result: SECRET };
  test.each([
    ['a text in pieces, streamed', CHAT, answers[0]![2]],
    ['the transcript of a voice', RESPONSES, { output: [spoken] }],
    ['the transcript of a voice, streamed', RESPONSES, answers[3]![2]],
    ['a program that calls tools', RESPONSES, { output: [program] }],
    ['what a program came to', RESPONSES, { output: [output] }],
  ])('%s', async (_what, path, answer) => {
    const hooks = createHooks();
    const read: string[] = [];
    hooks.addHook('onResponse', ({ response }) => {
      read.push(textOf(response), JSON.stringify(response.content));
    });
    await askFetch(hooks, path, answer);
    expect(read.join()).toContain(SECRET);
  });
});

describe.each(sdkVersions)('an error in a stream of openai $version', ({ sdk }) => {
  const failing = (hooks: Hooks | undefined, event: string, responses = false) => {
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = async (): Promise<Response> => new Response(`${event}\n\n`, { headers });
    const client = new sdk.OpenAI({ apiKey: 'any', fetch, logLevel: 'off', maxRetries: 0 });
    if (hooks !== undefined) withHooks(client, hooks);
    return (async (): Promise<unknown[]> => {
      const got: unknown[] = [];
      const { chat } = client;
      const stream = responses
        ? await client.responses.create({ model: 'm', input: 'Word?', stream: true })
        : await chat.completions.create({ model: 'm', messages: [], stream: true });
      for await (const each of stream as AsyncIterable<unknown>) got.push(each);
      return got;
    })().catch((error: unknown) => [error]);
  };
  const named = `event: error\ndata: ${JSON.stringify({ message: SECRET })}`;

  test.each([
    ['as a text', `data: ${JSON.stringify({ error: SECRET })}`, false],
    ['as an object', `data: ${JSON.stringify({ error: { message: SECRET } })}`, true],
    ['by its name', named, false],
    ['by its name, with its data first', named.split('\n').toReversed().join('\n'), false],
  ])('that is told %s can be denied, and else is as without hooks', async (_how, event, both) => {
    for (const responses of both ? [false, true] : [false]) {
      const hooks = createHooks();
      hooks.addHook('onRequestError', () => undefined);
      const shown = ([error]: unknown[]) => [String(error), JSON.stringify(error)];
      expect(shown(await failing(hooks, event, responses))).toEqual(
        shown(await failing(undefined, event, responses)),
      );
      hooks.addHook('onRequestError', () => deny('nobody has to know'));
      const [error] = await failing(hooks, event, responses);
      expect([String(error), JSON.stringify(error)].join()).toMatch(/^DeniedError/);
      expect(JSON.stringify(error)).not.toContain(SECRET);
    }
  });
});
