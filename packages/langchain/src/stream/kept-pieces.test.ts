import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { createHooks, retry, type InterceptorName } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';

import { StreamingFuzzModel } from '../../census/fuzz/fuzz-model.ts';
import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const call = { id: 'c1', name: 'search', input: '{"q":1}' };

const answers = {
  'text and a call': { text: ['It ', 'is.'], thought: ['so', 'on'], calls: [call] },
  'nothing at all': { text: [], thought: [], calls: [] },
};

const events: Readonly<Record<string, readonly InterceptorName[]>> = {
  none: [],
  'that judge the answer': ['onResponse'],
  'that judge its pieces': ['onResponseDelta'],
  'of every kind': ['preRequest', 'onResponse', 'onResponseDelta', 'onAgentResponse'],
};

/** A model that streams this answer and does not report its tokens to callbacks. */
function modelOf(answer: object): StreamingFuzzModel {
  const whole = async () => ({ ...answer, end: 'whole', problem: '' });
  return new StreamingFuzzModel({ answer: whole } as never);
}

async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(JSON.parse(JSON.stringify(part)));
  return parts;
}

describe.each(Object.entries(answers))('a model that streams %s', (_name, answer) => {
  test.each(Object.entries(events))(
    'streams the same pieces under silent hooks %s',
    async (_kind, names) => {
      const hooks = createHooks();
      for (const event of names) hooks.addHook(event, () => undefined);
      const hooked = withHooks(modelOf(answer), hooks);
      expect(await drain(await hooked.stream('Hi'))).toEqual(
        await drain(await modelOf(answer).stream('Hi')),
      );
    },
  );
});

test('an agent tells of no tokens that its model does not tell of', async () => {
  const parts = async (make: typeof createAgent): Promise<number> => {
    const agent = make({ model: modelOf(answers['nothing at all']), tools: [] });
    const messages = [{ role: 'user', content: 'Hi' }];
    return (await drain(await agent.stream({ messages }, { streamMode: 'messages' }))).length;
  };
  expect(await parts(withHooks(createAgent, createHooks()))).toBe(await parts(createAgent));
});

/** A model that streams these pieces. The last one says that the answer is complete. */
class PieceModel extends PlainModel {
  readonly #pieces: readonly object[];

  constructor(...pieces: readonly object[]) {
    super('');
    this.#pieces = pieces;
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    for (const piece of this.#pieces) {
      const message = new AIMessageChunk({ content: '', ...piece });
      yield new ChatGenerationChunk({
        text: message.text,
        message,
        generationInfo: { prompt: 0, completion: 0 },
      });
    }
    const generationInfo = { finish_reason: 'stop' };
    yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk(''), generationInfo });
  }
}

const thought = (text: string): object => ({
  content: [{ type: 'reasoning', reasoning: text, index: 0 }],
  additional_kwargs: { reasoning: { id: 'r1', summary: [{ text, index: 0 }] } },
});

const pieces = {
  'of a text': [
    { content: 'It is 4z', response_metadata: { seal: '4z' } },
    { content: '42, ' },
    { content: 'I think, and so on.' },
  ],
  'of what is spoken': [
    { additional_kwargs: { audio: { id: 'a', transcript: 'It is 4z' } } },
    { additional_kwargs: { audio: { data: '4z42', transcript: '42.' } } },
    { additional_kwargs: { audio: { expires_at: 5 } } },
  ],
  'of thoughts and a text': [
    thought('Is it 4z42?'),
    { additional_kwargs: { reasoning: { encrypted_content: '4z42' } } },
    { content: [{ type: 'text', text: 'It is.', index: 1 }] },
    { response_metadata: { output: ['Is it 4z42?'] } },
  ],
  'of a thought between texts': [
    { content: 'It is 4z', response_metadata: { seal: '4z' } },
    thought('Is it 4z42?'),
    { content: '42. So it is.' },
  ],
  'of a thought that is signed': [
    { content: [{ type: 'thinking', thinking: 'So it is.', index: 0 }] },
    { content: [{ type: 'thinking', thinking: '', signature: 's1', index: 0 }] },
  ],
  'of a call': ['', '{"code"', ':"4z42"}'].map((args) => ({
    tool_call_chunks: [{ index: 0, args, ...(args === '' ? { id: 'c1', name: 'search' } : {}) }],
    additional_kwargs: { tool_calls: [{ index: 0, function: { arguments: args } }] },
  })),
};

describe.each(Object.entries(pieces))('pieces %s', (_name, said) => {
  test.each(Object.entries(events))(
    'leave a window of silent hooks %s as they came',
    async (_kind, names) => {
      const hooks = createHooks();
      for (const event of names) hooks.addHook(event, () => undefined);
      hooks.addHook('onResponseDelta', () => undefined, { window: 9 });
      const hooked = withHooks(new PieceModel(...said), hooks);
      expect(await drain(await hooked.stream('Hi'))).toEqual(
        await drain(await new PieceModel(...said).stream('Hi')),
      );
    },
  );

  test.each([4, 9, 90])('tell nothing of what a window of %i changed', async (window) => {
    const hooks = createHooks();
    const hide = ({ delta }: { readonly delta: string }) => ({
      delta: delta.replaceAll('4z42', '****'),
    });
    hooks.addHook('onResponseDelta', hide, { window });
    const told = JSON.stringify(
      await drain(await withHooks(new PieceModel(...said), hooks).stream('Hi')),
    );
    expect(told).not.toContain('4z42');
  });
});

test('a text waits for no thought that hooks leave out, and hooks are shown a thought once', async () => {
  const hooks = createHooks();
  const shown: string[] = [];
  hooks.addHook('onResponseDelta', ({ channel, delta }) => {
    shown.push(delta);
    return channel === 'reasoning' ? { delta: '' } : undefined;
  });
  const text = (said: string): object => ({ content: [{ type: 'text', text: said, index: 1 }] });
  const model = withHooks(new PieceModel(thought('Is it?'), text('It '), text('is.')), hooks);
  const left: [text: string, shown: number][] = [];
  for await (const chunk of await model.stream('Hi')) left.push([chunk.text, shown.length]);
  expect(shown).toEqual(['Is it?', 'It ', 'is.']);
  expect(left.slice(0, 2)).toEqual([
    ['It ', 2],
    ['is.', 3],
  ]);
});

test('an answer that is asked for once more leaves as it comes then', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined));
  hooks.addHook('onResponseDelta', () => undefined, { window: 9 });
  const said = pieces['of a text'];
  const model = withHooks(new PieceModel(...said), hooks);
  expect(await drain(await model.stream('Hi'))).toEqual(
    await drain(await new PieceModel(...said).stream('Hi')),
  );
});

test('a thought that ends the answer is shown once, and adds up to the same', async () => {
  const said = { ...thought('Is it?'), response_metadata: { finish_reason: 'stop' } };
  const sum = async (model: PlainModel): Promise<unknown[]> => {
    let all: AIMessageChunk | undefined;
    for await (const chunk of await model.stream('Hi')) all = all?.concat(chunk) ?? chunk;
    return [all?.content, all?.additional_kwargs];
  };
  const [hooks, shown] = [createHooks(), [] as string[]];
  hooks.addHook('onResponseDelta', ({ delta }) => void shown.push(delta), { window: 9 });
  expect(await sum(withHooks(new PieceModel(said), hooks))).toEqual(
    await sum(new PieceModel(said)),
  );
  expect(shown).toEqual(['Is it?', 'Is it?']);
});
