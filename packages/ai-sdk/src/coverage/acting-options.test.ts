import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** An object whose methods are in its class. */
class Telling {
  onStart(): void {}
}

const enforced = { require: 'enforced' } as const;

describe.each(sdkVersions)('an option that acts and passes no hooks, on ai $version', ({ sdk }) => {
  test.each([
    [
      'experimental_sandbox',
      new (class Sandbox {
        run(): void {}
      })(),
    ],
    ['telemetry', { integrations: [{ executeLanguageModelCall: () => 'an answer' }] }],
    ['telemetry', { integrations: [new Telling()] }],
    ['experimental_telemetry', { isEnabled: true, tracer: new Telling() }],
    ['experimental_telemetry', { isEnabled: true, integrations: { onStart: () => 1 } }],
    ['routes', [{ primary: { model: memoryModel([]).model } }]],
  ])("is refused under require: 'enforced' in any shape: %s", async (name, value) => {
    const { model, seen } = memoryModel([]);
    const refused = new RegExp(`not_enforced.*${name} `);
    const given = { [name]: value };
    const call = { model, prompt: 'Hi', ...given };
    const hooks = createHooks();
    const started: string[] = [];
    hooks.observe('onChatStart', ({ event }) => void started.push(event));
    const strict = withHooks(sdk, hooks, enforced);
    await expect(strict.generateText(call)).rejects.toThrow(refused);
    expect(() => strict.streamText(call)).toThrow(refused);
    const plain = withHooks(new sdk.ToolLoopAgent({ model }), createHooks(), enforced);
    for (const method of ['generate', 'stream'] as const)
      await expect(plain[method]({ prompt: 'Hi', ...given })).rejects.toThrow(refused);
    // An agent of v7 does not use a sandbox from its settings.
    const set = withHooks(new sdk.ToolLoopAgent({ model, ...given }), createHooks(), enforced);
    const again = name === 'experimental_sandbox' ? given : {};
    await expect(set.generate({ prompt: 'Hi', ...again })).rejects.toThrow(refused);
    expect([seen, started]).toEqual([[], []]);
  });

  test.runIf('experimental_streamLanguageModelCall' in sdk)(
    'is refused as an option of one model call by itself',
    () => {
      const strict = withHooks(sdk, createHooks(), enforced);
      const { model } = memoryModel([]);
      const messages = [{ role: 'user', content: 'Hi' }] as const;
      for (const name of ['download', 'pick']) {
        const call = { model, messages, [name]: () => model } as never;
        expect(() => void strict.experimental_streamLanguageModelCall(call)).toThrow(
          new RegExp(`not_enforced.*${name} `),
        );
      }
    },
  );

  test.runIf('experimental_streamLanguageModelCall' in sdk)(
    'is refused as a model of a newer generation that is called by itself',
    () => {
      const { model } = memoryModel([]);
      const call = { model: { ...model, specificationVersion: 'v9' }, prompt: 'Hi' } as never;
      const strict = withHooks(sdk, createHooks(), enforced);
      expect(() => void strict.experimental_streamLanguageModelCall(call)).toThrow(
        /not_enforced.*generation v9/,
      );
    },
  );
});
