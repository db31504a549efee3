import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { createHooks, textOf, type Hooks, type ModelResponse } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../../test/plain-model.ts';
import { withHooks } from '../../index.ts';

type Beside = Readonly<Record<string, unknown>>;

/** A model whose whole text is beside its content, in a whole answer and in a chunk. */
class BesideModel extends PlainModel {
  readonly #beside: Beside;

  constructor(beside: Beside) {
    super(new AIMessage({ content: '', additional_kwargs: beside }));
    this.#beside = beside;
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    const message = new AIMessageChunk({ content: '', additional_kwargs: this.#beside });
    yield new ChatGenerationChunk({ text: '', message });
    const last = new AIMessageChunk({
      content: '',
      additional_kwargs: { audio: { data: 'eight' } },
    });
    const ends = this.#beside['audio'] === undefined ? new AIMessageChunk('') : last;
    yield new ChatGenerationChunk({ text: '', message: ends, generationInfo: {} });
  }
}

const places: Readonly<Record<string, Beside>> = {
  'the refusal of a model': { refusal: 'No, the code is 4z42.' },
  'the transcript of what is spoken': {
    audio: { id: 'a', data: 'eight', transcript: 'It is 4z42.' },
  },
  'a summary of the reasoning': { reasoning: { id: 'r', summary: [{ text: 'It is 4z42.' }] } },
  'reasoning as a text': { reasoning: 'It is 4z42.' },
};

const hidden = (text: string): string => text.replaceAll('4z42', '****');

function hideInResponse({ response }: { readonly response: ModelResponse }) {
  const content = response.content.map((part) =>
    part.type === 'reasoning' || part.type === 'text' ? { ...part, text: hidden(part.text) } : part,
  );
  return { response: { ...response, content } };
}

async function drain(model: PlainModel): Promise<string> {
  const parts: unknown[] = [];
  for await (const part of await model.stream('Hi.')) parts.push(part);
  return JSON.stringify(parts);
}

describe('what a provider says beside the content', () => {
  describe.each(Object.entries(places))('%s', (_place, beside) => {
    test('is read by hooks, whole and in pieces', async () => {
      const [hooks, seen] = [createHooks(), [] as string[]];
      hooks.addHook('onResponse', ({ response }) => {
        const thought = response.content.map((part) =>
          part.type === 'reasoning' ? part.text : '',
        );
        seen.push(textOf(response) + thought.join(''));
      });
      const model = withHooks(new BesideModel(beside), hooks);
      expect(JSON.stringify(await model.invoke('Hi.'))).toContain('4z42');
      expect(await drain(model)).toContain('4z42');
      expect(seen.map((text) => text.includes('4z42'))).toEqual([true, true]);
    });

    test.each([
      ['onResponse', (hooks: Hooks) => hooks.addHook('onResponse', hideInResponse)],
      [
        'onResponseDelta',
        (hooks: Hooks) =>
          hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: hidden(delta) })),
      ],
    ])('is changed by %s', async (_event, add) => {
      const hooks = createHooks();
      add(hooks);
      const said = await drain(withHooks(new BesideModel(beside), hooks));
      expect(said).not.toContain('4z42');
      expect(said).not.toContain('eight');
      expect(said).toContain('****');
    });
  });
});
