import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel, type MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Steering {
  steer(message: string): unknown;
  queue(message: string): unknown;
}

type Make = () => Steering;

/** Runs a loop of this model that can be steered. Returns its answer. */
async function loop(
  sdk: Sdk,
  hooks: Hooks,
  given: {
    readonly memory: MemoryModel;
    readonly steering: Steering;
    readonly isStreamed: boolean;
  },
): Promise<string> {
  const { memory, steering, isStreamed } = given;
  const agent = withHooks(new sdk.ToolLoopAgent({ model: memory.model }), hooks, {
    require: 'enforced',
  });
  const call = { prompt: 'Hi', experimental_steering: steering } as never;
  return isStreamed ? (await agent.stream(call)).text : (await agent.generate(call)).text;
}

const steerable = sdkVersions.flatMap(({ version, sdk }) => {
  const make = Reflect.get(sdk, 'experimental_createSteering') as Make | undefined;
  return make === undefined
    ? []
    : [true, false].map((isStreamed) => ({ version, sdk, make, isStreamed }));
});

describe.each(steerable)(
  'a loop that the app steers, on ai $version, streamed: $isStreamed',
  ({ sdk, make, isStreamed }) => {
    test.each(['steer', 'queue'] as const)('asks hooks about what comes by %s', async (by) => {
      const steering = make();
      const hooks = createHooks();
      hooks.addHook('preRequest', ({ iteration }) => {
        if (iteration === 0) steering[by]('my card is 4242');
      });
      hooks.addHook('onUserMessage', ({ message }) =>
        JSON.stringify(message).includes('4242') ? deny('no cards') : undefined,
      );
      const memory = memoryModel([{ text: 'One.' }]);
      const given = { memory, steering, isStreamed };
      expect(await loop(sdk, hooks, given)).toBe('Blocked by policy.');
      expect(JSON.stringify(memory.seen)).not.toContain('4242');
    });

    test('that goes on after a refused answer ends as the caller saw it end', async () => {
      const steering = make();
      const hooks = createHooks();
      hooks.addHook('onResponse', ({ iteration }) => {
        if (iteration !== 0) return undefined;
        steering.steer('Say it better.');
        return deny('rude');
      });
      const ended: unknown[] = [];
      hooks.observe('onChatDone', ({ reason }) => void ended.push(reason));
      const memory = memoryModel([{ text: 'One.' }, { text: 'Two.' }]);
      expect(await loop(sdk, hooks, { memory, steering, isStreamed })).toBe('Two.');
      await hooks.flush();
      expect(ended).toEqual(['completed']);
    });
  },
);
