import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const wish = { id: 'c1', type: 'function', function: { name: 'refund', arguments: '{}' } };

describe.each(sdkVersions)('a loop that is aborted on openai $version', ({ sdk }) => {
  test('before the tool of an answer, runs no tool, and ends its chat as aborted', async () => {
    const [hooks, ran, ended] = [createHooks(), [] as unknown[], [] as string[]];
    const controller = new AbortController();
    hooks.addHook('onResponse', () => controller.abort(new Error('enough')));
    hooks.observe('onChatDone', () => void ended.push('done'));
    hooks.observe('onChatError', () => void ended.push('error'));
    hooks.observe('onChatAbort', () => void ended.push('abort'));
    const message = { role: 'assistant', content: null, tool_calls: [wish] };
    const fetch = async (): Promise<Response> =>
      Response.json({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
    const client = withHooks(new sdk.OpenAI({ apiKey: 'any', fetch, logLevel: 'off' }), hooks);
    const refund = { name: 'refund', description: 'Pays.', parameters: { type: 'object' } };
    const run = (): void => void ran.push('paid');
    const tools = [{ type: 'function', function: { ...refund, function: run } }];
    const messages = [{ role: 'user', content: 'Pay me.' }];
    const runner = client.chat.completions.runTools({ model: 'small', messages, tools } as never, {
      signal: controller.signal,
    });
    await expect(runner.done()).rejects.toThrow(sdk.APIUserAbortError);
    await hooks.flush();
    expect([ran, ended]).toEqual([[], ['abort']]);
  });
});
