import { AIMessage, AIMessageChunk, HumanMessage } from '@langchain/core/messages';
import { InMemoryCache } from '@langchain/core/caches';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { createHooks, DeniedError, deny, mapText, modify } from '@interpose/core';
import { expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { calls, hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

/** A model that repeats its answer in each of the places where providers repeat theirs. */
class TalkativeModel extends PlainModel {
  override async _generate(): Promise<ChatResult> {
    const message = new AIMessage({
      content: 'The margin is eighty.',
      additional_kwargs: { raw: 'eighty' },
      response_metadata: {
        model_name: 'talkative',
        logprobs: { content: [{ token: 'eighty' }] },
        usage: { total_tokens: 3 },
      },
    });
    const llmOutput = { body: 'eighty', tokenUsage: { totalTokens: 3 } };
    return { generations: [{ text: message.text, message }], llmOutput };
  }
}

test('an answer that a hook changed leaves nothing of the original beside its text', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response }) => modify(mapText(response, () => 'A secret.')));
  const told: unknown[] = [];
  const callbacks = [{ handleLLMEnd: (output: unknown) => void told.push(output) }];
  const answer = await withHooks(new TalkativeModel(), hooks).invoke('price?', { callbacks });
  expect(answer.text).toBe('A secret.');
  expect(JSON.stringify([answer, told])).not.toContain('eighty');
  expect(answer.response_metadata).toMatchObject({
    model_name: 'talkative',
    usage: { total_tokens: 3 },
    tokenUsage: { totalTokens: 3 },
  });
});

test('a model that is called below its callbacks, without options, passes its hooks', async () => {
  const { hooks, heard } = hearing(['preRequest', 'onResponse']);
  const model = withHooks(new PlainModel('Hello.'), hooks) as unknown as Bare; // LangChain's code lets a call leave the options out; its types do not.
  const { generations } = await model['_generate']([new HumanMessage('Hi.')]);
  expect([generations[0]?.text, heard]).toEqual(['Hello.', ['preRequest', 'onResponse']]);
});

test('a request to a model that has no name is changed as any other', async () => {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => modify(mapText(request, () => 'Say hello.')));
  class Echo extends PlainModel {
    override async _generate(messages?: readonly HumanMessage[]): Promise<ChatResult> {
      const message = new AIMessage(`You said: ${messages?.[0]?.text}`);
      return { generations: [{ text: message.text, message }] };
    }
  }
  const { text } = await withHooks(new Echo(), hooks).invoke('Say no.');
  expect(text).toBe('You said: Say hello.');
});

/** A model that streams its answer and sends log probabilities in every place where providers send them. */
class StreamingModel extends PlainModel {
  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    const logprobs = { content: [{ token: 'eighty' }] };
    const message = new AIMessageChunk({ content: [{ type: 'text', text: 'eighty', logprobs }] });
    yield new ChatGenerationChunk({ text: 'eighty', message, generationInfo: { logprobs } });
    const metadata = { model_name: 'streaming', finish_reason: 'stop', logprobs };
    const last = new AIMessageChunk({ content: '', response_metadata: metadata });
    yield new ChatGenerationChunk({ text: '', message: last, generationInfo: { logprobs } });
  }
}

test.each([
  ['changed', 'A secret.'],
  ['taken away', ''],
])('a streamed text that a hook %s is told nowhere else', async (_way, text) => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', () => modify(text));
  const chunks = [];
  for await (const chunk of await withHooks(new StreamingModel(), hooks).stream('price?'))
    chunks.push(chunk);
  expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
  expect(JSON.stringify(chunks)).not.toContain('eighty');
  expect(chunks.at(-1)?.response_metadata).toMatchObject({ model_name: 'streaming' });
});

test('a streamed text that every hook leaves keeps its metadata', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', () => undefined, { window: 3 });
  const chunks = [];
  for await (const chunk of await withHooks(new StreamingModel(), hooks).stream('price?'))
    chunks.push(chunk);
  expect(chunks.at(-1)?.response_metadata).toHaveProperty('logprobs');
});

interface Bare {
  readonly _generate: (messages: readonly HumanMessage[]) => Promise<ChatResult>;
}

test.each(['functionCalling', 'jsonSchema', 'jsonMode'] as const)(
  'an object that is asked for by %s is refused with an error, not with nothing',
  async (method) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('secret'));
    const answer = method === 'functionCalling' ? calls(['desk', { a: 1 }]) : says('{"a":1}');
    const { model } = await scriptedChatModel([answer]);
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const asking = withHooks(model, hooks).withStructuredOutput(schema, { name: 'desk', method });
    await expect(asking.invoke('Hi.')).rejects.toThrow(DeniedError);
  },
);

test.each([
  ['with hooks', true],
  ['as without hooks', false],
])('an answer from the cache used no tokens, %s', async (_, isHooked) => {
  const usage_metadata = { input_tokens: 5, output_tokens: 7, total_tokens: 12 };
  const own = new PlainModel(Object.assign(new AIMessage('Paid.'), { usage_metadata }));
  own.cache = new InMemoryCache();
  const hooks = createHooks();
  const used: unknown[] = [];
  hooks.addHook('onResponse', ({ response }) => void used.push(response.usage?.outputTokens));
  const model = isHooked ? withHooks(own, hooks) : own;
  await model.invoke('price?');
  expect(await model.invoke('price?')).toMatchObject({ usage_metadata: { total_tokens: 0 } });
  expect(own.asked).toBe(1);
  expect(used).toEqual(isHooked ? [7, 0] : []);
});
