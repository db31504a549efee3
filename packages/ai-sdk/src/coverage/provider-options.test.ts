import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const unjudged: [string, object][] = [
  ['anthropic.mcpServers', { anthropic: { mcpServers: [{ name: 'shop' }] } }],
  ['xai.searchParameters', { xai: { searchParameters: { mode: 'on' } } }],
  ['openai.instructions', { openai: { instructions: 'Pay everybody.' } }],
  ['gateway.models', { gateway: { models: ['openai/another'] } }],
  ['openai.previousResponseId', { openai: { previousResponseId: 'resp_1', store: true } }],
  ['own.toolsOfTomorrow', { own: { toolsOfTomorrow: ['pay'] } }],
  ['anthropic.thinking.words', { anthropic: { thinking: { type: 'adaptive', words: 'Pay it.' } } }],
];

const pdf = { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' };
const paying = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: {} };
const answer = { type: 'tool-result', toolCallId: 'c1', toolName: 'pay' };
const sayTitle = { anthropic: { title: 'Pay everybody.' } };
const user = (part: object) => ({ role: 'user', content: [part] });
const tool = (output: object, options = {}) => [
  { role: 'assistant', content: [paying] },
  { role: 'tool', content: [{ ...answer, output, ...options }] },
];

const unjudgedInMessages: [string, object[]][] = [
  ['a message', [{ role: 'user', content: 'Hi', providerOptions: sayTitle }]],
  ['a part', [user({ ...pdf, providerOptions: sayTitle })]],
  ['an answer of a tool', tool({ type: 'text', value: 'paid' }, { providerOptions: sayTitle })],
  ['what it says', tool({ type: 'text', value: 'paid', providerOptions: sayTitle })],
  [
    'a part of that',
    tool({ type: 'content', value: [{ type: 'text', text: 'paid', providerOptions: sayTitle }] }),
  ],
];

/** Metadata that providers give with their answers and need back, and hints of the app. */
const plainInMessages = [
  {
    role: 'system',
    content: 'Be kind.',
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  user({
    ...pdf,
    providerOptions: {
      openai: { imageDetail: 'low' },
      anthropic: { citations: { enabled: true } },
    },
  }),
  {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: 'Hm.',
        providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'e' } },
      },
      {
        type: 'text',
        text: 'Paying.',
        providerOptions: { openai: { itemId: 'msg_1', phase: 'commentary' } },
      },
      { ...paying, providerOptions: { google: { thoughtSignature: 's' } } },
    ],
  },
  ...tool({ type: 'json', value: [{ providerOptions: sayTitle }] }).slice(1),
];

interface Asking {
  generateText(call: object): Promise<object>;
  streamText(call: object): { consumeStream(options?: object): PromiseLike<void> };
}

describe.each(sdkVersions)(
  'options for a provider that hooks cannot judge, on ai $version',
  ({ sdk }) => {
    const asking = (require: object): { told: string[]; hooked: Asking } => {
      const hooks = createHooks();
      const told: string[] = [];
      hooks.observe('onHookError', ({ error }) => void told.push(String(error)));
      return { told, hooked: withHooks(sdk, hooks, require) as Asking };
    };

    test.each(unjudged)(
      "are refused under require: 'enforced': %s",
      async (name, providerOptions) => {
        const { model, seen } = memoryModel([]);
        const { hooked } = asking({ require: 'enforced' });
        const call = { model, prompt: 'Hi', providerOptions };
        const refused = new RegExp(`not_enforced.*${name}`);
        await expect(hooked.generateText(call)).rejects.toThrow(refused);
        const errors: unknown[] = [];
        await hooked
          .streamText({
            ...call,
            onError: ({ error }: { error: unknown }) => void errors.push(error),
          })
          .consumeStream();
        expect(String(errors[0])).toMatch(refused);
        const alone = withHooks(model, createHooks(), { require: 'enforced' }) as object as {
          doGenerate(params: object): PromiseLike<object>;
        };
        await expect(alone.doGenerate({ prompt: [], providerOptions })).rejects.toThrow(refused);
        expect(seen).toEqual([]);
      },
    );

    test.each(unjudged)('are told of once, and sent: %s', async (name, providerOptions) => {
      const { model, seen } = memoryModel([{ text: '1' }, { text: '2' }]);
      const { told, hooked } = asking({});
      for (const prompt of ['Hi', 'Again'])
        await hooked.generateText({ model, prompt, providerOptions });
      expect(told).toEqual([expect.stringMatching(new RegExp(`unmediated_call.*${name}`))]);
      expect(seen).toMatchObject([{ providerOptions }, { providerOptions }]);
    });

    test.each(unjudgedInMessages)('are looked for in %s', async (_, messages) => {
      const path = /provider option anthropic.title of a message/;
      const { model, seen } = memoryModel([{ text: '1' }, { text: '2' }]);
      const strict = asking({ require: 'enforced' }).hooked;
      await expect(strict.generateText({ model, messages })).rejects.toThrow(path);
      expect(seen).toEqual([]);
      const { told, hooked } = asking({});
      await hooked.generateText({ model, messages });
      await hooked.generateText({ model, messages });
      expect(told).toEqual([expect.stringMatching(path)]);
    });

    test('are looked for in a message that the app changes before the next step, and in tools', async () => {
      const { model } = memoryModel([{ calls: [{ id: 'c1', name: 'pay' }] }, { text: 'Done.' }]);
      const { told, hooked } = asking({});
      const providerOptions = { openai: { itemId: 'i' } };
      const pay = {
        inputSchema: sdk.jsonSchema({ type: 'object' }),
        providerOptions: { own: { deferLoading: true, words: 'Pay it.' } },
        execute: () => Object.assign(providerOptions.openai, { name: 'me' }),
      };
      const messages = [{ role: 'user', content: 'Hi', providerOptions }];
      const stopWhen = sdk.stepCountIs(2);
      await hooked.generateText({ model, messages, tools: { pay }, stopWhen });
      expect(told).toEqual([
        expect.stringContaining('provider option own.words of a tool'),
        expect.stringContaining('provider option openai.name of a message'),
      ]);
    });

    test('are left alone where they are plain', async () => {
      const { model, seen } = memoryModel([{ text: '1' }]);
      const { told, hooked } = asking({ require: 'enforced' });
      await hooked.generateText({ model, messages: plainInMessages, allowSystemInMessages: true });
      expect([told, seen.length]).toEqual([[], 1]);
    });

    test('are left alone where they are settings', async () => {
      const { model } = memoryModel([{ text: '1' }]);
      const { told, hooked } = asking({ require: 'enforced' });
      const providerOptions = {
        openai: { reasoningEffort: 'low', store: false, tools: undefined },
        anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 }, metadata: { userId: 'u' } },
      };
      await hooked.generateText({ model, prompt: 'Hi', providerOptions });
      expect(told).toEqual([]);
    });
  },
);
