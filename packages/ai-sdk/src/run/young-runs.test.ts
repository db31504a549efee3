import type { LanguageModelV3, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';
// @boundaries-ignore shared by tests only
import { bytesLeftBy } from '../../../testing/test/young-heap.ts';

/** Runs that referenced closures left ten thousand bytes; the current ones leave four hundred. */
const MOST_BYTES = 2000;

function answer(prompt: readonly { readonly role: string }[]): LanguageModelV3GenerateResult {
  const ran = prompt.at(-1)?.role === 'tool';
  const none = undefined;
  return {
    content: ran
      ? [{ type: 'text', text: 'It is sunny.' }]
      : [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: '{}' }],
    finishReason: { unified: ran ? 'stop' : 'tool-calls', raw: none },
    usage: {
      inputTokens: { total: 1, noCache: none, cacheRead: none, cacheWrite: none },
      outputTokens: { total: 1, text: none, reasoning: none },
    },
    warnings: [],
  };
}

/** A model that keeps nothing of what it is asked. */
const model: LanguageModelV3 = {
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'forgetful',
  supportedUrls: {},
  doGenerate: ({ prompt }) => Promise.resolve(answer(prompt)),
  doStream: () => Promise.reject(new Error('this model only generates')),
};

test.each(sdkVersions.slice(-1))(
  'a run that is over leaves little to the old heap, on ai $version',
  async ({ sdk }) => {
    const inputSchema = sdk.jsonSchema({ type: 'object' });
    const tools = { search: sdk.tool({ inputSchema, execute: async () => 'found' }) };
    const given = { model, tools, stopWhen: sdk.stepCountIs(3) };
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const hooked = withHooks(sdk, hooks);
    const agent = withHooks(new sdk.ToolLoopAgent(given), hooks);
    const left = [
      await bytesLeftBy(() => hooked.generateText({ ...given, prompt: 'Go' }), MOST_BYTES),
      await bytesLeftBy(() => agent.generate({ prompt: 'Go' }), MOST_BYTES),
    ];
    expect(left.map((bytes) => bytes < MOST_BYTES || bytes)).toEqual([true, true]);
  },
);
