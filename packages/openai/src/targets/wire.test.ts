import { createHooks, deny, mapText, type Hooks } from '@interpose/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { scriptedModel } from '../../test/shop.ts';
import { hookFetch } from '../index.ts';

let server: Awaited<ReturnType<typeof scriptedModel>>;
beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const script = [{ kind: 'answer', text: ['It costs ', 'ten ', 'euros.'] } as const];
const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };

/** Returns the text that is really in the stream of one request through a hooked fetch. */
async function ask(
  hooks: Hooks,
  path: string,
  body: object,
): Promise<{ text: string; status: number }> {
  const { baseURL } = server.chat(script);
  const request = { model: 'm', stream: true, ...body };
  const response = await hookFetch(fetch, hooks)(`${baseURL}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  return { text: await response.text(), status: response.status };
}

const chat = { messages: [{ role: 'user', content: 'Price?' }] };
const eventsOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);

const policies: Record<string, (hooks: Hooks) => unknown> = {
  'a refusal before': (hooks) => hooks.addHook('preRequest', () => deny('no')),
  'a refusal of the answer': (hooks) => hooks.addHook('onResponse', () => deny('no')),
  'a refusal in the middle': (hooks) =>
    hooks.addHook('onResponseDelta', ({ delta }) =>
      delta.includes('ten') ? deny('no') : undefined,
    ),
  'a supplied answer': (hooks) =>
    hooks.addHook('preRequest', () => ({
      response: { content: [{ type: 'text', text: 'Nine.' }] },
    })),
  'a rewritten answer': (hooks) =>
    hooks.addHook('onResponse', ({ response }) => ({
      response: mapText(response, (text) => text.replace('ten', 'nine')),
    })),
  'a rewritten delta behind a window': (hooks) =>
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('ten', 'nine') }), {
      window: 4,
    }),
};

describe.each(Object.entries(policies))('%s', (_, policy) => {
  test('is a whole stream of chat completions', async () => {
    const hooks = createHooks();
    policy(hooks);
    const { text } = await ask(hooks, '/chat/completions', chat);
    const chunks = eventsOf(text).flatMap(
      (event) => event['choices'] as { delta: { role?: string }; finish_reason: string | null }[],
    );
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(chunks.filter(({ delta }) => delta.role !== undefined)).toHaveLength(1);
    expect(chunks.filter((chunk) => chunk.finish_reason !== null)).toHaveLength(1);
    expect(text).not.toContain('ten ');
  });

  test('is a whole stream of responses, which says the same everywhere', async () => {
    const hooks = createHooks();
    policy(hooks);
    const { text } = await ask(hooks, '/responses', { input: 'Price?' });
    const events = eventsOf(text);
    const of = (type: string) => events.filter((event) => event['type'] === type);
    expect(events.map((event) => event['type'] === undefined)).not.toContain(true);
    expect(events[0]?.['type']).toBe('response.created');
    expect(events.at(-1)?.['type']).toBe('response.completed');
    expect(of('response.output_item.added')).toHaveLength(of('response.output_item.done').length);
    const deltas = of('response.output_text.delta')
      .map(({ delta }) => delta)
      .join('');
    const { output } = events.at(-1)!['response'] as {
      output: { content: { type: string; text?: string }[] }[];
    };
    const whole = output
      .flatMap(({ content }) => content.map((piece) => piece.text ?? ''))
      .join('');
    expect(whole).toBe(deltas);
    expect(text).not.toContain('ten ');
  });
});

describe('a fetch on its own', () => {
  test('answers 403, not to be repeated, where a denial cannot be a message', async () => {
    const hooks = createHooks({ onDeny: 'throw' });
    hooks.addHook('preRequest', () => deny('not today', { code: 'closed' }));
    const { text, status } = await ask(hooks, '/chat/completions', chat);
    expect([status, JSON.parse(text)]).toMatchObject([403, { error: { code: 'closed' } }]);
  });

  test('does not let logprobs spell what was rewritten', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, () => 'Safe.') }));
    const choice = {
      index: 0,
      message: { role: 'assistant', content: 'secret' },
      logprobs: { content: [{ token: 'secret', logprob: 0 }] },
      finish_reason: 'stop',
    };
    const answer = async (): Promise<Response> => Response.json({ id: 'c', choices: [choice] });
    const response = await hookFetch(answer, hooks)('http://x.test/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'm', ...chat }),
    });
    expect(await response.text()).not.toContain('secret');
  });

  test('sends no request whose body it cannot show', async () => {
    const hooks = createHooks();
    let sent = 0;
    const count = async (): Promise<Response> => {
      sent++;
      return Response.json({});
    };
    const call = hookFetch(count, hooks)('http://x.test/v1/chat/completions', {
      method: 'POST',
      body: new FormData(),
    });
    await expect(call).rejects.toThrow(/request_unreadable/);
    expect(sent).toBe(0);
  });

  test('lets a text pass no window that a service sends only whole', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('secret', '***') }));
    const item = {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'a secret', annotations: [] }],
    };
    const response = { id: 'r', object: 'response', status: 'in_progress', output: [] };
    const events = [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      {
        type: 'response.completed',
        response: { ...response, status: 'completed', output: [item] },
      },
    ];
    const body = events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    const answered = await hookFetch(async () => new Response(body), hooks)(
      'http://x.test/v1/responses',
      {
        method: 'POST',
        body: JSON.stringify({ model: 'm', input: 'x', stream: true }),
      },
    );
    const text = await answered.text();
    expect(text).toContain('a ***');
    expect(text).not.toContain('secret');
  });
});
