import { createHooks, deny, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { finished, partModel } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('a text that the provider stored, on ai $version', ({ sdk }) => {
  const providerMetadata = { openai: { itemId: 'msg_1' } };

  test.each(['changed', 'denied'])(
    'is not sent again by its id once a delta of it was %s',
    async (verdict) => {
      const { model } = partModel([
        { type: 'text-start', id: 't', providerMetadata },
        { type: 'text-delta', id: 't', delta: 'This is ' },
        { type: 'text-delta', id: 't', delta: 'secret.' },
        { type: 'text-end', id: 't', providerMetadata },
        finished('stop'),
      ]);
      const hooks = createHooks();
      hooks.addHook('onResponseDelta', ({ delta }) => {
        if (!delta.includes('secret')) return undefined;
        return verdict === 'denied' ? deny('a secret') : { delta: '[x]' };
      });
      const result = withHooks(sdk, hooks).streamText({ model, prompt: 'Go' });
      const { messages } = await result.response;
      expect(JSON.stringify(messages)).toContain('This is ');
      expect(JSON.stringify(messages)).not.toMatch(/secret|msg_1/);
    },
  );

  test('is not sent again by its id where a summary that was streamed beside it is changed', async () => {
    const { model } = partModel([
      ...['Hello.', 'A secret.'].flatMap((delta, index) => {
        const block = { id: `rs_1:${index}`, providerMetadata: { openai: { itemId: 'rs_1' } } };
        const [start, end] = ['start', 'end'].map((at) => ({ ...block, type: `reasoning-${at}` }));
        return [start!, { ...block, type: 'reasoning-delta', delta }, end!];
      }),
      finished('stop'),
    ]);
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: {
        ...response,
        content: response.content.map((part) =>
          part.type === 'reasoning' && part.text.includes('secret')
            ? { ...part, text: hidden(part.text) }
            : part,
        ),
      },
    }));
    const { messages } = await withHooks(sdk, hooks).streamText({ model, prompt: 'Go' }).response;
    expect(JSON.stringify(messages)).toContain('[x]');
    expect(JSON.stringify(messages)).not.toMatch(/secret|rs_1/);
  });

  test.each(['onResponse', 'preRequest'] as const)(
    'is not sent again by its id where %s changed a text that was stored with it',
    async (event) => {
      const sent: unknown[] = [];
      const { usage, finishReason } = finished('stop');
      const content = ['Hello.', 'A secret.'].map((text) => ({
        type: 'text',
        text,
        providerMetadata,
      }));
      const doGenerate = async ({ prompt }: { readonly prompt: unknown }): Promise<unknown> => {
        sent.push(prompt);
        return { content, finishReason, usage, warnings: [] };
      };
      const model = { ...partModel().model, doGenerate } as ReturnType<typeof partModel>['model'];
      const hooks = createHooks();
      if (event === 'onResponse')
        hooks.addHook(event, ({ response }) => ({ response: mapText(response, hidden) }));
      else hooks.addHook(event, ({ request }) => ({ request: mapText(request, hidden) }));
      const { generateText } = withHooks(sdk, hooks);
      const { response } = await generateText({ model, prompt: 'Go' });
      await generateText({
        model,
        messages: [...response.messages, { role: 'user', content: 'On' }],
      });
      expect(JSON.stringify(sent[1])).toContain('Hello.');
      expect(JSON.stringify(sent[1])).not.toMatch(/secret|msg_1/);
    },
  );
});

const hidden = (text: string): string => text.replace('secret', '[x]');
