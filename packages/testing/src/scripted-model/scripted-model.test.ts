import OpenAI, { AuthenticationError, NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from './script/call-tools.ts';
import { say } from './script/say.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const clientOf = (chat: { baseURL: string }): OpenAI =>
  new OpenAI({ baseURL: chat.baseURL, apiKey: 'any', maxRetries: 0 });

const ask = (client: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]) =>
  client.chat.completions.create({ model: 'gpt-4o', messages });

const hello: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Hello' };

describe('scriptedModel', () => {
  test('gives every chat a base URL of its own', async () => {
    const [one, two] = [server.chat([say('one')]), server.chat([say('two')])];
    expect(one.baseURL).not.toBe(two.baseURL);
    expect(one.baseURL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/chat-\d+\/v1$/);
    const [first, second] = await Promise.all([
      ask(clientOf(one), [hello]),
      ask(clientOf(two), [hello]),
    ]);
    expect(first.choices[0]?.message.content).toBe('one');
    expect(second.choices[0]?.message.content).toBe('two');
  });

  test('gives a repeated request the same answer, byte for byte', async () => {
    const chat = server.chat([say('one'), say('two')]);
    const post = async () => {
      const body = JSON.stringify({ model: 'gpt-4o', messages: [hello] });
      const headers = { authorization: 'Bearer any' };
      const answer = await fetch(`${chat.baseURL}/chat/completions`, {
        method: 'POST',
        body,
        headers,
      });
      return answer.text();
    };
    const first = await post();
    expect(first).toContain('one');
    expect(await post()).toBe(first);
    expect(chat.requests.map(({ position }) => position)).toEqual([0, 0]);
  });

  test('goes on after a denied call as after a granted one', async () => {
    const chat = server.chat([
      callTools({ name: 'refund', id: 'r1', args: { amount: 5 } }),
      say('Sorry.'),
    ]);
    const client = clientOf(chat);
    const first = await ask(client, [hello]);
    const message = first.choices[0]?.message;
    if (message === undefined) throw new Error('no message');
    const denied = {
      role: 'tool',
      tool_call_id: 'r1',
      content: 'Blocked by limits: too much',
    } as const;
    const second = await ask(client, [hello, message, denied]);
    expect(second.choices[0]?.message.content).toBe('Sorry.');
  });

  test('says so when a conversation has passed the end of its script', async () => {
    const chat = server.chat([say('one')]);
    const client = clientOf(chat);
    const asked = ask(client, [hello, { role: 'assistant', content: 'one' }, hello]);
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'script_ended' });
    await expect(asked).rejects.toThrow(/passed all 1 answers of chat-\d+/);
  });

  test('repeats the last answer where the script asks for that, unless it calls tools', async () => {
    const repeating = server.chat({ entries: [say('one')], atEnd: 'repeat' });
    const again = await ask(clientOf(repeating), [
      hello,
      { role: 'assistant', content: 'one' },
      hello,
    ]);
    expect(again.choices[0]?.message.content).toBe('one');
    const calling = server.chat({ entries: [callTools({ name: 'refund' })], atEnd: 'repeat' });
    const history: OpenAI.ChatCompletionMessageParam[] = [
      hello,
      { role: 'assistant', content: 'no' },
      hello,
    ];
    await expect(ask(clientOf(calling), history)).rejects.toMatchObject({ code: 'script_ended' });
  });

  test('gives no answer before the one that the script starts at', async () => {
    const chat = server.chat({ entries: [say('one'), say('two')], startAt: 1 });
    expect((await ask(clientOf(chat), [hello])).choices[0]?.message.content).toBe('two');
  });

  test('keeps every request for assertions', async () => {
    const before = Date.now();
    const chat = server.chat([say('one')]);
    await ask(clientOf(chat), [hello]);
    expect(chat.requests).toHaveLength(1);
    const [request] = chat.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/chat/completions',
      status: 200,
      position: 0,
    });
    expect(request?.body).toMatchObject({ model: 'gpt-4o', messages: [hello] });
    expect(request?.headers['authorization']).toBe('Bearer any');
    expect(request?.at).toBeGreaterThanOrEqual(before);
  });

  test('lists a model and knows every id', async () => {
    const client = clientOf(server.chat([]));
    const listed = await client.models.list();
    expect(listed.data.map(({ id }) => id)).toEqual(['scripted-model']);
    expect((await client.models.retrieve('gpt-4o')).id).toBe('gpt-4o');
  });

  test('refuses a request without a key, to another path, or by another method', async () => {
    const chat = server.chat([say('one')]);
    const keyless = new OpenAI({
      baseURL: chat.baseURL,
      apiKey: 'any',
      defaultHeaders: { authorization: null },
    });
    await expect(keyless.models.list()).rejects.toBeInstanceOf(AuthenticationError);
    const elsewhere = clientOf({ baseURL: `${chat.baseURL}/nowhere` });
    await expect(elsewhere.models.list()).rejects.toBeInstanceOf(NotFoundError);
    const headers = { authorization: 'Bearer any' };
    const got = await fetch(`${chat.baseURL}/chat/completions`, { headers });
    expect(got.status).toBe(405);
    expect(got.headers.get('allow')).toBe('POST');
    expect(await got.json()).toMatchObject({ error: { code: 'method_not_supported' } });
  });

  test('forgets a closed chat and serves the others on', async () => {
    const [closed, open] = [server.chat([say('one')]), server.chat([say('two')])];
    closed.close();
    await expect(ask(clientOf(closed), [hello])).rejects.toBeInstanceOf(NotFoundError);
    expect((await ask(clientOf(open), [hello])).choices[0]?.message.content).toBe('two');
  });

  test('stops listening when it is disposed', async () => {
    let baseURL: string;
    {
      await using short = await scriptedModel();
      baseURL = short.chat([say('one')]).baseURL;
    }
    await expect(fetch(`${baseURL}/models`)).rejects.toThrow('fetch failed');
  });

  test('embeds equal texts as equal vectors of length one', async () => {
    const client = clientOf(server.chat([]));
    const input = ['mug', 'cup', 'mug'];
    const { data, usage } = await client.embeddings.create({
      model: 'text-embedding-3-small',
      input,
    });
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(data[0]?.embedding).toEqual(data[2]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
    expect(usage.total_tokens).toBe(3);
    const asFloats = {
      model: 'x',
      input: 'mug',
      encoding_format: 'float',
      dimensions: 40,
    } as const;
    expect((await client.embeddings.create(asFloats)).data[0]?.embedding).toHaveLength(40);
    await expect(client.embeddings.create({ model: 'x', input: '' })).rejects.toMatchObject({
      status: 400,
      param: 'input',
    });
  });
});
