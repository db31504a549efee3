import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const wish = { id: 'c1', type: 'function', function: { name: 'refund', arguments: '{}' } };
const service: typeof fetch = async (_url, init) => {
  const body = JSON.parse(init?.body as string) as {
    messages: { role: string; content: string }[];
  };
  const last = body.messages.at(-1);
  const said = last?.role === 'tool' ? { content: last.content } : { tool_calls: [wish] };
  const message = { role: 'assistant', content: null, ...said };
  return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
};

describe.each(sdkVersions)('a tool of a loop that throws, on openai $version', ({ sdk }) => {
  const ask = (hooks: ReturnType<typeof createHooks> | undefined): Promise<unknown> => {
    const client = new sdk.OpenAI({ apiKey: 'any', fetch: service, logLevel: 'off' });
    if (hooks !== undefined) withHooks(client, hooks);
    const declared = { name: 'refund', description: 'Pays.', parameters: { type: 'object' } };
    const fail = (): never => {
      throw new Error('the till is shut');
    };
    const tools = [{ type: 'function', function: { ...declared, function: fail } }];
    const messages = [{ role: 'user', content: 'Pay me.' }];
    return client.chat.completions
      .runTools({ model: 'small', messages, tools } as never)
      .finalContent();
  };

  test('ends it with the same error under observers only', async () => {
    const unhooked: Error = await ask(undefined).then(
      () => new Error('it went on'),
      (error: Error) => error,
    );
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.observe('onToolCallError', ({ error }) => void seen.push(error.message));
    await expect(ask(hooks)).rejects.toThrow(unhooked.constructor);
    await expect(ask(hooks)).rejects.toThrow(unhooked.message);
    await hooks.flush();
    expect(seen[0]).toBe('the till is shut');
  });

  test('is told to the model where a hook may answer for it', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => undefined);
    expect(await ask(hooks)).toContain('the till is shut');
  });

  test('leaves no trace of an error that a hook withheld', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => ({ decision: 'deny', reason: 'private' }));
    expect(await ask(hooks)).not.toContain('the till is shut');
  });
});
