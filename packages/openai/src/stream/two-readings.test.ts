import { createHooks, deny, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const COMPLETIONS = '/chat/completions';
const SECRET = 'ann@mail.example';
const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const text = JSON.stringify({ type: 'response.output_text.delta', item_id: 'm', delta: SECRET });
const call = (fields: object): string => chunk({ tool_calls: [{ index: 0, ...fields }] });
const refund = { name: 'refund', arguments: '{}' };
const done = 'data: [DONE]\n\n';

/** Returns hooks that take the secret out of every text, or deny one tool. */
function guarding(hidden: string): Hooks {
  const hooks = createHooks();
  if (hidden === SECRET)
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replaceAll(SECRET, '***') }));
  hooks.addHook('preToolCall', () => deny('a person decides'), { tool: 'refund' });
  return hooks;
}

const said = chunk({ content: SECRET });
const marked = `data: {"choices":[{"index":0,"delta":{\n\uFEFFdata: "content":"${SECRET}"\ndata: }}]}\n\n`;
const both = { id: 'a', type: 'function', function: refund, custom: { name: 'look', input: '' } };
const named = (name: string): string => call({ id: 'a', function: { name, arguments: '' } });
const began = `data: ${JSON.stringify({
  type: 'response.created',
  response: { output: [{ type: 'function_call', id: 'f', call_id: 'c', ...refund }] },
})}\n\n`;
const ended = `data: ${JSON.stringify({ type: 'response.function_call_arguments.done', item_id: 'f', ...refund })}\n\n`;

/** Streams that can be read in two ways, and what must not be read in either. */
const streams: readonly (readonly [what: string, path: string, hidden: string, sent: string])[] = [
  ['a line with a byte order mark', COMPLETIONS, SECRET, marked],
  ['a text that is named an error', COMPLETIONS, SECRET, `event: error\n${said}`],
  [
    'an error named as of a thread',
    COMPLETIONS,
    SECRET,
    `event: thread.x\n${chunk({ content: SECRET }, { error: 'bad' })}`,
  ],
  ['a delta that is named an error', '/responses', SECRET, `event: error\ndata: ${text}\n\n`],
  ['a call as which a response begins', '/responses', 'refund', began],
  ['a call that only its end names', '/responses', 'refund', ended],
  ['a cancelled response', '/responses', 'refund', began.replace('created', 'cancelled')],
  ['a call in two forms', COMPLETIONS, 'refund', call(both)],
  ['a call with two names', COMPLETIONS, 'refund', named('refund') + named('look')],
  ['a call with its name in pieces', COMPLETIONS, 'und', named('ref') + named('und')],
];
const cases = sdkVersions.flatMap(({ version, sdk }) =>
  streams.map(([what, path, hidden, sent]) => ({ version, sdk, what, path, hidden, sent })),
);

test.each(cases)('hooks judge $what as the client reads it ($version)', async (each) => {
  const { sdk, path, hidden, sent } = each;
  const read = async (hooks: Hooks | undefined): Promise<string> => {
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = async () => new Response(sent + done, { headers });
    const client = new sdk.OpenAI({ apiKey: 'any', fetch, maxRetries: 0 });
    if (hooks !== undefined) withHooks(client, hooks);
    const body = { model: 'm', messages: [{ role: 'user', content: 'Go.' }], input: 'Go.' };
    const stream = await client.post<AsyncIterable<unknown>>(path, {
      body: { ...body, stream: true },
      stream: true,
    });
    const got: unknown[] = [];
    try {
      for await (const event of stream) got.push(event);
    } catch (error) {
      got.push(error, String(error));
    }
    return JSON.stringify(got);
  };
  expect(await read(guarding(hidden))).not.toContain(hidden);
});
