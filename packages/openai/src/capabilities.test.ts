import { unbackedRows } from '@interpose/testing/conformance';
import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

import { openaiHarness } from '../test/harness/openai-harness.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { capabilities, inspect, withHooks } from './index.ts';

describe('the table of capabilities', () => {
  test('claims nothing without a behaviour, but for what has tests of its own', () => {
    const harnesses = sdkVersions.flatMap((version) => [
      openaiHarness(version, 'chat.completions'),
      openaiHarness(version, 'responses'),
    ]);
    const unbacked = new Set(unbackedRows(capabilities, harnesses).map(({ row }) => row.path));
    expect([...unbacked].toSorted()).toEqual([
      'embeddings.create',
      'hookFetch chat.completions',
      'hookFetch embeddings',
      'hookFetch responses',
    ]);
  });

  test('says of one client what it has', () => {
    const paths = new Set(inspect(new OpenAI({ apiKey: 'any' })).map(({ path }) => path));
    expect(paths).toContain('responses.create');
    expect(paths).toContain('tool that the provider runs');
    expect(paths).not.toContain('hookFetch responses');
    expect(() => inspect({})).toThrow(/^\[target_unknown\]/);
  });
});

describe("require: 'enforced'", () => {
  const answer = async (): Promise<Response> =>
    Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' } }] });
  const client = withHooks(new OpenAI({ apiKey: 'any', fetch: answer }), createHooks(), {
    require: 'enforced',
  });
  const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi.' }] };
  const tool = { type: 'function' as const, function: { name: 'refund', parameters: {} } };

  test('lets through what is', async () => {
    expect((await client.chat.completions.create(asked)).choices).toHaveLength(1);
  });

  test.each([
    ['tools that the app runs', () => client.chat.completions.create({ ...asked, tools: [tool] })],
    [
      'tools that the provider runs',
      () => client.responses.create({ model: 'm', input: 'Hi.', tools: [{ type: 'web_search' }] }),
    ],
    ['an endpoint without hooks', () => client.images.generate({ prompt: 'A cat.' })],
  ])('refuses %s', async (_, call) => {
    await expect(call()).rejects.toThrow(/^\[not_enforced\]/);
  });
});
