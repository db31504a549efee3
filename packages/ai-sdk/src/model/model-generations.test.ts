import { createHooks, deny, mapText, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel, type MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** The generations of models that each version of the SDK accepts. */
const generations = sdkVersions.flatMap((version) =>
  (version.major === 6 ? (['v2', 'v3'] as const) : (['v2', 'v3', 'v4'] as const)).map(
    (generation) => ({ ...version, generation }),
  ),
);

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

function ask(
  { sdk }: SdkVersion,
  { model }: MemoryModel,
  hooks: Hooks,
  settings: object = {},
): Promise<{ text: string; finishReason: string; usage: { outputTokens: number | undefined } }> {
  return withHooks(new sdk.ToolLoopAgent({ model, ...settings }), hooks).generate({
    prompt: 'Hello?',
  });
}

describe.each(generations)('a $generation model on ai $version', (version) => {
  const { generation } = version;

  test('answers as it would without hooks', async () => {
    const memory = memoryModel([{ text: 'Hello.' }], generation);
    const hooks = createHooks();
    hooks.addHook('preRequest', () => undefined);
    hooks.addHook('onResponse', () => undefined);
    const result = await ask(version, memory, hooks);
    expect([result.text, result.finishReason, result.usage.outputTokens]).toEqual([
      'Hello.',
      'stop',
      5,
    ]);
  });

  test('sends a changed request and gives a changed answer', async () => {
    const memory = memoryModel([{ text: 'My number is 12.' }], generation);
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => ({
      request: {
        ...request,
        messages: request.messages.map((message) => mapText(message, (text) => text.toUpperCase())),
        settings: { ...request.settings, temperature: 0 },
      },
    }));
    hooks.addHook('onResponse', ({ response }) => ({
      response: mapText(response, (text) => text.replace('12', '[hidden]')),
    }));
    const result = await ask(version, memory, hooks);
    expect(memory.seen[0]?.prompt[0]?.content).toMatchObject([{ type: 'text', text: 'HELLO?' }]);
    expect(memory.seen[0]?.['temperature']).toBe(0);
    expect([result.text, result.finishReason, result.usage.outputTokens]).toEqual([
      'My number is [hidden].',
      'stop',
      5,
    ]);
  });

  test('is not called when the answer is supplied or refused', async () => {
    for (const verdict of [
      { response: { content: [{ type: 'text', text: 'Supplied.' }] } } as const,
      deny('no', { message: 'Refused.' }),
    ]) {
      const memory = memoryModel([], generation);
      const hooks = createHooks();
      hooks.addHook('preRequest', () => verdict);
      const { text, finishReason } = await ask(version, memory, hooks);
      expect(memory.seen).toEqual([]);
      expect([text, finishReason]).toEqual(
        'response' in verdict ? ['Supplied.', 'stop'] : ['Refused.', 'content-filter'],
      );
    }
  });

  test('streams a supplied answer and a refusal as whole streams', async () => {
    for (const [verdict, expected] of [
      [{ response: { content: [{ type: 'text', text: 'Supplied.' }] } } as const, 'Supplied.'],
      [deny('no'), 'Blocked by policy.'],
    ] as const) {
      const memory = memoryModel([], generation);
      const hooks = createHooks();
      hooks.addHook('preRequest', () => verdict);
      const agent = withHooks(new version.sdk.ToolLoopAgent({ model: memory.model }), hooks);
      const types: string[] = [];
      const result = await agent.stream({ prompt: 'Hello?' });
      for await (const part of result.fullStream) types.push(part.type);
      expect(await result.text).toBe(expected);
      expect(types).toEqual([
        'start',
        'start-step',
        'text-start',
        'text-delta',
        'text-end',
        'finish-step',
        'finish',
      ]);
    }
  });
});
