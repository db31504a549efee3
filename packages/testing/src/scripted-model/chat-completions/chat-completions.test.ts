import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from '../script/call-tools.ts';
import { say } from '../script/say.ts';
import type { ScriptEntry } from '../script/script.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const request = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] } satisfies Pick<
  OpenAI.ChatCompletionCreateParams,
  'model' | 'messages'
>;

const clientOf = (entries: readonly ScriptEntry[]): OpenAI =>
  new OpenAI({ baseURL: server.chat(entries).baseURL, apiKey: 'any', maxRetries: 0 });

async function chunksOf(
  entries: readonly ScriptEntry[],
  withUsage = false,
): Promise<OpenAI.ChatCompletionChunk[]> {
  const usage = withUsage ? { stream_options: { include_usage: true } } : {};
  const stream = await clientOf(entries).chat.completions.create({
    ...request,
    stream: true,
    ...usage,
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const twoCalls = callTools(
  { name: 'refund', id: 'r1', args: { amount: 5 } },
  { name: 'mail', rawArguments: '{ "to": 1}' },
);

describe('a plain answer of chat completions', () => {
  test('has every field that the service sends', async () => {
    const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 2, reasoningTokens: 1 };
    const answer = await clientOf([say('Hi.', { usage })]).chat.completions.create(request);
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      model: 'gpt-4o',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          message: { role: 'assistant', content: 'Hi.', refusal: null },
        },
      ],
      usage: {
        prompt_tokens: 7,
        completion_tokens: 3,
        total_tokens: 10,
        prompt_tokens_details: { cached_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
    });
    expect(answer.choices[0]?.message).not.toHaveProperty('tool_calls');
  });

  test('asks for several tools at once, with the arguments as the script wrote them', async () => {
    const answer = await clientOf([twoCalls]).chat.completions.create(request);
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null },
    });
    expect(answer.choices[0]?.message.tool_calls).toEqual([
      { id: 'r1', type: 'function', function: { name: 'refund', arguments: '{"amount":5}' } },
      {
        id: expect.stringMatching(/^call_\d+_0_1$/),
        type: 'function',
        function: { name: 'mail', arguments: '{ "to": 1}' },
      },
    ]);
  });

  test('may hold text beside calls, a refusal, reasoning, nothing, or an early end', async () => {
    const first = async (entry: ScriptEntry) =>
      (await clientOf([entry]).chat.completions.create(request)).choices[0];
    expect(await first({ ...twoCalls, text: 'Wait.' })).toMatchObject({
      message: { content: 'Wait.', tool_calls: [{}, {}] },
    });
    expect(await first({ kind: 'answer', refusal: 'No.' })).toMatchObject({
      finish_reason: 'stop',
      message: { content: null, refusal: 'No.' },
    });
    expect(await first(say('Hi.', { reasoning: 'Hm.' }))).toMatchObject({
      message: { reasoning_content: 'Hm.' },
    });
    expect(await first({ kind: 'answer' })).toMatchObject({
      finish_reason: 'stop',
      message: { content: null },
    });
    expect(await first(say('Hi', { finish: 'length' }))).toMatchObject({ finish_reason: 'length' });
    expect(await first(say('', { finish: 'content_filter' }))).toMatchObject({
      finish_reason: 'content_filter',
      message: { content: '' },
    });
  });

  test('estimates usage from the texts alone', async () => {
    const { usage } = await clientOf([say('four')]).chat.completions.create(request);
    expect(usage?.completion_tokens).toBe(1);
    expect(usage?.prompt_tokens).toBe(Math.ceil(JSON.stringify(request.messages).length / 4));
  });

  test('is parsed as structured output by the client', async () => {
    const format = {
      type: 'json_schema',
      json_schema: { name: 'total', schema: { type: 'object' } },
    } as const;
    const client = clientOf([say(JSON.stringify({ total: 5 }))]);
    const answer = await client.chat.completions.parse({ ...request, response_format: format });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ total: 5 });
  });
});

describe('a stream of chat completions', () => {
  test('sends the role, then the text in the chunks of the script, then the reason it ends', async () => {
    const chunks = await chunksOf([say(['Good', 'bye'])]);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content)).toEqual([
      '',
      'Good',
      'bye',
      undefined,
    ]);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([
      null,
      null,
      null,
      'stop',
    ]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
  });

  test('sends id and name of a call first, then its arguments in pieces', async () => {
    const chunks = await chunksOf([
      callTools({ name: 'refund', id: 'r1', args: { amount: 5 } }, { name: 'mail', id: 'm1' }),
    ]);
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(deltas[0]).toEqual({
      index: 0,
      id: 'r1',
      type: 'function',
      function: { name: 'refund', arguments: '' },
    });
    const ofFirst = deltas.filter(({ index }) => index === 0).slice(1);
    expect(ofFirst.length).toBeGreaterThan(1);
    expect(
      ofFirst.every((delta) => delta.id === undefined && delta.function?.name === undefined),
    ).toBe(true);
    expect(ofFirst.map((delta) => delta.function?.arguments).join('')).toBe('{"amount":5}');
    expect(deltas.find(({ index }) => index === 1)).toMatchObject({
      id: 'm1',
      function: { name: 'mail' },
    });
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('sends usage in a chunk without choices, only where it was asked for', async () => {
    const usage = { inputTokens: 7, outputTokens: 3 };
    const asked = await chunksOf([say('Hi', { usage })], true);
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 10 } });
    expect(asked.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
    const plain = await chunksOf([say('Hi', { usage })]);
    expect(plain.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  test('ends with the end mark', async () => {
    const { baseURL } = server.chat([say('Hi')]);
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const body = JSON.stringify({ ...request, stream: true });
    const answer = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect((await answer.text()).endsWith('data: [DONE]\n\n')).toBe(true);
  });
});
