import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { drain } from '../../test/drain.ts';
import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const answering = () => memoryModel([{ text: 'Ten euros.' }]).model;

describe.each(sdkVersions)('what an app sees around a call on ai $version', ({ sdk, major }) => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  const search = sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });

  test('calls the listeners of a step that this version knows, each once', async () => {
    const called = async (module: typeof sdk): Promise<string[]> => {
      const heard: string[] = [];
      const onStepEnd = (): void => void heard.push('onStepEnd');
      const onStepFinish = (): void => void heard.push('onStepFinish');
      for (const listeners of [{ onStepEnd }, { onStepFinish }, { onStepEnd, onStepFinish }])
        await module.generateText({ model: answering(), prompt: 'Go', ...listeners });
      return heard;
    };
    expect(await called(withHooks(sdk, hooks))).toEqual(await called(sdk));
  });

  test('adds no member to the tools that callbacks are shown, but the one by which 6 asks', async () => {
    const shown: object[] = [];
    const onStart = ({ tools }: { readonly tools?: object | undefined }): void =>
      void shown.push(tools ?? {});
    const listeners = { onStart, experimental_onStart: onStart };
    const hooked = withHooks(sdk, hooks);
    await hooked.generateText({
      model: answering(),
      prompt: 'Go',
      tools: { search },
      ...listeners,
    });
    const members = Object.values(shown[0] ?? {}).flatMap((tool) => Object.keys(tool as object));
    const added = members.filter((member) => !(member in search));
    expect(added).toEqual(major === 6 ? ['needsApproval'] : []);
  });

  test('gives the provider no signal where the caller gave none, but in a stream', async () => {
    const signals = async (stream: boolean): Promise<unknown[]> => {
      const { model, seen } = memoryModel([{ text: 'Ten euros.' }]);
      const hooked = withHooks(sdk, hooks);
      if (stream) await drain(hooked.streamText({ model, prompt: 'Go' }).fullStream);
      else await hooked.generateText({ model, prompt: 'Go' });
      return seen.map((params) => (params as { readonly abortSignal?: object }).abortSignal);
    };
    expect(await signals(false)).toEqual([undefined]);
    expect(await signals(true)).toEqual([expect.any(AbortSignal)]);
  });

  test('gives a tool no signal where the caller gave none', async () => {
    const signals: unknown[] = [];
    const execute = (_: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal }): string =>
      `seen ${signals.push(abortSignal)}`;
    const tools = { search: sdk.tool({ inputSchema: z.object({}), execute }) };
    const { signal } = new AbortController();
    for (const abortSignal of [undefined, signal]) {
      const { model } = memoryModel([
        { calls: [{ id: 'c1', name: 'search' }] },
        { text: 'Ten euros.' },
      ]);
      const stopWhen = sdk.stepCountIs(2);
      const call = { model, prompt: 'Go', tools, stopWhen, abortSignal };
      await withHooks(sdk, hooks).generateText(call as never);
    }
    expect(signals).toEqual([undefined, signal]);
  });

  test('gives the result of a stream no member that can be listed', async () => {
    const listed = async (module: typeof sdk): Promise<string[]> => {
      const result = module.streamText({ model: answering(), prompt: 'Go' });
      await drain(result.fullStream);
      return Object.keys(result);
    };
    expect(await listed(withHooks(sdk, hooks))).toEqual(await listed(sdk));
  });
});
