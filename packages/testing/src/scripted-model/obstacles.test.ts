import OpenAI, { APIError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from './script/say.ts';
import type { ScriptedChat } from './scripted-chat.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const clientOf = ({ baseURL }: ScriptedChat, maxRetries = 0): OpenAI =>
  new OpenAI({ baseURL, apiKey: 'any', maxRetries });

const request = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] } satisfies Pick<
  OpenAI.ChatCompletionCreateParams,
  'model' | 'messages'
>;

const ask = (client: OpenAI) => client.chat.completions.create(request);

/** Returns the pieces of text and the error that ended them. */
async function listen(
  client: OpenAI,
  signal?: AbortSignal,
): Promise<{ pieces: string[]; error: unknown }> {
  const pieces: string[] = [];
  try {
    const stream = await client.chat.completions.create({ ...request, stream: true }, { signal });
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? '';
      if (piece !== '') pieces.push(piece);
    }
    return { pieces, error: undefined };
  } catch (error) {
    return { pieces, error };
  }
}

describe('failures', () => {
  test('answer with the status and the error body of the script', async () => {
    const failure = {
      kind: 'failure',
      status: 400,
      message: 'Too long.',
      code: 'context_length_exceeded',
      param: 'messages',
      headers: { 'x-note': 'seen' },
    } as const;
    const error: unknown = await ask(clientOf(server.chat([failure, say('never')]))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      param: 'messages',
    });
    expect((error as APIError).message).toBe('400 Too long.');
    expect((error as APIError).headers?.get('x-note')).toBe('seen');
  });

  test('pass after so many attempts, so that a retry succeeds', async () => {
    const chat = server.chat([
      { kind: 'failure', status: 503, times: 2, headers: { 'retry-after-ms': '1' } },
      say('at last'),
    ]);
    const answer = await ask(clientOf(chat, 2));
    expect(answer.choices[0]?.message.content).toBe('at last');
    expect(chat.requests.map(({ status, position }) => [status, position])).toEqual([
      [503, 0],
      [503, 0],
      [200, 0],
    ]);
  });

  test('count attempts at their own place only', async () => {
    const chat = server.chat([say('one'), { kind: 'failure', status: 500, times: 1 }, say('two')]);
    const client = clientOf(chat);
    await ask(client);
    await ask(client);
    const messages = [
      ...request.messages,
      { role: 'assistant', content: 'one' },
      { role: 'user', content: 'more' },
    ] as const;
    const second = () =>
      client.chat.completions.create({ model: 'gpt-4o', messages: [...messages] });
    await expect(second()).rejects.toMatchObject({ status: 500, type: 'server_error' });
    expect((await second()).choices[0]?.message.content).toBe('two');
  });

  test('follow each other in the order of the script', async () => {
    const chat = server.chat([
      { kind: 'failure', status: 500, times: 1 },
      { kind: 'rate-limit', times: 1 },
      say('one'),
    ]);
    const client = clientOf(chat);
    await expect(ask(client)).rejects.toMatchObject({ status: 500 });
    await expect(ask(client)).rejects.toMatchObject({ status: 429 });
    expect((await ask(client)).choices[0]?.message.content).toBe('one');
  });

  test('break a stream with an error event after so many chunks', async () => {
    const chat = server.chat([
      { kind: 'failure', status: 500, message: 'Lost it.', afterChunks: 2 },
      say(['a', 'b', 'c']),
    ]);
    const { pieces, error } = await listen(clientOf(chat));
    expect(pieces).toEqual(['a', 'b']);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ error: { message: 'Lost it.', type: 'server_error' } });
  });

  test('are what a script may end with', async () => {
    await expect(
      ask(clientOf(server.chat([{ kind: 'failure', status: 418 }]))),
    ).rejects.toMatchObject({ status: 418 });
  });
});

describe('rate limits', () => {
  test('carry the headers that clients wait by', async () => {
    const chat = server.chat([{ kind: 'rate-limit', retryAfterMs: 1500 }, say('never')]);
    const error: unknown = await ask(clientOf(chat)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    const { headers, code } = error as RateLimitError;
    expect(code).toBe('rate_limit_exceeded');
    expect(headers.get('retry-after')).toBe('2');
    expect(headers.get('retry-after-ms')).toBe('1500');
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('0');
  });

  test('let the retry of a real client through', async () => {
    const chat = server.chat([{ kind: 'rate-limit', retryAfterMs: 5, times: 1 }, say('one')]);
    expect((await ask(clientOf(chat, 1))).choices[0]?.message.content).toBe('one');
    expect(chat.requests.map(({ status }) => status)).toEqual([429, 200]);
  });
});
