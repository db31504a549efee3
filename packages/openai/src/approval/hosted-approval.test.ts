import { createHooks, deny, type HookReturn, type Hooks } from '@interpose/core';
import OpenAI from 'openai';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

const wants = (name: string, id: string, text = '{"euros":5}'): Fields => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'bank',
  name,
  arguments: text,
});
const answerTo = (id: string, approve = true): Fields => ({
  type: 'mcp_approval_response',
  approval_request_id: id,
  approve,
});
const said = {
  type: 'message',
  id: 'msg',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};
const bank = { type: 'mcp', server_label: 'bank', server_url: 'https://bank.test' };

/** A service in memory that gives these outputs in turn, and keeps the input of each request. */
function service(...outputs: (readonly Fields[])[]) {
  const sent: Fields[][] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const { input, stream } = JSON.parse(init?.body as string) as Fields;
    sent.push(input as Fields[]);
    const output = outputs.shift() ?? [said];
    const response = { id: 'r', object: 'response', status: 'completed', output };
    if (stream !== true) return Response.json(response);
    const text = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...output.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      { type: 'response.completed', response },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
  return { sent, client: new OpenAI({ apiKey: 'any', fetch }) };
}

/** Returns hooks that judge the tool "pay", and the names that they were asked about. */
function judging(run: () => HookReturn<'preToolCall'>): { hooks: Hooks; asked: string[] } {
  const hooks = createHooks();
  const asked: string[] = [];
  hooks.addHook('preToolCall', ({ call, tool }) => {
    if (tool.name === 'bank') return undefined;
    asked.push(`${call.name} ${JSON.stringify(call.args)} ${tool.origin} ${tool.server}`);
    return call.name === 'pay' ? run() : undefined;
  });
  return { hooks, asked };
}

/** Everything that the app reads of one answer. */
async function read(client: OpenAI, input: readonly Fields[], stream: boolean, more: Fields = {}) {
  const params = { model: 'm', input, tools: [bank], ...more } as never;
  if (!stream) return JSON.stringify(await client.responses.create(params));
  let all = '';
  for await (const event of client.responses.stream(params)) all += JSON.stringify(event);
  return all;
}

const asks = { role: 'user', content: 'Pay.' };
const noted = 'pay {"euros":5} provider bank';

describe.each([false, true])('a call that waits for approval (streamed: %s)', (stream) => {
  test('never reaches the app where a policy denies it, and says why', async () => {
    const { hooks, asked } = judging(() => deny('too much'));
    const { client } = service([wants('pay', 'p'), wants('look', 'l')], [wants('pay', 'q')]);
    const some = await read(withHooks(client, hooks), [asks], stream);
    expect(some).toContain('"look"');
    const none = await read(client, [asks], stream, { previous_response_id: 'r' });
    expect(some + none).not.toContain('"pay"');
    expect(none).toContain('too much');
    expect(asked).toEqual([noted, noted.replace('pay', 'look'), noted]);
  });

  test('is withheld where a policy changes it: the service runs it as the model wrote it', async () => {
    const changed = { id: 'p', name: 'pay', args: { euros: 1 } };
    const { hooks } = judging(() => ({ call: changed }));
    const shown = createHooks();
    shown.addHook('onResponse', ({ response }) => {
      const content = response.content.map((part) =>
        part.type === 'tool-call' ? { ...part, args: { euros: 1 } } : part,
      );
      return { response: { ...response, content } };
    });
    for (const each of [hooks, shown]) {
      const { client } = service([wants('pay', 'p')]);
      const got = await read(withHooks(client, each), [asks], stream);
      expect(got).not.toContain('mcp_approval_request');
      expect(got).toContain('can only be told yes or no');
    }
  });

  test('is asked about once, also if the app sends it back with a yes', async () => {
    const { hooks, asked } = judging(() => undefined);
    const { sent, client } = service([wants('pay', 'p')]);
    await read(withHooks(client, hooks), [asks], stream);
    const input = [asks, wants('pay', 'p'), answerTo('p')];
    await read(client, input, stream);
    await read(client, [answerTo('p')], stream, { previous_response_id: 'r' });
    expect(sent.slice(1)).toEqual([input, [answerTo('p')]]);
    expect(asked).toEqual([noted]);
  });

  test('is not approved by a yes of the app where hooks deny what they had not seen', async () => {
    const { hooks, asked } = judging(() => deny('too much'));
    const { sent, client } = service();
    const requests = [wants('pay', 'p'), wants('look', 'l'), wants('pay', 'n')];
    const input = [asks, ...requests, answerTo('p'), answerTo('l'), answerTo('n', false)];
    for (const _ of [1, 2]) await read(withHooks(client, hooks), input, stream);
    await read(client, [answerTo('p')], stream, { previous_response_id: 'r' });
    const no = { ...answerTo('p', false), reason: expect.stringContaining('too much') };
    const left = [asks, ...requests, no, answerTo('l'), answerTo('n', false)];
    expect(sent).toEqual([left, left, [no]]);
    expect(asked).toEqual([noted, noted.replace('pay', 'look')]);
  });

  test('is not run for a tool runner that approves it where a policy denies it', async () => {
    const { hooks } = judging(() => deny('too much'));
    const { sent, client } = service([wants('pay', 'p')]);
    const runner = withHooks(new ResponsesToolRunner({ functions: [] }), hooks);
    const given = { stream, approveMcp: () => true } as never;
    const params = { model: 'm', input: 'Pay.', tools: [bank] } as never;
    for await (const _ of runner.iterate(client, params, given)) continue;
    expect(sent[1]).toContainEqual({
      ...answerTo('p', false),
      reason: expect.stringContaining('too much'),
    });
  });
});
