import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { called, finished, partModel, said } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('what hooks leave alone on ai $version', ({ sdk }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });

  test('keeps the signature of reasoning, which comes in an empty delta, for the next request too', async () => {
    const providerMetadata = { anthropic: { signature: 'signed' } };
    const { model, prompts } = partModel(
      [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'Let me see.' },
        { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata },
        { type: 'reasoning-end', id: 'r' },
        called('c1', 'search'),
        finished('tool-calls'),
      ],
      [...said('t', 'Ten euros.'), finished('stop')],
    );
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined);
    const tools = { search: search() };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    const [first] = await (await agent.stream({ prompt: 'Go' })).steps;
    const reasoning = { type: 'reasoning', text: 'Let me see.' };
    expect(first?.content[0]).toMatchObject({ ...reasoning, providerMetadata });
    expect(JSON.stringify(prompts[1])).toContain('"signature":"signed"');
  });
});
