import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

test.each(sdkVersions)(
  'a model records nothing before hooks have judged it, where everything has to be enforced, SDK $version',
  async ({ sdk }) => {
    const told = async (options: object, streamed: boolean): Promise<unknown> => {
      const model = new MemoryModel('Done.');
      const agent = withHooks(new sdk.Agent({ name: 'shop', model }), createHooks(), options);
      const result = await new sdk.Runner().run(agent, 'Hi.', { stream: streamed } as object);
      await (result as { readonly completed?: Promise<void> }).completed;
      return model.asked[0]?.tracing;
    };
    for (const streamed of [false, true]) {
      expect(await told({ require: 'enforced' }, streamed)).toBe('enabled_without_data');
      expect(await told({}, streamed)).toBe(true);
    }
  },
);
