import { createHooks, type Hooks } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { called, finished, partModel, type StreamPart } from '../../test/part-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';
import { collectStream } from '../stream/collect.ts';
import { composeStream } from '../stream/compose.ts';
import type { NativeStreamPart } from './native.ts';

const secret = 'card-4z42';
const hide = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(secret, 'gone')) as T;

type Call = (call: object) => { readonly fullStream: AsyncIterable<StreamPart> };

/** Streams one call through hooks that read and change its messages and its answer; what they read is kept. */
async function streamed(
  sdk: Sdk,
  call: object,
): Promise<{ readonly seen: string; readonly parts: readonly StreamPart[] }> {
  const seen: unknown[] = [];
  const hooks: Hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => {
    seen.push(request.messages);
    return { request: { ...request, messages: hide(request.messages) } };
  });
  hooks.addHook('onResponse', ({ response }) => {
    seen.push(response.content);
    return { response: { ...response, content: hide(response.content) } };
  });
  const { streamText } = withHooks(sdk, hooks) as object as { readonly streamText: Call };
  const parts: StreamPart[] = [];
  for await (const part of streamText(call).fullStream) parts.push(part);
  return { seen: JSON.stringify(seen), parts };
}

const search = {
  type: 'provider',
  isProviderExecuted: true,
  id: 'memory.search',
  args: {},
  inputSchema: z.object({}),
};

describe.each(sdkVersions)('parts of a conversation on ai $version', ({ sdk }) => {
  test('a reason for a yes to a tool of the provider is read by hooks and sent as they left it', async () => {
    const { model, prompts } = partModel([finished('stop')]);
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: {} };
    const asks = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' };
    const yes = { type: 'tool-approval-response', approvalId: 'a', approved: true };
    const { seen } = await streamed(sdk, {
      model,
      tools: { search },
      messages: [
        { role: 'user', content: 'Search.' },
        { role: 'assistant', content: [{ ...call, providerExecuted: true }, asks] },
        { role: 'tool', content: [{ ...yes, reason: secret, providerExecuted: true }] },
      ],
    });
    expect(seen).toContain(secret);
    expect(await findTexts(prompts, [secret])).toEqual(new Map());
    const [prompt] = prompts as { readonly content: readonly object[] }[][];
    expect(prompt?.at(-1)?.content).toEqual([expect.objectContaining({ ...yes, reason: 'gone' })]);
  });

  test('a tool that is known at the provider alone stays one where hooks change its call and result', async () => {
    const by = { providerExecuted: true, dynamic: true };
    const ids = { toolCallId: 'c', toolName: 'lookup' };
    const result = { type: 'tool-result', ...ids, ...by, result: { of: secret } };
    const call = { ...called('c', 'lookup'), ...by, input: JSON.stringify({ of: secret }) };
    const { model } = partModel([call, result, finished('stop')]);
    const { parts } = await streamed(sdk, { model, prompt: 'Look.' });
    expect(await findTexts(parts, [secret])).toEqual(new Map());
    expect(parts.filter(({ toolCallId }) => toolCallId === 'c')).toEqual([
      expect.objectContaining({ type: 'tool-call', input: { of: 'gone' }, ...by }),
      expect.objectContaining({ type: 'tool-result', output: { of: 'gone' }, ...by }),
    ]);
  });
});

describe.each(sdkVersions.filter(({ major }) => major === 7))('files on ai $version', ({ sdk }) => {
  test('a file among the thoughts of a model is read by hooks and stays one where they change it', async () => {
    const file = { type: 'reasoning-file', mediaType: 'text/plain' };
    const { model, prompts } = partModel([
      { ...file, data: { type: 'data', data: secret } },
      finished('stop'),
    ]);
    const { seen, parts } = await streamed(sdk, {
      model: Object.assign(model, { specificationVersion: 'v4' }),
      messages: [
        { role: 'user', content: 'Think.' },
        { role: 'assistant', content: [{ ...file, data: secret }] },
        { role: 'user', content: 'Again.' },
      ],
    });
    expect(seen.split(secret)).toHaveLength(3);
    expect(await findTexts([parts, prompts], [secret])).toEqual(new Map());
    expect(prompts).toMatchObject([[{}, { content: [file] }, {}]]);
    expect(parts.map(({ type }) => type)).toContain('reasoning-file');
  });
});

test('of the results that a provider tells of one call, hooks change each as what it was', () => {
  const ids = { type: 'tool-result', toolCallId: 'c', toolName: 'draw', result: secret } as const;
  const parts = [{ ...ids, preliminary: true }, ids, finished('stop')] as NativeStreamPart[];
  const response = collectStream(parts, (value) => value);
  const changed = { ...response, content: hide(response.content) };
  const [first, second] = composeStream(changed, parts, 'v3');
  expect(first).toEqual({ ...ids, preliminary: true, result: 'gone', isError: false });
  expect(second).toEqual({ ...ids, result: 'gone', isError: false });
});
