import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { scriptedModel, type ScriptedModel } from '../../scripted-model/index.ts';
import { readChatRequest } from './read-chat-request.ts';
import { toScript } from './to-script.ts';

let server: ScriptedModel;
beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

function modelFor(chat: { readonly baseURL: string }) {
  return createOpenAI({ baseURL: chat.baseURL, apiKey: 'test' }).chat('scripted');
}

test('the same request gets the next turn each time', async () => {
  const chat = server.chat(
    toScript([
      { kind: 'answer', text: ['One.'] },
      { kind: 'answer', text: ['Two.'] },
    ]),
  );
  const ask = () => generateText({ model: modelFor(chat), prompt: 'Hi.' });
  expect([(await ask()).text, (await ask()).text]).toEqual(['One.', 'Two.']);
});

test('a failure is a turn of its own, and so is the end of the script', async () => {
  const chat = server.chat(
    toScript([
      { kind: 'failure', status: 400, message: 'no such model' },
      { kind: 'answer', text: ['Ten.'] },
    ]),
  );
  const ask = () => generateText({ model: modelFor(chat), prompt: 'Hi.', maxRetries: 0 });
  await expect(ask()).rejects.toThrow('no such model');
  expect((await ask()).text).toBe('Ten.');
  await expect(ask()).rejects.toThrow('script_ended');
});

test('a cut stream sends its chunks and then breaks', async () => {
  const chat = server.chat(toScript([{ kind: 'cut', text: ['It ', 'costs '] }]));
  const chunks: string[] = [];
  const result = streamText({
    model: modelFor(chat),
    prompt: 'Hi.',
    maxRetries: 0,
    onError: () => undefined,
  });
  const read = async () => {
    for await (const part of result.fullStream)
      if (part.type === 'text-delta') chunks.push(part.text);
  };
  await expect(read()).rejects.toThrow('Failed to process successful response');
  expect(chunks).toEqual(['It ', 'costs ']);
});

test('a request is read from the wire as the suite sees it', async () => {
  const chat = server.chat(toScript([{ kind: 'answer', text: ['Ten.'] }]));
  await generateText({ model: modelFor(chat), instructions: 'Be brief.', prompt: 'Price?' });
  expect(chat.requests.map(({ body }) => readChatRequest('main', body))).toEqual([
    {
      agent: 'main',
      model: 'scripted',
      streamed: false,
      instructions: ['Be brief.'],
      messages: [{ role: 'user', text: 'Price?' }],
      tools: [],
    },
  ]);
});
