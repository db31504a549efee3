import { createOpenAI } from '@ai-sdk/openai';
import { embedMany, generateText, jsonSchema, Output, streamText, tool, ToolLoopAgent } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from './script/call-tools.ts';
import { say } from './script/say.ts';
import type { ScriptEntry } from './script/script.ts';
import type { ScriptedChat } from './scripted-chat.ts';
import { scriptedModel, type ScriptedModel } from './scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const dialects = ['chat', 'responses'] as const;
const modes = ['plain', 'streamed'] as const;
const ways = dialects.flatMap((dialect) => modes.map((mode) => [dialect, mode] as const));

const modelOf = (chat: ScriptedChat, dialect: (typeof dialects)[number]) =>
  createOpenAI({ baseURL: chat.baseURL, apiKey: 'any' })[dialect]('gpt-4o');

const open = jsonSchema<Record<string, unknown>>({ type: 'object', additionalProperties: true });

function agentOf(chat: ScriptedChat, dialect: (typeof dialects)[number]) {
  const refund = tool({ inputSchema: open, execute: (args) => `paid ${JSON.stringify(args)}` });
  const mail = tool({
    inputSchema: open,
    execute: (): string => {
      throw new Error('no such address');
    },
  });
  return new ToolLoopAgent({ model: modelOf(chat, dialect), tools: { refund, mail } });
}

/** Returns every step with its texts, calls and results. */
async function run(
  chat: ScriptedChat,
  dialect: (typeof dialects)[number],
  mode: (typeof modes)[number],
) {
  const agent = agentOf(chat, dialect);
  const prompt = 'Refund my mug';
  const steps =
    mode === 'plain'
      ? (await agent.generate({ prompt })).steps
      : await (
          await agent.stream({ prompt })
        ).steps;
  return steps.map((step) => ({
    text: step.text,
    finish: step.finishReason,
    parts: step.content.map(({ type }) => type),
  }));
}

const script: readonly ScriptEntry[] = [
  {
    ...callTools({ name: 'refund', id: 'same', args: { amount: 5 } }, { name: 'mail' }),
    text: 'Wait.',
  },
  { ...callTools({ name: 'refund', id: 'same', args: { amount: 6 } }), reasoning: 'Once more.' },
  say('All done.'),
];

describe.each(ways)('an AI SDK agent over %s, %s', (dialect, mode) => {
  test('goes through the script to its end', async () => {
    const chat = server.chat(script);
    const steps = await run(chat, dialect, mode);
    expect(steps.map(({ text, finish }) => [text, finish])).toEqual([
      ['Wait.', 'tool-calls'],
      ['', 'tool-calls'],
      ['All done.', 'stop'],
    ]);
    expect(steps[0]?.parts).toEqual(
      expect.arrayContaining(['text', 'tool-call', 'tool-result', 'tool-error']),
    );
    expect(chat.requests.map(({ position, status }) => [position, status])).toEqual([
      [0, 200],
      [1, 200],
      [2, 200],
    ]);
  });

  test('gets past what a retry gets past', async () => {
    const chat = server.chat([{ kind: 'rate-limit', retryAfterMs: 1, times: 1 }, say('one')]);
    expect(await run(chat, dialect, mode)).toMatchObject([{ text: 'one', finish: 'stop' }]);
    expect(chat.requests.map(({ status }) => status)).toEqual([429, 200]);
  });

  test('sees the finish reason of the script', async () => {
    expect(await run(server.chat([say('On', { finish: 'length' })]), dialect, mode)).toMatchObject([
      { finish: 'length' },
    ]);
    const filtered = server.chat([say('No', { finish: 'content_filter' })]);
    expect(await run(filtered, dialect, mode)).toMatchObject([{ finish: 'content-filter' }]);
  });
});

describe.each(dialects)('the AI SDK over %s', (dialect) => {
  test('parses structured output', async () => {
    const schema = jsonSchema<{ total: number }>({
      type: 'object',
      properties: { total: { type: 'number' } },
      required: ['total'],
      additionalProperties: false,
    });
    const chat = server.chat([say(JSON.stringify({ total: 5 }))]);
    const { output } = await generateText({
      model: modelOf(chat, dialect),
      prompt: 'Sum',
      output: Output.object({ schema }),
    });
    expect(output).toEqual({ total: 5 });
  });

  test('reports a stream that breaks', async () => {
    const chat = server.chat([{ kind: 'cut', afterChunks: 1 }, say(['a', 'b'])]);
    const { stream } = streamText({ model: modelOf(chat, dialect), prompt: 'Hi', maxRetries: 0 });
    const texts: string[] = [];
    const read = async (): Promise<void> => {
      for await (const part of stream) if (part.type === 'text-delta') texts.push(part.text);
    };
    await expect(read()).rejects.toThrow('Failed to process successful response');
    expect(texts).toEqual(['a']);
  });
});

test('the AI SDK embeds through the server', async () => {
  const provider = createOpenAI({ baseURL: server.chat([]).baseURL, apiKey: 'any' });
  const model = provider.embedding('text-embedding-3-small');
  const { embeddings } = await embedMany({ model, values: ['mug', 'cup', 'mug'] });
  expect(embeddings[0]).toEqual(embeddings[2]);
  expect(embeddings[0]).not.toEqual(embeddings[1]);
});
