import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { createHooks, mapText, modify } from '@interpose/core';
import { expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { hearing } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

/** A model that tells its answer once more in each place where providers do. */
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
  const model = withHooks(new PlainModel('Hello.'), hooks) as unknown as Bare;
  const { generations } = await model._generate([new HumanMessage('Hi.')]);
  expect([generations[0]?.text, heard]).toEqual(['Hello.', ['preRequest', 'onResponse']]);
});

interface Bare {
  _generate(messages: readonly HumanMessage[]): Promise<ChatResult>;
}
