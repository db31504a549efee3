import { createHooks, deny, DeniedError } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { drain } from '../../test/drain.ts';
import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { capabilities, withHooks } from '../index.ts';

describe.each(sdkVersions)('the module of ai $version', ({ sdk }) => {
  const refusing = () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('closed', { message: 'We are closed.' }));
    return hooks;
  };

  test('keeps every other export as it is', () => {
    const hooked = withHooks(sdk, createHooks());
    const replaced = Object.keys(sdk).filter(
      (name) => hooked[name as 'tool'] !== sdk[name as 'tool'],
    );
    expect(Object.keys(hooked).toSorted()).toEqual(Object.keys(sdk).toSorted());
    const expected = [
      'DirectChatTransport',
      'Experimental_Agent',
      'ToolLoopAgent',
      'createAgentUIStream',
      'createAgentUIStreamResponse',
      'embed',
      'embedMany',
      'generateObject',
      'generateText',
      'pipeAgentUIStreamToResponse',
      'streamObject',
      'streamText',
    ];
    expect(replaced.filter((name) => !name.startsWith('experimental_')).toSorted()).toEqual(
      expected,
    );
  });

  test('has functions and classes that are called as those of the module, and take as much', () => {
    const hooked: Readonly<Record<string, unknown>> = withHooks(sdk, createHooks());
    const told = (from: Readonly<Record<string, unknown>>) =>
      Object.entries(from).flatMap(([key, own]) =>
        typeof own === 'function' ? [[key, own.name, own.length]] : [],
      );
    expect(told(hooked)).toEqual(told(sdk));
  });

  test('has no function that takes a model and is neither hooked nor named in the table', () => {
    const hooked = withHooks(sdk, createHooks());
    const named = new Set(capabilities.map(({ path }) => path));
    const takesModel = /^(?:async )?function\s*\w*\s*\(\{[^)]*?\bmodel\b/s;
    const open = Object.entries(sdk).filter(
      ([name, own]) =>
        typeof own === 'function' &&
        takesModel.test(Function.prototype.toString.call(own)) &&
        hooked[name as 'tool'] === own &&
        !named.has(name),
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  test('is hooked once by the same hooks', () => {
    const hooks = createHooks();
    const hooked = withHooks(sdk, hooks);
    expect(withHooks(hooked, hooks)).toBe(hooked);
  });

  test('polices generateText and streamText', async () => {
    const hooked = withHooks(sdk, refusing());
    const { model, seen } = memoryModel([]);
    expect((await hooked.generateText({ model, prompt: 'Hi' })).text).toBe('We are closed.');
    expect(await hooked.streamText({ model, prompt: 'Hi' }).text).toBe('We are closed.');
    expect(seen).toEqual([]);
  });

  test('polices generateObject and streamObject', async () => {
    const hooks = refusing();
    const endings: string[] = [];
    for (const event of ['onChatDone', 'onChatError', 'onChatAbort'] as const)
      hooks.observe(event, () => void endings.push(event));
    const hooked = withHooks(sdk, hooks);
    const { model, seen } = memoryModel([]);
    const schema = z.object({ euros: z.number() });
    await expect(hooked.generateObject({ model, schema, prompt: 'Hi' })).rejects.toSatisfy(
      (error) => DeniedError.isInstance(error),
    );
    const errors: unknown[] = [];
    const streamed = hooked.streamObject({
      model,
      schema,
      prompt: 'Hi',
      onError: ({ error }) => void errors.push(error),
    });
    await drain(streamed.fullStream);
    await streamed.object.catch(() => undefined);
    await hooks.flush();
    expect(errors.length > 0 && errors.every((error) => DeniedError.isInstance(error))).toBe(true);
    expect([seen, endings]).toEqual([[], ['onChatError', 'onChatError']]);
  });

  test('answers with an object as it would without hooks', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    const hooked = withHooks(sdk, hooks);
    const { model } = memoryModel([{ text: '{"euros":10}' }, { text: '{"euros":10}' }]);
    const schema = z.object({ euros: z.number() });
    expect((await hooked.generateObject({ model, schema, prompt: 'Hi' })).object).toEqual({
      euros: 10,
    });
    const streamed = hooked.streamObject({ model, schema, prompt: 'Hi' });
    await drain(streamed.partialObjectStream);
    expect(await streamed.object).toEqual({ euros: 10 });
  });

  test('makes agents that are hooked, also of subclasses and under the older name', async () => {
    const hooked = withHooks(sdk, refusing());
    class Clerk extends hooked.ToolLoopAgent {
      readonly desk = 'front';
    }
    const { model } = memoryModel([]);
    const clerk = new Clerk({ model });
    expect(clerk).toBeInstanceOf(Clerk);
    expect(clerk).toBeInstanceOf(sdk.ToolLoopAgent);
    expect(clerk.desk).toBe('front');
    expect((await clerk.generate({ prompt: 'Hi' })).text).toBe('We are closed.');
    expect((await new hooked.Experimental_Agent({ model }).generate({ prompt: 'Hi' })).text).toBe(
      'We are closed.',
    );
  });

  test('asks once when a hooked agent is given hooked functions of the same hooks', async () => {
    const hooks = createHooks();
    const asked: number[] = [];
    hooks.addHook('preRequest', () => void asked.push(1));
    const hooked = withHooks(sdk, hooks);
    const { model } = memoryModel([{ text: 'Hi.' }]);
    await withHooks(new hooked.ToolLoopAgent({ model: withHooks(model, hooks) }), hooks).generate({
      prompt: 'Hi',
    });
    expect(asked).toEqual([1]);
  });

  test('finds the parent of a call that a tool makes', async () => {
    const hooks = createHooks();
    const chats: unknown[] = [];
    hooks.observe('onChatStart', ({ parentChatId }) => void chats.push(parentChatId !== undefined));
    const hooked = withHooks(sdk, hooks);
    const inner = memoryModel([{ text: 'Ten.' }]).model;
    const tools = {
      ask: sdk.tool({
        inputSchema: z.object({}),
        execute: async () => (await hooked.generateText({ model: inner, prompt: 'price?' })).text,
      }),
    };
    const { model } = memoryModel([{ calls: [{ id: 'c1', name: 'ask' }] }, { text: 'Done.' }]);
    await hooked.generateText({ model, tools, prompt: 'Go', stopWhen: sdk.stepCountIs(3) });
    await hooks.flush();
    expect(chats).toEqual([false, true]);
  });
});

describe('experimental functions of the module', () => {
  test('are policed where the version has them', async () => {
    const { sdk } = sdkVersions[3]!;
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('closed'));
    const endings: string[] = [];
    hooks.observe('onChatDone', ({ reason }) => void endings.push(reason));
    const hooked = withHooks(sdk, hooks);
    const { model, seen } = memoryModel([]);
    let text = '';
    for await (const part of hooked.experimental_streamTextLowMemory({ model, prompt: 'Hi' })
      .textStream)
      text += part;
    const { stream } = await hooked.experimental_streamLanguageModelCall({ model, prompt: 'Hi' });
    for await (const part of stream) if (part.type === 'text-delta') text += part.text;
    await expect.poll(() => endings).toHaveLength(2);
    expect([text, seen, endings]).toEqual([
      'Blocked by policy.Blocked by policy.',
      [],
      ['denied', 'denied'],
    ]);
  });
});
