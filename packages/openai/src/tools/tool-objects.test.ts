import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** A tool that is an object of a class: its declaration, its parser and its function need the object itself. */
class Refund {
  readonly #rate = 2;
  readonly name = 'refund';
  readonly description = 'Pays back.';
  get parameters(): object {
    return { type: 'object', properties: { euros: { type: 'number', maximum: this.#rate } } };
  }
  parse(text: string): { readonly euros: number } {
    return { euros: this.#rate * (JSON.parse(text) as { euros: number }).euros };
  }
  function(...given: readonly [{ readonly euros: number }, ...unknown[]]): string {
    return `paid ${given[0].euros} at ${this.#rate}, ${given.length} arguments`;
  }
}

const called = { name: 'refund', arguments: '{"euros":5}' };
const calls = [{ id: 'c1', type: 'function', function: called }];

/** Returns the messages and the request bodies of the loop as JSON, with hooks or without. */
async function loopOf(sdk: Sdk, hooks?: ReturnType<typeof createHooks>): Promise<string> {
  const bodies: string[] = [];
  const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(init?.body as string);
    const isFirst = bodies.length === 1;
    const message = { role: 'assistant', content: 'Done.', ...(isFirst && { tool_calls: calls }) };
    return Promise.resolve(Response.json({ choices: [{ index: 0, message }] }));
  };
  const client = new sdk.OpenAI({ apiKey: 'any', fetch, logLevel: 'off' });
  if (hooks !== undefined) withHooks(client, hooks);
  const messages = [{ role: 'user', content: 'Pay me.' }];
  const tools = [{ type: 'function', function: new Refund() }];
  const body = { model: 'small', messages, tools };
  const runner = client.chat.completions.runTools(body as never);
  await runner.done();
  return JSON.stringify([runner.messages, bodies]);
}

describe.each(sdkVersions)('a tool that is an object of a class, on openai $version', ({ sdk }) => {
  test('is declared, parsed and run as the object it is, with the same arguments', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const bare = await loopOf(sdk);
    expect(bare).toContain('paid 10 at 2');
    expect(await loopOf(sdk, hooks)).toBe(bare);
  });

  test('does not run where a policy denies its call', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('a person decides'));
    expect(await loopOf(sdk, hooks)).not.toContain('paid');
  });
});
