import { createHooks, mapText, type Hooks, type ModelResponse } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import type { LanguageModel } from 'ai';
import { describe, expect, test } from 'vitest';

import { finished, said } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const secret = 'my card is 4z42';
const spelled = { openai: { logprobs: [{ token: secret }] } };

/** Makes a model that repeats its answer in every field that a provider may fill; warnings start its streams. */
function repeatingModel(warns = true): Exclude<LanguageModel, string> {
  const { finishReason, usage: counted } = finished('stop');
  const usage = { ...(counted as object), raw: { said: secret } };
  const warnings = [{ type: 'other', message: secret }];
  const body = { output: secret };
  const headers = { 'x-request-id': 'r1' };
  const model = {
    specificationVersion: 'v3',
    provider: 'memory',
    modelId: 'repeating',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [
        { type: 'text', text: secret, providerMetadata: spelled },
        { type: 'text', text: 'Bye.', providerMetadata: { openai: { itemId: 'kept' } } },
      ],
      finishReason,
      usage,
      warnings,
      providerMetadata: spelled,
      response: { id: 'answer', headers, body },
      request: { body: 'asked' },
      structuredOutputText: secret,
      rawAnswer: secret,
    }),
    doStream: async () => ({
      stream: new ReadableStream({
        start(out) {
          out.enqueue({ type: 'stream-start', warnings: warns ? warnings : [] });
          const [start, delta, end] = said('1', secret);
          out.enqueue(start);
          for (const part of [delta, end]) out.enqueue({ ...part, providerMetadata: spelled });
          out.enqueue(finished('stop', { providerMetadata: spelled, usage }));
          out.close();
        },
      }),
    }),
  };
  // All supported versions accept this generation of models; only the types differ.
  return model as unknown as Exclude<LanguageModel, string>;
}

/** The model's method, to ask it without the SDK. */
interface Asked {
  readonly doGenerate: (params: object) => PromiseLike<object>;
}

const hide = (text: string): string => text.replace('4z42', '[card]');

const changing: Readonly<Record<string, (hooks: Hooks) => void>> = {
  onResponse: (hooks) =>
    void hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, hide) })),
  onAgentResponse: (hooks) =>
    void hooks.addHook('onAgentResponse', ({ message }) => ({ message: mapText(message, hide) })),
  onResponseDelta: (hooks) =>
    void hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: hide(delta) }), { window: 6 }),
};

describe.each(sdkVersions)('an answer that a hook changed, on ai $version', ({ sdk }) => {
  test.each(['onResponse', 'onAgentResponse'])(
    'is told of by nothing but itself: %s, as a whole',
    async (event) => {
      const hooks = createHooks();
      changing[event]!(hooks);
      const noted: unknown[] = [];
      const note = (given: unknown): void => void noted.push(given);
      const result = await withHooks(sdk, hooks).generateText({
        model: repeatingModel(),
        prompt: 'Go',
        onStepFinish: note,
        onFinish: note,
      });
      expect(result.text).toBe('my card is [card]Bye.');
      expect(result.response).toMatchObject({ id: 'answer', headers: { 'x-request-id': 'r1' } });
      expect(result.content[1]).toMatchObject({ providerMetadata: { openai: { itemId: 'kept' } } });
      expect(await findTexts([result, noted], ['4z42'])).toEqual(new Map());
    },
  );

  test.each(Object.keys(changing))(
    'is told of by nothing but itself: %s, streamed',
    async (event) => {
      const hooks = createHooks();
      changing[event]!(hooks);
      const noted: unknown[] = [];
      const note = (given: unknown): void => void noted.push(given);
      const result = withHooks(sdk, hooks).streamText({
        // In window mode, warnings of a provider come out before there is a text to judge.
        model: repeatingModel(event !== 'onResponseDelta'),
        prompt: 'Go',
        onChunk: note,
        onStepFinish: note,
        onFinish: note,
      });
      for await (const part of result.fullStream) note(part);
      expect(await result.text).toBe('my card is [card]');
      expect(await findTexts([result, noted], ['4z42'])).toEqual(new Map());
    },
  );

  const replaced = { openai: { logprobs: [] } };
  test.each([
    ['takes its metadata out', ({ content }: ModelResponse) => ({ content }), undefined],
    [
      'changes its metadata',
      (given: ModelResponse) => ({ ...given, metadata: replaced }),
      replaced,
    ],
  ])('by a hook that %s loses what may repeat it', async (_name, change, left) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({ response: change(response) }));
    const hooked = withHooks(sdk, hooks);
    const { providerMetadata } = await hooked.generateText({
      model: repeatingModel(),
      prompt: 'Go',
    });
    expect(providerMetadata).toEqual(left);
    const streamed = hooked.streamText({ model: repeatingModel(), prompt: 'Go' });
    await streamed.consumeStream();
    expect(await streamed.providerMetadata).toEqual(left);
    const model = withHooks(repeatingModel(), hooks) as object as Asked;
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }];
    expect(await model.doGenerate({ prompt })).not.toHaveProperty('rawAnswer');
  });

  test('keeps all that was said beside it where only its usage was changed', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({ response: { ...response, usage: {} } }));
    const model = withHooks(repeatingModel(), hooks) as object as Asked;
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }];
    const answer = await model.doGenerate({ prompt });
    expect(answer).toMatchObject({ providerMetadata: spelled, rawAnswer: secret });
  });
});
