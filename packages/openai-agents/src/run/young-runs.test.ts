import { createHooks } from '@interpose/core';
import { Usage, type Model } from '@openai/agents-core';
import { expect, test } from 'vitest';

import { calls, says } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';
// @boundaries-ignore shared by tests only
import { bytesLeftBy, MANY_ARGUMENTS } from '../../../testing/test/young-heap.ts';

/** The SDK's own runs outlive young collections. If they hold the hooked run it is 6,000 bytes more, else none. */
const MOST_BYTES = 3000;

/** A model that keeps nothing of what it is asked. */
const model: Model = {
  getResponse: ({ input }) => {
    const ran = typeof input !== 'string' && input.at(-1)?.type === 'function_call_result';
    return Promise.resolve({
      usage: new Usage(),
      output: [ran ? says('Sunny.') : calls('search', MANY_ARGUMENTS)],
    });
  },
  getStreamedResponse: () => {
    throw new Error('this model only answers whole');
  },
};

test.each(sdkVersions.slice(-1))(
  'a run that is over leaves little to the old heap beside what the SDK leaves, on agents $version',
  async ({ sdk }) => {
    const parameters = { type: 'object', properties: {}, additionalProperties: true } as const;
    const search = sdk.tool({
      name: 'search',
      description: 'Searches.',
      parameters: { ...parameters, required: [] },
      strict: false,
      execute: () => 'found',
    });
    const agentOf = () => new sdk.Agent({ name: 'desk', model, tools: [search] });
    const runner = new sdk.Runner({ tracingDisabled: true });
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    hooks.addHook('preRequest', () => undefined);
    const [bare, hooked] = [agentOf(), withHooks(agentOf(), hooks)];
    const own = await bytesLeftBy(() => runner.run(bare, 'Go'), Infinity);
    const left = await bytesLeftBy(() => runner.run(hooked, 'Go'), own + MOST_BYTES);
    expect(left - own).toBeLessThan(MOST_BYTES);
  },
);
