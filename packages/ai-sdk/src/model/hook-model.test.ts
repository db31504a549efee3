import { createHooks, deny, DeniedError, type Hooks } from '@interpose/core';
import { APICallError } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';

import { drain } from '../../test/drain.ts';
import { memoryModel, type MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

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

describe.each(sdkVersions)('the model seam on ai $version', (version) => {
  const { sdk } = version;

  test('keeps every other member of a provider class, private fields included', () => {
    class Provider {
      readonly specificationVersion = 'v3';
      readonly provider = 'own';
      readonly supportedUrls = {};
      readonly #modelId = 'own-1';
      readonly doGenerate = (): never => {
        throw new Error('not called');
      };
      readonly doStream = this.doGenerate;
      get modelId(): string {
        return this.#modelId;
      }
      doStartBatch(): string {
        return `batch of ${this.#modelId}`;
      }
    }
    const hooked = withHooks(new Provider(), createHooks());
    expect(hooked).toBeInstanceOf(Provider);
    expect([hooked.modelId, hooked.doStartBatch(), hooked.specificationVersion]).toEqual([
      'own-1',
      'batch of own-1',
      'v3',
    ]);
  });

  test('opens a chat per call for a model that an unhooked agent uses, and none of its own inside a hooked one', async () => {
    const hooks = createHooks();
    const starts: string[] = [];
    hooks.observe('onChatStart', ({ agent }) => void starts.push(agent.id));
    for (const hookAgent of [false, true]) {
      const { model } = memoryModel([{ text: 'Hello.' }]);
      const agent = new sdk.ToolLoopAgent({ id: 'greeter', model: withHooks(model, hooks) });
      await (hookAgent ? withHooks(agent, hooks) : agent).generate({ prompt: 'Hello?' });
    }
    await hooks.flush();
    expect(starts).toEqual(['memory-1', 'greeter']);
  });

  test('ends the chat of a lone streamed model when its consumer stops reading', async () => {
    const hooks = createHooks();
    const endings: string[] = [];
    for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
      hooks.observe(event, () => void endings.push(event));
    const memory = memoryModel([{ text: ['One ', 'two ', 'three'] }, { text: 'All.' }]);
    // Models of all generations stream like this, but the SDK has no common type for them.
    const hooked = withHooks(memory.model, hooks) as unknown as {
      doStream(params: object): Promise<{ stream: ReadableStream }>;
    };
    const params = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Count.' }] }] };
    for await (const part of (await hooked.doStream(params)).stream) if (part !== undefined) break;
    await expect.poll(() => endings).toEqual(['onChatAbort']);
    await drain((await hooked.doStream(params)).stream);
    await hooks.flush();
    expect(endings).toEqual(['onChatAbort', 'onChatDone']);
    expect(memory.cancelled).toHaveLength(1);
  });

  test('adds one layer per registry, and a second time none', async () => {
    const first = createHooks();
    const second = createHooks();
    const seen: string[] = [];
    first.addHook('preRequest', () => void seen.push('first'));
    second.addHook('preRequest', () => void seen.push('second'));
    const { model } = memoryModel([{ text: 'Hello.' }]);
    const once = withHooks(model, first);
    expect(withHooks(once, first)).toBe(once);
    const agent = withHooks(withHooks(new sdk.ToolLoopAgent({ model }), first), second);
    expect(withHooks(agent, second)).toBe(agent);
    await agent.generate({ prompt: 'Hello?' });
    expect(seen.toSorted()).toEqual(['first', 'second']);
  });

  test("counts the SDK's own retries as attempts of one model call", async () => {
    const overloaded = new APICallError({
      message: 'overloaded',
      url: 'http://x',
      requestBodyValues: {},
      statusCode: 503,
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '1' },
    });
    const memory = memoryModel([{ error: overloaded }, { error: overloaded }, { text: 'Hello.' }]);
    const hooks = createHooks();
    const attempts: unknown[] = [];
    hooks.addHook(
      'preRequest',
      ({ iteration, attempt }) => void attempts.push([iteration, attempt]),
    );
    await ask(version, memory, hooks);
    expect(attempts).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
  });

  test('makes no error of a policy that the SDK would retry', async () => {
    const memory = memoryModel([]);
    const hooks = createHooks({ onDeny: 'throw' });
    const asked: number[] = [];
    hooks.addHook('preRequest', ({ attempt }) => {
      asked.push(attempt);
      return deny('no');
    });
    await expect(ask(version, memory, hooks)).rejects.toSatisfy((error) =>
      DeniedError.isInstance(error),
    );
    expect(asked).toEqual([1]);
  });

  test('throws a DeniedError where an object was asked for', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('no'));
    const output = sdk.Output.object({ schema: sdk.jsonSchema({ type: 'object' }) });
    await expect(ask(version, memoryModel([{ text: '{}' }]), hooks, { output })).rejects.toSatisfy(
      (error) => DeniedError.isInstance(error),
    );
  });

  test('lets a refusal stand where a tool call is required, as far as the SDK takes one', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('no'));
    const tools = {
      search: sdk.tool({
        inputSchema: sdk.jsonSchema({ type: 'object' }),
        execute: async () => 'found',
      }),
    };
    const told = await ask(version, memoryModel([]), hooks, { tools, toolChoice: 'required' }).then(
      ({ text }) => text,
      (error: unknown) => DeniedError.isInstance(error),
    );
    expect(told).toBe(version.version === '6.0.326' ? true : 'Blocked by policy.');
    const agent = withHooks(
      new sdk.ToolLoopAgent({ model: memoryModel([]).model, tools, toolChoice: 'required' }),
      hooks,
    );
    expect(await (await agent.stream({ prompt: 'Go.' })).text).toBe('Blocked by policy.');
  });

  test('drops the calls of a refused answer, so that no tool runs', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('no'));
    const ran: unknown[] = [];
    const tools = {
      search: sdk.tool({
        inputSchema: sdk.jsonSchema({ type: 'object' }),
        execute: async (input) => void ran.push(input),
      }),
    };
    const memory = memoryModel([{ text: 'Let me look.', calls: [{ id: 'c1', name: 'search' }] }]);
    // The versions of the SDK have different types for results; the test uses fields that all of them have.
    const result = (await ask(version, memory, hooks, { tools })) as unknown as {
      toolCalls: unknown[];
      text: string;
    };
    expect([result.text, result.toolCalls, ran]).toEqual(['Blocked by policy.', [], []]);
  });

  test('passes on what a provider threw, the same object', async () => {
    const broken = new Error('no such model');
    await expect(ask(version, memoryModel([{ error: broken }]), createHooks())).rejects.toBe(
      broken,
    );
  });
});
