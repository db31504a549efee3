import OpenAI, { APIConnectionError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from './script/say.ts';
import type { ScriptedChat } from './scripted-chat.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const clientOf = ({ baseURL }: ScriptedChat): OpenAI =>
  new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 });

const request = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] } satisfies Pick<
  OpenAI.ChatCompletionCreateParams,
  'model' | 'messages'
>;

const ask = (client: OpenAI) => client.chat.completions.create(request);

/** Returns the pieces of text and the error that ended them; the client aborts once it has as many as wanted. */
async function listen(
  client: OpenAI,
  wanted: number = Infinity,
): Promise<{ pieces: string[]; error: unknown }> {
  const pieces: string[] = [];
  const enough = new AbortController();
  try {
    const { signal } = enough;
    const stream = await client.chat.completions.create({ ...request, stream: true }, { signal });
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? '';
      if (piece !== '') pieces.push(piece);
      // If the stream is not silent from here on, it has time to send more.
      if (pieces.length === wanted) setTimeout(() => enough.abort(), 50);
    }
    return { pieces, error: undefined };
  } catch (error) {
    return { pieces, error };
  }
}

describe('cut connections', () => {
  test('break before any header', async () => {
    const chat = server.chat([{ kind: 'cut', times: 1 }, say('one')]);
    await expect(ask(clientOf(chat))).rejects.toBeInstanceOf(APIConnectionError);
    expect(chat.requests[0]?.status).toBeUndefined();
    expect((await ask(clientOf(chat))).choices[0]?.message.content).toBe('one');
  });

  test('break a stream after so many chunks', async () => {
    const chat = server.chat([{ kind: 'cut', afterChunks: 2 }, say(['a', 'b', 'c'])]);
    const { pieces, error } = await listen(clientOf(chat));
    expect(pieces).toEqual(['a', 'b']);
    expect(error).toBeInstanceOf(Error);
  });

  test('break a stream before its first chunk, and before its end', async () => {
    const early = await listen(
      clientOf(server.chat([{ kind: 'cut', afterChunks: 0 }, say('abc')])),
    );
    expect(early).toEqual({ pieces: [], error: expect.any(Error) });
    const late = await listen(
      clientOf(server.chat([{ kind: 'cut', afterChunks: 9 }, say(['a', 'b'])])),
    );
    expect(late).toEqual({ pieces: ['a', 'b'], error: expect.any(Error) });
  });

  test('break a plain body half way', async () => {
    const chat = server.chat([{ kind: 'cut', afterChunks: 1 }, say('one')]);
    await expect(ask(clientOf(chat))).rejects.toThrow('terminated');
  });
});

describe('silence', () => {
  test('lasts until the client gives up', async () => {
    const chat = server.chat([{ kind: 'hang', afterChunks: 1 }, say(['a', 'b'])]);
    const { pieces } = await listen(clientOf(chat), 1);
    expect(pieces).toEqual(['a']);
    const mute = server.chat([{ kind: 'hang' }, say('one')]);
    const asked = clientOf(mute).chat.completions.create(request, { timeout: 50 });
    await expect(asked).rejects.toThrow('timed out');
  });

  test('does not keep the server from closing', async () => {
    const short = await scriptedModel();
    const chat = short.chat([{ kind: 'hang' }, say('one')]);
    const asked = ask(clientOf(chat)).catch((error: unknown) => error);
    await expect.poll(() => chat.requests).toHaveLength(1);
    await short.close();
    expect(await asked).toBeInstanceOf(APIConnectionError);
  });
});

describe('pace', () => {
  test('delays the first chunk and every later one', async () => {
    const pace = { firstChunkMs: 40, betweenChunksMs: 20 };
    const client = clientOf(server.chat([say(['a', 'b', 'c'], { pace })]));
    const began = performance.now();
    const times: number[] = [];
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
      if (chunk.choices[0]?.delta.content) times.push(performance.now() - began);
    }
    expect(times).toHaveLength(3);
    expect(times[0]).toBeGreaterThan(35);
    // Measured from the start, since a reader that gets the first piece late finds the others waiting.
    expect(times[2]).toBeGreaterThan(75);
  });

  test('delays a plain answer', async () => {
    const began = performance.now();
    await ask(clientOf(server.chat([say('one', { pace: { firstChunkMs: 40 } })])));
    expect(performance.now() - began).toBeGreaterThan(35);
  });
});
